"""How lines of games are read, and added up to what books keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from games.models import PlayersLines
from games.players_lines import BATTED, FACED, FIELDED, PITCHED
from rosters.models import Card
from tournaments.book.models import (
    BattingSum,
    FieldingSum,
    Half,
    HandSum,
    PitchingSum,
    Split,
    Sum,
)

AT_ONCE: Final = 400
"""Games whose lines are read at once."""

DECISIONS: Final = {"W": "wins", "L": "losses", "S": "saves"}

Key = tuple[Any, ...]
"""A stage, a club, a card and a split, in the field a position, and against hands whose and which:
``key_of``."""

Sums = dict[Key, Counter[str]]

Stages = Mapping[int, int]
"""The stage of each game, by the game's key."""


Who = tuple[Any, ...]
"""A side and a card, in the field a position, and against hands whose and which."""


def batting_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The batters of a game by side and card, each with one game: who came up twice in an order
    has two lines and played once."""
    found: dict[Who, Counter[str]] = {}
    for side, card, *counts in lines:
        sums = found.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(BATTED, counts, strict=True)))
    return found


def pitching_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The pitchers of a game by side and card."""
    found: dict[Who, Counter[str]] = {}
    for side, card, *counts, decision in lines:
        sums = found.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(PITCHED, counts, strict=True)))
        if decision in DECISIONS:
            sums[DECISIONS[decision]] += 1
    return found


def fielding_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The fielders by side, card and position."""
    return {
        (side, card, position): Counter({"games": 1, **dict(zip(FIELDED, counts, strict=True))})
        for side, card, position, *counts in lines
    }


def hands_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """The batters by the hand of the pitchers that they met, and the pitchers by the side of the
    batters, as far as their cards say; each with one game."""
    found: dict[Who, Counter[str]] = {}
    for side, batter, pitcher, stands, throws, *counts in lines:
        met = dict(zip(FACED, counts, strict=True))
        for who in (
            (side, batter, Half.BATTER.value, throws),
            (1 - side, pitcher, Half.PITCHER.value, stands),
        ):
            if who[1] and who[3]:
                found.setdefault(who, Counter({"games": 1})).update(met)
    return found


Reader = Callable[[Iterable[list[Any]]], dict[Who, Counter[str]]]

READERS: Final[Mapping[type[Sum], tuple[str, Reader]]] = {
    BattingSum: ("batting", batting_of),
    PitchingSum: ("pitching", pitching_of),
    FieldingSum: ("fielding", fielding_of),
    HandSum: ("duels", hands_of),
}
"""The lines that every table of sums is made of, and how they are read."""

BESIDES: Final[Mapping[type[Sum], tuple[str, ...]]] = {
    FieldingSum: ("position",),
    HandSum: ("half", "hand"),
}
"""What names a sum besides stage, club, card and split."""


def counts_of(model: type[Sum]) -> list[str]:
    """The columns of a sum that are added up, its games first."""
    named = {"id", "stage", "team", "card", "split", *BESIDES.get(model, ())}
    return [field.name for field in model._meta.concrete_fields if field.name not in named]


def key_of(model: type[Sum]) -> list[str]:
    """The columns that name a sum."""
    return ["stage_id", "team_id", "card_id", "split", *BESIDES.get(model, ())]


def summed(model: type[Sum], games: Stages) -> Sums:
    """What players did in these games, as it is kept in a table of sums."""
    column, reader = READERS[model]
    found: Sums = {}
    rows = PlayersLines.objects.order_by()
    for part in parts(list(games)):
        for pk, away, home, lines in rows.filter(game__in=part).values_list(
            "pk", "game__away", "game__home", column
        ):
            sides = ((away, Split.AWAY.value), (home, Split.HOME.value))
            for (side, card, *more), counts in reader(lines).items():
                team, split = sides[side]
                found.setdefault((games[pk], team, card, split, *more), Counter()).update(counts)
    # Cards of a set that was deleted before its games were booked; sums keep theirs from that.
    cards = {key[2] for key in found}
    there = set(Card.objects.filter(pk__in=cards).values_list("pk", flat=True))
    return {key: +counts for key, counts in found.items() if key[2] in there}


def parts(keys: list[int]) -> Iterator[list[int]]:
    """The keys in parts of ``AT_ONCE``."""
    return (keys[at : at + AT_ONCE] for at in range(0, len(keys), AT_ONCE))
