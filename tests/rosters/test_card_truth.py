"""A set says whom it is made for and how true it came out: stored, on its pages, by the API."""

from dataclasses import replace

import pytest
from rest_framework.test import APIClient

from rosters.makers.base import maker
from rosters.makers.invented import invented_subjects
from rosters.makers.truth import ALLOWED, SIGNED, card_lines
from rosters.models import CardSet, Source
from rosters.selectors.card_sets import rows_of
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.services.importing import store_fictional_league
from rosters.sources.known import FICTIONAL_YEAR


@pytest.fixture
def made(db):
    store_fictional_league(acting_user=None)
    return make_card_set(
        name="First cards",
        system_key="commons",
        source=Source.objects.get(),
        years=[FICTIONAL_YEAR],
        acting_user=None,
    )


@pytest.mark.long
def test_making_a_set_reports_the_error_of_every_card(made):
    assert {line["figure"] for line in made.truth["lines"]} == {"AVG", "SLG", "BB"}
    card = made.cards.filter(kind="hitter").first()
    line = card.season.batting
    assert card.truth["own"]["AVG"] == pytest.approx(line["hits"] / line["at_bats"])
    # A threshold is of 1,296 throws.
    assert all(each.truth["error"] < 0.003 for each in made.cards.exclude(truth={}))
    assert made.cards.filter(truth={}, kind="hitter").count() == 0


@pytest.mark.long
def test_the_pages_and_the_api_say_it(made, client):
    pool = client.get(f"/cards/{made.slug}/").content.decode()
    assert "hitters AVG .000" in pool
    assert f"/card-sets/{made.slug}/truth/" in pool
    page = client.get(f"/card-sets/{made.slug}/truth/?kind=pitcher").content.decode()
    assert f"{FICTIONAL_YEAR} Both leagues" in page
    assert "4.00" in page
    worst = made.cards.filter(kind="pitcher").order_by("-truth__error", "key").first()
    assert page.index(worst.name) < page.index("Previous" if "Previous" in page else "</main>")
    api = APIClient()
    told = api.get(f"/api/v1/card-sets/{made.slug}/truth/").json()
    assert told["norms"][0]["figures"] == {"ERA": 4.0}
    assert told["lines"] == made.truth["lines"]
    assert api.get(f"/api/v1/cards/{worst.pk}/").json()["truth"] == worst.truth
    card = client.get(f"/cards/{made.slug}/{worst.key}/").content.decode()
    assert "How true the set is" in card


@pytest.mark.long
def test_entered_cards_and_old_sets_say_that_nobody_counted(made, client):
    entered = enter_card_set(
        name="Typed", system_key="commons", rows=rows_of(made)[:3], acting_user=None
    )
    page = client.get(f"/card-sets/{entered.slug}/truth/").content.decode()
    assert "entered from a file" in page
    CardSet.objects.filter(pk=made.pk).update(truth={}, maker_version=1)
    page = client.get(f"/card-sets/{made.slug}/truth/").content.decode()
    assert "version 1 of the maker" in page
    told = APIClient().get(f"/api/v1/card-sets/{entered.slug}/truth/").json()
    assert told == {"norms": [], "lines": []}
    assert "How true" not in client.get(f"/cards/{entered.slug}/").content.decode()


@pytest.mark.long
def test_years_that_are_mixed_each_have_their_own_norm(made):
    player = Source.objects.get().players.filter(seasons__batting__isnull=False).first()
    season = player.seasons.first()
    season.pk, season.year = None, FICTIONAL_YEAR - 30
    season.save()
    mixed = make_card_set(
        name="Mixed",
        system_key="deep-drive",
        source=Source.objects.get(),
        years=[FICTIONAL_YEAR, FICTIONAL_YEAR - 30],
        acting_user=None,
    )
    assert [norm["year"] for norm in mixed.truth["norms"]] == [FICTIONAL_YEAR - 30, FICTIONAL_YEAR]


@pytest.mark.long
@pytest.mark.parametrize("system", ["deep-drive", "commons"])
def test_every_maker_is_held_against_the_seasons_by_one_interface(system):
    subjects = invented_subjects("house")
    making = maker(system).for_year(subjects)
    made = [(each, row) for each in subjects for row in making.make(each)]
    lines = card_lines(making.measured(made))
    hitters = [line for line in lines if line.kind == "hitter"]
    assert len(hitters) >= 2
    assert [line for line in hitters if line.median > ALLOWED["hitter", line.figure]] == []
    assert [line for line in hitters if abs(line.signed) > 2 * SIGNED] == []
    assert making.norms()
    # One card with another player's season is found out.
    (first, row), *_ = [each for each in made if each[1].kind == "hitter"]
    other = replace(first.season.batting, hits=first.season.batting.hits // 2)
    wrong = replace(first, season=replace(first.season, batting=other))
    before = {card.key: card.error for card in making.measured(made)}
    after = {card.key: card.error for card in making.measured([(wrong, row), *made[1:]])}
    assert after[row.key] > before[row.key] + 0.02
