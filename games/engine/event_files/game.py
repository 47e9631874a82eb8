"""A game of an event file, read play by play and verified to be possible.

Sides are those of the engine: the visitors bat first, also where the file has a home side that does
(``info,htbf,true``). The file says who plays where, whose turn it is and what happens; what it
cannot say is that a runner goes from a base on which nobody stands, that a side makes four outs,
that a batter comes up out of turn (unless ``ladj`` says so), or that a position is empty. What is
wrong is refused with its line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from config.refusals import Refusal, Refused, text_problem
from games.engine.event_files.plays import (
    BATTER_OUT,
    FIELDERS_CHOICE,
    HOME,
    NO_PLAY,
    STRIKEOUT,
    WALK,
    Move,
    Play,
    read_play,
)

AWAY, HOME_SIDE = 0, 1
SLOTS: Final = 9
PITCHER: Final = 1
IN_FIELD: Final = 9
PINCH_RUNNER: Final = 12
MOST_POSITIONS: Final = 12

MOST_LETTERS: Final = 400_000
MOST_INNINGS: Final = 60

DECISIONS: Final = ("wp", "lp", "save")
"""The keys of ``info`` for the winning, losing and saving pitcher."""

KNOWN: Final = frozenset(
    {
        *("id", "version", "info", "start", "sub", "play", "data", "com"),
        *("badj", "padj", "ladj", "radj", "presadj"),
    }
)
_IDENTITY_IN: Final = {
    "start": 1,
    "sub": 1,
    "radj": 1,
    "presadj": 1,
    "play": 3,
    "data": 2,
}
"""The cell with a player's id, by kind of line; ``info`` has one for a decision."""
_TWO_STRIKES: Final = frozenset({"02", "12", "22", "32"})
_IN_HIS_FAVOR: Final = frozenset({"20", "21", "30", "31", "32"})
"""Counts, balls first: the strikeout of a pinch hitter who came in with two strikes is charged to
the other batter (OBR 9.15(b)), and a pitcher relieved with the count in the batter's favor is
charged with the walk (9.16(h))."""


@dataclass(frozen=True, slots=True)
class Runner:
    """A player on base: his place in the order, his id and the pitcher charged with him."""

    slot: int
    player: str
    pitcher: str
    placed: bool = False


Bases = tuple[Runner | None, Runner | None, Runner | None]
EMPTY: Final[Bases] = (None, None, None)


@dataclass(frozen=True, slots=True)
class Change:
    """A player who came in or moved. ``position`` is Retrosheet's, 10 to 12 for a designated
    hitter, a pinch hitter and a pinch runner."""

    line: int
    side: int
    slot: int
    player: str
    position: int
    before: str = ""
    inherited: int = 0
    lead: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A play with all players concerned. ``batter`` is at bat and ``charged`` is charged with the
    turn; ``pitcher`` is on the mound, and ``walked_by`` is charged with a walk; ``fielders`` by
    position. ``scored`` are runners with their moves, ``out`` the runners put out; ``runs`` is the
    score after the play."""

    line: int
    number: int
    inning: int
    side: int
    slot: int
    batter: str
    charged: str
    pitcher: str
    walked_by: str
    play: Play
    outs: int
    bases: Bases
    fielders: tuple[str, ...]
    scored: tuple[tuple[Runner, Move], ...]
    out: tuple[Runner, ...]
    outs_after: int
    bases_after: Bases
    runs: tuple[int, int]
    left: int
    """Runners on base after the play."""
    placed: int = 0
    """The base of the runner with whom the half-inning began, 0 for none."""


@dataclass
class EventGame:
    """A game as in its file. ``names`` by player id; ``started``: every starter with side, slot and
    position; ``earned_runs`` by pitcher where the file states them; ``innings`` and ``left`` by
    side."""

    identity: str = ""
    info: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    """The line of a player's name, by id."""
    started: list[Change] = field(default_factory=list)
    steps: list[Step | Change] = field(default_factory=list)
    earned_runs: dict[str, int] = field(default_factory=dict)
    inning: int = 1
    half: int = AWAY
    outs: int = 0
    runs: list[int] = field(default_factory=lambda: [0, 0])
    innings: tuple[list[int], list[int]] = field(default_factory=lambda: ([0], []))
    left: list[int] = field(default_factory=lambda: [0, 0])

    def players(self, side: int) -> list[str]:
        """All players of a side, in order of appearance."""
        appearances = [*self.started, *(step for step in self.steps if isinstance(step, Change))]
        return list(dict.fromkeys(change.player for change in appearances if change.side == side))

    @property
    def plays(self) -> Iterator[Step]:
        """The plays without the changes."""
        return (step for step in self.steps if isinstance(step, Step))


