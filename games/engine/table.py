"""The table: where dice are rolled and managers decide.

The rules of a game system never draw a number or ask a user; they ask the table, which also keeps
the transcript. A transcript is a list of entries, each a word that users can type:

    ``3-4``          a roll
    ``steal=1``      a decision (with its name, since it belongs to one decision point only)
    ``concede=away`` a side concedes; accepted wherever the game could ask something
    ``suspend``      play is suspended; entries after it resume the game

A decision that is not written takes its default, so only other choices are written. An unwritten
default is unambiguous only until the same decision comes up again: where a decision was left at its
default and comes up once more before anything is written, the earlier defaults are written first.
Every table writes through ``Table.write``, which does this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from config.refusals import Refusal, Refused
from games.engine.decisions import (
    ASKS_PEOPLE,
    BATTING,
    FIELDING,
    KIND_SHIFT,
    Choice,
    Decision,
    Manager,
)
from games.engine.dice import INDEX_MASK, SEPARATOR, WHOLE_THROW, WORD_SHIFT, Dice
from games.engine.dice_stream import DiceStream, Spent
from games.engine.events import MARK_SHIFT
from games.engine.situation import AWAY, HOME

if TYPE_CHECKING:
    from games.engine.game import Game
    from games.engine.system import System

SIDE_NAMES: Final = ("away", "home")
CONCEDE: Final = "concede"
SUSPEND: Final = "suspend"

# Entries that no system's decision can produce (a decision's code is below 64).
_CONCEDE_WORDS: Final = (-(1 << 20), -(1 << 20) - 1)
_SUSPEND_WORD: Final = -(1 << 20) - 2

_EVENTS_SHIFT: Final = 16
_ENTRIES_SHIFT: Final = 40
_ANSWER_MASK: Final = (1 << _EVENTS_SHIFT) - 1
_EVENTS_MASK: Final = (1 << _ENTRIES_SHIFT - _EVENTS_SHIFT) - 1
_CODE_MASK: Final = _ANSWER_MASK >> KIND_SHIFT


@dataclass(frozen=True)
class Awaiting:
    """What the game needs next: a roll (``dice``) or a decision of ``side`` with its choices.

    ``entry`` is the number of the entry that would settle it, from 1; ``passed`` are the entries
    that must stand before it, since the same decision is open sooner as well.
    """

    entry: i64
    side: i64
    dice: Dice | None = None
    decision: Decision | None = None
    choices: tuple[Choice, ...] = ()
    passed: tuple[str, ...] = ()

    def answer(self, choice: Choice) -> tuple[str, ...]:
        """The entries that take ``choice`` here and no sooner."""
        assert self.decision is not None  # noqa: S101 - a throw is not chosen
        return (*self.passed, f"{self.decision.name}={choice.key}")


class Pause(Exception):  # noqa: N818 - not an error: the transcript ran out
    """The transcript has no more entries; never raised by a simulated table.

    ``open`` is what could be entered now, in the order in which it is asked as long as everything
    before is left at its default; the last may be a roll. ``events`` is the number of events by
    then.
    """

    def __init__(self, open: Sequence[Awaiting], events: i64, *, suspended: bool) -> None:
        super().__init__("the transcript ends here")
        self.open = tuple(open)
        self.events = events
        self.suspended = suspended


class Concession(Exception):  # noqa: N818 - an act of a manager
    """A side concedes."""

    def __init__(self, side: i64) -> None:
        super().__init__("conceded")
        self.side = side


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The services that game rules may use. ``entries`` grows with every roll and every decision
    other than the default: the transcript in compact form (see ``write_entries``)."""

    def __init__(self) -> None:
        self.entries: list[int] = []
        self._silences: list[int] = []
        """Unwritten defaults, in order, each packed as length of the transcript, number of events,
        and code of the decision with the choice; see ``_EVENTS_SHIFT``."""

    def answered(self, game: Game, decision: Decision, mask: i64, choice: i64) -> i64:
        """Enter a manager's choice into the transcript and return the effective one; 0, or an
        illegal choice, is the default, which stays unwritten where possible."""
        if choice and mask >> choice & 1:
            self.write(game, decision, choice)
            return choice
        choice = first_legal(mask)
        if decision.written:
            self.write(game, decision, choice)
        else:
            self.leave_out(game, decision, choice)
        return choice

    def leave_out(self, game: Game, decision: Decision, choice: i64) -> None:
        """Take a default without writing it."""
        answer = decision.code << KIND_SHIFT | choice
        self._silences.append(
            len(self.entries) << _ENTRIES_SHIFT | len(game.events) << _EVENTS_SHIFT | answer
        )

    def write(self, game: Game, decision: Decision, choice: i64) -> None:
        """Write a choice, and before it the unwritten defaults that it would be taken for; events
        since each of those move one entry later."""
        length = len(self.entries)
        silences = self._silences
        index = len(silences)
        while index and silences[index - 1] >> _ENTRIES_SHIFT == length:
            index -= 1
        while index < len(silences):
            silence = silences[index]
            if silence >> KIND_SHIFT & _CODE_MASK == decision.code:
                self.entries.append(-1 - (silence & _ANSWER_MASK))
                for event in range(silence >> _EVENTS_SHIFT & _EVENTS_MASK, len(game.events)):
                    game.events[event] += 1 << MARK_SHIFT
            index += 1
        self.entries.append(decision_word(decision, choice))

    def roll(self, dice: Dice, side: i64) -> i64:
        """The index of a roll of ``dice``, made for ``side``."""
        raise NotImplementedError

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """The index of the choice that ``side`` takes among those legal by ``mask``."""
        raise NotImplementedError

    def surplus(self) -> i64:
        """The face, counted from 0, of the next die of a roll that is written as one word and
        continues although it is settled; -1 for none. It is removed: the game decides whether it
        may have been rolled, and calls ``refuse_surplus`` where it may not."""
        return -1

    def refuse_surplus(self) -> None:
        """Refuse a word with more dice than its roll needed: ``dice-not-needed``."""

    def at_rest(self, game: Game) -> bool:
        """Tell whether both managers take every default at this dead ball, so that possible changes
        need not be computed. False where users decide."""
        return False

    def stepped(self, game: Game) -> None:
        """Called after every turn, before the dead ball of the next one."""

    def close(self) -> None:
        """Called once when the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SimulatedTable(Table):
    """A table whose dice come from a dice stream and whose decisions from two managers."""

    def __init__(self, stream: DiceStream, away: Manager, home: Manager) -> None:
        super().__init__()
        self.stream = stream
        self.away = away
        self.home = home

    def roll(self, dice: Dice, side: i64) -> i64:
        index = self.stream.draw(dice.size)
        self.entries.append(dice.base + index)
        return index

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        manager = self.home if side else self.away
        choice = manager.choose(game, decision, mask)
        if choice or decision.written or not mask & 1:
            return self.answered(game, decision, mask, choice)
        # The fast path of four decisions in five.
        self._silences.append(
            len(self.entries) << _ENTRIES_SHIFT
            | len(game.events) << _EVENTS_SHIFT
            | decision.code << KIND_SHIFT
        )
        return 0

    def at_rest(self, game: Game) -> bool:
        """True when both managers are at rest. The decisions skipped need not be recorded as
        unwritten defaults: a roll follows before any of them comes up again."""
        batting, fielding = (self.home, self.away) if game.half else (self.away, self.home)
        return batting.at_rest(game, BATTING) and fielding.at_rest(game, FIELDING)


class TranscriptTable(Table):
    """A table whose dice and decisions come from written entries; past their end from a stream of
    dice, from managers, or from nowhere.

    With a ``stream`` the dice are the server's, from its ``first`` on: an entry with another roll
    is refused (``dice-not-thrown``), so a published seed proves a transcript. ``managers`` decide
    for the sides that have one. Entries from ``fresh_from`` on (counted from 0) are new and made by
    users: a side's manager decides for it there, and its choices are written between them; and a
    written decision that has to name a player cannot be skipped. What is left open ends in
    ``Pause``. ``until`` is called after every turn with rolls from the stream, and ends play
    (``Spent``) when it returns True.
    """

    def __init__(
        self,
        written: Sequence[str],
        *,
        stream: DiceStream | None = None,
        away: Manager | None = None,
        home: Manager | None = None,
        fresh_from: int | None = None,
        until: Callable[[Game], bool] | None = None,
    ) -> None:
        super().__init__()
        self.until = until
        self.written = [word.strip() for word in written]
        self.stream = stream
        self.managers = (away, home)
        self.game: Game | None = None
        self.decisions: Sequence[Decision] = ()
        """The decisions of the game; with ``game`` they give the reason why a choice is not
        available."""
        self._fresh_from = len(self.written) if fresh_from is None else fresh_from
        self._next = 0
        self._thrown: i64 = 0
        self._fresh_throws = False
        self._suspended = False
        self._rest: list[str] = []
        """The remaining dice of a roll that is written as one word (see ``Dice.part``)."""
        self._thrown_last: Dice | None = None
        self._open: list[Awaiting] = []
        self._events: i64 = 0

    @property
    def asks(self) -> bool:
        """Whether something is open that no entry has settled."""
        return bool(self._open)

    def roll(self, dice: Dice, side: i64) -> i64:
        """Read the next entry as a roll of ``dice``."""
        if self._rest:
            return self._read_throw(dice, self._rest.pop(0))
        word = self._peek()
        if word is None:
            if self.stream is None or self._suspended or self._open:
                self._pause_at(Awaiting(len(self.entries) + 1, side, dice=dice))
                raise self._pause()
            self._fresh_throws = True
            return self._keep_throw(dice, self.stream.draw(dice.size))
        if "=" in word:
            raise Refused(self._not_offered(word))
        self._next += 1
        if dice.part != WHOLE_THROW and SEPARATOR in word:
            word, *self._rest = word.split(SEPARATOR)
        return self._read_throw(dice, word)

    def _read_throw(self, dice: Dice, word: str) -> i64:
        """Read a word of the last entry taken; with the server's dice it must match them."""
        place = f"entry {self._next}"
        self._thrown_last = dice
        index = dice.read(word, place)
        if self.stream is not None and self._thrown >= self.stream.first:
            thrown = self.stream.draw(dice.size)
            if thrown != index:
                raise Refused(
                    Refusal(
                        "dice-not-thrown",
                        f"The seed gives {dice.show(thrown)} for the {dice.name}, not {word}.",
                        place,
                    )
                )
        return self._keep_throw(dice, index)

    def surplus(self) -> i64:
        if not self._rest:
            return -1
        face = self._rest.pop(0)
        if len(face) != 1 or face not in "123456789":
            self.refuse_surplus()
        return int(face) - 1

    def refuse_surplus(self) -> None:
        word = self.written[self._next - 1]
        rule = self._thrown_last.rule if self._thrown_last is not None else ""
        raise Refused(
            Refusal(
                "dice-not-needed",
                f"{word}: the throw was decided before its last die.",
                f"entry {self._next}",
                {"entry": word, "rule": rule} if rule else {"entry": word},
            )
        )

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """Take the next entry if it belongs to this decision; otherwise the default."""
        manager = self.managers[side]
        word = self._peek()
        if manager is not None and not self._suspended and self._next >= self._fresh_from:
            choice = manager.choose(game, decision, mask)
            if choice != ASKS_PEOPLE:
                if not self._open:
                    return self.answered(game, decision, mask, choice)
                # Looking ahead: users may still enter something before the manager acts.
                if choice or decision.written:
                    raise self._pause()
                return first_legal(mask)
        default = first_legal(mask)
        if word is None:
            self._ask(decision, side, mask)
            if decision.must:
                raise self._pause()
            return default
        name, _, key = word.partition("=")
        if name != decision.name:
            unnamed = decision.written and not mask & 1 and self._next >= self._fresh_from
            if decision.must or unnamed:
                raise Refused(self._unanswered(decision, mask, word))
            self.leave_out(game, decision, default)
            return default
        choice = decision.position(key)
        if choice == 0:
            choice = default
        if choice < 0 or not mask >> choice & 1:
            raise Refused(self._not_legal(game, decision, choice, mask, word))
        self._next += 1
        self.write(game, decision, choice)
        return choice

    def _ask(self, decision: Decision, side: i64, mask: i64) -> None:
        """Record that a decision is open; after a suspension nothing further is listed."""
        choices = decision.legal(mask)
        passed = [
            f"{decision.name}={awaiting.choices[0].key}"
            for awaiting in self._open
            if awaiting.decision is decision
        ]
        self._pause_at(
            Awaiting(
                len(self.entries) + 1,
                side,
                decision=decision,
                choices=choices,
                passed=tuple(passed),
            )
        )
        if self._suspended:
            raise self._pause()

    def stepped(self, game: Game) -> None:
        """End play when ``until`` says so."""
        if self.until is not None and self._fresh_throws and self.until(game):
            raise Spent

    def close(self) -> None:
        """Refuse entries after the end of the game; the end is not reached while a decision is
        open."""
        if self._open:
            raise self._pause()
        if self._next < len(self.written):
            raise Refused(
                Refusal(
                    "entries-after-the-end",
                    f"The game is over, but {len(self.written) - self._next} entries follow.",
                    self._place(),
                    {"surplus": len(self.written) - self._next},
                )
            )

    def _pause(self) -> Pause:
        return Pause(self._open, self._events, suspended=self._suspended)

    def _pause_at(self, awaiting: Awaiting) -> None:
        if not self._open:
            assert self.game is not None  # noqa: S101 - set before the first question
            self._events = len(self.game.events)
        self._open.append(awaiting)

    def _peek(self) -> str | None:
        """The next written word, after handling suspensions and concessions; None past the end."""
        while self._next < len(self.written):
            word = self.written[self._next]
            if word == SUSPEND:
                self._suspended = True
                self._next += 1
                self.entries.append(_SUSPEND_WORD)
                continue
            self._suspended = False
            name, _, side = word.partition("=")
            if name == CONCEDE:
                if side not in SIDE_NAMES:
                    raise Refused(
                        Refusal(
                            "choice-not-legal",
                            f"{word!r}: it is concede=away or concede=home.",
                            self._place(),
                        )
                    )
                self._next += 1
                self.entries.append(_CONCEDE_WORDS[SIDE_NAMES.index(side)])
                raise Concession(SIDE_NAMES.index(side))
            return word
        return None

    def _keep_throw(self, dice: Dice, index: i64) -> i64:
        self._thrown += 1
        self.entries.append(dice.base + index)
        return index

    def _place(self) -> str:
        return f"entry {self._next + 1}"

    def _not_legal(
        self, game: Game, decision: Decision, choice: i64, mask: i64, word: str
    ) -> Refusal:
        """The refusal of a choice, with the available ones and the reason where the game knows
        it."""
        legal = [f"{decision.name}={choice.key}" for choice in decision.legal(mask)]
        why = game.why_not(decision, choice) if choice >= 0 else ""
        facts: dict[str, object] = {"choices": [choice.key for choice in decision.legal(mask)]}
        return Refusal(
            "choice-not-legal",
            f"{word!r} is not open now{f' ({why})' if why else ''}: {', '.join(legal)}.",
            self._place(),
            {**facts, **_reason(why)},
        )

    def _unanswered(self, decision: Decision, mask: i64, word: str) -> Refusal:
        keys = [choice.key for choice in decision.legal(mask)]
        legal = ", ".join(f"{decision.name}={key}" for key in keys)
        return Refusal(
            "decision-missing",
            f"{word!r} comes too soon: {decision.question} Say {legal}.",
            self._place(),
            {"decision": decision.name, "choices": keys},
        )

    def _not_offered(self, word: str) -> Refusal:
        why = ""
        if self.game is not None:
            name, _, key = word.partition("=")
            for decision in self.decisions:
                if decision.name == name and decision.position(key) >= 0:
                    why = self.game.why_not(decision, decision.position(key))
        return Refusal(
            "decision-not-offered",
            f"{word!r} answers no question the game asks at this point"
            f"{f' ({why})' if why else ''}.",
            self._place(),
            {"entry": word, **_reason(why)},
        )


