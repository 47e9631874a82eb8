"""A game as a Retrosheet event file, for games that record players and fielders.

The format is Retrosheet's own ("The event file"). Every run states whether it was batted in and
earned, and ``data,er`` repeats the latter, so that a reader need not compute either. Every
substitution is written, even of players who left again before the next play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from config.refusals import Refusal, Refused
from games.engine.club import Clubs
from games.engine.events import (
    CHANGE,
    DESIGNATED,
    HALF,
    NO_BAT,
    PINCH_HITTER,
    PINCH_RUNNER,
    PLACED,
    changed,
    kind_of,
    value_of,
)
from games.engine.folds.box_score import box_of
from games.engine.folds.moments import Moment, moments_of
from games.engine.folds.people import People
from games.engine.folds.pitchers import Run, pitchers
from games.engine.folds.retrosheet_plays import event_text
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS, START

UNEARNED = "(UR)"
TEAM_UNEARNED = "(TUR)"
"""Marks of an unearned run, and of one that is unearned only against the team."""

BEYOND_THE_FIELD = {PINCH_HITTER: 11, PINCH_RUNNER: 12, DESIGNATED: 10}
"""Retrosheet's position numbers of players without a position in the field."""


@dataclass(frozen=True)
class Facts:
    """Facts about the game beyond its events: three letters for each club, visitors first, the
    ``date`` as yyyy/mm/dd, the ``number`` of the game that day (0: the only one), and the park's
    ``site``."""

    codes: tuple[str, str]
    names: tuple[str, str]
    date: str
    number: int = 0
    site: str = ""
    counts_from: tuple[int, int] = (0, 500)

    @property
    def game_id(self) -> str:
        """The home club, the day and the game of the day."""
        return f"{self.codes[HOME]}{self.date.replace('/', '')}{self.number}"

    def identity(self, side: int, player: int, name: str) -> str:
        """The id of a player of a side."""
        return person_id(name, self.counts_from[side] + player)

    @property
    def year(self) -> str:
        """The year, by which files are named."""
        return self.date[:4]


def codes_of(away: str, home: str) -> tuple[str, str]:
    """Three letters for each of two clubs by their abbreviations, never the same."""
    codes = [re.sub("[^A-Z0-9]", "X", name.upper())[:3].ljust(3, "X") for name in (away, home)]
    if codes[0] == codes[1]:
        codes = [f"{code[:2]}{mark}" for code, mark in zip(codes, "VH", strict=True)]
    return codes[0], codes[1]


def person_id(name: str, number: int) -> str:
    """An id of eight characters like Retrosheet's; ``number`` keeps namesakes apart."""
    *firsts, last = re.sub("[^a-z ]", "", name.lower()).split() or ["x"]
    first = firsts[0][0] if firsts else "x"
    return f"{last[:4].ljust(4, '-')}{first}{number:03d}"


def event_file(record: Record, facts: Facts) -> str:
    """The lines of the game, each ended by a newline.

    Refused: ``no-fielders`` where the order is a list (``System.listed``), ``not-exportable`` where
    the game is not over, does not record players and fielders, or does not begin at the beginning.
    """
    clubs = record.clubs
    if record.system.listed:
        raise Refused(
            Refusal(
                "no-fielders",
                f"{record.system.name} has an order of more than nine and nobody in the field. An "
                "event file wants nine players a side, each at a position, and none is made up "
                "here.",
            )
        )
    if clubs is None or record.ending is None or record.situation != START or record.state:
        raise Refused(
            Refusal(
                "not-exportable",
                "An event file needs a whole game that is over and knows its players and fielders.",
            )
        )
    return "\n".join(_Writer(record, clubs, facts).lines()) + "\n"


def team_file(facts: Facts) -> str:
    """The file of the clubs, which readers of event files require."""
    return "".join(
        f"{code},{league},{_quoted(name, '')},{_quoted(name, '')}\n"
        for code, name, league in zip(facts.codes, facts.names, "AN", strict=True)
    )


def roster_file(record: Record, facts: Facts, side: int) -> str:
    """A club's players: id, last name, first name, batting side and throwing arm, club,
    position."""
    assert record.clubs is not None  # noqa: S101 - only of games that have event files
    people = People(record.clubs)
    players = {player for player in people.slots[side] if player}
    for event in record.events:
        if kind_of(event) == CHANGE:
            changed_side, _, _, player = changed(value_of(event))
            if changed_side == side:
                players.add(player)
    lines = []
    for player in sorted(players):
        name = people.name(side, player)
        first, _, last = name.rpartition(" ")
        cells = (facts.identity(side, player, name), _quoted(last, ""), _quoted(first, ""))
        bats, throws = record.clubs[side].hands_of(player)
        lines.append(f"{','.join(cells)},{bats},{throws},{facts.codes[side]},X\n")
    return "".join(lines)


def _quoted(text: str, mark: str = '"') -> str:
    clean = text.replace('"', "'").replace(",", " ")
    return f"{mark}{clean}{mark}"


