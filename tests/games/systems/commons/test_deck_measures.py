"""What a deck that the builder makes is worth in games: against decks drawn at random, over many
seasons of the Lahman database. The figures stand in ``docs/reference/commons.md``."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.engine.record import simulate
from games.systems.commons.card_back import RELIEVER
from games.systems.commons.decks.builder import build
from games.systems.commons.decks.pool import REGULAR_AT_BATS, REGULAR_INNINGS
from games.systems.commons.maker import CommonsMaker, card_of, runs_a_game
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher
from games.systems.commons.play.club import CommonsClub, CommonsPlayer, facing
from games.systems.commons.play.deck_law import PRINTED, DeckCard, deck_problems
from games.systems.commons.play.system import Commons
from rosters.makers.base import PITCHER, CardRow, Subject
from rosters.sources.lahman import Lahman

LAHMAN = Path(__file__).resolve().parents[5] / "shared" / "data" / "lahman"
MAKER = CommonsMaker()
COMMONS = Commons()
SETTINGS = COMMONS.settings()
YEARS = range(1922, 2020, 12)
BUILT, DRAWN, GAMES = 20, 10, 10
"""Decks that are built, each of a box of a hundred batters and fifty pitchers; decks drawn from the
same box against each; games against each of those, half of them at home."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not LAHMAN.exists(), reason="the Lahman database is not here"),
]


@pytest.fixture(scope="module")
def rows() -> list[CardRow]:
    """The legal cards of the regulars of those years."""
    database = Lahman(LAHMAN)
    found = []
    for year in database.years(YEARS):
        for key, seasons in year.seasons.items():
            person = database.people[key]
            whole = next(season for season in seasons if season.whole)
            for row in MAKER.make(
                Subject(key, key, person.bats or "R", person.throws or "R", whole)
            ):
                batting, pitching = whole.batting, whole.pitching
                if row.kind == PITCHER:
                    regular = pitching is not None and pitching.outs >= 3 * REGULAR_INNINGS
                else:
                    regular = batting is not None and batting.at_bats >= REGULAR_AT_BATS
                if regular and not MAKER.faults(row):
                    found.append(row)
    return found


def in_law(number: int, row: CardRow) -> DeckCard:
    pitches = row.kind == PITCHER
    return DeckCard(
        number,
        row.name,
        row.year,
        pitches,
        int(row.cells["rank"]),
        person=row.name,
        reliever=pitches and row.cells["special"] == RELIEVER,
        value=runs_a_game(MAKER.value(row), pitches=pitches),
    )


def drawn(box: list[DeckCard], random: Random) -> list[DeckCard]:
    """A legal deck out of the hat. While the law finds it too dear or with too many relievers, a
    card goes back for another of its kind that is no dearer, and no reliever instead of one who
    is not."""
    random.shuffle(box)
    batters = [card for card in box if not card.pitches]
    pitchers = [card for card in box if card.pitches]
    deck = [*batters[: PRINTED.batters], *pitchers[: PRINTED.pitchers]]
    while deck_problems(deck):
        at, new = random.randrange(len(deck)), random.choice(box)
        old = deck[at]
        if (
            new not in deck
            and new.pitches == old.pitches
            and new.rank <= old.rank
            and new.reliever <= old.reliever
        ):
            deck[at] = new
    return deck


def club(name: str, deck: list[DeckCard], rows: list[CardRow]) -> CommonsClub:
    """A deck in the order in which the house lays one down: of each kind the best first."""
    batters, pitchers = [], []
    for card in sorted(deck, key=lambda card: -card.value):
        row = rows[card.key]
        face = card_of(row)
        if isinstance(face, CommonsPitcher):
            pitchers.append(CommonsPlayer(row.name, row.bats, row.throws, pitcher=face))
        else:
            assert isinstance(face, CommonsBatter)
            batters.append(CommonsPlayer(row.name, row.bats, row.throws, batter=face))
    return CommonsClub(name, tuple(batters), tuple(pitchers))


@pytest.mark.rule("CB-103")
def test_a_built_deck_of_mean_rank_five_wins_from_one_drawn_at_random(
    rows: list[CardRow], record_testsuite_property: Callable[[str, object], None]
) -> None:
    every = [in_law(number, row) for number, row in enumerate(rows)]
    wins = 0
    for number in range(BUILT):
        random = Random(number)
        box = random.sample([card for card in every if not card.pitches], 100)
        box += random.sample([card for card in every if card.pitches], 50)
        made = build(box)
        assert deck_problems(made.cards) == []
        assert made.points / len(made.cards) == 5.0
        mine = club("Built", list(made.cards), rows)
        for turn in range(DRAWN):
            other = club("Drawn", drawn(box, random), rows)
            places = facing(mine, other), facing(other, mine)
            for game in range(GAMES):
                home = game % 2
                seed = f"{number}/{turn}/{game}"
                record = simulate(COMMONS, SETTINGS, seed, clubs=places[home])
                assert record.ending is not None
                wins += record.ending.winner == home
    share = wins / (BUILT * DRAWN * GAMES)
    record_testsuite_property("built", share)
    assert share >= 0.60
