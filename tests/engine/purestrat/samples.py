"""Invented Purestrat clubs: average cards with a little of everything, different by number."""

from __future__ import annotations

from random import Random

from games.engine.nine.lineups import batting_order, best_eight
from games.systems.purestrat.play.cards import (
    CLOSER_N,
    Fielding,
    Hitter,
    Pitcher,
    Side,
    Stealing,
)
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.play.squad import (
    PurestratClub,
    PurestratPlayer,
    Tendencies,
    hitting_player,
    pitching_player,
)
from games.systems.purestrat.text.card_layout import Share, press

HITTER_HITS = {
    "SI": 7.0,
    "SI*": 4.0,
    "SI**": 4.0,
    "BPSI": 2.0,
    "DO": 3.0,
    "DO**": 2.5,
    "TR": 0.6,
    "HR": 2.4,
    "BPHR": 2.0,
    "BB": 9.0,
    "HBP": 0.9,
    "K": 23.0,
    "$SI*": 0.5,
}
HITTER_OUTS = {
    "gb(ss)A+": 6.0,
    "gb(2b)A": 6.0,
    "gb(3b)B": 5.0,
    "gb(1b)C": 5.0,
    "gb(p)B": 3.0,
    "gb(2b)B+": 4.0,
    "fly(lf)B": 4.0,
    "fly(cf)B?": 5.0,
    "fly(rf)B": 3.0,
    "fly(cf)C": 5.0,
    "fly(lf)A": 1.0,
    "lo(3b)": 3.0,
    "lomax": 1.0,
    "po(ss)": 3.0,
    "fo(1b)": 2.0,
    "$fly(rf)C": 1.0,
    "gb(ss)A!": 0.4,
}
PITCHER_HITS = {
    "SI(lf)": 5.0,
    "SI(cf)": 6.0,
    "SI*": 3.0,
    "SI**": 2.0,
    "DO(lf)": 2.0,
    "DO**": 1.0,
    "HR": 1.5,
    "BPHR": 1.0,
    "BB": 7.5,
    "HBP": 0.6,
    "K": 17.0,
}
PITCHER_CHANCES = {
    "gb(ss)X": 7.0,
    "gb(2b)X": 6.0,
    "gb(3b)X": 3.0,
    "gb(1b)X": 2.0,
    "gb(p)X": 2.0,
    "catchX": 2.0,
    "fly(lf)X": 2.0,
    "fly(cf)X": 3.0,
    "fly(rf)X": 2.0,
}
PITCHER_OUTS = {
    "gb(ss)A.": 4.0,
    "gb(2b)A": 4.0,
    "gb(3b)B.": 4.0,
    "gb(1b)C": 3.0,
    "fly(lf)B": 3.0,
    "fly(cf)B?.": 4.0,
    "fly(rf)C": 4.0,
    "fly(cf)C": 4.0,
    "lo(2b).": 2.0,
    "po(2b)": 3.0,
    "fo(3b)": 2.0,
}


def _side(exact: dict[str, float], outs: dict[str, float], turn: int) -> Side:
    shares = [Share(parse_reading(text), chances) for text, chances in exact.items()]
    rest = [Share(parse_reading(text), chances, exact=False) for text, chances in outs.items()]
    return press([*shares, *rest], turn)


