"""Charts: whole, sensible, and refused with row and column where they are not."""

from pathlib import Path

import pytest

from config.refusals import Refused
from games.systems.purestrat.play import charts
from games.systems.purestrat.play.throws import SUM_OF_THREE
from games.systems.purestrat.text.chart_files import (
    house_charts,
    house_texts,
    load_charts,
    owners_texts,
)

INFIELD = (3, 4, 5, 6)


def faults(name: str, old: str, new: str) -> list[tuple[str, str]]:
    texts = house_texts()
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new, 1)
    with pytest.raises(Refused) as refused:
        load_charts(texts)
    return [(found.code, found.place) for found in refused.value.refusals]


def out_share(position: int, rating: int) -> float:
    table = house_charts()
    symbols = [table.x_range(position, face, rating) for face in range(1, 21)]
    return sum(charts.out_of(table.x_result(position, symbol, 0)) > 0 for symbol in symbols) / 20


@pytest.mark.rule("S16.1b", "S16.42a")
def test_better_range_makes_more_outs_everywhere() -> None:
    for position in range(1, 10):
        shares = [out_share(position, rating) for rating in range(1, 6)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > shares[4]


@pytest.mark.rule("S16.1e", "S16.42b")
def test_a_lower_error_rating_errs_less() -> None:
    table = house_charts()
    for position in range(1, 10):
        errs = [
            sum(1 <= table.x_error(position, rating, total) <= 3 for total in SUM_OF_THREE)
            for rating in (0, 5, 10, 20, 99)
        ]
        assert errs == sorted(errs)
        assert errs[0] == 0
        assert errs[-1] > errs[1]


@pytest.mark.rule("S16.4a", "S16.41", "S16.42c")
def test_every_chance_has_an_outcome() -> None:
    table = house_charts()
    rare_plays = 0
    for position in range(1, 10):
        for rating in range(1, 6):
            for face in range(1, 21):
                symbol = table.x_range(position, face, rating)
                clean = table.x_result(position, symbol, 0)
                hit = charts.hit_of(clean)
                assert hit > 0 or charts.out_of(clean) > 0
                for error in (1, 2, 3):
                    result = table.x_result(position, symbol, error)
                    assert charts.error_of(result) > 0
                    assert charts.hit_of(result) == hit or charts.out_of(clean) > 0
                rare_plays += charts.rare_of(table.x_result(position, symbol, 4)) > 0
    assert rare_plays > 100


@pytest.mark.rule("S16.5a", "S16.5b")
def test_a_pop_out_as_a_rare_play_is_the_infield_fly_rule_or_a_single() -> None:
    from games.engine.events import OUT, SINGLE, destinations, kind_of

    rare = charts.INFIELD_FLY
    for bases in (3, 7):
        to = destinations(house_charts().rare_play(rare, 1, bases, 1))
        assert to[0] == OUT
        assert to[1:3] == (1, 2)
        assert kind_of(house_charts().rare_play(rare, 1, bases, 2)) == SINGLE
    for bases in (0, 1, 2, 4, 5, 6):
        assert kind_of(house_charts().rare_play(rare, 1, bases, 0)) == SINGLE


@pytest.mark.rule("S16.5c")
def test_a_ball_strikes_the_runner_from_first_on_the_right_side_only() -> None:
    from games.engine.events import OUT, SINGLE, destinations, kind_of

    for position in (1, 3, 4):
        assert (
            destinations(house_charts().rare_play(charts.RUNNER_STRUCK, position, 1, 0))[1] == OUT
        )
    for position in (5, 6):
        event = house_charts().rare_play(charts.RUNNER_STRUCK, position, 1, 0)
        assert kind_of(event) == SINGLE
        assert destinations(event)[:2] == (1, 2)


@pytest.mark.rule("S16.6", "S29.3a")
def test_only_the_catchers_chart_knows_passed_balls() -> None:
    table = house_charts()
    for position in range(1, 10):
        found = any(
            charts.is_passed(table.x_result(position, table.x_range(position, face, 3), 0))
            for face in range(1, 21)
        )
        assert found == (position == 2)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("range.csv", "p,1,1,1,SI1\n", "", ("chart-gap", "range.csv:row 305:from")),
        ("range.csv", "p,1,1,1,SI1", "p,1,1,2,SI1", ("chart-overlap", "range.csv:row 3:from")),
        ("range.csv", "p,1,1,1,SI1", "x,1,1,1,SI1", ("unknown-word", "range.csv:row 2:position")),
        ("range.csv", "p,1,1,1,SI1", "p,9,1,1,SI1", ("not-a-number", "range.csv:row 2:range")),
        ("error.csv", "p,0,18,,,", "p,0,18,18,,", ("chart-overlap", "error.csv:row 2:E1")),
        ("error.csv", "p,0,18,,,", "p,0,18,19,,", ("not-a-number", "error.csv:row 2:E1")),
        ("error.csv", "p,1,18,17,3,", "p,0,18,17,3,", ("chart-overlap", "error.csv:row 3:error")),
        ("symbols.csv", "ss,G1,E1,E1", "ss,G1,,E1", ("chart-overlap", "symbols.csv:row 3:symbol")),
        ("symbols.csv", "ss,G1,E1,E1", "ss,G1,E1,RP", ("unknown-word", "symbols.csv:row 3:play")),
        (
            "error.csv",
            "position,error",
            "place,error",
            ("column-missing", "error.csv:row 1:position"),
        ),
        (
            "symbols.csv",
            "1b 2b 3b ss,G1,,G1\n",
            "1b 2b 3b ss,G1,,G9\n",
            ("unknown-word", "symbols.csv:row 2:play"),
        ),
        ("symbols.csv", "p,PO,RP,RP infield-fly\n", "", ("chart-gap", "symbols.csv:row 1:symbol")),
        ("sacrifice.csv", "A,2,HIT\n", "", ("chart-gap", "sacrifice.csv:row 1:sum")),
        ("squeeze.csv", "A,3,", "A,2,", ("chart-overlap", "squeeze.csv:row 3:sum")),
        (
            "hit_and_run.csv",
            "A,2,DO",
            "A,2,HOMER",
            ("unknown-word", "hit_and_run.csv:row 2:result"),
        ),
    ],
)
def test_a_chart_with_a_gap_an_overlap_or_a_strange_word_is_refused(
    name: str, old: str, new: str, expected: tuple[str, str]
) -> None:
    assert expected in faults(name, old, new)


