"""What an unfinished game asks for next, as somebody at the table is asked it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.decisions import Choice, Decision
from games.engine.dice import Dice
from games.engine.table import SUSPEND
from games.models import Game
from games.records import entries_before_suspension, is_throw, stand


@dataclass(frozen=True)
class Question:
    """A decision that ``side`` may take now; the first of ``choices`` is the usual one."""

    side: int
    decision: Decision
    choices: tuple[Choice, ...]

    @property
    def usual(self) -> str:
        """The entry that takes the default."""
        return self.entry(self.choices[0])

    def entry(self, choice: Choice) -> str:
        """The entry that takes ``choice``."""
        return f"{self.decision.name}={choice.key}"


@dataclass(frozen=True)
class Asked:
    """The decisions open now, in the order in which the game asks them, and the throw that comes
    when all of them take their usual answer. ``thrower`` is the side it is thrown for.

    At a table nobody speaks up when nothing is out of the ordinary, so whoever enters the throw
    has answered them all. Over the wire each side answers for itself: one question at a time.
    """

    questions: tuple[Question, ...] = ()
    dice: Dice | None = None
    thrower: int = 0


def asked(game: Game) -> Asked:
    """What ``game`` asks for; nothing at all when it is over."""
    entries = entries_before_suspension(game.entries)
    questions: list[Question] = []
    while True:
        record = stand(game, entries)
        if record.awaiting is None:
            return Asked()
        if len(record.transcript) > len(entries) and questions:
            # After the usual answer a managed side does something: it has to be given first.
            return Asked(tuple(questions))
        if record.awaiting.decision is None:
            return Asked(tuple(questions), record.awaiting.dice, record.awaiting.side)
        question = Question(record.awaiting.side, record.awaiting.decision, record.awaiting.choices)
        questions.append(question)
        if game.source == Game.Source.ONLINE:
            return Asked(tuple(questions))
        entries = [*record.transcript, question.usual]


def spelled_out(game: Game, written: Sequence[str], entries: Sequence[str]) -> list[str]:
    """``written`` and ``entries`` as one transcript in which no managed side is passed over.

    A throw takes the default of every decision before it, which is right for people who stayed
    silent; but a managed side that is asked after them has not spoken yet. So where a side is
    managed, the people's silence is written out and the manager gets his turn.
    """
    transcript = list(written)
    if not (game.away_managed or game.home_managed):
        return [*transcript, *entries]
    for entry in entries:
        if is_throw(entry):
            transcript = _with_silence(game, transcript)
        transcript.append(entry)
    return transcript


def _with_silence(game: Game, transcript: list[str]) -> list[str]:
    """``transcript`` up to the next throw, all that people left unsaid written out."""
    played = entries_before_suspension(transcript)
    before = len(played)
    while True:
        record = stand(game, played)
        played = list(record.transcript)
        if record.awaiting is None or record.awaiting.decision is None:
            return [*played[:before], *transcript[before:], *played[before:]]
        played.append(f"{record.awaiting.decision.name}={record.awaiting.choices[0].key}")


@dataclass(frozen=True)
class Act:
    """Something that somebody entered: the number of its entry, and the side that it spoke for;
    ``None`` for what speaks for neither, such as a throw."""

    entry: int
    side: int | None


def last_act(game: Game) -> Act | None:
    """The last entry that somebody made, if there is one.

    The managed sides repeat what they decided, so an entry of theirs cannot be it: without it the
    transcript would grow back to what it was.
    """
    entries = game.entries
    for number in range(len(entries), 0, -1):
        before = stand(game, entries[: number - 1])
        if len(before.transcript) < len(entries):
            waits, entry = before.awaiting, entries[number - 1]
            answers = waits is not None and waits.decision is not None and entry != SUSPEND
            return Act(number, waits.side if waits and answers else None)
    return None
