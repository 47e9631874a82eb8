"""The house's manager, one decision at a time: what he does at the edge of each of his habits. Whom
he brings in is in ``test_managers_changes``."""

from dataclasses import replace

import pytest

from games.engine.decisions import Decision
from games.engine.nine.decisions import ENTER, MOVE, PINCH_HIT, PINCH_RUN, PITCH, WALK
from games.engine.situation import Situation
from games.systems.purestrat.play.cards import Stealing
from games.systems.purestrat.play.decisions import (
    CONCEDE_BASE,
    HOLD,
    INFIELD,
    OUTFIELD,
    SEND,
    STEAL,
    SURE_OUT,
    SWING,
    TARGET,
    THROW,
    TRAIL,
)
from games.systems.purestrat.play.diamond import CORNERS, IN
from games.systems.purestrat.play.manager import (
    BY_THE_BOOK,
    HIT_AND_RUN,
    HOLD_FIRST,
    HOME_PLATE,
    SACRIFICE,
)
from games.systems.purestrat.play.squad import Roles
from games.systems.purestrat.play.steals import SECOND_NOW
from tests.engine.purestrat.deciding import ANYTHING, BENCH, BEST, BULLPEN, HE, at, worth
from tests.engine.purestrat.stage import Stage, hitter

# Walking a player on purpose.


@pytest.mark.parametrize(
    ("situation", "gap", "walks"),
    [
        ("T7 1 -.9.- 3-3 1/1", 0.27, 1),
        ("T7 1 -.9.- 3-3 1/1", 0.25, 0),
        ("T7 2 -.9.- 3-3 1/1", 0.21, 1),
        ("T7 2 -.9.- 3-3 1/1", 0.19, 0),
        ("T7 1 -.-.9 3-3 1/1", 0.27, 1),
        ("T7 0 -.9.- 3-3 1/1", 0.50, 0),
        ("T7 1 9.8.- 3-3 1/1", 0.50, 0),
        ("T7 1 -.-.- 3-3 1/1", 0.50, 0),
        ("T6 1 -.9.- 3-3 1/1", 0.50, 0),
        ("T7 1 -.9.- 5-3 1/1", 0.50, 1),
        ("T7 1 -.9.- 3-5 1/1", 0.50, 1),
        ("T7 1 -.9.- 6-3 1/1", 0.50, 0),
        ("T7 1 -.9.- 3-6 1/1", 0.50, 0),
        # The pitcher comes up next.
        ("T2 2 -.7.- 0-9 8/1", 0.09, 1),
        ("T7 2 -.7.- 0-9 8/1", 0.09, 1),
        ("T2 2 -.7.- 0-9 8/1", 0.07, 0),
        ("T8 2 -.7.- 3-3 8/1", 0.09, 0),
        ("T2 1 -.7.- 3-3 8/1", 0.50, 0),
    ],
)
def test_he_walks_a_player_when_first_is_open_and_the_next_is_easier(
    situation: str, gap: float, walks: int
) -> None:
    up = Situation.read(situation).up[0]
    game = worth(at(situation), **{f"m{up}": gap, f"m{up % 9 + 1}": 0.0})
    assert HE.walk(game, ANYTHING) == walks


def test_a_taste_for_walks_moves_what_they_have_to_gain() -> None:
    situation = "T7 2 -.9.- 3-3 1/1"
    for taste, gap, walks in ((9, 0.13, 1), (9, 0.11, 0), (1, 0.27, 0), (1, 0.29, 1)):
        game = at(situation, hosts={"intentional_walks": taste})
        assert HE.walk(worth(game, m1=gap, m2=0.0), ANYTHING) == walks


# In the field.


@pytest.mark.parametrize(
    ("situation", "stands"),
    [
        ("T8 0 -.-.9 3-3 1/1", IN),
        ("T8 0 -.-.9 4-3 1/1", IN),
        ("T8 0 -.-.9 3-4 1/1", IN),
        ("T8 0 9.-.8 3-3 1/1", IN),
        ("T8 0 -.-.9 5-3 1/1", CORNERS),
        ("T8 0 -.-.9 6-3 1/1", 0),
        ("T8 0 -.-.9 3-5 1/1", 0),
        ("T7 0 -.-.9 3-3 1/1", CORNERS),
        ("T5 0 -.-.9 3-3 1/1", CORNERS),
        ("T4 0 -.-.9 3-3 1/1", 0),
        ("T7 0 9.-.8 3-3 1/1", 0),
        ("T1 0 8.-.- 0-0 9/1", CORNERS),
        ("T1 0 -.8.- 0-0 9/1", 0),
        ("T1 0 8.-.- 0-0 1/1", 0),
    ],
)
def test_where_his_infield_stands(situation: str, stands: int) -> None:
    assert HE.infield(at(situation), ANYTHING) == stands


