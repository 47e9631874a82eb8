"""How true cards came out: every card with its player's own season, and the norms it was made
for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median

BOTH_LEAGUES = "both"
"""The league of players who had two, and of cards that are made for a whole year."""

ALLOWED = {
    ("hitter", "AVG"): 0.004,
    ("hitter", "OBP"): 0.004,
    ("hitter", "SLG"): 0.005,
    ("pitcher", "AVG"): 0.005,
    ("pitcher", "HR"): 0.005,
    ("pitcher", "BB"): 0.005,
}
"""The median error allowed: of a hitter's batting average, on-base and slugging percentage; of a
pitcher's opponents' average, home runs and walks per plate appearance."""

SIGNED = 0.001
"""How far the mean of all signed errors may lie from zero."""

FEW = 30
"""With fewer cards a signed mean says nothing."""


@dataclass(frozen=True)
class MeasuredCard:
    """A made card with the season it was made of: ``weight`` in plate appearances or batters faced;
    figures by name (AVG, OBP, SLG; of a pitcher AVG, HR and BB against him) of the season (``own``)
    and of the card (``made``). ``league``: that of the cards it was compared with."""

    key: str
    kind: str
    league: str
    weight: float
    eligible: bool
    own: Mapping[str, float]
    made: Mapping[str, float]

    @property
    def error(self) -> float:
        return max((abs(self.made[name] - self.own[name]) for name in self.made), default=0.0)


@dataclass(frozen=True)
class Norm:
    """What the cards of a league are made against: the average of its players by figure; how its
    ``managers`` played, in sentences with their grounds; and the statistics that were not kept,
    with the years they are taken from instead."""

    league: str
    figures: Mapping[str, float]
    managers: tuple[str, ...] = ()
    estimated: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CardLine:
    """One figure of one kind of card in one league: the median absolute error and the mean signed
    error over ``cards`` eligible players."""

    league: str
    kind: str
    figure: str
    cards: int
    median: float
    signed: float

    @property
    def holds(self) -> bool:
        """Whether both errors are small enough; with few players only the median counts."""
        is_biased = self.cards >= FEW and abs(self.signed) > SIGNED + SIGNED / 20
        return self.median <= ALLOWED[self.kind, self.figure] and not is_biased


def card_lines(cards: Iterable[MeasuredCard]) -> list[CardLine]:
    """The errors by league, kind and figure; a player who had two leagues counts in ``both``."""
    eligible_cards = [card for card in cards if card.eligible]
    card_errors = []
    for league in sorted({card.league for card in eligible_cards}):
        for kind, figure in ALLOWED:
            errors = [
                card.made[figure] - card.own[figure]
                for card in eligible_cards
                if card.league == league and card.kind == kind and figure in card.made
            ]
            if errors:
                card_errors.append(
                    CardLine(
                        league,
                        kind,
                        figure,
                        len(errors),
                        median(map(abs, errors)),
                        sum(errors) / len(errors),
                    )
                )
    return card_errors
