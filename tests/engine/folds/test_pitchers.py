"""Pitching lines of innings scored by hand: Official Baseball Rules 9.16(g) and (h)."""

from collections.abc import Sequence

import pytest

from games.engine.club import Club
from games.engine.events import (
    BAD_JUMP,
    BALK,
    BATTER_OUT,
    CAUGHT_STEALING,
    DOUBLE,
    DOUBLE_PLAY,
    END,
    FIELDERS_CHOICE,
    FIRST,
    FORCE_OUT,
    GROUND,
    HALF,
    HIT_BY_PITCH,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    NOBODY,
    OUT,
    PASSED_BALL,
    PICKOFF_ERROR,
    PLACED,
    REACHED_ON_ERROR,
    SACRIFICE,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    THIRD,
    TO_SHIFT,
    TRIPLE,
    WALK,
    WILD_PITCH,
    change,
    detail,
    play,
)
from games.engine.folds.moments import moments_of
from games.engine.folds.pitchers import PitcherLine, Run, Staffs, pitchers
from games.engine.folds.retrosheet import mark_of_run
from games.engine.folds.retrosheet_plays import event_text
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, Situation
from games.systems.registry import SYSTEMS

STARTER, SECOND_PITCHER, THIRD_PITCHER = 9, 20, 21
MOUND = 1


class Nine(Club):
    """Players 1 to 9, who bat in that order; the ninth pitches."""

    def batting_order(self) -> Sequence[int]:
        return range(1, 10)

    def position_of(self, slot: int) -> int:
        return MOUND if slot == 9 else slot + 1


def scored(*events: int, start: str = "T1 0 -.-.- 0-0 1/1") -> Staffs:
    """The lines of a game that these events are."""
    system = SYSTEMS["purestrat"]
    record = Record(system, {}, Situation.read(start), (), events)
    return pitchers(tuple(moments_of(record)), (Nine(), Nine()))


def enters(player: int, side: int = HOME, slot: int = 9) -> int:
    return change(side, slot, MOUND, player)


def half(inning: int, side: int) -> int:
    return HALF | (inning << 1 | side) << TO_SHIFT


def charged(staffs: Staffs, side: int = HOME) -> dict[int, int]:
    """Runs by pitcher."""
    return {line.player: line.runs for line in staffs.sides[side]}


SINGLE_TO_FIRST = play(SINGLE, FIRST)
FROM_FIRST = {
    "a stolen base": play(STEAL, NOBODY, SECOND),
    "a stolen base and an error": play(STEAL_ERROR, NOBODY, SECOND),
    "a wild pitch": play(WILD_PITCH, NOBODY, SECOND),
    "a passed ball": play(PASSED_BALL, NOBODY, SECOND),
    "a balk": play(BALK, NOBODY, SECOND),
    "a bad pickoff throw": play(PICKOFF_ERROR, NOBODY, SECOND),
    "a grounder": play(BATTER_OUT, OUT, SECOND),
    "a sacrifice": play(SACRIFICE, OUT, SECOND),
}


@pytest.mark.parametrize("moved", FROM_FIRST.values(), ids=FROM_FIRST)
def test_a_runner_who_moves_up_stays_his_who_put_him_on(moved: int) -> None:
    home = play(SINGLE, FIRST, second=SCORED)
    staffs = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), moved, home)
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 0}
    starter, relief = staffs.home
    assert (relief.inherited, relief.inherited_scored) == (1, 1)
    assert (starter.inherited, starter.inherited_scored) == (0, 0)
    assert [run.charged for run in staffs.runs] == [STARTER]


PUSHED = {
    "a single": play(SINGLE, FIRST, SECOND),
    "a walk": play(WALK, FIRST, SECOND),
    "an intentional walk": play(INTENTIONAL_WALK, FIRST, SECOND),
    "a batter who is hit": play(HIT_BY_PITCH, FIRST, SECOND),
    "an error": play(REACHED_ON_ERROR, FIRST, SECOND),
    "a choice that gets nobody": play(FIELDERS_CHOICE, FIRST, SECOND),
}


