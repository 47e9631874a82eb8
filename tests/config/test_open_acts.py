"""What visitors without an account may send: all of it listed, and limited for each sender."""

import re
from pathlib import Path

import pytest
from django.test import Client

from config.people.models import OutgoingMail, Session
from tests.builders import browser, director_of, league, person
from tests.config import test_access, test_api_access
from tests.mails import delivered
from tournaments.day import sign_ups
from tournaments.day.models import Question, SignUp
from tournaments.day.sign_ups import announce

pytestmark = pytest.mark.django_db
REGISTER = Path(__file__).parents[2] / "docs" / "reference" / "open-acts.md"
JSON = "application/json"
ATTACK = "Win a prize at evil.example"

RIGHT_NEEDED = {
    # They answer 404 to everybody who has no part in the event.
    *("tournaments:awards", "tournaments:ballot", "tournaments:day", "tournaments:odds"),
    *("seriesday:left", "rosters:park", "drafts:room", "deep-drive:all-charts"),
}
REFUSED = {test_access.SIGN_IN, 401, 405}


def listed() -> dict[str, list[str]]:
    """By act the cells of its row."""
    lines = REGISTER.read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    return {row[0]: row[1:] for row in rows[2:]}


def test_every_address_that_takes_something_of_a_visitor_is_listed():
    taken = {
        name
        for table in (test_access.TABLE, test_api_access.TABLE)
        for (name, method), answers in table.items()
        if method not in ("get", "head")
        if not {answer[0] for answer in answers} <= REFUSED
    }
    named = {name for row in listed().values() for name in re.findall(r"`([\w:-]+)`", row[0])}
    assert named & RIGHT_NEEDED == set()
    assert named | RIGHT_NEEDED == taken


def test_every_act_has_its_limits_its_cost_and_what_it_leaves_behind():
    for act, row in listed().items():
        assert len(row) == 5, act
        assert all(row[1:]), act
        # Without a limit for a sender a secret is needed, or it costs nobody else anything.
        assert row[1] != "none" or act == "sign out"


def limit_of(act: str) -> int:
    found = re.match(r"\d+", listed()[act][1])
    assert found
    return int(found[0])


@pytest.fixture
def made():
    tournament = league(4, started=False)
    announce(tournament=tournament, said={"is_open": True}, acting_user=director_of(tournament))
    return tournament


def sends(made, act: str, number: int, sender: str, by: str = "page"):
    """One visitor's act, with an address of its own."""
    visitor = Client(REMOTE_ADDR=sender)
    email, name = f"bot{number}.{sender.replace(':', 'x')}@example.org", "Bot"
    if act == "ask for a sign-in link":
        return visitor.post("/account/link/", {"email": email})
    if act == "begin a game against the computer":
        return visitor.post("/systems/purestrat/play/", {"act": "start"})
    if act == "sign up for an event":
        sent = {"name": ATTACK, "town": ATTACK, "email": email, "partner": ATTACK}
        if by == "program":
            where = f"/api/v1/tournaments/{made.slug}/sign-ups/"
            return visitor.post(where, sent, content_type=JSON)
        return visitor.post(f"/t/{made.slug}/announcement/", {"act": "sign-up", **sent})
    sent = {"question": f"{ATTACK} {number}", "name": name, "email": email}
    if by == "program":
        where = f"/api/v1/tournaments/{made.slug}/questions/"
        return visitor.post(where, sent, content_type=JSON)
    return visitor.post(f"/t/{made.slug}/announcement/", {"act": "ask", **sent})