def read_game(text: str) -> EventGame:
    """Read the only game of an event file. Refused with the line: ``too-long``, ``several-games``,
    ``no-game``, ``illegal-character``, ``unknown-record``, ``not-a-record``, what the grammar of
    plays refuses, and impossible plays."""
    if len(text) > MOST_LETTERS:
        raise _at(1, _refuse("too-long", f"At most {MOST_LETTERS} letters are read."))
    reader = _Reader()
    number = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip("\ufeff \x1a"):
            try:
                reader.read(number, line.strip("\ufeff\x1a"))
            except Refused as refused:
                raise _at(number, refused) from refused
    try:
        return reader.end()
    except Refused as refused:
        raise _at(number, refused) from refused


def with_identities(text: str, known: Mapping[str, str]) -> str:
    """The relevant lines of a game, with other player ids."""
    lines = []
    for line in text.splitlines():
        cells = _cells(line.strip("\ufeff\x1a"))
        cell_index = _IDENTITY_IN.get(cells[0].lower()) if cells else None
        if cell_index is None and (not cells or cells[0].lower() not in ("id", "info", "ladj")):
            continue
        if cells[0].lower() == "info" and len(cells) > 2 and cells[1].lower() in DECISIONS:
            cell_index = 2
        if cell_index is not None and cell_index < len(cells):
            cells[cell_index] = known.get(cells[cell_index][:40], cells[cell_index])
        lines.append(",".join(map(_quoted, cells)))
    return "\n".join(lines) + "\n"


def _at(line: int, refused: Refused) -> Refused:
    """Add the line to the refusals."""
    return Refused(
        *(
            replace(
                refusal,
                place=refusal.place or f"line {line}",
                facts={**refusal.facts, "line": line},
            )
            for refusal in refused.refusals
        )
    )


def _refuse(code: str, message: str, **facts: object) -> Refused:
    return Refused(Refusal(code, message, "", facts))


def _cells(line: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line]), [])]
    except csv.Error:
        return []


