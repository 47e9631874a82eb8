"""What an unfinished game asks for next, as somebody at the table is asked it."""

from dataclasses import dataclass

from games.engine.decisions import Choice, Decision
from games.engine.dice import Dice
from games.engine.record import Record
from games.engine.table import CONCEDE, SIDE_NAMES, SUSPEND, Awaiting
from games.models import Game
from games.records import (
    entries_before_suspension,
    is_throw,
    reads_as_before,
    replay_with_managers,
)
from games.resuming import allow_anew


@dataclass(frozen=True)
class Question:
    """A decision that ``side`` may take now; the first of ``choices`` is the usual one."""

    side: int
    decision: Decision
    choices: tuple[Choice, ...]
    awaiting: Awaiting

    @property
    def has_usual(self) -> bool:
        """Whether an answer leaves things as they are: none does where a player has to be lent, or
        to come in, and a manager says which."""
        return self.choices[0].key == self.decision.choices[0].key

    @property
    def usual(self) -> str:
        """What takes the default."""
        return self.entry(self.choices[0])

    def entry(self, choice: Choice) -> str:
        """What takes ``choice``: mostly one entry; several, separated by spaces, where the same
        decision is open before this one."""
        return " ".join(self.awaiting.answer(choice))


@dataclass(frozen=True)
class OpenDecisions:
    """The decisions open now, in the order in which the game asks them, and the throw that comes
    when all of them take their usual answer. ``thrower`` is the side it is thrown for.

    At a table managers do not speak up when nothing is out of the ordinary, so the person who
    enters the throw has answered them all. Over the wire each side answers for itself, in turn.
    """

    questions: tuple[Question, ...] = ()
    dice: Dice | None = None
    thrower: int = 0


def open_decisions(game: Game) -> OpenDecisions:
    """What ``game`` asks for; nothing at all when it is over, or the rules here read it otherwise
    than those it was begun under. Of a suspended game what it asks if it goes on now."""
    now = all_open_decisions(game)
    if game.source == Game.Source.ONLINE and now.questions:
        return OpenDecisions(now.questions[:1])
    return now


def all_open_decisions(game: Game) -> OpenDecisions:
    """Every decision that is open as long as those before it take their usual answer, online as
    well."""
    if not reads_as_before(game):
        return OpenDecisions()
    allow_anew(game)
    return decisions_of(replay_with_managers(game, entries_before_suspension(game.entries)))


def decisions_of(record: Record) -> OpenDecisions:
    """What a record leaves open."""
    questions: list[Question] = []
    for awaiting in record.open:
        if awaiting.decision is None:
            return OpenDecisions(tuple(questions), awaiting.dice, awaiting.side)
        questions.append(Question(awaiting.side, awaiting.decision, awaiting.choices, awaiting))
        if not questions[-1].has_usual:
            # Nothing comes after it until somebody is named.
            break
    return OpenDecisions(tuple(questions))


@dataclass(frozen=True)
class Act:
    """Something that a user entered: the number of its entry, and the side that it spoke for;
    ``None`` for what speaks for neither, such as a throw."""

    entry: int
    side: int | None


def last_act(game: Game) -> Act | None:
    """The last entry that a user made, if there is one.

    The managed sides repeat what they decided, so an entry of theirs cannot be it: without it the
    transcript would grow back to what it was.
    """
    entries = game.entries
    if not reads_as_before(game):
        return None
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        name, _, side = entry.partition("=")
        if is_throw(entry) or entry == SUSPEND:
            return Act(number, None)
        if name == CONCEDE:
            return Act(number, SIDE_NAMES.index(side))
        if game.source == Game.Source.SCORED and not (game.away_managed or game.home_managed):
            # At a table the person who holds the phone speaks for both.
            return Act(number, None)
        before = replay_with_managers(game, entries[: number - 1])
        if len(before.transcript) < len(entries):
            return Act(number, before.awaiting.side if before.awaiting else None)
        thrown = max((at for at, word in enumerate(entries, start=1) if is_throw(word)), default=0)
        if thrown and replay_with_managers(game, entries[:thrown]).transcript == tuple(entries):
            # Managers alone have spoken since.
            return Act(thrown, None)
    return None
