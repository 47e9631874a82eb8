"""Violations that a reported game shows besides those that the pitching sheets show."""

from __future__ import annotations

from collections.abc import Mapping

from config.refusals import Refusal
from games.engine.situation import AWAY, HOME
from games.rules.reports import SIDES, GameClaim
from pitching.rules.innings import innings_of
from pitching.rules.laws import LawOfPitching


def starters_gone_early(law: LawOfPitching, claim: GameClaim) -> tuple[int, ...]:
    """T10.2e: the sides whose starter was taken out before he might leave: with fewer outs than the
    law asks for although the opponents had scored too little by then, whoever gave up their runs.
    Only what is certain is found; an injured player may leave, and no report tells of injuries."""
    found = []
    for side in (AWAY, HOME):
        pitchers = claim.sides[side].pitchers
        if len(pitchers) < 2 or not pitchers[0].started:
            continue
        outs = pitchers[0].outs
        if not law.may_have_left(outs, _most_runs(claim, side, outs)):
            found.append(side)
    return tuple(found)


def _most_runs(claim: GameClaim, side: int, outs: int) -> int:
    """The most that can have been scored on a side's starter until he left after so many outs."""
    batting = claim.sides[1 - side]
    if not batting.innings:
        return batting.runs
    return sum(runs or 0 for runs in batting.innings[: outs // 3 + 1])


def staying_on(claim: GameClaim, gone: Mapping[int, int]) -> list[Refusal]:
    """T0.06b, T31.2b: ``must-leave`` where a pitcher whose illegal outing was let stand goes on
    pitching in the same game; ``gone`` are the outs he had by then, by pitcher."""
    return [
        Refusal(
            "must-leave",
            f"He had {innings_of(gone[line.pitcher])} innings when his outing was let stand, and "
            f"had to leave; {innings_of(line.outs)} are told.",
            SIDES[side],
            {"rule": "T0.06b", "pitcher": line.pitcher, "outs": gone[line.pitcher]},
        )
        for side in (AWAY, HOME)
        for line in claim.sides[side].pitchers
        if line.pitcher in gone and line.outs > gone[line.pitcher]
    ]
