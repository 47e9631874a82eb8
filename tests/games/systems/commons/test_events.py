"""Decks in events: entered, checked when play begins and when a game does, put in order, played as
their managers have told."""

import json

import pytest

from games.engine.events import ACT, acted
from games.engine.folds.moments import moments_of
from games.models import Game
from games.records import record_of
from games.services.scoring import record_game
from games.systems.commons.decks.services import change_cards, delete_deck, make_deck
from games.systems.commons.play.decisions import (
    CHALLENGES,
    PLAYS_ADVANCE,
    PLAYS_DOUBLE,
    PLAYS_HIT,
    PLAYS_OUT,
    PLAYS_TWO_OUTS,
    REPLAYS,
)
from rosters.models import Card, RosterSpot, Squad
from tests.builders import browser, director_of, entrant, fixture_of, league, manager
from tests.games.systems.commons.decks import a_commons_set, a_set, batter, keys, pitcher
from tournaments.services.drafts import set_up
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.django_db

GODS = (
    CHALLENGES,
    PLAYS_ADVANCE,
    PLAYS_DOUBLE,
    PLAYS_HIT,
    PLAYS_OUT,
    PLAYS_TWO_OUTS,
    REPLAYS,
)


@pytest.fixture
def cards():
    """Four clubs' worth of cards for the event, and a box of cards of one's own."""
    a_commons_set(4)
    return a_set(
        "Box",
        batter(90, rank=6),
        batter(91, at_bats="0"),
        batter(92, special="commemorative"),
        pitcher(90, reliever=True),
        pitcher(91, reliever=True),
    )


@pytest.fixture
def event(cards):
    return league(4, system_key="commons", card_set="commons-cards", started=False)


@pytest.fixture
def own(event):
    return manager(event, 1, "Morgan")


def put(client, event, number, deck):
    return client.put(
        f"/api/v1/tournaments/{event.slug}/clubs/{number}/squad/",
        json.dumps({"squad": deck.pk}),
        content_type="application/json",
    )


def told_in(answer) -> list[dict]:
    """The refusals of an answer of the API."""
    assert answer.status_code in (409, 422), answer.content
    return answer.json()["error"]["refusals"]


def held(event, number) -> list[int]:
    spots = RosterSpot.objects.filter(
        squad__event__key=event.scope, squad__team=entrant(event, number).team
    )
    return list(spots.order_by("number").values_list("card", flat=True))


def played(event, one=1, other=2) -> Game:
    """A game of two clubs, its first pitch thrown."""
    series = fixture_of(event, one, other).series
    return record_game(series_id=series.pk, number=1, transcript=[], acting_user=director_of(event))


@pytest.mark.rule("CB-001", "CB-005", "CB-103")
def test_a_manager_enters_a_deck_for_his_club_and_it_plays_in_its_order(event, own, cards):
    wanted = keys(cards)
    wanted = [*reversed(wanted[:50]), *reversed(wanted[50:])]
    deck = make_deck(name="Shoe box", cards=wanted, acting_user=own)
    page = browser(own)
    address = f"/t/{event.slug}/teams/1/enter/"
    shown = page.get(address).content.decode()
    assert "Shoe box" in shown
    assert "Legal" in shown
    answer = page.post(address, {"squad": deck.pk}, follow=True)
    assert "Shoe box is entered" in answer.content.decode()
    assert held(event, 1) == wanted
    # What he does to the deck later touches no event.
    change_cards(deck=deck, change=lambda old: old[1:], acting_user=own)
    delete_deck(deck=deck, acting_user=own)
    assert held(event, 1) == wanted
    start_tournament(tournament=event, acting_user=director_of(event))
    game = played(event)
    side = 0 if game.away == entrant(event, 1).team else 1
    assert game.clubs[side]["cards"] == wanted
    # The house dealt the others decks of the event's own cards.
    others = Squad.objects.filter(event__key=event.scope).exclude(team=entrant(event, 1).team)
    assert [squad.spots.count() for squad in others] == [60, 60, 60]
    assert "entered" in page.get(f"/t/{event.slug}/teams/1/squad/").content.decode()


def wrongs(cards):
    legal = keys(cards)
    one = lambda *names: keys(cards, *names)  # noqa: E731
    return {
        "59": (legal[1:], ("deck-size", "CB-001", "cards", 1)),
        "51 and 9": (
            [*legal[:-1], *one("b51")],
            ("not-ten-pitchers", "CB-002", "pitchers", 1),
        ),
        "five relievers": (
            [*legal[:-3], *one("p9", "p90", "p91")],
            ("too-many-relievers", "CB-003", "relievers", 1),
        ),
        "301 points": (
            [*one("b90"), *legal[1:]],
            ("salary-cap-exceeded", "CB-103", "points", 1),
        ),
        "no at-bats": (
            [*one("b91"), *legal[1:]],
            ("card-without-statistics", "CB-117", f"card:{one('b91')[0]}", None),
        ),
        "commemorative": (
            [*one("b92"), *legal[1:]],
            ("commemorative-card", "CB-118", f"card:{one('b92')[0]}", None),
        ),
    }