def _reason(why: str) -> dict[str, object]:
    """The reason as facts: the words, and the rulebook paragraphs they begin with (``DD-060:
    ...``)."""
    if not why:
        return {}
    rules, colon, _ = why.partition(": ")
    named = colon and all(any(map(str.isdigit, rule)) for rule in rules.split(", "))
    return {"why": why, "rule": rules} if named else {"why": why}


def first_legal(mask: i64) -> i64:
    """The index of the first legal choice, the default."""
    if mask & 1:
        return 0
    lowest: int = mask & -mask
    return lowest.bit_length() - 1


def decision_word(decision: Decision, choice: i64) -> i64:
    """A decision as a compact entry: negative, code and choice."""
    return -1 - (decision.code << KIND_SHIFT | choice)


def write_entry(system: System, entry: i64) -> str:
    """A compact entry as the word that users type."""
    if entry >= 0:
        return system.dice[entry >> WORD_SHIFT].show(entry & INDEX_MASK)
    if entry == _SUSPEND_WORD:
        return SUSPEND
    if entry in _CONCEDE_WORDS:
        return f"{CONCEDE}={SIDE_NAMES[AWAY if entry == _CONCEDE_WORDS[AWAY] else HOME]}"
    code, choice = divmod(-1 - entry, 1 << KIND_SHIFT)
    decision = system.decisions[code]
    return f"{decision.name}={decision.choices[choice].key}"


def write_entries(system: System, entries: Sequence[int]) -> list[str]:
    """A compact transcript as words."""
    return [write_entry(system, entry) for entry in entries]
