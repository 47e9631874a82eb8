"""The box score and the fielding lines of a game read from an event file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from games.engine.endings import TIED, Ending
from games.engine.event_files.game import DECISIONS, PITCHER, Change, EventGame, Step
from games.engine.event_files.plays import (
    ERRED,
    HIT,
    HIT_BY_PITCH,
    HOME,
    INTENTIONAL_WALK,
    STRIKEOUT,
    WALK,
)
from games.engine.folds.box_score import (
    COUNTS,
    TEAM,
    BattingLine,
    BoxScore,
    PitchingLine,
    SideBox,
)
from games.engine.folds.decisions import LOSS, SAVE, WIN, decided
from games.engine.folds.duels import Duels, Stretches
from games.engine.folds.fielding import FieldingLine
from games.engine.folds.pitchers import PitcherLine, Run, Staffs
from games.engine.folds.retrosheet import BEYOND_THE_FIELD
from games.engine.situation import AWAY, SLOTS
from games.engine.situation import HOME as HOME_SIDE

SIDES: Final = (AWAY, HOME_SIDE)
LETTERS: Final = dict(zip(DECISIONS, (WIN, LOSS, SAVE), strict=True))
_POSITIONS: Final = {theirs: ours for ours, theirs in BEYOND_THE_FIELD.items()}
_BASES: Final = {2: "doubles", 3: "triples", HOME: "home_runs"}

Numbers = Callable[[int, str], int]
"""Maps a side and a player's id in the file to his number."""


def box_of_events(game: EventGame, numbers: Numbers) -> BoxScore:
    """The box score. Decisions and earned runs are those of the file where it states any, else they
    are computed: every run is earned unless marked otherwise."""
    sides = (_Batters(AWAY), _Batters(HOME_SIDE))
    for start in game.started:
        sides[start.side].takes(start)
    errors, runs = [0, 0], _runs_of(game, numbers)
    for step in game.steps:
        if isinstance(step, Change):
            sides[step.side].takes(step)
            continue
        sides[step.side].bats(step)
        errors[1 - step.side] += sum(credit == ERRED for _, credit in step.play.credits)
    staffs = _decided(game, Staffs(*_staffs(game, numbers), runs=tuple(runs)), numbers)
    boxes = []
    for side in SIDES:
        batting = sides[side].lines(numbers)
        staff = staffs.sides[side]
        boxes.append(
            SideBox(
                batting,
                _sum(batting),
                _together(staff),
                errors[side],
                game.left[side],
                len(game.innings[side]),
                staff,
            )
        )
    return BoxScore(boxes[0], boxes[1])


class _Batters:
    """Batting counts of one side, by place and player."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.counts: dict[tuple[int, str], Counter[str]] = {}
        self.where: dict[tuple[int, str], list[int]] = {}

    def takes(self, change: Change) -> None:
        """A player takes a place in the order."""
        if not change.slot:
            return
        key = change.slot, change.player
        self.counts.setdefault(key, Counter())
        position = _POSITIONS.get(change.position, change.position)
        played = self.where.setdefault(key, [])
        if played[-1:] != [position]:
            played.append(position)

    def bats(self, step: Step) -> None:
        """Count everything credited to batter and runners."""
        play, slot = step.play, step.slot
        turn = self.counts.setdefault((slot, step.charged), Counter())
        if play.ends_turn:
            turn["plate_appearances"] += 1
            turn["at_bats"] += play.is_at_bat
            turn["sacrifice_hits"] += play.sacrifice_hit
            turn["sacrifice_flies"] += play.sacrifice_fly
            turn["double_plays"] += play.grounded_into_double_play
            turn["hits"] += play.kind == HIT
            turn["walks"] += play.kind in (WALK, INTENTIONAL_WALK)
            turn["strikeouts"] += play.kind == STRIKEOUT
            turn["hit_by_pitch"] += play.kind == HIT_BY_PITCH
            if play.bases in _BASES:
                turn[_BASES[play.bases]] += 1
        turn["runs_batted_in"] += sum(play.bats_in(move, step.outs) for _, move in step.scored)
        for runner, _ in step.scored:
            self.counts.setdefault((runner.slot, runner.player), Counter())["runs"] += 1
        for bases, count in (
            (play.stolen, "stolen_bases"),
            (play.caught, "caught_stealing"),
        ):
            for base in bases:
                runner_out = step.bases[base - 1]
                if runner_out is not None:
                    self.counts.setdefault((runner_out.slot, runner_out.player), Counter())[
                        count
                    ] += 1

    def lines(self, numbers: Numbers) -> tuple[BattingLine, ...]:
        """By place and, within it, in order of appearance."""
        batting_lines = []
        for (slot, player), counts in sorted(self.counts.items(), key=lambda item: item[0][0]):
            known: dict[str, Any] = {name: counts[name] for name in COUNTS}
            line = BattingLine(slot, **known)
            played = tuple(self.where.get((slot, player), ()))
            batting_lines.append(replace(line, player=numbers(self.side, player), positions=played))
        return tuple(batting_lines)


def _staffs(
    game: EventGame, numbers: Numbers
) -> tuple[tuple[PitcherLine, ...], tuple[PitcherLine, ...]]:
    """Both sides' pitchers in order of appearance, without decisions."""
    lines: list[dict[str, PitcherLine]] = [{}, {}]

    def comes(change: Change, *, started: bool) -> None:
        if change.position == PITCHER and change.player not in lines[change.side]:
            lines[change.side][change.player] = PitcherLine(
                numbers(change.side, change.player),
                started=started,
                inherited=change.inherited,
                lead=change.lead,
            )

    for start in game.started:
        comes(start, started=True)
    for step in game.steps:
        if isinstance(step, Change):
            comes(step, started=False)
            continue
        staff = lines[1 - step.side]
        _pitched(staff[step.pitcher], staff.get(step.walked_by, staff[step.pitcher]), step)
        for runner, move in step.scored:
            line = staff.get(runner.pitcher)
            if line is None:
                continue
            line.runs += 1
            line.earned_runs += not (move.unearned or runner.placed)
            if runner.pitcher != step.pitcher:
                staff[step.pitcher].inherited_scored += 1
    for player, earned in game.earned_runs.items():
        for staff in lines:
            if player in staff:
                staff[player].earned_runs = min(max(earned, 0), staff[player].runs)
    return tuple(lines[AWAY].values()), tuple(lines[HOME_SIDE].values())


