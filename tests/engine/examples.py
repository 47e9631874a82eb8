"""Worked examples of the dice games, played through the engine.

An example gives a situation, throws and decisions in the order taken, and says what comes of it
(``../shared/examples/README.md`` tells the form). Throws and decisions are interleaved by what
the game asks for; a decision that the game does not ask for is handed to it all the same, so that
it is refused.
"""

from dataclasses import dataclass
from typing import Any

from games.engine.events import (
    BAD_JUMP,
    BALK,
    CAUGHT_STEALING,
    FORCE_OUT,
    NAMES,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    POP_UP,
    SACRIFICE,
    SACRIFICE_ERROR,
    SAFE_BACK,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    TALLY,
    TURN_OVER,
)
from games.engine.folds.walk import walk
from games.engine.record import Record, replay
from games.engine.refusals import Refused
from games.engine.situation import SOMEBODY, Situation
from games.engine.systems import system

OPTION_OF = {"stealing": "stealing", "sacrifice-bunt": "sacrifice_bunt", "pickoff": "pickoff"}
SEPARATOR = "-"

BANDS = {
    "picked-off": {PICKED_OFF_STEALING, PICKED_OFF},
    "caught-stealing": {CAUGHT_STEALING},
    "safe": {STEAL},
    "bad-jump": {BAD_JUMP},
    "safe-error": {STEAL_ERROR},
    "pop-up": {POP_UP},
    "lead-out": {FORCE_OUT},
    "sacrifice": {SACRIFICE},
    "bunt-single": {SINGLE},
    "bunt-error": {SACRIFICE_ERROR},
    "balk": {BALK},
    "bad-throw": {PICKOFF_ERROR},
    "safe-back": {SAFE_BACK},
}
"""The results of the two-dice tables as events."""


@dataclass(frozen=True)
class Outcome:
    """What came of an example: the record, or the refusal with the record before it."""

    record: Record
    refused: Refused | None = None


def play_example(given: dict[str, Any], system_key: str) -> Outcome:
    """Play an example as far as its throws and decisions go."""
    found = system(system_key)
    settings = found.settings({OPTION_OF[name]: True for name in given.get("options", [])})
    situation = situation_of(given)
    throws = [SEPARATOR.join(map(str, roll["dice"])) for roll in given["rolls"]]
    decisions = [decision_of(decision) for decision in given["decisions"]]
    entries: list[str] = []
    record = replay(found, settings, entries, situation=situation)
    while throws or decisions:
        awaiting = record.awaiting
        asked = awaiting.decision.name if awaiting and awaiting.decision else ""
        if decisions and (asked == decisions[0].split("=")[0] or not throws):
            entry = decisions.pop(0)
        elif asked and decisions:
            # An optional question before the one that the next decision answers.
            entry = f"{asked}={awaiting.decision.choices[0].key}"
        else:
            entry = throws.pop(0)
        try:
            record = replay(found, settings, [*entries, entry], situation=situation)
        except Refused as refused:
            return Outcome(record, refused)
        entries.append(entry)
    return Outcome(record)


def situation_of(given: dict[str, Any]) -> Situation:
    """The situation an example starts from; its men are numbered by their base."""
    bases = given.get("bases", {})
    completed = given.get("at") == "half-inning just completed"
    return Situation(
        inning=given["inning"],
        half=("top", "bottom").index(given["half"]),
        outs=3 if completed else given.get("outs", 0),
        men=tuple(int(base) if str(base) in bases else 0 for base in (1, 2, 3)),
        runs=(given["score"]["away"], given["score"]["home"]),
        up=(9, 9),
    )


def decision_of(decision: dict[str, Any]) -> str:
    """A decision as it is written in a transcript."""
    if decision["what"] == "steal":
        return f"steal={decision['runner'][1:]}"
    if decision["what"] == "bunt":
        return "bunt=yes"
    return f"pickoff={decision['base']}"


def problems(expect: dict[str, Any], outcome: Outcome) -> list[str]:
    """Where an outcome is not what the example expects."""
    found = []

    def check(what: str, is_: object, should: object) -> None:
        if is_ != should:
            found.append(f"{what} is {is_!r}, not {should!r}")

    record = outcome.record
    check("refused", outcome.refused is not None, expect.get("refused", False))
    if "game_over" in expect:
        check("game over", record.ending is not None, expect["game_over"])
    if "winner" in expect:
        check("winner", record.ending and ("away", "home")[record.ending.winner], expect["winner"])
    if expect.get("by") == "mercy":
        check("reason", record.ending and record.ending.reason, "mercy")
    moments = [
        moment for moment in walk(record) if moment.is_play or moment.kind in (TALLY, TURN_OVER)
    ]
    if "outcome" in expect:
        words = expect["outcome"].rstrip("+").replace("-", " ")
        check("outcome", NAMES[moments[-1].kind], words)
    if "band" in expect:
        first = moments[0].kind
        check("band", first in BANDS[expect["band"]], True)
    if "next" in expect and isinstance(expect["next"], dict):
        now = list(walk(record))[-1].after
        check("next", (now.inning, ("top", "bottom")[now.half]), tuple(expect["next"].values()))
        return found
    if "runs" in expect:
        check("runs", sum(moment.runs for moment in moments), expect["runs"])
    after = moments[-1].after if moments else record.situation
    if "outs" in expect:
        check("outs", after.outs, expect["outs"])
    if "half_over" in expect:
        check("half over", after.outs == 3, expect["half_over"])
    if "bases" in expect:
        there = {} if after.outs == 3 else dict(zip("123", after.men, strict=True))
        check(
            "bases",
            {base: label_of(man) for base, man in there.items() if man},
            expect["bases"],
        )
    if "next" in expect and expect["next"] == "same batter":
        check("turn ended", moments[-1].ends_turn, False)
    return found


def label_of(man: int) -> str:
    """The example's label of a slot: starting men are numbered by base, the batter is the ninth."""
    return {9: "b", SOMEBODY: "?"}.get(man, f"r{man}")


def same_labels(expect: dict[str, Any]) -> dict[str, Any]:
    """The expectation with the dice games' labels (m1, new) turned into r1 and b."""
    if "bases" not in expect:
        return expect
    bases = {
        base: "b" if label in ("new", "b") else label.replace("m", "r")
        for base, label in expect["bases"].items()
    }
    return expect | {"bases": bases}
