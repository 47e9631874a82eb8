"""Whether the law admits a card, as a query over a pool and as a judgment of one card.

The law is ``rosters.rules.eligibility``; the query says the same in SQL, and a test compares the
two card by card. A typed card without a season is not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import F, Q

from config.refusals import Refusal
from rosters.editions import usual_preset
from rosters.makers.base import HITTER, PITCHER, Maker
from rosters.models import Card
from rosters.rules.editions.law import EligibilityLaw
from rosters.rules.eligibility import (
    HitterFacts,
    PitcherFacts,
    hitter_problem,
    relief_problem,
    start_problem,
)

NOTHING_PRINTED = ("", "-", "–")
"""How cards print that a player does not start, or does not relieve."""

ELIGIBLE = {
    "yes": "May be drafted",
    "hitter": "Hitter",
    "catcher": "Catcher",
    "starter": "May start",
    "reliever": "May relieve",
    "no": "May not be drafted",
}


@dataclass(frozen=True)
class Standing:
    """What a card may be used for, and why not for the rest; neither without a season."""

    able: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    short: str = ""

    @property
    def judged(self) -> bool:
        return bool(self.able or self.refusals)


def plays(position: str) -> Q:
    """The cards with this position, which is a word of ``positions``."""
    return (
        Q(positions=position)
        | Q(positions__startswith=f"{position} ")
        | Q(positions__endswith=f" {position}")
        | Q(positions__contains=f" {position} ")
    )


def eligible(asked: str, maker: Maker, law: EligibilityLaw | None = None) -> Q:
    """The cards that match one of ``ELIGIBLE``, by the default law of their system unless another
    is given."""
    law = law or usual_preset(maker.system).edition.eligibility

    def batted(needed: int) -> Q:
        return Q(season__at_bats__gte=needed - F("season__walks"))

    catcher = Q(kind=HITTER) & plays("c") & batted(law.catcher_at_bats_and_walks)
    hitter = Q(kind=HITTER) & batted(law.hitter_at_bats_and_walks) | catcher

    def rated(column: str, games: str) -> Q:
        if not column:
            return Q(**{f"season__{games}__gt": 0})
        return ~Q(**{f"cells__{column}__in": NOTHING_PRINTED})

    starts = Q(kind=PITCHER) & rated(maker.starter_column, "starts")
    relieves = Q(kind=PITCHER) & rated(maker.relief_column, "relief_games")
    starter = starts & Q(season__outs__gte=law.starter_outs)
    reliever = relieves & Q(season__outs__gte=law.reliever_outs)
    anything = hitter | starter | reliever
    answers: Mapping[str, Callable[[], Q]] = {
        "yes": lambda: anything,
        "hitter": lambda: hitter,
        "catcher": lambda: catcher,
        "starter": lambda: starter,
        "reliever": lambda: reliever,
        "no": lambda: Q(season__isnull=False) & ~anything,
    }
    return answers[asked]()


def roles(card: Card, maker: Maker) -> tuple[bool, bool]:
    """Whether a pitcher's card has a starter and a relief rating (T27.53, T27.62). Where cards
    print no rating, the season decides."""

    def rated(column: str, games: str) -> bool:
        if column:
            return card.cells.get(column, "") not in NOTHING_PRINTED
        return card.season is not None and getattr(card.season, games) > 0

    return rated(maker.starter_column, "starts"), rated(maker.relief_column, "relief_games")


def standing(card: Card, maker: Maker, law: EligibilityLaw | None = None) -> Standing:
    """What the law says of one card, with its season loaded: by the default law of its system
    unless another is given."""
    law = law or usual_preset(maker.system).edition.eligibility
    season = card.season
    if season is None:
        return Standing()
    if card.kind == HITTER:
        hitter = HitterFacts(card.name, season.at_bats, season.walks, card.positions.split())
        problem = hitter_problem(hitter, law)
        if problem is None:
            return Standing(("Catcher",) if hitter.catches else ("Hitter",))
        total = season.at_bats + season.walks
        return Standing((), (problem,), f"{total} of {problem.facts['needed']} AB+BB")
    starts, relieves = roles(card, maker)
    pitcher = PitcherFacts(card.name, season.outs, starter=starts, relief=relieves)
    roles_and_problems = (
        ("Starter", start_problem(pitcher, law)),
        ("Reliever", relief_problem(pitcher, law)),
    )
    refusals = tuple(problem for _, problem in roles_and_problems if problem)
    return Standing(
        tuple(word for word, problem in roles_and_problems if problem is None),
        refusals,
        _short(refusals),
    )


def _short(refusals: tuple[Refusal, ...]) -> str:
    """The numbers of the nearest refusal: ``38.1 of 40.0 IP``."""
    for refusal in reversed(refusals):
        if refusal.code == "too-few-innings":
            outs, needed = (int(str(refusal.facts[key])) for key in ("outs", "needed"))
            return f"{outs // 3}.{outs % 3} of {needed // 3}.{needed % 3} IP"
    return ""
