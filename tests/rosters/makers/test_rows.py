import pytest

from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker
from rosters.makers.base import HITTER, PITCHER, Subject, read_row
from rosters.sources.fictional.league import invent_league

MAKER = CommonsMaker()


@pytest.fixture(scope="module")
def rows():
    return [
        row
        for one in invent_league("cards for the tests", 2001)
        for row in MAKER.make(
            Subject(
                one.person.key,
                f"{one.person.first_name} {one.person.last_name}",
                one.person.bats,
                one.person.throws,
                one.season,
            )
        )
    ]


def test_every_card_made_is_legal_and_comes_back_from_its_cells(rows):
    assert len(rows) > 1100
    for row in rows:
        MAKER.verify(row)
        assert not MAKER.faults(row)
        assert MAKER.completed(row) == row
        assert read_row(row.as_cells(), MAKER.columns, "row 1") == row


@pytest.mark.rule("CB-066")
def test_a_row_that_makes_no_card_is_refused_with_row_and_column(rows):
    cells = next(row for row in rows if row.kind == HITTER).as_cells()
    with pytest.raises(Refused) as refused:
        read_row(
            cells | {"key": "", "kind": "umpire", "bats": "X", "year": "once"},
            MAKER.columns,
            "row 7",
        )
    assert [refusal.place for refusal in refused.value.refusals] == [
        "row 7:key",
        "row 7:kind",
        "row 7:bats",
        "row 7:year",
    ]
    with pytest.raises(Refused) as refused:
        read_row(cells | {"luck": "9"}, MAKER.columns, "row 7")
    assert (refused.value.code, refused.value.refusals[0].place) == (
        "unknown-column",
        "row 7:luck",
    )
    bare = {column: cell for column, cell in cells.items() if column != "rank"}
    with pytest.raises(Refused) as refused:
        read_row(bare, MAKER.columns, "row 7")
    assert refused.value.code == "column-missing"
    broken = read_row(cells | {"single": "7777", "double": "12"}, MAKER.columns, "row 7")
    with pytest.raises(Refused) as refused:
        MAKER.verify(broken)
    assert [refusal.place for refusal in refused.value.refusals] == ["single", "double"]


def test_values_follow_the_card_and_not_the_name(rows):
    # Pitchers who bat are no measure of anybody.
    hitters = [row for row in rows if row.kind == HITTER and row.positions != ("p",)]
    pitchers = [row for row in rows if row.kind == PITCHER]
    assert abs(sum(map(MAKER.value, hitters)) / len(hitters)) < 5
    assert abs(sum(map(MAKER.value, pitchers)) / len(pitchers)) < 10
    best, worst = max(hitters, key=MAKER.value), min(hitters, key=MAKER.value)
    assert int(best.cells["rank"]) > int(worst.cells["rank"])
    best, worst = max(pitchers, key=MAKER.value), min(pitchers, key=MAKER.value)
    assert (best.cells["rank"], worst.cells["rank"]) == ("10", "1")
