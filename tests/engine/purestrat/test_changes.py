"""Line-ups and changes: who may come in for whom, when, and what is refused."""

from dataclasses import dataclass, replace
from itertools import product

import pytest

from config.refusals import Refused
from games.engine.covering import cover
from games.engine.events import (
    CHANGE,
    INJURY,
    OUT,
    PINCH_RUNNER,
    SCORED,
    changed,
    kind_of,
    value_of,
)
from games.engine.nine.decisions import MOST_PLAYERS, POSITION_WORDS
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.play.nine import Nine
from games.systems.purestrat.play.squad import (
    WORST_ERROR,
    PurestratClub,
    PurestratPlayer,
    hitting_player,
    pitching_player,
)
from games.systems.purestrat.text.house_cards import hitters_pitching_card
from tests.engine.purestrat.stage import SYSTEM, Outcome, Stage, hitter, pitcher, side

EVERYWHERE = tuple(Fielding(position, 3, 5) for position in range(2, 10))
UTILITY = hitter(fielding=EVERYWHERE)
CATCHER = hitter(fielding=(Fielding(2, 3, 5),))
RELIEVER = pitcher(starter=0, relief=2)

D20 = range(1, 21)
SEVENTH_UP = "T3 0 -.-.- 0-0 7/1"
EARLY, LATE = "T3 0 -.-.- 0-0 1/1", "T6 0 -.-.- 0-0 1/1"


def changes(found: Outcome) -> list[tuple[int, int, int, int]]:
    """Side, slot, position and player of every change."""
    return [changed(value_of(e)) for e in found.record.events if kind_of(e) == CHANGE]


def codes(club: PurestratClub) -> set[str]:
    with pytest.raises(Refused) as refused:
        club.verify()
    return {found.code for found in refused.value.refusals}


@pytest.mark.rule("T0.01g", "T0.01h", "T10.11d", "T27.53")
def test_an_illegal_line_up_is_refused_with_everything_wrong() -> None:
    club = Stage().club()
    club.verify()
    assert codes(replace(club, order=(*club.order, 1), positions=(*club.positions, 3))) == {
        "lineup-not-nine"
    }
    assert "man-twice" in codes(replace(club, order=(1, 1, *club.order[2:])))
    assert "no-such-man" in codes(replace(club, order=(77, *club.order[1:])))
    swapped = (3, 2, *club.positions[2:])
    assert codes(replace(club, positions=swapped)) == {"position-not-on-card"}
    without_short = tuple(5 if at == 6 else at for at in club.positions)
    assert codes(replace(club, positions=without_short)) >= {"position-missing", "position-twice"}
    reliever = (*club.players[:8], pitching_player(9, "Arm", RELIEVER))
    assert codes(replace(club, players=reliever)) == {"starter-not-eligible"}


@pytest.mark.parametrize("position", [0, 11, -1])
def test_a_line_up_names_positions_there_are(position: int) -> None:
    """And the position that is left is nobody's."""
    club = Stage().club()
    with pytest.raises(Refused) as refused:
        replace(club, positions=(2, position, *club.positions[2:])).verify("home")
    assert {(each.code, each.place) for each in refused.value.refusals} == {
        ("no-such-position", "home:2"),
        ("position-missing", "home"),
    }


def test_a_squad_has_fewer_players_than_a_set_of_them_can_name() -> None:
    club = Stage().club()

    def squad(size: int) -> PurestratClub:
        more = [hitting_player(at, f"Player {at}", hitter()) for at in range(10, size + 1)]
        return replace(club, players=(*club.players, *more))

    squad(MOST_PLAYERS - 1).verify()
    assert codes(squad(MOST_PLAYERS)) == {"squad-too-large"}


def test_a_game_between_no_clubs_is_refused() -> None:
    from games.engine.record import simulate

    with pytest.raises(Refused) as refused:
        simulate(SYSTEM, SYSTEM.settings(), "x")
    assert refused.value.code == "clubs-missing"


