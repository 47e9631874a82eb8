"""Reports of a game, in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.endings import ordinal
from games.engine.situation import TOP
from games.models import Game
from games.rules.reports import GameClaim
from games.seriesday.models import GameReport
from games.seriesday.selectors.reports import Version
from rosters.models import Team


@dataclass(frozen=True)
class Told:
    """A telling as pages show it."""

    report: GameReport
    away: int
    home: int
    ending: str
    state: str
    pitchers: tuple[tuple[Team, str], ...]

    @property
    def result(self) -> tuple[int, int]:
        """The final score, visitors first."""
        return self.away, self.home


def shown_version(version: Version, sides: tuple[Team, Team]) -> Told:
    """One telling; ``sides`` are the visiting and the home club."""
    away, home = sides
    return Told(
        version.report,
        *version.result,
        ending_in_words(version.claim, away.name, home.name),
        state_in_words(version.report),
        tuple((team, names) for team, names in zip(sides, version.pitchers, strict=True) if names),
    )


def ending_in_words(claim: GameClaim, away: str, home: str) -> str:
    """How it ended: ``Mercy rule in the 6th``."""
    stop = claim.stop
    inning = ordinal(stop.inning)
    half = "top" if stop.half == TOP else "bottom"
    match claim.ending:
        case "walk-off":
            return f"Walk-off in the {inning}, {stop.outs} out"
        case "mercy":
            return f"Mercy rule in the {inning}"
        case "conceded":
            loser = (away, home)[claim.conceded_by or 0]
            return f"{loser} conceded in the {half} of the {inning}, {stop.outs} out"
        case "extra-innings":
            return f"{stop.inning} innings"
        case "home-leads":
            return f"{home} did not bat in the {inning}"
        case "tie":
            return f"Tie after {stop.inning} innings"
        case "suspended":
            return f"Suspended in the {half} of the {inning}, {stop.outs} out"
    return f"{stop.inning} innings"


def state_in_words(report: GameReport) -> str:
    """How a report was answered, in words."""
    if report.state == GameReport.State.CONFIRMED:
        if report.kind in (GameReport.Kind.SETTLED, GameReport.Kind.CORRECTED):
            return report.get_kind_display()
        if report.answered_by is None:
            return "Official (T0.06d)"
        if report.answered_by_id == report.told_by_id:
            suspended = report.game.status == Game.Status.SUSPENDED
            return "Suspended: it counts once it is over" if suspended else "Counts"
        return f"Confirmed by {report.answered_by}"
    return report.get_state_display()
