"""Whether a reported column of a sheet is possible at all (T10.2r, T33.0i)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal
from pitching.rules.innings import innings_of

STANDS: Final = 0
"""The key of a player from the stands, who is on no squad (T25.3d)."""

MOST_OUTS: Final = 99
"""More outs than any player has ever got in a game."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pitcher's line in a column: ``pitcher`` is a key on the sheet, or ``STANDS``.

    ``footnote``: why a line against the rules was let stand (T0.06c). ``on_last_play``: outs of the
    last play on which the pitcher got any; ``stayed_on``: the pitcher faced a batter after that.
    Only a record of the game tells these two.
    """

    pitcher: int
    outs: int
    started: bool = False
    footnote: str = ""
    on_last_play: int = 1
    stayed_on: bool = False


def column_problems(
    lines: Sequence[Line],
    outs: int,
    squad: Collection[int],
    place: str,
    *,
    begun: bool,
    lent: Mapping[int, int] | None = None,
    lends_after: int = 0,
) -> list[Refusal]:
    """Everything impossible in a column: ``outs-impossible``, ``not-in-squad``, ``pitcher-twice``,
    ``two-starters``, ``no-starter`` (of a game that was ``begun``), ``outs-do-not-add-up`` to the
    ``outs`` that the opponents made.

    Where the law ``lends_after`` so many outs, a pitcher of the opponent may come in: ``lent`` are
    the opponent's pitchers of this game with their outs; ``not-lent``: one with too few (CB-121).
    """
    problems = []
    seen: set[int] = set()
    for number, line in enumerate(lines, start=1):
        where = f"{place}, pitcher {number}"
        if not 0 <= line.outs <= MOST_OUTS:
            problems.append(
                Refusal(
                    "outs-impossible",
                    f"Nobody gets {line.outs} outs in a game; 0 to {MOST_OUTS} can be written.",
                    where,
                    {"outs": line.outs, "most": MOST_OUTS},
                )
            )
        lent_outs = (lent or {}).get(line.pitcher) if lends_after else None
        if lent_outs is not None and line.pitcher not in squad:
            if lent_outs < lends_after:
                problems.append(
                    Refusal(
                        "not-lent",
                        f"Whom the opponent lends has got {innings_of(lends_after)} innings for "
                        f"him in this game; this player has {innings_of(lent_outs)}.",
                        where,
                        {"rule": "CB-121", "pitcher": line.pitcher, "outs": lent_outs},
                    )
                )
        elif line.pitcher != STANDS and line.pitcher not in squad:
            problems.append(
                Refusal(
                    "not-in-squad",
                    "A pitcher who is not in the squad cannot have pitched.",
                    where,
                    {"pitcher": line.pitcher},
                )
            )
        if line.pitcher in seen:
            problems.append(
                Refusal(
                    "pitcher-twice",
                    "A pitcher has one line in a game, whatever he did between.",
                    where,
                    {"pitcher": line.pitcher},
                )
            )
        seen.add(line.pitcher)
    starters = [line.pitcher for line in lines if line.started]
    if len(starters) > 1:
        problems.append(
            Refusal(
                "two-starters",
                f"A game has one starting pitcher, not {len(starters)}.",
                place,
                {"starters": starters},
            )
        )
    elif begun and not starters:
        said = "Say who started." if lines else "Say who pitched: the club's sheet needs it."
        problems.append(Refusal("no-starter", said, place))
    pitched = sum(line.outs for line in lines)
    if pitched != outs and (lines or not begun):
        problems.append(
            Refusal(
                "outs-do-not-add-up",
                f"The pitchers have {innings_of(pitched)} innings together; the opponents made "
                f"{outs} outs, which are {innings_of(outs)}.",
                place,
                {"pitched": pitched, "made": outs},
            )
        )
    return problems