class _Reader:
    """The state of the game while its lines are read."""

    def __init__(self) -> None:
        self.game = EventGame()
        self.slots: tuple[dict[int, str], dict[int, str]] = ({}, {})
        self.positions: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.bases: Bases = EMPTY
        self.first = AWAY
        """The side of the file that bats first."""
        self.due = [1, 1]
        self.begun = False
        self.mid_half = False
        self.placed = 0
        self.charged = ""
        """The batter charged with a strikeout, where another began the turn."""
        self.walked_by = ""
        self.count = ""
        self.number = 0

    def read(self, number: int, line: str) -> None:
        """Read the next line."""
        word = line.partition(",")[0].strip().lower()
        if word == "com" or not word:
            return
        if problem := text_problem(line):
            raise Refused(problem)
        if word not in KNOWN:
            raise _refuse("unknown-record", f"{word[:20]!r} is no kind of line.", record=word[:20])
        cells = _cells(line)[1:]
        self.number = number
        getattr(self, f"_{word}")(*self._enough(word, cells))

    def _enough(self, word: str, cells: Sequence[str]) -> Sequence[str]:
        wanted = {"id": 1, "version": 0, "info": 1, "start": 5, "sub": 5, "play": 6}.get(word, 2)
        if len(cells) < wanted:
            raise _refuse("not-a-record", f"A line {word!r} has {wanted} fields, not {len(cells)}.")
        return cells

    def _id(self, identity: str, *_: str) -> None:
        if self.game.identity:
            raise _refuse("several-games", "One game at a time: a second one begins here.")
        self.game.identity = identity[:40]

    def _version(self, *_: str) -> None:
        """Ignored."""

    def _badj(self, *_: str) -> None:
        """Ignored: a batter bats from his other side."""

    def _padj(self, *_: str) -> None:
        """Ignored: a pitcher throws with his other arm."""

    def _info(self, key: str, value: str = "", *_: str) -> None:
        self.game.info[key.lower()[:40]] = value[:200]
        if key.lower() == "htbf":
            if self.game.started:
                raise _refuse("not-a-record", "Who bats first stands before who starts.")
            self.first = int(value.lower() == "true")

    def _start(self, *cells: str) -> None:
        if self.begun:
            raise _refuse("starter-late", "Who starts stands before the first play.")
        change = self._standing(*cells)
        if change.slot in self.slots[change.side]:
            raise _refuse("slot-twice", f"Two start in place {change.slot} of the order.")
        self._takes(change)
        self.game.started.append(change)

    def _sub(self, *cells: str) -> None:
        change = self._standing(*cells)
        self._verify_began()
        if change.slot and change.slot not in self.slots[change.side]:
            raise _refuse("slot-empty", f"Nobody stands in place {change.slot} of the order.")
        side, slot = change.side, change.slot
        before = self.slots[side].get(slot, "")
        if self._batting(side) and self.game.outs < 3:
            self.bases = _with_runner(self.bases, change)
            new_batter = slot == self.due[side] and before != change.player
            if new_batter and self.count in _TWO_STRIKES and not self.charged:
                self.charged = before
        inherited = 0
        relieves = change.position == PITCHER and self._pitcher(side) != change.player
        if relieves and not self._batting(side) and self.mid_half:
            inherited = sum(runner is not None for runner in self.bases)
            if self.count in _IN_HIS_FAVOR and not self.walked_by:
                self.walked_by = self._pitcher(side)
        runs = self.game.runs
        change = replace(
            change,
            before=before,
            inherited=inherited,
            lead=runs[side] - runs[1 - side],
        )
        self._takes(change)
        self.game.steps.append(change)

    def _standing(
        self, player: str, name: str, side: str, slot: str, position: str, *_: str
    ) -> Change:
        numbers = [self._side(side), _number(slot), _number(position)]
        if (
            not player
            or numbers[0] not in (0, 1)
            or not 0 <= numbers[1] <= SLOTS
            or not 1 <= numbers[2] <= MOST_POSITIONS
            or (numbers[1] == 0 and numbers[2] != PITCHER)
        ):
            raise _refuse(
                "not-a-record",
                "Side 0 or 1, place 0 to 9 in the order and position 1 to 12 are wanted.",
            )
        player = player[:40]
        if player not in self.game.names:
            self.game.names[player] = name[:80] or player
            self.game.lines[player] = self.number
        return Change(self.number, numbers[0], numbers[1], player, numbers[2])

    def _side(self, cell: str) -> int:
        """The engine's side of the file's, -1 for none."""
        side = _number(cell)
        return side ^ self.first if side in (AWAY, HOME_SIDE) else -1

    def _takes(self, change: Change) -> None:
        slots, positions = self.slots[change.side], self.positions[change.side]
        other = next(
            (place for place, occupant in slots.items() if occupant == change.player), change.slot
        )
        if other != change.slot and 0 not in (other, change.slot):
            raise _refuse("player-twice", "That player stands in the order already.")
        slots[change.slot], positions[change.slot] = change.player, change.position
        if change.position == PITCHER and change.slot:
            # There is no designated hitter from now on.
            slots.pop(0, None)
            positions.pop(0, None)

    def _batting(self, side: int) -> bool:
        return side == self.game.half

    def _pitcher(self, side: int) -> str:
        """The current pitcher: the last to come in where two are listed between plays."""
        positions = self.positions[side]
        slots = [slot for slot, position in positions.items() if position == PITCHER]
        return self.slots[side][slots[-1]] if slots else ""

    def _verify_began(self) -> None:
        if self.begun:
            return
        for side in (AWAY, HOME_SIDE):
            missing = [place for place in range(1, SLOTS + 1) if place not in self.slots[side]]
            if missing:
                raise _refuse(
                    "slot-empty",
                    f"Nobody starts in place {missing[0]} of the order of "
                    f"the {'home side' if side else 'visitors'}.",
                )
            self._fielders(side)
        self.begun = True

    def _play(
        self, inning: str, side: str, batter: str, count: str, pitches: str, written: str, *_: str
    ) -> None:
        self._verify_began()
        play = read_play(written)
        self._verify_half(_number(inning), self._side(side))
        if play.kind == NO_PLAY:
            self.count = count if count.isdigit() else ""
            return
        at_bat, field_side = self.game.half, 1 - self.game.half
        slot = self.due[at_bat]
        if self.slots[at_bat].get(slot) != batter:
            raise _refuse(
                "batting-out-of-order",
                f"{self._name(self.slots[at_bat].get(slot, ''))} is at bat, not "
                f"{self._name(batter)}.",
                slot=slot,
            )
        fielders = self._fielders(field_side)
        self._step(play, batter, slot, fielders)
        self.mid_half = True
        if play.ends_turn:
            self.due[at_bat] = slot % SLOTS + 1
            self.charged = self.walked_by = self.count = ""

    def _name(self, player: str) -> str:
        return self.game.names.get(player, player)[:40] or "nobody"

    def _verify_half(self, inning: int, side: int) -> None:
        game = self.game
        if game.outs >= 3:
            self._next_half()
        if (inning, side) != (game.inning, game.half):
            raise _refuse(
                "half-wrong",
                f"{'Bottom' if game.half else 'Top'} of inning {game.inning} with {game.outs} out "
                "is what goes on here.",
                inning=game.inning,
                outs=game.outs,
            )

    def _next_half(self) -> None:
        game = self.game
        game.half = 1 - game.half
        game.inning += game.half == AWAY
        if game.inning > MOST_INNINGS:
            raise _refuse("inning-impossible", f"More than {MOST_INNINGS} innings.")
        game.outs, self.bases, self.mid_half, self.placed = 0, EMPTY, False, 0
        game.innings[game.half].append(0)
        self.charged = self.walked_by = self.count = ""

    def _fielders(self, side: int) -> tuple[str, ...]:
        fielders = [""] * (IN_FIELD + 1)
        for slot, position in self.positions[side].items():
            if position > IN_FIELD:
                continue
            if fielders[position]:
                raise _refuse("position-twice", f"Two stand at position {position}.")
            fielders[position] = self.slots[side][slot]
        empty = [number for number in range(1, IN_FIELD + 1) if not fielders[number]]
        if empty:
            raise _refuse("position-empty", f"Nobody stands at position {empty[0]}.")
        return tuple(fielders)

    def _step(self, play: Play, batter: str, slot: int, fielders: tuple[str, ...]) -> None:
        game, bases, outs = self.game, self.bases, self.game.outs
        pitcher = fielders[PITCHER]
        if self.placed and not self.mid_half:
            # The pitcher who begins the half-inning is charged with the placed runner.
            bases = _answered_by(bases, pitcher)
        walked_by = (self.walked_by or pitcher) if play.kind == WALK else pitcher
        charged = (self.charged or batter) if play.kind == STRIKEOUT else batter
        before, runners = bases, _who_runs(play, bases, Runner(slot, batter, walked_by))
        moved = _moved(play, runners, outs)
        outs_made = sum(move.out for _, move in moved)
        if outs + outs_made > 3:
            raise _refuse("too-many-outs", f"{outs} were out, and {outs_made} more are put out.")
        after: list[Runner | None] = [None, None, None]
        for runner, move in moved:
            if not move.out and 1 <= move.to < HOME:
                after[move.to - 1] = runner
        scored = tuple((runner, move) for runner, move in moved if _scores(move))
        at_bat = game.half
        game.runs[at_bat] += len(scored)
        game.innings[at_bat][-1] += len(scored)
        game.outs, self.bases = outs + outs_made, (after[0], after[1], after[2])
        left = sum(not move.out and move.to < HOME for _, move in moved)
        if game.outs >= 3:
            game.left[at_bat] += left
        step = Step(
            line=self.number,
            number=len(game.steps) + 1,
            inning=game.inning,
            side=at_bat,
            slot=slot,
            batter=batter,
            charged=charged,
            pitcher=pitcher,
            walked_by=walked_by,
            play=play,
            outs=outs,
            bases=before,
            fielders=fielders,
            scored=scored,
            out=tuple(runner for runner, move in moved if move.out),
            outs_after=game.outs,
            bases_after=self.bases,
            runs=(game.runs[0], game.runs[1]),
            left=left,
            placed=0 if self.mid_half else self.placed,
        )
        game.steps.append(step)

    def _data(self, what: str, player: str, value: str = "", *_: str) -> None:
        if what.lower() == "er":
            self.game.earned_runs[player[:40]] = _number(value)

    def _ladj(self, side: str, slot: str, *_: str) -> None:
        """The place in the order that is at bat next, also out of turn."""
        batting_side, place = self._side(side), _number(slot)
        if batting_side not in (0, 1) or not 1 <= place <= SLOTS:
            raise _refuse("not-a-record", "A side and a place in the order are wanted.")
        self.due[batting_side] = place

    def _radj(self, player: str, base: str, *_: str) -> None:
        """Place a runner with whom an inning begins."""
        self._verify_began()
        if self.game.outs >= 3:
            self._next_half()
        number, side = _number(base), self.game.half
        slot = next(
            (
                number
                for number, occupant in self.slots[side].items()
                if number and occupant == player
            ),
            0,
        )
        if not slot or not 1 <= number <= 3 or self.bases[number - 1] is not None or self.mid_half:
            raise _refuse("no-runner", f"{self._name(player)} cannot be put on base {base[:4]!r}.")
        runner = Runner(slot, player, self._pitcher(1 - side), placed=True)
        self.bases, self.placed = _put(self.bases, number, runner), number

    def _presadj(self, pitcher: str, base: str, *_: str) -> None:
        """Set the pitcher charged with a runner on base."""
        number = _number(base)
        runner = self.bases[number - 1] if 1 <= number <= 3 else None
        if runner is None or pitcher not in self.game.players(1 - self.game.half):
            raise _refuse("no-runner", f"Nobody for whom a pitcher answers is on {base[:4]!r}.")
        self.bases = _put(self.bases, number, replace(runner, pitcher=pitcher))

    def end(self) -> EventGame:
        """Return the game after the last line."""
        game = self.game
        if not any(True for _ in game.plays):
            raise _refuse("no-game", "There is no play of a game.")
        if game.outs < 3:
            game.left[game.half] += sum(runner is not None for runner in self.bases)
        return game


