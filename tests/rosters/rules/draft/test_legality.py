"""What may be picked."""

from dataclasses import replace

import pytest

from config.refusals import Refusal, Refused
from games.systems.commons.squad_law import CommonsLaw
from rosters.rules.draft import events
from rosters.rules.draft.legality import choice_problems, turn_problems
from rosters.rules.draft.settings import DraftSettings, read_settings, write_settings
from rosters.rules.editions.law import ImputedLaw
from rosters.rules.editions.presets import DEFAULT
from rosters.rules.imputed import Prospect
from rosters.rules.parks import Pick as Park
from tests.rosters.rules.draft.boards import NOW, a_board, a_pool, pick


def codes(problems):
    return [problem.code for problem in problems]


def alone(cards):
    """A board of one seat that has these."""
    board = a_board(1)
    for card in cards:
        pick(board, card)
    return board


PITCHERS = [*range(10_000, 10_004), *range(20_000, 20_005)]


@pytest.mark.rule("T0.02b", "T0.18a")
def test_t0_18a_a_pick_by_the_wrong_player_or_of_a_player_who_is_gone_is_no_pick():
    pool, board = a_pool(), a_board(2)
    assert codes(turn_problems(board, pool, 2)) == ["out-of-turn"]
    assert not turn_problems(board, pool, 1)
    pick(board, 1000)
    assert codes(choice_problems(board, pool, 2, 2, card=1000)) == ["player-taken"]
    assert codes(choice_problems(board, pool, 2, 2, card=777)) == ["wrong-pool"]
    assert codes(choice_problems(board, pool, 2, 2)) == ["nothing-chosen"]
    barred = Refusal("too-few-plate-appearances", "299.")
    kept_out = type(pool)(pool.law, pool.players, {555: barred})
    assert choice_problems(board, kept_out, 2, 2, card=555) == [barred]
    board.apply(events.Paused(NOW))
    assert codes(turn_problems(board, pool, 2)) == ["draft-paused"]


@pytest.mark.rule("T0.02d", "T0.02e", "T0.02f", "T0.02g")
def test_t0_02_parks():
    pool, board = a_pool(), a_board(2)
    own, listed = Park("own:1", "Mine", True), pool.parks["list:1"]
    assert not choice_problems(board, pool, 1, 1, park=own)
    assert codes(choice_problems(board, pool, 1, 1, park=Park("list:x", "X"))) == ["unknown-park"]
    board.apply(events.Picked(NOW, 1, 1, "manager", park=listed))
    assert codes(choice_problems(board, pool, 2, 2, park=listed)) == ["park-taken"]
    assert codes(choice_problems(board, pool, 2, 2, park=own)) == ["park-privilege-lapsed"]
    assert codes(choice_problems(board, pool, 1, 4, park=pool.parks["list:2"])) == ["second-park"]
    assert not choice_problems(board, pool, 2, 2, park=pool.parks["list:2"])


@pytest.mark.rule("T0.02d")
def test_t0_02d_the_last_pick_is_whatever_is_missing():
    hitters = [1000 * number + at for at in range(2) for number in range(1, 9)]
    board = alone([*hitters, *PITCHERS])
    assert codes(choice_problems(board, a_pool(), 1, 26, card=10_010)) == ["squad-full"]
    assert not choice_problems(board, a_pool(), 1, 26, park=a_pool().parks["list:1"])


@pytest.mark.rule("T10.2c")
def test_t10_2c_a_pick_that_leaves_no_room_for_a_fourth_starter_is_refused():
    hitters = [1000 * number + at for at in range(2) for number in range(1, 9)]
    board = alone([*hitters, *range(20_000, 20_005), 10_000])
    (problem,) = choice_problems(board, a_pool(), 1, 23, card=20_009)
    assert problem.code == "starters-impossible"
    assert (problem.facts["wanted"], problem.facts["picks"]) == (3, 2)
    assert not choice_problems(board, a_pool(), 1, 23, card=10_001)


@pytest.mark.rule("T31.10b", "T10.11e")
def test_t31_10_a_pick_that_opens_the_field_is_refused_and_the_hole_named():
    without_short = [1000 * number + at for at in range(2) for number in (1, 2, 3, 4, 6, 7, 8)]
    board = alone([*without_short, *PITCHERS])
    (problem,) = choice_problems(board, a_pool(), 1, 24, card=1002)
    assert problem.code == "field-impossible"
    assert problem.facts["positions"] == ["ss"]
    assert (problem.facts["wanted"], problem.facts["picks"]) == (2, 1)
    assert not choice_problems(board, a_pool(), 1, 24, card=5000)


def test_a_hole_that_others_made_keeps_nobody_from_picking():
    pool = a_pool()
    no_shortstops = type(pool)(
        pool.law,
        {key: player for key, player in pool.players.items() if "ss" not in player.positions},
    )
    assert not choice_problems(a_board(2), no_shortstops, 1, 1, card=1000)


@pytest.mark.rule("CB-001", "CB-002", "CB-003", "CB-103")
def test_commons_squads_answer_to_counts_and_to_the_cap():
    law, settings = CommonsLaw(), DraftSettings()
    batters = [Prospect(n, frozenset({"ss"}), 0.0, rank=4) for n in range(70)]
    pitchers = [
        Prospect(100 + n, frozenset(), 0.0, starts=n % 2 == 0, relieves=n % 2 == 1, rank=6)
        for n in range(40)
    ]
    bullpen = [player for player in pitchers if not player.starts]
    everybody = batters + pitchers
    assert not law.holes([], 60, everybody, settings)
    assert codes(law.holes(bullpen[:5], 55, everybody, settings)) == ["too-many-relievers"]
    assert codes(law.holes(batters[:51], 9, everybody, settings)) == ["too-many-batters"]
    assert codes(law.holes(pitchers[:11], 49, everybody, settings))[0] == "too-many-pitchers"
    assert codes(law.holes([], 60, batters + bullpen, settings)) == ["pool-too-small"]
    stars = [Prospect(200 + n, frozenset({"cf"}), 0.0, rank=10) for n in range(8)]
    # 50 * 4 + 10 * 6 = 260; a star costs six more, and six of them fit.
    assert not law.holes(stars[:6], 54, everybody, settings)
    (problem,) = law.holes(stars[:7], 53, everybody, settings)
    assert (problem.code, problem.facts["ranks"]) == ("rank-cap", 302)