@pytest.mark.long
@pytest.mark.rule("CB-001", "CB-002", "CB-003", "CB-103", "CB-117", "CB-118", "CB-119")
def test_no_bad_deck_is_entered_by_page_or_api_and_nothing_is_half_stored(event, own, cards):
    other_year = a_set("Second box")
    twice = [*keys(other_year, "b2"), *keys(cards)[1:]]
    faults = wrongs(cards) | {
        "one player twice": (
            twice,
            ("player-twice", "CB-119", f"card:{keys(cards, 'b2')[0]}", None),
        )
    }
    good = make_deck(name="Good", cards=keys(cards), acting_user=own)
    client = browser(own)
    assert put(client, event, 1, good).status_code == 200
    before = held(event, 1)
    for name, (chosen, expected) in faults.items():
        deck = make_deck(name=name, cards=chosen, acting_user=own)
        answer = put(client, event, 1, deck)
        told = [
            (each["code"], each["facts"].get("rule"), each["place"], each["facts"].get("by"))
            for each in told_in(answer)
        ]
        assert expected in told, (name, told)
        paged = client.post(f"/t/{event.slug}/teams/1/enter/", {"squad": deck.pk})
        assert paged.status_code == 422
        assert expected[1] in paged.content.decode()
        assert held(event, 1) == before


def test_only_ones_own_deck_for_ones_own_club(event, own, cards):
    mine = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    rival = manager(event, 2, "Rival")
    answer = put(browser(rival), event, 2, mine)
    assert [each["code"] for each in told_in(answer)] == ["no-such-deck"]
    assert put(browser(own), event, 2, mine).status_code == 404
    assert browser(own).get(f"/t/{event.slug}/teams/2/enter/").status_code == 404
    assert put(browser(), event, 1, mine).status_code in (401, 403)
    dice = league(4, name="Dice", started=False)
    someone = manager(dice, 1, "Someone")
    assert browser(someone).get(f"/t/{dice.slug}/teams/1/enter/").status_code == 404
    refused = put(browser(someone), dice, 1, mine)
    assert told_in(refused)[0]["code"] == "no-own-squads"


