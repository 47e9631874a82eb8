"""What a club plans is told to nobody else: every address of the site and of the API is asked as
the opponent and as a spectator, before and after the plans of a club have become others, and
answers the same.

Plans that tell nothing are not enough: a name may stand in a list of the squad as well, so what is
looked for is any difference.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache

from config.journal.models import Action
from config.live.models import LiveEvent
from config.notices.models import Notice
from config.notices.services import look
from games.models import Game, Series
from games.planning.models import DeclaredStart, EventRules, GameCard, Instructions, LineUp
from games.planning.services.rotations import set_event_rules
from games.services.scoring import Seats, record_game
from rosters.drafts.models import DraftEvent, DraftSeat, ListedCard
from rosters.models import RosterSpot
from tests.builders import browser, director_of
from tests.config import api_requests, page_requests
from tests.config import test_access as pages
from tests.config import test_api_access as api
from tests.games.planning.builders import Club, an_event, series_of
from tests.personas import Event
from tests.personas import an_event as personas_event
from tests.rosters.test_auctions import Auction

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 2, 12, tzinfo=UTC)
SECRET = "Wait for the tall one"

ANEW = re.compile(
    r"nonce=\S+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|(?<![\w-])[\w-]{22,}(?![\w-])|\d+(\.\d+)? m?s\b"
)
"""What is made anew for each answer: tokens, nonces, keys, seeds, how long something took."""

NOBODYS = frozenset({"api-schema", "api-docs", "health-live", "health-ready", "live:stream"})
"""Addresses that look at nobody's club; so do those of the game systems, whose samples are thrown
anew each time."""


class Plans:
    """A club that hides its plans from the opponent of its second game."""

    def __init__(self) -> None:
        self.tournament = an_event()
        clubs = [Club(self.tournament, number) for number in (1, 2)]
        self.series = series_of(self.tournament, *(club.team.pk for club in clubs))
        self.club, self.opponent = sorted(
            clubs, key=lambda club: club.team.pk != self.series.sides(2)[1]
        )
        self.column = self.series.columns(2)[1]
        self.game = record_game(
            series_id=self.series.pk,
            number=1,
            transcript=(),
            acting_user=None,
            seats=Seats(away_managed=True, home_managed=True),
        )

    @property
    def starters(self) -> list[int]:
        return [player.key for player in self.club.board.starters]

    def lay_down(self, turn: int) -> None:
        """Plans, and others for another ``turn``; that there are some may be seen."""
        squad, user = self.club.squad, self.club.user
        starter = self.starters[-1 - turn]
        DeclaredStart.objects.update_or_create(
            squad=squad,
            column=self.column,
            defaults={"card_id": starter, "declared_by": user, "declared_at": NOW},
        )
        board = self.club.board
        for hand in ("L", "R"):
            spots = board.builder.suggested(board.keys, hand)
            spots = spots[turn + 1 :] + spots[: turn + 1]
            LineUp.objects.update_or_create(
                squad=squad,
                series=None,
                number=0,
                against=hand,
                defaults={
                    "spots": [[spot.player, spot.position] for spot in spots],
                    "saved_by": user,
                    "saved_at": NOW,
                },
            )
        Instructions.objects.update_or_create(
            squad=squad,
            version=1,
            defaults={
                "data": {"hook_innings": 3 + turn, "closer": self.starters[turn]},
                "saved_by": user,
                "saved_at": NOW,
            },
        )


def addresses(plans: Plans, house: Event) -> Iterator[tuple[str, str]]:
    """Every address that is looked at, with the plans' event wherever it can be meant."""
    card = RosterSpot.objects.filter(squad=plans.club.squad).order_by("number")[0].card
    meant = replace(
        house,
        slug=plans.tournament.slug,
        series=plans.series.pk,
        game=plans.game.pk,
        team=plans.club.team.pk,
        squad=plans.club.squad.pk,
        sheet=plans.club.board.sheet_row.pk,
        card_set=card.card_set.slug,
        card=card.pk,
        card_key=card.key,
    )
    second = {
        "games:score": f"/series/{plans.series.pk}/games/2/score/",
        "seriesday:report": f"/series/{plans.series.pk}/games/2/report/?box=1",
    }
    number = plans.tournament.entrants.get(team=plans.club.team).number
    for name, url in {**page_requests.addresses(meant), **second}.items():
        if (name, "get") in pages.TABLE and not is_nobodys(name):
            yield name, url.replace("/teams/1/", f"/teams/{number}/")
    for name, url in api_requests.addresses(meant).items():
        if (name, "get") in api.TABLE:
            yield name, url
    yield "begin in the middle", f"/series/{plans.series.pk}/games/2/score/?beginning=situation"
    yield "opponent's plan", f"/squads/{plans.opponent.squad.pk}/"
    yield "live part of the plan", f"/squads/{plans.club.squad.pk}/?part=1"


