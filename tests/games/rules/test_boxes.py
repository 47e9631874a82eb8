"""A box score proves itself: games that were really played pass, and whatever is altered in them
comes back with its place."""

from dataclasses import replace
from functools import cache

import pytest

from config.refusals import Refused
from games.card_games.registry import card_game
from games.engine.record import simulate
from games.rules.boxes import (
    MOST_COUNTED,
    PITCHED,
    BatterLine,
    PitcherCounts,
    least_lead,
    with_pitchers_in_order,
)
from games.rules.endings import Stop, law_of
from games.rules.reports import GameClaim, problems
from games.rules.stored_reports import LISTED_BATTED, LISTED_PITCHED, from_json, to_json
from games.systems.registry import system
from games.told_boxes import claim_of
from pitching.rules.columns import Line
from rosters.rules.coverage import Fielder

SYSTEM = system("purestrat")
SETTINGS = SYSTEM.settings({})
GAMES = 12

PLAYERS = {number: Fielder(f"No. {number}", frozenset()) for number in range(1, 60)}


@cache
def played(seed: int) -> GameClaim:
    """A game between the house's clubs, as somebody would report it."""
    game = card_game(SYSTEM)
    assert game is not None
    record = simulate(SYSTEM, SETTINGS, f"box {seed}", clubs=game.exhibition())
    same = {number: number for number in PLAYERS}
    return claim_of(record, (same, same))


def wrong(claim: GameClaim, settings=SETTINGS) -> set[tuple[str, str]]:
    found = problems(law_of(settings), claim, None, (PLAYERS, PLAYERS))
    return {(each.code, each.place) for each in found}


def codes(claim: GameClaim) -> set[str]:
    return {code for code, _ in wrong(claim)}


def with_side(claim: GameClaim, at: int, **changes) -> GameClaim:
    sides = [*claim.sides]
    sides[at] = replace(sides[at], **changes)
    return replace(claim, sides=tuple(sides))


def with_batter(claim: GameClaim, at: int, number: int, **changes) -> GameClaim:
    lines = [*claim.sides[at].batting]
    lines[number] = replace(lines[number], **changes)
    return with_side(claim, at, batting=tuple(lines))


def with_pitcher(claim: GameClaim, at: int, number: int, **changes) -> GameClaim:
    lines = [*claim.sides[at].pitching]
    lines[number] = replace(lines[number], **changes)
    return with_side(claim, at, pitching=tuple(lines))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_that_was_played_proves_and_is_stored_as_it_was_told(seed):
    claim = played(seed)
    assert wrong(claim) == set()
    assert from_json(to_json(claim)) == claim


def in_lists(stored):
    """A stored report as those of before 26 November 2026 are: lists, in the order of that day."""
    for side in stored["sides"]:
        side["pitchers"] = [
            [each["pitcher"], each["outs"], each["started"], each["footnote"]]
            for each in side["pitchers"]
        ]
        side["batting"] = [
            [
                line["man"],
                line["slot"],
                line["positions"],
                *(line.get(name, 0) for name in LISTED_BATTED),
            ]
            for line in side["batting"]
        ]
        side["pitching"] = [
            [*(line.get(name, 0) for name in LISTED_PITCHED), line["decision"]]
            for line in side["pitching"]
        ]
    return stored


def test_a_report_of_before_lines_had_names_is_read_as_it_was_told():
    claim = played(0)
    assert from_json(in_lists(to_json(claim))) == claim


@pytest.mark.parametrize(
    ("part", "spoil"),
    [
        ("batting", lambda line: line | {"hits": True}),
        ("batting", lambda line: line | {"moonshots": 1}),
        ("batting", lambda line: {"man": 1}),
        ("pitching", lambda line: line | {"runs": "2"}),
        ("pitchers", lambda line: [1, 2, 3, 4, 5]),
        ("batting", lambda line: [1, 2, [], 3]),
    ],
)
def test_lines_that_say_something_else_are_no_report(part, spoil):
    stored = to_json(played(0))
    side = stored["sides"][0]
    side[part] = [spoil(side[part][0]), *side[part][1:]]
    with pytest.raises(Refused) as refused:
        from_json(stored)
    assert [each.code for each in refused.value.refusals] == ["not-a-report"]


