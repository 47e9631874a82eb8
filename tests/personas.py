"""Everybody who may knock at a door, and an event with something behind every one of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from config.events.models import EventRole
from config.people.models import User
from games.seriesday.models import Ruling
from games.seriesday.services.rulings import Violation, open_ruling
from games.services.scoring import record_game
from games.systems.commons.decks.services import make_deck
from pitching.models import PitchingSheet, SheetSeries
from pitching.services.sheets import open_sheets
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.services.preparing import set_up_draft
from rosters.models import CardSet, TeamMember
from rosters.rules.draft.events import Opened, write
from rosters.rules.draft.settings import DraftSettings
from rosters.services.people import appoint
from tests.builders import browser, director_of, entrant, fixture_of, league, manager, person
from tests.rosters.builders import (
    a_card_set,
    a_club_of_its_time,
    a_park,
    a_source,
    a_squad,
    batted,
    person_facts,
)
from tournaments.awards.models import Ballot
from tournaments.awards.services import open_ballot
from tournaments.models import ManagerRecord, Tournament
from tournaments.services import invites
from tournaments.services.play_out import queue_play_out

VISITORS = (
    "anonymous",
    "outsider",
    "spectator",
    "other club's manager",
    "opponent's manager",
    "own manager",
    "substitute",
    "director elsewhere",
    "director",
    "staff",
)

Row = tuple[Any, ...]


def row(
    anonymous: Any,
    stranger: Any,
    watcher: Any = None,
    player: Any = None,
    director: Any = None,
    *,
    own: Any = None,
    substitute: Any = None,
    opponent: Any = None,
) -> Row:
    """An answer for each visitor. Strangers are outsiders and directors of other events; watchers
    spectators and third clubs; players the people of both clubs, unless said otherwise; staff do
    what directors do. What is left out is as for the group before."""
    watcher = stranger if watcher is None else watcher
    player = watcher if player is None else player
    director = player if director is None else director
    own = player if own is None else own
    return (
        anonymous,
        stranger,
        watcher,
        watcher,
        player if opponent is None else opponent,
        own,
        player if substitute is None else substitute,
        stranger,
        director,
        director,
    )


ALL = row(200, 200)

TELLING = ("anonymous", "outsider", "own manager", "director")
"""Of each kind one: who asks where nothing is told apart."""


def asked(columns: tuple[Row, Row], visibility: str) -> dict[str, Any]:
    """What each visitor is to be answered in an event of this visibility. What is one to everybody
    is asked by one of each kind, and so is in the private event what privacy leaves as it is."""
    expected = columns[visibility == "private"]
    alike = len(set(expected)) == 1 or (visibility == "private" and columns[0] == columns[1])
    answers = dict(zip(VISITORS, expected, strict=True))
    return {who: answers[who] for who in (TELLING if alike else VISITORS)}


@dataclass(frozen=True)
class Event:
    """A running event with one game begun, a job queued and an invite open."""

    slug: str
    series: int
    game: int
    team: int
    job: str
    invite: int
    token: str
    role: int
    member: int
    card_set: str
    card: int
    card_key: str
    deck: int
    player: int
    club_season: int
    park: int
    draft: int
    sheet: int
    squad: int
    ruling: int
    manager: int
    ballot: int


def an_event(visibility: str) -> tuple[Event, list[User | None]]:
    """The event, and the visitors in the order of ``VISITORS``."""
    elsewhere = person("Elsewhere")
    league(4, name="Elsewhere", director=elsewhere)
    tournament = league(4, name="Here", visibility=visibility)
    director = director_of(tournament)
    spectator = person("Spectator")
    granted = invites.grant_role(
        tournament=tournament,
        user=spectator,
        role=EventRole.Role.SPECTATOR,
        acting_user=director,
    )
    own = manager(tournament, 1, "Own")
    opponent = manager(tournament, 2, "Opponent")
    other = manager(tournament, 3, "Other")
    substitute, member = a_substitute(tournament)
    series = fixture_of(tournament, 1, 2).series
    assert series is not None
    game = record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=own)
    offer = invites.invite(tournament=tournament, role="spectator", acting_user=director)
    player = a_source((person_facts("slugger"), batted(300, hits=80))).players.get()
    card = a_card_set(acting_user=director).cards.get(key="slugger")
    spot, *_ = a_squad(entrant(tournament, 1).team, card, scope=tournament.scope)
    job = queue_play_out(tournament=tournament, acting_user=director)
    event = Event(
        slug=tournament.slug,
        series=series.pk,
        game=game.pk,
        team=entrant(tournament, 1).team.pk,
        job=str(job.pk),
        invite=offer.pk,
        token=invites.token_of(offer),
        role=granted.pk,
        member=member.pk,
        card_set=card.card_set.slug,
        card=card.pk,
        card_key=card.key,
        deck=make_deck(name="Deck", cards=[card.pk], acting_user=own).pk,
        player=player.pk,
        club_season=a_club_of_its_time(player.source).pk,
        park=a_park(acting_user=director).pk,
        draft=a_draft(tournament, card.card_set, director).pk,
        sheet=a_sheet(tournament).pk,
        squad=spot.squad_id,
        ruling=a_ruling(tournament, series.pk, own).pk,
        manager=a_record(own).pk,
        ballot=a_ballot(tournament, director).pk,
    )
    people = [
        None,
        person("Outsider"),
        spectator,
        other,
        opponent,
        own,
        substitute,
        elsewhere,
        director,
        person("Staff", is_staff=True),
    ]
    return event, people


def a_record(user: User) -> ManagerRecord:
    """What somebody has come to in events that are over."""
    numbers = dict.fromkeys(("titles", "finals_lost", "tied", "playoffs_won", "playoffs_lost"), 0)
    return ManagerRecord.objects.create(user=user, events=1, won=2, lost=1, points=3, **numbers)


def a_ballot(tournament: Tournament, director: User) -> Ballot:
    """Open to the clubs of the event, who name three of themselves."""
    return open_ballot(
        tournament=tournament,
        title="Best club",
        source="clubs",
        closes_at=None,
        acting_user=director,
    )


def a_sheet(tournament: Tournament) -> PitchingSheet:
    """The sheet of the club with number 1; its series against number 2 is still to come."""
    team, opponent = (entrant(tournament, number).team for number in (1, 2))
    sheet = open_sheets(scope=tournament.scope, team_ids=[team.pk])[team.pk]
    SheetSeries.objects.create(
        sheet=sheet, key="series:1", opponent=opponent, first_column=1, length=2
    )
    return sheet


def a_ruling(tournament: Tournament, series_id: int, user: User) -> Ruling:
    """A violation by the club with number 1, about which number 2 has still to choose."""
    offender = entrant(tournament, 1).team_id
    return open_ruling(
        series_id=series_id,
        number=1,
        violation=Violation("re-entry", "He was out of the game.", offender=offender, entry=1),
        acting_user=user,
    )


def a_draft(tournament: Tournament, cards: CardSet, director: User) -> Draft:
    """A draft of the event's clubs that is under way, from a pool that would not last."""
    draft = set_up_draft(
        scope=tournament.scope,
        name="The draft",
        card_set=cards,
        teams=[each.team for each in tournament.entrants.select_related("team")],
        settings=DraftSettings(sanctioned=False),
        acting_user=director,
    )
    for seat in draft.seats.all():
        seat.division, seat.slot, seat.drafter = 1, seat.number, "manager"
        seat.save()
    opened = Opened(timezone.now(), dict.fromkeys(range(1, 5), "manager"))
    DraftEvent.objects.create(
        draft=draft, division=1, number=1, kind=opened.kind, data=write(opened), at=opened.at
    )
    draft.state = Draft.State.RUNNING
    draft.save()
    return draft


