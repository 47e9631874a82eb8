import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from config.journal.models import Action
from config.people.models import User
from config.people.services import create_account
from games.engine.refusals import Refused
from tests.config.conftest import PASSWORD

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def sign_in(client, email="casey@example.org", password=PASSWORD, **more):
    return client.post("/account/sign-in/", {"username": email, "password": password, **more})


def mailed_link() -> str:
    """The address in the last mail, as path and query."""
    found = re.search(r"https?://[^/]+(/account/enter/\S+)", mail.outbox[-1].body)
    assert found
    return found[1]


def test_addresses_are_one_in_any_case(person):
    casey = create_account(
        email="Casey@Example.org", name="Casey", password=PASSWORD, acting_user=None
    )
    assert casey.email == "casey@example.org"
    with pytest.raises(Refused) as refused:
        create_account(email="CASEY@example.org", name="Other", acting_user=None)
    assert refused.value.code == "email-taken"
    assert User.objects.get_by_natural_key(" CASEY@example.org") == casey
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=casey.pk).update(email="Casey@example.org")


def test_a_superuser_enters_the_admin_and_an_account_needs_an_address():
    root = User.objects.create_superuser("root@example.org", "Root", PASSWORD)
    assert (root.is_staff, root.is_superuser) == (True, True)
    with pytest.raises(ValueError, match="address"):
        User.objects.create_user("", "Nobody")


def test_signing_in_by_password_in_any_case_of_the_address(client, person):
    person("Casey")
    assert "do not belong together" in sign_in(client, password="wrong").content.decode()
    assert not signed_in(client)
    answer = sign_in(client, "Casey@Example.org", next="/account/profile/")
    assert answer.url == "/account/profile/"
    assert signed_in(client)


def test_signing_in_never_leads_to_another_house(client, person):
    person("Casey")
    assert sign_in(client, next="https://elsewhere.example/").url == settings.LOGIN_REDIRECT_URL


def test_signing_out_takes_a_post(client, person):
    client.force_login(person("Casey"), backend=BACKEND)
    assert client.get("/account/sign-out/").status_code == 405
    assert signed_in(client)
    client.post("/account/sign-out/")
    assert not signed_in(client)


def test_after_too_many_wrong_guesses_even_the_right_one_must_wait(client, person):
    person("Casey")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = sign_in(client, password="wrong")
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    locked = sign_in(client)
    assert locked.status_code == 429
    assert "15 minutes" in locked.content.decode()
    assert not signed_in(client)


def test_a_lockout_is_for_one_address_from_one_place(client, person):
    person("Casey")
    person("Jordan")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, password="wrong")
    sign_in(client, "jordan@example.org")
    assert signed_in(client)


def test_a_lockout_counts_an_address_in_any_case(client, person):
    person("Casey")
    for turn in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, "CASEY@example.org" if turn % 2 else "casey@example.org", "wrong")
    assert sign_in(client).status_code == 429


def test_signing_in_by_a_mailed_link_takes_the_button(client, person):
    person("Casey")
    sent = client.post("/account/link/", {"email": "Casey@example.org"})
    assert "Look at your mail" in sent.content.decode()
    link = mailed_link()
    # A mail scanner looks first, and spends nothing.
    assert client.get(link).status_code == 200
    assert not signed_in(client)
    assert client.post(link).url == "/"
    assert signed_in(client)


def test_a_link_works_once(client, person):
    person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"})
    link = mailed_link()
    client.post(link)
    client.post("/account/sign-out/")
    again = client.post(link)
    assert again.status_code == 403
    assert "no longer works" in again.content.decode()
    assert not signed_in(client)


def test_a_link_ends_after_its_time(client, person, time_machine):
    person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"})
    link = mailed_link()
    time_machine.move_to(timezone.now() + settings.SESAME_MAX_AGE + timedelta(minutes=1))
    assert client.post(link).status_code == 403