@pytest.mark.parametrize(
    "name", ["at_bats", "runs", "hits", "walks", "strikeouts", "home_runs", "hit_by_pitch"]
)
@pytest.mark.parametrize("at", [0, 1])
def test_whatever_is_miscounted_of_a_batter_is_found(name, at):
    claim = played(1)
    for number, line in enumerate(claim.sides[at].batting):
        assert wrong(with_batter(claim, at, number, **{name: getattr(line, name) + 1}))


@pytest.mark.parametrize("name", [each for each in PITCHED if each != "earned_runs"])
@pytest.mark.parametrize("at", [0, 1])
def test_whatever_is_miscounted_of_a_pitcher_is_found(name, at):
    claim = played(2)
    for number, line in enumerate(claim.sides[at].pitching):
        place = (("visitors", "home side")[at]) + ", pitchers"
        more = with_pitcher(claim, at, number, **{name: getattr(line, name) + 1})
        assert ("given-up-not-gained", place) in wrong(more)


def test_a_turn_that_moves_to_his_neighbour_is_found_in_the_order():
    claim = played(3)
    lines = claim.sides[0].batting
    first, second = 0, next(at for at, line in enumerate(lines) if line.slot == 2)
    assert lines[first].at_bats > lines[first].hits + lines[first].strikeouts
    moved = with_batter(claim, 0, first, at_bats=lines[first].at_bats - 1)
    moved = with_batter(moved, 0, second, at_bats=lines[second].at_bats + 1)
    # The sums are what they were; two places in the order are not.
    assert wrong(moved) == {
        ("batting-order-skips", "visitors, slot 1"),
        ("batting-order-skips", "visitors, slot 2"),
    }


def test_left_on_base_follows_from_the_lines_and_is_checked_where_it_was_told():
    claim = played(4)
    for at in (0, 1):
        left = claim.sides[at].left_on_base
        assert claim.box.left(law_of(SETTINGS), at) == left
        assert codes(with_side(claim, at, left_on_base=left + 1)) == {"does-not-prove"}
        assert wrong(with_side(claim, at, left_on_base=None)) == set()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hits": 6, "at_bats": 5}, "hits-over-at-bats"),
        ({"doubles": 9}, "extra-bases-over-hits"),
        ({"strikeouts": 9}, "strikeouts-over-at-bats"),
        ({"home_runs": 1, "hits": 1, "runs": 0}, "homers-over-runs"),
        ({"home_runs": 1, "hits": 1, "runs": 1, "runs_batted_in": 0}, "homers-over-batted-in"),
        ({"runs_batted_in": 99}, "batted-in-over-runs"),
        ({"walks": 100}, "count-impossible"),
        ({"positions": ("shortstop",)}, "no-such-position"),
        ({"positions": ("ph",)}, "position-missing"),
        ({"player": 1000}, "not-in-squad"),
        ({"slot": 0}, "slot-impossible"),
    ],
)
def test_a_line_that_cannot_be_says_so_with_its_place(changes, code):
    assert (code, "visitors, batter 1") in wrong(with_batter(played(5), 0, 0, **changes)) or (
        code,
        "visitors, batters",
    ) in wrong(with_batter(played(5), 0, 0, **changes))


def test_a_place_in_the_order_without_a_player_and_a_player_with_two_lines_in_a_row():
    claim = played(6)
    lines = claim.sides[1].batting
    fifth = tuple(line for line in lines if line.slot != 5)
    assert ("slot-empty", "home side, slot 5") in wrong(with_side(claim, 1, batting=fifth))
    twice = (lines[0], BatterLine(lines[0].player, 1, ("lf",)), *lines[1:])
    assert ("batter-twice", "home side, batter 2") in wrong(with_side(claim, 1, batting=twice))


def test_whoever_stood_on_the_mound_pitched_and_whoever_pitched_bats():
    claim = played(7)
    mound = next(at for at, line in enumerate(claim.sides[0].batting) if "p" in line.positions)
    gone = with_batter(claim, 0, mound, positions=("lf",))
    assert "pitcher-not-in-order" in codes(gone)
    more = with_batter(claim, 0, 0, positions=(*claim.sides[0].batting[0].positions, "p"))
    assert ("pitcher-without-line", "visitors, batter 1") in wrong(more)
    assert "pitcher-without-line" in codes(with_side(claim, 0, pitching=()))


