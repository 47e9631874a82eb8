"""The numbers of a batter's card (engines notes, E3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from games.systems.deep_drive.cards.counts import Rates
from games.systems.deep_drive.cards.design import (
    DEFENSE_DOUBLES,
    DEFENSE_HITS,
    Correction,
    Design,
)
from games.systems.deep_drive.cards.draws import dithered
from games.systems.deep_drive.cards.numbers import (
    FEWEST_OUTS,
    SINGLES_PLUS,
    fitted,
    half_card,
    right_side,
)
from games.systems.deep_drive.play.cards import LEFT_NUMBERS, RIGHT_NUMBERS, Column

FEWEST_FLIES = 4
"""Numbers of a right side that no hit takes."""


@dataclass(frozen=True)
class BattersNumbers:
    """A batter's card in numbers: ``half`` of 50, OUT among them (SI both kinds, ``plus`` of them
    SI+), and what of 100 on the right side is a hit. ``wanted`` is what it should have been."""

    half: dict[str, int]
    plus: int
    home_runs: int
    triples: int
    doubles: int
    wanted: dict[str, float]

    @property
    def left(self) -> Column:
        """The left side."""
        return half_card(self.half, self.plus)

    @property
    def right(self) -> Column:
        """The right side."""
        return right_side(self.home_runs, self.triples, self.doubles)

    @property
    def deep_hits(self) -> float:
        """The share of his deep drives that are hits in a neutral park."""
        return (self.home_runs + self.triples + self.doubles) / RIGHT_NUMBERS

    def rates(self, design: Design) -> Rates:
        """What the card does against the average pitcher's of its year, a turn."""
        number = {key: (self.half[key] + found) / 100 for key, found in design.numbers.items()}
        deep, defense = number["DD"], number["DEF"]
        return Rates(
            0.0,
            {
                "single": number["SI"] + defense * (DEFENSE_HITS - DEFENSE_DOUBLES),
                "double": deep * self.doubles / 100 + defense * DEFENSE_DOUBLES,
                "triple": deep * self.triples / 100,
                "home_run": deep * self.home_runs / 100,
                "walk": number["BB"],
                "hit_by_pitch": number["HBP"],
                "strikeout": number["SO"],
            },
        )


def batters_numbers(
    key: str, rates: Rates, design: Design, correction: Correction
) -> BattersNumbers:
    """The card that plays like these rates against the average pitcher of the design."""
    average, added = design.numbers, correction.added
    defense = dithered(average["DEF"], key, "DEF")
    both = (defense + average["DEF"]) / 100
    doubles = max(0.0, rates.of["double"] - both * DEFENSE_DOUBLES)
    deep_hits = doubles + rates.of["triple"] + rates.of["home_run"]
    singles = rates.of["single"] - both * (DEFENSE_HITS - DEFENSE_DOUBLES)
    walks = rates.of["walk"] + rates.of["hit_by_pitch"]
    wanted = {
        "DD": 100 * (deep_hits + design.deep_flies) - average["DD"] + added["DD"],
        "SI": 100 * singles - average["SI"] + added["SI"],
        "BB": 100 * walks - average["BB"] - average["HBP"] + added["BB"] + added["HBP"],
        "HBP": 100 * rates.of["hit_by_pitch"] - average["HBP"] + added["HBP"],
        "SO": 100 * rates.of["strikeout"] - average["SO"] + added["SO"],
    }
    free = max(0, round(wanted["BB"]))
    hit = min(free, max(0, dithered(wanted["HBP"], key, "HBP")))
    least = 100 * deep_hits * RIGHT_NUMBERS / (RIGHT_NUMBERS - FEWEST_FLIES) - average["DD"]
    drives = max(0, round(wanted["DD"]), ceil(least))
    half = {"DD": drives, "BB": free - hit, "HBP": hit, "DEF": defense}
    best = min(
        _hits(rates, design, wanted["SI"], half, doubles), key=lambda found: (found[0], found[1:])
    )
    _, single, home_runs, triples, double = best
    half |= {"SI": single, "SO": round(wanted["SO"])}
    made = fitted(half)
    wanted["BB"] -= wanted["HBP"]
    return BattersNumbers(
        half=made,
        plus=dithered(SINGLES_PLUS * made["SI"], key, "SI+"),
        home_runs=home_runs,
        triples=triples,
        doubles=double,
        wanted=wanted,
    )


def _hits(
    rates: Rates, design: Design, wanted: float, half: dict[str, int], doubles: float
) -> Iterator[tuple[float, int, int, int, int]]:
    """Whole numbers of singles, home runs, triples and doubles with how badly they fit: hits
    first, then total bases. A number on the left is a hundredth of a turn, one on the right only a
    hundredth of his deep drives: so both together come out exact."""
    drives = (half["DD"] + design.numbers["DD"]) / 100
    step = drives / RIGHT_NUMBERS
    most = RIGHT_NUMBERS - FEWEST_FLIES
    triples = min(most, round(rates.of["triple"] / step))
    middle = round(rates.of["home_run"] / step)
    room = LEFT_NUMBERS - FEWEST_OUTS - sum(half.values())
    for single in sorted({max(0, min(room, round(wanted) + shift)) for shift in (-1, 0, 1)}):
        singles_off = (single - wanted) / 100
        for home_runs in range(max(0, middle - 3), max(0, min(middle + 3, most - triples)) + 1):
            homers_off = home_runs * step - rates.of["home_run"]
            triples_off = triples * step - rates.of["triple"]
            hits_off = singles_off + homers_off + triples_off - doubles
            bases_off = singles_off + 4 * homers_off + 3 * triples_off - 2 * doubles
            # Where 4·(hits)² + (bases)² + ½·(doubles)² is least.
            exact = -(4 * hits_off + 2 * bases_off - 0.5 * doubles) / (8.5 * step)
            near = round(doubles / step)
            double = min(max(0, round(exact), near - 12), near + 12, most - triples - home_runs)
            double = max(0, double)
            off = double * step
            yield (
                4 * (hits_off + off) ** 2
                + (bases_off + 2 * off) ** 2
                + 0.3 * singles_off**2
                + 2 * homers_off**2
                + 0.5 * (off - doubles) ** 2,
                single,
                home_runs,
                triples,
                double,
            )
