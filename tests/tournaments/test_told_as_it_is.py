"""What directors are told in words: of byes that cross over, of shoot-outs, of a series' sheets."""

import pytest

from games.models import Game, Series
from tests.builders import browser, director_of, league
from tests.games.seriesday.builders import a_day
from tests.tournaments.test_stages import event
from tournaments.selectors.drops import on_bye
from tournaments.selectors.league import load_league
from tournaments.services.events import start_tournament
from tournaments.views.cards import played_in_words

IN_EACH = "in each round the manager with the bye plays for it"
FROM_OUTSIDE = "the replacement comes from outside"


def wizard(made) -> str:
    page = browser(director_of(made)).get(f"/t/{made.slug}/drops/?club=1").content.decode()
    return " ".join(page.split())


@pytest.mark.django_db
def test_where_byes_cross_over_nobody_is_told_that_who_has_the_bye_plays():
    made = event("netplay-10", 10)
    if made.state == made.State.SETUP:
        made = start_tournament(tournament=made, acting_user=director_of(made))
    found = load_league(made)
    assert len({club.division for club in found.entrants}) == 2
    # Five clubs each, and who would sit out meets who would in the other division.
    assert not any(on_bye(found, 1, round_.number) for round_ in found.rounds)
    page = wizard(made)
    assert IN_EACH not in page
    assert FROM_OUTSIDE in page


@pytest.mark.django_db
def test_in_an_odd_division_of_its_own_the_bye_is_told():
    page = wizard(league(5))
    assert IN_EACH in page or "where one of them has a bye its manager plays for it" in page
    assert FROM_OUTSIDE not in page


def test_a_shoot_out_is_no_game():
    game, shot = Game(series=Series(settings={})), Game(series=Series(settings={"shootout": True}))
    assert played_in_words([game, game]) == "2 games"
    assert played_in_words([shot]) == "1 shoot-out"
    assert played_in_words([game, shot, shot]) == "1 game and 2 shoot-outs"
    assert played_in_words([]) == "0 games"


@pytest.mark.django_db
def test_a_series_leads_to_the_sheets_of_both_its_clubs():
    day = a_day(cards=True, length=1)
    page = browser(day.home).get(day.series.get_absolute_url()).content.decode()
    for club in (day.series.home, day.series.away):
        assert f"Pitching sheet: {club}" in page
