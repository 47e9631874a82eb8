"""Shoot-outs played at the table (T32): who bats last, and whether a line score is valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from config.refusals import Refusal

MOST_INNINGS: Final = 40


def last_at_bat(
    members: Sequence[int], seeds: Mapping[int, int], rolls: Mapping[int, int]
) -> int | list[Refusal]:
    """Return who bats last of two (T32.0c): the better seed where there is a seeding, else the
    higher d20. Or return what is wrong with the dice: ``seeded-already``, ``not-a-roll``,
    ``rolls-level``, ``roll-missing``."""
    if all(member in seeds for member in members):
        if rolls:
            return [
                Refusal(
                    "seeded-already",
                    "There is a seeding: the better seed bats last, and there is no roll.",
                    "rolls",
                    {"rule": "T32.0c"},
                )
            ]
        return min(members, key=seeds.__getitem__)
    if set(rolls) != set(members):
        return [
            Refusal(
                "roll-missing",
                "Both roll a d20; the higher one bats last.",
                "rolls",
                {"rule": "T32.0c"},
            )
        ]
    refusals = [
        Refusal("not-a-roll", f"A d20 shows 1 to 20, not {roll}.", f"rolls.{member}")
        for member, roll in rolls.items()
        if not 1 <= roll <= 20
    ]
    if refusals:
        return refusals
    if len(set(rolls.values())) < len(members):
        return [Refusal("rolls-level", "Both rolled the same: they roll again.", "rolls")]
    return max(members, key=rolls.__getitem__)


def winner_of(
    visitors: Sequence[int], home: Sequence[int], decided_from: int
) -> bool | list[Refusal]:
    """Return whether the home side has won, by the runs of each inning, or what is wrong with them.

    T32.0d: a side that leads when an inning ends, from ``decided_from`` on (the third, in the
    document), has won. Refused: ``innings-missing``, ``runs-impossible``, ``won-too-early``,
    ``decided-before``, ``still-level``.
    """
    if not visitors or not home or len(visitors) > MOST_INNINGS:
        return [Refusal("innings-missing", "Give the runs of every inning.", "innings")]
    if any(not 0 <= runs <= 99 for runs in (*visitors, *home)):
        return [Refusal("runs-impossible", "An inning has 0 to 99 runs.", "innings")]
    if len(home) not in (len(visitors), len(visitors) - 1):
        return [Refusal("innings-missing", "Both sides bat in every inning.", "innings")]
    home_lead = 0
    for number, runs in enumerate(visitors, start=1):
        if number > decided_from and home_lead:
            return [
                Refusal(
                    "decided-before",
                    f"It was over after inning {number - 1}: somebody led.",
                    "innings",
                    {"rule": "T32.0d"},
                )
            ]
        if number > len(home):
            # The home side does not bat when it leads.
            if number < decided_from or home_lead - runs <= 0:
                return [Refusal("innings-missing", "The home side has to bat.", "innings")]
            return True
        home_lead += home[number - 1] - runs
    if len(visitors) < decided_from:
        return [
            Refusal(
                "won-too-early",
                f"Nobody wins before the end of inning {decided_from}.",
                "innings",
                {"rule": "T32.0d", "decided_from": decided_from},
            )
        ]
    if not home_lead:
        return [Refusal("still-level", "They are level: it goes on.", "innings")]
    return home_lead > 0
