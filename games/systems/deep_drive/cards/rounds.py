"""Everybody of a year made together: the mean of the cards really made becomes the design's.

Floors at nought and rounding make it drift. After a round, what the mean is short of is added to
every wanted number, and all are made again; the design itself stays (replacing it by the mean that
came out lets all singles wander to one kind of card).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from games.systems.deep_drive.cards.batting import BattersNumbers, batters_numbers
from games.systems.deep_drive.cards.counts import Rates
from games.systems.deep_drive.cards.design import Correction, Design
from games.systems.deep_drive.cards.pitching import (
    PitchersNumbers,
    pitchers_numbers,
    seldom_seen,
)

ROUNDS = 5


class Numbers(Protocol):
    """A card in numbers, and what they should have been."""

    @property
    def half(self) -> dict[str, int]: ...

    @property
    def wanted(self) -> dict[str, float]: ...


Made = TypeVar("Made", bound=Numbers)


@dataclass(frozen=True)
class Fitted:
    """A design with the corrections of both kinds of cards, and what is left between the mean of
    the cards and the design, in numbers of 50, by reading."""

    design: Design
    batters: Correction
    pitchers: Correction
    batters_off: dict[str, float]
    pitchers_off: dict[str, float]


def fit(design: Design, batters: Sequence[Rates], pitchers: Sequence[Rates]) -> Fitted:
    """The corrections for everybody of a year."""
    batting, made, batters_off = _rounds(
        batters,
        lambda key, rates, correction: batters_numbers(key, rates, design, correction),
    )
    drives = sum(
        rates.weight * (card.half["DD"] + design.numbers["DD"])
        for rates, card in zip(batters, made, strict=True)
    )
    if drives:
        design = replace(
            design,
            deep_hits=_share(design, batters, made, drives, lambda card: card.deep_hits),
            deep_homers=_share(design, batters, made, drives, lambda card: card.home_runs / 100),
        )
    design = replace(design, seldom=seldom_seen(pitchers))
    pitching, thrown, pitchers_off = _rounds(
        pitchers,
        lambda key, rates, correction: pitchers_numbers(key, rates, design, correction),
    )
    batting = batting.plus(_short_of_design(design, pitchers, thrown))
    return Fitted(design, batting, pitching, batters_off, pitchers_off)


SET_RIGHT = ("SI", "BB", "HBP", "SO")
"""Readings of which a batter has more where the pitchers whom he meets have less."""


def _short_of_design(
    design: Design, pitchers: Sequence[Rates], made: Sequence[PitchersNumbers]
) -> dict[str, float]:
    """What the mean card of pitchers lacks of the design, by reading: position players hit their
    deep drives farther than everybody who batted, so that pitchers have fewer singles."""
    weight = sum(rates.weight for rates in pitchers)
    if not weight:
        return {}
    return {
        key: design.numbers[key]
        - sum(rates.weight * card.half[key] for rates, card in zip(pitchers, made, strict=True))
        / weight
        for key in SET_RIGHT
    }


def _share(
    design: Design,
    batters: Sequence[Rates],
    made: Sequence[BattersNumbers],
    drives: float,
    of: Callable[[BattersNumbers], float],
) -> float:
    """A share of right sides, over everybody's deep drives."""
    return (
        sum(
            rates.weight * (card.half["DD"] + design.numbers["DD"]) * of(card)
            for rates, card in zip(batters, made, strict=True)
        )
        / drives
    )


def _rounds(
    everybody: Sequence[Rates], make: Callable[[str, Rates, Correction], Made]
) -> tuple[Correction, list[Made], dict[str, float]]:
    correction = Correction()
    weight = sum(rates.weight for rates in everybody)
    if not weight:
        return correction, [], {}
    for turn in range(ROUNDS + 1):
        made = [make(str(at), rates, correction) for at, rates in enumerate(everybody)]
        short = {
            key: sum(
                rates.weight * (card.wanted[key] - correction.added[key] - card.half[key])
                for rates, card in zip(everybody, made, strict=True)
            )
            / weight
            for key in made[0].wanted
        }
        if turn < ROUNDS:
            correction = correction.plus(short)
    return correction, made, short
