"""Whoever thinks of coming asks the directors of an announced event, and is told."""

import json
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from config.journal.models import Action
from config.notices.mailing import mail_what_waits
from config.notices.models import Notice
from config.notices.services import look
from config.people.closing import close_account
from config.people.own_data import take_data
from tests.builders import browser, director_of, league, person
from tests.mails import delivered
from tests.markup import even
from tournaments.day import questions
from tournaments.day.models import Question
from tournaments.models import Tournament
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.django_db

JSON = "application/json"
PARK = "Is there a car park?"
VISITOR = {"name": "Ann", "email": "ann@example.org"}


@pytest.fixture(autouse=True)
def from_now_on(django_capture_on_commit_callbacks):
    """Nobody has asked from here yet; mails go out when a transaction is through."""
    cache.clear()
    with django_capture_on_commit_callbacks(execute=True):
        yield


def at(made: Tournament, page: str = "announcement") -> str:
    return f"/t/{made.slug}/{page}/"


def announced(**changes: str):
    """An event that is announced, and its director's browser."""
    made = league(4, started=False, **changes)
    dana = browser(director_of(made))
    assert dana.post(at(made), {"act": "announce", "place": "Legion Hall"}).status_code == 302
    return made, dana


def asks(client, made: Tournament, text: str = PARK, **said: str):
    return client.post(at(made), {"act": "ask", "question": text, **said})


def answers(client, made: Tournament, text: str = "Behind the hall.", **more: str):
    sent = {"act": "answer-question", "question": Question.objects.latest("pk").pk, "answer": text}
    return client.post(at(made, "desk"), {**sent, **more})


def codes(answer) -> list[str]:
    text = answer.content.decode()
    return [part.split('"')[0] for part in text.split('data-code="')[1:]]


def told(user, kind: str) -> list[str]:
    look(now=timezone.now())
    rows = Notice.objects.filter(user=user, kind=kind, over_at=None)
    return list(rows.values_list("title", flat=True))


def test_a_member_asks_the_director_is_told_answers_at_the_desk_and_everybody_reads_it():
    made, dana = announced()
    casey, director = person("Casey"), director_of(made)
    own = browser(casey)
    assert asks(own, made).status_code == 302
    assert told(director, "question-asked") == [f"Casey asks about {made}"]
    assert told(casey, "question-asked") == []
    mail_what_waits(now=timezone.now(), advance=lambda done: None)
    assert [(each.to, PARK in each.body) for each in delivered()] == [([director.email], True)]
    # Until it is answered it is between the two.
    assert "Waits for an answer" in own.get(at(made)).content.decode()
    assert PARK not in browser().get(at(made)).content.decode()
    desk = dana.get(at(made, "desk")).content.decode()
    assert PARK in desk
    assert "Casey" in desk
    assert answers(dana, made, shown="on").status_code == 302
    assert told(director, "question-asked") == []
    assert told(casey, "question-answered") == [f"{made}: your question is answered"]
    mail.outbox.clear()
    mail_what_waits(now=timezone.now(), advance=lambda done: None)
    assert [(each.to, "Behind the hall." in each.body) for each in delivered()] == [
        ([casey.email], True)
    ]
    page = browser().get(at(made)).content.decode()
    for words in (PARK, "Behind the hall.", "Casey"):
        assert words in page
    assert casey.email not in page
    assert PARK not in dana.get(at(made, "desk")).content.decode()
    later = timezone.now() + timedelta(days=4)
    look(now=later)
    assert not Notice.objects.filter(kind="question-answered", over_at=None).exists()
    log = Action.objects.filter(scope=made.scope, code__startswith="question-")
    assert set(log.values_list("code", "actor__name")) == {
        ("question-asked", "Casey"),
        ("question-answered", director.name),
    }
    assert "answered a question" in dana.get(at(made, "desk")).content.decode()


def test_a_visitor_asks_is_mailed_the_answer_and_stays_unnamed(
    django_capture_on_commit_callbacks,
):
    made, dana = announced()
    asked = asks(browser(), made, "May my <b>dog</b> come?", **VISITOR)
    assert asked.status_code == 302
    desk = even(dana.get(at(made, "desk")).content.decode())
    assert "ann@example.org" in desk
    assert "&lt;b&gt;dog&lt;/b&gt;" in desk
    with django_capture_on_commit_callbacks(execute=True):
        answers(dana, made, "If it is quiet.", shown="on")
    (sent,) = mail.outbox
    assert sent.to == ["ann@example.org"]
    assert "If it is quiet." in sent.body
    page = even(browser().get(at(made)).content.decode())
    assert "If it is quiet." in page
    assert "A visitor" in page
    for hidden in ("ann@example.org", ">Ann<", " Ann "):
        assert hidden not in page
    # What was shown by mistake is taken down, and put up again.
    row = Question.objects.get()
    for shown in ("no", "yes"):
        sent = {"act": "show-question", "question": row.pk, "shown": shown}
        assert browser().post(at(made), sent).status_code == 404
        assert dana.post(at(made), sent).status_code == 302
        assert ("If it is quiet." in even(browser().get(at(made)).content.decode())) is (
            shown == "yes"
        )
    # What nobody with an account did was not done by the house.
    page = even(dana.get(at(made, "desk")).content.decode())
    assert "A visitor</strong> asked a question" in page


