"""How entrants may be divided: T0.02c and T0.12."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.rules.editions.law import DivisionLaw


@dataclass(frozen=True)
class Division:
    """How many teams of a division have a manager, and how many are imputed."""

    participants: int
    imputed: int = 0

    @property
    def teams(self) -> int:
        """All teams; A-D2 counts the imputed ones too."""
        return self.participants + self.imputed


def divided_again(divisions: Sequence[Division], participants: int, imputed: int) -> list[Division]:
    """The divisions for other numbers of teams, their sizes kept as far as possible; imputed teams
    one by one from the last division on, so that none has two before all have one."""
    sizes = [division.teams for division in divisions]
    while sum(sizes) > participants + imputed:
        sizes[_last(sizes, max(sizes))] -= 1
    while sum(sizes) < participants + imputed:
        sizes[sizes.index(min(sizes))] += 1
    backwards = range(len(sizes) - 1, -1, -1)
    imputed_counts = [0] * len(sizes)
    imputed_left = imputed
    while imputed_left:
        for index in backwards:
            if imputed_left and imputed_counts[index] < sizes[index]:
                imputed_counts[index] += 1
                imputed_left -= 1
    return [
        Division(size - imputed_count, imputed_count)
        for size, imputed_count in zip(sizes, imputed_counts, strict=True)
        if size
    ]


def _last(sizes: Sequence[int], size: int) -> int:
    return max(index for index, other in enumerate(sizes) if other == size)


def division_problems(divisions: Sequence[Division], law: DivisionLaw) -> list[Refusal]:
    """``too-few-participants`` (T0.12d), ``division-size`` (T0.02c), ``too-many-imputed`` and
    ``imputed-missing`` (T0.12a to c)."""
    participants = sum(entry.participants for entry in divisions)
    refusals = []
    if participants < law.least_participants:
        refusals.append(
            Refusal(
                "too-few-participants",
                f"A sanctioned event has {law.least_participants} participants at least, not "
                f"{participants}.",
                "participants",
                {"participants": participants, "least": law.least_participants, "rule": "T0.12d"},
            )
        )
    for number, division in enumerate(divisions, start=1):
        if not law.least_teams <= division.teams <= law.most_teams:
            refusals.append(
                Refusal(
                    "division-size",
                    f"A division has {law.least_teams} to {law.most_teams} teams, imputed ones "
                    f"included; division {number} has {division.teams}.",
                    f"division {number}",
                    {"teams": division.teams, "rule": "T0.02c"},
                )
            )
    return refusals + _imputed_problems(divisions, participants, law)


def _imputed_problems(
    divisions: Sequence[Division], participants: int, law: DivisionLaw
) -> list[Refusal]:
    fewest = law.two_imputed_when_fewest and participants == law.least_participants
    if fewest and len(divisions) == 1:
        if divisions[0].imputed == 2:
            return []
        return [
            Refusal(
                "imputed-missing",
                f"{participants} participants play in one division with two imputed teams.",
                "division 1",
                {"imputed": divisions[0].imputed, "rule": "T0.12c"},
            )
        ]
    allowed_double = participants == law.two_imputed_participants and len(divisions) == 2
    refusals = []
    for number, division in enumerate(divisions, start=1):
        if division.imputed <= law.imputed_teams:
            continue
        if division.imputed == 2 and allowed_double:
            allowed_double = False
            continue
        refusals.append(
            Refusal(
                "too-many-imputed",
                f"A division holds {law.imputed_teams} imputed at most; division {number} has "
                f"{division.imputed}.",
                f"division {number}",
                {"imputed": division.imputed, "rule": "T0.12a"},
            )
        )
    return refusals
