"""What throws come to, in one line: the vocabulary of the rule tests.

A line is ``outs players +runs`` with runners by batting slot on first, second and third, as in a
situation: ``1 4.-.3 +2`` says one out, the fourth batter on first, the third on third, two runs in.
Every test starts with the fourth batter up and, where there are runners, the third batter on first,
the second on second and the first on third (``R1``, ``R2``, ``R3``), so that a line says who went
where. ``3 -.-.- +0`` is the end of the half-inning.
"""

from config.refusals import Refusal, Refused
from games.engine.events import END, HALF, NAMES
from games.engine.folds.moments import Moment, moments_of
from games.engine.options import Value
from games.engine.record import Record, replay
from games.engine.situation import Situation
from games.systems.registry import SYSTEMS

EMPTY = "-.-.-"
R1 = "3.-.-"
R2 = "-.2.-"
R3 = "-.-.1"
R12 = "3.2.-"
R13 = "3.-.1"
R23 = "-.2.1"
FULL = "3.2.1"
EVERY = (EMPTY, R1, R2, R3, R12, R13, R23, FULL)

WITH_ADVANCED: dict[str, Value] = {"stealing": True, "sacrifice_bunt": True, "pickoff": True}


def start(players: str, outs: int = 0, at: str = "T1", score: str = "0-0") -> Situation:
    """A situation with the fourth batter of either side up."""
    return Situation.read(f"{at} {outs} {players} {score} 4/4")


def played(system: str, situation: Situation | str, *entries: str, **options: Value) -> Record:
    """The game as far as the entries take it."""
    found = SYSTEMS[system]
    if isinstance(situation, str):
        situation = Situation.read(situation)
    return replay(found, found.settings(options), entries, situation=situation)


def half(record: Record) -> list[Moment]:
    """The moments of the half-inning in which the record starts."""
    moments = []
    for moment in moments_of(record):
        if moment.kind in (HALF, END):
            break
        moments.append(moment)
    return moments


def line(record: Record) -> str:
    """Outs, runners and runs of the half-inning in which the record starts."""
    moments = half(record)
    before = record.situation
    after = moments[-1].after if moments else before
    runs = after.runs[before.batting] - before.runs[before.batting]
    return f"{after.outs} {str(after).split()[2]} +{runs}"


def comes_to(system: str, players: str, *entries: str, outs: int = 0, **options: Value) -> str:
    """The line that entries lead to."""
    return line(played(system, start(players, outs), *entries, **options))


def plays(system: str, players: str, *entries: str, outs: int = 0, **options: Value) -> list[str]:
    """The names of the plays that entries lead to."""
    record = played(system, start(players, outs), *entries, **options)
    return [NAMES[moment.kind] for moment in half(record)]


def refusal(system: str, situation: Situation | str, *entries: str, **options: Value) -> Refusal:
    """The refusal that entries meet; an error when they are accepted."""
    try:
        played(system, situation, *entries, **options)
    except Refused as refused:
        (only,) = refused.refusals
        return only
    raise AssertionError(f"{' '.join(entries)} is accepted")


def refused(
    system: str, players: str, *entries: str, outs: int = 0, **options: Value
) -> tuple[str, str]:
    """Code and place of the refusal that entries meet."""
    found = refusal(system, start(players, outs), *entries, **options)
    return found.code, found.place


def awaits(record: Record) -> str:
    """What a record waits for: the name of a throw, or a decision with its legal answers."""
    awaiting = record.awaiting
    if awaiting is None:
        return "nothing"
    if awaiting.decision is None:
        assert awaiting.dice is not None
        return awaiting.dice.name
    return f"{awaiting.decision.name}={'|'.join(choice.key for choice in awaiting.choices)}"
