"""Charts of a club's runs: by inning, and how many in a game."""

import pytest

from games.models import Game
from tests.builders import browser, league, result
from tests.markup import even
from tests.work import counted
from tournaments.selectors.league import load_league
from tournaments.selectors.runs import MANY, bars, by_runs, runs_of, runs_of_league

pytestmark = pytest.mark.django_db


def test_games_are_told_by_runs_and_many_runs_stand_together():
    assert by_runs([]) == []
    told = by_runs([0, 3, 3, MANY, 25])
    assert (told[0], told[3], told[MANY], sum(told)) == (1, 2, 2, 5)
    assert bars(told)[-1] == ("11+", 2.0)


def test_a_clubs_runs_are_its_own_and_its_opponents_by_inning_and_game():
    made = league(4)
    result(made, 1, 2, (5, 4))
    result(made, 3, 1, (2, 0))
    games = list(Game.objects.order_by("pk"))
    # Visitors first; the second game is one of which the innings are not known.
    home_first = games[0].home_id == made.entrants.get(number=1).team_id
    sides = [[0, 4], [3, 2]] if home_first else [[3, 2], [0, 4]]
    Game.objects.filter(pk=games[0].pk).update(summary={"innings": sides})
    Game.objects.filter(pk=games[1].pk).update(summary={"innings": [[], []]})
    now = load_league(made)
    entrant = made.entrants.select_related("team").get(number=1)
    with counted() as work:
        told = runs_of(now, entrant)
    assert work.queries == 1
    assert (told.games, told.known) == (2, 1)
    assert (told.scored_by_inning, told.allowed_by_inning) == ([3, 2], [0, 4])
    assert [runs for runs, games in enumerate(told.scored) if games] == [0, 5]
    assert [runs for runs, games in enumerate(told.allowed) if games] == [2, 4]
    assert sum(runs_of_league(now)) == 4
    page = even(browser().get(f"/t/{made.slug}/teams/1/").content.decode())
    assert "Its own above the line, its opponents’ below; of 1 of 2 games." in page
    api = browser().get(f"/api/v1/tournaments/{made.slug}/clubs/1/").json()
    assert api["runs"]["scored_by_inning"] == [3, 2]
    assert [(each["opponent"], each["runs_for"]) for each in api["against"]] == [(2, 5), (3, 0)]
    assert (
        "How many runs a club scores"
        in browser().get(f"/t/{made.slug}/standings/").content.decode()
    )


def test_a_club_that_has_not_played_has_no_charts():
    made = league(4)
    assert browser().get(f"/t/{made.slug}/teams/1/").context["runs"] is None
    told = browser().get(f"/api/v1/tournaments/{made.slug}/clubs/1/").json()["runs"]
    assert told == {
        "games": 0,
        "known": 0,
        **{name: [] for name in ("scored", "allowed", "scored_by_inning", "allowed_by_inning")},
    }