@pytest.mark.rule("T0.15b")
@pytest.mark.parametrize("position", range(2, 10))
def test_who_comes_in_may_play_every_position_of_his_card_and_no_other(position: int) -> None:
    """For whoever plays there, or somewhere else."""
    number = 10
    there = hitter(fielding=(Fielding(position, 3, 5),))
    stage = Stage(bench=[there])
    word = POSITION_WORDS[position]
    asked = stage.play(f"enter={number} for={position - 1}", "B6 0 -.-.- 0-0 1/1")
    assert asked.asks == "at", word
    assert len(asked.choices) == 2, "as his predecessor, or by name"
    into = asked.choices[1]
    found = stage.play(f"enter={number} for={position - 1} at={into}", "B6 0 -.-.- 0-0 1/1")
    assert changes(found) == [(0, position - 1, position, number)]


@pytest.mark.rule("T10.11f")
def test_starters_stay_in_through_the_fifth() -> None:
    stage = Stage(bench=[UTILITY])
    with pytest.raises(Refused):
        stage.play("hit=10", EARLY)
    with pytest.raises(Refused):
        stage.play("hit=10", "B5 0 -.-.- 0-0 1/1")
    assert changes(stage.play("hit=10 1-1-1", LATE)) == [(0, 1, 10, 10)]


@pytest.mark.rule("T10.11f", "T10.11g")
def test_a_change_of_the_opponents_pitcher_frees_them() -> None:
    stage = Stage("HR", bench=[UTILITY], bullpen=[RELIEVER])
    four_runs = " ".join(["1-1-1"] * 4)
    found = stage.play(f"{four_runs} pitch=11 hit=10 1-1-1", EARLY)
    assert changes(found)[:2] == [(1, 9, 1, 11), (0, 5, 10, 10)]
    with pytest.raises(Refused):
        stage.play(f"{four_runs} hit=10 pitch=11 1-1-1", EARLY)


@pytest.mark.rule("T10.2e")
def test_a_starter_stays_for_five_innings_or_four_runs() -> None:
    stage = Stage("HR", bullpen=[RELIEVER])
    with pytest.raises(Refused):
        stage.play("1-1-1 1-1-1 1-1-1 pitch=10", EARLY)
    assert changes(stage.play("1-1-1 1-1-1 1-1-1 1-1-1 pitch=10 1-1-1", EARLY))


@pytest.mark.rule("T10.11h")
def test_before_the_sixth_a_reliever_bats_where_the_pitcher_did() -> None:
    stage = Stage("HR", bench=[UTILITY], bullpen=[RELIEVER])
    four_runs = " ".join(["1-1-1"] * 4)
    with pytest.raises(Refused):
        stage.play(f"{four_runs} pitch=11 spot=1", EARLY)
    late = stage.play(f"{four_runs} pitch=11 spot=1 enter=10 1-1-1", "T6 0 -.-.- 0-0 1/1")
    found = changes(late)
    assert (1, 1, 1, 11) in found  # the pitcher bats first now
    assert any(slot == 9 and player == 10 for side, slot, _, player in found if side == 1)


FIFTH = "T1 0 -.-.- 0-0 1/6"
"""With nobody on base in either half, the home side's ninth leads off its fifth inning."""
THERE = " ".join(["1-1-1"] * 27)


@pytest.mark.rule("T10.11l")
def test_who_hits_for_the_pitcher_in_the_bottom_of_the_fifth_need_not_come_out() -> None:
    stage = Stage(bench=[UTILITY], bullpen=[RELIEVER])
    to_the_sixth = f"{THERE} hit=10 1-1-1 1-1-1 1-1-1 pitch=11"
    # The third batter makes room for the pitcher, and who hit for his predecessor plays there.
    there = stage.club().positions[2]
    stays = stage.play(f"{to_the_sixth} spot=3 1-1-1", FIFTH)
    assert changes(stays) == [(1, 9, 10, 10), (1, 3, 1, 11), (1, 9, there, 10)]
    out = stage.play(f"{to_the_sixth} 1-1-1", FIFTH)
    assert changes(out) == [(1, 9, 10, 10), (1, 9, 1, 11)]
    # Who plays nowhere else than behind the plate cannot take his place.
    with pytest.raises(Refused):
        Stage(bench=[CATCHER], bullpen=[RELIEVER]).play(f"{to_the_sixth} spot=3 1-1-1", FIFTH)


