"""What the law says of the pitcher on the mound during a game (T10.2e, T31.1)."""

from __future__ import annotations

from pitching.rules.law import PitchingLaw


def starter_may_leave(
    law: PitchingLaw, outs: int, runs: int, *, injured: bool = False, weak: bool = False
) -> bool:
    """T10.2e: a starter stays until so many runs were scored on him or he has so many outs, unless
    injured (A-R13: all runs while he pitches)."""
    return (
        injured
        or outs >= law.starter_least_outs
        or runs >= law.starter_least_runs
        or (weak and law.weak_starter_may_leave)
    )


def is_pardoned(allowance: int, outs: int, on_last_play: int) -> bool:
    """T31.1: pardon outs beyond the ``allowance`` if all of them were made on the play that used it
    up, which could not be stopped (A-P3)."""
    return outs > allowance and outs - on_last_play < allowance
