"""T31.9: a player with several cards is in the pool with the one that counts, and with no other."""

from dataclasses import replace

import pytest
from django.test import Client

from rosters.models import Card, CardSet, Source
from rosters.selectors.pool import PoolView, pool
from rosters.services.card_sets import make_card_set
from rosters.services.importing import source, store_year
from rosters.stats.lines import BattingLine, FieldingLine
from rosters.stats.seasons import BOTH, Season
from tests.rosters.builders import batted, person_facts, pitched

pytestmark = pytest.mark.django_db

GAVE_UP = {"hits": 300, "walks": 80, "strikeouts": 150, "home_runs": 25, "batters_faced": 1400}


def gave_up(outs: int, **more: int) -> Season:
    """A pitcher of that many outs, ordinary in everything else."""
    share = {name: count * outs // 1000 for name, count in GAVE_UP.items()}
    return pitched(outs, **{**share, **more})


def a_set(**players: list[Season]) -> CardSet:
    """Purestrat cards of these players, and of a few others who make a year of it."""
    usual = {
        "slugger": [batted(500, 60, hits=140, doubles=25, triples=3, home_runs=20, strikeouts=90)],
        "starter": [gave_up(720)],
    }
    everybody = {**usual, **players}
    made = source(("league", "League", Source.Kind.INVENTED, ""))
    store_year(
        source=made,
        year=1986,
        people={key: person_facts(key) for key in everybody},
        seasons=everybody,
        acting_user=None,
    )
    return make_card_set(
        name="Cards", system_key="purestrat", source=made, years=[1986], acting_user=None
    )


def in_pool(cards: CardSet, eligible: str) -> set[str]:
    return {card.key for card in pool(cards, PoolView(eligible=eligible))}


@pytest.mark.rule("T31.9a", "T31.9b")
def test_t31_9b_no_card_of_one_league_stands_in_for_the_whole_season():
    """All his year he started, and too little; of one league alone he would be a reliever."""
    whole = replace(gave_up(360, games=24, starts=24), league=BOTH, teams=("BOS", "NYN"))
    relief = replace(gave_up(150, games=40, starts=0), whole=False)
    starts = replace(gave_up(210, games=24, starts=24), league="AL", whole=False)
    cards = a_set(swingman=[whole, starts, relief])
    (his,) = Card.objects.filter(card_set=cards, name__icontains="swingman")
    assert (his.season.outs, his.cells["relief"]) == (360, "")
    assert his.key in in_pool(cards, "no")
    assert his.key not in in_pool(cards, "yes")
    # Of one league alone he might have relieved.
    alone = a_set_of_reliever()
    assert in_pool(alone, "reliever") >= {"reliever-1986"}
    page = Client().get(f"/cards/{cards.slug}/", {"eligible": "reliever"}).content.decode()
    assert "Swingman" not in page


def a_set_of_reliever() -> CardSet:
    made = source(("other", "Other", Source.Kind.INVENTED, ""))
    store_year(
        source=made,
        year=1986,
        people={key: person_facts(key) for key in ("reliever", "batter")},
        seasons={
            "reliever": [gave_up(150, games=40, starts=0)],
            "batter": [batted(500, 60, hits=140, home_runs=20, strikeouts=90)],
        },
        acting_user=None,
    )
    return make_card_set(
        name="Others", system_key="purestrat", source=made, years=[1986], acting_user=None
    )


def two_way(at_bats: int, walks: int) -> Season:
    """A pitcher who played first base as well."""
    season = gave_up(600)
    line = BattingLine(
        games=90, at_bats=at_bats, walks=walks, hits=at_bats // 4, doubles=5, home_runs=4
    )
    return replace(season, batting=line, fielding=(*season.fielding, FieldingLine("1b", games=45)))


@pytest.mark.rule("T31.9c")
def test_t31_9c_a_pitchers_hitters_card_counts_where_it_qualifies_as_one():
    cards = a_set(ruth=[two_way(317, 58)], drysdale=[two_way(130, 14)])
    keys = set(Card.objects.filter(card_set=cards).values_list("key", flat=True))
    assert {"ruth-1986", "ruth-1986-h", "drysdale-1986", "drysdale-1986-h"} <= keys
    hitters = in_pool(cards, "hitter")
    assert "ruth-1986-h" in hitters
    assert "drysdale-1986-h" not in hitters
    assert "drysdale-1986-h" in in_pool(cards, "no")
    # He pitches, and bats with the pitchers' hitting card that his own names.
    assert "drysdale-1986" in in_pool(cards, "starter")
    assert Card.objects.get(card_set=cards, key="drysdale-1986").cells["hitting"]
    page = Client().get(f"/cards/{cards.slug}/", {"eligible": "hitter"}).content.decode()
    assert "Ruth" in page
    assert "Drysdale" not in page
