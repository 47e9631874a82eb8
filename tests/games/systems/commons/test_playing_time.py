"""Who may be dealt, drafted by the site and brought to an event: one function decides by playing
time, and an event may ask for more."""

import json
from datetime import UTC, datetime

import pytest

from games.card_games.own_squads import SquadTerms, required
from games.systems.commons.decks.pool import Asked, asked_cards, cards, deck_card
from games.systems.commons.decks.services import make_deck
from games.systems.commons.play.deck_law import REGULAR, has_played_enough
from games.systems.registry import SYSTEMS
from rosters.drafts.services.practising import practise
from rosters.models import Card, Player, PlayerSeason, RosterSpot, Source
from rosters.rules.draft.settings import DraftSettings
from rosters.services.card_sets import enter_card_set
from tests.builders import browser, director_of, league, manager, person
from tests.games.systems.commons.decks import a_set, batter, keys, pitcher
from tournaments.selectors.drafts import draft_settings

pytestmark = pytest.mark.django_db


def wonders(many: int, *, at_bats: str = "1", innings: str = "0.1"):
    """Players who have hardly played, and better than anybody by their cards."""
    for number in range(many):
        yield batter(500 + number, rank=1, at_bats=at_bats, average="1.000", doubles="0",
                     triples="0", home_runs="0", stolen_bases="0")  # fmt: skip
        if number % 5 == 0:
            yield pitcher(500 + number, rank=1, innings=innings, earned_run_average="0.00",
                          walks="0", games="1")  # fmt: skip


def a_pool(clubs: int, *more):
    rows = [
        *(batter(number, rank=1 + number % 9) for number in range(1, 60 * clubs + 1)),
        *(pitcher(number, rank=1 + number % 9) for number in range(1, 15 * clubs + 1)),
        *more,
    ]
    return enter_card_set(name="Commons cards", system_key="commons", rows=rows, acting_user=None)


def an_event(name: str = "League", **settings):
    return league(
        3,
        name=name,
        system_key="commons",
        card_set="commons-cards",
        started=False,
        settings=settings,
    )


def start(event):
    return browser(director_of(event)).post(f"/api/v1/tournaments/{event.slug}/start/")


def dealt(event) -> list[str]:
    """The keys of the cards in the squads of an event."""
    spots = RosterSpot.objects.filter(squad__event__key=event.scope)
    return list(spots.values_list("card__key", flat=True))


def put(user, event, number, deck):
    return browser(user).put(
        f"/api/v1/tournaments/{event.slug}/clubs/{number}/squad/",
        json.dumps({"squad": deck.pk}),
        content_type="application/json",
    )


def codes(answer) -> set[str]:
    assert answer.status_code in (409, 422), answer.content
    return {each["code"] for each in answer.json()["error"]["refusals"]}


def test_clubs_that_are_dealt_have_players_whose_seasons_say_something():
    a_pool(3, *wonders(60))
    event = an_event()
    assert start(event).status_code == 200
    found = dealt(event)
    assert len(found) == 180
    assert not [key for key in found if int(key[1:]) >= 500]


def test_from_too_few_regulars_whoever_has_played_most_is_dealt_too():
    a_pool(2, *wonders(40, at_bats="60", innings="16.0"), *(
        batter(700 + number, rank=1, at_bats="1", average="1.000", doubles="0", triples="0",
               home_runs="0", stolen_bases="0")
        for number in range(30)
    ))  # fmt: skip
    event = an_event()
    assert start(event).status_code == 200
    found = [int(key[1:]) for key in dealt(event)]
    assert len(found) == 180
    assert any(500 <= number < 700 for number in found)
    assert not [number for number in found if number >= 700]


def test_what_an_event_asks_for_is_never_gone_below():
    a_pool(2, *wonders(40, at_bats="60", innings="16.0"))
    event = an_event(least_at_bats=80)
    assert codes(start(event)) == {"pool-too-small"}


