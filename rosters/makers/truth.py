"""For whom cards are made, and how true they came out: every card beside its player's own
season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median

BOTH_LEAGUES = "both"
"""The league of those who had two, and of cards that are made for a whole year."""

ALLOWED = {
    ("hitter", "AVG"): 0.004,
    ("hitter", "OBP"): 0.004,
    ("hitter", "SLG"): 0.005,
    ("pitcher", "AVG"): 0.005,
    ("pitcher", "HR"): 0.005,
    ("pitcher", "BB"): 0.005,
}
"""The median error that a figure may have: of a hitter's batting average, on-base and slugging
percentage, and of the average, home runs and walks of a turn against a pitcher."""

SIGNED = 0.001
"""How far the mean of all errors may lie from nought."""

FEW = 30
"""Cards of which a mean with its sign says nothing."""


@dataclass(frozen=True)
class MeasuredCard:
    """A made card beside the season it was made of: ``weight`` turns or batters faced, figures by
    name (AVG, OBP, SLG; of a pitcher AVG, HR and BB against him) as the player's ``own`` and as
    ``made``. ``league`` is that of the cards it was put against."""

    key: str
    kind: str
    league: str
    weight: float
    eligible: bool
    own: Mapping[str, float]
    made: Mapping[str, float]

    @property
    def error(self) -> float:
        """The largest of its errors."""
        return max((abs(self.made[name] - self.own[name]) for name in self.made), default=0.0)


@dataclass(frozen=True)
class Norm:
    """What the cards of a league are made against: what its players did on average, by figure; how
    its ``managers`` played, in sentences with their grounds; and which statistics were not kept,
    with the years they are taken from instead."""

    league: str
    figures: Mapping[str, float]
    managers: tuple[str, ...] = ()
    estimated: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CardLine:
    """One figure of one kind of card in one league: the median of what it is off by, and the mean
    with its sign, over ``cards`` eligible players."""

    league: str
    kind: str
    figure: str
    cards: int
    median: float
    signed: float

    @property
    def holds(self) -> bool:
        """Whether both are as small as they have to be; of few players the median alone."""
        leans = self.cards >= FEW and abs(self.signed) > SIGNED + SIGNED / 20
        return self.median <= ALLOWED[self.kind, self.figure] and not leans


def card_lines(cards: Iterable[MeasuredCard]) -> list[CardLine]:
    """By league, kind and figure; a player who had two leagues counts as of ``both``."""
    able = [card for card in cards if card.eligible]
    found = []
    for league in sorted({card.league for card in able}):
        for kind, figure in ALLOWED:
            errors = [
                card.made[figure] - card.own[figure]
                for card in able
                if card.league == league and card.kind == kind and figure in card.made
            ]
            if errors:
                found.append(
                    CardLine(
                        league,
                        kind,
                        figure,
                        len(errors),
                        median(map(abs, errors)),
                        sum(errors) / len(errors),
                    )
                )
    return found
