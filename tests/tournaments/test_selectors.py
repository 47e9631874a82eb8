"""Standings, race, cross-table and schedule, against results made by hand."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.events import END
from games.engine.folds.moments import moments_of
from games.models import Game
from games.records import record_of
from tests.builders import browser, entrant, fixture_of, league, manager, person, result, results
from tournaments.selectors import desk, home, tables
from tournaments.selectors.league import load_league
from tournaments.selectors.teams import team_season
from tournaments.services.plans import Format
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    """Four clubs, a single round robin, one game a series."""
    return league(4, format=Format(legs=1, series_length=1))


def lines(tournament):
    loaded = load_league(tournament)
    return {line.entrant.number: line for line in tables.table(loaded)}


def test_a_table_adds_up_the_games_that_count(four):
    results(four, [(1, 2, 5, 3), (1, 3, 2, 0), (1, 4, 1, 6), (2, 3, 4, 4), (3, 4, 2, 1)])
    table = lines(four)
    first = table[1].row
    assert list(table) == [1, 3, 4, 2]
    assert str(first.record.overall) == "2-1"
    assert (first.record.runs_for, first.record.runs_against) == (8, 9)
    assert first.place.label == "1"
    assert str(table[2].row.record.overall) == "0-1-1"
    assert table[4].row.games_behind == pytest.approx(0.5)
    assert sum(line.row.record.run_difference for line in table.values()) == 0


def test_ranks_that_are_equal_are_shown_equal(four):
    results(four, [(1, 2, 5, 3), (3, 4, 2, 1)])
    labels = [line.row.place.label for line in lines(four).values()]
    assert labels == ["1=", "1=", "3=", "3="]


@pytest.mark.parametrize(
    "status", [Game.Status.IN_PROGRESS, Game.Status.SUSPENDED, Game.Status.VOID]
)
def test_only_final_games_count(four, status):
    result(four, 1, 2, (9, 0), status=status)
    loaded = load_league(four)
    assert loaded.finals == ()
    assert all(not line.row.record.overall.played for line in tables.table(loaded))
    assert tables.race(loaded, tables.table(loaded))[0].values == (0,)


def test_a_void_game_is_not_even_shown(four):
    result(four, 1, 2, (9, 0), status=Game.Status.VOID)
    result(four, 1, 2, (1, 0))
    meeting = next(m for m in load_league(four).meetings if m.finals)
    assert len(meeting.games) == 1
    assert meeting.wins(entrant(four, 1)) == 1


def test_streaks_follow_the_schedule_and_not_the_clock(four):
    order = sorted((2, 3, 4), key=lambda other: fixture_of(four, 1, other).round.number)
    # Played backwards: the last round first.
    for other, score in zip(reversed(order), [(1, 0), (0, 1), (1, 0)], strict=True):
        result(four, 1, other, score)
    assert lines(four)[1].form == "WLW"
    assert lines(four)[1].row.record.streak == "W1"


def test_the_race_begins_at_zero_and_ends_with_the_last_round_that_counts(four):
    rounds = {other: fixture_of(four, 1, other).round.number for other in (2, 3, 4)}
    first = min(rounds, key=rounds.__getitem__)
    result(four, 1, first, (3, 1))
    loaded = load_league(four)
    courses = {c.entrant.number: c.values for c in tables.race(loaded, tables.table(loaded))}
    assert courses[1] == (0, 1)
    assert courses[first] == (0, -1)


def test_the_cross_table_says_the_same_from_both_sides(four):
    results(four, [(1, 2, 5, 3), (3, 4, 2, 1)])
    loaded = load_league(four)
    cross = tables.cross_table(loaded, tables.table(loaded))
    numbers = [line.entrant.number for line in cross]
    for i, row in enumerate(cross):
        assert row.tallies[i] is None
        for j, column in enumerate(cross):
            if i != j:
                mine, theirs = row.tallies[j], column.tallies[i]
                assert (mine.won, mine.lost) == (theirs.lost, theirs.won)
    assert str(cross[numbers.index(1)].tallies[numbers.index(2)]) == "1-0"


def test_an_odd_field_has_byes_in_its_rounds():
    tournament = league(5)
    loaded = load_league(tournament)
    assert len(loaded.rounds) == 5
    for round_ in loaded.rounds:
        assert len(round_.series) == 2
        assert len(round_.byes) == 1
        assert round_.meetings[-1].state == "bye"
    assert loaded.series_total == 10
    season = team_season(loaded, entrant(tournament, 1))
    assert len(season.meetings) == 5
    assert sum(meeting.is_bye for meeting in season.meetings) == 1


def test_a_series_is_late_when_later_rounds_have_overtaken_it(four):
    by_round = sorted((2, 3, 4), key=lambda other: fixture_of(four, 1, other).round.number)
    last = fixture_of(four, 1, by_round[-1])
    result(four, 1, by_round[-1], (3, 1))
    loaded = load_league(four)
    assert len(loaded.late) == 4
    assert {meeting.state for meeting in loaded.late} == {"late"}
    assert loaded.next_round.number == 1
    assert loaded.last_round.number == last.round.number
    overview = desk.overview(loaded)
    assert overview.left == 5
    assert [round_.state for round_ in overview.unplayed_rounds] == ["late", "late", "running"]


def test_a_series_says_who_won_it_and_how():
    tournament = league(4, format=Format(legs=1, series_length=3))
    for number, score in enumerate([(3, 1), (0, 4)], start=1):
        result(tournament, 1, 2, score, number=number)
    meeting = next(m for m in load_league(tournament).meetings if m.games)
    assert (meeting.state, meeting.winner) == ("running", "")
    result(tournament, 1, 2, (5, 4), number=3)
    meeting = next(m for m in load_league(tournament).meetings if m.games)
    winner = meeting.home if meeting.winner == "home" else meeting.away
    assert (meeting.state, winner.number) == ("complete", 1)


def test_a_league_is_read_in_four_queries_whatever_its_size(django_assert_num_queries):
    for count in (4, 12):
        tournament = league(count, name=f"League of {count}")
        result(tournament, 1, 2, (3, 1))
        with django_assert_num_queries(4):
            loaded = load_league(tournament)
            standings = tables.table(loaded)
            tables.race(loaded, standings)
            tables.cross_table(loaded, standings)


def test_the_front_page_shows_what_one_may_see(four):
    private = league(4, name="Private", visibility="private")
    result(four, 1, 2, (3, 1))
    result(private, 1, 2, (3, 1), number=1)
    result(private, 1, 2, (3, 1), number=2)
    outsider, mine = person("Outsider"), manager(private, 1)

    def seen(user):
        return {tournament.name for tournament in home.tournaments_of(user)}

    assert seen(outsider) == {"Test League"}
    assert seen(mine) == {"Test League", "Private"}
    assert [news.tournament for news in home.latest_results(outsider)] == [four]
    assert len(home.latest_results(mine)) == 2
    assert home.waiting_for(outsider) == []
    waiting = home.waiting_for(mine)
    assert [news.meeting.has(entrant(private, 1)) for news in waiting] == [True]
    assert waiting[0].meeting.is_open


def test_the_front_page_counts_each_series_once():
    tournament = league(6, director=person("Dana"))
    manager(tournament, 1)
    result(tournament, 1, 2, (3, 1), number=1)
    result(tournament, 1, 2, (3, 1), number=2)
    (found,) = home.shown_tournaments(person("Fan"), {})
    assert (found.series_total, found.series_done, found.is_mine) == (15, 1, False)
    (seen,) = home.shown_tournaments(person("Staff", is_staff=True), {})
    assert (seen.series_total, seen.is_mine) == (15, False)
    league(4, name="Not drawn", director=person("Ulla"), started=False)
    counts = {one.name: one.series_total for one in home.shown_tournaments(person("Guest"), {})}
    assert counts == {"Test League": 15, "Not drawn": 0}


def test_the_latest_results_are_the_last_ones_completed(four):
    for number, other in enumerate((4, 2, 3), start=1):
        result(four, 1, other, (3, 1))
        series = fixture_of(four, 1, other).series
        series.completed_at = timezone.now() + timedelta(hours=number)
        series.save()
    found = [news.meeting.series_id for news in home.latest_results(person("Fan"))]
    assert found == [fixture_of(four, 1, other).series_id for other in (3, 2, 4)]


def test_pages_cost_the_same_number_of_queries_for_any_field(django_assert_max_num_queries, client):
    dana = person("Dana")
    for count in (4, 14):
        tournament = league(count, name=f"League of {count}", director=dana)
        manager(tournament, 1, f"First {count}")
        manager(tournament, 2, f"Second {count}")
        for other in (2, 3, 4):
            result(tournament, 1, other, (3, 1))
        signed_in = browser(dana)
        # A club's page tells its transactions, its finishes and how its games went as well.
        pages = {"": 12, "standings/": 12, "schedule/": 12, "grid/": 12, "teams/1/": 16}
        for page, most in pages.items():
            with django_assert_max_num_queries(most):
                assert client.get(f"/t/{tournament.slug}/{page}").status_code == 200
        # The clubs for which a substitute can be invited are read for the form.
        with django_assert_max_num_queries(25):
            assert signed_in.get(f"/t/{tournament.slug}/desk/").status_code == 200
        with django_assert_max_num_queries(16):
            assert signed_in.get("/").status_code == 200


def test_outs_on_defence_are_those_of_the_games_as_they_ended():
    tournament = league(4, format=Format(legs=2, series_length=3), system_key="two-dice")
    play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)
    found = load_league(tournament)
    walked_off = 0
    for meeting in found.meetings:
        for played in meeting.finals:
            game = Game.objects.select_related("series").get(pk=played.pk)
            walked_off += game.reason == "walk-off"
            made = [0, 0]
            for moment in moments_of(record_of(game)):
                if moment.kind != END:
                    out = moment.after.outs - moment.before.outs
                    made[moment.before.batting] += max(0, out)
            numbers = {team: each.number for team, each in found.by_team.items()}
            result = played.result(numbers, 0, 1)
            assert (result.away_outs, result.home_outs) == (made[1], made[0])
    assert walked_off
