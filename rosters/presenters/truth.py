"""The norms that a card set was made for and how true it came out, in words for its pages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from rosters.makers.truth import ALLOWED, BOTH_LEAGUES, CardLine
from rosters.models import Card, CardSet

LONG = {
    "AVG": "Batting average",
    "OBP": "On-base percentage, intentional walks left out",
    "SLG": "Slugging percentage",
    "HR": "Home runs, of a hundred turns",
    "BB": "Walks, of a hundred turns, intentional ones left out",
    "SO": "Strikeouts, of a hundred turns",
    "ERA": "Earned run average",
}
OF_TURNS = frozenset(("HR", "BB", "SO"))

STATISTICS = {
    "intentional": "intentional walks",
    "strikeouts": "strikeouts",
    "hit_by_pitch": "hit batsmen",
    "bunts": "sacrifice bunts",
    "double_plays": "double plays grounded into",
    "sacrifice_flies": "sacrifice flies",
    "caught": "runners caught stealing",
    "doubles": "doubles",
    "triples": "triples",
}


@dataclass(frozen=True)
class NormRow:
    year: int
    league: str
    figures: tuple[str, ...]
    managers: tuple[str, ...]
    estimated: str


@dataclass(frozen=True)
class LineRow:
    """How true the cards of a kind came out in one figure."""

    year: int
    league: str
    kind: str
    figure: str
    cards: int
    median: str
    allowed: str
    signed: str
    holds: bool


@dataclass(frozen=True)
class CardErrors:
    """A card's errors: by figure the player's own, the card's and the difference."""

    card: Card
    figures: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Truth:
    """How true a set came out; ``heads`` are the figures of the norms, short and long."""

    heads: tuple[tuple[str, str], ...]
    norms: tuple[NormRow, ...]
    lines: tuple[LineRow, ...]


def truth_of(card_set: CardSet) -> Truth:
    """What was counted when the set was made; empty for an older or an entered set."""
    stored = card_set.truth
    norms: list[dict[str, Any]] = stored.get("norms", [])
    keys = tuple(norms[0]["figures"]) if norms else ()
    return Truth(
        tuple((key, LONG[key]) for key in keys),
        tuple(
            NormRow(
                norm["year"],
                _league(norm["league"]),
                tuple(written(key, norm["figures"][key], 3) for key in keys),
                tuple(norm["managers"]),
                _estimated(norm["estimated"]),
            )
            for norm in norms
        ),
        tuple(_line_row(dict(line)) for line in stored.get("lines", [])),
    )


def _line_row(told: dict[str, Any]) -> LineRow:
    year = told.pop("year")
    line = CardLine(**told)
    return LineRow(
        year,
        _league(line.league),
        line.kind,
        line.figure,
        line.cards,
        written(line.figure, line.median, 4),
        written(line.figure, ALLOWED[line.kind, line.figure], 4),
        ("+" if line.signed >= 0 else "−") + written(line.figure, abs(line.signed), 4),
        line.holds,
    )


def truth_in_a_line(card_set: CardSet) -> str:
    """``hitters AVG .0011, OBP .0001; pitchers AVG .0002``; empty if it was not counted."""
    sums: dict[str, dict[str, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
    for line in card_set.truth.get("lines", []):
        sums[line["kind"]][line["figure"]].append((line["median"], line["cards"]))
    parts = []
    for kind, figures in sums.items():
        words = ", ".join(
            f"{figure} {_mean(medians, figure)}" for figure, medians in figures.items()
        )
        parts.append(f"{kind}s {words}")
    return "; ".join(parts)


def _mean(told: list[tuple[float, int]], figure: str) -> str:
    cards = sum(count for _, count in told)
    return written(figure, sum(median * count for median, count in told) / cards, 4)


def errors_of(card: Card) -> CardErrors:
    own, made = card.truth.get("own", {}), card.truth.get("made", {})
    return CardErrors(
        card,
        tuple(
            (
                figure,
                written(figure, own[figure], 4),
                written(figure, made[figure], 4),
                _difference(figure, made[figure] - own[figure]),
            )
            for figure in made
            if figure in own
        ),
    )


def _difference(figure: str, value: float) -> str:
    words = written(figure, abs(value), 4)
    return (
        words
        if not any(sign in words for sign in "123456789")
        else (("+" if value > 0 else "−") + words)
    )


def written(figure: str, value: float, places: int) -> str:
    """``.281``; per hundred plate appearances ``2.31 %``; an earned run average ``4.00``."""
    if figure in OF_TURNS:
        return f"{100 * value:.2f} %"
    if figure == "ERA":
        return f"{value:.2f}"
    words = f"{value:.{places}f}"
    return words.removeprefix("0") if value < 1 else words


def _league(league: str) -> str:
    return "Both leagues" if league == BOTH_LEAGUES else league


def _estimated(grounds: dict[str, str]) -> str:
    """``caught stealing from 1951 to 1952, ...``."""
    return ", ".join(f"{STATISTICS[key]} from {years}" for key, years in grounds.items())
