"""Box scores in the form in which people report them, made from games that the engine played."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.endings import CONCEDED
from games.engine.folds.box_score import BattingLine, BoxScore, box_score
from games.engine.folds.people import POSITION_NAMES
from games.engine.folds.summary import summarise
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.models import Game
from games.rules.boxes import BATTED, PITCHED, BatterLine, PitcherCounts
from games.rules.endings import SUSPENDED, Stop
from games.rules.reports import GameClaim, SideClaim
from pitching.rules.columns import Line


def claim_of_plays(game: Game) -> GameClaim:
    """What a game that is over came to by its plays."""
    awarded = game.summary["awarded"]
    runs = (game.away_runs - awarded[AWAY], game.home_runs - awarded[HOME])
    loser = HOME if game.away_runs > game.home_runs else AWAY
    return GameClaim(
        (SideClaim(runs[AWAY]), SideClaim(runs[HOME])),
        game.reason,
        Stop(game.inning, game.half or 0, game.outs or 0),
        loser if game.reason == CONCEDED else None,
    )


def claim_of(record: Record, keys: tuple[dict[int, int], dict[int, int]]) -> GameClaim:
    """What somebody who kept the box score of a game tells of it, or of one as far as it went;
    ``keys`` are each side's cards by number in the squad. Where the order is a list nobody has a
    position to be told."""
    line = summarise(record).line
    return claim_of_box(
        box_score(record),
        (tuple(line.away.innings), tuple(line.home.innings)),
        record.ending.reason if record.ending else SUSPENDED,
        Stop(line.inning, line.half, line.outs_made),
        keys,
        listed=record.system.listed,
    )


def claim_of_box(
    box: BoxScore,
    innings: tuple[tuple[int | None, ...], tuple[int | None, ...]],
    ending: str,
    stop: Stop,
    keys: tuple[Mapping[int, int], Mapping[int, int]],
    *,
    listed: bool = False,
) -> GameClaim:
    """The same of a box score with its runs by inning, however it was counted."""
    sides = [
        SideClaim(
            side.total.runs,
            tuple(Line(keys[at][each.player], each.outs, each.started) for each in side.pitchers),
            innings[at],
            side.total.hits,
            side.errors,
            None if ending == SUSPENDED else side.left_on_base,
            tuple(_batter(each, keys[at], listed=listed) for each in side.batting if each.player),
            tuple(
                PitcherCounts(
                    **{name: getattr(each, name) for name in PITCHED}, decision=each.decision
                )
                for each in side.pitchers
            ),
        )
        for at, side in enumerate(box.sides)
    ]
    return GameClaim((sides[0], sides[1]), ending, stop)


def _batter(line: BattingLine, keys: Mapping[int, int], *, listed: bool) -> BatterLine:
    counts = {name: getattr(line, name) for name in BATTED if name != "interferences"}
    positions = () if listed else tuple(POSITION_NAMES[one] for one in line.positions)
    told = BatterLine(keys[line.player], line.slot, positions, **counts)
    free = line.plate_appearances - told.turns
    return BatterLine(told.player, told.slot, told.positions, **counts, interferences=free)
