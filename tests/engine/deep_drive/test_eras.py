"""Managers of Deep Drive as in the time of their cards."""

from collections import Counter
from dataclasses import replace

import pytest

from games.engine.events import INTENTIONAL_WALK, SACRIFICE, kind_of
from games.engine.folds.outings import outings
from games.engine.record import Record, simulate
from games.systems.deep_drive.play.squad import Tendencies
from tests.engine.deep_drive.clubs import club
from tests.engine.deep_drive.stage import SYSTEM

GAMES = 60


def played(*, designated: bool = False, **era: int) -> list[Record]:
    """Games between clubs whose managers play as in an era."""
    likes = replace(Tendencies(), **{f"era_{name}": value for name, value in era.items()})
    settings = SYSTEM.settings({"designated_hitter": designated})
    return [
        simulate(
            SYSTEM,
            settings,
            f"eras/{number}",
            clubs=(
                club(number, designated=designated, tendencies=likes),
                club(number + 1, designated=designated, tendencies=likes),
            ),
        )
        for number in range(GAMES)
    ]


def kinds(records: list[Record]) -> Counter[int]:
    return Counter(kind_of(event) for record in records for event in record.events)


def pitchers(records: list[Record]) -> tuple[int, int]:
    """How many pitched, and how many of the starts were complete."""
    staffs = [staff for record in records for staff in outings(record)]
    return sum(map(len, staffs)), sum(len(staff) == 1 for staff in staffs)


def test_where_bunts_might_cost_more_there_were_more() -> None:
    found = [kinds(played(bunting=era))[SACRIFICE] for era in (-10, 0, 14, 30)]
    assert found == sorted(found)
    assert found[-1] > 1.5 * found[1]


def test_where_intentional_walks_might_cost_more_there_were_more() -> None:
    found = [kinds(played(walks=era))[INTENTIONAL_WALK] for era in (-16, 0, 15, 32)]
    assert found == sorted(found)
    assert found[-1] > 1.4 * found[1]


def test_where_starters_went_long_they_finish_and_few_pitch() -> None:
    short, long = (pitchers(played(designated=True, length=length)) for length in (2, 16))
    assert long[0] < short[0]
    assert long[1] > short[1] + GAMES / 5


@pytest.mark.parametrize("designated", [False, True])
def test_cards_that_tell_no_era_are_played_as_ever(designated: bool) -> None:
    plain = [
        simulate(
            SYSTEM,
            SYSTEM.settings({"designated_hitter": designated}),
            f"eras/{number}",
            clubs=(club(number, designated=designated), club(number + 1, designated=designated)),
        )
        for number in range(8)
    ]
    told = played(designated=designated, bunting=0, walks=0, length=0, contact=0)
    assert [record.events for record in told[:8]] == [record.events for record in plain]
