"""While a game waits to be finished each manager is warned what his next games do to it."""

from dataclasses import replace

import pytest
from django.db.models import Q

from games.models import Series
from games.rules.reports import GameClaim, SideClaim
from games.seriesday.selectors.suspended import waiting_pitchers
from pitching.rules.columns import Line
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day, claim
from tests.markup import even

pytestmark = pytest.mark.django_db


def suspended(**more):
    """Game 1, suspended after five innings that the starters pitched."""
    day = a_day(cards=True, **more)
    told = day.pitched(claim())
    players = [side.pitchers[0].pitcher for side in told.sides]
    half_way = claim(2, 2, ending="suspended", inning=5, half=1, outs=3)
    sides = tuple(SideClaim(2, (Line(player, 15, started=True),)) for player in players)
    day.report(day.director, GameClaim(sides, "suspended", half_way.stop))
    return day


@pytest.mark.rule("T33.0j")
def test_t33_0j_each_manager_sees_what_his_next_three_games_leave_in_the_suspended_one():
    day = suspended()
    (mine,) = waiting_pitchers(day.home, day.game())
    assert mine.sheet.team_id == day.series.home_id
    assert len(mine.games) == 3
    fresh = [each for each in mine.pitchers if each.now == 12]
    assert fresh
    for each in fresh:
        # Four innings in any four games (A-S1), whichever of the next three it is.
        assert each.relief == (9, 9, 9)
        # No relief before a start within two games, and one out less before one in the third.
        assert each.start in (None, (0, 0, 11))
    (theirs,) = waiting_pitchers(day.away, day.game())
    assert theirs.sheet.team_id == day.series.away_id
    assert len(waiting_pitchers(day.director, day.game())) == 2
    assert waiting_pitchers(person("Guest"), day.game()) == []


@pytest.mark.rule("T33.0j")
def test_t33_0j_the_page_of_a_suspended_game_warns_and_that_of_a_finished_one_does_not():
    day = suspended()
    url = day.game().get_absolute_url()
    warning = f"{day.series.home.name}: your next games count here as well"
    assert warning in browser(day.home).get(url).content.decode()
    assert warning not in browser(day.away).get(url).content.decode()
    assert "count here as well" not in browser().get(url).content.decode()
    day.report(day.director, day.pitched(claim()))
    assert waiting_pitchers(day.home, day.game()) == []
    assert warning not in browser(day.home).get(url).content.decode()


@pytest.mark.rule("T33.0j")
def test_t33_0j_of_the_next_three_games_those_that_have_been_played_are_past():
    day = suspended(length=4)
    for number, left in ((2, (3, 4)), (3, (4,))):
        day.report(day.director, day.pitched(claim(), number), number=number)
        (mine,) = waiting_pitchers(day.home, day.game())
        assert mine.games == left
    shown = even(browser(day.home).get(day.game().get_absolute_url()).content.decode())
    assert "does in game 4 of your sheet" in shown
    day.report(day.director, day.pitched(claim(), 4), number=4)
    assert waiting_pitchers(day.home, day.game()) == []


@pytest.mark.rule("T33.0j")
def test_t33_0j_a_game_of_a_later_round_that_was_played_first_hides_no_game_between():
    day = suspended(length=2)
    later = (
        Series.objects.filter(event__key=day.series.scope)
        .filter(Q(home=day.series.home) | Q(away=day.series.home))
        .exclude(pk=day.series.pk)
        .select_related("home", "away")
        .order_by("pk")[0]
    )
    other = replace(day, series=later)
    other.report(day.director, other.pitched(claim()))
    (mine,) = waiting_pitchers(day.home, day.game())
    # Game 2 of this series is still to come, and what is pitched in it counts.
    assert mine.games == (2, 4)
    assert any(each.relief[0] < each.now for each in mine.pitchers)