@pytest.mark.parametrize("pushed", PUSHED.values(), ids=PUSHED)
def test_of_two_players_each_is_his_who_put_him_on(pushed: int) -> None:
    """The reliever's own runner follows the starter's around the bases."""
    first_home = play(DOUBLE, SECOND, THIRD, SCORED)
    second_home = play(DOUBLE, SECOND, NOBODY, SECOND, SCORED)
    one = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), pushed, first_home)
    assert charged(one) == {STARTER: 1, SECOND_PITCHER: 0}
    both = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), pushed, first_home, second_home)
    assert charged(both) == {STARTER: 1, SECOND_PITCHER: 1}


def test_three_pitchers_answer_each_for_the_player_they_put_on() -> None:
    staffs = scored(
        SINGLE_TO_FIRST,
        enters(SECOND_PITCHER),
        play(WALK, FIRST, SECOND),
        enters(THIRD_PITCHER),
        play(TRIPLE, THIRD, SCORED, SCORED),
        play(SACRIFICE_FLY, OUT, third=SCORED),
    )
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 1, THIRD_PITCHER: 1}
    assert [run.charged for run in staffs.runs] == [STARTER, SECOND_PITCHER, THIRD_PITCHER]
    assert [(line.inherited, line.inherited_scored) for line in staffs.home] == [
        (0, 0),
        (1, 0),
        (2, 2),
    ]
    assert [line.earned_runs for line in staffs.home] == [1, 1, 1]


@pytest.mark.parametrize("kind", [FORCE_OUT, FIELDERS_CHOICE])
def test_9_16_g_a_batter_takes_the_place_of_the_player_who_is_out_in_his_stead(kind: int) -> None:
    forced = play(kind, FIRST, OUT)
    staffs = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), forced, play(HOME_RUN, SCORED, SCORED))
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 1}


def test_9_16_g_of_two_players_the_one_who_is_put_out_leaves_his_place() -> None:
    """Second is the starter's runner, first the reliever's; one of them is put out, and the batter
    is his pitcher's."""
    begun = (
        play(DOUBLE, SECOND),
        enters(SECOND_PITCHER),
        play(WALK, FIRST, second=SECOND),
    )
    everybody = play(HOME_RUN, SCORED, SCORED, SCORED)
    lead_out = scored(*begun, play(FORCE_OUT, FIRST, SECOND, OUT), everybody)
    assert charged(lead_out) == {STARTER: 1, SECOND_PITCHER: 2}
    trail_out = play(FORCE_OUT, FIRST, OUT, THIRD)
    third = play(HOME_RUN, SCORED, SCORED, third=SCORED)
    assert charged(scored(*begun, trail_out, third)) == {STARTER: 1, SECOND_PITCHER: 2}


def test_9_16_g_the_runner_on_third_is_out_and_the_batter_takes_his_place() -> None:
    staffs = scored(
        play(TRIPLE, THIRD),
        enters(SECOND_PITCHER),
        play(FIELDERS_CHOICE, FIRST, third=OUT),
        play(HOME_RUN, SCORED, SCORED),
    )
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 1}


FILLED = (
    SINGLE_TO_FIRST,
    enters(SECOND_PITCHER),
    play(WALK, FIRST, SECOND),
    play(WALK, FIRST, SECOND, THIRD),
)
"""The starter's runner on third, the reliever's on second and first."""
AT_HOME = play(FORCE_OUT, FIRST, SECOND, THIRD, OUT)
AT_HOME_AND_FIRST = play(DOUBLE_PLAY, OUT, SECOND, THIRD, OUT) | detail(6, GROUND)


@pytest.mark.parametrize("out", [AT_HOME, AT_HOME_AND_FIRST])
def test_9_16_g_it_is_the_number_that_counts(out: int) -> None:
    """Example (6) of its comment: he who put on one runner answers for the first who scores."""
    filled = out == AT_HOME
    score = play(SINGLE, FIRST, SECOND if filled else NOBODY, THIRD, SCORED)
    staffs = scored(*FILLED, out, score)
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 0}
    assert [line.earned_runs for line in staffs.home] == [1, 0]
    assert staffs.home[1].inherited_scored == 1