def _pitched(line: PitcherLine, walked_by: PitcherLine, step: Step) -> None:
    play = step.play
    line.outs += step.outs_after - step.outs
    line.wild_pitches += play.wild_pitch
    line.balks += play.balk
    if not play.ends_turn:
        return
    walked_by.batters_faced += 1
    line.hits += play.kind == HIT
    line.home_runs += play.bases == HOME
    walked_by.walks += play.kind in (WALK, INTENTIONAL_WALK)
    line.intentional_walks += play.kind == INTENTIONAL_WALK
    line.strikeouts += play.kind == STRIKEOUT
    line.hit_batters += play.kind == HIT_BY_PITCH


def _runs_of(game: EventGame, numbers: Numbers) -> list[Run]:
    """Every run in order of scoring, with the pitchers of both sides."""
    mound = {start.side: start.player for start in game.started if start.position == PITCHER}
    runs = []
    for step in game.steps:
        if isinstance(step, Change):
            if step.position == PITCHER:
                mound[step.side] = step.player
            continue
        for runner, move in step.scored:
            charged = numbers(1 - step.side, runner.pitcher)
            of_record = numbers(step.side, mound.get(step.side, ""))
            earned = not (move.unearned or runner.placed)
            team = earned and not move.team_unearned
            runs.append(Run(step.side, charged, of_record, earned, team))
    return runs


def _decided(game: EventGame, staffs: Staffs, numbers: Numbers) -> Staffs:
    """The pitchers with their decisions."""
    stated = {letter: game.info.get(key, "") for key, letter in LETTERS.items()}
    if not any(stated.values()):
        away, home = game.runs
        winner = TIED if away == home else int(home > away)
        return decided(staffs, Ending("", winner, (away, home), game.inning))
    for side in SIDES:
        by_number = {line.player: line for line in staffs.sides[side]}
        for letter, player in stated.items():
            line = by_number.get(numbers(side, player)) if player in game.players(side) else None
            if line is not None:
                line.decision = letter
    return staffs


def _together(staff: Sequence[PitcherLine]) -> PitchingLine:
    names = ("outs", "batters_faced", "hits", "runs", "earned_runs", "walks", "home_runs", "balks")
    return PitchingLine(**{name: sum(getattr(line, name) for line in staff) for name in names})


def _sum(lines: Sequence[BattingLine]) -> BattingLine:
    total: dict[str, Any] = {name: sum(getattr(line, name) for line in lines) for name in COUNTS}
    return BattingLine(TEAM, **total)


def duels_of_events(game: EventGame, numbers: Numbers) -> Duels:
    """Batter against pitcher, directions of batted balls, and pitchers' scoreless stretches."""
    duels = Duels()
    for step in game.plays:
        side, other, play = step.side, 1 - step.side, step.play
        pitcher = numbers(other, step.pitcher)
        if play.ends_turn:
            batters = _Batters(side)
            batters.bats(replace(step, scored=()))
            turn = batters.counts[step.slot, step.charged]
            turn["runs_batted_in"] += sum(play.bats_in(move, step.outs) for _, move in step.scored)
            key = side, numbers(side, step.charged), pitcher
            duels.faced.setdefault(key, Counter()).update(turn)
            if play.fielder:
                ball_key = side, numbers(side, step.batter), play.fielder
                duels.balls.setdefault(ball_key, [0, 0])[play.kind != HIT] += 1
        outs_made = step.outs_after - step.outs
        duels.stretches.setdefault((other, pitcher), Stretches()).out(outs_made)
        for runner, _ in step.scored:
            charged = other, numbers(other, runner.pitcher)
            duels.stretches.setdefault(charged, Stretches()).run()
    return duels


def fielding_of_events(game: EventGame, numbers: Numbers) -> list[FieldingLine]:
    """Lines of all fielders, in order of appearance."""
    lines: dict[tuple[int, str, int], FieldingLine] = {}
    for step in game.plays:
        side, play = 1 - step.side, step.play
        for position in range(1, SLOTS + 1):
            player = step.fielders[position]
            line = lines.setdefault(
                (side, player, position),
                FieldingLine(side, numbers(side, player), position),
            )
            line.outs += step.outs_after - step.outs
            own_credits = [credit for credited, credit in play.credits if credited == position]
            for credit in own_credits:
                setattr(line, credit, getattr(line, credit) + 1)
            line.double_plays += play.double_play and any(credit != ERRED for credit in own_credits)
    return list(lines.values())
