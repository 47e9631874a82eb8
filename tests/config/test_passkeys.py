"""A passkey is a second factor: for this site alone, and once for each time it is asked."""

import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.people import passkeys, relying_party
from config.people.account_log import events_of
from config.people.challenges import LASTS, Purpose, take
from config.people.models import Passkey, User
from config.people.own_data import take_data
from config.people.passkeys import MOST_PASSKEYS, Answer
from config.people.relying_party import RelyingParty
from config.people.second_factor import LATELY, begin, has_second_factor, take_away
from config.refusals import Refused
from tests.builders import director_of, league
from tests.config.authenticator import Authenticator, read
from tests.config.conftest import PASSWORD
from tests.config.test_second_factor import BACKEND, PAGE, STEP, code_of, is_in
from tests.markup import even

pytestmark = pytest.mark.django_db

ASK, ASK_NEW, ADD = (
    "/account/second-step/passkey/",
    "/account/security/passkeys/ask/",
    "/account/security/passkeys/",
)
HERE = RelyingParty("testserver", "https://testserver")


@pytest.fixture
def clock(time_machine):
    """Stands, and is moved on by ``clock.shift``."""
    time_machine.move_to(timezone.now(), tick=False)
    return time_machine


@pytest.fixture(autouse=True)
def _stands(clock):
    """No test is slow enough for a challenge to end."""


def browser_of(user: User) -> Client:
    """Signed in, on a page that came by HTTPS."""
    client = Browser()
    client.force_login(user, backend=BACKEND)
    return client


class Browser(Client):
    """Asks by HTTPS."""

    def request(self, **request: Any) -> Any:
        return super().request(**request | {"wsgi.url_scheme": "https", "SERVER_PORT": "443"})


def added(client: Client, key: Authenticator, name: str = "Phone") -> Any:
    """The answer to adding a passkey."""
    options = client.post(ASK_NEW).json()
    return client.post(ADD, {"name": name, "answer": key.create(options)})


def after_password(user: User) -> Client:
    client = Browser()
    client.post("/account/sign-in/", {"username": user.email, "password": PASSWORD})
    return client


def use(client: Client, key: Authenticator, **posted: str) -> Any:
    """The answer to showing the passkey at the second step."""
    return client.post(STEP, {"answer": key.get(client.post(ASK).json()), **posted})


def codes_of_log(user: User) -> list[str]:
    return [event.code for event in reversed(events_of(user))]


def says(answer: Any, words: str) -> bool:
    return answer.status_code == 422 and words in answer.content.decode()


@pytest.fixture
def casey(person):
    """With a passkey in ``casey.key``, signed in by ``casey.client``."""
    found = person("Casey")
    found.key, found.client = Authenticator(), browser_of(found)
    added(found.client, found.key)
    return found


def test_it_is_added_with_a_name_and_recovery_codes(person):
    casey = person("Casey")
    client = browser_of(casey)
    assert "Chrome" not in client.get(PAGE).content.decode()
    page = added(client, Authenticator(), "  My   phone ").content.decode()
    assert page.count('<code class="user-select-all">') == 10
    passkey = Passkey.objects.get()
    assert (passkey.name, passkey.user, passkey.domain) == ("My phone", casey, "testserver")
    assert (passkey.transports, passkey.last_used_at) == (["internal"], None)
    assert has_second_factor(casey)
    # The second one follows at once, and leaves the codes as they are.
    assert added(client, Authenticator(), "Key").status_code == 302
    page = client.get(PAGE).content.decode()
    assert "My phone" in page
    assert "10 recovery codes left" in page
    assert [code for code in codes_of_log(casey) if "passkey" in code] == ["passkey-added"] * 2


