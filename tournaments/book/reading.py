"""Read the lines of games and add them up to sums."""

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
"""Games whose lines are read at a time."""

DECISIONS: Final = {"W": "wins", "L": "losses", "S": "saves"}

Key = tuple[Any, ...]
"""A stage, a club, a card and a split; for fielding also a position, against hands also half and
hand: ``key_of``."""

Sums = dict[Key, Counter[str]]

Stages = Mapping[int, int]
"""The stage of each game, by the game's key."""


Who = tuple[Any, ...]
"""A side and a card; for fielding also a position, against hands also half and hand."""


def batting_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """Return the batters of a game by side and card, each with one game: a player who batted in two
    places of the order has two lines and played once."""
    counts_by_batter: dict[Who, Counter[str]] = {}
    for side, card, *counts in lines:
        sums = counts_by_batter.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(BATTED, counts, strict=True)))
    return counts_by_batter


def pitching_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    counts_by_pitcher: dict[Who, Counter[str]] = {}
    for side, card, *counts, decision in lines:
        sums = counts_by_pitcher.setdefault((side, card), Counter({"games": 1}))
        sums.update(dict(zip(PITCHED, counts, strict=True)))
        if decision in DECISIONS:
            sums[DECISIONS[decision]] += 1
    return counts_by_pitcher


def fielding_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    return {
        (side, card, position): Counter({"games": 1, **dict(zip(FIELDED, counts, strict=True))})
        for side, card, position, *counts in lines
    }


def hands_of(lines: Iterable[list[Any]]) -> dict[Who, Counter[str]]:
    """Return the batters by the throwing hand of their pitchers, and the pitchers by the side of
    their batters, as far as the cards give these; each with one game."""
    counts_by_key: dict[Who, Counter[str]] = {}
    for side, batter, pitcher, bats, throws, *counts in lines:
        matchup = dict(zip(FACED, counts, strict=True))
        for key in (
            (side, batter, Half.BATTER.value, throws),
            (1 - side, pitcher, Half.PITCHER.value, bats),
        ):
            if key[1] and key[3]:
                counts_by_key.setdefault(key, Counter({"games": 1})).update(matchup)
    return counts_by_key


Reader = Callable[[Iterable[list[Any]]], dict[Who, Counter[str]]]

READERS: Final[Mapping[type[Sum], tuple[str, Reader]]] = {
    BattingSum: ("batting", batting_of),
    PitchingSum: ("pitching", pitching_of),
    FieldingSum: ("fielding", fielding_of),
    HandSum: ("duels", hands_of),
}
"""The lines that each table of sums is made of, and the function that reads them."""

BESIDES: Final[Mapping[type[Sum], tuple[str, ...]]] = {
    FieldingSum: ("position",),
    HandSum: ("half", "hand"),
}
"""Columns that identify a sum besides stage, club, card and split."""


def counts_of(model: type[Sum]) -> list[str]:
    """Return the columns of a sum that are added up, games first."""
    named = {"id", "stage", "team", "card", "split", *BESIDES.get(model, ())}
    return [field.name for field in model._meta.concrete_fields if field.name not in named]


def key_of(model: type[Sum]) -> list[str]:
    return ["stage_id", "team_id", "card_id", "split", *BESIDES.get(model, ())]


def summed(model: type[Sum], games: Stages) -> Sums:
    """Sum what players did in these games, for one table of sums."""
    column, reader = READERS[model]
    sums: Sums = {}
    rows = PlayersLines.objects.order_by()
    for chunk in parts(list(games)):
        for pk, away, home, lines in rows.filter(game__in=chunk).values_list(
            "pk", "game__away", "game__home", column
        ):
            sides = ((away, Split.AWAY.value), (home, Split.HOME.value))
            for (side, card, *extra), counts in reader(lines).items():
                team, split = sides[side]
                sums.setdefault((games[pk], team, card, split, *extra), Counter()).update(counts)
    # Leave out cards of a set that was deleted before its games were counted; sums protect their
    # cards from deletion.
    cards = {key[2] for key in sums}
    existing = set(Card.objects.filter(pk__in=cards).values_list("pk", flat=True))
    return {key: +counts for key, counts in sums.items() if key[2] in existing}


def parts(keys: list[int]) -> Iterator[list[int]]:
    """Split the keys into lists of ``AT_ONCE``."""
    return (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))
