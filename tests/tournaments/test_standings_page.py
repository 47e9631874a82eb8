"""The standings as readers meet them: sorted, as if the season ended today, and what if."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.jobs.models import Job
from games.models import Series
from games.services.playing import play_series
from tests.builders import browser, fixture_of, league, result
from tests.tournaments.test_odds import play_rounds
from tests.tournaments.test_stages import event
from tests.work import counted
from tournaments.services.odds import find_odds, refresh_odds

pytestmark = pytest.mark.django_db


def rows_of(page):
    return [row for _, division in page.context["divisions"] for row in division]


@pytest.fixture
def made():
    """Four clubs, three games of which are known to the run."""
    found = league(4)
    result(found, 1, 2, (5, 3))
    result(found, 1, 2, (0, 9), number=2)
    result(found, 3, 4, (2, 1))
    result(found, 3, 4, (4, 1), number=2)
    return found


def test_the_table_is_sorted_by_any_column_and_says_what_it_cannot_sort_by(made):
    page = browser().get(f"/t/{made.slug}/standings/?sort=run_difference")
    assert [row.run_difference for row in rows_of(page)] == [7, 4, -4, -7]
    assert 'aria-sort="descending"' in page.content.decode()
    page = browser().get(f"/t/{made.slug}/standings/?sort=run_difference&order=up")
    assert [row.run_difference for row in rows_of(page)] == [-7, -4, 4, 7]
    # Who is level stays as ranked: clubs 1 and 2 have one win each.
    page = browser().get(f"/t/{made.slug}/standings/?sort=one_run")
    assert [row.one_run for row in rows_of(page)] == ["1–0", "0–1", "0–0", "0–0"]
    page = browser().get(f"/t/{made.slug}/standings/")
    by_name = {row.team.name: row for row in rows_of(page)}
    # Aces and Bears stand at .500, Crows above it, Ducks below.
    assert (by_name["Ashford Aces"].against_upper, by_name["Ashford Aces"].against_lower) == (
        "1–1",
        "0–0",
    )
    assert (by_name["Camden Crows"].against_upper, by_name["Camden Crows"].against_lower) == (
        "0–0",
        "2–0",
    )
    wrong = browser().get(f"/t/{made.slug}/standings/?sort=handsome&order=sideways")
    assert wrong.status_code == 400
    codes = [refusal.code for refusal in wrong.context["refusals"]]
    assert codes == ["unknown-sort", "unknown-order"]
    assert rows_of(wrong) == rows_of(page)


def test_results_that_are_supposed_make_standings_and_nothing_else_does(made):
    series = fixture_of(made, 2, 3).series
    home_is_two = fixture_of(made, 2, 3).home.number == 2
    sweep = "2-0" if home_is_two else "0-2"
    address = f"/t/{made.slug}/standings/what-if/"
    before = browser().get(address)
    assert before.context["supposed"] == 0
    page = browser().get(f"{address}?series-{series.pk}={sweep}")
    (row, now) = page.context["divisions"][0][1][0]
    assert (row.team.name, row.won, row.lost, now) == ("Brookline Bears", 3, 1, "2=")
    assert Series.objects.get(pk=series.pk).completed_at is None
    told = browser().get(f"/api/v1/tournaments/{made.slug}/what-if/?results={series.pk}:{sweep}")
    assert told.json()["standings"][0]["team"] == "Brookline Bears"
    assert told.json()["if_ended"] == [
        {"stage": None, "qualifiers": [], "pairs": [], "open": [], "first": [2]}
    ]
    played = fixture_of(made, 1, 2).series.pk
    for wrong, code in (
        (f"series-{series.pk}=3-1", "not-a-result"),
        (f"series-{series.pk}=many", "not-a-result"),
        (f"series-{played}=2-0", "not-ahead"),
        ("series-x=2-0", "not-ahead"),
    ):
        refused = browser().get(f"{address}?{wrong}")
        assert refused.status_code == 400
        assert [each.code for each in refused.context["refusals"]] == [code]
        assert refused.context["supposed"] == 0
    refused = browser().get(f"/api/v1/tournaments/{made.slug}/what-if/?results={played}:2-0")
    assert refused.status_code == 400
    assert refused.json()["error"]["refusals"][0]["code"] == "not-ahead"
    # Everything of a round that is supposed is as good as played: nothing is left of the season.
    chosen = "&".join(
        f"series-{pk}=1-1"
        for pk in Series.objects.filter(event__key=made.scope, completed_at=None).values_list(
            "pk", flat=True
        )
    )
    with counted() as work:
        whole = browser().get(f"{address}?{chosen}")
    assert [row.won for row, _ in whole.context["divisions"][0][1]] == [4, 3, 3, 2]
    assert whole.context["ended"] == []
    assert work.queries <= 16


def test_if_the_season_ended_today_the_law_of_the_event_lets_clubs_in():
    told = event("purestrat-weekend", 8)
    play_rounds(told, 1, 2)
    (ended,) = browser().get(f"/t/{told.slug}/standings/").context["ended"]
    by_api = browser().get(f"/api/v1/tournaments/{told.slug}/if-ended/").json()
    assert [each["entrant"] for each in by_api[0]["qualifiers"]] == [
        club.number for _, club, _ in ended["qualifiers"]
    ]
    if ended["qualifiers"]:
        assert [seed for seed, _, _ in ended["qualifiers"]] == [1, 2, 3, 4]
        seeds = [{better[0], worse[0]} for better, worse in ended["pairs"]]
        assert seeds == [{1, 4}, {2, 3}]
    else:
        assert ended["open"]


def test_odds_are_asked_for_once_after_every_round():
    made = league(4)
    now = timezone.now()
    assert refresh_odds(now=now) == 0
    one, other = Series.objects.filter(event__key=made.scope, fixture__round__number=1)
    play_series(series_ids=[one.pk], acting_user=None)
    assert refresh_odds(now=now) == 0
    play_series(series_ids=[other.pk], acting_user=None)
    busy = Job.objects.create(kind="tournaments.play-out", key="elsewhere", scope="tournament:0")
    assert refresh_odds(now=timezone.now()) == 0
    assert refresh_odds(now=timezone.now() + timedelta(hours=2)) == 1
    assert refresh_odds(now=timezone.now()) == 0
    busy.delete()
    Job.objects.filter(kind="tournaments.odds").update(state="done")
    find_odds(tournament_id=made.pk, completions=50)
    assert refresh_odds(now=timezone.now()) == 0
    play_rounds(made, 2)
    assert refresh_odds(now=timezone.now()) == 1
    find_odds(tournament_id=made.pk, completions=50)
    page = browser().get(f"/t/{made.slug}/odds/")
    assert page.context["rounds"] == ["0", "1", "2"]
    assert page.content.decode().count('<svg class="hh-chart hh-race"') == 1