def _quoted(cell: str) -> str:
    """A cell as written to CSV."""
    quoted = cell.replace('"', '""')
    return f'"{quoted}"' if quoted != cell or "," in cell else cell


def _number(cell: str) -> int:
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 4 else -1


def _put(bases: Bases, base: int, runner: Runner) -> Bases:
    new_bases = list(bases)
    new_bases[base - 1] = runner
    return new_bases[0], new_bases[1], new_bases[2]


def _with_runner(bases: Bases, change: Change) -> Bases:
    """The runners after a substitution at bat: a pinch runner replaces the runner of his slot."""
    for base, runner in enumerate(bases, start=1):
        if runner is not None and runner.slot == change.slot:
            return _put(bases, base, replace(runner, player=change.player))
    return bases


def _answered_by(bases: Bases, pitcher: str) -> Bases:
    for base, runner in enumerate(bases, start=1):
        if runner is not None and runner.placed:
            bases = _put(bases, base, replace(runner, pitcher=pitcher))
    return bases


def _who_runs(play: Play, bases: Bases, batter: Runner) -> dict[int, Runner]:
    """The players by the base where they begin the play. Where one is put out in the batter's
    stead, each one behind is charged to the pitcher of the one before him (OBR 9.16(g))."""
    runners = {0: batter} | {
        from_base: runner for from_base, runner in enumerate(bases, start=1) if runner is not None
    }
    on_the_ground = play.ball in ("", "G") and bool(play.forced)
    choice = play.kind == FIELDERS_CHOICE or (play.kind == BATTER_OUT and on_the_ground)
    if not choice:
        return runners
    for base in (3, 2, 1):
        move = play.moves.get(base)
        if base not in runners or move is None or not move.out:
            continue
        before = runners[base].pitcher
        for behind in range(base - 1, -1, -1):
            if behind in runners:
                runners[behind], before = (
                    replace(runners[behind], pitcher=before),
                    runners[behind].pitcher,
                )
    return runners