def test_a_deck_has_the_playing_time_that_its_event_asks_for():
    a_pool(3)
    box = a_set(
        "Box",
        batter(90, at_bats="99", doubles="4", triples="0", home_runs="2"),
        pitcher(90, innings="29.2"),
    )
    legal = keys(box)
    chosen = [*legal[1:50], *keys(box, "b90", "p90"), *legal[51:]]
    free, strict = an_event(), an_event(name="Strict", least_at_bats=100, least_innings=30)
    for event, own in ((free, manager(free, 1, "Morgan")), (strict, manager(strict, 1, "Marlow"))):
        deck = make_deck(name="Box", cards=chosen, acting_user=own)
        if event is free:
            answer = put(own, event, 1, deck)
            assert answer.status_code == 200, answer.content
            continue
        refusals = put(own, event, 1, deck).json()["error"]["refusals"]
        assert [(each["code"], each["place"]) for each in refusals] == [
            ("too-little-played", f"card:{keys(box, 'b90')[0]}"),
            ("too-little-played", f"card:{keys(box, 'p90')[0]}"),
        ]
        page = browser(own).get(f"/t/{event.slug}/teams/1/enter/").content.decode()
        assert "99 at-bats; this event asks for 100" in page
        assert "29.2 innings; this event asks for 30" in page


def test_decks_are_of_the_events_cards_where_the_event_says_so():
    made = a_pool(3)
    box = a_set("Box")
    event = an_event(deck_cards="event")
    own = manager(event, 1, "Morgan")
    foreign = make_deck(name="Box", cards=keys(box), acting_user=own)
    assert codes(put(own, event, 1, foreign)) == {"card-of-another-set"}
    cheap = [f"b{9 * number}" for number in range(1, 13)] + [
        f"b{number}" for number in range(1, 100) if number % 9 in (2, 3, 4, 5)
    ]
    deck = make_deck(
        name="Own",
        cards=keys(made, *cheap[:50], *(f"p{number}" for number in range(1, 11))),
        acting_user=own,
    )
    assert put(own, event, 1, deck).status_code == 200
    # What came in before the event said so is found when it starts.
    late = an_event(name="Late")
    user = manager(late, 1, "Marlow")
    foreign = make_deck(name="Box", cards=keys(box), acting_user=user)
    assert put(user, late, 1, foreign).status_code == 200
    sent = {"settings": {"deck_cards": "event"}, "card_set": "commons-cards", "legs": 1,
            "series_length": 3, "home_pattern": ""}  # fmt: skip
    desk = browser(director_of(late))
    address = f"/api/v1/tournaments/{late.slug}/options/"
    assert desk.put(address, json.dumps(sent), content_type="application/json").status_code == 200
    assert codes(start(late)) == {"card-of-another-set"}


def test_the_house_drafts_regulars_and_a_draft_keeps_what_the_event_asks_for():
    made = a_pool(3, *wonders(30))
    draft = practise(
        card_set=made, teams=2, slot=1, settings=DraftSettings(),
        acting_user=person("Robin"), now=datetime(2026, 3, 1, 12, tzinfo=UTC), by_house=True,
    )  # fmt: skip
    picked = [int(key[1:]) for key in draft.picks.values_list("card__key", flat=True)]
    assert len(picked) == 120
    assert not [number for number in picked if number >= 500]
    event = an_event(least_at_bats=2)
    assert draft_settings(event).least_at_bats == 2


def test_the_query_and_the_function_agree_card_by_card():
    made = a_pool(1, *wonders(5, at_bats="99", innings="29.2"), batter(800, at_bats="100"),
                  pitcher(800, innings="30.0"), batter(801, at_bats=""))  # fmt: skip
    source = Source.objects.create(key="some", name="Some", kind=Source.Kind.IMPORTED)
    player = Player.objects.create(source=source, key="some", last_name="Season")
    for key, at_bats, outs in (("b1", 99, 0), ("b2", 100, 0), ("p1", 0, 89), ("p2", 0, 90)):
        season = PlayerSeason.objects.create(
            player=player, year=1900 + at_bats + outs, at_bats=at_bats, outs=outs, whole=True
        )
        Card.objects.filter(card_set=made, key=key).update(season=season)
    asked = Asked(least_at_bats=100, least_innings=30)
    by_query = set(asked_cards(asked).values_list("key", flat=True))
    by_function = {
        card.key
        for card in cards()
        if has_played_enough(deck_card(card).playing, pitches=deck_card(card).pitches, law=REGULAR)
    }
    assert by_query == by_function
    assert {"b2", "p2", "b800", "p800", "b801"} <= by_query
    assert not {"b1", "p1", "b500", "p500"} & by_query


def test_practice_asks_for_nothing():
    box = a_set("Box")
    kind = required(SYSTEMS["commons"])
    assert kind.problems(keys(box)) == []
    assert kind.problems(keys(box), SquadTerms({"least_at_bats": 501}, box.pk)) != []
