"""The game told: halves with their plays and dice, how it ended and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REGULATION,
    TIE,
    WALK_OFF,
    Ending,
    ordinal,
)
from games.engine.folds.names import Names
from games.engine.folds.play_by_play import HalfInning, Play, play_by_play
from games.engine.options import Settings
from games.engine.record import Record
from games.presenters.boards import Club
from games.presenters.dice import throws

BATTERS = 9


@dataclass(frozen=True)
class ToldPlay:
    """A sentence with its dice."""

    play: Play
    dice: Sequence[SafeString]


@dataclass(frozen=True)
class ToldHalf:
    """A half-inning with the club that bats in it."""

    half: HalfInning
    club: Club
    plays: Sequence[ToldPlay]


@dataclass(frozen=True)
class Story:
    """A game in words and dice."""

    opening: str
    halves: Sequence[ToldHalf]
    ending: str
    why: str


def names_of(clubs: tuple[Club, Club]) -> Names:
    """The names of both clubs and, where they give all nine, of their batters."""
    away, home = clubs
    return Names(
        away.name,
        home.name,
        tuple(away.batting_order) if len(away.batting_order) == BATTERS else (),
        tuple(home.batting_order) if len(home.batting_order) == BATTERS else (),
    )


def story(record: Record, clubs: tuple[Club, Club]) -> Story:
    """The whole game as far as it has been played."""
    told = play_by_play(record, names_of(clubs))
    return Story(
        opening=told.opening,
        halves=[
            ToldHalf(
                half,
                clubs[half.side],
                [ToldPlay(play, throws(record.system, play.dice)) for play in half.plays],
            )
            for half in told.halves
        ],
        ending=told.ending,
        why=why(record.ending, record.settings) if record.ending else "",
    )


def why(ending: Ending, settings: Settings) -> str:
    """The law that ended the game, in a sentence."""
    innings, last = settings["innings"], int(settings["max_innings"])
    return {
        REGULATION: f"One side led after the {innings} innings of a regulation game.",
        HOME_LEADS: "The home side led in the last inning and had no need to bat again.",
        WALK_OFF: "The home side went ahead in its last turn, which ends the game at once.",
        EXTRA_INNINGS: f"Level after {innings} innings, it went on until one side led.",
        MERCY: f"The mercy rule: from the {ordinal(int(settings['mercy_after']))} inning on a lead "
        f"of {settings['mercy_margin']} or more ends a game.",
        CONCEDED: "A conceded game is won by a margin of at least "
        f"{settings['concession_margin']}; runs are awarded where they are missing.",
        TIE: f"A game that is level after the {ordinal(last)} inning is a tie.",
    }[ending.reason]
