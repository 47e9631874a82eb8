"""A turn of Commons on a stage: known cards, a situation, and words entered one after another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from config.refusals import Refusal, Refused
from games.engine.events import NAMES, kind_of
from games.engine.folds.moments import Moment, current_situation, moments_of
from games.engine.game_state import GameState
from games.engine.lineup import LineupState
from games.engine.record import Record, replay
from games.engine.situation import Situation
from games.systems.commons.play.cards import CommonsPitcher
from games.systems.commons.play.club import BATTERS, CommonsClub, CommonsPlayer, facing
from games.systems.commons.play.state import CommonsState, SideState
from games.systems.commons.play.system import Commons
from tests.engine.commons.samples import batter, deck, pitcher

COMMONS = Commons()
UP = 5
"""The batter on the stage is the fifth of his list, right-handed, and the four before him have
batted: third, second and first are held by the second, the third and the fourth of them."""

ARM = pitcher("1244", left="HIT5551", right="OUT5326")
"""A right-hander: BB 1244, against left-handed batters HIT 5551, against others OUT 5326."""


def club(
    name: str,
    *,
    bats: str = "R",
    pinch: bool = False,
    steal: str = "3426",
    arm: CommonsPitcher = ARM,
    throws: str = "R",
) -> CommonsClub:
    """A deck of one kind of player: 1B 4211, 2B 5432, 3B 6213, HR 6225."""
    source = deck(1)
    card = batter(f"4211 5432 6213 6225 {steal}", pinch=pinch)
    return CommonsClub(
        name,
        tuple(CommonsPlayer(player.name, bats, "R", batter=card) for player in source.batters),
        tuple(CommonsPlayer(player.name, "R", throws, pitcher=arm) for player in source.pitchers),
    )


@dataclass
class Stage:
    """Where the game begins, and between whom."""

    situation: Situation
    own: CommonsState
    clubs: tuple[CommonsClub, CommonsClub]
    options: dict[str, object]

    @property
    def state(self) -> GameState:
        """Where the game begins, whoever plays."""
        order = LineupState(tuple(range(1, 10)), (13,) * 9)
        return GameState(
            self.situation,
            lineups=(order, order),
            pitching=(BATTERS + 1, BATTERS + 1),
            own=self.own,
        )

    def play(self, words: str = "") -> Record:
        """The record of these words."""
        settings = COMMONS.settings(self.options)
        return replay(COMMONS, settings, words.split(), clubs=self.clubs, state=self.state)

    def refused(self, words: str) -> Refusal:
        """Why the last of these words is refused; those before it stand."""
        *before, last = words.split()
        self.play(" ".join(before))
        with pytest.raises(Refused) as refused:
            self.play(words)
        (refusal,) = refused.value.refusals
        assert refusal.place.startswith("entry"), last
        return refusal

    def why_not(self, words: str) -> str:
        """The reason with its row."""
        return str(self.refused(words).facts["why"])


def stage(
    bases: str = "",
    outs: int = 0,
    begins: str = "T1",
    score: tuple[int, int] = (0, 0),
    *,
    batting: SideState | None = None,
    pitching: SideState | None = None,
    supers: tuple[int, int] = (2, 2),
    chosen: bool = True,
    clubs: tuple[CommonsClub, CommonsClub] | None = None,
    **options: object,
) -> Stage:
    """``bases`` names the occupied ones ("13"); ``supers`` whose the double and the two outs are:
    2 open, 3 spent, 0 visitors, 1 home side."""
    half = "TB".index(begins[0])
    players = tuple(UP - base if str(base) in bases else 0 for base in (1, 2, 3))
    before = tuple(range(1, UP))
    used = SideState(used=before, came_up=before, spent=(BATTERS + 1,), worked=(BATTERS + 1,))
    at_bat = (
        replace(batting or SideState(), used=used.used, came_up=used.came_up)
        if (batting is None or not batting.used)
        else batting
    )
    in_field = pitching or used
    at_bat = replace(at_bat, spent=at_bat.spent or used.spent, worked=at_bat.worked or used.worked)
    in_field = replace(
        in_field, spent=in_field.spent or used.spent, worked=in_field.worked or used.worked
    )
    sides = (in_field, at_bat) if half else (at_bat, in_field)
    return Stage(
        Situation(int(begins[1:]), half, outs, players, score, (UP, UP)),
        CommonsState(sides, supers[0], supers[1], chosen=chosen),
        facing(*(clubs or (club("Able"), club("Baker")))),
        options,
    )


def plays(record: Record) -> list[Moment]:
    """What moved runners."""
    return [moment for moment in moments_of(record) if moment.is_play]


def told(record: Record) -> list[str]:
    """The kinds of them in words."""
    return [NAMES[kind_of(moment.event)] for moment in plays(record)]


def bases(record: Record) -> str:
    """Who stands where: ``b`` the batter, a number the base where a runner began; a dash nobody."""
    runners = current_situation(record).runners
    return "".join(
        "-" if not runner else "b" if runner == UP else str(UP - runner) for runner in runners
    )


def asked(record: Record) -> list[str]:
    """Decisions that are open, and the throw behind them."""
    return [each.decision.name if each.decision else each.dice.name for each in record.open]


def hand(record: Record, side: int) -> SideState:
    """Gods and lists of a side at the last point between two turns."""
    from games.engine.folds.game_states import state_at

    own = state_at(record)[0].own
    assert isinstance(own, CommonsState)
    return own.sides[side]


def supers_of(record: Record) -> tuple[int, int]:
    """Whose the double and the two outs are."""
    from games.engine.folds.game_states import state_at

    own = state_at(record)[0].own
    assert isinstance(own, CommonsState)
    return own.double, own.two_outs
