"""Which players may be drafted and used: Purestrat T10.11, T10.2, T27.53 and T27.62.

Every threshold is a field of the event's rule edition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from rosters.rules.editions.law import EligibilityLaw
from rosters.stats.lines import innings


@dataclass(frozen=True)
class HitterFacts:
    """What a hitter's card and season say; ``positions`` are the rated ones. Hit batsmen and
    sacrifices do not count here."""

    name: str
    at_bats: int
    walks: int
    positions: Sequence[str] = ()

    @property
    def catches(self) -> bool:
        return "c" in self.positions


@dataclass(frozen=True)
class PitcherFacts:
    """What a pitcher's card and season say; ``outs`` are innings times three."""

    name: str
    outs: int
    starter: bool
    relief: bool


def hitter_problem(hitter: HitterFacts, law: EligibilityLaw) -> Refusal | None:
    """T10.11a, T10.11b: 300 at-bats plus walks, 250 with a catcher rating."""
    needed = law.catcher_at_bats_and_walks if hitter.catches else law.hitter_at_bats_and_walks
    total = hitter.at_bats + hitter.walks
    if total >= needed:
        return None
    return Refusal(
        "too-few-plate-appearances",
        f"{hitter.name} has {hitter.at_bats} at-bats and {hitter.walks} walks, {total} together; "
        f"a {'catcher' if hitter.catches else 'hitter'} needs {needed}.",
        hitter.name,
        {"at_bats": hitter.at_bats, "walks": hitter.walks, "needed": needed, "rule": "T10.11"},
    )


def start_problem(pitcher: PitcherFacts, law: EligibilityLaw) -> Refusal | None:
    """T10.2b, T27.53: a starter rating and 125 innings."""
    if not pitcher.starter:
        return Refusal(
            "no-starter-rating",
            f"{pitcher.name} has no starter rating on his card.",
            pitcher.name,
            {"rule": "T10.2b"},
        )
    return _innings_problem(pitcher, law.starter_outs, "start", "T10.2b")


def relief_problem(pitcher: PitcherFacts, law: EligibilityLaw) -> Refusal | None:
    """T10.2a, T27.62: a relief rating and 40 innings."""
    if not pitcher.relief:
        return Refusal(
            "no-relief-rating",
            f"{pitcher.name} has no relief rating on his card.",
            pitcher.name,
            {"rule": "T10.2a"},
        )
    return _innings_problem(pitcher, law.reliever_outs, "relieve", "T10.2a")


def _innings_problem(pitcher: PitcherFacts, needed: int, deed: str, rule: str) -> Refusal | None:
    if pitcher.outs >= needed:
        return None
    return Refusal(
        "too-few-innings",
        f"{pitcher.name} pitched {innings(pitcher.outs)} innings; "
        f"to {deed} he needs {innings(needed)}.",
        pitcher.name,
        {"outs": pitcher.outs, "needed": needed, "rule": rule},
    )