def test_a_position_of_which_a_chart_has_no_row_is_named() -> None:
    texts = house_texts()
    rows = texts["error.csv"].splitlines(keepends=True)
    texts["error.csv"] = "".join(row for row in rows if not row.startswith("lf,"))
    with pytest.raises(Refused) as refused:
        load_charts(texts)
    (found,) = refused.value.refusals
    assert (found.code, found.place, "lf" in found.message) == (
        "chart-gap",
        "error.csv:row 1:position",
        True,
    )


@pytest.mark.parametrize("ending", ["\r", "\r\n"])
def test_charts_are_read_however_their_lines_end(ending: str) -> None:
    texts = house_texts()
    others = {name: text.replace("\n", ending) for name, text in texts.items()}
    mine, his = load_charts(texts), load_charts(others)
    for position in range(1, 10):
        for face in range(1, 21):
            for rating in range(1, 6):
                read = his.x_range(position, face, rating)
                assert read == mine.x_range(position, face, rating)


def test_an_owners_charts_are_read_as_any_table_is(tmp_path: Path) -> None:
    text = house_texts()["sacrifice.csv"].replace(",", ";").replace("grade", " Grade ")
    changed = text.replace("A;2;HIT", "A;2;FIELD")
    assert changed != text
    (tmp_path / "sacrifice.csv").write_bytes(changed.encode("utf-16"))
    ours, theirs = house_charts(), load_charts(owners_texts(tmp_path))
    differ = {
        (grade, total)
        for grade in range(5)
        for total in range(2, 13)
        if ours.sacrifice(grade, total) != theirs.sacrifice(grade, total)
    }
    assert differ == {(0, 2)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("grade,sum,result", "grade,sum,result,Sum", ("column-twice", "squeeze.csv:row 1:sum")),
        ("A,2,", "A,2,HIT,", ("row-width", "squeeze.csv:row 2")),
    ],
)
def test_a_chart_that_is_no_table_is_refused(old: str, new: str, expected: tuple[str, str]) -> None:
    assert expected in faults("squeeze.csv", old, new)


def test_a_chart_that_is_no_csv_is_refused_beside_what_else_is_wrong() -> None:
    texts = house_texts()
    texts["range.csv"] = texts["range.csv"].replace("p,1,1,1,SI1\n", f"p,1,1,1,{'x' * 200_000}\n")
    texts["squeeze.csv"] = texts["squeeze.csv"].replace("A,3,", "A,2,")
    with pytest.raises(Refused) as refused:
        load_charts(texts)
    assert {
        ("cell-too-long", "range.csv:row 2"),
        ("chart-overlap", "squeeze.csv:row 3:sum"),
    } <= {(each.code, each.place) for each in refused.value.refusals}


def test_an_owners_file_that_is_no_text_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "range.csv").write_bytes(b"position,range\x81")
    with pytest.raises(Refused) as refused:
        owners_texts(tmp_path)
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("not-utf-8", "range.csv")
    ]


def test_a_missing_file_is_refused() -> None:
    texts = house_texts()
    del texts["squeeze.csv"]
    with pytest.raises(Refused) as refused:
        load_charts(texts)
    assert refused.value.code == "file-missing"
