"""When rounds begin and end: by the plan, by what has happened, and by clocks that are put on."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.formats import KNOCKOUT, MATCHUPS, ROUND_ROBIN, StageSpec
from tournaments.rules.timetable import Plan, RoundToPlay, rounds_of_stage, timetable

SATURDAY = datetime(2027, 5, 8, 9, 0, tzinfo=UTC)
EARLIER = SATURDAY - timedelta(days=9)


def rounds(count: int, games: int = 4) -> list[RoundToPlay]:
    return [RoundToPlay(number, f"Round {number}", "", games) for number in range(1, count + 1)]


def told(plan: Plan, count: int, games: int = 4, now: datetime = EARLIER) -> list[str]:
    zone = plan.zone
    return [
        f"{each.begins.astimezone(zone):%a %H:%M}-{each.ends.astimezone(zone):%H:%M}"
        for each in timetable(plan, rounds(count, games), now)
    ]


def test_a_weekend_with_breaks_goes_on_next_morning_when_the_day_is_full():
    plan = Plan(
        SATURDAY,
        UTC,
        day_begins=time(8, 30),
        day_ends=time(22),
        pauses=((time(12, 30), time(13, 30)),),
    )
    assert told(plan, 6) == [
        "Sat 09:00-12:00",
        "Sat 12:15-16:15",  # a quarter of an hour, then the pause
        "Sat 16:30-19:30",
        "Sun 08:30-11:30",
        "Sun 11:45-15:45",
        "Sun 16:00-19:00",
    ]
    assert told(Plan(SATURDAY, UTC), 2) == ["Sat 09:00-12:00", "Sat 12:15-15:15"]


def test_a_round_that_is_longer_than_a_day_begins_with_one():
    plan = Plan(SATURDAY, UTC, day_begins=time(10), day_ends=time(11))
    assert told(plan, 2) == ["Sat 09:00-12:00", "Sun 10:00-13:00"]


def test_hours_are_hours_in_the_night_in_which_the_clocks_are_put_on():
    zone = ZoneInfo("Europe/Berlin")
    plan = Plan(datetime(2027, 3, 28, 0, 30, tzinfo=zone), zone)
    assert told(plan, 2) == ["Sun 00:30-04:30", "Sun 04:45-07:45"]


def test_what_is_late_makes_late_what_follows_and_what_was_sooner_keeps_the_plan():
    plan = Plan(SATURDAY, UTC)
    first = RoundToPlay(1, "Round 1", "", 4, SATURDAY, SATURDAY + timedelta(hours=3, minutes=40))
    noon = SATURDAY + timedelta(hours=3, minutes=41)
    late = timetable(plan, [first, *rounds(3)[1:]], noon)
    assert [each.late for each in late] == [40, 40, 40]
    early = RoundToPlay(1, "Round 1", "", 4, SATURDAY, SATURDAY + timedelta(hours=2))
    sooner = timetable(plan, [early, *rounds(2)[1:]], noon - timedelta(hours=1))
    assert [each.late for each in sooner] == [-60, 0]
    # Nobody has begun, and it is past the time.
    waiting = timetable(plan, rounds(2), SATURDAY + timedelta(minutes=20))
    assert [each.late for each in waiting] == [20, 20]
    # What runs longer than it may ends now at the soonest.
    running = RoundToPlay(1, "Round 1", "", 4, SATURDAY)
    overrun = timetable(plan, [running], SATURDAY + timedelta(hours=4))
    assert overrun[0].late == 60


@pytest.mark.parametrize(
    ("spec", "clubs", "sizes", "games"),
    [
        (StageSpec(ROUND_ROBIN, "R", 4), 14, [14], [4] * 13),
        (StageSpec(ROUND_ROBIN, "R", 4), 14, [7, 7], [4] * 7),
        (StageSpec(ROUND_ROBIN, "R", 4, legs=2), 5, [5], [4] * 10),
        (StageSpec(MATCHUPS, "M", 4, rounds=2), 8, [], [4, 4]),
        (StageSpec(KNOCKOUT, "K", games=(5, 7)), 4, [], [5, 7]),
        (StageSpec(KNOCKOUT, "K", games=(3,), losses=2), 8, [], [3] * 6),
    ],
)
def test_a_stage_has_as_many_rounds_as_it_will_be_drawn_in(spec, clubs, sizes, games):
    assert rounds_of_stage(spec, clubs, sizes) == games


times_of_day = st.times(max_value=time(23, 59)).map(lambda at: at.replace(second=0, microsecond=0))


@given(
    day=st.dates(date(2026, 1, 1), date(2028, 12, 31)),
    at=times_of_day,
    minutes=st.integers(1, 600),
    pause=st.integers(0, 300),
    opens=st.none() | times_of_day,
    closes=st.none() | times_of_day,
    breaks=st.lists(st.integers(0, 1439), min_size=0, max_size=6, unique=True),
    zone=st.sampled_from(["UTC", "America/Chicago", "Australia/Lord_Howe"]),
    count=st.integers(1, 9),
)
def test_rounds_follow_each_other_whatever_is_settled(
    day, at, minutes, pause, opens, closes, breaks, zone, count
):
    place = ZoneInfo(zone)
    if opens is not None and closes is not None and closes <= opens:
        closes = None
    edges = sorted(breaks)[: len(breaks) // 2 * 2]
    clocks = [time(each // 60, each % 60) for each in edges]
    pauses = tuple(zip(clocks[::2], clocks[1::2], strict=True))
    begins = datetime.combine(day, at, place)
    plan = Plan(begins, place, minutes, pause, opens, closes, pauses)
    found = timetable(plan, rounds(count, 3), datetime(2025, 1, 1, tzinfo=UTC))
    assert found[0].begins == begins
    for each in found:
        assert each.ends - each.begins >= timedelta(minutes=3 * minutes)
        assert (each.expected_begins, each.expected_ends) == (each.begins, each.ends)
    for one, other in pairwise(found):
        assert other.begins - one.ends >= timedelta(minutes=pause)
