"""Box scores, pitching lines and play-by-play of card games: they add up, and they name players."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from config.refusals import Refused
from games.engine.decisions import Decision, Manager
from games.engine.endings import TIED
from games.engine.events import (
    BAD_JUMP,
    BALK,
    CAUGHT_STEALING,
    CHANGE,
    FIRST,
    FOUL_BUNT,
    NOBODY,
    PICKED_OFF,
    PINCH_HITTER,
    RBI_SHIFT,
    SCORED,
    SINGLE,
    STEAL,
    WILD_PITCH,
    batted_in,
    changed,
    kind_of,
    play,
    value_of,
)
from games.engine.folds.box_score import box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.moments import Moment, current_situation, is_play
from games.engine.folds.pitchers import PitcherLine
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.game import Game
from games.engine.record import Record, simulate
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.samples import club
from tests.engine.purestrat.stage import Stage, hitter, pitcher

SYSTEM = Purestrat()


class Odd(Manager):
    """Takes one of the choices he is offered once in twenty, whichever it is."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        if self.dice.random() > 0.05:
            return 0
        return self.dice.choice([at for at in range(len(decision.choices)) if mask >> at & 1])


@cache
def games() -> tuple[Record, ...]:
    return tuple(
        simulate(
            SYSTEM,
            SYSTEM.settings(),
            f"folds/{number}",
            clubs=(club(number % 7, number % 5), club(7 + number % 5)),
        )
        for number in range(40)
    )


@pytest.mark.long
def test_every_side_of_every_game_adds_up() -> None:
    for game in games():
        assert game.ending is not None
        box, line = box_score(game), line_score(game)
        for side in (0, 1):
            mine, staff = box.sides[side], box.sides[1 - side]
            assert staff.pitching is not None
            assert mine.total.runs == line.sides[side].runs == game.ending.runs[side]
            assert sum(each.runs for each in staff.pitchers) == mine.total.runs
            assert sum(each.outs for each in staff.pitchers) == staff.pitching.outs
            assert sum(each.hits for each in staff.pitchers) == mine.total.hits
            assert sum(each.strikeouts for each in staff.pitchers) == mine.total.strikeouts
            earned = sum(each.earned_runs for each in staff.pitchers)
            assert earned == staff.pitching.earned_runs <= mine.total.runs
            assert all(each.earned_runs <= each.runs for each in staff.pitchers)
            assert (
                mine.total.plate_appearances
                == mine.total.runs + mine.left_on_base + staff.pitching.outs
            )
            assert mine.errors == line.sides[side].errors


@pytest.mark.long
def test_the_books_of_every_game_are_in_balance() -> None:
    """Plain games and shoot-outs, also where a manager takes any of the choices he is offered."""
    shootout = SYSTEM.settings({"shootout": True})
    shootouts = tuple(
        simulate(SYSTEM, shootout, f"books/{number}", clubs=(club(number), club(3)))
        for number in range(3)
    )
    odd = []
    for number in range(12):
        managers = (Odd(number), SYSTEM.manager(SYSTEM.settings()))
        try:
            odd.append(
                simulate(
                    SYSTEM,
                    SYSTEM.settings(),
                    f"odd/{number}",
                    clubs=(club(number % 7), club(7 + number % 5)),
                    managers=managers,
                )
            )
        except Refused:
            continue
    assert len(odd) > 3
    for game in (*games(), *shootouts, *odd):
        assert problems(game) == ()


@pytest.mark.long
def test_books_without_balance_are_found() -> None:
    """What the proofs say of a game from which one play is missing, is told twice or says another
    number of runs batted in."""
    game = games()[0]
    plays = [at for at, event in enumerate(game.events) if is_play(kind_of(event))]
    for at in plays[::9]:
        event = game.events[at]
        if kind_of(event) in (BAD_JUMP, FOUL_BUNT):
            continue
        for events in (
            (*game.events[:at], *game.events[at + 1 :]),
            (*game.events[: at + 1], *game.events[at:]),
            (*game.events[:at], event ^ 1 << RBI_SHIFT, *game.events[at + 1 :]),
        ):
            assert problems(replace(game, events=events)), at


def test_players_who_do_not_add_up_to_their_side_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players' lines are held against the sums of the side, which are counted without them."""
    from games.engine.folds import pitchers

    game = games()[1]
    count = pitchers._count

    def forgetful(line: PitcherLine, moment: Moment) -> None:
        count(line, moment)
        line.walks = 0

    monkeypatch.setattr(pitchers, "_count", forgetful)
    assert {problem.code for problem in problems(game)} == {"men-not-the-side"}


def test_who_is_caught_stealing_home_bats_nobody_in() -> None:
    """OBR 9.04: the batter is still at bat."""
    for bases in ((1,), (1, 2), (1, 2, 3)):
        to = [NOBODY, NOBODY, NOBODY, NOBODY]
        for base in bases:
            to[base] = base + 1
        for kind in (STEAL, CAUGHT_STEALING, PICKED_OFF, WILD_PITCH, BALK):
            assert batted_in(play(kind, *to)) == 0
        assert batted_in(play(SINGLE, FIRST, *to[1:])) == (to[3] == SCORED)