@pytest.mark.rule("CB-003", "CB-103")
def test_a_commons_squad_needs_batters_and_pitchers_and_has_limits_of_relievers_and_ranks():
    law, settings = CommonsLaw(), DraftSettings()
    needs = {need.label: need for need in law.needs([], 60, settings)}
    assert {label: need.short for label, need in needs.items()} == {
        "Batters": 50,
        "Pitchers": 10,
        "Relievers": 0,
        "Ranks together": 0,
    }
    assert [needs[label].most for label in ("Relievers", "Ranks together")] == [4, 300]
    closer = Prospect(1, frozenset(), 0.0, relieves=True, rank=7)
    needs = {need.label: need for need in law.needs([closer], 59, settings)}
    assert (needs["Relievers"].has, needs["Ranks together"].has, needs["Pitchers"].short) == (
        1,
        7,
        9,
    )


def test_settings_are_written_and_read_back_and_faults_are_named():
    settings = read_settings({"players": 26, "clock": {"kind": "per-pick", "bank": 60}})
    assert (settings.players, settings.clock.seconds) == (26, 120)
    assert read_settings(write_settings(settings)) == settings
    with pytest.raises(Refused) as refused:
        read_settings({"player": 1, "players": "x", "die": 7, "clock": {"zone": "Mars/North"}})
    found = {(each.code, each.place) for each in refused.value.refusals}
    assert found == {
        ("unknown-setting", "player"),
        ("wrong-setting", "players"),
        ("unknown-dice", "die"),
        ("unknown-zone", "clock.zone"),
    }


@pytest.mark.parametrize("name", ["clock", "imputed"])
@pytest.mark.parametrize("given", [5, "fast", ["per-pick"], True])
def test_settings_of_a_part_are_settings(name, given):
    with pytest.raises(Refused) as refused:
        read_settings({name: given, "players": "x"})
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("wrong-setting", "players"),
        ("wrong-setting", name),
    ]


@pytest.mark.rule("T0.02d", "T0.02f")
def test_where_a_system_has_no_parks_nobody_drafts_one_and_elsewhere_one_of_the_list():
    board, pool, park = a_board(2), a_pool(), Park("list:3", "Park 3")
    nowhere = type(pool)(CommonsLaw(), pool.players, {}, pool.parks)
    assert codes(choice_problems(board, nowhere, 1, 1, park=park)) == ["no-parks"]
    assert not choice_problems(board, pool, 1, 1, park=park)
    unlisted = Park("list:99", "Nowhere")
    assert codes(choice_problems(board, pool, 1, 1, park=unlisted)) == ["unknown-park"]
    board.apply(events.Picked(NOW, 1, 1, "manager", None, park))
    assert codes(choice_problems(board, pool, 2, 2, park=park)) == ["park-taken"]
    pick(board, 1000)
    pick(board, 2000)
    # Seat 1 comes up again, and has its park.
    assert board.turn.seat == 1
    other = Park("list:4", "Park 4")
    assert codes(choice_problems(board, pool, 1, 4, park=other)) == ["second-park"]
    # Undone, it is there for everybody.
    board.apply(events.Undone(NOW, 1))
    assert not board.parks
    assert not choice_problems(board, pool, 1, 1, park=park)


@pytest.mark.rule("T10.2c", "T31.10b")
def test_how_many_start_and_whether_back_ups_are_asked_for_is_the_editions_to_say():
    pool = a_pool()
    law = pool.law
    nine = [pool.players[1000 * number] for number in range(1, 9)]
    starters = [pool.players[10_000 + at] for at in range(5)]
    usual = DraftSettings()
    wanted = {need.key: need.wants for need in law.needs([], 25, replace(usual, starters=6))}
    assert wanted["starter"] == 6
    squad = [*nine, *starters[:4]]
    assert codes(law.holes(squad, 0, [], usual)) == ["injury-not-covered"]
    assert not law.holes(squad, 0, [], replace(usual, back_ups=False))
    strict = replace(usual, starters=5, back_ups=False)
    assert codes(law.holes(squad, 0, [], strict)) == ["starters-impossible"]
    assert not law.holes([*nine, *starters], 0, [], strict)


def test_what_the_house_drafts_is_the_editions_to_say():
    law = a_pool().law
    usual, other = DraftSettings(), ImputedLaw(catchers=1, starters=6)
    plan = law.plan(replace(usual, imputed=other))
    assert (plan.count("c"), plan.count("starter"), len(plan)) == (1, 6, 25)
    assert law.plan(usual).count("starter") == DEFAULT.imputed.starters
    settings = replace(usual, imputed=other, starters=5, back_ups=False)
    assert read_settings(write_settings(settings)) == settings
    # What is left out is as the event has it.
    assert read_settings({"own_park": False}, settings) == replace(settings, own_park=False)
    with pytest.raises(Refused) as wrong:
        read_settings({"imputed": {"catchers": 0, "shortstops": "two", "scouts": 1}})
    assert {each.place for each in wrong.value.refusals} == {
        "imputed.catchers",
        "imputed.shortstops",
        "imputed.scouts",
    }
