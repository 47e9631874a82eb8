"""How true made cards are: the error of every card against its man's own season, by league."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from games.card_games.base import MeasuredCard

ALLOWED = {
    ("hitter", "AVG"): 0.004,
    ("hitter", "OBP"): 0.004,
    ("hitter", "SLG"): 0.005,
    ("pitcher", "AVG"): 0.005,
    ("pitcher", "HR"): 0.005,
}
"""The median error that a figure may have."""

SIGNED = 0.001
"""How far the mean of all errors may lie from nought."""

FEW = 30
"""Cards of which a mean with its sign says nothing."""


@dataclass(frozen=True)
class CardLine:
    """One figure of one kind of card in one league: the median of what it is off by, and the mean
    with its sign, over ``cards`` eligible men."""

    league: str
    kind: str
    figure: str
    cards: int
    median: float
    signed: float

    @property
    def holds(self) -> bool:
        """Whether both are as small as they have to be; of few men the median alone."""
        leans = self.cards >= FEW and abs(self.signed) > SIGNED + SIGNED / 20
        return self.median <= ALLOWED[self.kind, self.figure] and not leans


def card_lines(cards: Iterable[MeasuredCard]) -> list[CardLine]:
    """By league, kind and figure; whoever had two leagues counts as of ``both``."""
    able = [card for card in cards if card.eligible]
    found = []
    for league in sorted({card.league for card in able}):
        for kind, figure in ALLOWED:
            errors = [
                card.made[figure] - card.own[figure]
                for card in able
                if card.league == league and card.kind == kind
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


def as_card_table(lines: Sequence[CardLine]) -> str:
    """The lines in Markdown."""
    rows = [
        "| league | cards | figure | eligible | median error | mean, signed | |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    rows += [
        f"| {line.league} | {line.kind}s | {line.figure} | {line.cards} | {line.median:.4f} "
        f"| {line.signed:+.4f} | {'' if line.holds else 'off'} |"
        for line in lines
    ]
    return "\n".join(rows)
