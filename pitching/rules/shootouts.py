"""Who may pitch in a shoot-out (T32.0e to g). Its innings are on no sheet (A-O7)."""

from __future__ import annotations

from collections.abc import Collection

from pitching.rules.law import ShootoutLaw


def may_pitch_inning(
    law: ShootoutLaw,
    inning: int,
    *,
    starts: bool,
    relieves: bool,
    pitched: Collection[int] = (),
    pinch_hit: Collection[int] = (),
) -> bool:
    """Whether a pitcher may be named for an inning: one inning each, a starter in the first two,
    and from the ninth on all once more, those too who hit for a pitcher (A-O6).

    ``pitched`` and ``pinch_hit`` are the innings in which he did.
    """
    if not starts and (not relieves or inning <= law.starters_until):
        return False
    since = law.all_return if inning >= law.all_return else 1
    return not any(since <= used <= inning for used in (*pitched, *pinch_hit))


def may_pinch_hit(
    law: ShootoutLaw, inning: int, *, starts: bool, starters: int, pitched: int, pinch_hit: int
) -> bool:
    """A-O4: whether a pitcher may hit for another: while innings for starters only are to come, a
    starter only if enough of ``starters`` would remain who have not pitched, are not named and
    have not hit."""
    to_come = law.starters_until - inning
    return not starts or starters - pitched - pinch_hit - 1 >= max(0, to_come)
