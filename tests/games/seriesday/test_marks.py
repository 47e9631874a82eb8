"""What is wrong with a report is said where it was typed, and what was typed stays."""

import pytest

from config.refusals import Refused
from games.rules.endings import law_of
from games.rules.reports import problems
from games.seriesday.forms import as_form, read_claim
from games.seriesday.marks import marks_of
from games.seriesday.models import GameReport
from games.seriesday.selectors.boxes import rosters_of
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_boxes import page_of

pytestmark = pytest.mark.django_db


def refused(post, day):
    claim = read_claim(post, law_of(day.series.settings), pitchers=True)
    rosters = rosters_of(day.series, 1, claim)
    return marks_of(
        problems(law_of(day.series.settings), claim, None, rosters.players), post, claim
    )


def test_a_line_is_found_behind_empty_rows_and_relievers_who_bat_by_themselves():
    day = a_day(cards=True)
    told = day.boxed()
    post = as_form(told)
    line = told.sides[1].batting[-1]
    row = next(
        key.removesuffix("_man")
        for key, value in post.items()
        if key.startswith("home_bat_")
        and key.endswith("_man")
        and value == str(line.player)
        and post[key.replace("_man", "_slot")] == str(line.slot)
    )
    marks = refused({**post, f"{row}_h": "60"}, day)
    assert any("60" in words for words in marks[row])
    assert "away_bat_1" not in marks


@pytest.mark.parametrize(
    ("field", "typed", "row"),
    [
        ("away_bat_2_ab", "many", "away_bat_2"),
        ("home_bat_3_more", "QQ", "home_bat_3"),
        ("home_pit_1_h", "x", "home_pitcher_1"),
        ("away_lob", "?", "away_lob"),
        ("away_innings", "0 a", "away_line"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_row(field, typed, row):
    day = a_day(cards=True)
    post = {**as_form(day.boxed()), field: typed}
    with pytest.raises(Refused) as caught:
        read_claim(post, law_of(day.series.settings), pitchers=True)
    assert set(marks_of(caught.value.refusals, post, None)) == {row}


def test_the_page_says_it_at_the_field_and_keeps_what_was_typed():
    day = a_day(cards=True)
    told = day.boxed()
    stranger = next(
        player
        for player in rosters_of(day.series, 1).squads[1]
        if player not in rosters_of(day.series, 1).squads[0]
    )
    client, url = page_of(day, day.home)
    post = {**as_form(told), "act": "report", "key": "one", "away_bat_1_man": str(stranger)}
    answer = client.post(url, post)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert form["sides"][0]["batters"][0]["wrong"]
    assert form["values"]["away_bat_1_man"] == str(stranger)
    assert form["values"]["home_bat_9_ab"] == post["home_bat_9_ab"]
    assert "sd-wrong" in answer.content.decode()
    assert not GameReport.objects.exists()
