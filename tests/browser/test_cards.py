"""The page of a card at a desk."""

import pytest

from rosters.models import Card
from rosters.services.card_sets import make_card_set
from tests.rosters.builders import a_source, batted, person_facts, pitched

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("system_key", ["purestrat", "deep-drive"])
def test_every_column_of_a_full_season_is_in_sight_beside_the_card(live_site, page, system_key):
    made = make_card_set(
        name="Made",
        system_key=system_key,
        source=a_source(
            (
                person_facts("slugger", bats="B"),
                batted(
                    *(612, 140),
                    runs=130,
                    hits=214,
                    doubles=44,
                    triples=11,
                    home_runs=56,
                    runs_batted_in=152,
                    strikeouts=171,
                    hit_by_pitch=14,
                    stolen_bases=104,
                    caught_stealing=22,
                    sacrifice_hits=10,
                    sacrifice_flies=11,
                    double_plays=22,
                ),
            ),
            (person_facts("ace", throws="L"), pitched(629, earned_runs=51, walks=60)),
        ),
        years=[1986],
        acting_user=None,
    )
    page.set_viewport_size({"width": 1280, "height": 900})
    for card in Card.objects.filter(card_set=made):
        page.goto(f"{live_site.url}/cards/made/{card.key}/")
        cut = page.evaluate(
            "[...document.querySelectorAll('.hh-box')]"
            ".filter(box => box.scrollWidth > box.clientWidth).length"
        )
        assert page.locator(".hh-box").count() == 2
        assert cut == 0