@pytest.mark.rule("S10.1b", "T10.11n", "T10.2p", "T25.3a")
def test_the_last_eligible_pitcher_may_be_hit_for() -> None:
    stage = Stage(bench=[UTILITY])
    found = stage.play(f"{THERE} hit=10 1-1-1 1-1-1 1-1-1 1-1-1", FIFTH)
    hits, pitches = changes(found)
    assert hits == (1, 9, 10, 10)
    # Nobody else may pitch: he who hit for the pitcher does.
    assert pitches == (1, 9, 1, 10)
    with pytest.raises(Refused):
        # With a pitcher in the bullpen no player of the bench pitches.
        Stage(bench=[UTILITY], bullpen=[RELIEVER]).play("pitch=10 1-1-1", "T11 0 -.-.- 0-0 1/1")
    # Nor does he stay on base when somebody may run for him.
    walked = f"{THERE} walk=yes run1=10 20 1-1-1 20 1-1-1 20 1-1-1 1-1-1"
    assert changes(stage.play(walked, FIFTH)) == [(1, 9, PINCH_RUNNER, 10), (1, 9, 1, 10)]


@pytest.mark.rule("T25.2e")
def test_a_pitcher_without_an_inning_left_may_play_elsewhere() -> None:
    club = Stage("SI*!", bullpen=[RELIEVER]).club()
    spent = replace(
        club, players=(*club.players[:9], pitching_player(10, "Arm", RELIEVER, relief_outs=0))
    )
    stage = Stage("SI*!")
    stage.clubs = lambda: (spent, spent)  # type: ignore[method-assign]
    assert changes(stage.play("1-1-1 replace=10 20 4-1-1", EARLY))[0] == (0, 1, 11, 10)


@pytest.mark.rule("T25.2d")
def test_a_pitcher_plays_elsewhere_only_when_nobody_else_is_left() -> None:
    hurt = "1-1-1 replace={} 20 4-1-1"
    with pytest.raises(Refused):
        Stage("SI*!", bench=[UTILITY], bullpen=[RELIEVER]).play(hurt.format(11), EARLY)
    alone = Stage("SI*!", bullpen=[RELIEVER]).play(hurt.format(10), EARLY)
    assert changes(alone)[0] == (0, 1, 11, 10)


@pytest.mark.rule("T10.11j", "T10.11k")
def test_a_pitcher_hits_for_a_pitcher_only_but_runs_for_anybody() -> None:
    stage = Stage("SI*", bench=[UTILITY], bullpen=[RELIEVER])
    with pytest.raises(Refused):
        stage.play("hit=11", LATE)
    running = stage.play("run1=11 20 1-1-1", "T6 0 1.-.- 0-0 2/1")
    assert changes(running) == [(0, 1, 11, 11)]


@pytest.mark.rule("S10.1a", "T10.11m")
def test_nobody_is_taken_out_whom_the_field_cannot_do_without() -> None:
    with pytest.raises(Refused):
        Stage(bench=[CATCHER]).play("hit=10", "T6 0 -.-.- 0-0 2/1")
    assert changes(Stage(bench=[CATCHER]).play("hit=10 1-1-1", LATE))


@pytest.mark.rule("T31.6b")
@pytest.mark.parametrize("silent", ["", "hit=10"])
def test_who_hit_and_can_play_there_is_taken_to_be_playing_it(silent: str) -> None:
    stage = Stage(bench=[UTILITY])
    found = stage.play(f"{silent} 1-1-1 1-1-1".strip(), "T6 2 -.-.- 0-0 1/1")
    # He hit for the catcher, nobody said who catches, and the half-inning is played.
    assert ((0, 1, 2, 10) in changes(found)) == bool(silent)