def test_a_reliever_bats_for_whom_he_relieves_unless_somebody_says_otherwise():
    nine = [BatterLine(player, player, ("p" if player == 9 else "lf",)) for player in range(1, 10)]
    staff = (Line(9, 15, started=True), Line(20, 6), Line(21, 6))
    lines = with_pitchers_in_order([*nine, BatterLine(20, 3, ("p",))], staff)
    # 21 relieves 20, and bats third.
    assert [(line.player, line.slot) for line in lines if line.positions == ("p",)] == [
        (20, 3),
        (21, 3),
        (9, 9),
    ]
    assert with_pitchers_in_order(nine, staff)[-1].slot == 9
    designated = [replace(nine[8], player=30, positions=("dh",)), *nine[:8]]
    assert len(with_pitchers_in_order(designated, staff)) == 9


@pytest.mark.parametrize("seed", range(GAMES))
def test_one_pitcher_won_and_one_lost(seed):
    claim = played(seed)
    won = claim.won
    assert won is not None
    for at, decision in ((won, "W"), (1 - won, "L")):
        number = next(
            n for n, each in enumerate(claim.sides[at].pitching) if each.decision == decision
        )
        place = f"{('visitors', 'home side')[at]}, pitchers"
        assert ("decision-missing", place) in wrong(with_pitcher(claim, at, number, decision=""))
        other = "L" if decision == "W" else "W"
        found = wrong(with_pitcher(claim, at, number, decision=other))
        assert {("decision-missing", place), ("decision-impossible", place)} <= found


def test_a_starter_wins_with_five_innings():
    claim = next(
        each for each in map(played, range(GAMES)) if len(each.sides[each.won].pitchers) > 1
    )
    won = claim.won
    side = claim.sides[won]
    starter, *_, last = side.pitchers
    counts = tuple(
        replace(each, decision="W" if at == 0 else "") for at, each in enumerate(side.pitching)
    )

    def left_after(outs: int) -> set[str]:
        lines = (
            replace(starter, outs=outs),
            *side.pitchers[1:-1],
            replace(last, outs=last.outs + starter.outs - outs),
        )
        return codes(with_side(claim, won, pitching=counts, pitchers=lines))

    assert left_after(15) == set()
    assert left_after(14) == {"win-too-short"}


def test_who_lost_gave_up_a_run():
    claim = played(0)
    lost = 1 - claim.won
    number = next(n for n, e in enumerate(claim.sides[lost].pitching) if e.decision == "L")
    spared = with_pitcher(claim, lost, number, runs=0, earned_runs=0)
    assert "loss-without-a-run" in codes(spared)


def saved(outs: int, runs: int) -> GameClaim:
    """A game in which the visitors' second pitcher got the last outs with these runs for them, all
    of them in the first inning."""
    claim = played(8)
    away = replace(
        claim.sides[0],
        runs=runs,
        innings=(runs, *[0] * 8),
        pitchers=(Line(1, 27 - outs, started=True), Line(2, outs)),
    )
    home = replace(claim.sides[1], runs=0, innings=(0,) * 9)
    claim = replace(claim, sides=(away, home), ending="regulation")
    return replace(claim, stop=replace(claim.stop, inning=9, half=1, outs=3))


@pytest.mark.parametrize(("outs", "runs", "lead"), [(3, 6, 6), (3, 1, 1), (9, 12, 12)])
def test_a_lead_that_nobody_can_save_is_worked_out_from_the_end(outs, runs, lead):
    assert least_lead(saved(outs, runs).box, 0, outs) == lead


@pytest.mark.parametrize(
    ("side", "outs", "lead"),
    [
        # Visitors bat first: whoever comes in the bottom of the seventh, eighth or ninth came
        # before the runs of the innings after it.
        (0, 9, 10 - 2 - 1),
        (0, 7, 10 - 2 - 1),
        (0, 6, 10 - 1),
        (0, 3, 10),
        # Those at home bat after him in his own inning, too.
        (1, 9, 10 - 4 - 2 - 1),
        (1, 6, 10 - 2 - 1),
        (1, 3, 10 - 1),
    ],
)
def test_what_the_winners_scored_after_he_came_was_no_lead_of_his(side, outs, lead):
    innings = (3, 0, 0, 0, 0, 0, 4, 2, 1)
    claim = saved(outs, 10)
    winners = replace(claim.sides[0], innings=innings)
    sides = (winners, claim.sides[1]) if side == 0 else (claim.sides[1], winners)
    assert least_lead(replace(claim, sides=sides).box, side, outs) == lead