@pytest.mark.parametrize(
    "gone",
    [
        play(CAUGHT_STEALING, NOBODY, OUT),
        play(DOUBLE_PLAY, OUT, OUT),
    ],
)
def test_who_is_put_out_is_nobodys_any_more(gone: int) -> None:
    staffs = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), gone, play(HOME_RUN, SCORED))
    assert charged(staffs) == {STARTER: 0, SECOND_PITCHER: 1}
    assert staffs.home[1].inherited_scored == 0


def test_a_runner_left_on_base_is_forgotten_with_the_half_inning() -> None:
    staffs = scored(
        SINGLE_TO_FIRST,
        play(BATTER_OUT, OUT, FIRST),
        play(BATTER_OUT, OUT, FIRST),
        play(BATTER_OUT, OUT, FIRST),
        half(1, HOME),
        half(2, AWAY),
        enters(SECOND_PITCHER),
        SINGLE_TO_FIRST,
        play(HOME_RUN, SCORED, SCORED),
    )
    assert charged(staffs) == {STARTER: 0, SECOND_PITCHER: 2}
    assert [(line.inherited, line.outs) for line in staffs.home] == [(0, 3), (0, 0)]


def test_a_runner_put_on_second_by_law_is_whose_who_begins_the_half_inning() -> None:
    """He counts as if he had reached on an error: an unearned run of whoever is on the mound
    (OBR 7.01(b), 9.16(b))."""
    tenth = (half(10, AWAY), PLACED | SECOND << TO_SHIFT)
    after = (play(SINGLE, FIRST, second=SCORED), play(HOME_RUN, SCORED, SCORED))
    staffs = scored(*tenth, *after, start="B9 3 -.-.- 1-1 4/7")
    (line,) = staffs.home
    assert (line.runs, line.earned_runs) == (3, 2)
    assert staffs.runs == (
        Run(AWAY, STARTER, STARTER, earned=False),
        Run(AWAY, STARTER, STARTER, earned=True, team_earned=True),
        Run(AWAY, STARTER, STARTER, earned=True, team_earned=True),
    )
    # Who comes in between the innings begins this one; who comes during it inherits him.
    begins = scored(*tenth, enters(SECOND_PITCHER), *after, start="B9 3 -.-.- 1-1 4/7")
    assert charged(begins) == {STARTER: 0, SECOND_PITCHER: 3}
    assert begins.home[1].inherited == 0
    # A try for a lead that fails is nothing that happened.
    tried = scored(
        *tenth, play(BAD_JUMP, NOBODY, second=SECOND), enters(SECOND_PITCHER), *after,
        start="B9 3 -.-.- 1-1 4/7",
    )  # fmt: skip
    assert charged(tried) == {STARTER: 0, SECOND_PITCHER: 3}
    comes = scored(
        *tenth,
        play(BATTER_OUT, OUT, second=SECOND),
        enters(SECOND_PITCHER),
        *after,
        start="B9 3 -.-.- 1-1 4/7",
    )
    assert charged(comes) == {STARTER: 1, SECOND_PITCHER: 2}
    assert [line.earned_runs for line in comes.home] == [0, 2]
    assert (comes.home[1].inherited, comes.home[1].inherited_scored) == (1, 1)


def test_runners_on_base_at_the_start_are_whose_who_begins_on_the_mound() -> None:
    staffs = scored(
        enters(SECOND_PITCHER),
        play(HOME_RUN, SCORED, SCORED, third=SCORED),
        start="T5 1 1.-.2 2-4 3/6",
    )
    assert charged(staffs) == {STARTER: 2, SECOND_PITCHER: 1}
    assert staffs.home[1].inherited == 2
    assert staffs.before == (2, 4)


def test_a_pitcher_comes_in_with_the_lead_of_his_own_side() -> None:
    ahead = scored(enters(SECOND_PITCHER), start="T8 0 -.-.- 2-5 3/6")
    assert ahead.home[1].lead == 3
    behind = scored(enters(SECOND_PITCHER, AWAY), start="B8 0 -.-.- 2-5 3/6")
    assert behind.away[1].lead == -3


def test_who_comes_in_for_the_side_at_bat_inherits_nobody() -> None:
    """Named while his own side has a runner on first, he pitches in the next half."""
    staffs = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER, AWAY))
    assert staffs.away[1].inherited == 0
    assert [line.player for line in staffs.home] == [STARTER]


