"""Another card game than Purestrat, on the site: drawn up, played, entered, shown and checked."""

import pytest

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine import table
from games.models import Game, Series
from games.open_decisions import open_decisions
from games.presenters.sheet import sheet
from games.presenters.words import choice_in_words
from games.records import record_of
from games.scorer import people_of
from games.services.playing import play_series
from games.services.rewinding import undo_last
from games.services.scoring import add_entries
from games.systems.registry import GAME_SYSTEMS
from games.verifying import verify
from rosters.models import Card
from rosters.services.card_sets import enter_card_set
from tests.builders import browser, person
from tests.engine.small_card_game import SMALL, small_club
from tests.games.builders import a_series, started
from tests.games.small_cards import SMALL_SYSTEM, rows_of
from tests.rosters.builders import a_squad

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not str(table.__file__).endswith(".py"),
        reason="the engine is compiled: a game of our own is not",
    ),
]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with its cards, its card maker and their look."""
    monkeypatch.setitem(GAME_SYSTEMS, "small", SMALL_SYSTEM)


def cards(seed: int) -> list[Card]:
    rows = rows_of(small_club(seed))
    entered = enter_card_set(
        name=f"Small {seed}", system_key="small", rows=rows, acting_user=person(f"Owner {seed}")
    )
    return list(Card.objects.filter(card_set=entered).order_by("pk"))


@pytest.fixture
def series() -> Series:
    made = a_series("small", length=2)
    for seed, team in enumerate((made.home, made.away), start=1):
        a_squad(team, *cards(seed), scope=made.scope)
    return made


def test_a_series_is_played_shown_and_checked(series: Series) -> None:
    first, second = play_series(series_ids=[series.pk], acting_user=None)
    for game in (first, second):
        game = Game.objects.get(pk=game.pk)
        assert game.is_final
        assert all(check.holds for check in verify(game))
        shown = sheet(record_of(game), (game.away, game.home))
        assert {row.name.split()[0] for row in shown.box.pitching} >= {"P1", "P2", "P9"}
        assert "B1" in {row.name for side in shown.box.batting for row in side.rows}
    clubs = clubs_of(Game.objects.get(pk=first.pk))
    assert clubs is not None
    assert (clubs[0].name_of(50), clubs[0].name_of(51)) == ("B50", "P1")


def test_the_line_up_law_is_the_games_own(series: Series) -> None:
    away = series.away
    a_squad(away, *Card.objects.filter(card_set__name="Small 2").order_by("pk")[:59],
            scope=series.scope)  # fmt: skip
    with pytest.raises(Refused) as refused:
        play_series(series_ids=[series.pk], acting_user=None)
    assert refused.value.code == "not-ten-pitchers"


def test_it_is_entered_at_the_table_with_words_of_its_own(series: Series) -> None:
    user = person("Scorer", is_staff=True)
    game = started(series, user=user)
    waits = open_decisions(game)
    assert waits is not None
    record = record_of(game)
    people = people_of(record)
    assert people is not None
    arm = SMALL.decisions[0]
    assert choice_in_words(SMALL, arm, arm.choices[52], 1, people) == "P2"
    game = add_entries(
        game_id=game.pk, after=0, entries=("arm=52", "bat=40", "10-1-1"), acting_user=user
    )
    assert game.entries == ["arm=52", "bat=40", "10-1-1"]
    game = undo_last(game_id=game.pk, after=3, reason="wrong", acting_user=user)
    assert len(game.entries) < 3
    with pytest.raises(Refused) as refused:
        add_entries(
            game_id=game.pk, after=len(game.entries), entries=("token=maybe",), acting_user=user
        )
    assert refused.value.refusals[0].place


def test_its_cards_and_sample_games_are_shown() -> None:
    cards(1)
    for address in ("/cards/small-1/", "/systems/small/", "/systems/small/sample/?seed=x"):
        assert browser().get(address).status_code == 200, address
