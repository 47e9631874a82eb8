"""What is sent out after an event: who won, the season's points, and the event as one file."""

import csv
import io
from collections import Counter

import pytest
from django.test import Client

from games.models import Game
from tests.builders import league, manager, results
from tests.tournaments.test_stages import event, play_to_the_end
from tournaments.models import Tournament
from tournaments.selectors.reports import event_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekend() -> Tournament:
    """Eight clubs, a round robin and play-offs, played to the end."""
    made = event("purestrat-weekend", 8)
    manager(made, 1, "Kit Fisher")
    return play_to_the_end(made)


def wins_of(tournament: Tournament, stage: str) -> Counter[int]:
    found: Counter[int] = Counter()
    for game in Game.objects.filter(series__fixture__round__stage__name=stage):
        found[game.home_id if game.home_runs > game.away_runs else game.away_id] += 1
    return found


def test_the_report_says_who_won_and_reckons_everybodys_points(weekend):
    found = event_report(weekend)
    season, playoffs = wins_of(weekend, "Round robin"), wins_of(weekend, "Play-offs")
    (winner,) = found.winners
    assert found.final is not None
    assert {winner, found.runner_up} == {found.final.home, found.final.away}
    assert winner.team.name in found.write_up
    assert f"{found.final.wins(winner)}-" in found.write_up
    for line in found.lines:
        team = line.entrant.team_id
        assert (line.won, line.playoff_wins) == (season[team], playoffs[team])
        bonus = 8 if line.entrant == winner else 0
        if line.entrant == found.runner_up:
            bonus = 8 / 3
        scale = min(1, 7 / max(playoffs[winner.team_id], 7))
        expected = line.won + max(0, line.won - line.lost) + 2 * line.playoff_wins * scale + bonus
        assert float(line.points.total) == pytest.approx(expected)
    assert next(line for line in found.lines if line.entrant.number == 1).managers == "Kit Fisher"
    counts = found.counts
    assert counts.counted + counts.tie_games == Game.objects.count()


def test_byes_of_a_knockout_count_as_the_wins_that_take_the_series():
    over = play_to_the_end(event("simple-knockout", 5))
    found = event_report(over)
    won = wins_of(over, "Knockout")
    byes = {
        line.entrant.number: line.playoff_wins - won[line.entrant.team_id] for line in found.lines
    }
    # There was no season to have won games of.
    assert "games of it." in found.write_up
    assert "won 0 and lost 0" not in found.write_up
    # Of five in a bracket of eight the best three sit the first best-of-three out.
    assert byes == {1: 2, 2: 2, 3: 2, 4: 0, 5: 0}


def test_an_event_under_way_has_no_winner_and_points_as_they_stand():
    running = league(4)
    results(running, [(1, 2, 3, 1)])
    found = event_report(running)
    assert (found.write_up, found.winners, found.runner_up) == ("", [], None)
    assert [line.total for line in found.lines][:2] == ["2", "0"]


def test_page_spreadsheet_file_and_api_tell_the_same(weekend):
    found = event_report(weekend)
    at = f"/t/{weekend.slug}/"
    client = Client()
    page = client.get(f"{at}reports/").content.decode()
    assert found.write_up in page
    sheet = client.get(f"{at}report.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert [row["points"] for row in rows] == [line.total for line in found.lines]
    told = client.get(f"/api/v1/tournaments/{weekend.slug}/report/").json()
    whole = client.get(f"{at}export.json").json()
    assert whole["report"] == told
    assert [line["points"] for line in told["lines"]] == [line.total for line in found.lines]
    assert whole["form"] == "horsehide-event/1"
    games = {game["id"]: game for game in whole["games"]}
    assert set(games) == set(Game.objects.values_list("pk", flat=True))
    for game in Game.objects.all()[:5]:
        assert games[game.pk]["transcript"] == list(game.entries)
        assert (games[game.pk]["away_runs"], games[game.pk]["seed"]) == (game.away_runs, game.seed)