def test_a_link_carries_where_to_go_next_unless_it_is_elsewhere(client, person):
    person("Casey")
    client.post("/account/link/", {"email": "casey@example.org", "next": "/t/opening/"})
    link = mailed_link()
    assert client.post(link.replace("%2Ft%2Fopening%2F", "//elsewhere.example")).url == "/"
    client.post("/account/sign-out/")
    person("Jordan")
    client.post("/account/link/", {"email": "jordan@example.org", "next": "/t/opening/"})
    assert client.post(mailed_link()).url == "/t/opening/"


def test_nobody_learns_whether_there_is_an_account_and_no_mailbox_is_filled(client, person):
    person("Casey")
    known = client.post("/account/link/", {"email": "casey@example.org"})
    unknown = client.post("/account/link/", {"email": "nobody@example.org"})
    swap = known.content.decode().replace("casey@", "nobody@")
    strip = re.compile(r'nonce="[^"]+"|name="csrfmiddlewaretoken" value="[^"]+"')
    assert strip.sub("", swap) == strip.sub("", unknown.content.decode())
    client.post("/account/link/", {"email": "casey@example.org"})
    assert len(mail.outbox) == 1


def test_a_closed_account_gets_no_link_and_no_entry(client, person):
    person("Casey", is_active=False)
    client.post("/account/link/", {"email": "casey@example.org"})
    assert mail.outbox == []
    sign_in(client)
    assert not signed_in(client)


def test_the_profile_is_ones_own_and_logged(client, person):
    assert client.get("/account/profile/").url.startswith("/account/sign-in/")
    casey = person("Casey")
    client.force_login(casey, backend=BACKEND)
    refused = client.post("/account/profile/", {"name": "Casey B", "time_zone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert "Mars/Olympus" in refused.content.decode()
    client.post("/account/profile/", {"name": "Casey B", "time_zone": "America/Chicago"})
    casey.refresh_from_db()
    assert (casey.name, casey.time_zone) == ("Casey B", "America/Chicago")
    line = Action.objects.get(code="profile-changed")
    assert (line.actor, line.old["name"], line.new["name"]) == (casey, "Casey", "Casey B")


def test_times_are_shown_in_the_readers_zone(client, person):
    casey = person("Casey", time_zone="Pacific/Auckland")
    client.force_login(casey, backend=BACKEND)
    client.post("/account/profile/token/")
    local = Token.objects.get().created.astimezone(ZoneInfo("Pacific/Auckland"))
    assert local.strftime("%H:%M") in client.get("/account/profile/").content.decode()


def test_a_new_password_needs_the_old_one_and_keeps_the_session(client, person):
    casey = person("Casey")
    sign_in(client)
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    assert client.post("/account/profile/password/", new).status_code == 422
    client.post("/account/profile/password/", {"old_password": PASSWORD, **new})
    casey.refresh_from_db()
    assert casey.check_password("a-double-to-left")
    assert client.get("/account/profile/").status_code == 200
    assert Action.objects.filter(code="password-changed", actor=casey).count() == 1


def test_who_came_by_link_may_have_forgotten_the_old_password(client, person):
    casey = person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"})
    client.post(mailed_link())
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    client.post("/account/profile/password/", new)
    casey.refresh_from_db()
    assert casey.check_password("a-double-to-left")


def test_a_password_change_ends_the_other_sessions(client, person):
    person("Casey")
    sign_in(client)
    other = Client()
    sign_in(other)
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    client.post("/account/profile/password/", {"old_password": PASSWORD, **new})
    assert other.get("/account/profile/").status_code == 302


def test_an_api_token_is_shown_once_replaced_and_revoked(client, person):
    casey = person("Casey")
    client.force_login(casey, backend=BACKEND)
    page = client.post("/account/profile/token/").content.decode()
    first = Token.objects.get(user=casey).key
    assert first in page
    assert first not in client.get("/account/profile/").content.decode()
    client.post("/account/profile/token/")
    second = Token.objects.get(user=casey).key
    assert second != first
    client.post("/account/profile/token/revoke/")
    assert not Token.objects.exists()
    client.post("/account/profile/token/revoke/")
    codes = Action.objects.filter(actor=casey, code__startswith="api-token").order_by("id")
    assert [line.code for line in codes] == [
        "api-token-created",
        "api-token-rotated",
        "api-token-revoked",
    ]
    assert all(first not in str(vars(line)) for line in codes)
