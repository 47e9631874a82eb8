"""Charts that the house's owner has, in place of ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.card_games import registry
from games.systems.purestrat.play.charts import BUNT_RESULTS
from games.systems.purestrat.play.system import Purestrat
from games.systems.purestrat.text.chart_files import house_charts, house_texts
from games.systems.registry import system

GRADES = "ABCDE"


def use_charts(folder: str) -> None:
    registry.use_charts("purestrat", folder)


@pytest.fixture(autouse=True)
def ours_again() -> Iterator[None]:
    yield
    use_charts("")


def purestrat() -> Purestrat:
    found = system("purestrat")
    assert isinstance(found, Purestrat)
    return found


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def test_a_file_of_the_owners_replaces_ours_and_the_rest_stays(tmp_path: Path) -> None:
    lines = house_texts()["sacrifice.csv"].splitlines()
    grade, total, result = lines[1].split(",")
    other = "FIELD" if result != "FIELD" else "SAC"
    changed = "\n".join([lines[0], f"{grade},{total},{other}", *lines[2:]])
    use_charts(write(tmp_path, "sacrifice.csv", changed))
    charts = purestrat().charts
    assert charts is not None
    at = (GRADES.index(grade), int(total))
    assert charts.sacrifice(*at) == BUNT_RESULTS.index(other)
    assert house_charts().sacrifice(*at) == BUNT_RESULTS.index(result)
    ours = house_charts()
    for letter in range(len(GRADES)):
        for thrown in range(2, 13):
            assert charts.squeeze(letter, thrown) == ours.squeeze(letter, thrown)
    use_charts("")
    assert purestrat().charts is None


def test_a_house_does_not_open_with_half_a_chart(tmp_path: Path) -> None:
    lines = house_texts()["squeeze.csv"].splitlines()
    folder = write(tmp_path, "squeeze.csv", "\n".join(lines[:-1]))
    with pytest.raises(ImproperlyConfigured, match=r"squeeze\.csv:row 1:sum: .* has nothing for"):
        use_charts(folder)
    assert purestrat().charts is None


@pytest.mark.parametrize(
    ("name", "said"), [("sacrifices.csv", "sacrifices.csv is none of"), ("", "There is no folder")]
)
def test_a_mistyped_name_is_not_passed_over(tmp_path: Path, name: str, said: str) -> None:
    folder = write(tmp_path, name, "") if name else str(tmp_path / "nowhere")
    with pytest.raises(ImproperlyConfigured, match=said):
        use_charts(folder)
