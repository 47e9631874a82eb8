"""How entrants may be divided: T0.02c and T0.12."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.rules.editions.law import DivisionLaw


@dataclass(frozen=True)
class Division:
    """How many of its teams have a manager, and how many are imputed."""

    participants: int
    imputed: int = 0

    @property
    def teams(self) -> int:
        """All of them; A-D2 counts the imputed ones too."""
        return self.participants + self.imputed


def divided_again(divisions: Sequence[Division], participants: int, imputed: int) -> list[Division]:
    """The divisions for other numbers of teams, each as large as it was as far as that goes;
    imputed teams one by one from the last division on, so that none has two before all have one."""
    sizes = [each.teams for each in divisions]
    while sum(sizes) > participants + imputed:
        sizes[_last(sizes, max(sizes))] -= 1
    while sum(sizes) < participants + imputed:
        sizes[sizes.index(min(sizes))] += 1
    backwards = range(len(sizes) - 1, -1, -1)
    of_house = [0] * len(sizes)
    left = imputed
    while left:
        for at in backwards:
            if left and of_house[at] < sizes[at]:
                of_house[at] += 1
                left -= 1
    return [Division(size - of, of) for size, of in zip(sizes, of_house, strict=True) if size]


def _last(sizes: Sequence[int], size: int) -> int:
    return max(at for at, each in enumerate(sizes) if each == size)


def division_problems(divisions: Sequence[Division], law: DivisionLaw) -> list[Refusal]:
    """``too-few-participants`` (T0.12d), ``division-size`` (T0.02c), ``too-many-imputed`` and
    ``imputed-missing`` (T0.12a to c)."""
    participants = sum(each.participants for each in divisions)
    found = []
    if participants < law.least_participants:
        found.append(
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
            found.append(
                Refusal(
                    "division-size",
                    f"A division has {law.least_teams} to {law.most_teams} teams, imputed ones "
                    f"included; division {number} has {division.teams}.",
                    f"division {number}",
                    {"teams": division.teams, "rule": "T0.02c"},
                )
            )
    return found + _imputed_problems(divisions, participants, law)


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
    found = []
    for number, division in enumerate(divisions, start=1):
        if division.imputed <= law.imputed_teams:
            continue
        if division.imputed == 2 and allowed_double:
            allowed_double = False
            continue
        found.append(
            Refusal(
                "too-many-imputed",
                f"A division holds {law.imputed_teams} imputed at most; division {number} has "
                f"{division.imputed}.",
                f"division {number}",
                {"imputed": division.imputed, "rule": "T0.12a"},
            )
        )
    return found