def test_what_is_wrong_with_a_question_is_said_at_its_place_and_nothing_is_stored():
    made, _ = announced()
    casey = browser(person("Casey"))
    for client, text, said, expected in (
        (casey, "", {}, ["question-missing"]),
        (casey, " \n ", {}, ["question-missing"]),
        (casey, "x" * 1001, {}, ["too-long"]),
        (browser(), PARK, {}, ["name-missing", "email-missing"]),
        (browser(), PARK, {"name": "Ann", "email": "nowhere"}, ["not-an-address"]),
        (browser(), "", {**VISITOR, "name": "x" * 81}, ["question-missing", "too-long"]),
    ):
        answer = asks(client, made, text, **said)
        assert (answer.status_code, codes(answer)) == (422, expected)
    assert 'value="nowhere"' in asks(browser(), made, name="A", email="nowhere").content.decode()
    assert casey.post(at(made), {"act": "ask", "question": "a\0b"}).status_code == 400
    assert not Question.objects.exists()
    # A line break counts once, however it was sent.
    assert asks(casey, made, "a\r\n" * 499 + "b").status_code == 302
    assert Question.objects.get().text == "a\n" * 499 + "b"


def test_nobody_asks_where_nothing_is_announced_or_all_is_over_or_the_event_is_not_his():
    quiet = league(4, started=False)
    assert asks(browser(person("Casey")), quiet).status_code == 404
    assert codes(asks(browser(director_of(quiet)), quiet)) == ["not-announced"]
    made, _ = announced(name="Over")
    Tournament.objects.filter(pk=made.pk).update(state="complete")
    assert codes(asks(browser(), made, **VISITOR)) == ["event-over"]
    assert "Ask the directors" not in browser().get(at(made)).content.decode()
    private, _ = announced(name="Private")
    Tournament.objects.filter(pk=private.pk).update(visibility="private")
    assert asks(browser(), private, **VISITOR).status_code == 404
    assert not Question.objects.exists()


def test_a_question_is_answered_or_closed_once_by_directors_of_its_event():
    made, dana = announced()
    other, _ = announced(name="Other")
    casey = browser(person("Casey"))
    asks(casey, made)
    assert answers(casey, made).status_code == 404
    assert codes(answers(dana, other)) == ["no-such-question"]
    for text, code in (("", "answer-missing"), ("x" * 2001, "too-long")):
        answer = answers(dana, made, text, shown="on")
        assert (answer.status_code, codes(answer)) == (422, [code])
    # What was typed is still there.
    assert "x" * 2001 in even(answer.content.decode())
    assert Question.objects.get().state == "open"
    answers(dana, made)
    late = answers(dana, made, "Twice, and at length.")
    assert codes(late) == ["already-answered"]
    # What came too late can still be copied, beside what the asker was told.
    assert "readonly>Twice, and at length.</textarea>" in even(late.content.decode())
    assert Question.objects.get().answer in even(late.content.decode())
    assert Question.objects.get().answer == "Behind the hall."
    asks(casey, made, "And a tram?")
    row = Question.objects.latest("pk")
    sent = {"act": "close-question", "question": row.pk}
    assert casey.post(at(made, "desk"), sent).status_code == 404
    assert dana.post(at(made, "desk"), sent).status_code == 302
    assert codes(dana.post(at(made, "desk"), sent)) == ["question-closed"]
    assert codes(answers(dana, made, "Late.")) == ["question-closed"]
    assert "Closed without an answer" in even(casey.get(at(made)).content.decode())
    show = {"act": "show-question", "question": row.pk, "shown": "yes"}
    assert codes(dana.post(at(made), show)) == ["not-answered"]


def test_pressed_twice_it_is_one_question_and_nobody_floods_the_directors():
    made, _ = announced()
    casey = browser(person("Casey"))
    for _ in range(2):
        assert asks(casey, made).status_code == 302
    assert Question.objects.count() == 1
    for number in range(1, questions.MOST_OPEN):
        assert asks(casey, made, f"Question {number}").status_code == 302
    assert codes(asks(casey, made, "One more")) == ["questions-waiting"]
    assert asks(browser(), made, **VISITOR).status_code == 302
    for number in range(1, questions.FROM_A_PLACE.most):
        said = {"name": "Bot", "email": f"bot{number}@example.org"}
        assert asks(browser(), made, **said).status_code == 302
    answer = asks(browser(), made, name="Bot", email="bot@example.org")
    assert (answer.status_code, codes(answer)) == (422, ["asked-too-often"])
    # Who has an account is known, and asks from the same room.
    assert asks(browser(person("Robin")), made).status_code == 302
    assert Question.objects.count() == questions.MOST_OPEN + questions.FROM_A_PLACE.most + 1


