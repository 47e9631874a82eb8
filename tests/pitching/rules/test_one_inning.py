"""Everybody pitches one inning of a game, and rests from nothing."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitching.rules.breaches import Appearance
from pitching.rules.columns import STANDS
from pitching.rules.eligibility import Role
from pitching.rules.laws import change, outlook
from pitching.rules.one_inning import OneInning
from pitching.rules.rotation import NOBODY
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.rules.wording import told

LAW = OneInning()
STAFF = {key: Pitcher(key, f"P{key}", True, True) for key in range(1, 11)}


def found(*lines: tuple[int, int]) -> list[tuple[str, str, int, int]]:
    """The breaches of a game pitched like this, the first player its starter."""
    appearances = [
        Appearance(Outing(pitcher, 1, outs, started=not at))
        for at, (pitcher, outs) in enumerate(lines)
    ]
    breaches = LAW.breaches(Sheet(), STAFF, 1, appearances)
    assert all(told(each.grounds) for each in breaches)
    # It is held against him as what he was: the starter or one who came in.
    assert all(
        (each.grounds.role is Role.START) == (each.pitcher == lines[0][0]) for each in breaches
    )
    return [(each.rule, each.code, each.pitcher, each.allowed) for each in breaches]


NINE = [(key, 3) for key in range(1, 10)]


@pytest.mark.rule("CB-016")
def test_cb_016_nobody_pitches_more_than_one_inning():
    assert found(*NINE) == []
    assert found((1, 4), *NINE[1:]) == [("CB-016", "too-many-outs", 1, 3)]
    assert found(*NINE[:8], (9, 6)) == [("CB-016", "too-many-outs", 9, 3)]


def test_cb_015_another_comes_when_an_inning_begins_and_not_before():
    assert found((1, 2), *NINE[1:]) == [("CB-015", "left-in-mid-inning", 1, 3)]
    assert found((1, 0), *NINE[1:]) == [("CB-015", "left-in-mid-inning", 1, 3)]
    # Of the last player the game may have been over before his inning was.
    assert found(*NINE[:8], (9, 1)) == found(*NINE[:8], (9, 0)) == []


def test_cb_121_whom_the_opponent_has_lent_pitches_to_the_end():
    ten = [*NINE, (10, 3)]
    assert found(*ten, (STANDS, 11)) == []
    assert found(*NINE, (STANDS, 3), (10, 3)) == [("CB-121", "after-the-lent", 10, 0)]


def test_everybody_may_pitch_an_inning_of_every_game_whatever_he_did_before():
    busy = Sheet(tuple(Outing(1, column, 3, started=True) for column in range(1, 9)))
    for each in outlook(LAW, busy, STAFF.values(), (9, 10, 11)):
        for answer in (*each.start, *each.relief):
            assert (answer.outs, answer.reasons) == (3, ())
            assert answer.free_again == answer.column


def test_of_a_game_that_waits_he_has_the_rest_of_his_inning():
    sheet = Sheet(
        (Outing(1, 4, 3, started=True), Outing(2, 4, 1), Outing(2, 5, 3, started=True)),
        struck=frozenset({6}),
        suspended=frozenset({4}),
    )
    left = LAW.eligibility(sheet, STAFF[2], 4, Role.RELIEF)
    assert (left.outs, left.rules) == (2, ("CB-016",))
    gone = LAW.eligibility(sheet, STAFF[1], 4, Role.START)
    assert (gone.outs, gone.free_again) == (0, 5)
    assert told(gone) == (
        "May not start. He has pitched 1.0 innings of this game, where everybody has one."
    )
    assert LAW.eligibility(sheet, STAFF[2], 4, Role.START).free_again == 7


def test_the_best_may_begin_every_game():
    worth = {1: 1.0, 2: 5.0, 3: 5.0}
    staff = [STAFF[key] for key in (3, 1, 2)]
    best = LAW.best_rotation(Sheet(), staff, (1, 2, 3), worth)
    assert (best.starters, best.worth, best.open_games) == ((2, 2, 2), 15.0, ())
    assert change(LAW, Sheet(), staff, (1, 2), worth, 1, 1).cost == 4.0
    begun = Sheet((Outing(2, 1, 3),), suspended=frozenset({1}))
    assert change(LAW, begun, staff, (1, 2), worth, 1, 2).cost is None
    assert LAW.best_rotation(Sheet(), (), (1,), {}).starters == (NOBODY,)


@dataclass(frozen=True)
class Inning:
    """Who was on the mound in a half-inning, player by player, with the outs each got."""

    players: tuple[tuple[int, int], ...]


@st.composite
def games(draw) -> tuple[Inning, ...]:
    """Half-innings of three outs, the last one perhaps shorter; mostly one player each."""
    found = []
    count = draw(st.integers(1, 12))
    for number in range(1, count + 1):
        outs = 3 if number < count else draw(st.integers(0, 3))
        players = []
        while True:
            here = draw(st.sampled_from((outs, outs, outs, draw(st.integers(0, outs)))))
            # 0 stands for whoever is of no squad.
            players.append((draw(st.integers(0, 10)), here))
            outs -= here
            if not outs:
                break
        found.append(Inning(tuple(players)))
    return tuple(found)


@settings(max_examples=200)
@given(games())
def test_what_is_found_is_what_a_witness_of_the_game_would_have_called_out(innings):
    """The witness sees the innings; the sheet has only each player's outs, in the order they
    came."""
    came: list[int] = []
    for inning in innings:
        for player, _ in inning.players:
            if player not in came:
                came.append(player)
    outs = {
        player: sum(n for inning in innings for m, n in inning.players if m == player)
        for player in came
    }
    against = {each[2] for each in found(*((player, outs[player]) for player in came))}
    lent_from = came.index(STANDS) if STANDS in came else len(came)
    for at, player in enumerate(came):
        if player == STANDS:
            continue
        whole = [inning for inning in innings if inning.players == ((player, 3),)]
        mine = [inning for inning in innings if player in dict(inning.players)]
        lawful = at < lent_from and (
            (len(mine) == 1 and whole == mine)
            or (player == came[-1] and len(mine) == 1 and inning_is_his(innings[-1], player))
        )
        if lawful:
            assert player not in against
        if outs[player] > 3 or at > lent_from:
            assert player in against


def inning_is_his(inning: Inning, player: int) -> bool:
    return {who for who, _ in inning.players} == {player}


@pytest.mark.rule("CB-016")
def test_of_a_report_nobody_is_blamed_for_leaving_early():
    """Everybody leaves after his inning, and one that was cut short is a breach of its own."""
    assert all(LAW.may_have_left(outs, 0) for outs in range(4))
