"""What the desk says is left to do before play begins."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from rosters.drafts.models import Draft
from tests.builders import browser, clubs, director_of, manager, person
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Invite, Tournament
from tournaments.services.events import create_tournament
from tournaments.services.invites import accept, invite_managers, withdraw
from tournaments.services.plans import TournamentPlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    plan = TournamentPlan(name="Undrawn", system_key="one-die", clubs=clubs(4))
    return create_tournament(plan=plan, acting_user=person("Dana"))


def desk(event: Tournament, act: str = "") -> str:
    client, address = browser(director_of(event)), f"/t/{event.slug}/desk/"
    if act:
        client.post(address, {"act": act})
    return client.get(address).content.decode()


def test_a_press_makes_a_link_for_every_club_that_nobody_manages(event):
    first, second, *others = event.entrants.order_by("number")
    manager(event, first.number, "Max")
    page = desk(event)
    assert "3 of 4 clubs have no manager yet" in page
    assert "All of them as text" not in page
    page = desk(event, "invite-managers")
    made = list(Invite.objects.order_by("pk"))
    assert [one.entrant for one in made] == [second, *others]
    assert {one.role for one in made} == {"manager"}
    assert Action.objects.filter(code="invite-made").count() == 3
    text = page.split('id="all-links"')[1].split("</textarea>")[0]
    assert all(club.team.name in text for club in (second, *others))
    assert text.count("http") == 3
    # Asked again there is nothing left to make; a link withdrawn is made anew, one taken is not.
    assert invite_managers(tournament=event, acting_user=director_of(event)) == []
    withdraw(made=made[0], acting_user=director_of(event))
    accept(made=made[1], acting_user=person("Robin"))
    again = invite_managers(tournament=event, acting_user=director_of(event))
    assert [one.entrant for one in again] == [second]


def test_all_links_are_made_or_none(event, settings):
    settings.QUOTAS = {**settings.QUOTAS, "invites": 3}
    with pytest.raises(Refused) as refused:
        invite_managers(tournament=event, acting_user=director_of(event))
    assert refused.value.code == "quota-reached"
    assert not Invite.objects.exists()


def test_the_desk_ticks_off_what_is_done(event):
    for club in event.entrants.all():
        manager(event, club.number, f"Of {club.number}")
    page = desk(event)
    assert "Every club has a manager." in page
    assert "Draw the schedule and start" in page
    assert "Set up a draft" not in page


def test_games_with_cards_have_squads_to_think_of():
    cards = a_purestrat_set()
    plan = TournamentPlan("Cards", "purestrat", clubs(4), card_set=cards.slug)
    event = create_tournament(plan=plan, acting_user=person("Dana"))
    page = desk(event)
    assert "Squads from a sheet" in page
    assert "Purestrat 2013" in page
    page = desk(event, "set-up-draft")
    assert "To the draft room" in page
    assert "A draft is set up." in page
    assert "Play begins when the draft has ended." in page
    assert "Draw the schedule and start" not in page
    Draft.objects.update(state=Draft.State.RUNNING)
    page = desk(event)
    assert "when every pick is made, end it in the draft room" in page
    assert "Draw the schedule and start" not in page
