import io
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from config.journal.models import Action
from config.people import first_account
from config.people.first_account import make_first_account
from config.people.models import ApiToken, User
from config.people.services import create_account
from config.people.tokens import digest_of, issue_api_token
from config.refusals import Refused
from tests.builders import director_of, league
from tests.config.conftest import PASSWORD
from tests.mails import delivered
from tournaments.services.invites import invite

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def sign_in(client, email="casey@example.org", password=PASSWORD, **more):
    return client.post("/account/sign-in/", {"username": email, "password": password, **more})


def mailed_link() -> str:
    """The address in the last mail, as path and query."""
    found = re.search(r"https?://[^/]+(/account/enter/\S+)", delivered()[-1].body)
    assert found
    return found[1]


@pytest.mark.servers("constraints")
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
    assert len(delivered()) == 1


def test_a_closed_account_gets_no_link_and_no_entry(client, person):
    person("Casey", is_active=False)
    client.post("/account/link/", {"email": "casey@example.org"})
    assert delivered() == []
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
    made_on_the_page(client, name="Phone")
    local = ApiToken.objects.get().created_at.astimezone(ZoneInfo("Pacific/Auckland"))
    assert local.strftime("%H:%M") in client.get("/account/security/").content.decode()


def test_a_new_password_needs_the_old_one_and_keeps_the_session(client, person):
    casey = person("Casey")
    sign_in(client)
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    assert client.post("/account/security/password/", new).status_code == 422
    client.post("/account/security/password/", {"old_password": PASSWORD, **new})
    casey.refresh_from_db()
    assert casey.check_password("a-double-to-left")
    assert client.get("/account/profile/").status_code == 200
    assert Action.objects.filter(code="password-changed", actor=casey).count() == 1


def test_who_came_by_link_may_have_forgotten_the_old_password(client, person):
    casey = person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"})
    client.post(mailed_link())
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    client.post("/account/security/password/", new)
    casey.refresh_from_db()
    assert casey.check_password("a-double-to-left")


def test_a_link_stands_for_the_password_for_some_minutes_alone(client, person, time_machine):
    casey = person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"})
    client.post(mailed_link())
    time_machine.move_to(timezone.now() + timedelta(minutes=16))
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    assert client.post("/account/security/password/", new).status_code == 422
    assert 'name="old_password"' in client.get("/account/security/").content.decode()
    gone = {"email": "casey@example.org", "name": "keep"}
    assert client.post("/account/data/close/", gone).status_code == 422
    # Where there is no password, a new link is asked for.
    casey.refresh_from_db()
    assert casey.check_password(PASSWORD)
    casey.set_unusable_password()
    casey.save(update_fields=["password"])
    client.force_login(casey, backend=BACKEND)
    for answer in (
        client.post("/account/security/password/", new),
        client.post("/account/data/close/", gone),
    ):
        assert answer.status_code == 422
        assert "in again by a new link" in answer.content.decode()
    client.post("/account/link/", {"email": "casey@example.org"})
    client.post(mailed_link())
    assert client.post("/account/security/password/", new).status_code == 302


def test_a_password_change_ends_the_other_sessions(client, person):
    person("Casey")
    sign_in(client)
    other = Client()
    sign_in(other)
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}
    client.post("/account/security/password/", {"old_password": PASSWORD, **new})
    assert other.get("/account/profile/").status_code == 302


def test_api_tokens_are_shown_once_and_revoked_one_by_one(client, person):
    casey = person("Casey")
    client.force_login(casey, backend=BACKEND)
    keys = [made_on_the_page(client, name=name) for name in ("Phone", "Scoreboard")]
    first = ApiToken.objects.get(name="Phone")
    assert first.digest == digest_of(keys[0])
    page = client.get("/account/security/").content.decode()
    assert "Phone" in page
    assert not any(key in page for key in keys)
    client.post("/account/security/tokens/revoke/", {"number": first.pk})
    assert [reads(key) for key in keys] == [401, 200]
    client.post("/account/security/tokens/revoke/", {"number": first.pk})
    codes = Action.objects.filter(actor=casey, code__startswith="api-token").order_by("id")
    assert [line.code for line in codes] == [
        "api-token-created",
        "api-token-created",
        "api-token-revoked",
    ]
    assert all(keys[0] not in str(vars(line)) for line in codes)