def a_substitute(tournament: Tournament) -> tuple[User, TeamMember]:
    """A substitute of the club with number 1."""
    user = person("Substitute")
    member = appoint(
        team=entrant(tournament, 1).team,
        user=user,
        role=TeamMember.Role.SUBSTITUTE,
        scope=tournament.scope,
        acting_user=None,
    )
    return user, member


@contextmanager
def nothing_lasts() -> Iterator[None]:
    """What happens inside is undone, so that one request does not pave the way for the next."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def browsers(people: list[User | None]) -> list[Callable[..., Any]]:
    """For each visitor a function that asks: ``ask("get", url)``. Cookies do not last either."""

    def asking(client: Client) -> Callable[..., Any]:
        saved = client.cookies.output(header="", sep="\r\n")

        def ask(method: str, url: str, body: dict[str, Any] | None = None) -> Any:
            client.cookies = SimpleCookie(saved)
            return getattr(client, method)(url, body or {})

        return ask

    return [asking(browser(user)) for user in people]


def rows_stored() -> list[tuple[str, int]]:
    """How many rows each table holds, in one query."""
    tables = sorted({model._meta.db_table for model in apps.get_models(include_auto_created=True)})
    counts = " UNION ALL ".join(f"SELECT '{name}', COUNT(*) FROM {name}" for name in tables)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return sorted(cursor.fetchall())
