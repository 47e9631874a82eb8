"""The ten out codes of a card.

Kinds and fielders are shared out as counted in 2012, by the side of the plate; how many grounders
are hit hard, from which double plays come, follows the league's own double plays and, on a batter's
card, his. Shares become whole codes by systematic sampling from a start that is the person's own,
so that over many cards every share is met. The counts of 2012: the information used here was
obtained free of charge from and is copyrighted by Retrosheet. Interested parties may contact
Retrosheet at "www.retrosheet.org".
"""

from __future__ import annotations

from collections.abc import Mapping

from games.systems.deep_drive.cards.draws import share_of
from games.systems.deep_drive.play.cards import FACES, Column
from games.systems.deep_drive.play.readings import parse_reading

GROUNDERS = 5.3
FLIES = 2.6
LINERS = 1.0
POPS = FACES - GROUNDERS - FLIES - LINERS
SLOW = 0.9
SHALLOW = 0.05
"""The shallow share of the flies."""
HARD = 3.1
"""Hard grounders of ten codes, with the double plays of ``USUAL_DOUBLE_PLAYS``."""
USUAL_DOUBLE_PLAYS = 0.0186
"""Double plays a turn."""
MOST_HARD = 4.6

_GROUNDED = {
    "L": {1: 1874, 2: 124, 3: 4873, 4: 7607, 5: 1216, 6: 3168},
    "R": {1: 2165, 2: 166, 3: 1153, 4: 4110, 5: 7290, 6: 8963},
}
_FLOWN = {"L": {7: 4574, 8: 4508, 9: 2101}, "R": {7: 2932, 8: 6114, 9: 5944}}
_LINED = {
    "L": {1: 121, 3: 296, 4: 375, 5: 197, 6: 382, 7: 669, 8: 608, 9: 516},
    "R": {1: 138, 3: 180, 4: 453, 5: 437, 6: 483, 7: 635, 8: 761, 9: 794},
}
_POPPED = {"Pf": 0.45, "Pm": 0.35, "P5": 0.08, "P3": 0.06, "P6": 0.06}

LEFT_SHARE = {"L": 1.0, "R": 0.0, "S": 0.70, "": 0.43}
"""The share of balls in play hit from the left side: by how a batter bats, and, for all together,
what a pitcher sees."""


def out_codes(key: str, bats: str, hard: float) -> Column:
    """The codes of a person who bats so (``""``: a pitcher's card), ``hard`` of them hard
    grounders."""
    hard = min(MOST_HARD, max(0.0, hard))
    left = LEFT_SHARE[bats]
    shares: list[tuple[str, float]] = []
    slow = min(SLOW, GROUNDERS - hard)
    for word, count in (("h", hard), ("s", slow), ("", GROUNDERS - hard - slow)):
        by_fielder = _mixed(_GROUNDED, left)
        if word == "h":
            # There are no hard grounders to the catcher.
            by_fielder.pop(2)
        shares += [(f"G{at}{word}", count * part) for at, part in _of_one(by_fielder).items()]
    for word, count in (("s", FLIES * SHALLOW), ("", FLIES * (1 - SHALLOW))):
        flown = _of_one(_mixed(_FLOWN, left))
        shares += [(f"F{at}{word}", count * part) for at, part in flown.items()]
    lined = _of_one(_mixed(_LINED, left))
    shares += [(f"L{at}", LINERS * part) for at, part in lined.items()]
    shares += [(word, POPS * part) for word, part in _POPPED.items()]
    return Column(parse_reading(word) for word in _shuffled(key, _sampled(key, shares)))


def _mixed(by_side: Mapping[str, Mapping[int, int]], left: float) -> dict[int, float]:
    sides = {side: _of_one(counts) for side, counts in by_side.items()}
    return {
        at: left * sides["L"].get(at, 0.0) + (1 - left) * sides["R"].get(at, 0.0)
        for at in sides["L"]
    }


def _of_one(counts: Mapping[int, float]) -> dict[int, float]:
    total = sum(counts.values())
    return {at: count / total for at, count in counts.items()}


def _sampled(key: str, shares: list[tuple[str, float]]) -> list[str]:
    """Ten of the words, every one as often as its share says or one time more or less."""
    total = sum(share for _, share in shares)
    start = share_of(key, "outs")
    found: list[str] = []
    upto = 0.0
    for word, share in shares:
        upto += share * FACES / total
        while len(found) < FACES and len(found) + start < upto:
            found.append(word)
    return found + [shares[-1][0]] * (FACES - len(found))


def _shuffled(key: str, words: list[str]) -> list[str]:
    """In an order of the person's own: the modifier die has other uses beside."""
    order = sorted(range(len(words)), key=lambda at: share_of(f"{key}/{at}", "order of outs"))
    return [words[at] for at in order]
