"""Poker dice for tests: faces, throws by what they show, and what they come to."""

from tests.engine.diamond import WITH_ADVANCED, comes_to
from tests.engine.diamond import plays as plays_of
from tests.engine.diamond import refused as refused_by

RANKS = ("9", "10", "J", "Q", "K", "A")
OUT = "9-10-J-Q-A"
SINGLE = "J-J-9-9-A"
HOMER = "9-9-9-9-9"


def of_a_kind(count: int, rank: str, *rest: str) -> str:
    return "-".join([rank] * count + list(rest))


def two_pairs(first: str, second: str, kicker: str) -> str:
    return "-".join([first, first, second, second, kicker])


def others(*ranks: str) -> list[str]:
    return [rank for rank in RANKS if rank not in ranks]


def throw(players: str, *throws: str, outs: int = 0, **options: str | bool) -> str:
    """The line that throws lead to under the basic rules."""
    return comes_to("poker-dice", players, *throws, outs=outs, **options)


def tried(players: str, *entries: str, outs: int = 0, **options: str | bool) -> str:
    """The line that entries lead to under all the advanced rules."""
    return comes_to("poker-dice", players, *entries, outs=outs, **{**WITH_ADVANCED, **options})


def plays(players: str, *entries: str, outs: int = 0, **options: str | bool) -> list[str]:
    """The names of the plays that entries make under all the advanced rules."""
    return plays_of("poker-dice", players, *entries, outs=outs, **{**WITH_ADVANCED, **options})


def refused(players: str, *entries: str, outs: int = 0, **options: str | bool) -> tuple[str, str]:
    """Code and place of the refusal that entries meet under all the advanced rules."""
    return refused_by("poker-dice", players, *entries, outs=outs, **{**WITH_ADVANCED, **options})


def in_any_order(dice: str) -> set[str]:
    """Two dice as written and the other way round."""
    first, second = dice.split("-")
    return {dice, f"{second}-{first}"}
