"""Who may pitch in a game, how many outs, and why (T10.2, T27.5, T27.64, T33.0h).

One law for every game: any window of four consecutive games that contains it, any row of games
through it, every start near it. In an ordinary game there are no later outings, and this is the
look back of T10.2k; in a resumed game it looks both ways (A-S1 to A-S4), and so it does where
series are played out of schedule order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pitching.rules.law import SUM, PitchingLaw, reach
from pitching.rules.sheet import Binding, Outing, Pitcher, Played, Sheet, Spot


class Role(StrEnum):
    START = "start"
    RELIEF = "relief"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pitcher may not pitch, or not as much: the paragraph, a code, the outings that were
    counted, and the limit of the law."""

    rule: str
    code: str
    outings: tuple[Outing, ...] = ()
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Whether a pitcher may pitch in a game, and how many more outs. ``free_again``: the first
    column from this one on in which he may, if he does not pitch until then; ``None``: never in
    this role."""

    pitcher: int
    column: int
    role: Role
    outs: int
    reasons: tuple[Reason, ...]
    free_again: int | None

    @property
    def eligible(self) -> bool:
        """T10.2n: the pitcher may get an out."""
        return self.outs > 0

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reason.rule for reason in self.reasons))


@dataclass(frozen=True, slots=True)
class Outlook:
    pitcher: Pitcher
    start: tuple[Eligibility, ...]
    relief: tuple[Eligibility, ...]


def eligibility(
    sheet: Sheet, law: PitchingLaw, pitcher: Pitcher, column: int, role: Role
) -> Eligibility:
    if not _rated(pitcher, role):
        return Eligibility(pitcher.key, column, role, 0, (NO_RATING[role],), None)
    played = sheet.played(pitcher.key)
    outs, reasons = _judged(sheet, law, played, column, role)
    free = column
    if outs <= 0:
        outs = 0
        free = sheet.column_after(column)
        # Terminates: no outing matters further away than ``reach``.
        while _judged(sheet, law, played, free, role)[0] <= 0:
            free = sheet.column_after(free)
    return Eligibility(pitcher.key, column, role, outs, tuple(reasons), free)


def outs_allowed(sheet: Sheet, law: PitchingLaw, pitcher: Pitcher, column: int, role: Role) -> int:
    """The outs of ``eligibility`` alone, without reasons: cheaper for many pitchers."""
    if not _rated(pitcher, role):
        return 0
    return max(0, _judged(sheet, law, sheet.played(pitcher.key), column, role)[0])


def _judged(
    sheet: Sheet, law: PitchingLaw, played: Played, column: int, role: Role
) -> tuple[int, list[Reason]]:
    if role is Role.START:
        return _start(sheet, law, played, column)
    return _relief(sheet, law, played, column)


def _rated(pitcher: Pitcher, role: Role) -> bool:
    return pitcher.starts if role is Role.START else pitcher.relieves


NO_RATING: Final = {
    Role.START: Reason("T10.2b", "no-starter-rating"),
    Role.RELIEF: Reason("T10.2a", "no-relief-rating"),
}


Near = tuple[int, Outing, bool]
"""An outing near a game: how many games away (never 0), the outing, and whether no fresh start of
the bullpen lies between."""


def _near(law: PitchingLaw, played: Played, spot: Spot) -> list[Near]:
    """All outings of the pitcher that can matter to a game, in their order."""
    place, distance = spot.place, reach(law)
    return [
        (other_place - place, outing, spot.first <= other_place <= spot.last)
        for other_place in range(place - distance, place + distance + 1)
        if (outing := played.get(other_place)) is not None and other_place != place
    ]


def _relief(
    sheet: Sheet, law: PitchingLaw, played: Played, column: int
) -> tuple[int, list[Reason]]:
    """Outs that the pitcher may still get in relief."""
    spot = sheet.spot(column)
    own_outing = played.get(spot.place)
    near = _near(law, played, spot)
    if own_outing is None and not near:
        return law.window_outs, []
    if own_outing is not None and own_outing.started:
        # A pitcher who was taken out does not come back (A-S6).
        return 0, [Reason("T33.0h", "started-this-game", (own_outing,))]
    reasons: list[Reason] = []
    rest = _starts_behind(law, near)
    if rest:
        reasons.append(Reason("T10.2f", "rest-after-start", rest, law.starter_rest))
    ahead = tuple(
        outing
        for away, outing, together in near
        if 0 < away <= law.rest_before_start
        and outing.started
        and (together or not law.reset_clears_rest)
    )
    if ahead:
        reasons.append(Reason("T10.2g", "start-ahead", ahead, law.rest_before_start))
    _look_for_row(law, near, reasons)
    forbidden = bool(reasons)
    by_letter = spot.suspended and law.resumed_game == SUM
    worst, counted = _all_around(law, near) if by_letter else _worst_window(law, near)
    total = law.window_outs - worst
    if worst:
        rule = "T33.0h" if any(outing.column > column for outing in counted) else "T10.2k"
        reasons.append(Reason(rule, "relief-window", counted, law.window_outs))
    if law.starts_need_relief_eligibility:
        total = _held_by_start_ahead(law, near, total, reasons)
    outs = total
    if own_outing is not None:
        outs -= own_outing.outs
        if outs <= 0 and not worst:
            reasons.append(Reason("T10.2i", "relief-window", (own_outing,), law.window_outs))
    return (0 if forbidden else max(0, outs)), reasons


def _start(sheet: Sheet, law: PitchingLaw, played: Played, column: int) -> tuple[int, list[Reason]]:
    """Outs that the pitcher may still get as the starter."""
    spot = sheet.spot(column)
    own_outing = played.get(spot.place)
    near = _near(law, played, spot)
    binding = sheet.binding if sheet.binding and sheet.binding.holds(column) else None
    if own_outing is None and not near and binding is None:
        return law.starter_most_outs, []
    if own_outing is not None and not own_outing.started:
        return 0, [Reason("T33.0h", "relieved-this-game", (own_outing,))]
    reasons: list[Reason] = []
    if binding is None:
        rest = _starts_behind(law, near)
    else:
        rest = _starts_bound(sheet, law, played, binding, column)
    if rest:
        rule = "T10.2f" if binding is None else "T0.08o"
        reasons.append(Reason(rule, "rest-after-start", rest, law.starter_rest))
    relieved = tuple(
        outing
        for away, outing, together in near
        if -law.rest_before_start <= away < 0
        and not outing.started
        and (together or not law.reset_clears_rest)
    )
    if relieved:
        reasons.append(Reason("T10.2g", "rest-before-start", relieved, law.rest_before_start))
    if law.starts_need_relief_eligibility:
        behind = _relieved(near, 1 - law.window_games, -1)
        if behind and sum(outing.outs for outing in behind) >= law.window_outs:
            reasons.append(Reason("T10.2h", "no-relief-left", behind, law.window_outs))
    later = tuple(
        outing
        for away, outing, together in near
        if 0 < away <= law.starter_rest and (together or not law.reset_clears_rest)
    )
    if later:
        reasons.append(Reason("T10.2f", "outing-ahead", later, law.starter_rest))
    if not relieved and binding is None:
        _look_for_row(law, near, reasons)
    outs = law.starter_most_outs
    if own_outing is not None:
        outs -= own_outing.outs
        if outs <= 0:
            reasons.append(Reason("T10.2d", "ten-innings", (own_outing,), law.starter_most_outs))
    return (0 if reasons else outs), reasons


def _rests(law: PitchingLaw, outing: Outing) -> bool:
    return outing.started and not (outing.accepted and law.accepted_start_keeps_turn)


def _starts_behind(law: PitchingLaw, near: Sequence[Near]) -> tuple[Outing, ...]:
    """Starts after which the pitcher still rests. A fresh start of the bullpen ends no rest, unless
    the law says so (A-P6)."""
    return tuple(
        outing
        for away, outing, together in near
        if -law.starter_rest <= away < 0
        and _rests(law, outing)
        and (together or not law.reset_clears_rest)
    )


def _starts_bound(
    sheet: Sheet, law: PitchingLaw, played: Played, binding: Binding, column: int
) -> tuple[Outing, ...]:
    """T0.08o: starts after which the pitcher would rest if this series stood where the earlier one
    stood, on the sheet as it was before that (A-Q2, A-Q3)."""
    shift = sheet.place(binding.first) - sheet.place(binding.stands_at)
    shifted_place = sheet.place(column) - shift
    starts = []
    for place, outing in played.items():
        if _rests(law, outing) and (
            binding.holds(outing.column) or outing.column < binding.stands_at
        ):
            start_place = place - shift if binding.holds(outing.column) else place
            if 0 < shifted_place - start_place <= law.starter_rest:
                starts.append(outing)
    return tuple(starts)


def _look_for_row(law: PitchingLaw, near: Sequence[Near], reasons: list[Reason]) -> None:
    """T10.2j, T27.64: more games in a row than allowed, this one included (A-S2)."""
    if len(near) < law.games_in_a_row:
        return
    pitched = {away: outing for away, outing, together in near if together}
    low = high = 0
    while low - 1 in pitched:
        low -= 1
    while high + 1 in pitched:
        high += 1
    if high - low >= law.games_in_a_row:
        row = tuple(pitched[away] for away in range(low, high + 1) if away)
        reasons.append(Reason("T10.2j", "games-in-a-row", row, law.games_in_a_row))


def _relieved(near: Sequence[Near], first: int, last: int) -> tuple[Outing, ...]:
    """Relief outings from ``first`` to ``last`` games away that count together with this game."""
    return tuple(
        outing
        for away, outing, together in near
        if together and first <= away <= last and not outing.started
    )


def _worst_window(law: PitchingLaw, near: Sequence[Near]) -> tuple[int, tuple[Outing, ...]]:
    """T10.2i: the relief outs in the fullest window around the game, and their outings."""
    size = law.window_games
    worst = 0
    counted: tuple[Outing, ...] = ()
    # Every window begins with this game or with an earlier outing.
    for first in {away for away, _, _ in near if -size < away < 0} | {0}:
        inside = _relieved(near, first, first + size - 1)
        outs = sum(outing.outs for outing in inside)
        if outs > worst:
            worst, counted = outs, inside
    return worst, counted


def _all_around(law: PitchingLaw, near: Sequence[Near]) -> tuple[int, tuple[Outing, ...]]:
    """T33.0h by the letter: the relief outs of the games before and after together, and their
    outings."""
    counted = _relieved(near, 1 - law.window_games, law.window_games - 1)
    return sum(outing.outs for outing in counted), counted


def _held_by_start_ahead(
    law: PitchingLaw, near: Sequence[Near], total: int, reasons: list[Reason]
) -> int:
    """A-S3: keep enough of ``total`` that the pitcher was still eligible to relieve where he
    started later."""
    for away, start, together in near:
        if together and start.started and law.rest_before_start < away < law.window_games:
            before = _relieved(near, away - law.window_games + 1, away - 1)
            most_left = law.window_outs - 1 - sum(outing.outs for outing in before)
            if most_left < total:
                total = most_left
                counted = (*before, start)
                reasons.append(Reason("T10.2h", "held-by-start", counted, law.window_outs))
    return total
