"""Breaches of the pitching law in a game's outings: detected here, ruled on by directors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitching.rules.eligibility import Eligibility, Role, eligibility
from pitching.rules.in_game import is_pardoned
from pitching.rules.law import PitchingLaw
from pitching.rules.sheet import Outing, Pitcher, Sheet


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a pitcher did in one game, with what only a record of it tells: ``on_last_play`` are the
    outs of the last play on which the pitcher got any, ``stayed_on`` says that the pitcher faced a
    batter after that. A sheet of paper gives one out, and a pitcher who left."""

    outing: Outing
    on_last_play: int = 1
    stayed_on: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach of the law. ``allowed``: the outs the pitcher might have got; ``outs``: those he
    got."""

    rule: str
    code: str
    pitcher: int
    column: int
    outs: int
    allowed: int
    grounds: Eligibility


def breaches(
    sheet: Sheet,
    law: PitchingLaw,
    staff: Mapping[int, Pitcher],
    column: int,
    appearances: Sequence[Appearance],
) -> tuple[Breach, ...]:
    """Every breach in a column with these appearances, in their order.

    A player who is no pitcher breaks nothing: his outs are only recorded (A-R21). A double play
    that took a pitcher beyond his last out is no breach (T31.1), unless he stayed on (A-V4).
    """
    other_columns = sheet.without(column)
    breaches_found = []
    for appearance in appearances:
        outing = appearance.outing
        pitcher = staff.get(outing.pitcher)
        if pitcher is None:
            continue
        role = Role.START if outing.started else Role.RELIEF
        answer = eligibility(other_columns, law, pitcher, column, role)
        rule = _broken(answer, appearance)
        if rule:
            code = "not-eligible" if not answer.eligible else "too-many-outs"
            breaches_found.append(
                Breach(rule, code, outing.pitcher, column, outing.outs, answer.outs, answer)
            )
    return tuple(breaches_found)


def _broken(answer: Eligibility, appearance: Appearance) -> str:
    """The paragraph that was broken; empty if none."""
    outs = appearance.outing.outs
    if not answer.eligible:
        return next((reason.rule for reason in answer.reasons), "T10.2n")
    if outs > answer.outs and not is_pardoned(answer.outs, outs, appearance.on_last_play):
        return "T10.2d" if answer.role is Role.START else "T10.2i"
    if outs >= answer.outs and appearance.stayed_on:
        return "T10.2d" if answer.role is Role.START else "T10.2n"
    return ""
