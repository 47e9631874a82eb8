"""An event whose edition has a designated hitter, from the edition to the box score."""

import re

import pytest

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine.events import DESIGNATED
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.services.lineups import save_line_up
from games.services.playing import play_series
from games.verifying import verify
from pitching.models import Outing, Violation
from rosters.models import Squad
from rosters.rules.lineups import DESIGNATED as DH
from rosters.rules.lineups import PITCHER
from tests.builders import browser, director_of, league, manager
from tests.markup import even
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def event(**fields) -> Tournament:
    return league(
        4,
        system_key="purestrat",
        card_set=a_purestrat_set().slug,
        format=Format(legs=1, series_length=2),
        edition_fields=fields,
    )


@pytest.fixture
def tournament() -> Tournament:
    return event(games={"designated_hitter": True})


def series_of(tournament: Tournament) -> list[Series]:
    rows = Series.objects.filter(event__key=tournament.scope).select_related("home", "away")
    return list(rows.order_by("pk"))


def board_of(tournament: Tournament, team: int) -> PlanBoard:
    return PlanBoard(
        Squad.objects.select_related("team").get(event__key=tournament.scope, team=team)
    )


def test_a_simulated_series_is_played_with_one_and_its_pitchers_are_on_the_sheets(tournament):
    series = series_of(tournament)[0]
    games = play_series(series_ids=[series.pk], acting_user=None)
    for game in games:
        for stored in game.clubs:
            assert DESIGNATED in stored["positions"]
            assert stored["pitcher"] not in stored["order"]
        assert all(club.starting_pitcher() for club in clubs_of(game))
        started = Outing.objects.filter(entry__column__key=f"game:{game.pk}", started=True)
        assert {each.card_id for each in started} == {
            stored["cards"][stored["pitcher"] - 1] for stored in game.clubs
        }
        assert all(check.holds for check in verify(game))
        page = browser().get(game.get_absolute_url()).content.decode()
        assert re.search(r">\s*dh\s*<", page)
    assert not Violation.objects.exists()


def test_his_line_up_is_laid_down_and_played_as_it_stands(tournament):
    series = series_of(tournament)[0]
    board, user = board_of(tournament, series.home_id), director_of(tournament)
    spots = board.suggested("R")
    assert [spot.position for spot in spots].count(DH) == 1
    assert PITCHER not in [spot.player for spot in spots]
    turned = tuple(reversed(spots))
    for hand in "LR":
        save_line_up(squad=board.squad, against=hand, spots=turned, acting_user=user)
    (game, *_) = play_series(series_ids=[series.pk], acting_user=None)
    stored = game.clubs[(game.away_id, game.home_id).index(series.home_id)]
    assert [stored["cards"][number - 1] for number in stored["order"]] == [
        spot.player for spot in turned
    ]
    assert stored["laid_down"]["line_up"] is True


@pytest.mark.rule("T0.01h")
def test_t0_01h_elsewhere_the_pitcher_bats_and_nobody_may_be_named():
    tournament = event()
    series = series_of(tournament)[0]
    board = board_of(tournament, series.home_id)
    spots = board.suggested("R")
    assert PITCHER in [spot.player for spot in spots]
    with pytest.raises(Refused) as refused:
        save_line_up(
            squad=board.squad,
            against="R",
            spots=[
                spot if spot.player != PITCHER else type(spot)(spots[0].player, DH)
                for spot in spots
            ],
            acting_user=director_of(tournament),
        )
    assert "no-designated-hitter" in {each.code for each in refused.value.refusals}


@pytest.mark.parametrize("there", [True, False])
def test_the_page_offers_the_position_where_there_is_one(there):
    tournament = event(games={"designated_hitter": there})
    someone = manager(tournament, 1)
    squad = Squad.objects.get(
        event__key=tournament.scope, team=tournament.entrants.get(number=1).team
    )
    page = even(browser(someone).get(f"/squads/{squad.pk}/line-ups/left/").content.decode())
    assert (page.count("<option selected>dh</option>"), ">dh</option>" in page) == (there, there)