def test_a_taste_for_the_infield_in_begins_an_inning_sooner() -> None:
    seventh = "T7 0 -.-.9 3-3 1/1"
    assert HE.infield(at(seventh, hosts={"infield_in": 8}), ANYTHING) == IN
    assert HE.infield(at(seventh, hosts={"infield_in": 7}), ANYTHING) == CORNERS
    assert HE.infield(at("T8 0 -.-.9 3-3 1/1"), 1 | 1 << CORNERS) == CORNERS


@pytest.mark.parametrize(
    ("situation", "taste", "holds"),
    [
        ("T5 0 9.-.- 8-3 1/1", 5, 0),
        ("T5 0 9.-.- 3-8 1/1", 5, 0),
        ("T5 0 9.-.- 9-3 1/1", 5, 1),
        ("T5 0 9.-.- 3-9 1/1", 5, 1),
        ("T5 0 9.-.- 3-3 1/1", 2, 0),
        ("T5 0 9.-.- 3-3 1/1", 1, 1),
        ("T5 0 9.-.- 3-3 1/1", 8, 0),
        ("T5 0 9.-.- 3-3 1/1", 9, HOLD_FIRST),
        ("T5 0 9.-.7 3-3 1/1", 9, HOLD_FIRST),
        ("T5 0 9.8.- 3-3 1/1", 9, 0),
    ],
)
def test_whom_he_holds(situation: str, taste: int, holds: int) -> None:
    assert HE.hold(at(situation, hosts={"holding": taste}), ANYTHING) == holds


@pytest.mark.parametrize(
    ("decision", "lead", "trail", "situation", "goal", "choice"),
    [
        ("throw", 20, 0, "T1 0 -.9.- 0-0 1/1", 4, 1),
        ("throw", 19, 0, "T1 0 -.9.- 0-0 1/1", 4, 0),
        ("concede_base", 17, 0, "T1 1 -.9.- 0-0 1/1", HOME_PLATE, 1),
        ("concede_base", 16, 0, "T1 1 -.9.- 0-0 1/1", HOME_PLATE, 0),
        ("concede_base", 19, 0, "T1 1 9.-.- 0-0 1/1", 3, 1),
        ("concede_base", 18, 0, "T1 1 9.-.- 0-0 1/1", 3, 0),
        ("concede_base", 20, 0, "T1 2 -.9.- 0-0 1/1", HOME_PLATE, 0),
        ("target", 12, 3, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 1),
        ("target", 12, 4, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 0),
        ("sure_out", 8, 0, "T7 0 -.9.- 3-3 1/1", HOME_PLATE, 1),
        ("sure_out", 9, 0, "T7 0 -.9.- 3-3 1/1", HOME_PLATE, 0),
        ("sure_out", 8, 0, "T6 0 -.9.- 3-3 1/1", HOME_PLATE, 0),
        ("sure_out", 8, 0, "T7 0 -.9.- 4-3 1/1", HOME_PLATE, 1),
        ("sure_out", 8, 0, "T7 0 -.9.- 5-3 1/1", HOME_PLATE, 0),
        ("sure_out", 8, 0, "T7 0 -.9.- 3-4 1/1", HOME_PLATE, 1),
        ("sure_out", 8, 0, "T7 0 -.9.- 3-5 1/1", HOME_PLATE, 0),
        ("trail", 20, 12, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 1),
        ("trail", 11, 11, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 0),
        ("trail", 10, 8, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 1),
        ("trail", 11, 8, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 0),
        ("trail", 10, 7, "T1 0 -.9.- 0-0 1/1", HOME_PLATE, 0),
    ],
)
def test_throws_and_bases_by_their_safe_ranges(
    decision: str, lead: int, trail: int, situation: str, goal: int, choice: int
) -> None:
    game = at(situation)
    game.safe_lead, game.safe_trail, game.lead_goal = lead, trail, goal
    assert getattr(HE, decision)(game, ANYTHING) == choice


