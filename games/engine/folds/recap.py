"""The recap: a finished game in a few sentences, and its best players.

Written from the events alone, so that a game always reads the same: how it ended, when the winner
went ahead for good, where the win probability swung most, who pitched. Nothing is invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.engine.endings import CONCEDED, TIED, Ending
from games.engine.events import TALLY, TURN_OVER, kind_of
from games.engine.folds.box_score import BattingLine, BoxScore, box_score
from games.engine.folds.lines_in_words import batted_in_words, pitched_in_words
from games.engine.folds.moments import is_play
from games.engine.folds.names import NO_NAMES, Names
from games.engine.folds.pitchers import PitcherLine
from games.engine.folds.play_by_play import HalfInning, Play, half_name, play_by_play
from games.engine.folds.win_probability import WinProbability, win_probability
from games.engine.folds.wording import counted
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS

STARS = 3
BIG_INNING = 3
"""Runs in an inning from which it is mentioned."""

_SINGLE, _DOUBLE, _TRIPLE, _HOME_RUN, _ON, _OUT = 0.47, 0.78, 1.09, 1.40, 0.33, -0.27
_STEAL, _CAUGHT = 0.20, -0.40
_RUNS_AN_OUT = 4.5 / 27
"""Runs of batting events over an average turn, and the average runs per out (linear weights: Thorn
and Palmer, *The Hidden Game of Baseball*)."""


@dataclass(frozen=True, slots=True)
class Swing:
    """The play with the largest swing in win probability: where and what it was, the side it
    helped, and that side's probability before and after."""

    number: int
    where: str
    text: str
    side: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Star:
    """One of the best players of a game: his side, name and line, and its worth in runs over an
    average game."""

    side: int
    name: str
    line: str
    worth: float


@dataclass(frozen=True, slots=True)
class Recap:
    sentences: tuple[str, ...]
    stars: tuple[Star, ...]


@dataclass(frozen=True, slots=True)
class _Lead:
    """The score after a play, and the play."""

    half: HalfInning
    play: Play
    runs: tuple[int, int]


def recap(record: Record, names: Names = NO_NAMES) -> Recap | None:
    """The recap of a finished game; None while it is in progress."""
    if record.ending is None:
        return None
    box = box_score(record)
    halves = play_by_play(record, names).halves
    swing = biggest_swing(record, names, halves=halves)
    sentences = [
        record.ending.sentence(names.away, names.home),
        *_course(record.ending, record.situation.runs, halves, names, swing),
        *_pitched(record, box, names),
    ]
    return Recap(tuple(sentences), stars(record, box, names))


def biggest_swing(
    record: Record,
    names: Names = NO_NAMES,
    course: WinProbability | None = None,
    halves: Sequence[HalfInning] | None = None,
) -> Swing | None:
    """The play with the largest swing; the first of several, None without odds. ``course`` and
    ``halves``: probabilities and plays, where the caller has them already."""
    course = course or win_probability(record)
    if course is None or len(course.chances) < 2:
        return None
    points = course.chances
    moves = [after.home - before.home for before, after in pairwise(points)]
    index = max(range(len(moves)), key=lambda place: (abs(moves[place]), -place))
    first = points[index + 1].number
    end = points[index + 2].number if index + 2 < len(points) else len(record.events)
    plays_at_swing = [
        (half, play)
        for half in (play_by_play(record, names).halves if halves is None else halves)
        for play in half.plays
        if first <= play.number < end and _moves_runners(record.events[play.number])
    ]
    if not plays_at_swing or not moves[index]:
        return None
    side = HOME if moves[index] > 0 else AWAY
    before, after = points[index].home, points[index + 1].home
    half = plays_at_swing[0][0]
    return Swing(
        plays_at_swing[0][1].number,
        half_name(half.inning, half.half),
        " ".join(play.text for _, play in plays_at_swing),
        side,
        before if side == HOME else 1 - before,
        after if side == HOME else 1 - after,
    )


def _moves_runners(event: int) -> bool:
    return is_play(kind_of(event)) or kind_of(event) in (TALLY, TURN_OVER)