def test_a_pitcher_who_only_moves_in_the_order_has_one_line() -> None:
    staffs = scored(change(HOME, 4, MOUND, STARTER), play(HOME_RUN, SCORED))
    assert [(line.player, line.runs) for line in staffs.home] == [(STARTER, 1)]


def test_a_player_who_changes_places_in_the_field_is_no_pitcher() -> None:
    staffs = scored(change(HOME, 4, 7, 15), play(HOME_RUN, SCORED))
    assert [(line.player, line.runs) for line in staffs.home] == [(STARTER, 1)]


def test_a_pitcher_who_comes_back_is_charged_in_his_later_line() -> None:
    staffs = scored(
        enters(SECOND_PITCHER),
        enters(STARTER),
        SINGLE_TO_FIRST,
        play(HOME_RUN, SCORED, SCORED),
    )
    assert [(line.player, line.runs) for line in staffs.home] == [
        (STARTER, 0),
        (SECOND_PITCHER, 0),
        (STARTER, 2),
    ]
    assert [line.started for line in staffs.home] == [True, False, False]


COUNTED = [
    (play(SINGLE, FIRST), {"hits": 1}),
    (play(HOME_RUN, SCORED), {"hits": 1, "home_runs": 1, "runs": 1, "earned_runs": 1}),
    (play(WALK, FIRST), {"walks": 1}),
    (play(INTENTIONAL_WALK, FIRST), {"walks": 1, "intentional_walks": 1}),
    (play(HIT_BY_PITCH, FIRST), {"hit_batters": 1}),
    (play(STRIKEOUT, OUT), {"strikeouts": 1, "outs": 1}),
    (play(BATTER_OUT, OUT), {"outs": 1}),
    (play(INTERFERENCE, FIRST), {}),
    (play(REACHED_ON_ERROR, FIRST), {}),
]


@pytest.mark.parametrize(("event", "counts"), COUNTED)
def test_a_batter_counts_for_the_pitcher_on_the_mound(event: int, counts: dict[str, int]) -> None:
    staffs = scored(enters(SECOND_PITCHER), event)
    assert staffs.home == (
        PitcherLine(STARTER, started=True),
        PitcherLine(SECOND_PITCHER, batters_faced=1, **counts),
    )
    assert staffs.away == (PitcherLine(STARTER, started=True),)


@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (play(WILD_PITCH, NOBODY, SECOND), {"wild_pitches": 1}),
        (play(BALK, NOBODY, SECOND), {"balks": 1}),
        (play(PASSED_BALL, NOBODY, SECOND), {}),
        (play(STEAL, NOBODY, SECOND), {}),
        (play(CAUGHT_STEALING, NOBODY, OUT), {"outs": 1}),
    ],
)
def test_what_happens_on_the_bases_is_no_batter_faced(event: int, counts: dict[str, int]) -> None:
    starter, relief = scored(SINGLE_TO_FIRST, enters(SECOND_PITCHER), event).home
    assert relief == PitcherLine(SECOND_PITCHER, inherited=1, **counts)
    assert starter == PitcherLine(STARTER, started=True, batters_faced=1, hits=1)


def test_earned_runs_go_to_the_pitchers_whose_runs_they_are() -> None:
    """The starter's runner is on by an error: his run is not earned, the reliever's homer is."""
    staffs = scored(
        play(REACHED_ON_ERROR, FIRST), enters(SECOND_PITCHER), play(HOME_RUN, SCORED, SCORED)
    )
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 1}
    assert staffs.runs == (
        Run(AWAY, STARTER, STARTER, earned=False),
        Run(AWAY, SECOND_PITCHER, STARTER, earned=True, team_earned=True),
    )
    assert [line.earned_runs for line in staffs.home] == [0, 1]


def test_a_run_that_is_earned_later_is_earned_where_it_scored() -> None:
    """Home too early on a passed ball: once a single would have brought him in, his run counts
    against who put him on, though another pitches by then."""
    begun = (
        play(DOUBLE, SECOND),
        play(PASSED_BALL, NOBODY, second=THIRD),
        play(PASSED_BALL, NOBODY, third=SCORED),
        enters(SECOND_PITCHER),
    )
    assert [line.earned_runs for line in scored(*begun).home] == [0, 0]
    later = scored(*begun, play(DOUBLE, SECOND), play(HOME_RUN, SCORED, second=SCORED))
    assert [line.earned_runs for line in later.home] == [1, 2]
    assert all(run.earned for run in later.runs)


