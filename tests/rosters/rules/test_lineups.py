"""Line-ups as managers write them: what is refused, who covers whom, and the holes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.rules.coverage import EVERY_POSITION, FIELD, Fielder, covers, mask
from rosters.rules.lineups import (
    PITCHER,
    Spot,
    covers_of,
    hole_in_words,
    hole_refusals,
    line_up_problems,
)

EIGHT = {at: Fielder(f"No. {at}", frozenset([position])) for at, position in enumerate(FIELD, 1)}


def nine(*players: tuple[int, str]) -> tuple[Spot, ...]:
    return tuple(Spot(player, position) for player, position in players)


def regular(**changes: tuple[int, str]) -> tuple[Spot, ...]:
    found = [(at, position) for at, position in enumerate(FIELD, 1)] + [(PITCHER, "p")]
    for place, spot in changes.items():
        found[int(place[1:]) - 1] = spot
    return nine(*found)


def codes(spots, squad=EIGHT) -> list[str]:
    return [problem.code for problem in line_up_problems(spots, squad)]


def test_nine_players_each_at_a_position_of_his_card_stand():
    assert codes(regular()) == []


@pytest.mark.rule("T0.01h")
@pytest.mark.parametrize(
    ("spots", "found"),
    [
        (regular()[:8], ["lineup-not-nine"]),
        ((*regular(), Spot(1, "dh")), ["lineup-not-nine"]),
        (regular(s1=(1, "p")), ["pitcher-bats", "position-twice", "position-missing"]),
        (regular(s9=(PITCHER, "c")), ["pitcher-bats", "position-missing", "position-twice"]),
        (regular(s1=(1, "dh")), ["no-designated-hitter", "position-missing"]),
        (regular(s1=(1, "ph")), ["no-such-position", "position-missing"]),
    ],
)
def test_t0_01h_the_pitcher_bats_and_nobody_hits_for_him_from_the_start(spots, found):
    assert codes(spots) == found


NINE_PLAYERS = {**EIGHT, 9: Fielder("Slugger", frozenset({"lf"}))}


@pytest.mark.parametrize(
    ("spots", "found"),
    [
        (regular(s9=(9, "dh")), []),
        (regular(), []),
        (regular(s1=(9, "dh")), ["pitcher-has-no-place", "position-missing"]),
        (regular(s9=(PITCHER, "dh")), ["pitcher-bats"]),
        (regular(s8=(9, "dh"), s9=(8, "dh")), ["position-missing", "position-twice"]),
        (regular(s9=(8, "dh")), ["man-twice"]),
    ],
)
def test_one_of_nine_may_bat_for_the_pitcher_where_the_event_has_it(spots, found):
    assert [each.code for each in line_up_problems(spots, NINE_PLAYERS, designated=True)] == found


def test_a_designated_hitter_who_is_hurt_is_anybodys_to_replace():
    spots = regular(s9=(9, "dh"))
    covered, holes = covers_of(spots, NINE_PLAYERS)
    assert {hole.hurt for hole in holes} == {1, 2, 3, 4, 5, 7, 8, 9} - {FIELD.index("lf") + 1}
    bench = {**NINE_PLAYERS, 10: Fielder("Bench", frozenset({"c"}))}
    covered, holes = covers_of(spots, bench)
    moves = {cover.hurt: cover.moves for cover in covered}
    assert moves[9] == (Spot(10, "dh"),)
    # Nobody on the bench plays left field, and he who only bats does.
    assert moves[FIELD.index("lf") + 1] == (Spot(9, "lf"),)


@pytest.mark.rule("T0.01g", "T10.11d")
def test_t0_01g_nobody_plays_where_his_card_does_not_let_him():
    (problem,) = line_up_problems(regular(s1=(2, "c"), s2=(1, "1b")), EIGHT)[:1]
    assert (problem.code, problem.place) == ("position-not-on-card", "lineup:1")
    assert codes(regular(s1=(99, "c"))) == ["no-such-man"]
    assert codes(regular(s2=(1, "1b"))) == ["man-twice", "position-not-on-card"]


@pytest.mark.rule("T31.10b", "T31.10c")
def test_t31_10b_the_hole_is_told_with_those_who_are_needed_elsewhere():
    squad = {
        **EIGHT,
        5: Fielder("Short", frozenset({"ss", "2b"})),
        3: Fielder("Second", frozenset({"2b"}), injurable=False),
        9: Fielder("Bench", frozenset({"c", "1b", "3b", "lf", "cf", "rf"})),
    }
    spots = regular()
    assert squad[5].positions >= {FIELD[4]}
    covered, holes = covers_of(spots, squad)
    assert [hole.hurt for hole in holes] == [5]
    assert holes[0].positions == ("ss",)
    assert hole_in_words(holes[0], squad) == "If Short is hurt, nobody plays ss."
    assert {cover.hurt for cover in covered} == {1, 2, 4, 6, 7, 8}
    (refusal,) = hole_refusals(holes, squad)
    assert refusal.code == "injury-not-covered"
    assert refusal.facts["positions"] == ["ss"]
    # The second baseman can be hurt: the shortstop could go over, and then short would be open.
    squad[3] = Fielder("Second", frozenset({"2b"}))
    _, holes = covers_of(spots, squad)
    second = next(hole for hole in holes if hole.hurt == 3)
    assert second.positions == ("2b", "ss")
    assert second.needed == (5,)
    assert hole_in_words(second, squad) == (
        "If Second is hurt, one of 2b and ss stays open: only Short can play there, and nobody on "
        "the bench plays 2b or ss."
    )


@pytest.mark.rule("T31.10b")
def test_t31_10b_players_shift_until_the_bench_can_help():
    squad = {
        **EIGHT,
        5: Fielder("Short", frozenset({"ss", "2b"})),
        9: Fielder("Bench", frozenset({"ss"})),
    }
    covered, _ = covers_of(regular(), squad)
    second = next(cover for cover in covered if cover.hurt == 3)
    assert second.moves == (Spot(9, "ss"), Spot(5, "2b"))


@given(
    st.lists(st.frozensets(st.sampled_from(FIELD), min_size=1, max_size=3), min_size=0, max_size=4),
    st.lists(st.frozensets(st.sampled_from(FIELD), max_size=3), min_size=8, max_size=8),
    st.lists(st.booleans(), min_size=8, max_size=8),
)
def test_covers_and_holes_are_what_trying_every_player_of_the_bench_finds(bench, more, hurts):
    squad = {
        at: Fielder(f"No. {at}", more[at - 1] | {position}, hurts[at - 1])
        for at, position in enumerate(FIELD, 1)
    }
    squad |= {9 + at: Fielder(f"Bench {at}", able) for at, able in enumerate(bench)}
    covered, holes = covers_of(regular(), squad)
    for at in range(1, 9):
        others = [mask(squad[player].positions) for player in range(1, 9) if player != at]
        can = any(covers([*others, mask(able)]) for able in bench)
        assert (at in {cover.hurt for cover in covered}) == (can and hurts[at - 1])
        assert (at in {hole.hurt for hole in holes}) == (not can and hurts[at - 1])
    for cover in covered:
        where = {at: position for at, position in enumerate(FIELD, 1) if at != cover.hurt}
        where |= {move.player: move.position for move in cover.moves}
        assert mask(frozenset(where.values())) == EVERY_POSITION
        assert all(position in squad[player].positions for player, position in where.items())
    for hole in holes:
        # Hall: more positions than players for them, the bench's among them.
        able = [
            player
            for player, fielder in squad.items()
            if player != hole.hurt and fielder.positions & set(hole.positions)
        ]
        assert set(able) == set(hole.needed)
        assert len(able) == len(hole.positions) - 1