def made_on_the_page(client, *, name, scope="read", days="7") -> str:
    page = client.post(
        "/account/security/tokens/", {"name": name, "scope": scope, "days": days}
    ).content.decode()
    found = re.search(r"horsehide_[\w-]{43}", page)
    assert found
    return found[0]


def reads(key: str) -> int:
    return Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {key}").status_code


def test_somebody_elses_token_is_not_revoked(client, person):
    key = issue_api_token(user=person("Bobby"), acting_user=None)
    client.force_login(person("Casey"), backend=BACKEND)
    number = ApiToken.objects.get().pk
    client.post("/account/security/tokens/revoke/", {"number": number})
    assert client.delete(f"/api/v1/me/tokens/{number}/").status_code == 409
    assert reads(key) == 200


def test_a_token_ends_at_its_end_and_tells_when_it_was_last_used(client, person, time_machine):
    casey = person("Casey")
    client.force_login(casey, backend=BACKEND)
    key = made_on_the_page(client, name="Week", days="7")
    assert ApiToken.objects.get().last_used_at is None
    assert reads(key) == 200
    assert ApiToken.objects.get().last_used_at is not None
    time_machine.move_to(timezone.now() + timedelta(days=7, minutes=1))
    answer = Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {key}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "token-ended")


def test_a_mailed_link_leads_to_the_configured_address_whatever_host_was_sent(
    client, person, settings
):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_ADDRESS = "https://league.example.org"
    person("Casey")
    client.post("/account/link/", {"email": "casey@example.org"}, HTTP_HOST="evil.example:8000")
    assert "https://league.example.org/account/enter/" in delivered()[-1].body
    assert "evil" not in delivered()[-1].body


def test_an_invite_is_mailed_with_the_configured_address_from_desk_and_api(
    settings, django_capture_on_commit_callbacks
):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_ADDRESS = "https://league.example.org/"
    tournament = league(3, started=False)
    director = director_of(tournament)
    made = invite(
        tournament=tournament, role="spectator", email="casey@example.org", acting_user=director
    )
    desk = Client(HTTP_HOST="evil.example")
    desk.force_login(director, backend=BACKEND)
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(f"/t/{tournament.slug}/desk/", {"act": "mail-invite", "invite": made.pk})
        desk.post(f"/api/v1/invites/{made.pk}/mail/")
    assert len(mail.outbox) == 2
    for sent in mail.outbox:
        assert "https://league.example.org/join/" in sent.body
        assert "evil" not in sent.body


def test_one_password_tried_on_many_accounts_closes_the_place_for_a_while(client, person):
    person("Casey")
    limit = settings.SIGN_IN_FAILURES_OF_A_PLACE
    for number in range(limit):
        sign_in(client, f"player{number}@example.org", "Baseball2026")
    assert sign_in(client, "another@example.org", "Baseball2026").status_code == 429
    assert sign_in(client).status_code == 429
    assert client.post("/admin/login/", {"username": "x", "password": "y"}).status_code == 429
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    sign_in(elsewhere)
    assert signed_in(elsewhere)


def test_a_closed_place_opens_again(client, person, time_machine):
    person("Casey")
    for number in range(settings.SIGN_IN_FAILURES_OF_A_PLACE):
        sign_in(client, f"player{number}@example.org", "Baseball2026")
    time_machine.move_to(timezone.now() + settings.AXES_COOLOFF_TIME + timedelta(minutes=1))
    sign_in(client)
    assert signed_in(client)


