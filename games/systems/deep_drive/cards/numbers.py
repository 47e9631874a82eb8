"""Numbers of a card: how many of 50, or of 100, bring each reading, and the columns they make."""

from __future__ import annotations

from collections.abc import Mapping

from games.systems.deep_drive.play.cards import LEFT_NUMBERS, RIGHT_NUMBERS, Column
from games.systems.deep_drive.play.readings import LEFT_SIDE, RIGHT_SIDE, parse_reading

FEWEST_OUTS = 4
"""Numbers of 50 that OUT has on any card."""

SINGLES_PLUS = 0.30
"""The share of singles on which an average runner takes third."""

FLIES = {"F7d": 31, "F8d": 38, "F9d": 31}
"""Where deep flies go, of a hundred."""
PARK = 10
"""Numbers of a right side that look at the park, where there are home runs enough."""
PARK_HOME_RUNS = 5
"""How many of these are home runs in a neutral park."""


def fitted(numbers: Mapping[str, int]) -> dict[str, int]:
    """The numbers of a half card, none negative, with OUT as the rest and at least
    ``FEWEST_OUTS``: where they are too many, SO gives way first, then the largest."""
    found = {key: max(0, number) for key, number in numbers.items()}
    over = sum(found.values()) - (LEFT_NUMBERS - FEWEST_OUTS)
    if over > 0:
        struck = min(over, found["SO"])
        found["SO"] -= struck
        over -= struck
    while over > 0:
        found[max(found, key=lambda key: (found[key], key))] -= 1
        over -= 1
    return found | {"OUT": LEFT_NUMBERS - sum(found.values())}


def half_card(numbers: Mapping[str, int], plus: int) -> Column:
    """A left side or a pitcher's card from its numbers, ``plus`` of the singles SI+."""
    counts = dict(numbers)
    counts["SI+"] = min(plus, counts["SI"])
    counts["SI"] -= counts["SI+"]
    return _laid_out(counts, LEFT_SIDE, LEFT_NUMBERS)


def right_side(home_runs: int, triples: int, doubles: int) -> Column:
    """A right side with so many hits of 100, deep flies the rest; with home runs enough, half of
    them and as many flies give way to the park."""
    flies = RIGHT_NUMBERS - home_runs - triples - doubles
    park = 0
    if home_runs >= PARK_HOME_RUNS and flies >= PARK - PARK_HOME_RUNS:
        park = PARK
        home_runs -= PARK_HOME_RUNS
        flies -= PARK - PARK_HOME_RUNS
    left = flies * FLIES["F7d"] // 100
    right = flies * FLIES["F9d"] // 100
    counts = {
        "Park": park,
        "HR": home_runs,
        "TR": triples,
        "DO": doubles,
        "F7d": left,
        "F8d": flies - left - right,
        "F9d": right,
    }
    return _laid_out(counts, RIGHT_SIDE, RIGHT_NUMBERS)


def _laid_out(counts: Mapping[str, int], order: tuple[str, ...], numbers: int) -> Column:
    rows = [parse_reading(word) for word in order for _ in range(counts.get(word, 0))]
    if len(rows) != numbers:
        raise ValueError(f"{len(rows)} numbers where there are {numbers}")
    return Column(rows)
