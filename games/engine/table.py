"""The table: where dice are thrown and managers decide.

The rules of a game system never draw a number or ask a person; they ask the table, which also
keeps the transcript. A transcript is a list of entries, each a word that people can type:

    ``3-4``          a throw
    ``steal=1``      a decision (named, as it answers one decision point and no other)
    ``concede=away`` a side gives up; accepted wherever the game could ask something
    ``suspend``      play stops here for now; with entries behind it the game went on later

A decision that is not written takes its default, so only what is out of the ordinary is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from games.engine.cup import Cup
from games.engine.decisions import KIND_SHIFT, Choice, Decision, Manager
from games.engine.dice import INDEX_MASK, WORD_SHIFT, Dice
from games.engine.refusals import Refusal, Refused
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


@dataclass(frozen=True)
class Awaiting:
    """What the game needs next: a throw (``dice``) or a decision of ``side`` with its choices.

    ``entry`` is the number of the entry that would answer, from 1.
    """

    entry: i64
    side: i64
    dice: Dice | None = None
    decision: Decision | None = None
    choices: tuple[Choice, ...] = ()


class Pause(Exception):  # noqa: N818 - not an error: the transcript ran out
    """The transcript has nothing more to say; never raised by a simulated table."""

    def __init__(self, awaiting: Awaiting, *, suspended: bool = False) -> None:
        super().__init__("the transcript ends here")
        self.awaiting = awaiting
        self.suspended = suspended


class Concession(Exception):  # noqa: N818 - an act of a manager
    """A side gives up."""

    def __init__(self, side: i64) -> None:
        super().__init__("conceded")
        self.side = side


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """What game rules may ask for. ``entries`` grows with every throw and every decision that is
    not the default: the transcript in compact form (see ``write_entries``)."""

    def __init__(self) -> None:
        self.entries: list[int] = []

    def roll(self, dice: Dice, side: i64) -> i64:
        """The index of a throw of ``dice``, thrown for ``side``."""
        raise NotImplementedError

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """The position of the choice that ``side`` takes among those legal by ``mask``."""
        raise NotImplementedError

    def close(self) -> None:
        """Called once when the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SimulatedTable(Table):
    """A cup throws the dice and two managers decide."""

    def __init__(self, cup: Cup, away: Manager, home: Manager) -> None:
        super().__init__()
        self.cup = cup
        self.away = away
        self.home = home

    def roll(self, dice: Dice, side: i64) -> i64:
        """A fresh throw from the cup."""
        index = self.cup.draw(dice.size)
        self.entries.append(dice.base + index)
        return index

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """The side's manager decides; a default is not written down."""
        manager = self.home if side else self.away
        choice = manager.choose(game, decision, mask)
        if choice or decision.written:
            self.entries.append(decision_word(decision, choice))
        return choice


class TranscriptTable(Table):
    """Dice and decisions come from written entries; past their end, from cup, managers or nobody.

    With a ``cup`` the dice are the server's: an entry that throws something else is refused
    (``dice-not-thrown``), so a published seed proves a transcript. ``managers`` answer for the
    sides that have one. What neither can answer raises ``Pause``.
    """

    def __init__(
        self,
        written: Sequence[str],
        *,
        cup: Cup | None = None,
        away: Manager | None = None,
        home: Manager | None = None,
    ) -> None:
        super().__init__()
        self.written = [word.strip() for word in written]
        self.cup = cup
        self.managers = (away, home)
        self._next = 0

    def roll(self, dice: Dice, side: i64) -> i64:
        """The next entry read as a throw of ``dice``."""
        word = self._peek(Awaiting(self._next + 1, side, dice=dice), fresh=self.cup is not None)
        if word is None:
            assert self.cup is not None  # noqa: S101 - _peek pauses otherwise
            return self._keep(dice, self.cup.draw(dice.size))
        if "=" in word:
            raise Refused(self._not_offered(word))
        index = dice.read(word, self._place())
        if self.cup is not None:
            thrown = self.cup.draw(dice.size)
            if thrown != index:
                raise Refused(
                    Refusal(
                        "dice-not-thrown",
                        f"The cup threw {dice.show(thrown)} for the {dice.name}, not {word}.",
                        self._place(),
                    )
                )
        self._next += 1
        return self._keep(dice, index)

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """The next entry if it answers this decision; the default if it is about something else."""
        manager = self.managers[side]
        awaiting = Awaiting(self._next + 1, side, decision=decision, choices=decision.legal(mask))
        word = self._peek(awaiting, fresh=manager is not None)
        if word is None:
            assert manager is not None  # noqa: S101 - _peek pauses otherwise
            choice = manager.choose(game, decision, mask)
            if choice or decision.written:
                self.entries.append(decision_word(decision, choice))
            return choice
        name, _, key = word.partition("=")
        if name != decision.name:
            return 0
        choice = decision.position(key)
        if choice < 0 or not mask >> choice & 1:
            raise Refused(
                Refusal(
                    "choice-not-legal",
                    f"{word!r} is not open now: "
                    f"{', '.join(f'{name}={legal.key}' for legal in decision.legal(mask))}.",
                    self._place(),
                    {"choices": [legal.key for legal in decision.legal(mask)]},
                )
            )
        self._next += 1
        self.entries.append(decision_word(decision, choice))
        return choice

    def close(self) -> None:
        """Refuse what is written after the end of the game."""
        if self._next < len(self.written):
            raise Refused(
                Refusal(
                    "entries-after-the-end",
                    f"The game is over, but {len(self.written) - self._next} entries follow.",
                    self._place(),
                    {"surplus": len(self.written) - self._next},
                )
            )

    def _peek(self, awaiting: Awaiting, *, fresh: bool) -> str | None:
        """The next written word, acts of the sides apart; None past the end where ``fresh``."""
        suspended = False
        while self._next < len(self.written):
            word = self.written[self._next]
            if word == SUSPEND:
                suspended = True
                self._next += 1
                self.entries.append(_SUSPEND_WORD)
                continue
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
        if suspended or not fresh:
            raise Pause(replace(awaiting, entry=self._next + 1), suspended=suspended)
        return None

    def _keep(self, dice: Dice, index: i64) -> i64:
        self.entries.append(dice.base + index)
        return index

    def _place(self) -> str:
        return f"entry {self._next + 1}"

    def _not_offered(self, word: str) -> Refusal:
        return Refusal(
            "decision-not-offered",
            f"{word!r} answers no question the game asks at this point.",
            self._place(),
            {"entry": word},
        )


def decision_word(decision: Decision, choice: i64) -> i64:
    """A decision as a compact entry: negative, code and choice."""
    return -1 - (decision.code << KIND_SHIFT | choice)


def write_entry(system: System, entry: i64) -> str:
    """One compact entry as the word that people type."""
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