@pytest.mark.rule("T0.15b", "T0.15c")
def test_players_change_places_at_the_start_of_a_half_inning_or_with_a_substitution() -> None:
    stage = Stage(bench=[UTILITY])
    with pytest.raises(Refused):
        stage.play("1-1-1 move=1", LATE)
    with pytest.raises(Refused):
        stage.play("move=1 to=3", LATE)  # a catcher who has no first base on his card


@pytest.mark.rule("T10.2d", "T27.54")
def test_a_starter_is_gone_after_the_tenth() -> None:
    stage = Stage(bullpen=[RELIEVER])
    found = stage.play("1-1-1", "T11 0 -.-.- 0-0 1/1")
    assert (1, 9, 1, 10) in changes(found)
    assert changes(stage.play("1-1-1", "T10 0 -.-.- 0-0 1/1")) == [], "in the tenth he may pitch"


@pytest.mark.rule("T25.3d")
def test_when_no_pitcher_is_left_a_player_of_the_bench_pitches_then_somebody_else() -> None:
    bench = Stage(bench=[UTILITY]).play("1-1-1", "T11 0 -.-.- 0-0 1/1")
    assert (1, 9, 1, 10) in changes(bench)
    nobody = Stage().play("1-1-1", "T11 0 -.-.- 0-0 1/1")
    assert (1, 9, 1, 10) in changes(nobody)
    assert nobody.record.clubs is not None
    assert nobody.record.clubs[1].name_of(10) == "a player from the stands"
    # He pitches to the end.
    for change in ("pitch=10", "pitch=11", "hit=10", "move=9"):
        with pytest.raises(Refused):
            Stage().play(f"1-1-1 1-1-1 1-1-1 1-1-1 1-1-1 1-1-1 {change}", "T11 0 -.-.- 0-0 1/1")


@pytest.mark.rule("S25.0", "T25.2b")
def test_a_batter_hurt_on_a_hit_is_replaced_at_once() -> None:
    stage = Stage("SI*!", bench=[UTILITY])
    found = stage.play("1-1-1 replace=10 20 4-1-1", EARLY)
    assert any(kind_of(event) == INJURY for event in found.record.events)
    assert changes(found)[0] == (0, 1, 11, 10)
    with pytest.raises(Refused):
        stage.play("1-1-1 replace=1", EARLY)
    for back in ("hit=1", "hit=10"):
        with pytest.raises(Refused):
            stage.play(f"1-1-1 replace=10 {back}", LATE)


@pytest.mark.rule("T25.2f")
def test_with_nobody_left_somebody_comes_from_the_stands() -> None:
    stage = Stage("SI*!")
    found = stage.play("1-1-1 replace=none", EARLY)
    assert changes(found)[0][3] == 10
    assert found.record.clubs is not None
    assert found.record.clubs[0].name_of(10) == "a player from the stands"


@pytest.mark.rule("T25.3b", "T25.3c")
@pytest.mark.parametrize(("bats", "throws"), [("L", "L"), ("R", "R"), ("S", "R")])
def test_a_player_of_the_bench_pitches_with_the_hitters_pitching_card(
    bats: str, throws: str
) -> None:
    """Off left-handers the batters single, off right-handers they strike out."""
    batter: dict[str, object] = {"left": side("SI*"), "right": side("K")}
    bench = Stage(batter=batter, bench=[hitter(bats=bats)])
    card = hitters_pitching_card(throws)
    pages: dict[str, object] = {"left": card.left, "right": card.right, "throws": throws}
    usual = Stage(batter=batter, mound=pages)
    seen = set()
    for dice in product("123456", repeat=3):
        thrown = "-".join(dice)
        found, due = bench.play(thrown, "T11 0 -.-.- 0-0 1/1"), usual.play(thrown)
        kinds = [kind_of(event) for event in due.events]
        assert [kind_of(event) for event in found.events] == kinds, thrown
        seen |= set(kinds)
    assert len(seen) > 2


