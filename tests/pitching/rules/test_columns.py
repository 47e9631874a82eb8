"""What a column of a sheet can be, and where columns lie."""

from dataclasses import replace

import pytest

from pitching.rules.columns import MOST_OUTS, STANDS, Line, column_problems
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD
from pitching.rules.sheet import EVER, Binding, Outing, Pitcher, Sheet

SQUAD = {1, 2, 3}


def codes(*lines: Line, outs: int | None = None, begun: bool = True) -> list[str]:
    made = sum(line.outs for line in lines) if outs is None else outs
    return [each.code for each in column_problems(lines, made, SQUAD, "game 1", begun=begun)]


STARTED = Line(1, 18, started=True)


@pytest.mark.rule("T10.2r")
def test_t10_2r_a_column_adds_up_and_has_one_starter() -> None:
    assert codes(STARTED, Line(2, 9)) == []
    assert codes(STARTED, Line(2, 9), outs=28) == ["outs-do-not-add-up"]
    assert codes(STARTED, Line(2, 9), outs=26) == ["outs-do-not-add-up"]
    assert codes(Line(1, 27)) == ["no-starter"]
    assert codes(Line(1, 27), begun=False) == []
    assert codes(begun=False) == []
    assert codes(STARTED, Line(2, 9, started=True)) == ["two-starters"]


def test_a_player_from_the_stands_needs_no_place_in_the_squad() -> None:
    assert codes(STARTED, Line(STANDS, 3)) == []
    assert codes(STARTED, Line(4, 3)) == ["not-in-squad"]
    assert codes(STARTED, Line(STANDS, 3), Line(STANDS, 1)) == ["pitcher-twice"]
    assert codes(STARTED, Line(2, 3), Line(2, 1)) == ["pitcher-twice"]


@pytest.mark.rule("CB-121")
def test_cb_121_the_opponent_lends_who_has_thrown_a_whole_inning_for_him() -> None:
    theirs = {11: 3, 12: 2, 13: 0}

    def found(pitcher: int, lends_after: int) -> list[str]:
        lines = [STARTED, Line(pitcher, 3)]
        problems = column_problems(
            lines, 21, SQUAD, "home", begun=True, lent=theirs, lends_after=lends_after
        )
        return [each.code for each in problems]

    assert found(11, 3) == []
    assert found(12, 3) == found(13, 3) == ["not-lent"]
    assert found(14, 3) == ["not-in-squad"]
    assert found(11, 0) == ["not-in-squad"]


def test_outs_have_their_bounds() -> None:
    assert codes(replace(STARTED, outs=MOST_OUTS)) == []
    assert codes(replace(STARTED, outs=MOST_OUTS + 1)) == ["outs-impossible"]
    assert codes(replace(STARTED, outs=0)) == []
    assert codes(replace(STARTED, outs=-1)) == ["outs-impossible"]
    [found] = column_problems([STARTED, Line(4, 3)], 21, SQUAD, "game 7", begun=True)
    assert found.place == "game 7, pitcher 2"


@pytest.mark.rule("T10.2t")
def test_t10_2t_a_fresh_start_parts_what_lies_before_it_from_what_follows() -> None:
    sheet = Sheet(fresh=frozenset({5, 9}))
    ends = {column: (sheet.spot(column).first, sheet.spot(column).last) for column in (4, 5, 8, 9)}
    assert ends == {4: (-EVER, 4), 5: (5, 8), 8: (5, 8), 9: (9, EVER)}


@pytest.mark.rule("T0.08n")
def test_t0_08n_struck_columns_are_no_places() -> None:
    sheet = Sheet(
        (Outing(1, 2, 3), Outing(1, 4, 6), Outing(1, 7, 9)),
        struck=frozenset({3, 4, 5}),
        fresh=frozenset({4, 7}),
        suspended=frozenset({7}),
    )
    assert [sheet.place(column) for column in (2, 3, 6, 7)] == [2, 3, 3, 4]
    assert [sheet.column_after(column) for column in (1, 2, 6)] == [2, 6, 7]
    assert sheet.played(1) == {2: Outing(1, 2, 3), 4: Outing(1, 7, 9)}
    assert (sheet.spot(6).last, sheet.spot(7).first) == (3, 4)
    assert [sheet.spot(column).suspended for column in (6, 7)] == [False, True]


