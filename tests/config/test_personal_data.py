"""The register of personal data: complete, and true of the export and of closed accounts."""

import io
import json
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.db import models
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from config import retention
from config.journal.models import Action
from config.notices.models import Notice, Unwanted
from config.people.closing import close_account
from config.people.mails import post_mail
from config.people.models import Passkey, User
from config.people.own_data import personal_tables, take_data
from config.people.tokens import issue_api_token
from games.scheduling.models import CalendarLink
from tests.builders import browser, director_of, entrant, league, manager, person
from tournaments.day.models import Question, SignUp
from tournaments.day.sign_ups import Told, announce, confirm, sign_up
from tournaments.models import DailyReader, Invite
from tournaments.sending.models import ReportedClub
from tournaments.services.invites import invite

ROOT = Path(__file__).parents[2]
REGISTER = ROOT / "docs" / "reference" / "personal-data.md"

SAYS_WHO = re.compile(
    r"(^|_)(e?mail|address|agent|username|contact|partner|town|names?|points_to|person|phone)$"
)
NOT_OF_PEOPLE = {
    "name": "of clubs, cards, events, rounds, players of baseball",
    "first_name": "of players of baseball",
    "last_name": "of players of baseball",
}
"""Text columns that match and say nothing of a person, unless the model has other signs."""

MODELS_WITH_NAMES = {"people.user", "day.signup", "day.question"}


def registered() -> dict[str, tuple[str, str, str, str]]:
    rows = re.findall(r"^\| `([\w.]+)` \|(.*)\|$", REGISTER.read_text("utf-8"), re.M)
    found = {label: tuple(cell.strip() for cell in cells.split("|")) for label, cells in rows}
    assert len(found) == len(rows)
    return found


def says_who(model: type[models.Model]) -> bool:
    """Whether a table has a key of an account, an e-mail address or a name of a person."""
    for field in model._meta.local_concrete_fields:
        if isinstance(field, models.ForeignKey) and field.related_model is User:
            return True
        if isinstance(field, models.EmailField):
            return True
        typed = isinstance(field, models.CharField | models.TextField)
        if typed and SAYS_WHO.search(field.name) and field.name not in NOT_OF_PEOPLE:
            return True
    return False


def test_every_table_that_says_something_of_a_person_is_registered():
    tables = {
        model._meta.label_lower
        for model in apps.get_models()
        if says_who(model) and not model._meta.proxy and model._meta.app_label != "chores"
    }
    assert tables | MODELS_WITH_NAMES == set(registered())


def test_the_register_says_of_each_table_what_becomes_of_it():
    exported = {model._meta.label_lower for model in personal_tables()} | {"people.user"}
    for label, (says, export, closing, kept) in registered().items():
        assert says
        assert kept, label
        assert export == ("yes" if label in exported else "no"), label
        assert re.match(r"deleted$|emptied: \w|stays: \w", closing), label


def opened(file) -> dict:
    with zipfile.ZipFile(io.BytesIO(file.read())) as packed:
        return {name: json.loads(packed.read(name)) for name in packed.namelist()}


@pytest.fixture
def casey() -> User:
    """Somebody of whom every table that forgets people knows something."""
    made = league(4, name="Spring", started=False)
    director = director_of(made)
    casey = manager(made, 1, "Casey")
    email = casey.email
    announce(tournament=made, said={"is_open": True, "places": 1}, acting_user=director)
    own = Told("C. Stengel", "Kansas City", "Mets", "Yogi", email)
    for told in (own, Told("Next", email="next@example.org")):
        confirm(key=sign_up(tournament=made, told=told).key)
    invite(tournament=made, role="spectator", email=email, acting_user=director)
    asked = {"tournament": made, "asked_at": timezone.now()}
    Question.objects.create(text="When?", name="C. Stengel", email=email, **asked)
    Question.objects.create(text="Where?", asker=casey, **asked)
    other = {"name": "Other", "email": "other@example.org"}
    Question.objects.create(text="Who?", **other, **asked)
    Notice.objects.create(user=casey, kind="k", key="k", title="T", url="/", scope="x:1")
    Unwanted.objects.create(user=casey, kind="k")
    DailyReader.objects.create(user=casey, tournament=made)
    CalendarLink.objects.create(user=casey, key="calendar")
    TOTPDevice.objects.create(user=casey, name="App")
    StaticDevice.objects.create(user=casey, name="Codes")
    Passkey.objects.create(user=casey, name="Key", credential="c", public_key=b"", domain="d")
    issue_api_token(user=casey, acting_user=casey)
    browser(casey)
    AccessAttempt.objects.create(username=email, failures_since_start=1)
    for model in (AccessFailureLog, AccessLog):
        model.objects.create(username=email)
    post_mail("note", email, "Hello", "Text")
    ReportedClub.objects.create(entrant=entrant(made, 1), names="Casey and Yogi")
    return casey


