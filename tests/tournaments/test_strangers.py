"""Whatever somebody does through a service, the service itself refuses to a stranger: pages, API
and back office are not what keeps anybody out."""

import inspect
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.api.errors import OF_PERSON
from config.events.models import Event, EventRole
from config.people.models import User
from config.refusals import Refused
from games.models import Game, Series
from games.rules.reports import NOT_BEGUN
from games.rules.suspensions import Matter
from games.scheduling.models import MeetingTime
from games.seriesday.models import Absence
from games.seriesday.services.rulings import Violation
from games.systems.commons.decks.pool import Asked
from games.systems.commons.models import Deck
from games.systems.deep_drive.models import ChartSet
from pitching.models import SheetSeries
from rosters.drafts.models import Draft
from rosters.models import Ballpark, CardSet, Squad, TeamMember
from tests.builders import person
from tests.games.pictures import png
from tests.personas import an_event, nothing_lasts
from tournaments.awards.models import Ballot
from tournaments.models import Drop, Invite, Replacement, TieRuling, Tournament
from tournaments.practice.models import PracticeGame

pytestmark = pytest.mark.django_db

ROOMS = ("config/people", "games", "pitching", "rosters", "tournaments")
SERVICES = (
    *("services.py", "sign_ups.py", "questions.py"),
    *("closing.py", "own_data.py", "second_factor.py", "sessions.py", "tokens.py"),
)

PART = "a part of an act, which settles who may"
OWN = "one's own: whoever has an account"
CLOCKWORK = "nobody asks for it: it follows from what was done, or a job does it"

OTHERS: dict[str, dict[str, str]] = {
    PART: {
        "config.people.services": "end_access",
        "games.planning.services.before_games": "orders_said",
        "games.planning.services.lineups": "lay_down_usual locked_squad",
        "games.planning.services.rotations": "declare_usual",
        "games.seriesday.services.ledger": "write_claim",
        "games.services.calling_off": "call_off take_up_again",
        "games.services.changes": "write keep_sheets",
        "games.services.clocks": "write_terms",
        "games.services.dice": "renew_dice",
        "games.services.playing_on": "play_to_its_end",
        "games.services.rewinding": "take_off_the_books make_room take_back",
        "games.services.scoring": "begin_game enter",
        "games.services.undrawing": "undraw",
        "pitching.services.drops": "carry_out bind_anew",
        "pitching.services.recording": "record_columns take_back_columns",
        "pitching.services.sheets": (
            "go_on_from erase_series add_bye make_bye bind_series free_series"
        ),
        "pitching.services.undrawing": "take_series_off close_phases_after",
        "rosters.drafts.services.picking": "park_of",
        "rosters.services.parks": "deal_parks",
        "rosters.services.people": "appoint",
        "rosters.services.squads": "impute_squads",
        "tournaments.services.drawing": "call_off_idle",
        "tournaments.services.drops": "take_off",
        "tournaments.services.formats": "place_clubs",
        "tournaments.services.half_way": "queue_half_way",
        "tournaments.services.invites": "grant_role end_invites",
        "tournaments.services.redrawing": "take_back_rounds",
    },
    OWN: {
        "config.people.services": "create_account",
        "games.systems.commons.decks.services": "make_deck",
        "rosters.drafts.services.practising": "practise",
        "tournaments.practice.services": "make_practice_game join_practice_game",
        "tournaments.services.daily": "choose_daily",
        "tournaments.services.events": "create_tournament",
        "tournaments.services.invites": "accept",
    },
    CLOCKWORK: {
        "games.seriesday.services.turns": "found_out_of_turn",
        "games.services.changes": "tell_turn complete_series",
        "rosters.services.card_sets": "make_card_set enter_card_set",
        "rosters.services.importing": "store_year store_splits store_fictional_league",
        "tournaments.services.events": "close_tournament",
        "tournaments.services.play_out": "play_out",
    },
}
"""Services with an acting user that refuse nobody, and why."""

OTHERWISE = {
    # Of a game without cards, or of which nothing was reported, there is nothing to say.
    "games.planning.services.before_games.confirm_line_up": "no-cards",
    "games.planning.services.before_games.name_starter": "no-cards",
    "games.seriesday.services.reporting.confirm_report": "no-such-version",
    # Nobody is asked about a violation that its own club has admitted.
    "games.seriesday.services.rulings.agree": "not-shared",
}
"""What a stranger is told instead of who may."""

BEFORE_THE_DRAFT = (
    "rosters.drafts.services.preparing.",
    "rosters.drafts.services.choosing_slots.",
)
"""What these services do comes before a draft's first turn."""


