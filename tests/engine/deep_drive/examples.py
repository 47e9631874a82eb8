"""Worked examples of Deep Drive, played through the engine.

Throws and decisions are interleaved by what the game asks for; strategies are what both sides say
before the dice. A decision that the game does not ask for is handed to it all the same, so that it
is refused. What an example leaves open on its cards is filled with anything legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from config.refusals import Refused
from games.engine.events import (
    ACT,
    BALK,
    BALL,
    BATTER_OUT,
    BUNT,
    CAUGHT_STEALING,
    FIELDERS_CHOICE,
    FORCE_OUT,
    FOUL_BALL,
    FOUL_BUNT,
    HIT_BY_PITCH,
    INJURY,
    PASSED_BALL,
    PICKED_OFF,
    POP_UP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SINGLE,
    STEAL,
    STRIKE,
    WILD_PITCH,
    acted,
    ball_of,
    error_of,
    injured,
    kind_of,
    value_of,
)
from games.engine.folds.moments import moments_of
from games.engine.record import Record
from games.engine.situation import Situation
from games.systems.deep_drive.play.cards import (
    BALK as BALK_EVENT,
)
from games.systems.deep_drive.play.cards import (
    NO_EVENTS,
    PICK_OFF,
    Column,
)
from games.systems.deep_drive.play.cards import (
    PASSED_BALL as PASSED_EVENT,
)
from games.systems.deep_drive.play.cards import (
    WILD_PITCH as WILD_EVENT,
)
from games.systems.deep_drive.play.leaving import CUT_OFF, EJECTED
from games.systems.deep_drive.play.readings import LEFT_READINGS, WALK, write_reading
from games.systems.deep_drive.text.notation import parse_column, parse_events, parse_park
from tests.engine.deep_drive.stage import BATTER, ON_BASE, Stage, batter, pitcher

Example = dict[str, Any]

THROWS = {
    "plate-appearance": "plate",
    "deep-drive": "deep drive",
    "doubled-up": "doubled up",
    "triple-play": "triple play",
    "choice": "choice",
    "rundown": "rundown",
    "cutoff": "cut-off",
    "obe": "on-base event",
    "steal": "steal",
    "collision": "collision",
    "outfielder-error": "outfielder",
    "cutoff-pick": "who is caught",
    "obe-symbol": "symbol",
    "bunt-single": "bunt single",
    "bunt-def": "bunt defense",
    "bunt-out": "bunt out",
    "bunt-lead": "bunt lead",
    "modifier": "modifier",
}
"""The examples' names of throws as the game's."""

DECISIONS = {
    "extra-base": "send",
    "tag-up": "tag",
    "throw-or-cut": "cut",
    "letter-F": "f",
    "letter-G": "g",
    "letter-J": "j",
    "letter-P": "p",
    "bunt-play": "bunt-play",
    "steal": "steal",
}
CHOICES = {
    "go": "yes",
    "hold": "no",
    "throw-home": "throw",
    "cut-off": "cut",
    "lead-runner": "lead",
    "third": "1-5",
}
STRATEGIES = {
    "infield-in": "infield=in",
    "corners-in": "infield=corners",
    "outfield-in": "outfield=in",
    "play-safe": "running=safe",
    "bunt": "swing=bunt",
    "hit-and-run": "swing=hit-and-run",
}
"""In the order in which they are asked."""

OPTIONS: dict[str, tuple[str, object]] = {
    "double-plays": ("pivot", True),
    "obe-off": ("obe", "off"),
    "obe-separate": ("obe", "separate"),
    "obe-reroll-symbols": ("obe_symbols", "reroll"),
}
IN_A_PLAY = {"send", "tag", "cut", "f", "g", "j", "p", "bunt-play"}
"""Decisions in the middle of a play: where one is refused, the play has not happened."""

CODES = {
    "three dice needed": {"wrong-number-of-dice"},
    "NO on the hits chart": {"decision-not-offered", "choice-not-legal"},
    "JUMP 9: the runner must hold": {"decision-not-offered"},
    "infield in needs a runner on 3rd": {"decision-not-offered"},
    "outfield in only from the 9th inning": {"decision-not-offered"},
    "the runner on 3rd is not the winning run": {"decision-not-offered"},
    "not with the bases loaded": {"decision-not-offered"},
    "Batter Card has no range for 04": {"range-gap"},
}
"""The reasons given for a refusal as the engine's codes; of others any code will do."""

EVENT_KINDS = {"WP": WILD_EVENT, "BK": BALK_EVENT, "PO": PICK_OFF, "PB": PASSED_EVENT}
EVENT_WORDS = {WILD_PITCH: "WP", BALK: "BK", PICKED_OFF: "PO", PASSED_BALL: "PB"}