def is_nobodys(name: str) -> bool:
    return name in NOBODYS or name.startswith("systems:")


def told(reader, url: str) -> str:
    """What an address answers, without what is made anew for each answer."""
    cache.clear()  # Nobody has asked too often.
    answer = reader.get(url)
    assert answer.status_code != 429
    whole = b"".join(answer).decode(errors="replace")
    return f"{answer.status_code} {ANEW.sub('…', whole)}"


@pytest.fixture
def plans() -> Plans:
    return Plans()


@pytest.mark.long
def test_no_address_tells_others_what_a_club_plans(plans):
    with time_machine.travel(NOW, tick=False):
        house, _ = personas_event("public")
        readers = {
            "opponent": plans.opponent.browser,
            "spectator": browser(None),
        }
        where = list(addresses(plans, house))
        plans.lay_down(0)
        before = {
            (who, name): told(reader, url) for who, reader in readers.items() for name, url in where
        }
        plans.lay_down(1)
        differ = [
            (who, name)
            for who, reader in readers.items()
            for name, url in where
            if told(reader, url) != before[who, name]
        ]
    assert differ == []
    # They are plans that are seen by those whose they are.
    squad = f"/api/v1/squads/{plans.club.squad.pk}/"
    assert plans.club.browser.get(squad).json()["starts"][0]["card"] == plans.starters[-2]


@pytest.mark.long
def test_no_address_tells_others_a_clubs_queue_and_notes_of_a_draft():
    with time_machine.travel(NOW, tick=False):
        house, people = personas_event("public")
        seats = DraftSeat.objects.filter(draft=house.draft).order_by("slot")
        ListedCard.objects.create(seat=seats[0], card_id=house.card, rank=1, note=SECRET)
        where = {**page_requests.addresses(house), **api_requests.addresses(house)}
        for name in NOBODYS:
            where.pop(name, None)
        opponent = people[4]
        for reader in (browser(opponent), browser(None)):
            assert [url for url in where.values() if SECRET in told(reader, url)] == []
        own = told(browser(people[5]), api_requests.addresses(house)["draft-queue"])
    assert SECRET in own


@pytest.mark.long
def test_no_address_tells_others_up_to_what_a_club_bids():
    with time_machine.travel(NOW, tick=False):
        house, _ = personas_event("public")
        auction = Auction()
        lot = auction.nominate()
        auction.programs[3].put("maximum/", {"lot": lot["number"], "amount": 20})
        meant = replace(
            house,
            slug=auction.draft.card_set.tournaments.get().slug,
            draft=auction.draft.pk,
            card=lot["card"],
            card_set=auction.draft.card_set.slug,
        )
        where = {**page_requests.addresses(meant), **api_requests.addresses(meant)}
        where = {name: url for name, url in where.items() if not is_nobodys(name)}
        readers = {
            "opponent": browser(auction.users[3]),
            "director": browser(auction.director),
            "spectator": browser(None),
        }
        answers = []
        # More than the other's maximum by 1, so that each bid shown is the same.
        for amount in (743, 655):
            auction.programs[2].put("maximum/", {"lot": lot["number"], "amount": amount})
            assert auction.office.get()["lot"]["price"] == 21
            look(now=NOW)
            told_of = {
                (who, name): told(reader, url)
                for who, reader in readers.items()
                for name, url in where.items()
            }
            told_of["log"] = str(list(DraftEvent.objects.values_list("kind", "data", "at")))
            told_of["stream"] = str(list(LiveEvent.objects.values_list("topic", flat=True)))
            told_of["audit log"] = str(list(Action.objects.values_list("code", "old", "new")))
            told_of["notices"] = str(list(Notice.objects.values_list("title", "detail")))
            answers.append(told_of)
    assert [place for place in answers[0] if answers[0][place] != answers[1][place]] == []
    assert auction.programs[2].get("maximum/")["amount"] == 655


def staffs_as_told(reader, series: Series, number: int = 2) -> list[int | None]:
    answer = reader.get(f"/api/v1/series/{series.pk}/games/{number}/reports/")
    return [staff["starter"] for staff in answer.json()["staffs"]]


@pytest.mark.long
def test_the_opponent_reads_no_hidden_starter_where_games_are_reported(plans):
    plans.lay_down(0)
    secret, page = plans.starters[-1], f"/series/{plans.series.pk}/games/2/report/"
    chosen = f'<option value="{secret}" selected'
    for whole in (page, f"{page}?box=1"):
        assert chosen in plans.club.browser.get(whole).content.decode()
        assert chosen not in plans.opponent.browser.get(whole).content.decode()
    assert staffs_as_told(plans.club.browser, plans.series)[1] == secret
    assert staffs_as_told(plans.opponent.browser, plans.series)[1] != secret
    director = browser(director_of(plans.tournament))
    assert staffs_as_told(director, plans.series)[1] == secret