# On the bases.


@pytest.mark.parametrize(
    ("outs", "start", "goal", "least"),
    [
        (0, 2, HOME_PLATE, 17),
        (1, 2, HOME_PLATE, 16),
        (2, 2, HOME_PLATE, 13),
        (0, 1, HOME_PLATE, 18),
        (2, 1, HOME_PLATE, 14),
        (0, 3, HOME_PLATE, 18),
        (2, 3, HOME_PLATE, 14),
        (0, 1, 3, 19),
        (1, 1, 3, 19),
        (0, 2, 3, 19),
        (1, 2, 3, 18),
        (2, 2, 3, 19),
    ],
)
def test_he_sends_a_runner_from_a_safe_range_on(
    outs: int, start: int, goal: int, least: int
) -> None:
    for taste, eager in ((5, 0), (9, 2), (1, -2)):
        game = at(f"T3 {outs} 9.-.- 0-0 1/1", visitors={"running": taste})
        game.lead_from, game.lead_goal = start, goal
        game.safe_lead = least - eager
        assert HE.send(game, ANYTHING) == 1
        game.safe_lead -= 1
        assert HE.send(game, ANYTHING) == 0


def runners(slow: int, fast: int) -> Stage:
    return Stage(batter={"running": slow}, bench=[hitter("K", running=fast)], bullpen=BULLPEN)


@pytest.mark.parametrize(
    ("situation", "base", "slow", "fast", "comes"),
    [
        ("T8 0 8.-.- 3-3 1/1", 1, 12, 16, BENCH),
        ("T8 1 8.-.- 3-4 1/1", 1, 12, 16, BENCH),
        ("T8 0 8.-.- 3-3 1/1", 1, 12, 15, 0),
        ("T8 0 8.-.- 3-3 1/1", 1, 13, 19, 0),
        ("T7 0 8.-.- 3-3 1/1", 1, 12, 16, 0),
        ("T8 0 8.-.- 4-3 1/1", 1, 12, 16, 0),
        ("T8 0 8.-.- 3-5 1/1", 1, 12, 16, 0),
        ("T8 2 8.-.- 3-3 1/1", 1, 12, 16, 0),
        ("T8 2 -.8.- 3-3 1/1", 2, 12, 16, BENCH),
        ("T8 0 8.7.- 3-3 1/1", 1, 12, 16, 0),
        ("T8 0 8.-.7 3-3 1/1", 1, 12, 16, 0),
        ("T8 0 8.7.- 3-3 1/1", 2, 12, 16, BENCH),
    ],
)
def test_a_fast_player_runs_for_a_slow_one_who_is_the_run_that_matters(
    situation: str, base: int, slow: int, fast: int, comes: int
) -> None:
    assert HE.run_for(at(situation, runners(slow, fast)), ANYTHING, base) == comes


def test_nobody_who_is_to_be_avoided_runs() -> None:
    situation = "B8 0 8.-.- 3-3 1/1"
    assert HE.run_for(at(situation, runners(12, 16)), ANYTHING, 1) == BENCH
    kept = at(situation, runners(12, 16), roles=Roles(avoided=1 << BENCH))
    assert HE.run_for(kept, ANYTHING, 1) == 0


FLIES = Stealing(asterisk=True, lead=0b1111111111100, caught=0, first=20, second=20)
STANDS = Stealing(asterisk=False, lead=0, caught=0b1111111111100, first=1, second=1)


@pytest.mark.parametrize(
    ("situation", "mask", "goes"),
    [
        ("T1 1 9.-.- 0-0 1/1", 1 | 1 << 1, 1),
        ("T1 1 -.9.- 0-0 1/1", 1 | 1 << 3, 3),
        ("T1 2 -.9.- 0-0 1/1", 1 | 1 << 3, 0),
        ("T1 1 9.-.- 0-0 1/1", 1, 0),
    ],
)
def test_whoever_cannot_fail_steals_and_whoever_cannot_succeed_stays(
    situation: str, mask: int, goes: int
) -> None:
    # The runner on base is the pitcher's neighbour in the order: everybody has the same card.
    on_base = situation.replace("9", "8")
    flies = at(on_base, Stage(batter={"stealing": FLIES}))
    assert HE.steal(flies, mask) == goes
    stands = at(on_base, Stage(batter={"stealing": STANDS}))
    assert HE.steal(stands, mask) == 0