class _Writer:
    """The lines of one game, in order."""

    def __init__(self, record: Record, clubs: Clubs, facts: Facts) -> None:
        self.moments: Sequence[Moment] = tuple(moments_of(record))
        self.facts = facts
        self.people = People(clubs)
        self.box = box_of(self.moments, batters=True, clubs=clubs, ending=record.ending)
        self.earned = [mark_of_run(run) for run in pitchers(self.moments, clubs).runs]
        self.scored = 0
        self.told: dict[tuple[int, int], tuple[int, int]] = {}
        """By side and slot, the player and position written last."""
        self.waiting: dict[tuple[int, int], None] = {}
        self.passed: list[tuple[int, int, int, int]] = []
        """Side, slot, player and position of players who came in and left since the last play."""
        self.placed: tuple[int, int, int] | None = None
        """Side, slot and player of a runner put on second who has not been written yet."""
        self.begun = False
        self.mid_half = False

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for moment in self.moments:
            if moment.kind == CHANGE:
                self._note(moment)
            self.people.see(moment.event)
            if moment.kind == HALF:
                self.mid_half = False
            elif moment.kind == PLACED:
                slot = moment.after.runners[1]
                self.placed = (moment.side, slot, self.people.player(moment.side, slot))
            elif moment.is_play:
                written = event_text(moment, self.earned[self.scored :])
                self.scored += moment.runs
                if written:
                    yield from self._changes(moment)
                    batter = self._id(moment.side, self.people.player(moment.side, moment.batter))
                    inning = moment.before.inning
                    yield f"play,{inning},{moment.side},{batter},??,,{written}"
                    self.begun = self.mid_half = True
        # Substitutes for players hurt on the last play of the game.
        for side, slot in self.waiting:
            yield self._standing("sub", side, slot)
        yield from self._earned()

    def _head(self) -> Iterator[str]:
        facts = self.facts
        yield f"id,{facts.game_id}"
        yield "version,2"
        for key, value in (
            ("visteam", facts.codes[AWAY]),
            ("hometeam", facts.codes[HOME]),
            ("site", facts.site),
            ("date", facts.date),
            ("number", str(facts.number)),
            ("usedh", "true" if self._designates(AWAY) or self._designates(HOME) else "false"),
            ("pitches", "none"),
            *self._decisions(),
        ):
            yield f"info,{key},{_quoted(value, '')}"
        for side in (AWAY, HOME):
            for slot in range(1, SLOTS + 1):
                yield self._standing("start", side, slot)
            if self._designates(side):
                yield self._standing("start", side, NO_BAT)

    def _designates(self, side: int) -> bool:
        """Tell whether a side begins with a designated hitter."""
        return bool(self.people.slots[side][NO_BAT])

    def _decisions(self) -> Iterator[tuple[str, str]]:
        by_letter = {
            line.decision: self._id(side, line.player)
            for side, box in enumerate(self.box.sides)
            for line in box.pitchers
            if line.decision
        }
        for key, letter in (("wp", "W"), ("lp", "L"), ("save", "S")):
            yield key, by_letter.get(letter, "")

    def _note(self, moment: Moment) -> None:
        """Record a change, which is written with the next play."""
        side, slot, _, player = changed(moment.value)
        before, position = self._now(side, slot)
        if (side, slot) in self.waiting and before not in (0, player, self.told[side, slot][0]):
            self.passed.append((side, slot, before, position))
        self.waiting.pop((side, slot), None)
        self.waiting[side, slot] = None

    def _changes(self, moment: Moment) -> Iterator[str]:
        """All players who came in or moved since the last play, as they are now, after those who
        left again; and the runner put on second, before his pinch runner."""
        # A player who returns to a position that another held in between is written again.
        between = {(side, position) for side, _, _, position in self.passed}
        repeated = [
            place for place, (_, position) in self.told.items() if (place[0], position) in between
        ]
        changes = [
            place
            for place in dict.fromkeys((*self.waiting, *repeated))
            # After the loss of the designated hitter the pitcher bats; that is no substitution.
            if (place in repeated or self.told[place] != self._now(*place)) and self._now(*place)[0]
        ]
        self.waiting.clear()
        if (changes or self.passed) and (self.mid_half or not self.begun):
            yield self._no_play(moment)
        for side, slot, player, position in self.passed:
            yield self._line("sub", side, slot, player, position)
        self.passed.clear()
        placed, self.placed = self.placed, None
        if placed is None:
            for side, slot in changes:
                yield self._standing("sub", side, slot)
            return
        side, slot, player = placed
        ran_for = (side, slot) in changes and self._now(side, slot)[0] != player
        for changed_place in changes:
            if changed_place != (side, slot) or not ran_for:
                yield self._standing("sub", *changed_place)
        yield f"radj,{self._id(side, player)},2"
        if ran_for:
            yield self._no_play(moment)
            yield self._standing("sub", side, slot)

    def _no_play(self, moment: Moment) -> str:
        """A line without a play: readers attach a substitution to the play before it."""
        batter = self.told[moment.side, moment.batter][0]
        return f"play,{moment.before.inning},{moment.side},{self._id(moment.side, batter)},??,,NP"

    def _line(self, word: str, side: int, slot: int, player: int, position: int) -> str:
        name = self.people.name(side, player)
        position_number = BEYOND_THE_FIELD.get(position, position)
        return f"{word},{self._id(side, player)},{_quoted(name)},{side},{slot},{position_number}"

    def _standing(self, word: str, side: int, slot: int) -> str:
        player, position = self.told[side, slot] = self._now(side, slot)
        return self._line(word, side, slot, player, position)

    def _now(self, side: int, slot: int) -> tuple[int, int]:
        return self.people.slots[side][slot], self.people.positions[side][slot]

    def _id(self, side: int, player: int) -> str:
        return self.facts.identity(side, player, self.people.name(side, player))

    def _earned(self) -> Iterator[str]:
        for side, box in enumerate(self.box.sides):
            for line in box.pitchers:
                yield f"data,er,{self._id(side, line.player)},{line.earned_runs}"


def mark_of_run(run: Run) -> str:
    """The mark of a run that is not earned against everyone."""
    if not run.earned:
        return UNEARNED
    return "" if run.team_earned else TEAM_UNEARNED
