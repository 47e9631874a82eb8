"""Players, single cards, and cards side by side."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rosters.makers.base import Subject
from rosters.models import Card, CardSet, Player
from rosters.presenters.drawn import drawn
from rosters.presenters.estimates import estimates
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Splits
from tests.rosters.builders import (
    a_card_set,
    a_purestrat_set,
    a_source,
    batted,
    hitter_row,
    person_facts,
    pitched,
    pitcher_row,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> CardSet:
    """A hitter and a pitcher with their seasons."""
    split = Splits(
        BattingLine(at_bats=100, hits=25, walks=10, home_runs=9),
        BattingLine(at_bats=300, hits=99, walks=30, home_runs=17),
    )
    hitter = batted(400, 40, hits=124, home_runs=26, doubles=20, strikeouts=80)
    return make_card_set(
        name="Made",
        system_key="commons",
        source=a_source(
            (person_facts("slugger", bats="B"), type(hitter)(**_with(hitter, split))),
            (
                person_facts("ace", throws="L"),
                pitched(629, wins=17, earned_runs=51, walks=60, batters_faced=850),
            ),
        ),
        years=[1986],
        acting_user=None,
    )


def _with(season, split):
    return {name: getattr(season, name) for name in season.__dataclass_fields__} | {
        "batting_splits": split
    }


def card(card_set: CardSet, key: str) -> Card:
    return Card.objects.select_related("card_set", "season__player").get(card_set=card_set, key=key)


def compare(client, cards: Sequence[Card]):
    return client.get("/compare/?" + "&".join(f"card={card.pk}" for card in cards))


def test_players_are_found_by_any_part_of_the_name(client, made):
    for query, names in (
        ("", ["Al Ace", "Al Slugger"]),
        ("?q=slug", ["Al Slugger"]),
        ("?q=al+ace", ["Al Ace"]),
        ("?q=nobody", []),
        ("?year=1986", ["Al Ace", "Al Slugger"]),
        ("?year=1987", []),
        ("?source=league&q=ace", ["Al Ace"]),
        ("?year=then&source=other", ["Al Ace", "Al Slugger"]),
    ):
        page = client.get(f"/players/{query}")
        assert [str(player) for player in page.context["players"]] == names, query
    assert "1986" in client.get("/players/?q=ace").content.decode()


def test_a_player_page_shows_his_years_and_his_cards(client, made):
    player = Player.objects.get(key="slugger")
    page = client.get(f"/players/{player.pk}/")
    batting, by_hand, fielding = page.context["tables"]
    assert (batting.title, batting.rows[0].name) == ("Batting", "1986")
    shown = dict(zip([short for short, _ in batting.columns], batting.rows[0].cells, strict=True))
    assert (shown["AB"], shown["HR"], shown["Avg"], shown["CS"]) == ("400", "26", ".310", "0")
    assert [row.note for row in by_hand.rows] == ["left-handed pitchers", "right-handed pitchers"]
    assert [row.cells[0] for row in by_hand.rows] == ["110", "330"]
    assert fielding.rows[0].note == "SS"
    assert [one.card.key for one in page.context["cards"]] == ["slugger-1986"]
    pitcher = client.get(f"/players/{Player.objects.get(key='ace').pk}/").context["tables"][0]
    assert pitcher.title == "Pitching"
    assert pitcher.rows[0].cells[7] == "209.2"
    assert client.get("/players/999999/").status_code == 404


def test_a_comparison_shows_what_can_be_read_and_nothing_of_the_other_kind(client, db):
    cards = a_purestrat_set()
    hitters = list(cards.cards.filter(kind="hitter")[:2])
    pitcher = cards.cards.filter(kind="pitcher").exclude(cells__relief="").first()
    page = compare(client, hitters)
    labels = [line.label for _, lines in page.context["comparison"].groups for line in lines]
    texts = [
        cell.text
        for _, lines in page.context["comparison"].groups
        for line in lines
        for cell in line.cells
    ]
    assert "Running, 17 is fastest" in labels
    assert not any("|" in text for text in texts)
    assert not {"Starter", "Relief", "Hold, lower is better", "Wild pitch"} & set(labels)
    mixed = compare(client, [*hitters, pitcher])
    labels = [line.label for _, lines in mixed.context["comparison"].groups for line in lines]
    assert {"Running, 17 is fastest", "Relief"} <= set(labels)


def test_a_card_is_drawn_with_its_thresholds_as_dice(client, made):
    hitter = drawn(card(made, "slugger-1986"), {})
    assert (hitter.positions, hitter.hands) == ("SS", "Bats both sides, throws right")
    assert [spot.label for spot in hitter.spots if spot.plays] == ["SS"]
    at_bat, _ = hitter.face.groups
    assert [line.label for line in at_bat[1]] == ["HR", "3B", "2B", "1B"]
    # 124 hits in 400 at-bats are 402 of 1296 throws: from number 894 on, which is 5161.
    assert (at_bat[1][3].faces, at_bat[1][3].percent) == (("5", "1", "6", "1"), "31.0%")
    pitcher = drawn(card(made, "ace-1986"), {}).face
    assert [lines[0].label for _, lines in pitcher.groups] == ["BB", "OUT", "OUT"]
    assert pitcher.pips.count(True) == pitcher.rank
    page = client.get("/cards/made/slugger-1986/").content.decode()
    assert 'aria-label="5, 1, 6, 1"' in page


def test_a_card_of_a_system_without_a_drawing_shows_its_cells(client):
    card_set = a_card_set()
    CardSet.objects.filter(pk=card_set.pk).update(system_key="unheard-of")
    page = client.get("/cards/house-cards/slugger/").content.decode()
    assert "home run" in page
    assert "6542" in page
    assert client.get("/cards/house-cards/").status_code == 200
    assert client.get("/cards/").status_code == 200


def test_cards_stand_side_by_side_with_the_best_marked(client, made):
    typed = enter_card_set(
        name="Typed",
        system_key="commons",
        rows=[hitter_row("typed", cells={"rank": "1"}), pitcher_row("other")],
        acting_user=None,
    )
    cards = [card(made, "slugger-1986"), card(typed, "typed"), card(made, "ace-1986")]
    page = compare(client, cards)
    groups = dict(page.context["comparison"].groups)
    lines = {line.label: line for lines in groups.values() for line in lines}
    assert [cell.text for cell in lines["Positions"].cells] == ["SS", "SS 2B", "P"]
    assert [cell.best for cell in lines["Home runs"].cells] == [False, False, False]
    assert [cell.text for cell in lines["Home runs"].cells] == ["26", "–", "–"]
    assert not lines["Year"].differs
    values = [round(one.value, 1) for one in cards]
    assert [cell.best for cell in lines["Value"].cells] == [one == max(values) for one in values]
    assert "Earned run average" in lines
    # Without the second card.
    assert page.context["comparison"].cards[1][1] == (
        f"/compare/?card={cards[0].pk}&card={cards[2].pk}"
    )


def test_less_is_better_where_it_is(client, made):
    other = make_card_set(
        name="Other",
        system_key="commons",
        source=a_source((person_facts("wild"), pitched(300, earned_runs=90, walks=90)), key="two"),
        years=[1986],
        acting_user=None,
    )
    page = compare(client, [card(made, "ace-1986"), card(other, "wild-1986")])
    lines = {
        line.label: [cell.best for cell in line.cells]
        for _, lines in page.context["comparison"].groups
        for line in lines
    }
    assert lines["Earned run average"] == [True, False]
    assert lines["Walks"] == [True, False]
    assert lines["Innings pitched"] == [True, False]


def test_five_cards_are_refused_and_so_is_none(client):
    rows = [hitter_row(f"h{number}") for number in range(5)]
    card_set = enter_card_set(name="Five", system_key="commons", rows=rows, acting_user=None)
    cards = list(card_set.cards.all())
    page = compare(client, cards)
    assert page.status_code == 422
    assert "Up to 4 cards are compared; these are 5." in page.content.decode()
    assert compare(client, cards[:4]).status_code == 200
    # The same card twice is one card; what is no number is passed over.
    page = client.get(f"/compare/?card={cards[0].pk}&card={cards[0].pk}&card=x&card=99999999")
    assert len(page.context["comparison"].cards) == 1
    assert client.get("/compare/").status_code == 422


def test_pages_take_the_same_queries_however_many_cards_they_show(client, made):
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        return len(asked)

    cards = list(Card.objects.filter(card_set=made))
    player = Player.objects.get(key="slugger")
    few = queries(f"/players/{player.pk}/"), queries("/players/"), queries("/cards/")
    season = player.seasons.get()
    for number in range(3):
        typed = enter_card_set(
            name=f"Again {number}",
            system_key="commons",
            rows=[hitter_row("again")],
            acting_user=None,
        )
        typed.cards.update(season=season)
        cards += typed.cards.all()
    assert (queries(f"/players/{player.pk}/"), queries("/players/"), queries("/cards/")) == few
    one = queries(f"/compare/?card={cards[0].pk}")
    assert queries("/compare/?" + "&".join(f"card={card.pk}" for card in cards[:4])) == one


def test_what_is_estimated_is_shown_as_estimated(client, made):
    slugger = client.get(f"/players/{Player.objects.get(key='slugger').pk}/").content.decode()
    assert "Estimated" in slugger
    # Counted splits are drawn towards the usual, and the page says by how many it counted.
    assert "110 counted plate appearances, drawn by 120 towards everybody" in slugger
    assert "A draw; it is not counted" in slugger
    assert "nobody counted those who were caught" not in slugger
    ace = client.get(f"/players/{Player.objects.get(key='ace').pk}/").content.decode()
    assert "7 innings as a starter" in ace
    assert "A draw, better for left-handers; it is not counted" in ace
    assert "His season and everybody&#x27;s difference" in ace


def test_what_nobody_kept_is_named_with_the_years_it_is_taken_from():
    season = batted(500, 60, hits=150, home_runs=20, stolen_bases=10, positions=("cf", "ss"))
    unkept = {"caught_stealing": None, "intentional_walks": None, "double_plays": None}
    season = replace(season, batting=replace(season.batting, **unkept))
    subject = Subject("someone", "Some One", "L", "R", replace(season, year=1930, league="NL"))
    found = {each.what: each for each in estimates(subject)}
    # The American League kept it in the years around.
    assert "as in 1928 to 1931" in found["Caught stealing"].grounds
    assert "as in 1955 to 1956" in found["Intentional walks"].grounds
    assert found["Double plays"].says not in ("about 0", "")
    assert "Strikeouts" not in found
    assert "games, innings not kept" in found["CF"].grounds
