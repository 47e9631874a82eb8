"""Which fields of the report page a refusal is about.

A refusal names its place in the claim: ``visitors, batter 3`` is the third line of the box score.
The page has rows in which some are left empty, substitutes behind the nine, and no row at all for a
reliever who bats by himself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from config.inputs import whole_number
from config.refusals import Refusal
from games.engine.situation import SLOTS
from games.rules.box_shapes import NINE, BoxShape
from games.rules.boxes import BatterLine
from games.rules.reports import GameClaim
from games.seriesday.forms import (
    PLACES,
    SIDES,
    Post,
    batters_rows,
    pitchers_told,
    slot_of,
)

Marks = Mapping[str, list[str]]
"""What is said at a part of the form, by its key: ``away`` (the runs), ``away_batters``,
``away_bat_3``, ``away_pitchers``, ``away_pitcher_2``, ``away_lob``, ``away_line``, ``inning``,
``half``, ``outs``, ``ending``, ``conceded_by``."""

_OF_A_LINE: Final = frozenset({"innings-missing", "runs-do-not-add-up"})
"""Refusals about a side that its runs by inning caused."""
_OF_PITCHERS: Final = frozenset({"no-starter", "two-starters", "outs-do-not-add-up"})
"""Refusals about a side that its pitchers caused."""


def marks_of(
    refusals: Iterable[Refusal], post: Post, claim: GameClaim | None, shape: BoxShape = NINE
) -> Marks:
    """What is said where. ``claim`` is what was read of the form; ``None`` where it could not be
    read, and every refusal says by itself which field it is about."""
    where = {} if claim is None else _rows_of(post, claim, shape)
    found: dict[str, list[str]] = defaultdict(list)
    for refusal in refusals:
        row = refusal.facts.get("field") or where.get(refusal.place) or _part(refusal)
        if row:
            found[str(row)].append(refusal.message)
    return dict(found)


def _part(refusal: Refusal) -> str:
    """The part of the form that a place without a row means."""
    side, _, rest = refusal.place.partition(", ")
    if side not in PLACES:
        return refusal.place
    name = SIDES[PLACES.index(side)]
    if refusal.code in _OF_A_LINE:
        return f"{name}_line"
    if refusal.code in _OF_PITCHERS:
        return f"{name}_pitchers"
    of_whom = rest.partition(" ")[0]
    if not rest:
        return name
    known = {"left": f"{name}_lob", "pitchers": f"{name}_pitchers", "pitcher": f"{name}_pitchers"}
    return known.get(of_whom, f"{name}_batters")


def _rows_of(post: Post, claim: GameClaim, shape: BoxShape) -> Mapping[str, str]:
    """The rows of the form by the places of the claim that was read from it."""
    found: dict[str, str] = {}
    for at, (name, place, side) in enumerate(zip(SIDES, PLACES, claim.sides, strict=True)):
        rows = batters_rows(post, name, shape)
        for number, line in enumerate(side.batting, start=1):
            row = next((row for row in rows if _is_line(post, name, row, line, shape)), None)
            if row is not None:
                rows.remove(row)
                found[f"{place}, batter {number}"] = f"{name}_bat_{row}"
        if not shape.listed:
            for slot in range(1, SLOTS + 1):
                found[f"{place}, slot {slot}"] = f"{name}_bat_{slot}"
        chosen = pitchers_told(post, at, claim.stop.made[1 - at], shape)
        for number, (row, *_) in enumerate(chosen, start=1):
            found[f"{place}, pitcher {number}"] = f"{name}_pitcher_{row}"
    return found


def _is_line(post: Post, name: str, row: int, line: BatterLine, shape: BoxShape) -> bool:
    """Whether a row of the form is a line of the claim: the rows of a list are told in order."""
    player = whole_number(post.get(f"{name}_bat_{row}_man", ""))
    return player == line.player and (shape.listed or slot_of(post, name, row) == line.slot)