def test_it_signs_in_and_its_use_is_told(casey):
    tournament = league(3, visibility="private", director=casey)
    client = after_password(casey)
    assert not is_in(client)
    page = client.get(STEP).content.decode()
    assert page.index("Use a passkey") < page.index("Or a code")
    assert "needs JavaScript" in page
    old = client.session.session_key
    assert use(client, casey.key, next=f"/t/{tournament.slug}/").url == f"/t/{tournament.slug}/"
    assert is_in(client)
    assert client.session.session_key != old
    assert Passkey.objects.get().last_used_at == timezone.now()
    assert "last used" in client.get(PAGE).content.decode()
    assert "passkey-used" in codes_of_log(casey)


def test_recovery_codes_stand_in_for_it(person):
    casey = person("Casey")
    page = added(browser_of(casey), Authenticator()).content.decode()
    code = page.split('<code class="user-select-all">')[1][:14]
    client = after_password(casey)
    page = client.get(STEP).content.decode()
    assert "Recovery code" in page
    assert says(client.post(STEP, {"next": ""}), "Type a code.")
    client.post(STEP, {"code": code})
    assert is_in(client)


def wrong_origin(key: Authenticator, options: dict[str, Any]) -> str:
    key.origin = "https://testserver.example"
    return key.get(options)


def of_another_name(key: Authenticator, options: dict[str, Any]) -> str:
    return key.get({**options, "rpId": "example.org"})


def another_challenge(key: Authenticator, options: dict[str, Any]) -> str:
    return key.get({**options, "challenge": "AAAA"})


def another_key(key: Authenticator, options: dict[str, Any]) -> str:
    return Authenticator(ident=key.ident).get(options)


def unknown(key: Authenticator, options: dict[str, Any]) -> str:
    return Authenticator().get(options)


def newly_made(key: Authenticator, options: dict[str, Any]) -> str:
    """A registration where a use was asked for."""
    return key.create({**options, "rp": {"id": "testserver"}})


def broken(change: dict[str, Any]) -> Any:
    def answer(key: Authenticator, options: dict[str, Any]) -> str:
        said = json.loads(key.get(options))
        said["response"] |= change
        return json.dumps(said)

    return answer


def rubbish(text: str) -> Any:
    return lambda key, options: text


@pytest.mark.parametrize(
    "answer",
    [
        wrong_origin,
        of_another_name,
        another_challenge,
        another_key,
        unknown,
        newly_made,
        broken({"signature": "AAAA"}),
        broken({"authenticatorData": "AAAA"}),
        broken({"authenticatorData": 3}),
        broken({"clientDataJSON": "e30"}),
        broken({"clientDataJSON": "%%%"}),
        *map(rubbish, ("{", "null", "[]", "7", '{"id": []}', "x" * 19_000, '"\\ud800"')),
    ],
)
def test_a_wrong_answer_lets_nobody_in(casey, answer):
    client = after_password(casey)
    refused = client.post(STEP, {"answer": answer(casey.key, client.post(ASK).json())})
    assert says(refused, "not a passkey of your account")
    assert not is_in(client)
    assert Passkey.objects.get().last_used_at is None
    assert codes_of_log(casey)[-1] == "passkey-refused"


def test_an_answer_too_long_to_be_one_is_not_looked_at(casey):
    client = after_password(casey)
    client.post(ASK)
    assert client.post(STEP, {"answer": "x" * 30_000}).status_code == 422
    with pytest.raises(Refused) as refused:
        Answer("{" * 30_000, b"", HERE).verify(casey)
    assert refused.value.code == "wrong-passkey"


def test_the_passkey_of_another_account_is_none_of_this_one(casey, person):
    dana = person("Dana")
    key = Authenticator()
    added(browser_of(dana), key)
    client = after_password(casey)
    assert says(use(client, key), "not a passkey of your account")
    assert not is_in(client)
    # Nor is one taken up twice, by whomever.
    assert says(added(casey.client, key), "belongs to an account already")
    assert says(added(casey.client, casey.key), "belongs to an account already")
    assert Passkey.objects.count() == 2


