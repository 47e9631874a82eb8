"""Decisions of managers at the table, and the computer managers who make them."""

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
"""The choice of a manager that leaves a decision to users; only where a transcript is continued."""


@dataclass(frozen=True)
class Choice:
    """A choice: ``key`` is written in transcripts, ``label`` is shown to users."""

    key: str
    label: str


class Decision:
    """A decision point of a game system.

    ``code`` is its number within the system, ``name`` its word in transcripts ("steal"), ``asked``
    the side that decides (``BATTING`` or ``FIELDING``), ``choices`` all that can ever be available,
    the most common first. A bit mask over their positions says which are legal now, at least one;
    the default is the first legal one.

    ``written``: even its default is written down; set for decisions in the middle of a play, after
    which the game may be over with no entry to follow.

    ``must``: it has to be made explicitly: no entry for another decision takes its default, and
    nothing after it is processed before. It is ``written`` as well.
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
        """The choices whose bit is set in ``mask``, in order."""
        return tuple(choice for position, choice in enumerate(self.choices) if mask >> position & 1)

    def position(self, key: str) -> i64:
        """The index of ``key`` among the choices, or -1."""
        for index, choice in enumerate(self.choices):
            if choice.key == key:
                return index
        return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Manager:
    """Makes decisions for one side; the base class always takes the default.

    A decision depends on the present state of the game and on nothing else, so that a transcript
    without defaults still replays to the same game.
    """

    def choose(self, game: Game, decision: Decision, mask: i64) -> i64:
        """The index of a choice whose bit is set in ``mask``; 0 for the default, ``ASKS_PEOPLE`` to
        leave it to the user."""
        return 0

    def at_rest(self, game: Game, asked: i64) -> bool:
        """Tell whether the manager would take the default of every decision that the side ``asked``
        (``BATTING`` or ``FIELDING``) may have at this dead ball, including an intentional walk, so
        that none need be asked. False by default."""
        return False
