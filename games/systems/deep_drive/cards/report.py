"""How near a card comes to its own season, in words: what it plays like and what the man did."""

from __future__ import annotations

from collections.abc import Mapping

from games.systems.deep_drive.cards.counts import Rates
from games.systems.deep_drive.cards.kept import Ratios
from rosters.stats.lines import BattingLine


def card_line(
    rates: Rates, line: BattingLine, turns: float, ratios: Ratios
) -> tuple[float, float, float]:
    """Average, on-base and slugging of a card over the turns of a season, with the intentional
    walks and sacrifice flies that he had."""
    given = line.intentional_walks
    walked = ratios.intentional * line.walks if given is None else float(given)
    flies = line.sacrifice_flies or 0
    free = turns * (rates.of["walk"] + rates.of["hit_by_pitch"])
    at_bats = max(turns - free - flies, 1.0)
    hits = turns * rates.hits
    return (
        hits / at_bats,
        (hits + free + walked) / max(turns + walked, 1.0),
        turns * rates.bases / at_bats,
    )


def batters_report(
    rates: Rates, line: BattingLine, turns: float, ratios: Ratios
) -> tuple[str, str]:
    """The two lines: ``.281 .345 .442`` of the card and of the man."""
    real = (line.average or 0.0, line.on_base or 0.0, line.slugging or 0.0)
    return _line(card_line(rates, line, turns, ratios)), _line(real)


def pitchers_report(card: Mapping[str, float], rates: Rates) -> tuple[str, str]:
    """Hits, home runs, walks and strikeouts of a turn, of the card and of the man."""
    words = ("H", "HR", "BB", "SO")
    real = (rates.hits, rates.of["home_run"], rates.of["walk"], rates.of["strikeout"])
    made = (card["hits"], card["home_run"], card["walk"], card["strikeout"])
    return _named(words, made), _named(words, real)


def _line(values: tuple[float, ...]) -> str:
    return " ".join(_three(value) for value in values)


def _named(words: tuple[str, ...], values: tuple[float, ...]) -> str:
    return " ".join(f"{word} {_three(value)}" for word, value in zip(words, values, strict=True))


def _three(value: float) -> str:
    """A rate as baseball writes it, ``.281``."""
    return f"{value:.3f}".removeprefix("0")
