"""Decks of made-up players for the tests of Commons."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from games.systems.commons.play.cards import (
    THROWS,
    CommonsBatter,
    CommonsPitcher,
    Threshold,
    read_threshold,
)
from games.systems.commons.play.club import (
    BATTERS,
    PITCHERS,
    CommonsClub,
    CommonsPlayer,
    facing,
)


def batter(words: str = "4211 5432 6213 6225 3426", *, pinch: bool = False) -> CommonsBatter:
    """A batter by 1B, 2B, 3B, HR and the steal; a dash for never."""
    single, double, triple, homer, steal = map(read_threshold, words.split())
    return CommonsBatter(single, double, triple, homer, steal, rank=5, pinch=pinch)


def pitcher(walk: str = "-", left: str = "-", right: str = "-") -> CommonsPitcher:
    """A pitcher by BB and, against each side, ``OUT5326`` or ``HIT5551``."""

    def read(word: str, kind: str) -> Threshold:
        return read_threshold(word.removeprefix(kind)) if word.startswith(kind) else None

    return CommonsPitcher(
        read_threshold(walk),
        out_left=read(left, "OUT"),
        hit_left=read(left, "HIT"),
        out_right=read(right, "OUT"),
        hit_right=read(right, "HIT"),
        rank=5,
    )


def of_chances(single: float, double: float, triple: float, homer: float) -> CommonsBatter:
    """A batter by his chances a swing of each kind of hit."""
    reached, limits = 0.0, []
    for chance in (homer, triple, double, single):
        reached += chance
        limits.append(THROWS - round(THROWS * reached))
    homers, triples, doubles, singles = limits
    return CommonsBatter(singles, doubles, triples, homers, steal=450, rank=5)


@cache
def deck(seed: int) -> CommonsClub:
    """Fifty batters and ten pitchers, drawn."""
    random = Random(seed)
    batters = []
    for number in range(1, BATTERS + 1):
        card = of_chances(
            random.uniform(0.12, 0.23),
            random.uniform(0.02, 0.07),
            random.uniform(0.001, 0.012),
            random.uniform(0.005, 0.06),
        )
        card = replace(
            card,
            steal=None if random.random() < 0.1 else random.randrange(250, 900),
            pinch=random.random() < 0.25,
        )
        batters.append(CommonsPlayer(f"B{number}", random.choice("LRRB"), "R", batter=card))
    pitchers = []
    for number in range(1, PITCHERS + 1):
        above = [
            (random.randrange(700, 1290), None)
            if random.random() < 0.6
            else (None, random.randrange(1000, 1290))
            for _ in "LR"
        ]
        if random.random() < 0.1:
            above[0] = (None, None)
        (out_left, hit_left), (out_right, hit_right) = above
        card = CommonsPitcher(
            random.randrange(40, 180), out_left, hit_left, out_right, hit_right, rank=5
        )
        pitchers.append(CommonsPlayer(f"P{number}", "R", random.choice("LRR"), pitcher=card))
    return CommonsClub(f"Deck {seed}", tuple(batters), tuple(pitchers))


@cache
def decks(one: int, other: int) -> tuple[CommonsClub, CommonsClub]:
    """Two of them, facing each other."""
    away, home = facing(deck(one), deck(other))
    for club, place in ((away, "away"), (home, "home")):
        club.verify(place)
    return replace(away, is_sound=True), replace(home, is_sound=True)