@dataclass
class Outcome:
    """What came of an example: the record as far as it stands, and the refusal if there is one."""

    stage: Stage
    record: Record | None
    entries: list[str]
    refused: Refused | None = None


def play_example(given: Example) -> Outcome:
    """Play an example as far as its throws and decisions go."""
    stage = Stage(situation=situation_of(given))
    try:
        dress(stage, given)
    except Refused as refused:
        return Outcome(stage, None, [], refused)
    strategies = [STRATEGIES[name] for name in STRATEGIES if name in given.get("strategy", [])]
    rolls = [dict(roll) for roll in given.get("rolls", [])]
    decisions = [
        f"{DECISIONS[taken['what']]}={CHOICES.get(taken['choice'], taken['choice'])}"
        for taken in given.get("decisions", [])
    ]
    entries: list[str] = []
    record = stage.play()
    while rolls or decisions or strategies:
        names = [asked.decision.name for asked in record.open if asked.decision]
        dice = record.open[-1].dice if record.open else None
        if strategies and (_name(strategies[0]) in names or dice is not None):
            entry = strategies.pop(0)
        elif decisions and _name(decisions[0]) in names:
            entry = decisions.pop(0)
        elif rolls and (dice is None or dice.name == THROWS[rolls[0]["for"]]):
            entry = "-".join(map(str, rolls.pop(0)["dice"]))
        elif decisions:
            entry = decisions.pop(0)
        else:
            raise AssertionError(f"{dice and dice.name} is thrown, not {rolls[0]['for']}")
        try:
            record = stage.play(*entries, entry)
        except Refused as refused:
            if _name(entry) in IN_A_PLAY:
                while entries and "=" in entries[-1]:
                    entries.pop()
                record = stage.play(*entries[:-1])
            return Outcome(stage, record, entries, refused)
        entries.append(entry)
        # What both sides said before the dice holds for this turn; a turn thrown for again asks
        # anew (a ball, an on-base event thrown for apart).
    return Outcome(stage, record, entries)


def _name(entry: str) -> str:
    return entry.partition("=")[0]


def situation_of(given: Example) -> Situation:
    """The situation an example starts from."""
    bases = given.get("bases", {})
    first, second, third = (ON_BASE[base] if str(base) in bases else 0 for base in (1, 2, 3))
    return Situation(
        inning=given["inning"],
        half=("top", "bottom").index(given["half"]),
        outs=given.get("outs", 0),
        runners=(first, second, third),
        runs=(given["score"]["away"], given["score"]["home"]),
        up=(BATTER, BATTER),
    )


def dress(stage: Stage, given: Example) -> None:
    """Give everybody the cards of an example; refused where one cannot be read."""
    # Whoever has a Defense Chart of his own types its result.
    stage.settings["defense_chart"] = "asked"
    for name in given.get("options", []):
        key, value = OPTIONS[name]
        stage.settings[key] = value
    cards = given.get("cards", {})
    complete = cards.get("complete", False)
    stage.batter = batter_card(cards.get("batter", {}), complete=complete)
    for label, card in cards.get("runners", {}).items():
        if label != "b":
            stage.runners[int(label[1:])] = batter_card({**card, "name": label})
    stage.pitcher = pitcher_card(cards.get("pitcher", {}), complete=complete)
    stage.ratings = {int(at): rating for at, rating in cards.get("fielding", {}).items()}
    catcher = cards.get("catcher", {})
    stage.throw = catcher.get("throw", 0)
    stage.passed = _events(catcher, ("PB",))
    if "park" in cards:
        stage.park = parse_park(_spans(cards["park"]))


def batter_card(card: Example, *, complete: bool = False) -> Any:
    if complete and "left" in card:
        parse_column(_spans(card["left"]), "Batter Card", LEFT_READINGS, numbers=50)
    return batter(
        card.get("name", "b"),
        card.get("left", {}),
        card.get("out", {}),
        card.get("right", {}),
        bats=card.get("bats", "R"),
        run=card.get("run", "-"),
        steal=card.get("steal", (0, 5)),
        dp=card.get("dp") or 0,
    )


def pitcher_card(card: Example, *, complete: bool = False) -> Any:
    if complete and "ranges" in card:
        parse_column(_spans(card["ranges"]), "Pitcher Card", LEFT_READINGS, first=50, numbers=50)
    return pitcher(
        numbers=card.get("ranges", {}),
        outs=card.get("out", {}),
        throws=card.get("throws", "R"),
        hold=card.get("hold", 0),
        events=_events(card, ("WP", "BK", "PO")),
    )


def _spans(ranges: Example) -> str:
    return ", ".join(f"{word} {span}" for span, word in ranges.items())