def test_a_sheet_that_grew_game_by_game_is_the_sheet_that_was_written_at_once() -> None:
    outings = [Outing(player, column, 3 * player) for column in range(1, 9) for player in (1, 2, 3)]
    for struck in (frozenset[int](), frozenset({3})):
        grown = Sheet(struck=struck, fresh=frozenset({5}))
        for column in range(1, 9):
            grown.spot(column)
            before = {player: dict(grown.played(player)) for player in (1, 2, 3)}
            longer = grown.with_outings(each for each in outings if each.column == column)
            assert before == {player: dict(grown.played(player)) for player in (1, 2, 3)}, (
                "as it was"
            )
            grown = longer
        whole = Sheet(tuple(outings), struck=struck, fresh=frozenset({5}))
        assert grown == whole
        for player in (1, 2, 3, 4):
            assert dict(grown.played(player)) == dict(whole.played(player))
        assert [grown.spot(at) for at in range(1, 10)] == [whole.spot(at) for at in range(1, 10)]
        again = grown.with_outings([Outing(2, 8, 1)])
        assert again.played(2)[again.place(8)].outs == 1
        assert len(again.outings) == len(grown.outings)
        assert 8 not in {each.column for each in grown.without(8).outings}
        assert grown.without(99) == grown
        assert dict(grown.without(8).played(2)) == {
            place: each for place, each in grown.played(2).items() if each.column != 8
        }


@pytest.mark.parametrize("by", [0, 1, 5, -4])
@pytest.mark.parametrize("role", Role)
def test_a_sheet_that_begins_elsewhere_has_the_same_answers_there(by: int, role: Role) -> None:
    outings = [Outing(1, 1, 18, started=True), Outing(1, 5, 18, started=True), Outing(2, 3, 7)]
    sheet = Sheet(
        (*outings, Outing(2, 4, 2)),
        fresh=frozenset({8}),
        suspended=frozenset({2, 6}),
        binding=Binding(4, 9, 11),
    )
    moved = sheet.moved(by)
    assert moved.moved(-by) == sheet
    assert (moved.fresh, moved.suspended) == ({8 + by}, {2 + by, 6 + by})
    for player in (Pitcher(1, "Ace", True, True), Pitcher(2, "Arm", True, True)):
        for column in range(1, 14):
            here = eligibility(sheet, STANDARD, player, column, role)
            there = eligibility(moved, STANDARD, player, column + by, role)
            assert (there.outs, there.rules) == (here.outs, here.rules), column
            assert there.free_again == (here.free_again and here.free_again + by)
    endless = replace(sheet, binding=Binding(4, 9, EVER)).moved(3).binding
    assert endless == Binding(7, 12, EVER)


@pytest.mark.rule("T10.2j")
def test_t10_2j_a_start_counts_in_a_row_of_games_too() -> None:
    no_rest = replace(STANDARD, rest_before_start=0)
    both = Pitcher(1, "Both", starts=True, relieves=True)
    row = tuple(Outing(1, column, 1) for column in (4, 5, 6))
    found = eligibility(Sheet(row), no_rest, both, 7, Role.START)
    assert (found.eligible, found.rules) == (False, ("T10.2j",))
    assert found.reasons[0].outings == row
    assert eligibility(Sheet(row[1:]), no_rest, both, 7, Role.START).eligible
    assert eligibility(Sheet(row), replace(no_rest, games_in_a_row=4), both, 7, Role.START).eligible


@pytest.mark.rule("T10.2i", "T33.0h")
def test_t10_2i_who_has_used_up_his_outs_in_a_suspended_game_itself_is_told_so() -> None:
    reliever = Pitcher(1, "Reliever", starts=False, relieves=True)
    own = Outing(1, 10, STANDARD.window_outs)

    def ask(*outings: Outing) -> tuple[int, list[tuple[str, tuple[Outing, ...]]]]:
        sheet = Sheet(outings, suspended=frozenset({10}))
        found = eligibility(sheet, STANDARD, reliever, 10, Role.RELIEF)
        return found.outs, [(reason.rule, reason.outings) for reason in found.reasons]

    near = Outing(1, 8, 1)
    assert ask(own, Outing(1, 2, 5)) == (0, [("T10.2i", (own,))])
    assert ask(own, near) == (0, [("T10.2k", (near,))])
    assert ask(replace(own, outs=11), near) == (0, [("T10.2k", (near,))])
    assert ask(replace(own, outs=10), near)[0] == 1


@pytest.mark.rule("T10.2h")
def test_t10_2h_the_window_behind_a_start_reaches_three_games_back() -> None:
    both = Pitcher(1, "Both", starts=True, relieves=True)

    def ask(column: int, outs: int) -> tuple[bool, tuple[str, ...]]:
        found = eligibility(Sheet((Outing(1, column, outs),)), STANDARD, both, 7, Role.START)
        return found.eligible, found.rules

    assert ask(4, STANDARD.window_outs) == (False, ("T10.2h",))
    assert ask(4, STANDARD.window_outs - 1) == (True, ())
    assert ask(3, STANDARD.window_outs) == (True, ())