def _course(
    ending: Ending,
    began: tuple[int, int],
    halves: Sequence[HalfInning],
    names: Names,
    swing: Swing | None,
) -> Iterator[str]:
    """When the winner went ahead for good and from how far behind, the biggest inning of the game
    and its biggest swing."""
    leads = _leads(halves)
    ahead = None
    if ending.winner != TIED and ending.reason != CONCEDED:
        ahead = _went_ahead(leads, ending.winner, began)
        if ahead is not None:
            yield _ahead_in_words(ahead, leads, ending.winner, began, names)
    scored = [(sum(play.runs for play in half.plays), half) for half in halves]
    most, best = max(scored, key=lambda pair: pair[0], default=(0, None))
    if best is not None and most >= BIG_INNING:
        same_half = ahead is not None and ahead.half == best
        where = "that inning" if same_half else f"the {_lower(half_name(best.inning, best.half))}"
        yield f"{names.club(best.side)} scored {most} in {where}."
    if swing is None:
        return
    share = f"{names.club(swing.side)} from {_of(swing.before)} to {_of(swing.after)}"
    if ahead is not None and swing.number == ahead.play.number:
        yield f"No play moved the chances more: it took {share} in a hundred."
    else:
        yield (
            f"The biggest swing came in the {_lower(swing.where)}: {swing.text} It took {share} "
            "in a hundred."
        )


def _of(share: float) -> str:
    return f"{100 * share:.0f}"


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _leads(halves: Sequence[HalfInning]) -> list[_Lead]:
    leads = []
    for half in halves:
        for play in half.plays:
            if play.runs and play.score:
                away, _, home = play.score.partition("-")
                leads.append(_Lead(half, play, (int(away), int(home))))
    return leads


def _went_ahead(leads: Sequence[_Lead], winner: int, began: tuple[int, int]) -> _Lead | None:
    """The play after which the winner was never caught again; None where he led from the start of
    the record."""
    decisive, is_ahead = None, began[winner] > began[1 - winner]
    for lead in leads:
        leads_now = lead.runs[winner] > lead.runs[1 - winner]
        if leads_now and not is_ahead:
            decisive = lead
        elif not leads_now:
            decisive = None
        is_ahead = leads_now
    return decisive


def _ahead_in_words(
    ahead: _Lead, leads: Sequence[_Lead], winner: int, began: tuple[int, int], names: Names
) -> str:
    club = names.club(winner)
    where = _lower(half_name(ahead.half.inning, ahead.half.half))
    before = leads[: leads.index(ahead)]
    scores = [began, *(lead.runs for lead in before)]
    behind = max(runs[1 - winner] - runs[winner] for runs in scores)
    first = ahead is leads[0] and began == (0, 0)
    text = ahead.play.text
    if first:
        return f"{club} scored first and were never caught: {text}"
    if behind > 0:
        return (
            f"{club} were {counted(behind, 'run')} behind and went ahead for good in the {where}: "
            f"{text}"
        )
    return f"{club} went ahead for good in the {where}: {text}"


def _pitched(record: Record, box: BoxScore, names: Names) -> Iterator[str]:
    """The winning, losing and saving pitchers, where pitchers are known."""
    if record.lineups is None:
        return
    words = {"W": "won it", "L": "lost it", "S": "saved it"}
    phrases = [
        f"{record.lineups[side].name_of(line.player)} of {names.club(side)} {words[line.decision]} "
        f"({pitched_in_words(line)})"
        for decision in words
        for side in (AWAY, HOME)
        for line in box.sides[side].pitchers
        if line.decision == decision
    ]
    if phrases:
        yield "; ".join(phrases) + "."


def stars(record: Record, box: BoxScore, names: Names = NO_NAMES) -> tuple[Star, ...]:
    """The best three players of a game by worth in runs, among equals those of the winner first,
    then in the order of the box score; empty where no player is known."""
    winner = record.ending.winner if record.ending is not None else TIED
    candidates = [
        star
        for side in sorted((AWAY, HOME), key=lambda side: side != winner)
        for star in _of_side(record, box, side, names)
        if star.worth > 0
    ]
    return tuple(sorted(candidates, key=lambda star: -star.worth)[:STARS])


def _of_side(record: Record, box: BoxScore, side: int, names: Names) -> Iterator[Star]:
    lineups = record.lineups
    for line in box.sides[side].batting:
        if line.slot <= SLOTS or record.system.listed:
            name = (
                names.player(side, line.slot)
                if lineups is None
                else lineups[side].name_of(line.player)
            )
            yield Star(side, name, batted_in_words(line), _batted(line))
    if lineups is None:
        return
    for pitcher in box.sides[side].pitchers:
        yield Star(
            side, lineups[side].name_of(pitcher.player), pitched_in_words(pitcher), _kept(pitcher)
        )


def _batted(line: BattingLine) -> float:
    return (
        _SINGLE * line.singles
        + _DOUBLE * line.doubles
        + _TRIPLE * line.triples
        + _HOME_RUN * line.home_runs
        + _ON * (line.walks + line.hit_by_pitch)
        + _OUT * (line.at_bats - line.hits)
        + _STEAL * line.stolen_bases
        + _CAUGHT * line.caught_stealing
    )


def _kept(line: PitcherLine) -> float:
    return _RUNS_AN_OUT * line.outs - line.runs