@pytest.mark.rule("T25.21", "T25.2g")
def test_an_outfielder_throws_from_another_outfield_position_with_an_arm_of_5() -> None:
    """Whatever his own arm is: no chart makes a center fielder of a right fielder."""
    in_right = hitter("SI(cf)!", fielding=(Fielding(9, 3, 5, -5),))
    stage = Stage("SI(cf)!", "K", bench=[in_right])
    # The center fielder is hurt on a hit; then one hits to the man who came in for him.
    words = "1-1-1 replace=10 20 4-1-1 20 4-1-1 20 4-1-1 1-1-1 replace=10 20 1-1-1"
    runs = "send=yes trail=no"
    caught = [stage.play(f"{words} {runs} {d20}", SEVENTH_UP).to[1] == OUT for d20 in D20]
    for arm, same in ((5, True), (-5, False)):
        usual = Stage("SI(cf)", fielders={8: (5, WORST_ERROR, arm)})
        due = [usual.play(f"20 1-1-1 {runs} {d20}", "B3 0 1.-.- 0-0 1/2").to[1] for d20 in D20]
        assert (caught == [to == OUT for to in due]) == same


@pytest.mark.rule("T25.2g", "T31.4c")
def test_a_player_out_of_position_is_as_bad_as_they_come() -> None:
    nine = Nine(Stage().club())
    nine.move(2, 2)
    assert (nine.ranges[2], nine.errors[2], nine.arms[2]) == (5, WORST_ERROR, 5)
    assert (nine.passed_balls, nine.throws) == (20, 20)
    nine.move(3, 9)
    assert (nine.ranges[9], nine.arms[9]) == (5, 5)
    # Nor is an outfielder any better at another outfield position.
    nine.move(6, 8)
    assert (nine.ranges[8], nine.errors[8], nine.arms[8]) == (5, WORST_ERROR, 5)


@pytest.mark.rule("S27.1", "S27.2", "T27.45b")
def test_dots_are_hits_off_a_tired_pitcher() -> None:
    stage = Stage("K", "SI* 1-10, gb(ss)A. 11-20", mound={"starter": 1})
    fresh = stage.play("4-1-1 11")
    assert fresh.outs == 1
    three = "4-1-1 1 " + " ".join(["20 4-1-1 1"] * 2)
    tired = stage.play(f"{three} 20 4-1-1 11")
    assert tired.outs == 0
    assert tired.to == (1, 3, SCORED, SCORED), "SINGLE**"
    again = stage.play(f"{three} 20 4-1-1 11 20 4-1-1 11")
    assert (again.outs, again.runs) == (0, tired.runs + 1), "and he stays so"


@pytest.mark.rule("S28.32", "S28.36", "S28.37")
def test_a_pitcher_rated_n_is_tired_in_a_closer_situation() -> None:
    weak = pitcher("gb(ss)A.", starter=0, relief=2, closer=7)
    stage = Stage("K", "gb(ss)A.", bullpen=[weak])
    # The starter is gone after the tenth, so that the reliever comes in either way.
    assert stage.play("pitch=10 4-1-1", "T11 0 -.-.- 0-1 1/1").outs == 0
    assert stage.play("pitch=10 4-1-1", "T11 0 -.-.- 0-2 1/1").outs == 1
    assert stage.play("pitch=10 20 4-1-1", "T11 0 1.-.- 0-2 2/1").outs == 0


@pytest.mark.rule("T31.10a", "T31.10b")
def test_covering_positions_is_a_matching() -> None:
    # Player 1 plays short and second, player 2 second only, player 3 everything else.
    plays = [0] * 10
    plays[4], plays[6] = 0b110, 0b010
    assert cover(plays, 0b110, 1 << 4 | 1 << 6)[6] == 1
    assert cover(plays, 0b110, 1 << 4 | 1 << 6)[4] == 2
    assert cover(plays, 0b010, 1 << 4 | 1 << 6) == []


@pytest.mark.rule("T0.05a", "T0.05b")
def test_a_concession_is_by_ten_at_least() -> None:
    found = Stage().play("concede=home", "T6 0 -.-.- 3-1 1/1")
    assert found.record.ending is not None
    assert found.record.ending.runs == (11, 1)


