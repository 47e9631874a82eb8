"""Files of cards: no line is dropped in silence, and every fault has its place."""

import json
from dataclasses import replace
from functools import cache

import pytest

from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker
from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.purestrat.cards.maker import PurestratMaker
from rosters.makers.base import PITCHER, CardRow, Maker, Subject
from rosters.makers.files import MOST_FAULTS, read_csv, read_file, read_json, write_csv, write_json
from rosters.sources.fictional.league import invent_league
from tests.rosters.builders import deep_drive_rows

MAKERS = {maker.system: maker for maker in (CommonsMaker(), PurestratMaker())}
SPOILED = {"commons": ("rank", "11"), "purestrat": ("left", "2 | K | K | K")}
"""By system a cell that is text of the right column and makes no card."""


@cache
def rows(system: str, *, pitched: bool = False) -> tuple[CardRow, ...]:
    made = []
    league = invent_league("files of cards", 2001)
    for one in [each for each in league if not pitched or each.season.pitching][:6]:
        person = one.person
        name = f"{person.first_name} {person.last_name}"
        made += MAKERS[system].make(
            Subject(person.key, name, person.bats, person.throws, one.season)
        )
    return tuple(made)


def refused(data: str, maker: Maker) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        read_file(data.encode(), maker)
    return [(each.code, each.place) for each in caught.value.refusals]


def row_of(cells: dict[str, str], maker: Maker) -> CardRow:
    return CardRow(
        cells["key"],
        cells["name"],
        int(cells["year"]),
        tuple(cells["teams"].split(";")),
        cells["kind"],
        cells["bats"],
        cells["throws"],
        tuple(cells["positions"].split()),
        {column: cells[column] for column in maker.columns},
    )


@pytest.mark.parametrize(
    ("system", "kind", "column", "cell"),
    [
        ("commons", "pitcher", "single", "NaN"),
        ("commons", "hitter", "innings", "7"),
        ("deep-drive", "pitcher", "dp", "1e309"),
        ("deep-drive", "hitter", "hold", "2"),
        ("purestrat", "pitcher", "power", "N N"),
        ("purestrat", "hitter", "balk", "3"),
    ],
)
def test_a_cell_of_the_other_kind_is_refused(system, kind, column, cell) -> None:
    maker = {**MAKERS, "deep-drive": DeepDriveMaker()}[system]
    cards = rows(system, pitched=kind == PITCHER) if system in MAKERS else deep_drive_rows()
    card = next(each for each in cards if each.kind == kind)
    spoiled = replace(card, cells={**card.cells, column: cell})
    assert refused(write_csv([spoiled], maker), maker) == [("others-cell", f"line 2:{column}")]
    assert refused(write_json([spoiled]), maker) == [("others-cell", f"card 1:{column}")]


@pytest.mark.parametrize(
    ("column", "cell", "code"),
    [
        ("key", "..", "card-key"),
        ("key", "a/../b", "card-key"),
        ("key", "/a", "card-key"),
        ("key", "\u200b", "card-key-missing"),
        ("name", "\u200b", "card-name-missing"),
        ("teams", ";".join(["AA"] * 3_000), "too-many-teams"),
        ("teams", "A" * 41, "cell-too-long"),
    ],
)
def test_what_can_be_no_key_name_or_team_is_refused(column: str, cell: str, code: str) -> None:
    maker = MAKERS["commons"]
    cells = {**rows("commons")[0].as_cells(), column: cell}
    assert refused(json.dumps([cells]), maker) == [(code, f"card 1:{column}")]


@pytest.mark.parametrize("system", MAKERS)
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_gives_back_the_cards_that_were_written(system: str, form: str) -> None:
    maker, cards = MAKERS[system], rows(system)
    text = write_csv(cards, maker) if form == "csv" else write_json(cards)
    assert tuple(read_file(text.encode(), maker)) == cards
    assert tuple(read_file(b"\xef\xbb\xbf" + text.encode(), maker)) == cards


@pytest.mark.parametrize("system", MAKERS)
@pytest.mark.parametrize("at", [0, 2, 5])
def test_a_card_that_cannot_be_read_refuses_the_file_at_its_line(system: str, at: int) -> None:
    """Among good ones, first or last: it is not left out."""
    maker = MAKERS[system]
    column, cell = SPOILED[system]
    cells = [row.as_cells() for row in rows(system)[:6]]
    cells[at] = cells[at] | {column: cell}
    spoiled = [row_of(each, maker) for each in cells]
    for text, place in (
        (write_csv(spoiled, maker), f"line {at + 2}:"),
        (write_json(spoiled), f"card {at + 1}:"),
    ):
        found = refused(text, maker)
        assert found
        assert all(each.startswith(f"{place}{column}") for _, each in found), found