def test_an_answer_is_good_once_in_its_session_and_for_a_while(casey, clock):
    first, second = after_password(casey), after_password(casey)
    casey.key.step = 0
    answer = casey.key.get(first.post(ASK).json())
    assert says(second.post(STEP, {"answer": answer}), "too long ago, or has answered already")
    second.post(ASK)
    assert says(second.post(STEP, {"answer": answer}), "not a passkey of your account")
    clock.shift(timedelta(minutes=1))
    assert first.post(STEP, {"answer": answer}).status_code == 302
    third = after_password(casey)
    third.post(ASK)
    assert third.post(STEP, {"answer": answer}).status_code == 422
    clock.shift(timedelta(minutes=1))
    answer = casey.key.get(third.post(ASK).json())
    clock.shift(LASTS + timedelta(seconds=1))
    assert says(third.post(STEP, {"answer": answer}), "too long ago")
    assert [is_in(each) for each in (first, second, third)] == [True, False, False]


def test_what_two_send_at_once_counts_once(casey):
    """The second one has read the session before the first one was answered."""
    client = after_password(casey)
    casey.key.step = 0
    answer = casey.key.get(client.post(ASK).json())
    stale = dict(client.session.items())
    key = client.session.session_key
    assert client.post(STEP, {"answer": answer}).status_code == 302
    late = client.session.__class__(key)
    late._session_cache = stale
    with pytest.raises(Refused) as refused:
        take(late, Purpose.PROVE)
    assert refused.value.code == "challenge-over"


def test_what_was_signed_to_add_proves_nothing_and_the_other_way_round(casey):
    client = casey.client
    options = client.post(ASK_NEW).json()
    answer = casey.key.get({"challenge": options["challenge"], "rpId": "testserver"})
    refused = client.post(PAGE, {"act": "renew", "answer": answer})
    assert says(refused, "too long ago, or has answered already")
    options = client.post(ASK).json()
    new = Authenticator().create({**options, "rp": {"id": "testserver"}})
    assert says(client.post(ADD, {"name": "x", "answer": new}), "too long ago, or has answered")
    assert Passkey.objects.count() == 1


def test_a_count_that_goes_back_is_a_copy(casey):
    assert use(after_password(casey), casey.key).status_code == 302
    assert Passkey.objects.get().sign_count == 1
    casey.key.count = 0
    client = after_password(casey)
    assert says(use(client, casey.key), "counted its uses backwards")
    assert not is_in(client)
    assert codes_of_log(casey)[-1] == "passkey-refused"
    assert Passkey.objects.get().sign_count == 1


def test_wrong_answers_make_wait_and_codes_do_not_wait_with_them(casey, clock):
    client = after_password(casey)
    for _ in range(3):
        use(client, Authenticator())
        clock.shift(timedelta(seconds=60))
    use(client, Authenticator())
    assert says(use(client, casey.key), "Too many answers were wrong")
    clock.shift(timedelta(seconds=9))
    assert use(client, casey.key).status_code == 302
    assert Passkey.objects.get().throttling_failure_count == 0


def test_a_new_passkey_is_read_as_strictly(casey):
    client = casey.client

    def made(answer: Any, key: Authenticator) -> Any:
        return client.post(ADD, {"name": "x", "answer": answer(key, client.post(ASK_NEW).json())})

    strange = Authenticator(origin="https://example.org")
    for key, answer in (
        (strange, Authenticator.create),
        (Authenticator(), lambda key, o: key.create({**o, "rp": {"id": "example.org"}})),
        (Authenticator(), lambda key, o: key.create({**o, "challenge": "AAAA"})),
        (casey.key, lambda key, o: key.get({**o, "rpId": "testserver"})),
        (Authenticator(), rubbish("{")),
        (Authenticator(), rubbish('{"id": 1, "response": {"attestationObject": "%"}}')),
    ):
        assert says(made(answer, key), "Nothing was added")
    options = client.post(ASK_NEW).json()
    assert client.post(ADD, {"name": " ", "answer": "{}"}).status_code == 422
    assert client.post(ADD, {"name": "x" * 61, "answer": "{}"}).status_code == 422
    assert len(read(options["challenge"])) == 32
    assert [each["id"] for each in options["excludeCredentials"]] == [
        Passkey.objects.get().credential
    ]
    assert Passkey.objects.count() == 1


