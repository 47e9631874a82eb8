"""Built-in cards that the rule book refers to and does not print: the pitchers' hitting cards by
number (S11.1e) and the card of a hitter who has to pitch (T25.3).

The chances of 108 on hitting cards are in ``house/hitting_cards.csv``, from No. 1, who cannot hit,
to No. 8, who could play every day; the outs beside them are the same on all. They strike out as
pitchers of 2012 did, unless the code says how often: ``5WRk38`` is No. 5 with 38 chances of 108.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from config.refusals import Refusal, Refused
from games.systems.purestrat.play.cards import BUNT_GRADES, Fielding, Hitter, Pitcher
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.text.card_layout import Share, press

_CODE: Final = re.compile(r"#?([1-9]\d?)([NW])([LRS])(?:k(\d{1,2}))?")

_OUTS: Final = (
    ("gb(ss)A", 6.0),
    ("gb(2b)A", 6.0),
    ("gb(1b)B", 4.0),
    ("gb(p)A", 4.0),
    ("gb(3b)B", 4.0),
    ("gb(2b)C", 3.0),
    ("fly(rf)C", 3.0),
    ("fly(cf)C", 3.0),
    ("po(ss)", 2.0),
    ("fo(1b)", 1.0),
    ("lo(2b)", 1.0),
)
_HITS: Final = (
    ("single", "SI*"),
    ("double", "DO**"),
    ("triple", "TR"),
    ("home_run", "HR"),
    ("walk", "BB"),
    ("hit_by_pitch", "HBP"),
    ("strikeout", "K"),
)

HITTING_RATING_OF_A_STRANGER: Final = "1WR"


def hitting_code(code: str, place: str = "") -> tuple[int, bool, str]:
    """Number, normal power and hand of a code such as ``#1WR`` or ``5WRk38`` (S11.1e). Refused:
    ``bad-hitting-code``."""
    match = _CODE.fullmatch(code)
    if match is None or (match[4] and int(match[4]) > most_strikeouts(int(match[1]))):
        raise Refused(
            Refusal(
                "bad-hitting-code",
                f"“{code}” is no pitcher's hitting card: number, N or W, and hand, as in 1WR, and "
                "perhaps k with the strikeouts that a card has room for, as in 5WRk38.",
                place,
            )
        )
    return int(match[1]), match[2] == "N", match[3]


FEWEST_OUTS_ON_BALLS: Final = 20
"""Least chances of 108 on a hitting card for outs on batted balls."""


def most_strikeouts(number: int) -> int:
    """The strikeouts, of 108 chances, that a hitting card of that number has room for."""
    row = hitting_row(number)
    others = sum(float(row[name]) for name, _ in _HITS if name != "strikeout")
    return int(108 - others) - FEWEST_OUTS_ON_BALLS


def hitting_row(number: int) -> dict[str, str]:
    """The chances of a number's card; numbers beyond the last use the last."""
    rows = _hitting_rows()
    return rows[min(number, len(rows)) - 1]


@lru_cache(maxsize=512)
def hitting_card(code: str) -> Hitter:
    """The pitchers' hitting card that a code names; numbers beyond the last use the last."""
    number, power, hand = hitting_code(code)
    row = dict(hitting_row(number))
    strikeouts = code.partition("k")[2]
    if strikeouts:
        row["strikeout"] = strikeouts
    shares = [
        Share(parse_reading(text), float(row[name])) for name, text in _HITS if float(row[name])
    ]
    outs = [Share(parse_reading(text), chances, exact=False) for text, chances in _OUTS]
    side = press([*shares, *outs], number)
    return Hitter(
        name=f"Pitchers' hitting card {number}",
        bats=hand,
        left=side,
        right=side,
        power_left=power,
        power_right=power,
        running=10,
        bunt=BUNT_GRADES.index(row["bunt"]),
        hit_and_run=3,
    )


@lru_cache(maxsize=1)
def _hitting_rows() -> list[dict[str, str]]:
    # Imported late: most processes never need the hitting cards.
    import csv
    from importlib.resources import files

    path = files("games.systems.purestrat.text") / "house" / "hitting_cards.csv"
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


_PITCHING: Final = (
    ("BB", 17.0),
    ("HBP", 2.0),
    ("SI**", 14.0),
    ("SI*", 9.0),
    ("DO**", 8.0),
    ("TR", 1.0),
    ("HR", 6.0),
    ("K", 5.0),
)
_PITCHING_OUTS: Final = (
    ("fly(lf)B", 8.0),
    ("fly(cf)B", 10.0),
    ("fly(rf)B", 8.0),
    ("gb(ss)C", 8.0),
    ("gb(2b)C", 7.0),
    ("lo(3b)", 4.0),
)


@lru_cache(maxsize=2)
def hitters_pitching_card(throws: str) -> Pitcher:
    """The card of a position player on the mound, left- or right-handed (T25.3c)."""
    side = press(
        [
            *(Share(parse_reading(text), chances) for text, chances in _PITCHING),
            *(Share(parse_reading(text), chances, exact=False) for text, chances in _PITCHING_OUTS),
        ]
    )
    return Pitcher(
        name="Hitter's pitching card",
        throws=throws,
        left=side,
        right=side,
        relief=1,
        hold=5,
        balk=5,
        wild_pitch=15,
        fielding=Fielding(1, 5, 40),
    )