def test_a_save_belongs_to_the_last_pitcher_of_the_winners():
    claim = next(
        each
        for each in map(played, range(GAMES * 3))
        if any(counts.decision == "S" for side in each.sides for counts in side.pitching)
    )
    won = claim.won
    assert wrong(claim) == set()
    loser = claim.sides[1 - won].pitching
    assert "save-impossible" in codes(
        with_pitcher(claim, 1 - won, len(loser) - 1, decision="S")
    ) | codes(with_pitcher(claim, 1 - won, 0, decision="S"))


def with_a_save() -> GameClaim:
    """A sound game in which the last of three pitchers of the winners or more saved it."""
    claim = next(
        each
        for each in map(played, range(GAMES * 6))
        if each.won is not None
        and len(each.sides[each.won].pitching) > 2
        and each.sides[each.won].pitching[-1].decision == "S"
    )
    assert wrong(claim) == set()
    return claim


def test_whoever_saves_came_last_and_got_somebody_out():
    claim = with_a_save()
    won = claim.won
    last = len(claim.sides[won].pitching)
    place = ("visitors", "home side")[won]

    def saved_by(at: int, claim: GameClaim = claim) -> set[tuple[str, str]]:
        decisions = [each.decision for each in claim.sides[won].pitching]
        winner = decisions.index("W")
        told = with_pitcher(claim, won, last - 1, decision="")
        if at == winner:
            told = with_pitcher(told, won, last - 1, decision="W")
        return wrong(with_pitcher(told, won, at, decision="S"))

    assert saved_by(last - 1) == set()
    for at in range(last - 1):
        assert ("save-impossible", f"{place}, pitcher {at + 1}") in saved_by(at)
    *others, before, closer = claim.sides[won].pitchers
    got_nobody = (*others, replace(before, outs=before.outs + closer.outs), replace(closer, outs=0))
    found = wrong(with_side(claim, won, pitchers=got_nobody))
    assert ("save-impossible", f"{place}, pitcher {last}") in found


@pytest.mark.parametrize(("runs", "outs", "sound"), [(3, 3, True), (6, 3, False), (6, 9, True)])
def test_a_lead_too_wide_is_saved_in_three_innings_only(runs, outs, sound):
    """OBR 9.19(f): three runs and an inning, the tying run on deck with two runners on, or three
    innings however wide."""
    claim = saved(outs, runs)
    counts = (PitcherCounts(decision="W"), PitcherCounts(decision="S"))
    found = wrong(with_side(claim, 0, pitching=counts))
    assert (("save-impossible", "visitors, pitcher 2") not in found) == sound


def test_what_nobody_can_have_given_up_is_refused_at_his_line():
    claim = played(0)
    assert ("count-impossible", "home side, pitcher 1") in wrong(
        with_pitcher(claim, 1, 0, walks=MOST_COUNTED + 1)
    )
    assert "count-impossible" not in codes(with_pitcher(claim, 1, 0, walks=MOST_COUNTED))
    assert ("count-impossible", "visitors, pitcher 1") in wrong(with_pitcher(claim, 0, 0, walks=-1))


@pytest.mark.parametrize(
    ("since", "inning", "half", "placed"),
    [
        (0, 12, 1, (0, 0)),
        (10, 9, 1, (0, 0)),
        (10, 10, 1, (1, 1)),
        (10, 10, 0, (1, 0)),
        (10, 12, 0, (3, 2)),
    ],
)
def test_runners_whom_the_law_placed_are_counted_turn_by_turn(since, inning, half, placed):
    box = replace(played(0).box, stop=Stop(inning, half))
    law = law_of({**SETTINGS, "extra_runner_from": since})
    assert (box.placed(law, 0), box.placed(law, 1)) == placed


def test_of_a_tie_and_a_game_that_is_not_over_nobody_won_or_lost():
    claim = played(9)
    stopped = replace(claim, ending="suspended")
    assert "decision-impossible" in codes(stopped)


def test_nobodys_lines_are_told_of_games_without_players():
    found = problems(law_of(SETTINGS), played(0), None, None)
    assert [each.code for each in found] == ["no-players-here"]


def test_who_tells_the_result_alone_agrees_with_a_box_and_not_the_other_way():
    claim = played(10)
    assert claim.without_players().says_the_same(claim)
    assert not claim.says_the_same(claim.without_players())
    other = with_side(claim, 0, runs=claim.sides[0].runs + 1).without_players()
    assert not other.says_the_same(claim)