@pytest.mark.parametrize(
    ("situation", "goes"),
    [
        ("T6 0 8.-.- 3-3 1/1", 0),
        ("T7 0 8.-.- 3-3 1/1", 1),
        ("T7 0 8.-.- 3-4 1/1", 1),
        ("T7 0 8.-.- 4-3 1/1", 1),
        ("T7 0 8.-.- 3-5 1/1", 0),
        ("T7 0 8.-.- 5-3 1/1", 0),
    ],
)
def test_late_in_a_close_game_a_steal_has_to_gain_the_chance_of_one_run_only(
    situation: str, goes: int
) -> None:
    fair = Stage(batter={"stealing": replace(FLIES, first=14, second=14)})
    assert HE.steal(at(situation, fair), 1 | 1 << 1) == goes


def test_he_goes_off_at_once_where_that_gains_and_nowhere_else() -> None:
    now = 1 | 1 << SECOND_NOW
    first = "T1 1 8.-.- 0-0 1/1"
    assert HE.steal(at(first, Stage(batter={"stealing": FLIES})), now) == SECOND_NOW
    assert HE.steal(at(first, Stage(batter={"stealing": FLIES})), 1) == 0
    assert HE.steal(at(first, Stage(batter={"stealing": STANDS})), now) == 0


def test_a_club_that_likes_to_run_goes_off_at_once_for_less() -> None:
    def goes(stealing: int) -> set[int]:
        """From which rating on."""
        return {
            rating
            for rating in range(1, 20)
            if HE.steal(
                at(
                    "T1 1 8.-.- 0-0 1/1",
                    Stage(batter={"stealing": replace(FLIES, first=rating, second=rating)}),
                    visitors={"stealing": stealing},
                ),
                1 | 1 << SECOND_NOW,
            )
        }

    assert goes(0) < goes(10)
    assert goes(0) <= goes(BY_THE_BOOK) <= goes(10)


# Bunts and hit and run.


@pytest.mark.parametrize(
    ("situation", "bunt", "bunting", "choice"),
    [
        ("T1 0 8.-.- 0-5 9/1", 3, 0, SACRIFICE),
        ("T1 0 -.8.- 0-5 9/1", 3, 0, SACRIFICE),
        ("T1 1 8.-.- 0-5 9/1", 3, 0, SACRIFICE),
        ("T1 1 -.8.- 0-5 9/1", 3, 0, 0),
        ("T1 0 8.-.- 0-5 9/1", 4, 0, 0),
        ("T1 0 8.-.- 0-5 9/1", 3, -5, 0),
        ("T1 0 8.-.- 0-5 1/1", 3, 0, 0),
    ],
)
def test_a_pitcher_at_bat_sacrifices_where_that_moves_somebody(
    situation: str, bunt: int, bunting: int, choice: int
) -> None:
    visitors = {"bunting": BY_THE_BOOK + bunting}
    game = at(situation, visitors=visitors)
    game.offence.hitters = [replace(card, bunt=bunt) for card in game.offence.hitters]
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice


@pytest.mark.parametrize(
    ("situation", "bunt", "runs", "choice"),
    [
        ("T7 0 8.-.- 3-3 1/1", 2, 0.01, SACRIFICE),
        ("T7 0 8.-.- 4-3 1/1", 2, 0.01, SACRIFICE),
        ("T7 0 8.-.- 3-4 1/1", 2, 0.01, SACRIFICE),
        ("T7 0 8.-.- 5-3 1/1", 2, 0.01, 0),
        ("T7 0 8.-.- 3-5 1/1", 2, 0.01, 0),
        ("T6 0 8.-.- 3-3 1/1", 2, 0.01, 0),
        ("T7 1 8.-.- 3-3 1/1", 2, 0.01, 0),
        ("T7 0 8.-.7 3-3 1/1", 2, 0.01, 0),
        ("T7 0 8.-.- 3-3 1/1", 3, 0.01, 0),
        ("T7 0 8.-.- 3-3 1/1", 2, 0.03, 0),
    ],
)
def test_a_hitter_sacrifices_when_one_run_counts_and_he_cannot_do_better(
    situation: str, bunt: int, runs: float, choice: int
) -> None:
    game = worth(at(situation, Stage(batter={"bunt": bunt})), m1=runs)
    assert HE.swing(game, 1 | 1 << SACRIFICE) == choice
    assert HE.swing(game, 1) == 0