def test_a_ballroom_may_mistype(client, person):
    """Right passwords in between, from one place, are let in."""
    for number in range(settings.SIGN_IN_FAILURES_OF_A_PLACE - 1):
        if number % 5 == 0:
            person(f"Player{number}")
        sign_in(client, f"player{number}@example.org", "mistyped")
        if number % 5 == 0:
            sign_in(client, f"player{number}@example.org")
            assert signed_in(client)
            client.post("/account/sign-out/")


def test_an_endless_address_is_no_account_and_no_error(client):
    endless = f"{'a' * 400}@example.org"
    assert sign_in(client, endless).status_code == 200
    assert client.post("/admin/login/", {"username": endless, "password": "x"}).status_code == 200
    assert client.post("/account/link/", {"email": endless}).status_code == 200
    assert delivered() == []
    with pytest.raises(Refused) as refused:
        create_account(email=endless, name="Endless", acting_user=None)
    assert refused.value.code == "email-length"


def token_works(key: str) -> bool:
    answer = Client().get("/api/v1/me/", HTTP_AUTHORIZATION=f"Token {key}")
    return answer.status_code == 200


def test_an_api_token_ends_with_the_password_however_that_is_changed(client, person, monkeypatch):
    casey = person("Casey")
    new = {"new_password1": "a-double-to-left", "new_password2": "a-double-to-left"}

    def on_the_profile():
        sign_in(client)
        client.post("/account/security/password/", {"old_password": PASSWORD, **new})

    def in_the_admin():
        office = Client()
        office.force_login(person("Staff", is_staff=True, is_superuser=True), backend=BACKEND)
        passwords = {"password1": "a-triple-to-right", "password2": "a-triple-to-right"}
        office.post(
            f"/admin/people/user/{casey.pk}/password/",
            {**passwords, "usable_password": "true", "set-password": ""},
        )

    def in_a_shell():
        monkeypatch.setattr("getpass.getpass", lambda prompt: "a-homer-to-centre")
        call_command("changepassword", "casey@example.org", stdout=io.StringIO())

    for change in (on_the_profile, in_the_admin, in_a_shell):
        key = issue_api_token(user=casey, acting_user=casey)
        assert token_works(key)
        before = User.objects.get(pk=casey.pk).password
        change()
        assert User.objects.get(pk=casey.pk).password != before
        assert not token_works(key), change.__name__


NEWCOMER = {"name": "Casey", "email": "Casey@example.org", "password": PASSWORD}


def test_the_first_account_of_an_empty_site_is_the_operators(client, db, settings):
    settings.SERVED = False
    address = first_account.page()
    assert client.get("/account/first/guessed/").status_code == 404
    assert client.get(address).status_code == 200
    for wrong in (NEWCOMER | {"password": "casey"}, NEWCOMER | {"email": "casey"}, {"name": "C"}):
        assert client.post(address, wrong).status_code == 422
        assert not User.objects.exists()
    assert client.post("/account/first/guessed/", NEWCOMER).status_code == 404
    assert client.post(address, NEWCOMER).status_code == 302
    assert client.get("/admin/").status_code == 200
    operator = User.objects.get()
    assert (operator.email, operator.is_staff, operator.is_superuser) == (
        "casey@example.org",
        True,
        True,
    )
    assert set(Action.objects.values_list("code", flat=True)) >= {"account-created"}
    second = NEWCOMER | {"email": "second@example.org"}
    assert client.get(address).status_code == 404
    assert client.post(address, second).status_code == 404
    with pytest.raises(Refused) as refused:
        make_first_account(code=address.split("/")[-2], **second)
    assert refused.value.code == "not-the-first-account"
    assert User.objects.count() == 1


def test_a_served_site_has_no_page_for_its_first_account(client, db, settings):
    settings.SERVED = True
    assert client.get(first_account.page()).status_code == 404