def hitter(number: int, *positions: str, random: Random) -> Hitter:
    """A hitter who plays ``positions`` such as ``ss`` or ``cf``."""
    better = random.uniform(0.7, 1.3)
    hits = {text: chances * better for text, chances in HITTER_HITS.items() if text != "K"}
    hits["K"] = HITTER_HITS["K"] * random.uniform(0.6, 1.3)
    left, right = _side(hits, HITTER_OUTS, number), _side(hits, HITTER_OUTS, number + 1)
    ratings = []
    for position in positions:
        at = ("", "p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf").index(position)
        arm = random.randint(-3, 2) if at == 2 or at >= 7 else 0
        t, pb = (random.randint(3, 12), random.randint(1, 9)) if at == 2 else (0, 0)
        ratings.append(Fielding(at, random.randint(1, 4), random.randint(4, 24), arm, t, pb))
    fast = random.random()
    stealing = Stealing(False, 0b1100000, 0b1100000000, 14, 10)
    if fast > 0.7:
        stealing = Stealing(True, 0b111100000, 0b1000000000000, 19, 15)
    return Hitter(
        name=f"Hitter {number}",
        bats="LRRLRS"[number % 6],
        left=left,
        right=right,
        power_left=better > 0.85,
        power_right=better > 0.8,
        stealing=stealing,
        running=8 + int(9 * fast),
        bunt=number % 5,
        hit_and_run=number % 4,
        fielding=tuple(ratings),
    )


def pitcher(number: int, random: Random, *, starter: int = 0, relief: int = 0) -> Pitcher:
    """A pitcher with the points of weakness given."""
    worse = random.uniform(0.8, 1.2)
    hits = {text: chances * worse for text, chances in PITCHER_HITS.items() if text != "K"}
    hits["K"] = PITCHER_HITS["K"] * random.uniform(0.7, 1.4)
    exact = {**hits, **PITCHER_CHANCES}
    closer = -1 if not relief else (0, 1, 2, 4, 6, CLOSER_N)[number % 6]
    return Pitcher(
        name=f"Pitcher {number}",
        throws="RRLR"[number % 4],
        left=_side(exact, PITCHER_OUTS, number),
        right=_side(exact, PITCHER_OUTS, number + 1),
        starter=starter,
        relief=relief,
        closer=closer,
        hold=random.randint(-4, 5),
        balk=random.randint(0, 6),
        wild_pitch=random.randint(1, 15),
        fielding=Fielding(1, random.randint(1, 5), random.randint(5, 25)),
        hitting=f"{number % 8 + 1}{'NW'[number % 2]}{'RL'[number % 2]}",
        running=8 + number % 5,
    )


POSITIONS = (
    *(("c",), ("c", "1b"), ("1b",), ("2b", "ss"), ("3b", "1b"), ("ss", "2b"), ("lf", "rf")),
    *(("cf", "lf", "rf"), ("rf",), ("ss", "3b", "2b"), ("lf", "cf"), ("3b",), ("2b",), ()),
)


def squad(seed: int, *, deep: bool = False) -> tuple[PurestratPlayer, ...]:
    """Fourteen hitters, five starters and six relievers; ``deep``: and fourteen hitters more, the
    most that a squad can have."""
    random = Random(seed)
    players = [
        hitting_player(number, f"H{number}", hitter(number, *positions, random=random))
        for number, positions in enumerate(POSITIONS, start=1)
    ]
    for at in range(11):
        number = len(POSITIONS) + 1 + at
        if at < 5:
            card = pitcher(number, random, starter=5 + at % 4)
        else:
            card = pitcher(number, random, relief=1 + at % 3)
        players.append(pitching_player(number, f"P{number}", card))
    for number, positions in enumerate(POSITIONS if deep else (), start=len(players) + 1):
        card = hitter(number, *positions, random=random)
        players.append(hitting_player(number, f"H{number}", card))
    return tuple(players)


def club(
    seed: int,
    start: int = 0,
    tendencies: Tendencies | None = None,
    *,
    designated: bool = False,
    deep: bool = False,
) -> PurestratClub:
    """A club with its best line-up and its ``start``-th starting pitcher (0-4), for whom a player
    may be ``designated`` to bat."""
    players = squad(seed, deep=deep)
    starter = players[len(POSITIONS) + start]
    order, positions = batting_order(best_eight(players, "R", designated=designated), starter, "R")
    return PurestratClub(
        f"Club {seed}",
        players,
        order,
        positions,
        tendencies or Tendencies(),
        pitcher=starter.number if designated else 0,
    )
