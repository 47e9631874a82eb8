"""The leaders of an event take what is known of its games, say how much that is, and add up to what
the games' own box scores say."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.api.folds import box_data
from games.models import Game, PlayersLines
from games.players_lines import BATTED
from games.records import record_of
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import correct_report
from games.services.playing import play_series
from games.services.rewinding import void_game
from tests.builders import browser, league
from tests.games.seriesday.builders import a_day
from tests.work import counted
from tournaments.book.keeping import keep_books
from tournaments.models import Stage
from tournaments.selectors.leaders import leaders_of

pytestmark = pytest.mark.django_db


def counted_and_kept() -> int:
    """As the clock does: the players of games that are over are counted, and the book is kept."""
    return keep_books(count_players_lines())


def leading(found, key: str):
    return next(each for each in (*found.batting, *found.pitching) if each.category.key == key)


def test_leaders_are_of_transcripts_and_boxes_and_results_are_not_claimed():
    day = a_day(cards=True)
    other = day.tournament.series.exclude(pk=day.series.pk)[0]
    play_series(series_ids=[other.pk], acting_user=None)
    told = day.boxed()
    day.report(day.director, told)
    day.report(day.director, day.pitched(day.claim(), 2), number=2)
    assert leaders_of(day.tournament).coverage.waiting == 3
    assert counted_and_kept() == 3
    assert counted_and_kept() == 0
    found = leaders_of(day.tournament)
    coverage = found.coverage
    assert (coverage.games, coverage.covered, coverage.waiting) == (4, 3, 0)
    assert coverage.clubs[day.series.home_id] == (2, 1)
    # Every run of the three games is somebody's.
    runs = {BATTED.index("runs") + 2}
    kept = sum(
        line[at] for each in PlayersLines.objects.all() for line in each.batting for at in runs
    )
    games = Game.objects.filter(pk__in=PlayersLines.objects.values("pk"))
    assert kept == sum(game.away_runs + game.home_runs for game in games)
    wins = {line.who: line.value for line in leading(found, "wins").leaders}
    assert wins
    shown = Client().get(f"/t/{day.tournament.slug}/leaders/").content.decode()
    assert "From 3 of 4 games known by players" in shown
    data = APIClient().get(f"/api/v1/tournaments/{day.tournament.slug}/leaders/").data
    assert (data["games"], data["covered"], data["waiting"]) == (4, 3, 0)
    assert {each["key"] for each in data["batting"]} >= {"average", "home_runs"}
    hits = leading(found, "hits").leaders[0]
    told_hits = next(each for each in data["batting"] if each["key"] == "hits")["leaders"][0]
    assert (told_hits["card"], told_hits["value"]) == (hits.who[1], hits.value)


def test_the_sums_are_those_of_the_box_scores():
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    counted_and_kept()
    game = day.game()
    box = box_data(record_of(game))
    lines = PlayersLines.objects.get(pk=game.pk)
    for at, name in enumerate(("away", "home")):
        mine = [line for line in lines.batting if line[0] == at]
        for count in BATTED:
            if hasattr(box[name]["total"], count):
                told = sum(line[2 + BATTED.index(count)] for line in mine)
                assert told == getattr(box[name]["total"], count)


def test_a_game_put_right_or_taken_off_the_books_is_counted_anew_or_not_at_all():
    day = a_day(cards=True, length=1)
    told = day.boxed()
    day.report(day.director, told)
    counted_and_kept()
    assert leaders_of(day.tournament).coverage.covered == 1
    correct_report(
        game_id=day.game().pk,
        claim=day.boxed(seed="another game"),
        reason="It was another one.",
        acting_user=day.director,
    )
    # What is counted is not what stands there any more.
    assert leaders_of(day.tournament).coverage.covered == 0
    assert counted_and_kept() == 1
    assert leaders_of(day.tournament).coverage.covered == 1
    correct_report(
        game_id=day.game().pk,
        claim=day.boxed(seed="another game").without_players(),
        reason="Nobody kept it.",
        acting_user=day.director,
    )
    assert leaders_of(day.tournament).coverage.covered == 0
    assert counted_and_kept() == 0
    void_game(game_id=day.game().pk, reason="Not played.", acting_user=day.director)
    assert leaders_of(day.tournament).coverage.games == 0


@pytest.mark.long
def test_the_page_asks_as_many_queries_for_one_game_as_for_many():
    day = a_day(cards=True)
    address = f"/t/{day.tournament.slug}/leaders/"
    day.report(day.director, day.boxed())
    counted_and_kept()
    client = Client()
    client.get(address)
    with counted() as few:
        client.get(address)
    for series in day.tournament.series.exclude(pk=day.series.pk):
        play_series(series_ids=[series.pk], acting_user=None)
    counted_and_kept()
    with counted() as many:
        client.get(address)
    assert many.queries <= few.queries


def test_an_event_without_players_has_no_leaders():
    plain = league(4)
    page = Client().get(f"/t/{plain.slug}/leaders/").content.decode()
    assert "These games have no players with names" in page
    # It has no tab of its own there.
    assert "leaders/" not in Client().get(f"/t/{plain.slug}/").content.decode()


@pytest.mark.long
def test_leaders_of_one_stage_and_of_all_and_each_leads_to_everybody():
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    counted_and_kept()
    slug = day.tournament.slug
    at = f"/api/v1/tournaments/{slug}/leaders/"
    season = browser().get(at).json()
    for stage in ("1", "all", "season"):
        assert browser().get(f"{at}?stage={stage}").json() == season
    # A stage of which nothing is counted has none.
    Stage.objects.create(tournament=day.tournament, number=2, legs=1, series_length=1)
    empty = browser().get(f"{at}?stage=2").json()
    assert (empty["games"], empty["covered"]) == (0, 0)
    assert all(table["leaders"] == [] for table in empty["batting"])
    for nonsense in ("9", "NaN", "-1"):
        assert browser().get(f"{at}?stage={nonsense}").status_code == 400
        assert browser().get(f"/t/{slug}/leaders/?stage={nonsense}").status_code == 400
    page = browser().get(f"/t/{slug}/leaders/?stage=all")
    for half in page.context["halves"]:
        for table in half[1]:
            whole = browser().get(f"/t/{slug}/statistics/?{table['query']}")
            assert whole.status_code == 200
            if not table["category"].rate:
                first = whole.context["rows"][0]["cells"]
                assert [cell for cell, is_sorted in first if is_sorted] == [table["rows"][0][4]]
