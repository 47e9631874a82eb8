"""A squad belongs to a club in an event."""

import pytest
from django.db import IntegrityError, transaction

from config.journal.models import Action
from rosters.models import RosterSpot, Squad
from rosters.rules.teams import TeamPlan
from rosters.services.squads import impute_squads
from rosters.services.teams import create_teams
from tests.builders import an_event_row
from tests.rosters.builders import a_card_set, a_purestrat_set, a_squad

pytestmark = pytest.mark.django_db


def keys(scope: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for spot in RosterSpot.objects.filter(squad__event__key=scope).select_related("squad__team"):
        found.setdefault(spot.squad.team.name, []).append(spot.card_id)
    return found


def test_a_club_holds_another_squad_in_another_event():
    teams = create_teams(plans=[TeamPlan("Reds", "RED"), TeamPlan("Blues", "BLU")])
    cards = a_purestrat_set()
    for scope in ("test:1", "test:2"):
        impute_squads(card_set=cards, teams=teams, scope=an_event_row(scope), acting_user=None)
    first = keys("test:1")
    assert first == keys("test:2")
    assert {name: len(found) for name, found in first.items()} == {"Reds": 25, "Blues": 25}

    a_squad(teams[0], *cards.cards.all()[:3], scope="test:2")
    assert keys("test:1") == first
    assert len(keys("test:2")["Reds"]) == 3
    assert keys("test:2")["Blues"] == first["Blues"]


def test_a_club_that_comes_later_gets_what_nobody_of_the_event_has():
    first, later = create_teams(plans=[TeamPlan("Reds", "RED"), TeamPlan("Blues", "BLU")])
    cards, scope = a_purestrat_set(), an_event_row()
    impute_squads(card_set=cards, teams=[first], scope=scope, acting_user=None)
    best = keys(scope)["Reds"]
    impute_squads(card_set=cards, teams=[first, later], scope=scope, acting_user=None)
    squads = keys(scope)
    assert squads["Reds"] == best
    assert len(set(squads["Blues"]) - set(best)) == 25
    impute_squads(card_set=cards, teams=[first, later], scope=scope, acting_user=None)
    assert keys(scope) == squads
    told = Action.objects.filter(code="squads-imputed").order_by("pk")
    assert [line.new["clubs"] for line in told] == [["Reds"], ["Blues"]]


@pytest.mark.servers("constraints")
@pytest.mark.servers("constraints")
def test_a_club_has_one_squad_an_event_and_each_card_in_it_once():
    (team,) = create_teams(plans=[TeamPlan("Reds", "RED")])
    (spot, _) = a_squad(team, *a_card_set().cards.all())
    with pytest.raises(IntegrityError), transaction.atomic():
        Squad.objects.create(team=team, event_id="test:1")
    with pytest.raises(IntegrityError), transaction.atomic():
        RosterSpot.objects.create(squad=spot.squad, card=spot.card, number=9)
