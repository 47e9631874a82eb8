"""Every page of Commons by phone and at a desk, by day and by night: nothing sticks out, and axe
finds nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.services.playing import play_series
from games.services.scoring import record_game
from games.systems.commons.decks.printing import SHEETS
from games.systems.commons.decks.services import make_deck
from rosters.models import Card, Squad
from rosters.services.card_sets import make_card_set
from tests.browser.test_drafts import PHONE, fits, sign_in
from tests.builders import fixture_of
from tests.games.systems.commons.decks import a_set, keys
from tests.games.systems.commons.test_reports import Day, a_commons_day
from tests.rosters.builders import a_source, batted, person_facts, pitched

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 1000}


@pytest.fixture
def day() -> Day:
    """A league that has just begun."""
    return a_commons_day(length=2)


def a_player_of_a_season() -> Card:
    """A card that knows its player."""
    made = make_card_set(
        name="Made",
        system_key="commons",
        source=a_source(
            (person_facts("slugger", bats="B"), batted(400, 40, hits=124, home_runs=26)),
            (person_facts("ace", throws="L"), pitched(629, earned_runs=51, walks=60)),
        ),
        years=[1986],
        acting_user=None,
    )
    return Card.objects.select_related("season").filter(card_set=made, season__isnull=False)[0]


def pages_of(day: Day) -> Iterator[str]:
    """The addresses, each of them once everything that it shows is there."""
    yield "/systems/commons/"
    yield "/systems/commons/sample/"
    yield "/systems/commons/play/"
    deck = make_deck(name="Shoe box", cards=keys(a_set()), acting_user=day.director)
    yield "/decks/"
    yield f"/decks/{deck.pk}/"
    yield from (f"/decks/{deck.pk}/print/{what}/" for what in SHEETS)
    card = a_player_of_a_season()
    yield "/cards/made/"
    yield f"/cards/made/{card.key}/"
    yield f"/players/{card.season.player_id}/"
    yield f"/compare/?card={card.pk}"
    squad = Squad.objects.get(event__key=day.tournament.scope, team=day.series.home)
    yield f"/squads/{squad.pk}/order/"
    yield f"/squads/{squad.pk}/instructions/"
    number = day.tournament.entrants.get(team=day.series.home).number
    yield f"/t/{day.tournament.slug}/teams/{number}/squad/"
    told = f"/series/{day.series.pk}/games/2/report/"
    yield f"{told}?box=1"
    day.report(day.director, day.boxed(2), number=2)
    yield told
    yield day.game(2).get_absolute_url()
    scored = f"/series/{day.series.pk}/games/1/score/"
    yield scored
    live = record_game(series_id=day.series.pk, number=1, transcript=[], acting_user=day.director)
    yield scored
    yield live.get_absolute_url()
    other = fixture_of(day.tournament, 3, 4).series
    final, _ = play_series(series_ids=[other.pk], acting_user=None)
    yield final.get_absolute_url()
    yield f"{final.get_absolute_url()}scorecard/"
    yield other.get_absolute_url()
    yield f"/t/{day.tournament.slug}/leaders/"


# Both widths and both schemes: a colour is the same at every width.
@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (DESKTOP, "dark")])
def test_every_page_of_commons_fits_and_axe_finds_nothing(
    live_site, page: Page, day, check_accessibility, size, theme
):
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    sign_in(page, live_site.url, day.director)
    wrong = {}
    for address in pages_of(day):
        answer = page.goto(f"{live_site.url}{address}")
        assert answer is not None
        assert answer.status == 200, address
        try:
            # Paper is as wide as paper is.
            if "/print/" not in address:
                fits(page)
            check_accessibility(page)
        except AssertionError as error:
            wrong[address] = str(error)
    assert not wrong, "\n".join(f"{where}: {why}" for where, why in wrong.items())