def test_an_event_takes_so_many_questions_of_a_person_and_no_more(monkeypatch):
    monkeypatch.setattr(questions, "MOST_OF_A_PERSON", 1)
    made, _ = announced()
    casey = browser(person("Casey"))
    asks(casey, made)
    assert codes(asks(casey, made, "And lunch?")) == ["questions-full"]
    assert asks(browser(person("Robin")), made).status_code == 302


def test_open_questions_are_on_the_board_while_play_is_on():
    made, dana = announced()
    start_tournament(tournament=made, acting_user=director_of(made))
    asks(browser(person("Casey")), made)
    board = even(dana.get(at(made, "board")).content.decode())
    assert f"Casey asks: {PARK}" in board
    assert f'href="{at(made, "desk")}#questions">Answer' in board
    asks(browser(), made, "And lunch?", **VISITOR)
    assert "2 questions wait for an answer." in even(dana.get(at(made, "board")).content.decode())
    part = dana.get(f"{at(made, 'desk')}?part=questions", headers={"hx-request": "true"})
    assert even(part.content.decode()).count("<textarea") == 2


def test_programs_ask_answer_show_and_close():
    made, dana = announced()
    casey, stranger = browser(person("Casey")), browser()
    where = f"/api/v1/tournaments/{made.slug}/questions/"
    first = casey.post(where, {"question": PARK}, content_type=JSON)
    assert (first.status_code, first.json()) == (201, {"state": "open"})
    taken = stranger.post(where, {"question": "Lunch?", **VISITOR}, content_type=JSON)
    assert taken.status_code == 201
    assert stranger.get(where).json() == []
    assert [row["question"] for row in casey.get(where).json()] == [PARK]
    rows = dana.get(where).json()
    assert [(row["asked_by"], row["email"]) for row in rows] == [
        ("Casey", ""),
        ("Ann", "ann@example.org"),
    ]
    one, other = (f"{where}{row['id']}/" for row in rows)
    sent = {"answer": "At noon.", "shown": True}
    assert casey.post(f"{other}answer/", sent, content_type=JSON).status_code == 404
    assert stranger.post(f"{other}answer/", sent, content_type=JSON).status_code == 401
    done = dana.post(f"{other}answer/", sent, content_type=JSON).json()
    assert (done["state"], done["answer"], done["shown"]) == ("answered", "At noon.", True)
    again = dana.post(f"{other}answer/", sent, content_type=JSON)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already-answered")
    assert again.json()["error"]["refusals"][0]["place"] == "question"
    (seen,) = stranger.get(where).json()
    assert (seen["asked_by"], seen["email"], seen["is_yours"]) == ("A visitor", "", False)
    assert dana.put(f"{other}shown/", {"shown": False}, content_type=JSON).json()["shown"] is False
    assert stranger.get(where).json() == []
    assert dana.post(f"{one}close/").json()["state"] == "closed"
    assert casey.get(where).json()[0]["is_yours"] is True
    for body, status, place in (
        ({"question": ""}, 400, "question"),
        ({"question": "x" * 1001}, 400, "question"),
        ({"question": PARK}, 422, "name"),
        ({"question": PARK, "name": "Ann", "email": "nowhere"}, 400, "email"),
    ):
        answer = stranger.post(where, body, content_type=JSON)
        found = answer.json()["error"]["refusals"][0]["place"]
        assert (answer.status_code, found) == (status, place)
    missing = dana.post(f"{where}999999/close/")
    assert (missing.status_code, missing.json()["error"]["code"]) == (422, "no-such-question")
    assert Question.objects.count() == 2


@pytest.mark.parametrize("name", ["keep", "pseudonym"])
def test_who_leaves_takes_along_what_nobody_else_reads(name):
    made, dana = announced()
    casey = person("Casey")
    for text in (PARK, "Only for me?"):
        asks(browser(casey), made, text)
        answers(dana, made, f"About {text}", **({"shown": "on"} if text == PARK else {}))
    asks(browser(), made, "Without account", name="Casey", email=casey.email)
    packed = take_data(user=casey, acting_user=casey).read()
    assert b"day.question.json" in packed
    close_account(user=casey, keeps_name=name == "keep", acting_user=casey)
    assert list(Question.objects.values_list("text", flat=True)) == [PARK]
    page = browser().get(at(made)).content.decode()
    assert f"About {PARK}" in page
    assert ("Casey" in page) is (name == "keep")
    log = json.dumps(list(Action.objects.filter(scope=made.scope).values("old", "new")))
    assert "Only for me?" not in log


def test_questions_go_with_their_event():
    made, _ = announced()
    asks(browser(person("Casey")), made)
    made.delete()
    assert not Question.objects.exists()