def test_there_is_an_end_to_how_many(casey):
    one = Passkey.objects.get()
    for number in range(MOST_PASSKEYS - 1):
        one.pk, one.credential = None, f"c{number}"
        one.save()
    answer = casey.client.post(ASK_NEW)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too-many-passkeys")


def test_it_is_named_anew_and_removed_by_showing_it(casey):
    passkey = Passkey.objects.get()
    page = f"{ADD}{passkey.pk}/"
    casey.client.post(page, {"act": "rename", "name": "Old phone"})
    assert "Old phone" in casey.client.get(page).content.decode()
    assert says(casey.client.post(page, {"act": "rename", "name": " "}), "required")
    assert says(casey.client.post(page, {"act": "remove"}), "Type a code.")
    assert says(casey.client.post(page, {"act": "remove", "code": "123456"}), "not right")
    assert has_second_factor(casey)
    answer = casey.key.get(casey.client.post(ASK).json())
    assert casey.client.post(page, {"act": "remove", "answer": answer}).status_code == 302
    assert not has_second_factor(casey)
    assert not StaticDevice.objects.exists()
    assert is_in(casey.client)
    assert codes_of_log(casey)[-3:] == ["passkey-used", "passkey-removed", "second-factor-removed"]
    assert {event.detail for event in events_of(casey) if "passkey" in event.code} == {
        "Phone",
        "Old phone",
    }
    with pytest.raises(Refused) as refused:
        passkeys.rename(user=casey, number=passkey.pk, name="x")
    assert refused.value.code == "no-passkey"


def test_nobody_sees_those_of_others(casey, person):
    dana = browser_of(person("Dana"))
    page = f"{ADD}{Passkey.objects.get().pk}/"
    for asking in (dana.get(page), dana.post(page, {"act": "rename", "name": "x"})):
        assert asking.status_code == 404
    assert dana.post(ASK).json()["error"]["code"] == "no-passkey"
    assert Browser().post(ASK).status_code == 404
    assert Passkey.objects.get().name == "Phone"


def test_whoever_finds_the_page_open_later_adds_nothing(casey, clock):
    client = casey.client
    clock.shift(LATELY + timedelta(seconds=1))
    assert "show it once more" in client.get(PAGE).content.decode()
    assert client.post(ASK_NEW).json()["error"]["code"] == "second-factor-asked"
    client.post(PAGE, {"act": "begin"})
    assert not TOTPDevice.objects.exists()
    with pytest.raises(Refused) as refused:
        begin(user=casey)
    assert refused.value.code == "second-factor-asked"
    answer = casey.key.get(client.post(ASK).json())
    client.post(PAGE, {"act": "prove", "answer": answer})
    assert added(client, Authenticator()).status_code == 302


def test_the_app_beside_it_goes_alone(casey):
    client = casey.client
    client.post(PAGE, {"act": "begin"})
    client.post(PAGE, {"act": "confirm", "code": code_of(casey)})
    step = even(after_password(casey).get(STEP).content.decode())
    assert "Use a passkey" in step
    assert "Recovery code</label>" not in step
    client.post(PAGE, {"act": "remove", "code": code_of(casey, ahead=1)})
    assert not TOTPDevice.objects.exists()
    assert has_second_factor(casey)
    assert StaticDevice.objects.exists()
    assert codes_of_log(casey)[-1] == "code-app-removed"