def test_a_line_of_a_side_that_cannot_be_read_is_no_card() -> None:
    """One of the eleven lines of a printed side, left out, misread or printed twice."""
    maker = MAKERS["purestrat"]
    whole = rows("purestrat")[0].as_cells()
    lines = whole["left"].split(" / ")
    for spoiled in (lines[:-1], [*lines[:3], "5 | K | what | K", *lines[4:]], [*lines, lines[0]]):
        found = refused(json.dumps([whole | {"left": " / ".join(spoiled)}]), maker)
        assert found
        assert all(place.startswith("card 1:") for _, place in found)


@pytest.mark.parametrize("system", MAKERS)
@pytest.mark.parametrize(
    ("column", "cell", "code"),
    [
        ("key", " ", "card-key-missing"),
        ("name", "", "card-name-missing"),
        ("kind", "coach", "card-kind"),
        ("bats", "X", "card-hand"),
        ("throws", "B", "card-hand"),
        ("year", "MMI", "not-a-year"),
        ("year", "20011", "not-a-year"),
    ],
)
def test_what_every_card_says_is_looked_at(system: str, column: str, cell: str, code: str) -> None:
    maker = MAKERS[system]
    cells = rows(system)[0].as_cells() | {column: cell}
    assert (code, f"card 1:{column}") in refused(json.dumps([cells]), maker)


@pytest.mark.parametrize(("column", "most"), [("key", 80), ("name", 120), ("positions", 40)])
def test_a_cell_may_be_as_long_as_it_is_stored_and_no_longer(column: str, most: int) -> None:
    maker, cells = MAKERS["commons"], rows("commons")[0].as_cells()
    places = ("ss 2b " * most)[:most] if column == "positions" else "x" * most
    read = read_file(json.dumps([cells | {column: places}]).encode(), maker)
    assert read[0].as_cells()[column] == places
    fault = refused(json.dumps([cells | {column: f"{places}x"}]), maker)
    assert fault == [("cell-too-long", f"card 1:{column}")]


def test_what_is_no_csv_is_refused_at_its_line() -> None:
    maker = MAKERS["commons"]
    head, first, *_ = write_csv(rows("commons"), maker).splitlines()
    # A cell that nobody closed swallows what comes after it.
    endless = f"{head}\n{first}\n{'x' * 200_000}"
    assert refused(endless, maker) == [("cell-too-long", "line 3")]


@pytest.mark.parametrize("ending", ["\n", "\r"])
def test_a_file_is_read_however_its_lines_end(ending: str) -> None:
    """An old spreadsheet on a Mac ends them with a carriage return alone."""
    maker, cards = MAKERS["commons"], rows("commons")
    text = write_csv(cards, maker).replace("\r\n", ending)
    assert read_csv(text, maker) == list(cards)


def test_faults_of_several_cards_are_told_together_and_twenty_are_enough() -> None:
    maker = MAKERS["commons"]
    cells = [row.as_cells() for row in rows("commons")]
    spoiled = [cells[0] | {"bats": "X"}, cells[1], cells[2] | {"rank": "0"}, cells[1]]
    assert [place for _, place in refused(json.dumps(spoiled), maker)] == [
        "card 1:bats",
        "card 3:rank",
        "card 4:key",
    ]
    many = [cells[0] | {"key": f"{number}", "bats": "X", "kind": "?"} for number in range(30)]
    assert len(refused(json.dumps(many), maker)) == MOST_FAULTS


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("[", "not-json", "line 1"),
        ("[\n\n1", "not-json", "line 3"),
        ("{}", "not-a-list", "line 1"),
        ("[1]", "not-a-card", "card 1"),
        ('[{"year": 2001}]', "not-a-card", "card 1"),
        ("[]", "no-cards", "line 1"),
        ("", "no-cards", "line 1"),
        ("key,name\na", "row-width", "line 2"),
        ("key,name\na,b,c", "row-width", "line 2"),
    ],
)
def test_what_is_no_file_of_cards_is_refused(text: str, code: str, place: str) -> None:
    assert refused(text, MAKERS["commons"]) == [(code, place)]


def test_a_file_that_is_not_utf_8_is_refused_at_the_line() -> None:
    with pytest.raises(Refused) as caught:
        read_file(b"key\nname\n\x81", MAKERS["commons"])
    assert [(each.code, each.place) for each in caught.value.refusals] == [("not-utf-8", "line 3")]


def test_csv_and_json_name_the_same_faults() -> None:
    maker = MAKERS["commons"]
    cells = rows("commons")[0].as_cells() | {"rank": "11"}
    found = []
    for read, text in (
        (read_csv, write_csv([row_of(cells, maker)], maker)),
        (read_json, json.dumps([cells])),
    ):
        with pytest.raises(Refused) as caught:
            read(text, maker)
        found.append([each.code for each in caught.value.refusals])
    assert found[0] == found[1]
