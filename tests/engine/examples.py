"""Worked examples of the dice games, played through the engine.

An example gives a situation, throws and decisions in the order taken, and says what comes of it.
Throws and decisions are interleaved by what the game asks for; a decision that the game does not
ask for is handed to it all the same, so that it is refused.

Runners are told apart: the runner on first is batter 1, on second 2, on third 3, and batter 9 is
up.
"""

from dataclasses import dataclass
from typing import Any

from config.refusals import Refused
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
from games.engine.folds.moments import Moment, current_situation, moments_of
from games.engine.record import Record, replay
from games.engine.situation import Situation
from games.systems.poker_dice.play.outcomes import (
    LINES,
    LOW_KICKER,
    SINGLE_LINE,
    SINGLE_PLUS_LINE,
)
from games.systems.poker_dice.play.tables import PLATE
from games.systems.registry import system

Example = dict[str, Any]

OPTION_OF = {"stealing": "stealing", "sacrifice-bunt": "sacrifice_bunt", "pickoff": "pickoff"}
SIDES = ("away", "home")
HALVES = ("top", "bottom")
BATTER = 9

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

CODES = {
    "d6 value outside 1-6": {"impossible-face"},
    "five dice needed": {"wrong-number-of-dice"},
    "no steal of home": {"decision-not-offered", "choice-not-legal"},
    "target base occupied": {"decision-not-offered", "choice-not-legal"},
    "no squeeze: runner on 3rd": {"decision-not-offered"},
    "one pickoff a plate appearance": {"decision-not-offered"},
    "named base is empty": {"choice-not-legal"},
}
"""The reasons given for a refusal as the engine's codes."""


@dataclass(frozen=True)
class Outcome:
    """What came of an example: the record, or the refusal with the record before it."""

    record: Record
    refused: Refused | None = None


def play_example(given: Example, system_key: str) -> Outcome:
    """Play an example as far as its throws and decisions go."""
    found = system(system_key)
    settings = found.settings({OPTION_OF[name]: True for name in given.get("options", [])})
    situation = situation_of(given)
    throws = ["-".join(map(str, roll["dice"])) for roll in given["rolls"]]
    decisions = [decision_of(decision) for decision in given["decisions"]]
    entries: list[str] = []
    record = replay(found, settings, entries, situation=situation)
    while throws or decisions:
        awaiting = record.awaiting
        asked = awaiting.decision.name if awaiting and awaiting.decision else ""
        # A throw of what is not asked for now is one that a decision still has to lead to.
        wanted = given["rolls"][-len(throws)]["for"] if throws else ""
        thrown = awaiting is not None and awaiting.dice is not None and awaiting.dice.name == wanted
        entry = decisions.pop(0) if decisions and (asked or not thrown) else throws.pop(0)
        try:
            record = replay(found, settings, [*entries, entry], situation=situation)
        except Refused as refused:
            return Outcome(record, refused)
        entries.append(entry)
    return Outcome(record)


def situation_of(given: Example) -> Situation:
    """The situation an example starts from; its runners are numbered by their base."""
    bases = given.get("bases", {})
    completed = given.get("at") == "half-inning just completed"
    first, second, third = (base if str(base) in bases else 0 for base in (1, 2, 3))
    return Situation(
        inning=given["inning"],
        half=HALVES.index(given["half"]),
        outs=3 if completed else given.get("outs", 0),
        runners=(first, second, third),
        runs=(given["score"]["away"], given["score"]["home"]),
        up=(BATTER, BATTER),
    )


def decision_of(decision: Example) -> str:
    """A decision as it is written in a transcript."""
    if decision["what"] == "steal":
        return f"steal={decision['runner'][1:]}"
    if decision["what"] == "bunt":
        return "bunt=yes"
    return f"pickoff={decision['base']}"


def problems(expect: Example, outcome: Outcome) -> list[str]:
    """Where an outcome is not what the example expects."""
    found: list[str] = []

    def check(what: str, is_: object, should: object) -> None:
        if is_ != should:
            found.append(f"{what} is {is_!r}, not {should!r}")

    record = outcome.record
    check("refused", outcome.refused is not None, expect.get("refused", False))
    if outcome.refused is not None and "reason" in expect:
        check("code", outcome.refused.code in CODES[expect["reason"]], True)
    if "game_over" in expect:
        check("game over", record.ending is not None, expect["game_over"])
    if "winner" in expect:
        check("winner", record.ending and SIDES[record.ending.winner], expect["winner"])
    if "by" in expect:
        check("reason", record.ending and record.ending.reason, expect["by"])
    following = expect.get("next")
    if isinstance(following, dict):
        now = current_situation(record)
        check("next", {"inning": now.inning, "half": HALVES[now.half]}, following)
    moments = [
        moment
        for moment in moments_of(record)
        if moment.is_play or moment.kind in (TALLY, TURN_OVER)
    ]
    after = moments[-1].after if moments else record.situation
    if "outcome" in expect:
        check("outcome", outcome_of(moments[-1]), expect["outcome"])
    if "band" in expect:
        check("band", moments[0].kind in BANDS[expect["band"]], True)
    if "runs" in expect:
        check("runs", sum(moment.runs for moment in moments), expect["runs"])
    if "outs" in expect:
        check("outs", after.outs, expect["outs"])
    if "half_over" in expect:
        check("half over", after.outs == 3, expect["half_over"])
    if "bases" in expect:
        players = {
            str(base): label_of(player)
            for base, player in enumerate(after.runners, start=1)
            if player
        }
        check("bases", players, {base: plain(label) for base, label in expect["bases"].items()})
    if following == "same batter":
        check("batter", after.up[after.batting], BATTER)
    return found


def outcome_of(moment: Moment) -> str:
    """The outcome of a throw by the words of the poker table, which knows two kinds of single."""
    if moment.kind != SINGLE:
        return NAMES[moment.kind].replace(" ", "-")
    line = LINES[PLATE.read(moment.throws[-1])] % LOW_KICKER
    return {SINGLE_LINE: "single", SINGLE_PLUS_LINE: "single+"}[line]


def label_of(player: int) -> str:
    """The example's label of a slot."""
    return "b" if player == BATTER else f"r{player}"


def plain(label: str) -> str:
    """The dice games call the runners m1, m2, m3 and the batter new."""
    return {"new": "b"}.get(label, label.replace("m", "r"))