def test_who_drafts_enters_nothing(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    set_up(tournament=event, acting_user=director_of(event))
    assert told_in(put(browser(own), event, 1, deck))[0]["code"] == "draft-set-up"


@pytest.mark.rule("CB-005")
def test_a_deck_is_withdrawn_before_play_and_never_during_a_game(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    client, desk = browser(own), browser(director_of(event))
    address = f"/api/v1/tournaments/{event.slug}/clubs/1/squad/"
    assert told_in(client.delete(address))[0]["code"] == "nothing-entered"
    put(client, event, 1, deck)
    assert client.delete(address).status_code == 204
    assert held(event, 1) == []
    put(client, event, 1, deck)
    start_tournament(tournament=event, acting_user=director_of(event))
    for refused in (client.delete(address), desk.delete(address), put(client, event, 1, deck)):
        assert told_in(refused)[0]["code"] == "already-started"
    # A director may exchange it, but not while the club is in the middle of a game.
    theirs = make_deck(name="Theirs", cards=keys(cards), acting_user=director_of(event))
    assert put(desk, event, 1, theirs).status_code == 200
    game = played(event)
    frozen = list(game.clubs)
    refusal = told_in(put(desk, event, 1, theirs))[0]
    assert (refusal["code"], refusal["facts"]["rule"]) == ("game-going-on", "CB-005")
    assert refusal["place"] == f"series {game.series_id}, game 1"
    game.refresh_from_db()
    assert list(game.clubs) == frozen


@pytest.mark.long
@pytest.mark.rule("CB-103")
def test_squads_are_judged_again_when_play_begins_and_when_a_game_does(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    put(browser(own), event, 1, deck)
    spot = RosterSpot.objects.filter(squad__event__key=event.scope).order_by("number").first()
    dear = keys(cards, "b90")[0]
    RosterSpot.objects.filter(pk=spot.pk).update(card=dear)
    desk = browser(director_of(event))
    answer = desk.post(f"/api/v1/tournaments/{event.slug}/start/")
    (refusal,) = told_in(answer)
    club = entrant(event, 1).team.name
    assert (refusal["code"], refusal["place"]) == ("salary-cap-exceeded", club)
    assert (refusal["facts"]["by"], refusal["facts"]["rule"]) == (1, "CB-103")
    event.refresh_from_db()
    assert event.state == event.State.SETUP
    RosterSpot.objects.filter(pk=spot.pk).update(card=spot.card_id)
    start_tournament(tournament=event, acting_user=director_of(event))
    RosterSpot.objects.filter(pk=spot.pk).update(card=dear)
    series = fixture_of(event, 1, 2).series
    answer = desk.post(
        "/api/v1/games/",
        json.dumps({"series": series.pk, "number": 1, "transcript": []}),
        content_type="application/json",
    )
    (refusal,) = told_in(answer)
    assert (refusal["code"], refusal["facts"]["at"]) == ("salary-cap-exceeded", "points")
    assert not Game.objects.exists()


@pytest.mark.rule("CB-005")
def test_the_order_is_its_managers_but_not_in_a_game(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    put(browser(own), event, 1, deck)
    start_tournament(tournament=event, acting_user=director_of(event))
    squad = Squad.objects.get(event__key=event.scope, team=entrant(event, 1).team)
    client = browser(own)
    address = f"/squads/{squad.pk}/order/"
    first, second, *rest = held(event, 1)
    assert "CB-005" not in client.get(address).content.decode()
    client.post(address, {"down": first})
    assert held(event, 1) == [second, first, *rest]
    # Dragging sends the cards of one kind.
    bats, arms = rest[:48], rest[48:]
    client.post(address, {"order": [first, second, *bats]})
    assert held(event, 1) == [first, second, *bats, *arms]
    api = f"/api/v1/squads/{squad.pk}/order/"
    wanted = [*arms, first, *bats, second]
    sent = client.put(api, json.dumps({"cards": wanted}), content_type="application/json")
    assert sent.json()["order"] == held(event, 1) == [first, *bats, second, *arms]
    bad = client.put(
        api,
        json.dumps({"cards": [first, first, 10**9, *bats, *arms]}),
        content_type="application/json",
    )
    assert [(each["code"], each["place"]) for each in told_in(bad)] == [
        ("not-in-squad", f"card:{10**9}"),
        ("named-twice", f"card:{first}"),
        ("card-missing", f"card:{second}"),
    ]
    game = played(event)
    before = held(event, 1)
    for refused in (
        client.put(api, json.dumps({"cards": wanted[::-1]}), content_type="application/json"),
        client.post(address, {"down": first}),
    ):
        assert refused.status_code in (409, 422)
        assert "CB-005" in refused.content.decode()
    assert held(event, 1) == before
    # A suspended game keeps its order; the ones before it goes on are played in another.
    frozen = list(game.clubs)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.SUSPENDED)
    client.post(address, {"down": first})
    assert held(event, 1) != before
    game.refresh_from_db()
    assert list(game.clubs) == frozen
    assert browser(manager(event, 2, "Rival")).get(address).status_code == 404


@pytest.mark.rule("CB-076")
def test_what_a_manager_leaves_behind_is_played_by(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    put(browser(own), event, 1, deck)
    start_tournament(tournament=event, acting_user=director_of(event))
    squad = Squad.objects.get(event__key=event.scope, team=entrant(event, 1).team)
    client = browser(own)
    address = f"/squads/{squad.pk}/instructions/"
    assert "Out gods" in client.get(address).content.decode()
    never = dict.fromkeys(
        ("out_gods", "hit_gods", "advances", "challenges", "super_gods", "bunts", "fences"), 0
    )
    sent = {f"tendency_{key}": value for key, value in never.items()}
    assert client.post(address, sent).status_code == 302
    assert client.post(address, {"tendency_out_gods": 11}).status_code == 422
    series = fixture_of(event, 1, 2).series
    game = record_game(
        series_id=series.pk,
        number=1,
        transcript=[],
        acting_user=director_of(event),
    )
    side = 0 if game.away == entrant(event, 1).team else 1
    assert game.clubs[side]["tendencies"] == never
    assert game.clubs[side]["laid_down"] == {"instructions": 1}
    assert "tendencies" not in game.clubs[1 - side]
    assert Card.objects.filter(pk__in=game.clubs[side]["cards"]).count() == 60


@pytest.mark.long
@pytest.mark.rule("CB-076")
def test_a_simulated_series_follows_what_its_managers_left_behind(event, own, cards):
    deck = make_deck(name="Mine", cards=keys(cards), acting_user=own)
    put(browser(own), event, 1, deck)
    start_tournament(tournament=event, acting_user=director_of(event))
    squad = Squad.objects.get(event__key=event.scope, team=entrant(event, 1).team)
    gods = ("out_gods", "hit_gods", "advances", "challenges", "super_gods")
    sent = {f"tendency_{key}": 0 for key in gods}
    assert browser(own).post(f"/squads/{squad.pk}/instructions/", sent).status_code == 302
    series = fixture_of(event, 1, 2).series
    answer = browser(director_of(event)).post(f"/series/{series.pk}/simulate/")
    assert answer.status_code == 302
    games = list(Game.objects.filter(series=series))
    assert games
    played = {True: 0, False: 0}
    for game in games:
        mine = 0 if game.away == entrant(event, 1).team else 1
        for moment in moments_of(record_of(game)):
            if moment.kind == ACT:
                side, what, _ = acted(moment.value)
                played[side == mine] += what in GODS
    assert played[True] == 0
    assert played[False] > 0
