"""What each decision of the computer's manager is worth: it plays itself with that one left out.

Every pairing is played twice with the same clubs and dice, each of the two managers at home once,
so that games in which the decision never comes up cancel to the last run, and the standard error is
that of the pairings in which it did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.game import Game
from games.engine.options import Value
from games.engine.record import simulate
from games.engine.situation import AWAY, HOME
from games.engine.system import System

FEW_CHOICES: Final = 5
"""A decision between more than this (who comes in) is left out as a whole, and one between fewer
answer by answer as well."""

TIED: Final = 0.5


class LeavesOut(Manager):
    """A manager who leaves one decision at its default, or one answer of it."""

    def __init__(self, manager: Manager, decision: Decision, choice: int = 0) -> None:
        self.manager = manager
        self.decision = decision
        self.choice = choice

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        """What the manager chooses, unless it is what this one leaves out."""
        found = self.manager.choose(game, decision, mask)
        if decision is self.decision and self.choice in (0, found):
            return 0
        return found

    def at_rest(self, game: Game, asked: int) -> bool:
        """Whenever the manager is: what he leaves out he need not be asked."""
        return self.manager.at_rest(game, asked)


class Notes(Manager):
    """A manager whose answers beside the default are counted."""

    def __init__(self, manager: Manager) -> None:
        self.manager = manager
        self.answers: Counter[tuple[Decision, int]] = Counter()

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        """What the manager says, written down."""
        found = self.manager.choose(game, decision, mask)
        if found and mask & 1 << found:
            self.answers[decision, found] += 1
        return found

    def at_rest(self, game: Game, asked: int) -> bool:
        """What the manager says."""
        return self.manager.at_rest(game, asked)


@dataclass(frozen=True)
class Setting:
    """Clubs that play each other, under settings."""

    clubs: Clubs | None
    settings: Mapping[str, Value]


@dataclass(frozen=True)
class LeftOut:
    """What is left out, how often a game it is said, and the share of ``pairings`` (two games each)
    that the whole manager won, with its standard error."""

    what: str
    a_game: float
    pairings: int
    share: float
    error: float

    @property
    def loses(self) -> bool:
        """Whether the manager does worse with it, beyond two standard errors."""
        return self.share < TIED - 2 * self.error


def prove(
    system: System, meetings: Sequence[Setting], pairings: int, seed: str
) -> Iterator[LeftOut]:
    """Every decision that the manager of a system takes, left out in ``pairings`` pairings."""
    sound = system.manager(meetings[0].settings)
    said = Notes(sound)
    sample = min(pairings, 400)
    for number in range(sample):
        meeting = meetings[number % len(meetings)]
        simulate(
            system,
            meeting.settings,
            f"{seed}/said/{number}",
            managers=(said, said),
            clubs=meeting.clubs,
        )
    for decision, choice in _left_out(said.answers):
        often = sum(
            many
            for (each, found), many in said.answers.items()
            if each is decision and choice in (0, found)
        )
        scores = _scores(
            system, meetings, pairings, seed, (sound, LeavesOut(sound, decision, choice))
        )
        share, error = _mean(scores)
        key = f"={decision.choices[choice].key}" if choice else ""
        yield LeftOut(f"{decision.name}{key}", often / (2 * sample), pairings, share, error)


def _left_out(answers: Iterable[tuple[Decision, int]]) -> list[tuple[Decision, int]]:
    """Decisions as a whole, and between a few things each answer where he gives several."""
    found: list[tuple[Decision, int]] = []
    for decision in sorted({each for each, _ in answers}, key=lambda each: each.code):
        found.append((decision, 0))
        given = sorted(choice for each, choice in answers if each is decision)
        if len(given) > 1 and len(decision.choices) <= FEW_CHOICES:
            found += [(decision, choice) for choice in given]
    return found


def _scores(
    system: System,
    meetings: Sequence[Setting],
    pairings: int,
    seed: str,
    managers: tuple[Manager, Manager],
) -> Iterator[float]:
    """The share of each pairing's two games that the first manager won."""
    sound, other = managers
    for number in range(pairings):
        meeting = meetings[number % len(meetings)]
        won = 0.0
        for side, both in ((AWAY, (sound, other)), (HOME, (other, sound))):
            ending = simulate(
                system,
                meeting.settings,
                f"{seed}/{number}",
                managers=both,
                clubs=meeting.clubs,
            ).ending
            assert ending is not None
            won += TIED if ending.winner not in (AWAY, HOME) else float(ending.winner == side)
        yield won / 2


def _mean(scores: Iterable[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    found = list(scores)
    mean = sum(found) / len(found)
    spread = sum((each - mean) ** 2 for each in found) / max(1, len(found) - 1)
    return mean, sqrt(spread / len(found))
