"""Who may be drafted and used: Purestrat T10.11, T10.2, T27.53, T27.62 and T31.9.

Every threshold is a setting of the edition; the defaults are those of ``purestrat-2013``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.refusals import Refusal
from rosters.stats.lines import innings

FIRST_BASE = "1b"


@dataclass(frozen=True)
class EligibilityLaw:
    """Thresholds: at-bats plus walks of hitters, outs (innings times three) of pitchers."""

    hitter_at_bats_and_walks: int = 300
    catcher_at_bats_and_walks: int = 250
    starter_outs: int = 375
    reliever_outs: int = 120
    starters_on_a_roster: int = 4


@dataclass(frozen=True)
class Rating:
    """A fielding rating on a card: position (``ss``), range 1 (best) to 5, error rating."""

    position: str
    range: int
    error: int


NO_POSITION = Rating(FIRST_BASE, 5, 30)
"""What a hitter without a printed position plays: 1b-5e30 (T10.11c)."""


@dataclass(frozen=True)
class HitterFacts:
    """What a hitter's card and season say; hit batsmen and sacrifices count for nothing here."""

    name: str
    at_bats: int
    walks: int
    ratings: Sequence[Rating] = ()

    @property
    def catches(self) -> bool:
        """Whether the card has a catcher rating."""
        return any(rating.position == "c" for rating in self.ratings)

    @property
    def plays(self) -> tuple[Rating, ...]:
        """Where he may play: what is printed, or 1b-5e30 when nothing is (T10.11c)."""
        return tuple(self.ratings) or (NO_POSITION,)


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
    had = hitter.at_bats + hitter.walks
    if had >= needed:
        return None
    return Refusal(
        "too-few-plate-appearances",
        f"{hitter.name} has {hitter.at_bats} at-bats and {hitter.walks} walks, {had} together; "
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


def may_start(pitcher: PitcherFacts, law: EligibilityLaw) -> bool:
    """Whether he may start."""
    return start_problem(pitcher, law) is None


def may_relieve(pitcher: PitcherFacts, law: EligibilityLaw) -> bool:
    """Whether he may relieve."""
    return relief_problem(pitcher, law) is None


def pitcher_problems(pitcher: PitcherFacts, law: EligibilityLaw) -> tuple[Refusal, ...]:
    """Why he may neither start nor relieve; empty when he may do one of them."""
    start, relief = start_problem(pitcher, law), relief_problem(pitcher, law)
    return () if start is None or relief is None else (start, relief)


def starters_problem(pitchers: Sequence[PitcherFacts], law: EligibilityLaw) -> Refusal | None:
    """T10.2c: at least four pitchers of a roster may start."""
    able = [pitcher.name for pitcher in pitchers if may_start(pitcher, law)]
    if len(able) >= law.starters_on_a_roster:
        return None
    return Refusal(
        "too-few-starters",
        f"A roster needs {law.starters_on_a_roster} pitchers who may start; it has {len(able)}"
        f"{': ' + ', '.join(able) if able else ''}.",
        "pitchers",
        {"starters": able, "needed": law.starters_on_a_roster, "rule": "T10.2c"},
    )


def card_that_counts(played: Sequence[int]) -> int:
    """T31.9a, T31.9b: of a player's several cards only the one with most at-bats (or outs) counts,
    eligible or not; the place of that card. The first of equals, as listed.
    """
    if not played:
        raise ValueError("a player has at least one card")
    return max(range(len(played)), key=lambda at: (played[at], -at))


def hitting_card(own: HitterFacts | None, law: EligibilityLaw) -> HitterFacts | None:
    """T31.9c: a pitcher's own hitter's card if it qualifies, else ``None``: his card number."""
    return own if own is not None and hitter_problem(own, law) is None else None


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
