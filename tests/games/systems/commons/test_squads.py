"""Drafts and dealt squads under the law of decks."""

import pytest

from config.refusals import Refused
from games.systems.commons.decks.pool import cards, deck_cards
from games.systems.commons.play.deck_law import deck_problems
from rosters.models import Card, RosterSpot, Team
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import law_of
from rosters.selectors.prospects import prospects
from rosters.services.card_sets import enter_card_set
from rosters.services.squads import impute_squads
from tests.builders import an_event_row
from tests.games.systems.commons.decks import batter, pitcher

pytestmark = pytest.mark.django_db


@pytest.mark.rule("CB-001", "CB-002", "CB-003", "CB-103", "CB-119")
def test_squads_that_are_dealt_are_legal_decks_and_alike():
    made = enter_card_set(
        name="League",
        system_key="commons",
        rows=[
            *(batter(number, rank=1 + number % 9) for number in range(1, 121)),
            *(
                pitcher(number, rank=1 + number % 9, reliever=number % 3 == 0)
                for number in range(1, 31)
            ),
            batter(121, at_bats=""),
        ],
        acting_user=None,
    )
    teams = [Team.objects.create(name=name, abbreviation=name[:3]) for name in ("Ant", "Bee")]
    impute_squads(card_set=made, teams=teams, scope=an_event_row("test:9"), acting_user=None)
    squads = [
        deck_cards(cards().filter(spots__squad__team=team, spots__squad__event__key="test:9"))
        for team in teams
    ]
    assert [deck_problems(squad) for squad in squads] == [[], []]
    assert RosterSpot.objects.values("card").distinct().count() == 120
    for team in teams:
        spots = RosterSpot.objects.filter(squad__team=team).order_by("number")
        order = deck_cards(spot.card for spot in spots.select_related("card__season"))
        for pitches in (False, True):
            values = [card.value for card in order if card.pitches is pitches]
            assert values == sorted(values, reverse=True)
        assert [card.pitches for card in order] == [False] * 50 + [True] * 10
    first, second = (sum(card.value for card in squad) for squad in squads)
    assert abs(first - second) < 0.05 * abs(first)
    with pytest.raises(Refused) as refused:
        impute_squads(
            card_set=made,
            teams=[*teams, Team.objects.create(name="Cat", abbreviation="CAT")],
            scope=an_event_row("test:9"),
            acting_user=None,
        )
    assert refused.value.code == "pool-too-small"


@pytest.mark.rule("CB-004", "CB-118", "CB-119")
def test_a_draft_knows_players_and_relievers_by_their_cards():
    made = enter_card_set(
        name="League",
        system_key="commons",
        rows=[
            *(batter(number) for number in range(1, 61)),
            *(pitcher(number, reliever=number % 3 == 0) for number in range(1, 16)),
            batter(70, special="commemorative"),
        ],
        acting_user=None,
    )
    enter_card_set(name="Other", system_key="commons", rows=[batter(1)], acting_user=None)
    pool = prospects(made)
    keys = dict(Card.objects.filter(card_set=made).values_list("pk", "key"))
    assert "b70" not in {keys[player.key] for player in pool}
    assert {keys[player.key] for player in pool if player.relieves} == {
        "p3",
        "p6",
        "p9",
        "p12",
        "p15",
    }
    law, settings = law_of("commons"), DraftSettings()
    (one,) = (player for player in pool if keys[player.key] == "b1")
    assert law.holes([one], 59, pool, settings) == []
    (again,) = prospects(Card.objects.get(card_set__slug="other").card_set)
    found = law.holes([one, again], 58, pool, settings)
    assert [(each.code, each.facts["rule"]) for each in found] == [("player-twice", "CB-119")]