def test_somebody_won_and_somebody_lost_every_game() -> None:
    saves = 0
    for game in games():
        assert game.ending is not None
        box, winner = box_score(game), game.ending.winner
        if winner == TIED:
            continue
        ours, theirs = (
            sorted(each.decision for each in box.sides[side].pitchers if each.decision)
            for side in (winner, 1 - winner)
        )
        assert theirs == ["L"]
        assert ours in (["W"], ["S", "W"])
        saves += "S" in ours
    assert 0 < saves < len(games())


def test_every_player_who_came_in_has_a_line_with_where_he_played() -> None:
    for game in games():
        box = box_score(game)
        for event in game.events:
            if kind_of(event) != CHANGE:
                continue
            side, slot, position, player = changed(value_of(event))
            line = next(
                each
                for each in box.sides[side].batting
                if (each.slot, each.player) == (slot, player)
            )
            assert position in line.positions


def test_the_story_names_the_players_who_were_there() -> None:
    for game in games()[:10]:
        assert game.clubs is not None
        told = play_by_play(game)
        words = " ".join(play.text for half in told.halves for play in half.plays)
        assert "Batter" not in words
        hitters = [
            changed(value_of(event))
            for event in game.events
            if kind_of(event) == CHANGE and changed(value_of(event))[2] == PINCH_HITTER
        ]
        for side, _, _, player in hitters:
            assert f"{game.clubs[side].name_of(player)} bats for " in words


@pytest.mark.parametrize(
    ("reads", "words", "situation", "told"),
    [
        ("gb(ss)A", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 grounds out to short."),
        (
            "gb(ss)A",
            "20 1-1-1",
            "T1 0 1.-.- 0-0 2/1",
            "Player 2 grounds to short, into a double play; Player 1 is ",
        ),
        ("fly(cf)C", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 flies out to center."),
        ("SI(lf)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 singles to left."),
        ("fo(c)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 fouls out to the catcher."),
        ("lo(3b)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 lines out to third."),
        ("HBP", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 is hit by "),
        ("SI(2b)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 singles past the second baseman."),
        ("DO(lf)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 doubles to left."),
        ("TR(rf)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 triples to right."),
        ("HR(lf)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 homers to left."),
        ("HR(cf)", "20 1-1-1", "T1 0 1.-.- 0-0 2/1", "Player 2 hits a 2-run home run to center; "),
        ("HR(rf)", "20 1-1-1", "T1 0 1.2.3 0-0 4/1", "Player 4 hits a grand slam to right; "),
        ("HR", "20 1-1-1", "T1 0 1.2.3 0-0 4/1", "Player 4 hits a grand slam; "),
        ("po(2b)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "Player 1 pops out to second."),
        (
            "fly(lf)A",
            "20 1-1-1",
            "T1 0 -.-.1 0-0 2/1",
            "Player 2 hits a sacrifice fly to left; Player 1 scores.",
        ),
        (
            "gb(ss)B",
            "20 1-1-1",
            "T1 0 1.-.- 0-0 2/1",
            "Player 2 grounds to short, who gets the runner; Player 1 is out at second.",
        ),
        (
            "lomax(ss)",
            "20 1-1-1 7",
            "T1 0 1.2.- 0-0 3/1",
            "Player 3 lines out to short, who starts a triple play; ",
        ),
    ],
)
def test_plays_are_told_with_their_fielders(
    reads: str, words: str, situation: str, told: str
) -> None:
    record = Stage(reads).play(words, situation).record
    text = next(play.text for half in play_by_play(record).halves for play in half.plays)
    assert text.startswith(told)


def test_a_run_is_charged_to_who_put_the_runner_on() -> None:
    reliever = pitcher("HR", starter=0, relief=2)
    stage = Stage("K", "SI*", bullpen=[reliever])
    # Two singles off the starter, who is gone after the tenth; then a home run off the reliever.
    late = stage.play("4-1-1 20 4-1-1", "T10 0 -.-.- 0-0 1/1").record
    assert box_score(late).home.pitchers[0].hits == 2
    record = stage.play("pitch=10 20 4-1-1", "T11 0 1.2.- 0-0 3/1").record
    starter, relief = box_score(record).home.pitchers
    assert (starter.runs, relief.runs) == (2, 1)
    assert (relief.inherited, relief.inherited_scored) == (2, 2)
    assert relief.earned_runs == 1


def test_nobody_earns_a_run_after_an_error_that_should_have_ended_it() -> None:
    # Two out, the third baseman errs, then a home run: nothing is earned.
    stage = Stage("HR", "gb(3b)X", fielders={5: (3, 60, 0)})
    record = stage.play("4-1-1 20-1-1-1 20 1-1-1", "T1 2 -.-.- 0-0 1/1").record
    side = box_score(record).home
    assert current_situation(record).runs == (2, 0)
    assert side.errors == 1
    assert side.pitchers[0].runs == 2
    assert side.pitchers[0].earned_runs == 0


def test_a_pinch_hitter_has_a_line_of_his_own() -> None:
    from games.systems.purestrat.play.cards import Fielding

    everywhere = tuple(Fielding(position, 3, 5) for position in range(2, 10))
    stage = Stage("SI*", bench=[hitter("HR", fielding=everywhere)])
    record = stage.play("hit=10 1-1-1", "T6 0 -.-.- 0-0 1/1").record
    lines = [line for line in box_score(record).away.batting if line.slot == 1]
    assert [(line.player, line.positions, line.home_runs) for line in lines] == [
        (1, (2,), 0),
        (10, (10,), 1),
    ]