def test_the_pitcher_of_record_is_his_who_pitches_for_the_side_that_scores() -> None:
    staffs = scored(enters(SECOND_PITCHER, AWAY), play(HOME_RUN, SCORED), END)
    assert staffs.runs == (Run(AWAY, STARTER, SECOND_PITCHER, earned=True, team_earned=True),)


def test_innings_are_written_by_thirds() -> None:
    assert [PitcherLine(1, outs=outs).innings for outs in (0, 2, 3, 20)] == [
        "0.0",
        "0.2",
        "1.0",
        "6.2",
    ]


SAFE_ON_ERROR = play(REACHED_ON_ERROR, FIRST)
TWO_RUN_HOMER = play(HOME_RUN, SCORED, SCORED)
HOMER = play(HOME_RUN, SCORED)
FANNED = play(STRIKEOUT, OUT)


def earned(staffs: Staffs, side: int = HOME) -> dict[int, int]:
    """Earned runs by pitcher."""
    return {line.player: line.earned_runs for line in staffs.sides[side]}


def test_9_16_i_a_reliever_has_no_benefit_of_a_chance_that_was_missed_before_he_came() -> None:
    """With two out a batter is safe on an error; the pitcher who relieves gives up a homer."""
    staffs = scored(FANNED, FANNED, SAFE_ON_ERROR, enters(SECOND_PITCHER), TWO_RUN_HOMER)
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 1}
    assert earned(staffs) == {STARTER: 0, SECOND_PITCHER: 1}
    assert [(run.earned, run.team_earned) for run in staffs.runs] == [(False, False), (True, False)]


def test_9_16_i_whoever_was_on_the_mound_when_it_was_missed_has_it() -> None:
    staffs = scored(FANNED, FANNED, SAFE_ON_ERROR, TWO_RUN_HOMER, HOMER)
    assert (charged(staffs), earned(staffs)) == ({STARTER: 3}, {STARTER: 0})


def test_9_16_i_a_relievers_own_missed_chances_are_his() -> None:
    """He comes with one out; an error then, a strikeout, and a homer that is not earned; the next
    runner comes, and another homer is."""
    staffs = scored(
        FANNED, SINGLE_TO_FIRST, enters(SECOND_PITCHER), play(REACHED_ON_ERROR, FIRST, SECOND),
        play(STRIKEOUT, OUT, FIRST, SECOND), play(HOME_RUN, SCORED, SCORED, SCORED),
        enters(THIRD_PITCHER), HOMER,
    )  # fmt: skip
    assert charged(staffs) == {STARTER: 1, SECOND_PITCHER: 2, THIRD_PITCHER: 1}
    assert earned(staffs) == {STARTER: 0, SECOND_PITCHER: 0, THIRD_PITCHER: 1}


def test_9_16_i_who_begins_an_inning_or_the_next_one_begins_with_it() -> None:
    next_inning = (half(1, HOME), half(2, AWAY))
    staffs = scored(
        enters(SECOND_PITCHER), FANNED, FANNED, SAFE_ON_ERROR, TWO_RUN_HOMER, FANNED,
        *next_inning, enters(THIRD_PITCHER), FANNED, FANNED, SAFE_ON_ERROR, TWO_RUN_HOMER,
    )  # fmt: skip
    assert earned(staffs) == {STARTER: 0, SECOND_PITCHER: 0, THIRD_PITCHER: 0}


def test_9_16_i_a_run_that_only_a_reliever_earned_is_marked_so_in_an_event_file() -> None:
    events = (FANNED, FANNED, SAFE_ON_ERROR, enters(SECOND_PITCHER), TWO_RUN_HOMER)
    staffs = scored(*events)
    record = Record(SYSTEMS["purestrat"], {}, Situation(), (), events)
    homer = list(moments_of(record))[-1]
    written = event_text(homer, [mark_of_run(run) for run in staffs.runs])
    assert written == "HR/G.1-H(UR);B-H(TUR)"