def test_a_published_rotation_is_for_everybody(plans):
    plans.lay_down(0)
    assert EventRules.objects.filter(published=True).count() == 0
    set_event_rules(
        scope=plans.tournament.scope,
        values={"published": True},
        acting_user=director_of(plans.tournament),
    )
    assert staffs_as_told(plans.opponent.browser, plans.series)[1] == plans.starters[-1]


def name(club: Club, page: str, side: int, card: int):
    return club.browser.post(page, {"act": "name", "side": side, "starter": card})


@pytest.mark.rule("T0.13")
def test_t0_13_the_visitors_line_up_is_shown_first(plans):
    page = f"/series/{plans.series.pk}/games/2/before/"
    away, home = plans.opponent, plans.club
    foe, ace = away.board.starters[0].key, plans.starters[1]
    assert name(away, page, 0, foe).status_code == 302
    assert staffs_as_told(home.browser, plans.series)[0] == foe
    assert name(home, page, 1, ace).status_code == 302
    assert staffs_as_told(away.browser, plans.series) == [foe, ace]
    confirmed = home.browser.post(page, {**home.nine("R"), "act": "confirm", "side": 1})
    assert confirmed.status_code == 302
    assert home.browser.get(page).context["sides"][1].order
    assert not away.browser.get(page).context["sides"][1].order
    confirmed = away.browser.post(page, {**away.nine("R"), "act": "confirm", "side": 0})
    assert confirmed.status_code == 302
    assert all(side.order for side in away.browser.get(page).context["sides"])


@pytest.mark.rule("T0.13")
def test_t0_13_no_refusal_names_a_starter_to_those_who_may_not_know_him_yet(plans):
    """The home side's player cannot start any more, and the visitors have to name another: whom the
    home side had named is hidden again until they have."""
    page = f"/series/{plans.series.pk}/games/2/before/"
    away, home = plans.opponent, plans.club
    name(away, page, 0, away.board.starters[0].key)
    name(home, page, 1, plans.starters[0])
    card = GameCard.objects.get(team=home.team)
    RosterSpot.objects.filter(squad=home.squad, card=card.starter_id).delete()
    said = card.starter.name
    score = f"/series/{plans.series.pk}/games/2/score/"
    for answer in (
        away.browser.get(page),
        away.browser.post(page, {**away.nine("R"), "act": "confirm", "side": 0}),
        away.browser.post(score, {"act": "start", "dice": "table"}),
    ):
        assert said not in answer.content.decode()
    assert not Game.objects.filter(series=plans.series, number=2).exists()


def test_nobody_but_a_director_says_who_plays_for_a_club_without_people():
    event = an_event()
    club = Club(event, 1)
    series = next(
        each.series for each in club.board.schedule if not each.at_home and each.number == 1
    )
    other = series.sides(1)[1]
    page = f"/series/{series.pk}/games/1/before/"
    mine = club.board.starters[0].key
    assert name(club, page, 0, mine).status_code == 302
    cards = RosterSpot.objects.filter(squad__event__key=event.scope, squad__team=other)
    theirs = next(spot.card_id for spot in cards.order_by("number") if spot.card.kind == "pitcher")
    refused = name(club, page, 1, theirs)
    assert [each.code for each in refused.context["refusals"]] == ["not-your-side"]
    api_answer = club.browser.put(
        f"/api/v1/series/{series.pk}/games/1/starter/",
        {"side": "home", "card": theirs},
        content_type="application/json",
    )
    assert api_answer.status_code == 403
    assert not GameCard.objects.filter(team=other).exists()
    director = browser(director_of(event))
    answer = director.post(page, {"act": "name", "side": 1, "starter": theirs})
    codes = [each.code for each in answer.context["refusals"]] if answer.context else []
    assert "not-your-side" not in codes


def test_who_has_seen_a_club_played_by_the_computer_does_not_begin_again(plans):
    plans.lay_down(0)
    score = f"/series/{plans.series.pk}/games/2/score/"
    start = {"act": "start", "dice": "table", "home_managed": "on", "away_managed": "on"}
    assert plans.opponent.browser.post(score, start).status_code == 422
    director = browser(director_of(plans.tournament))
    for side in (0, 1):
        director.post(score, {"act": "house", "side": side, "allowed": "yes"})
    assert plans.opponent.browser.post(score, start).status_code == 302
    refused = plans.opponent.browser.post(score, {"act": "void", "reason": "By mistake"})
    assert refused.status_code == 422
    assert director.post(score, {"act": "void", "reason": "By mistake"}).status_code == 302
