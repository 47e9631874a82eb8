"""Decisions: what a manager may be asked at the table, and who answers where no person sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from games.engine.game import Game

BATTING: Final = 0
FIELDING: Final = 1

KIND_SHIFT: Final = 8

ASKS_PEOPLE: Final = -1
"""The answer of a manager that wants people asked; only where a transcript is played on."""


@dataclass(frozen=True)
class Choice:
    """One way to answer: ``key`` is written in transcripts, ``label`` is shown to people."""

    key: str
    label: str


class Decision:
    """A decision point of a game system.

    ``code`` is its number within the system, ``name`` its word in transcripts ("steal"), ``asked``
    the side that answers (``BATTING`` or ``FIELDING``), ``choices`` every answer there can ever
    be, the usual one first. Which of them are legal now is a bit mask over their positions that
    leaves at least one; the default is the first that is legal.

    ``written`` says that even its default is written down: of decisions in the middle of a play,
    after which the game may be over with no entry to follow.

    ``must`` says that nobody else answers it: no entry about something else passes it by with the
    default, and nothing behind it is looked at before. It is ``written`` as well.
    """

    __slots__ = ("asked", "choices", "code", "must", "name", "question", "written")

    def __init__(
        self,
        code: i64,
        name: str,
        asked: i64,
        question: str,
        choices: Sequence[Choice],
        *,
        written: bool = False,
        must: bool = False,
    ) -> None:
        self.code = code
        self.name = name
        self.asked = asked
        self.question = question
        self.choices: tuple[Choice, ...] = tuple(choices)
        self.written = written or must
        self.must = must

    def legal(self, mask: i64) -> tuple[Choice, ...]:
        """The choices whose bit is set in ``mask``, in their order."""
        return tuple(choice for at, choice in enumerate(self.choices) if mask >> at & 1)

    def position(self, key: str) -> i64:
        """Where ``key`` stands among the choices, or -1."""
        for at, choice in enumerate(self.choices):
            if choice.key == key:
                return at
        return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Manager:
    """Answers decisions for one side; the base class always takes the default.

    An answer is a function of the game as it stands and nothing else, so that a transcript that
    leaves defaults out still replays to the same game.
    """

    def choose(self, game: Game, decision: Decision, mask: i64) -> i64:
        """The position of a choice whose bit is set in ``mask``; 0 for the default,
        ``ASKS_PEOPLE`` to leave it to whom he plays for."""
        return 0

    def at_rest(self, game: Game, asked: i64) -> bool:
        """Whether he would leave everything at its default that the side ``asked`` (``BATTING`` or
        ``FIELDING``) may be asked at this dead ball, an intentional walk with it, so that he need
        not be asked at all. A manager who does not say so is asked."""
        return False
