from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.schedule import (
    FEWEST_ENTRANTS,
    MOST_ENTRANTS,
    MOST_LEGS,
    longest_run,
    round_robin,
)

EVERY_SIZE = range(FEWEST_ENTRANTS, MOST_ENTRANTS + 1)

# The Berger tables of the FIDE Handbook (C.05, annex 1), home side first.
BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
}


@pytest.mark.parametrize("entrants", BERGER)
def test_the_published_berger_tables(entrants):
    drawn = [
        " ".join(f"{pairing.home}-{pairing.away}" for pairing in round_.pairings)
        for round_ in round_robin(entrants).rounds
    ]
    assert drawn == BERGER[entrants]


@pytest.mark.parametrize("entrants", EVERY_SIZE)
@pytest.mark.parametrize("legs", range(1, MOST_LEGS + 1))
def test_every_schedule_is_whole_fair_and_never_thrice_alike(entrants, legs):
    schedule = round_robin(entrants, legs)
    everybody = set(range(1, entrants + 1))
    meetings = Counter()
    for drawn in schedule.rounds:
        playing = [side for pairing in drawn.pairings for side in (pairing.home, pairing.away)]
        assert len(playing) == len(set(playing))
        assert everybody - set(playing) == ({drawn.bye} if drawn.bye else set())
        meetings.update((pairing.home, pairing.away) for pairing in drawn.pairings)
    for one in everybody:
        for other in everybody - {one}:
            assert meetings[one, other] + meetings[other, one] == legs
            assert abs(meetings[one, other] - meetings[other, one]) == legs % 2
    games = (entrants - 1) * legs
    for entrant, home in schedule.home_counts().items():
        assert abs(2 * home - games) <= (1 if entrants % 2 == 0 and legs % 2 else 0)
        assert longest_run(schedule.sides(entrant)) <= 2


@pytest.mark.parametrize("entrants", [4, 6, 8, 10])
def test_an_odd_field_is_the_table_above_it_less_its_last_number(entrants):
    for drawn, published in zip(round_robin(entrants - 1).rounds, BERGER[entrants], strict=True):
        meetings = [tuple(map(int, meeting.split("-"))) for meeting in published.split()]
        (bye,) = (min(meeting) for meeting in meetings if entrants in meeting)
        assert drawn.bye == bye
        assert [(pairing.home, pairing.away) for pairing in drawn.pairings] == [
            meeting for meeting in meetings if entrants not in meeting
        ]


@pytest.mark.parametrize("entrants", EVERY_SIZE)
@pytest.mark.parametrize("legs", range(2, MOST_LEGS + 1))
def test_every_leg_is_whole_swaps_sides_and_never_replays_the_last_round_at_once(entrants, legs):
    rounds = round_robin(entrants, legs).rounds
    met = [
        {frozenset((pairing.home, pairing.away)) for pairing in drawn.pairings} for drawn in rounds
    ]
    assert all(not one & other for one, other in pairwise(met))
    length = len(rounds) // legs
    hosted = []
    for leg in range(legs):
        drawn = rounds[leg * length : (leg + 1) * length]
        meetings = [(pairing.home, pairing.away) for one in drawn for pairing in one.pairings]
        assert len({frozenset(meeting) for meeting in meetings}) == len(meetings)
        assert len(meetings) == entrants * (entrants - 1) // 2
        assert sorted(one.bye for one in drawn) == (
            list(range(1, entrants + 1)) if entrants % 2 else [0] * length
        )
        hosted.append(set(meetings))
    for one, other in pairwise(hosted):
        assert one == {(away, home) for home, away in other}


@given(st.sampled_from([size for size in EVERY_SIZE if size % 2]), st.integers(1, MOST_LEGS))
def test_byes_are_records_and_come_to_everybody_alike(entrants, legs):
    schedule = round_robin(entrants, legs)
    byes = schedule.byes()
    assert set(byes) == set(range(1, entrants + 1))
    assert {len(rounds) for rounds in byes.values()} == {legs}
    for entrant, rounds in byes.items():
        sides = schedule.sides(entrant)
        assert [number for number, side in enumerate(sides, 1) if side == "-"] == list(rounds)


def test_an_even_field_has_no_byes():
    assert round_robin(8, 2).byes() == {}
    assert len(round_robin(8, 2).rounds) == 14
    assert len(round_robin(7).rounds) == 7


@pytest.mark.parametrize(
    ("entrants", "legs", "codes"),
    [
        (2, 1, ["number-of-entrants"]),
        (31, 1, ["number-of-entrants"]),
        (8, 0, ["legs-out-of-range"]),
        (1, 5, ["number-of-entrants", "legs-out-of-range"]),
    ],
)
def test_impossible_schedules_are_refused_with_everything_that_is_wrong(entrants, legs, codes):
    with pytest.raises(Refused) as refused:
        round_robin(entrants, legs)
    assert [refusal.code for refusal in refused.value.refusals] == codes


def test_runs_pass_over_byes():
    assert longest_run("HH-HA") == 3
    assert longest_run("HAHA") == 1
    assert longest_run("") == 0