@pytest.mark.parametrize(
    ("situation", "second", "rating", "choice"),
    [
        ("T1 1 8.-.- 0-0 1/1", 13, 0, HIT_AND_RUN),
        ("T1 1 8.-.- 0-0 1/1", 12, 0, 0),
        ("T1 1 8.-.- 0-0 1/1", 13, 1, 0),
        ("T1 0 8.-.- 0-0 1/1", 13, 0, 0),
        ("T1 2 8.-.- 0-0 1/1", 13, 0, 0),
        ("T1 1 8.7.- 0-0 1/1", 13, 0, 0),
    ],
)
def test_hit_and_run_with_a_fast_runner_on_first_and_one_out(
    situation: str, second: int, rating: int, choice: int
) -> None:
    stealing = replace(FLIES, second=second)
    stage = Stage(batter={"stealing": stealing, "hit_and_run": rating})
    assert HE.swing(at(situation, stage), 1 | 1 << HIT_AND_RUN) == choice


# Each question is answered by its own habit, and by no other.


@pytest.mark.parametrize(
    ("decision", "situation", "safe", "choice"),
    [
        (WALK, "T7 2 -.9.- 3-3 1/1", (0, 0), 1),
        (PITCH, "T7 0 -.-.- 3-3 1/1", (0, 0), BEST),
        (HOLD, "T5 0 9.-.- 9-3 1/1", (0, 0), 1),
        (PINCH_HIT, "T7 0 -.-.- 3-3 9/1", (0, 0), BENCH),
        (INFIELD, "T8 0 -.-.9 3-3 1/1", (0, 0), IN),
        (SEND, "T1 0 -.9.- 0-0 1/1", (20, 0), 1),
        (CONCEDE_BASE, "T1 0 -.9.- 0-0 1/1", (20, 0), 1),
        (TRAIL, "T1 0 -.9.- 0-0 1/1", (20, 12), 1),
        (TARGET, "T1 0 -.9.- 0-0 1/1", (20, 1), 1),
        (SURE_OUT, "T7 0 -.9.- 3-3 1/1", (8, 0), 1),
        (THROW, "T1 0 -.9.- 0-0 1/1", (20, 0), 1),
        (OUTFIELD, "B9 0 -.-.9 3-3 1/1", (0, 0), 1),
        (MOVE, "T7 2 -.9.- 3-3 1/1", (20, 20), 0),
        (ENTER, "T7 2 -.9.- 3-3 1/1", (20, 20), 0),
    ],
)
def test_every_question_finds_its_answer(
    decision: Decision, situation: str, safe: tuple[int, int], choice: int
) -> None:
    game = worth(at(situation), m1=0.5, m2=0.0)
    game.safe_lead, game.safe_trail = safe
    game.lead_goal, game.lead_from = HOME_PLATE, 2
    game.defence.endurance.tired = True
    assert HE.choose(game, decision, ANYTHING) == choice
    assert HE.choose(game, decision, 1) == 0, "only what is open"


def test_who_runs_for_whom_and_who_steals_is_asked_by_base() -> None:
    both = at("T8 0 8.7.- 3-3 1/1", runners(12, 16))
    assert HE.choose(both, PINCH_RUN[1], ANYTHING) == BENCH
    assert HE.choose(both, PINCH_RUN[0], ANYTHING) == 0
    first = at("T8 0 8.-.- 3-3 1/1", runners(12, 16))
    assert HE.choose(first, PINCH_RUN[0], ANYTHING) == BENCH
    flies = at("T1 1 8.-.- 0-0 1/1", Stage(batter={"stealing": FLIES}))
    assert HE.choose(flies, STEAL, 1 | 1 << 1) == 1
    bunts = worth(at("T7 0 8.-.- 3-3 1/1", Stage(batter={"bunt": 2})), m1=0.0)
    assert [each.key for each in SWING.choices][SACRIFICE] == "sacrifice"
    assert HE.choose(bunts, SWING, 1 | 1 << SACRIFICE) == SACRIFICE