THREE_OUT = " ".join(["4-1-1"] * 3)
OUT_OF_POSITION = f"1-1-1 replace=10 20 4-1-1 20 4-1-1 20 4-1-1 {THREE_OUT}"
"""The catcher is hurt on a hit, and the only player of the bench is no catcher; an inning goes
by."""


@pytest.mark.rule("T25.2c", "T25.2h")
def test_a_player_out_of_position_stays_until_another_injury() -> None:
    fielder = hitter("SI*!", fielding=(Fielding(9, 3, 5),))
    stage = Stage("SI*!", "K", bench=[fielder])
    there = f"{OUT_OF_POSITION} {THREE_OUT}"
    assert (0, 1, 2, 10) in changes(stage.play(there, EARLY))
    with pytest.raises(Refused, match="move=1"):
        stage.play(f"{there} move=1 to=rf", EARLY)
    with pytest.raises(Refused, match="to=c"):
        # Nor does anybody take his place from him, not even who has it on his card.
        Stage("SI*!", "K", bench=[fielder, UTILITY]).play(f"{there} move=2 to=c", EARLY)
    hurt_again = f"{there} {THREE_OUT} 1-1-1 replace=none 20 4-1-1 20 4-1-1 20 4-1-1"
    found = stage.play(f"{hurt_again} move=1 to=rf", EARLY)
    assert changes(found)[-1] == (0, 1, 9, 10)


@dataclass
class HurtPitcher(Stage):
    """The visitors' pitchers are hurt on an out whenever their own cards are read; all others
    strike out on theirs, and hit safely on pitchers'."""

    def club(self) -> PurestratClub:
        return self._club("gb(ss)A!")

    def clubs(self) -> tuple[PurestratClub, PurestratClub]:
        return self.club(), self._club("K")

    def _club(self, pitchers_bat: str) -> PurestratClub:
        club = Stage("K", "SI*", bench=[UTILITY], bullpen=[RELIEVER, RELIEVER]).club()
        players = [
            player
            if player.pitcher is None
            else PurestratPlayer(player.number, "Arm", hitter(pitchers_bat), player.pitcher)
            for player in club.players
        ]
        return replace(club, players=tuple(players))


INNING = " ".join(["1-1-1"] * 3)


@pytest.mark.rule("T25.2i")
def test_a_starter_hurt_after_five_innings_is_removed_at_once() -> None:
    # In his first turn, in the fourth, he hits safely; the second comes in the seventh.
    fourth = "1-1-1 1-1-1 4-1-1 20 1-1-1"
    halves = [INNING] * 5 + [fourth] + [INNING] * 5
    words = f"{' '.join(halves)} 1-1-1 1-1-1"
    assert HurtPitcher().play(words, "B1 0 -.-.- 0-0 1/1").asks == "replace"
    gone = HurtPitcher().play(f"{words} replace=10 1-1-1", "B1 0 -.-.- 0-0 1/1")
    assert changes(gone)[-1] == (0, 9, 10, 10)


@pytest.mark.rule("T25.2i")
def test_a_reliever_who_is_hurt_is_removed_at_once() -> None:
    # In the eleventh the starters are gone; the visitors' reliever leads off the twelfth.
    found = HurtPitcher().play(f"pitch=11 {INNING} 1-1-1", "B11 0 -.-.- 0-0 9/1")
    assert found.asks == "replace"


@pytest.mark.rule("T25.2k")
def test_a_starter_hurt_before_the_fifth_stays_weak_and_is_out_by_the_sixth() -> None:
    hurt = "1-1-1 1-1-1 1-1-1"
    start = "T4 0 -.-.- 0-0 9/1"
    stays = HurtPitcher().play(hurt, start)
    assert changes(stays) == []
    # He bats again in the sixth: somebody has to hit for him.
    to_his_turn = f"{hurt} {INNING} {INNING} {INNING} 1-1-1 1-1-1 4-1-1"
    sixth = HurtPitcher().play(f"{to_his_turn} hit=none 20 1-1-1", start)
    assert changes(sixth)[0] == (0, 9, 10, 10)
    # Or the sixth inning finds him on the mound: a reliever comes in.
    on_the_mound = HurtPitcher().play(f"{hurt} {' '.join([INNING] * 4)} 1-1-1", start)
    assert changes(on_the_mound)[0] == (0, 9, 1, 11)


