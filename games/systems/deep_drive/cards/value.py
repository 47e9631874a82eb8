"""What a card is worth: runs above the average card of its year over a season of regular play, from
the card alone and the numbers of the average one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.systems.deep_drive.cards.design import DEFENSE_DOUBLES, DEFENSE_ERRORS, DEFENSE_HITS
from games.systems.deep_drive.cards.running import USUAL_ARMS, goes, succeeds, worth_of_speed
from games.systems.deep_drive.play.cards import CATCHER, Batter, Column, Fielding, Pitcher
from games.systems.deep_drive.play.readings import (
    DEEP_DRIVE,
    DEFENSE,
    DOUBLE,
    HIT_BY_PITCH,
    HOME_RUN,
    PARK,
    SINGLE,
    SINGLE_PLUS,
    STRIKEOUT,
    TRIPLE,
    WALK,
)
from games.systems.deep_drive.play.run_value import (
    FIELDERS,
    TEAM_STEP,
    THROW_STEP,
    USUAL_RATING,
)

TURNS: Final = 650
STARTER_TURNS: Final = 850
RELIEVER_TURNS: Final = 300
OUT_RUNS: Final = -0.27
RUNS: Final = {
    "SI": 0.46,
    "SI+": 0.51,
    "DO": 0.77,
    "TR": 1.05,
    "HR": 1.40,
    "BB": 0.31,
    "HBP": 0.33,
    "SO": -0.29,
    "ERROR": 0.48,
}
"""Linear weights of a turn that ends so, against the average turn."""
STOLEN: Final = 0.19
CAUGHT: Final = -0.43
TIMES_ON: Final = 180.0
"""On first or second with the base ahead open, in a season of an average man."""

PARK_HOME_RUNS: Final = 0.5
DEEP_HIT_SHARES: Final = {"DO": 0.385, "TR": 0.04, "HR": 0.24}
"""What share of the average right side is each kind of hit."""

USUAL_DEFENSE: Final = 4.0

AVERAGE: Final = {"DD": 6.0, "SI": 7.0, "BB": 4.1, "HBP": 0.45, "SO": 10.3, "DEF": 4.0}
"""The average card where a set does not tell its own (engines notes, C3)."""

ONE_CHANCE: Final = 1 / 100
"""One number of 50 on one of the two cards."""


def right_runs(right: Column) -> float:
    """Runs of a deep drive on this right side in a neutral park, flies included."""
    park = right.count(PARK)
    homers = right.count(HOME_RUN) + PARK_HOME_RUNS * park
    hits = homers * RUNS["HR"] + right.count(TRIPLE) * RUNS["TR"] + right.count(DOUBLE) * RUNS["DO"]
    flies = len(right.rows) - homers - right.count(TRIPLE) - right.count(DOUBLE)
    return (hits + flies * OUT_RUNS) / len(right.rows)


def usual_right_runs() -> float:
    """The same of the average right side."""
    hits = sum(share * RUNS[word] for word, share in DEEP_HIT_SHARES.items())
    return hits + (1 - sum(DEEP_HIT_SHARES.values())) * OUT_RUNS


def defense_runs() -> float:
    """Runs of a DEF against an average nine."""
    singles = (DEFENSE_HITS - DEFENSE_DOUBLES) * RUNS["SI"]
    hits = singles + DEFENSE_DOUBLES * RUNS["DO"] + DEFENSE_ERRORS * RUNS["ERROR"]
    return hits + (1 - DEFENSE_HITS - DEFENSE_ERRORS) * OUT_RUNS


def half_runs(column: Column, deep: float) -> float:
    """Runs a turn that a left side or a pitcher's card stands for; ``deep`` is what a deep drive
    read from it comes to."""
    worth = {
        DEEP_DRIVE: deep,
        SINGLE: RUNS["SI"],
        SINGLE_PLUS: RUNS["SI+"],
        WALK: RUNS["BB"],
        HIT_BY_PITCH: RUNS["HBP"],
        STRIKEOUT: RUNS["SO"],
        DEFENSE: defense_runs(),
    }
    return ONE_CHANCE * sum(worth.get(reading, OUT_RUNS) for reading in column.rows)


def average_runs(average: Mapping[str, float], deep: float) -> float:
    """The same of the average card, by its numbers of each reading."""
    plain = 0.7 * RUNS["SI"] + 0.3 * RUNS["SI+"]
    worth = {"DD": deep, "SI": plain, "BB": RUNS["BB"], "HBP": RUNS["HBP"], "SO": RUNS["SO"]}
    worth["DEF"] = defense_runs()
    outs = 50 - sum(average.values())
    return ONE_CHANCE * (
        outs * OUT_RUNS + sum(number * worth[word] for word, number in average.items())
    )


def batting_runs(card: Batter, average: Mapping[str, float]) -> float:
    """Runs a turn above the average card, deep drives off pitchers' cards among them."""
    usual = usual_right_runs()
    own = right_runs(card.right)
    off_pitchers = ONE_CHANCE * average["DD"] * (own - usual)
    return half_runs(card.left, own) - average_runs(average, usual) + off_pitchers


def pitching_runs(card: Pitcher, average: Mapping[str, float]) -> float:
    """Runs a turn that he gives up above the average card."""
    usual = usual_right_runs()
    return half_runs(card.numbers, usual) - average_runs(average, usual)


def stealing_runs(card: Batter) -> float:
    """Runs a season of his tries against arms as they are shared out."""
    runs = 0.0
    for shift, share in USUAL_ARMS.items():
        sent = succeeds(card.stealing.safe, shift) >= -CAUGHT / (STOLEN - CAUGHT)
        success = succeeds(card.stealing.safe, shift)
        worth = success * STOLEN + (1 - success) * CAUGHT
        runs += TIMES_ON * share * goes(card.stealing.jump, shift, sent) * worth
    return runs


def glove_runs(rated: Fielding, average: Mapping[str, float], throw: int = 0) -> float:
    """Runs a season of a glove against a 3 at its position."""
    step = TEAM_STEP * FIELDERS[rated.position] * average["DEF"] / USUAL_DEFENSE
    runs = step * (rated.rating - USUAL_RATING)
    return runs - THROW_STEP * throw if rated.position == CATCHER else runs


def batters_value(card: Batter, average: Mapping[str, float]) -> float:
    """Bat, legs, and the glove at his best position."""
    gloves = [glove_runs(rated, average, card.throw) for rated in card.fielding]
    legs = worth_of_speed(card.run) + stealing_runs(card)
    return TURNS * batting_runs(card, average) + legs + max(gloves, default=-10.0)


def pitchers_value(card: Pitcher, average: Mapping[str, float]) -> float:
    """What he keeps from scoring, by the batters that his part brings him."""
    turns = STARTER_TURNS if card.starter else RELIEVER_TURNS
    hold = -0.004 * card.hold * turns
    glove = glove_runs(Fielding(1, card.rating), average) * turns / (38 * 162)
    return hold + glove - turns * pitching_runs(card, average)
