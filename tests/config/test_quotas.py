"""What one account may have: each kind up to its quota and no further, staff without end."""

import pytest
from django.conf import settings as configured
from django.core import mail
from rest_framework.test import APIClient

from config.people.tokens import issue_api_token
from config.quotas import WORDS
from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker
from games.systems.registry import SYSTEMS
from rosters.makers.files import write_csv
from rosters.models import Ballpark, CardFile, CardSet
from rosters.rules.parks import ParkNumbers
from rosters.rules.teams import TeamPlan
from rosters.services.card_set_jobs import queue_card_file, queue_card_set
from rosters.services.parks import Design, design_park
from tests.builders import browser, director_of, league, person, plan
from tests.rosters.builders import a_card_set, hitter_row
from tournaments.models import Invite, Tournament
from tournaments.services.clubs import enter_clubs
from tournaments.services.events import create_tournament
from tournaments.services.invites import invite, mail_invite, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def quota(settings):
    """Set quotas: ``quota(leagues=2)``."""

    def change(**quotas: int) -> None:
        settings.QUOTAS = {**configured.QUOTAS, **quotas}

    return change


def refused(act, **arguments) -> tuple[str, dict]:
    with pytest.raises(Refused) as found:
        act(**arguments)
    return found.value.code, dict(found.value.refusals[0].facts)


def test_every_quota_is_a_setting_in_words():
    assert set(configured.QUOTAS) == set(WORDS)
    assert all(most > 0 for most in configured.QUOTAS.values())


def test_an_account_makes_leagues_up_to_its_quota_and_staff_without_end(quota):
    quota(leagues=2)
    dana, staff = person("Dana"), person("Staff", is_staff=True)
    for number in range(2):
        create_tournament(plan=plan(3, name=f"League {number}"), acting_user=dana)
    facts = {"quota": "leagues", "most": 2, "held": 2}
    third = plan(3, name="Third")
    assert refused(create_tournament, plan=third, acting_user=dana) == ("quota-reached", facts)
    assert Tournament.objects.count() == 2
    for number in range(3):
        create_tournament(plan=plan(3, name=f"Staff {number}"), acting_user=staff)
    # One that is complete counts no longer.
    Tournament.objects.filter(name="League 0").update(state=Tournament.State.COMPLETE)
    create_tournament(plan=third, acting_user=dana)


def test_page_and_api_say_that_a_quota_is_reached(quota):
    quota(leagues=1)
    dana = director_of(league(3, started=False))
    clubs = "Aces, ACE\nBears, BEA\nCrows, CRO"
    typed = {"name": "Second", "system": "one-die", "clubs": clubs, "visibility": "public"}
    options = {
        f"option_{option.key}": option.default
        for option in SYSTEMS["one-die"].options
        if option.default is not False
    }
    options |= {"legs": 1, "series_length": 1}
    page = browser(dana).post("/new/", {**typed, **options})
    assert page.status_code == 422
    assert "An account may have 1 leagues" in page.content.decode()
    api = APIClient()
    api.force_authenticate(dana)
    wanted = [{"name": name, "abbreviation": name[:3]} for name in ("Aces", "Bears", "Crows")]
    body = {"name": "Second", "system": "one-die", "clubs": wanted}
    answer = api.post("/api/v1/tournaments/", body, format="json")
    assert (answer.status_code, answer.data["error"]["code"]) == (409, "quota-reached")


def test_clubs_count_in_a_new_league_and_in_one_that_is_there(quota):
    quota(clubs=7)
    tournament = league(4, started=False)
    dana = director_of(tournament)
    bigger = plan(4, name="Four more")
    assert refused(create_tournament, plan=bigger, acting_user=dana)[0] == "quota-reached"
    create_tournament(plan=plan(3, name="Three more"), acting_user=dana)
    more = [TeamPlan("Late Loons", "LLO")]
    code, facts = refused(enter_clubs, tournament=tournament, plans=more, acting_user=dana)
    assert (code, facts["held"]) == ("quota-reached", 7)


def test_card_sets_count_while_they_are_being_made(quota):
    quota(card_sets=2)
    dana = director_of(league(3, started=False))
    a_card_set("First", acting_user=dana)
    fictional = {"system_key": "commons", "source_key": "fictional", "years": []}
    queue_card_set(name="Second", **fictional, acting_user=dana)
    third = {"name": "Third", "acting_user": dana}
    assert refused(queue_card_set, **third, **fictional)[0] == "quota-reached"
    data = write_csv([hitter_row("a")], CommonsMaker()).encode()
    file = {"system_key": "commons", "data": data}
    assert refused(queue_card_file, **third, **file)[0] == "quota-reached"
    assert (CardSet.objects.count(), CardFile.objects.count()) == (1, 0)


def test_ballparks_of_ones_own_have_an_end(quota):
    quota(ballparks=1)
    dana = director_of(league(3, started=False))
    design = Design(name="Own Park", numbers=ParkNumbers(10, 10, 10, 10))
    design_park(design=design, acting_user=dana)
    assert refused(design_park, design=design, acting_user=dana)[0] == "quota-reached"
    assert Ballpark.objects.filter(designed_by=dana).count() == 1


def test_open_invites_have_an_end_and_those_withdrawn_count_no_longer(quota):
    quota(invites=1)
    tournament = league(3, started=False)
    offer = {"tournament": tournament, "role": "spectator", "acting_user": director_of(tournament)}
    made = invite(**offer)
    assert refused(invite, **offer, email="casey@example.org")[0] == "quota-reached"
    withdraw(made=made, acting_user=offer["acting_user"])
    invite(**offer)
    assert Invite.objects.count() == 2


def test_no_mailbox_is_filled_with_invites(quota, django_capture_on_commit_callbacks):
    quota(invite_mails=2)
    tournament = league(3, started=False)
    dana = director_of(tournament)
    made = invite(
        tournament=tournament, role="spectator", email="casey@example.org", acting_user=dana
    )
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            mail_invite(made=made, acting_user=dana)
        assert refused(mail_invite, made=made, acting_user=dana)[0] == "quota-reached"
    assert len(mail.outbox) == 2


def test_tokens_made_within_a_day_have_an_end_on_the_page_as_well(quota):
    quota(tokens=1)
    casey = person("Casey")
    key = issue_api_token(user=casey, acting_user=casey)
    assert refused(issue_api_token, user=casey, acting_user=casey)[0] == "quota-reached"
    page = browser(casey).post(
        "/account/security/tokens/", {"name": "More", "scope": "read", "days": "7"}, follow=True
    )
    assert "An account may have 1 API tokens" in page.content.decode()
    assert APIClient().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {key}").status_code == 200