def _moved(play: Play, runners: dict[int, Runner], outs: int) -> list[tuple[Runner, Move]]:
    """All runners with their moves, the one nearest home first. Refused: ``no-runner``,
    ``runner-backwards``, ``base-taken``."""
    for base in play.moves:
        if base not in runners:
            raise _refuse("no-runner", f"Nobody is on base {base}.", base=base)
    moves = []
    # After the third out the file need not give the other runners' bases.
    over = outs + play.outs >= 3
    ahead = HOME + 1
    for base in (3, 2, 1, 0):
        if base not in runners:
            continue
        move = play.moves.get(base)
        if move is None:
            if base == 0:
                continue
            move = Move(base, base)
        if move.to < base:
            raise _refuse("runner-backwards", f"From base {base} no runner goes to {move.to}.")
        if not move.out:
            if move.to >= ahead and not over:
                sentence = f"The runner from base {base} cannot come to {move.to}: one is there."
                raise _refuse("base-taken", sentence if base else _batter_taken(move.to), base=base)
            ahead = HOME + 1 if move.to == HOME else move.to
        moves.append((runners[base], move))
    return moves


def _batter_taken(base: int) -> str:
    return f"The batter cannot come to base {base}: a runner is there or before it."


def _scores(move: Move) -> bool:
    return move.to == HOME and not move.out
