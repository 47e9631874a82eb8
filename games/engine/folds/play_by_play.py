"""The play-by-play: the game in sentences, half-inning by half-inning, each with its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.endings import ordinal
from games.engine.events import ACT, AWARDED, HALF, HITS, acted
from games.engine.folds.changes import change_in_words
from games.engine.folds.moments import Moment, moments_of
from games.engine.folds.names import BASE_NAMES, NO_NAMES, Names
from games.engine.folds.people import People
from games.engine.folds.wording import counted, listed, sentence
from games.engine.record import Record
from games.engine.situation import START, TOP, Situation
from games.engine.table import SUSPEND

_OUTS = ("nobody out", "one out", "two out")


@dataclass(frozen=True, slots=True)
class Play:
    """One sentence.

    ``dice`` as rolled (``K-K-Q-Q-9``), "" without a roll; ``entry``: the number of the transcript
    entry at which it began, 0 without one: rewinding to it undoes the play. ``runs`` are those it
    brought and ``score`` the score after them ("4-1", visitors first), "" without a run. ``outs``
    are the outs of the half-inning after a play with an out, 0 otherwise. ``number`` is its place
    among the game's events.
    """

    text: str
    dice: str = ""
    entry: int = 0
    runs: int = 0
    score: str = ""
    outs: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class HalfInning:
    """A side's turn: its heading, its plays and, once it is over, its summary."""

    inning: int
    half: int
    side: int
    label: str
    plays: tuple[Play, ...]
    summary: str = ""


@dataclass(frozen=True, slots=True)
class PlayByPlay:
    """A game in words. ``opening`` describes the start of a game that did not begin at the
    beginning; ``ending`` says who won and why, or that play is suspended, "" while the game is in
    progress."""

    opening: str
    halves: tuple[HalfInning, ...]
    ending: str


def play_by_play(record: Record, names: Names = NO_NAMES) -> PlayByPlay:
    """The game as far as it has been played, in words."""
    people = People(record.lineups) if record.lineups is not None else None
    teller = _Teller(names, batters=record.system.batters, people=people, acts=record.system.acts)
    ending = ""
    if record.ending is not None:
        ending = record.ending.sentence(names.away, names.home)
    elif record.suspended:
        ending = "Play is suspended."
    names_at_start = people.names(names) if people is not None else names
    opening = "" if record.situation == START else _opening(record.situation, names_at_start)
    return PlayByPlay(opening, tuple(teller.halves(record)), ending)


def half_name(inning: int, half: int) -> str:
    """``Top of the 3rd``."""
    return f"{'Top' if half == TOP else 'Bottom'} of the {ordinal(inning)}"


class _Teller:
    def __init__(
        self,
        names: Names,
        *,
        batters: bool,
        people: People | None = None,
        acts: Sequence[str] = (),
    ) -> None:
        self.names = names
        self.batters = batters
        self.people = people
        self.acts = acts

    def halves(self, record: Record) -> Iterator[HalfInning]:
        """Half-innings in order; events after the last out belong to the half that it ended."""
        moments: list[Moment] = []
        now = record.situation
        for moment in moments_of(record):
            if moment.kind == HALF:
                if now.outs < 3 or moments:
                    yield self._half(now, moments)
                moments, now = [], moment.after
            moments.append(moment)
        if now.outs < 3 or moments:
            yield self._half(now, moments)

    def _half(self, start: Situation, moments: Sequence[Moment]) -> HalfInning:
        club = self.names.club(start.batting)
        over = bool(moments) and moments[-1].after.outs >= 3
        return HalfInning(
            start.inning,
            start.half,
            start.batting,
            f"{half_name(start.inning, start.half)}, {club} batting",
            tuple(play for moment in moments for play in self._plays(moment)),
            self._summary(moments) if over else "",
        )

    def _plays(self, moment: Moment) -> Iterator[Play]:
        for place, word in enumerate(moment.entries):
            if word == SUSPEND:
                yield Play(
                    "Play is suspended here and goes on later.",
                    entry=moment.entry + place,
                    number=moment.number,
                )
        text = self._text(moment)
        if not text:
            return
        runs = moment.awarded[1] if moment.kind == AWARDED else moment.runs
        away, home = moment.after.runs
        yield Play(
            text,
            dice=" ".join(moment.throws),
            entry=moment.entry,
            runs=runs,
            score=f"{away}-{home}" if runs else "",
            outs=moment.after.outs if moment.out else 0,
            number=moment.number,
        )

    def _text(self, moment: Moment) -> str:
        """The event in words, with the names of the players at that time."""
        if moment.kind == ACT:
            return self._act(moment)
        if self.people is None:
            return sentence(moment, self.names)
        text = change_in_words(moment.event, self.people)
        text = text or sentence(moment, self.people.names(self.names))
        self.people.see(moment.event)
        return text

    def _act(self, moment: Moment) -> str:
        """A sentence about an act of a manager that moved no runner."""
        side, what, player = acted(moment.value)
        batter = moment.before.up[moment.side]
        people = self.people
        return self.acts[what].format(
            club=self.names.club(side),
            player=people.name(side, player) if people is not None else f"No. {player}",
            batter=(people.names(self.names) if people else self.names).player(moment.side, batter),
        )

    def _summary(self, moments: Sequence[Moment]) -> str:
        runs = sum(moment.runs for moment in moments)
        score = self.names.score(moments[-1].after.runs)
        if not self.batters:
            return f"{counted(runs, 'run')}. {score}."
        hits = sum(moment.kind in HITS for moment in moments)
        errors = sum(moment.errs for moment in moments)
        left = sum(len(moment.left) for moment in moments)
        return (
            f"{counted(runs, 'run')}, {counted(hits, 'hit')}, {counted(errors, 'error')}, "
            f"{left} left on base. {score}."
        )


def _opening(start: Situation, names: Names) -> str:
    where = half_name(start.inning, start.half)
    where = where[0].lower() + where[1:]
    score = names.score(start.runs)
    if start.outs >= 3:
        return f"Play begins after the {where}. {score}."
    runners = [
        f"{names.player(start.batting, slot) if slot <= 9 else 'a runner'} on {BASE_NAMES[base]}"
        for base, slot in enumerate(start.runners, 1)
        if slot
    ]
    standing = listed(runners) if runners else "nobody on base"
    return f"Play begins in the {where} with {_OUTS[start.outs]} and {standing}. {score}."
