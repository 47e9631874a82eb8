"""Cards of seasons that lack something, of a few players, of players of an afternoon: made, with
what is estimated said, or refused with code and place; never a card that cannot be played with."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from rosters.makers.base import makers
from rosters.models import CardSet
from rosters.selectors.card_sets import row_of
from rosters.services.card_set_jobs import queue_card_set
from rosters.services.card_sets import make_card_set
from rosters.sources.known import HOUSE
from rosters.stats.lines import PitchingLine
from tests.builders import league, person
from tests.rosters.builders import a_source, batted, person_facts, pitched

SYSTEMS = ("purestrat", "deep-drive", "commons")


def made_of(*players, year=1986, systems=SYSTEMS):
    """Sets of every system of these players; every card is readable."""
    seasons = [(who, replace(season, year=year, league="AL")) for who, season in players]
    source = a_source(*seasons, year=year)
    sets = {}
    for system in systems:
        made = make_card_set(
            name=f"{system} {year}",
            system_key=system,
            source=source,
            years=[year],
            acting_user=None,
        )
        for card in made.cards.all():
            makers()[system].verify(row_of(card))
            assert "nan" not in str(card.cells)
        sets[system] = made
    return sets


def a_dozen():
    """Eight who hit and four who pitch."""
    for at in range(8):
        counts = {"hits": 100 + at, "doubles": 20, "triples": 3, "home_runs": at, "runs": 50}
        yield person_facts(f"bat{at}"), batted(400, 40, strikeouts=60, stolen_bases=5, **counts)
    for at in range(4):
        counts = {"hits": 180, "walks": 60, "strikeouts": 100, "home_runs": 15}
        yield (
            person_facts(f"arm{at}", throws="LR"[at % 2]),
            pitched(600, earned_runs=80, batters_faced=850, **counts),
        )


@pytest.mark.django_db
def test_a_pool_of_twelve_players_of_one_club_is_filled_up_with_the_real_league_of_its_year():
    made = made_of(*a_dozen())
    assert {each.cards.count() for each in made.values()} == {12}
    norm = made["purestrat"].truth["norms"][0]
    # Their .26 or so among the AL of 1986, which hit .262; 2012's .2545 has no part in it.
    assert norm["figures"]["AVG"] == pytest.approx(0.262, abs=0.003)


@pytest.mark.django_db
def test_a_season_without_strikeouts_and_caught_stealing_says_what_it_took_and_from_when():
    players = [
        (
            who,
            season
            if season.batting is None
            else replace(
                season, batting=replace(season.batting, strikeouts=None, caught_stealing=None)
            ),
        )
        for who, season in a_dozen()
    ]
    made = made_of(*players, year=1926)
    for system in ("purestrat", "deep-drive"):
        estimated = made[system].truth["norms"][0]["estimated"]
        assert {"strikeouts", "caught"} <= set(estimated)
        assert all("19" in years for years in estimated.values())
    sides = made["purestrat"].cards.filter(kind="hitter").values_list("cells__left", flat=True)
    assert all("K" in side for side in sides)


@pytest.mark.django_db
def test_a_year_before_1920_is_made_and_says_what_is_estimated():
    made = made_of(*a_dozen(), year=1908, systems=("purestrat",))
    assert made["purestrat"].truth["norms"][0]["estimated"]


@pytest.mark.django_db
def test_players_of_one_turn_one_out_and_none_have_cards_that_can_be_read():
    once = replace(batted(1, hits=1), batting=replace(batted(1, hits=1).batting, games=1))
    out = pitched(1, games=1, starts=0, hits=1, earned_runs=1, batters_faced=2)
    nobody = pitched(0, games=1, starts=1, hits=3, walks=2, earned_runs=5, batters_faced=5)
    extremes = [
        (person_facts("once"), once),
        (person_facts("out", throws="L"), out),
        (person_facts("infinite"), nobody),
    ]
    made = made_of(*a_dozen(), *extremes)
    assert made["purestrat"].cards.count() == 15
    assert made["deep-drive"].cards.count() == 15
    # CB-116: an average without innings is none, so that he has no card.
    assert made["commons"].cards.count() == 14
    assert PitchingLine(outs=0, earned_runs=5).earned_run_average is None


@pytest.mark.django_db
def test_years_of_the_fictional_league_mix_with_no_others_and_unknown_ones_are_refused():
    director = person("Dana")
    league(4, director=director, started=False)
    a_source(*a_dozen())
    asked = {"name": "Mixed", "system_key": "purestrat", "acting_user": director}
    for source, years in ((HOUSE, [1986, 2012]), ("league", [1985]), ("league", [])):
        with pytest.raises(Refused) as refused:
            queue_card_set(source_key=source, years=years, **asked)
        found = [(each.code, each.place) for each in refused.value.refusals]
        assert found == [("no-seasons", "years")], source
    assert not CardSet.objects.exists()