def test_it_fulfils_the_obligation_and_the_last_one_stays(settings):
    settings.SECOND_FACTOR = "directors"
    director = director_of(league(3))
    client = browser_of(director)
    assert client.get("/").url == PAGE
    key = Authenticator()
    added(client, key)
    assert client.get("/").status_code == 200
    page = f"{ADD}{Passkey.objects.get().pk}/"
    assert "your only one" in client.get(page).content.decode()
    answer = key.get(client.post(ASK).json())
    client.post(page, {"act": "remove", "answer": answer})
    assert has_second_factor(director)
    added(client, Authenticator())
    answer = key.get(client.post(ASK).json())
    client.post(page, {"act": "remove", "answer": answer})
    assert Passkey.objects.count() == 1


def test_whoever_has_lost_it_is_helped_and_whoever_leaves_takes_it_along(casey):
    with zipfile.ZipFile(take_data(user=casey, acting_user=casey)) as packed:
        told = json.loads(packed.read("people.passkey.json"))
    assert (told[0]["name"], "public_key" in told[0]) == ("Phone", False)
    assert take_away(user=casey, acting_user=None) is True
    assert not Passkey.objects.exists()
    assert not StaticDevice.objects.exists()
    assert take_away(user=casey, acting_user=None) is False


@pytest.mark.parametrize(
    ("host", "https", "words"),
    [
        ("localhost:8411", False, ""),
        ("league.localhost", False, ""),
        ("league.example.org", True, ""),
        ("league.example.org", False, "over https only"),
        ("127.0.0.1:8000", False, "Open it as localhost instead"),
        ("[::1]:8000", False, "Open it as localhost instead"),
        ("192.168.1.7", True, "belongs to a name"),
    ],
)
def test_where_browsers_use_none_the_page_says_why(person, host, https, words):
    client = Client(headers={"host": host})
    client.force_login(person("Casey"), backend=BACKEND)
    page = client.get(PAGE, secure=https).content.decode()
    if not words:
        assert "Add a passkey" in page
        options = client.post(ASK_NEW, secure=https).json()
        assert options["rp"]["id"] == host.partition(":")[0]
        return
    assert words in page
    assert "Add a passkey" not in page
    answer = client.post(ASK_NEW, secure=https)
    assert answer.json()["error"]["code"] == "passkeys-not-here"


def test_a_name_may_be_set_for_several_hosts(settings, casey, rf):
    settings.PASSKEY_DOMAIN = "example.org"
    key = Authenticator(origin="https://league.example.org")
    headers = {"host": "league.example.org"}
    client = Browser(headers=headers)
    client.force_login(casey, backend=BACKEND)
    session = client.session
    session["second-factor-at"] = timezone.now().timestamp()
    session["second-factor"] = "passed"
    session.save()
    added(client, key, "Everywhere")
    assert Passkey.objects.get(name="Everywhere").domain == "example.org"
    assert "belong to example.org" in casey.client.get(PAGE).content.decode()
    # The older one is of another name: it is not asked for here, and the account is not open.
    assert len(client.post(ASK).json()["allowCredentials"]) == 1
    here = Browser(headers=headers)
    here.post("/account/sign-in/", {"username": casey.email, "password": PASSWORD})
    assert says(use(here, casey.key), "not a passkey of your account")
    elsewhere = after_password(casey)
    assert not is_in(elsewhere)
    assert "cannot be used here" in elsewhere.get(STEP).content.decode()
    # Behind a proxy that is not named, the operator's word on the origin of forms counts.
    settings.CSRF_TRUSTED_ORIGINS = ["https://league.example.org"]
    found = relying_party.relying_party(rf.get("/", headers=headers))
    assert found == RelyingParty("example.org", "https://league.example.org")


def test_a_machine_without_the_package_says_so(monkeypatch, person):
    client = browser_of(person("Casey"))
    monkeypatch.setattr(relying_party, "find_spec", lambda name: None)
    assert "no software for passkeys" in client.get(PAGE).content.decode()