def _events(card: Example, words: tuple[str, ...]) -> Column:
    rows = list(NO_EVENTS.rows)
    for word in words:
        said = card.get(word)
        if said:
            text = " ".join(said) if isinstance(said, list) else str(said)
            found = parse_events(text, EVENT_KINDS[word], word).rows
            rows = [one | other for one, other in zip(rows, found, strict=True)]
    return Column(rows)


def problems(expect: Example, outcome: Outcome) -> list[str]:
    """Where an outcome is not what the example expects."""
    found: list[str] = []

    def check(what: str, is_: object, should: object) -> None:
        if is_ != should:
            found.append(f"{what} is {is_!r}, not {should!r}")

    record = outcome.record
    check("refused", outcome.refused is not None, expect.get("refused", False))
    if outcome.refused is not None:
        if expect.get("reason") in CODES:
            codes = {refusal.code for refusal in outcome.refused.refusals}
            check("code", bool(codes & CODES[expect["reason"]]), True)
        if record is None:
            return found
    assert record is not None
    moments = [moment for moment in moments_of(record) if moment.is_play]
    after = moments[-1].after if moments else record.situation
    if "awaiting" in expect:
        asked = record.open[0].decision if record.open else None
        waits = asked is not None and asked.name == "defense"
        check("awaiting", waits and "result from the Defense Chart", expect["awaiting"])
    game = outcome.stage.game(*outcome.entries)
    for key, is_ in (
        ("game_over", record.ending is not None),
        ("winner", record.ending and ("away", "home")[record.ending.winner]),
        ("result", result_of(outcome) if moments else ""),
        ("runs", sum(moment.runs for moment in moments)),
        ("outs", after.outs),
        ("half_over", after.outs == 3 and record.ending is None),
        ("jump", game.jump),
        ("safe", game.safe),
    ):
        if key in expect:
            check(key, is_, expect[key])
    if "bases" in expect:
        players = {
            str(base): label_of(player)
            for base, player in enumerate(after.runners, start=1)
            if player
        }
        check("bases", players, expect["bases"])
    if "events" in expect:
        check("events", told(record), expect["events"])
    if expect.get("next") == "same batter":
        check("batter", after.up[after.batting], BATTER)
    return found


def result_of(outcome: Outcome) -> str:
    """The final code or reading; on a bunt or a ball that leaves the turn open, its word."""
    assert outcome.record is not None
    turns = [
        event
        for event in outcome.record.events
        if kind_of(event) >= SINGLE and kind_of(event) not in (WILD_PITCH, BALK, PASSED_BALL)
    ]
    game = outcome.stage.game(*outcome.entries)
    told = [event for event in turns if kind_of(event) < STEAL]
    last = told[-1] if told else turns[-1]
    kind = kind_of(last)
    words = {
        FOUL_BUNT: "two-strikes",
        FOUL_BALL: "foul",
        BALL: "ball",
        STRIKE: "strike",
        SACRIFICE: "sacrifice",
        POP_UP: "pop-out",
    }
    if kind in words:
        return words[kind]
    if kind in (CAUGHT_STEALING, STEAL):
        return "ball" if game.came_to == WALK else "strike"
    if ball_of(last) == BUNT:
        return {
            SINGLE: "infield-single",
            FORCE_OUT: "fielders-choice",
            FIELDERS_CHOICE: "fielders-choice",
            BATTER_OUT: "out",
            REACHED_ON_ERROR: "error",
        }[kind]
    return "HBP" if kind == HIT_BY_PITCH else write_reading(game.came_to)


def told(record: Record) -> list[str]:
    """On-base events, errors, injuries, ejections and the cut-off man, in their order."""
    words: list[str] = []
    for event in record.events:
        kind, value = kind_of(event), value_of(event)
        if kind in EVENT_WORDS:
            words.append(EVENT_WORDS[kind])
        elif kind == INJURY:
            side, player, _ = injured(value)
            words.append(f"injured: {_who(record, side, player)}")
        elif kind == ACT:
            side, what, player = acted(value)
            if what == EJECTED:
                words.append(f"ejected: {_who(record, side, player)}")
            elif what == CUT_OFF:
                words.append(f"cut-off man: {_who(record, side, player)}")
        elif kind >= SINGLE and error_of(event):
            words.append(f"error: fielder {error_of(event)}")
    return words


def _who(record: Record, side: int, player: int) -> str:
    if side == record.situation.half:
        return label_of(player)
    assert record.clubs is not None
    club = record.clubs[side]
    return f"fielder {club.position_of(list(club.batting_order()).index(player) + 1)}"


def label_of(player: int) -> str:
    """The example's label of a place in the order."""
    return (
        "b" if player == BATTER else f"r{({slot: base for base, slot in ON_BASE.items()})[player]}"
    )
