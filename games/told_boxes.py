"""Box scores in the form in which people report them, made from games that the engine played."""

from __future__ import annotations

from games.engine.folds.box_score import BattingLine, box_score
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.summary import summarise
from games.engine.record import Record
from games.rules.boxes import BATTED, PITCHED, BatterLine, PitcherCounts
from games.rules.endings import Stop
from games.rules.reports import SUSPENDED, GameClaim, SideClaim
from pitching.rules.columns import Line


def claim_of(record: Record, keys: tuple[dict[int, int], dict[int, int]]) -> GameClaim:
    """What somebody who kept the box score of a game tells of it, or of one as far as it went;
    ``keys`` are each side's cards by number in the squad. Where the order is a list nobody has a
    position to be told."""
    line, box = summarise(record).line, box_score(record)
    listed = record.system.listed
    sides = []
    for at, side in enumerate(box.sides):
        sides.append(
            SideClaim(
                side.total.runs,
                tuple(
                    Line(keys[at][each.player], each.outs, each.started) for each in side.pitchers
                ),
                tuple(line.sides[at].innings),
                line.sides[at].hits,
                side.errors,
                side.left_on_base if record.ending else None,
                tuple(
                    _batter(each, keys[at], listed=listed) for each in side.batting if each.player
                ),
                tuple(
                    PitcherCounts(
                        **{name: getattr(each, name) for name in PITCHED}, decision=each.decision
                    )
                    for each in side.pitchers
                ),
            )
        )
    return GameClaim(
        (sides[0], sides[1]),
        record.ending.reason if record.ending else SUSPENDED,
        Stop(line.inning, line.half, line.outs_made),
    )


def _batter(line: BattingLine, keys: dict[int, int], *, listed: bool) -> BatterLine:
    counts = {name: getattr(line, name) for name in BATTED if name != "interferences"}
    positions = () if listed else tuple(POSITION_NAMES[one] for one in line.positions)
    told = BatterLine(keys[line.player], line.slot, positions, **counts)
    free = line.plate_appearances - told.turns
    return BatterLine(told.player, told.slot, told.positions, **counts, interferences=free)
