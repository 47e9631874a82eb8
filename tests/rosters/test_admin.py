"""The rosters' part of the back office: everything is looked at, and sets are taken out."""

import pytest
from django.contrib import admin
from unfold.admin import ModelAdmin

from config.journal.models import Action
from rosters.models import Card, CardSet, ClubSeason, Player, Source, Squad, Team
from rosters.services.card_sets import make_card_set
from tests.builders import browser, league, person
from tests.rosters.builders import a_card_set, a_source, a_squad, batted, person_facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def office():
    return browser(person("Staff", is_staff=True, is_superuser=True))


def test_every_list_and_every_row_opens(office):
    league(3, started=False)
    source = a_source((person_facts("slugger"), batted(400, hits=124)))
    ClubSeason.objects.create(source=source, year=1986, key="BOS", name="Boston")
    made = make_card_set(
        name="Made", system_key="commons", source=source, years=[1986], acting_user=None
    )
    team = Team.objects.first()
    a_squad(team, made.cards.get())
    for model in (Team, Squad, Source, Player, ClubSeason, CardSet, Card):
        assert isinstance(admin.site.get_model_admin(model), ModelAdmin)
        address = f"/admin/rosters/{model._meta.model_name}/"
        assert office.get(address, {"q": "a"}).status_code == 200, model
        row = model.objects.first()
        assert office.get(f"{address}{row.pk}/change/").status_code == 200, model
        assert office.get(f"{address}add/").status_code == 403, model
        assert office.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403, model


def test_sets_are_taken_out_by_the_same_service(office):
    used, free = a_card_set("Used"), a_card_set("Free")
    league(3, started=False)
    a_squad(Team.objects.get(name="Ashford Aces"), used.cards.first())

    def take_out(card_set: CardSet) -> str:
        asked = {"action": "take_out", "_selected_action": [card_set.pk]}
        answer = office.post("/admin/rosters/cardset/", asked, follow=True)
        return answer.content.decode()

    assert "Free is gone." in take_out(free)
    assert "Used is in use and stays." in take_out(used)
    assert list(CardSet.objects.all()) == [used]
    assert [line.subject_label for line in Action.objects.filter(code="card-set-deleted")] == [
        "Free"
    ]
