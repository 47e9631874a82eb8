"""What somebody takes away, and what stays of whoever leaves."""

import io
import json
import zipfile

import pytest
from axes.models import AccessLog
from django.test import Client

from config.events.models import EventRole
from config.journal.models import Action
from config.people.closing import close_account
from config.people.models import ApiToken, Session, User
from config.people.tokens import issue_api_token
from rosters.models import TeamMember
from tests.builders import director_of, league, manager
from tests.config.conftest import PASSWORD
from tournaments.models import Entrant, Invite, Tournament
from tournaments.services.invites import invite

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def opened(answer) -> dict:
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


def signed_in(user) -> Client:
    found = Client()
    found.force_login(user, backend=BACKEND)
    return found


def test_the_archive_has_what_names_the_person_and_nothing_that_opens_a_door():
    tournament = league(4)
    own, other = manager(tournament, 1, "Own"), manager(tournament, 2, "Other")
    key = issue_api_token(user=own, name="Phone", acting_user=own)
    issue_api_token(user=other, name="Hers", acting_user=other)
    client = signed_in(own)
    found = opened(client.post("/account/data/take/"))
    assert found["account.json"]["email"] == own.email
    assert [row["name"] for row in found["people.apitoken.json"]] == ["Phone"]
    assert [row["user_id"] for row in found["rosters.teammember.json"]] == [own.pk]
    assert {row["actor_id"] for row in found["journal.action.json"]} == {own.pk}
    told = json.dumps(found)
    kept = ApiToken.objects.get(user=own).digest
    for secret in (key, kept, client.session.session_key, own.password, other.email):
        assert secret not in told
    assert set(opened(client.post("/api/v1/me/data/"))) == set(found)
    assert Action.objects.filter(code="data-taken", actor=own).count() == 2


def test_the_only_director_of_a_running_event_is_told_what_to_do_first():
    tournament = league(4)
    director = director_of(tournament)
    client = signed_in(director)
    page = client.get("/account/data/").content.decode()
    assert f"You are the only director of {tournament.name}" in page
    sent = {"email": director.email, "password": PASSWORD, "name": "keep"}
    assert client.post("/account/data/close/", sent).status_code == 422
    director.refresh_from_db()
    assert director.is_active


@pytest.mark.parametrize("name", ["keep", "pseudonym"])
def test_whoever_leaves_stays_in_what_is_over_by_name_or_pseudonym(name):
    over, running = league(4, name="Over"), league(4, name="Running")
    own = manager(over, 1, "Casey Stengel")
    team = Entrant.objects.get(tournament=running, number=1).team
    team.members.create(user=own, role="manager")
    Tournament.objects.filter(pk=over.pk).update(state="complete")
    issue_api_token(user=own, acting_user=own)
    invite(tournament=running, role="spectator", email=own.email, acting_user=director_of(running))
    close_account(user=own, keeps_name=name == "keep", acting_user=own)
    gone = User.objects.get(pk=own.pk)
    called = "Casey Stengel" if name == "keep" else f"Former member {own.pk}"
    assert (gone.name, gone.is_active, gone.has_usable_password()) == (called, False, False)
    assert own.email not in json.dumps(list(User.objects.values("email", "name")))
    page = Client().get(f"/t/{over.slug}/teams/1/").content.decode()
    assert ("Casey Stengel" in page) is (name == "keep")
    assert list(
        TeamMember.objects.filter(user=gone).values_list("team__entries__tournament", flat=True)
    ) == [over.pk]
    assert not Invite.objects.filter(email=own.email).exists()
    assert not ApiToken.objects.exists()
    told = json.dumps(list(Action.objects.values("subject_label", "old", "new")))
    assert ("Casey Stengel" in told) is (name == "keep")


def test_it_is_closed_on_the_page_with_address_and_password(person):
    casey = person("Casey")
    client = Client()
    client.post("/account/sign-in/", {"username": casey.email, "password": PASSWORD})
    sent = {"email": casey.email, "password": "wrong", "name": "keep"}
    assert client.post("/account/data/close/", sent).status_code == 422
    sent = {"email": "other@example.org", "password": PASSWORD, "name": "keep"}
    assert client.post("/account/data/close/", sent).status_code == 422
    sent = {"email": casey.email, "password": PASSWORD, "name": "keep"}
    assert client.post("/account/data/close/", sent).url == "/"
    assert not Session.objects.filter(user=casey).exists()
    assert not AccessLog.objects.filter(username=casey.email).exists()
    client.post("/account/sign-in/", {"username": casey.email, "password": PASSWORD})
    assert client.get("/account/profile/").status_code == 302


def test_another_director_carries_on():
    tournament = league(4)
    first = director_of(tournament)
    second = manager(tournament, 1, "Second")
    tournament.roles.create(user=second, role="director")
    close_account(user=first, keeps_name=True, acting_user=first)
    directors = EventRole.objects.filter(event=tournament, role="director")
    assert [role.user for role in directors] == [second]
