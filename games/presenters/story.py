"""The game told: halves with their plays and dice, how it ended and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
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
from games.engine.event_files.game import EventGame
from games.engine.event_files.story import story_of_events
from games.engine.folds.names import Names
from games.engine.folds.play_by_play import HalfInning, Play, PlayByPlay, play_by_play
from games.engine.folds.win_probability import WinProbability
from games.engine.options import Settings
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.presenters.boards import Club
from games.presenters.chances import moves_of_plays
from games.presenters.dice import throws
from games.reported_boxes import card_of, names_in
from games.rules.reports import GameClaim

BATTERS = 9


@dataclass(frozen=True)
class ToldPlay:
    """A sentence with its dice, and how it moved the chances to win (nothing where there are no
    odds, or less than a hundredth)."""

    play: Play
    dice: Sequence[SafeString]
    swing: str = ""


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


def story(record: Record, clubs: tuple[Club, Club], course: WinProbability | None = None) -> Story:
    """The whole game as far as it has been played; ``course``: of its chances, where somebody has
    it already."""
    told = play_by_play(record, names_of(clubs))
    swings = _swings(record, clubs, [play for half in told.halves for play in half.plays], course)
    return Story(
        opening=told.opening,
        halves=[
            ToldHalf(
                half,
                clubs[half.side],
                [
                    ToldPlay(
                        play,
                        throws(record.system, play.dice),
                        swings.get(play.number, ""),
                    )
                    for play in half.plays
                ],
            )
            for half in told.halves
        ],
        ending=told.ending,
        why=why(record.ending, record.settings) if record.ending else "",
    )


def reported_plays(
    claim: GameClaim, game: EventGame, clubs: tuple[Club, Club], names: Mapping[int, str]
) -> PlayByPlay:
    """The plays of a game that was reported by its event file, in words; ``names`` by card."""
    squads = names_in(claim, names)

    def called(side: int, player: str) -> str:
        return squads[side].name_of(card_of(side, player))

    return story_of_events(game, called, Names(clubs[AWAY].name, clubs[HOME].name))


def reported_story(told: PlayByPlay, clubs: tuple[Club, Club]) -> Story:
    """The same as a story, which has no dice and no chances."""
    halves = [
        ToldHalf(half, clubs[half.side], [ToldPlay(play, ()) for play in half.plays])
        for half in told.halves
    ]
    return Story("", halves, "", "")


def _swings(
    record: Record,
    clubs: tuple[Club, Club],
    plays: Sequence[Play],
    course: WinProbability | None,
) -> Mapping[int, SafeString]:
    """By the number of a play how it moved the chances, told for the club that it helped."""
    found: dict[int, SafeString] = {}
    for number, move in moves_of_plays(record, plays, course).items():
        before, after = round(100 * move.before), round(100 * move.after)
        if before == after:
            continue
        side = HOME if after > before else AWAY
        share = after if side == HOME else 100 - after
        found[number] = format_html(
            '<span class="gm-swung num"><span class="visually-hidden">Chance to win of {}, up by'
            ' {}: {} in a hundred</span><span aria-hidden="true">{} {}% +{}</span></span>',
            clubs[side].name,
            abs(after - before),
            share,
            clubs[side].abbreviation,
            share,
            abs(after - before),
        )
    return found


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