def rows_of(model: type[models.Model], user: User, email: str) -> int:
    """How many rows of a table are of a person, by account or by address."""
    whose = models.Q(pk=None)
    for field in model._meta.local_concrete_fields:
        if isinstance(field, models.ForeignKey) and field.related_model is User:
            whose |= models.Q(**{field.name: user})
        elif isinstance(field, models.EmailField) or field.name == "username":
            whose |= models.Q(**{field.name: email})
    return model._default_manager.filter(whose).count()


@pytest.mark.django_db
def test_what_is_said_to_be_deleted_is_exported_before_and_gone_after(casey):
    email = casey.email
    deleted = [apps.get_model(label) for label, row in registered().items() if row[2] == "deleted"]
    assert [model for model in deleted if not rows_of(model, casey, email)] == []
    exported = opened(take_data(user=casey, acting_user=casey))
    assert {f"{model._meta.label_lower}.json" for model in deleted} <= set(exported)
    (own,) = exported["day.signup.json"]
    assert (own["name"], own["town"], own["email"]) == ("C. Stengel", "Kansas City", email)
    assert "key" not in own
    assert len(exported["day.question.json"]) == 2
    close_account(user=casey, keeps_name=False, acting_user=casey)
    assert [model for model in deleted if rows_of(model, casey, email)] == []


@pytest.mark.django_db
def test_nothing_of_a_closed_account_says_who_it_was(casey):
    email = casey.email
    close_account(user=casey, keeps_name=False, acting_user=casey)
    for model in apps.get_models():
        stored = json.dumps(list(model._default_manager.values()), default=str)
        for word in (email, "C. Stengel", "Kansas City", "Casey"):
            assert word not in stored, (model, word)
    # The place is offered to the next.
    assert list(SignUp.objects.values_list("name", "state")) == [("Next", "offered")]
    assert Question.objects.get().email == "other@example.org"
    assert ReportedClub.objects.get().names == f"Former member {casey.pk} and Yogi"
    assert Action.objects.filter(code="sign-up-confirmed").count() == 2


@pytest.mark.django_db
def test_what_a_director_takes_away_has_no_address_of_others(casey):
    made = league(4, name="Fall", started=False)
    director = director_of(made)
    answered = Question.objects.create(
        tournament=made,
        text="May I come?",
        name="Visitor",
        email="visitor@example.org",
        asked_at=timezone.now(),
        state="closed",
        answered_by=director,
    )
    invite(tournament=made, role="spectator", email="guest@example.org", acting_user=director)
    exported = opened(take_data(user=director, acting_user=director))
    (row,) = exported["day.question.json"]
    assert (row["id"], row["name"], row["email"]) == (answered.pk, "", "")
    assert "guest@example.org" not in json.dumps(exported["tournaments.invite.json"])
    assert Invite.objects.filter(email="guest@example.org").exists()


@pytest.mark.django_db
def test_sign_ups_that_were_never_confirmed_are_forgotten():
    made = league(4, started=False)
    announce(tournament=made, said={"is_open": True}, acting_user=director_of(made))
    for name in ("Ann", "Ben"):
        row = sign_up(tournament=made, told=Told(name, email=f"{name.lower()}@example.org"))
    confirm(key=row.key)
    later = timezone.now() + timedelta(days=3)
    assert retention.forget(now=later)["day.signup"] == 1
    assert SignUp.objects.get().name == "Ben"


@pytest.mark.django_db
def test_closing_an_account_after_the_start_moves_nobody_up():
    made = league(4, started=False)
    announce(tournament=made, said={"is_open": True, "places": 1}, acting_user=director_of(made))
    leaves = person("Leaves")
    for name in ("Leaves", "Waits"):
        told = Told(name, email=f"{name.lower()}@example.org")
        confirm(key=sign_up(tournament=made, told=told).key)
    type(made).objects.filter(pk=made.pk).update(state="running")
    close_account(user=leaves, keeps_name=True, acting_user=leaves)
    assert SignUp.objects.get().state == "waiting"