LAST = "T11 0 -.-.- 0-0 1/1"
"""The starters are gone after the tenth, and with an empty bullpen a player of the bench
pitches."""


@pytest.mark.rule("T0.15d", "T25.3e")
def test_a_position_player_on_the_mound_changes_with_one_in_the_field() -> None:
    stage = Stage(bench=[UTILITY])
    found = stage.play("1-1-1 move=9 to=1b 1-1-1", LAST)
    assert changes(found)[-2:] == [(1, 2, 1, 2), (1, 9, 3, 10)]
    with pytest.raises(Refused):
        # Moves that do not involve the pitcher wait for the next half-inning.
        stage.play("1-1-1 move=3", LAST)
    catcher = Stage(bench=[CATCHER])
    with pytest.raises(Refused, match="to=1b"):
        catcher.play("1-1-1 move=9 to=1b", LAST)
    with pytest.raises(Refused):
        # A pitcher who is one stays on the mound.
        Stage(bullpen=[RELIEVER]).play("pitch=10 1-1-1 move=9", LAST)


@pytest.mark.rule("T25.3f")
def test_a_position_player_who_has_pitched_does_not_pitch_again() -> None:
    stage = Stage(bench=[UTILITY])
    swapped = "1-1-1 move=9 to=1b 1-1-1"
    assert stage.play(swapped, LAST).record.awaiting is not None
    with pytest.raises(Refused, match="move=2"):
        # The new pitcher's only position is first, where the old one stands.
        stage.play(f"{swapped} move=2", LAST)


@pytest.mark.rule("T10.11i")
def test_before_the_sixth_a_reliever_may_bat_for_a_player_who_was_hurt() -> None:
    one_more = hitter("SI*! 1-10, K 11-20", fielding=EVERYWHERE)
    stage = Stage("SI*! 1-10, K 11-20", "HR", bench=[UTILITY, one_more], bullpen=[RELIEVER])
    start = "B2 0 -.-.- 0-0 9/1"
    gives_up_four = " ".join(["4-1-1"] * 4 + ["1-1-1 15"] * 3)
    # The first player of the bench hits for the pitcher; the catcher is hurt and replaced.
    inning = "hit=10 4-1-1 1-1-1 5 replace=11 20 1-1-1 15 20 1-1-1 15"
    there = f"{gives_up_four} {inning} 20 1-1-1 15"
    found = stage.play(f"{there} pitch=12 spot=1 1-1-1 15", start)
    told = changes(found)
    assert (0, 1, 1, 12) in told  # the reliever bats where the catcher did
    assert told[-1] == (0, 9, 2, 10)  # and he who hit for the pitcher catches
    with pytest.raises(Refused, match="spot=2"):
        stage.play(f"{there} pitch=12 spot=2", start)
    no_catcher = hitter("K", fielding=(Fielding(9, 3, 5),))
    with pytest.raises(Refused):
        Stage("SI*! 1-10, K 11-20", "HR", bench=[no_catcher, one_more], bullpen=[RELIEVER]).play(
            f"{there} pitch=12 spot=1", start
        )


@pytest.mark.rule("T10.2o")
def test_when_the_last_eligible_pitcher_is_out_of_innings_a_position_player_pitches() -> None:
    club = Stage(bench=[UTILITY], bullpen=[RELIEVER]).club()
    tired = pitching_player(11, "Arm", RELIEVER, relief_outs=1)
    stage = Stage()
    both = replace(club, players=(*club.players[:10], tired))
    stage.clubs = lambda: (both, both)  # type: ignore[method-assign]
    found = stage.play("pitch=11 1-1-1 1-1-1", LAST)
    # After his one out there is nobody else who may pitch.
    assert changes(found) == [(1, 9, 1, 11), (1, 9, 1, 10)]
    with pytest.raises(Refused):
        stage.play("pitch=11 1-1-1 pitch=11 1-1-1", LAST)