@pytest.mark.parametrize(
    ("act", "by", "beyond"),
    [
        ("ask for a sign-in link", "page", 429),
        ("begin a game against the computer", "page", 422),
        ("sign up for an event", "page", 422),
        ("sign up for an event", "program", 409),
        ("ask the directors", "page", 422),
        ("ask the directors", "program", 409),
    ],
)
def test_a_sender_has_a_limit_and_another_is_not_kept_out_by_it(
    made, act, by, beyond, nobody_waits, monkeypatch
):
    monkeypatch.setattr("games.trial.game_of", lambda kept, clubs: None)
    most = limit_of(act)
    answers = [sends(made, act, number, "203.0.113.7", by).status_code for number in range(most)]
    assert max(answers) < 400
    rows = [model.objects.count() for model in (SignUp, Question, OutgoingMail, Session)]
    for number in range(most, most + 3):
        assert sends(made, act, number, "203.0.113.7", by).status_code == beyond
    assert rows == [model.objects.count() for model in (SignUp, Question, OutgoingMail, Session)]
    assert sends(made, act, 0, "203.0.113.8", by).status_code < 400
    # All addresses of an IPv6 network are one sender's.
    for number in range(most):
        assert sends(made, act, number, f"2001:db8::{number + 1:x}", by).status_code < 400
    assert sends(made, act, most, "2001:db8::ffff", by).status_code == beyond


def test_a_mailbox_is_mailed_so_often_whoever_asks_and_for_whatever(made):
    person("Ann")
    for number in range(9):
        visitor = Client(REMOTE_ADDR=f"203.0.113.{number}")
        visitor.post("/account/link/", {"email": "ann@example.org"})
        event = league(4, name=f"Event {number}", started=False, director=director_of(made))
        announce(tournament=event, said={"is_open": True}, acting_user=director_of(event))
        sent = {"act": "sign-up", "name": "Ann", "town": "Hull", "email": "ann@example.org"}
        assert visitor.post(f"/t/{event.slug}/announcement/", sent).status_code == 302
    assert len([mail for mail in delivered() if mail.to == ["ann@example.org"]]) == 6


def test_no_mail_repeats_what_a_stranger_typed(made):
    sends(made, "sign up for an event", 1, "203.0.113.7")
    sends(made, "ask the directors", 1, "203.0.113.7")
    director = browser(director_of(made))
    asked = Question.objects.get()
    sent = {"act": "answer-question", "question": asked.pk, "answer": "No.", "shown": ""}
    assert director.post(f"/t/{made.slug}/desk/", sent).status_code == 302
    mails = delivered()
    assert len(mails) == 2
    for mail in mails:
        assert ATTACK not in mail.subject + mail.body
        assert "Bot" not in mail.body


def test_strangers_keep_nobody_out_not_even_the_director(made, monkeypatch):
    monkeypatch.setattr(sign_ups, "MOST_UNCONFIRMED", 10)
    monkeypatch.setattr(sign_ups, "MOST_SIGN_UPS", 3)
    for number in range(25):
        assert (
            sends(made, "sign up for an event", number, f"198.51.100.{number}").status_code == 302
        )
    assert SignUp.objects.count() == 10
    # The newest are there, and only who confirms counts.
    newest = list(SignUp.objects.order_by("-pk"))
    for row in newest[:3]:
        assert browser().post(f"/sign-ups/{row.key}/", {"act": "confirm"}).status_code == 302
    full = browser().post(f"/sign-ups/{newest[3].key}/", {"act": "confirm"})
    assert 'data-code="sign-up-full"' in full.content.decode()
    answer = sends(made, "sign up for an event", 99, "198.51.100.99")
    assert 'data-code="sign-up-full"' in answer.content.decode()
    people = "\n".join(f"Guest {number};Hull" for number in range(20))
    sent = {"act": "import", "people": people}
    desk = browser(director_of(made))
    assert desk.post(f"/t/{made.slug}/announcement/", sent).status_code == 302
    assert SignUp.objects.filter(name__startswith="Guest", state="coming").count() == 20


def test_visitors_questions_keep_no_account_from_asking(made, monkeypatch):
    monkeypatch.setattr("tournaments.day.questions.MOST_OPEN_OF_VISITORS", 2)
    for number in range(2):
        sends(made, "ask the directors", number, f"198.51.100.{number}")
    answer = sends(made, "ask the directors", 3, "198.51.100.3")
    assert 'data-code="questions-full"' in answer.content.decode()
    sent = {"act": "ask", "question": "When do we begin?"}
    assert browser(person("Robin")).post(f"/t/{made.slug}/announcement/", sent).status_code == 302