def services() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every service with an acting user."""
    root = Path(__file__).parents[2]
    for file in sorted(each for room in ROOMS for each in (root / room).rglob("*.py")):
        path = file.relative_to(root)
        if "services" not in path.parts and path.name not in SERVICES:
            continue
        module = import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
        for name, act in vars(module).items():
            own = inspect.isfunction(act) and inspect.unwrap(act).__module__ == module.__name__
            if own and name[0] != "_" and "acting_user" in inspect.signature(act).parameters:
                yield f"{module.__name__}.{name}", act


def excused() -> set[str]:
    return {
        f"{module}.{name}"
        for of in OTHERS.values()
        for module, names in of.items()
        for name in names.split()
    }


def given(stranger: User) -> dict[str, Any]:
    """What services are given, by the names of their arguments: what they act on is there, and the
    rest makes sense as far as anybody asks before he asks who it is."""
    event, (_, _, spectator, _, _, own, *_, director, _) = an_event("public")
    tournament = Tournament.objects.get(slug=event.slug)
    series = Series.objects.get(pk=event.series)
    entrant = tournament.entrants.get(team=event.team)
    draft = Draft.objects.get(pk=event.draft)
    drop = Drop.objects.create(
        entrant=entrant, way="covered", reason="Gone", round=1, rounds_drawn=1, made_by=director
    )
    now = timezone.now()
    return {
        "absence_id": Absence.objects.create(
            series=series, team=series.home, told_by=own, by_himself=True
        ).pk,
        "ballot": Ballot.objects.get(pk=event.ballot),
        "card_set": CardSet.objects.get(slug=event.card_set),
        "charts": ChartSet.objects.create(name="Mine", rows={}, digest="0"),
        "claim": NOT_BEGUN,
        "data": png(),
        "deck": Deck.objects.get(pk=event.deck),
        "director": director,
        "draft": draft,
        "drop": drop,
        "entrant": entrant,
        "game": Game.objects.get(pk=event.game),
        "game_id": event.game,
        "game_ids": [event.game],
        "made": Invite.objects.get(pk=event.invite),
        "member": TeamMember.objects.get(pk=event.member),
        "now": now,
        "park": Ballpark.objects.get(pk=event.park),
        "replacement": Replacement.objects.create(drop=drop, series=series, user=own),
        "role": EventRole.objects.get(user=spectator),
        "ruling": TieRuling.objects.create(
            tournament=tournament, kind="d20", values={}, made_by=director
        ),
        "ruling_id": event.ruling,
        "scope": tournament.scope,
        "seat": draft.seats.get(number=1),
        "series": series,
        "series_id": series.pk,
        "series_ids": [series.pk],
        "squad": Squad.objects.get(pk=event.squad),
        "system_key": "commons",
        "team": entrant.team,
        "team_id": event.team,
        "time_id": MeetingTime.objects.create(
            series=series, begins=now, team=series.home, proposed_by=own, proposed_at=now
        ).pk,
        "times": [now + timedelta(days=1)],
        "tournament": tournament,
        "user": stranger,
        "violation": Violation("re-entry", "He was out of the game.", offender=event.team),
        "asked": Asked(),
        "cards": [],
        "matter": Matter(matters=False, why="", rule=""),
        **{key: ["6"] for key in ("entries", "transcript")},
        **dict.fromkeys(("reason", "words", "name", "remedy", "against", "key"), "Why"),
        **dict.fromkeys(("entry", "number", "division", "slot", "version", "minutes"), 1),
        **dict.fromkeys(("after", "side", "pick", "card"), 1),
        **{key: {} for key in ("fields", "values", "rolls", "meant", "orders", "starts")},
        "drafter": "manager",
    }


def test_a_stranger_is_refused_by_the_services_themselves():
    known = dict(services())
    stranger = person("Stranger")
    arguments = given(stranger)
    on_a_sheet = SheetSeries.objects.get().pk
    wrong: dict[str, str] = {}
    asked = sorted(known.keys() - excused())
    for name in asked:
        needed = {
            key
            for key, each in inspect.signature(known[name]).parameters.items()
            if each.default is each.empty and key != "acting_user"
        }
        sent = {key: arguments.get(key) for key in needed}
        if name.startswith("pitching.") and "series_id" in needed:
            sent["series_id"] = on_a_sheet
        if name.startswith(("config.people.", "tournaments.day.sign_ups.forget_")):
            sent["user"] = arguments["director"]
        if name.startswith("tournaments.practice."):
            sent["made"] = PracticeGame(owner=arguments["director"])
        with nothing_lasts():
            if name.startswith(BEFORE_THE_DRAFT):
                Draft.objects.update(state=Draft.State.PREPARING)
            if ".practising." in name:
                Event.objects.update(visibility=Event.Visibility.PRIVATE)
            try:
                known[name](**sent, acting_user=stranger)
                wrong[name] = "does it"
            except Refused as refused:
                if refused.code not in OF_PERSON and OTHERWISE.get(name) != refused.code:
                    wrong[name] = refused.code
            except Exception as error:
                wrong[name] = repr(error)
    assert not wrong, "\n".join(f"{name}: {why}" for name, why in wrong.items())
    assert len(asked) > 170


def test_services_that_refuse_nobody_are_there():
    assert not excused() - dict(services()).keys()
