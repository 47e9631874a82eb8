"""Questions to the directors of an announced event: ask, answer, close."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.mails import post_mail
from config.people.models import User
from config.people.scopes import Visitor
from config.refusals import Refusal, Refused, refuse_all, text_problem
from config.senders import Rate
from config.site import whole_address
from tournaments.day.models import Announcement, Question
from tournaments.models import Tournament
from tournaments.permissions import for_directors

LONGEST_QUESTION = 1000
LONGEST_ANSWER = 2000

MOST_OPEN = 5
"""Maximum open questions of one person to an event, who then has to wait for an answer."""

MOST_OF_A_PERSON = 50
"""Maximum questions of one account to an event, in any state."""

MOST_OPEN_OF_VISITORS = 200
"""Maximum open questions of visitors without an account to an event."""

FROM_A_PLACE = Rate(
    "questions",
    6,
    600,
    "Too many questions come from where you are. Wait some minutes, or sign in.",
)
"""For visitors, in all events together."""

State = Question.State


@dataclass(frozen=True)
class Asked:
    """A typed question; a signed-in user gives neither name nor address."""

    text: str
    name: str = ""
    email: str = ""

    def problems(self, *, by_visitor: bool) -> list[Refusal]:
        refusals = _text_problems(
            self.text, "question", LONGEST_QUESTION, "Say what you want to ask."
        )
        if not by_visitor:
            return refusals
        refusals += _text_problems(self.name, "name", 80, "Say your name.")
        refusals += _text_problems(
            self.email, "email", 254, "Say your e-mail address: the answer is mailed there."
        )
        try:
            validate_email(self.email or "nobody@example.org")
        except ValidationError:
            sentence = f"{self.email[:60]!r} is no e-mail address."
            refusals.append(Refusal("not-an-address", sentence, "email"))
        return refusals


def _text_problems(said: str, place: str, most: int, missing: str) -> list[Refusal]:
    refusals = []
    if problem := text_problem(said, place):
        refusals.append(problem)
    if not said.strip():
        refusals.append(Refusal(f"{place}-missing", missing, place))
    if len(said) > most:
        sentence = f"At most {most} characters; these are {len(said)}."
        refusals.append(Refusal("too-long", sentence, place, {"most": most, "given": len(said)}))
    return refusals


def ask(*, tournament: Tournament, asked: Asked, asker: User | None, sender: str = "") -> Question:
    """Ask the directors of an event a question. Without an account (``asker``) name and address are
    required; ``sender`` is the network address. Sending the same text twice makes one question.

    Refused: ``question-missing``, ``name-missing``, ``email-missing``, ``not-an-address``,
    ``too-long``, ``illegal-character``; ``not-announced``, ``event-over``, ``questions-waiting``,
    ``questions-full``, ``asked-too-often``.
    """
    text = asked.text.replace("\r\n", "\n").strip()
    name, email = " ".join(asked.name.split()), asked.email.strip().lower()
    asked = Asked(text, name, email)
    refuse_all(asked.problems(by_visitor=asker is None))
    if asker is None and not _is_open(tournament, asked):
        FROM_A_PLACE.verify(sender, "question")
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if reason := closed_because(tournament):
            raise Refused(reason)
        rows = Question.objects.filter(tournament=tournament)
        own_rows = rows.filter(asker=asker) if asker is not None else rows.filter(email=email)
        open_rows = list(own_rows.filter(state=State.OPEN))
        same_question = next((row for row in open_rows if row.text == text), None)
        if same_question is not None:
            return same_question
        if len(open_rows) >= MOST_OPEN:
            sentence = f"{len(open_rows)} questions of yours wait for an answer already."
            raise Refused(Refusal("questions-waiting", sentence, "question"))
        if asker is not None and own_rows.count() >= MOST_OF_A_PERSON:
            sentence = "You have asked so much that no more of your questions are taken."
            raise Refused(Refusal("questions-full", sentence, "question"))
        if asker is None and _of_visitors(rows).count() >= MOST_OPEN_OF_VISITORS:
            sentence = "So many questions wait that no more are taken without an account: sign in."
            raise Refused(Refusal("questions-full", sentence, "question"))
        row = Question.objects.create(
            tournament=tournament,
            asker=asker,
            name="" if asker is not None else name,
            email="" if asker is not None else email,
            text=text,
            asked_at=timezone.now(),
        )
        _log("question-asked", row, asker)
    return row


def closed_because(tournament: Tournament) -> Refusal | None:
    """Return why questions are not accepted now; ``None`` where they are."""
    if not Announcement.objects.filter(tournament=tournament).exists():
        return Refusal("not-announced", "The event is not announced: nobody can be asked.")
    if tournament.state == Tournament.State.COMPLETE:
        return Refusal("event-over", "The event is over: no more questions are taken.")
    return None


def _is_open(tournament: Tournament, asked: Asked) -> bool:
    """Whether a visitor's question is open already: sent twice, it counts once."""
    rows = _of_visitors(Question.objects.filter(tournament=tournament))
    return rows.filter(email=asked.email, text=asked.text).exists()


def _of_visitors(rows: QuerySet[Question]) -> QuerySet[Question]:
    return rows.filter(asker=None, state=State.OPEN)


@for_directors
def answer_question(
    *, tournament: Tournament, pk: int, answer: str, shown: bool, acting_user: User
) -> Question:
    """Answer a question and notify the asker; with ``shown`` both are on the announcement. Refused:
    ``answer-missing``, ``too-long``, ``illegal-character``, ``no-such-question``,
    ``already-answered``, ``question-closed``."""
    clean_answer = answer.replace("\r\n", "\n").strip()
    refuse_all(_text_problems(clean_answer, "answer", LONGEST_ANSWER, "Write an answer."))
    with transaction.atomic():
        row = _open(tournament, pk)
        row.state, row.answer, row.shown = State.ANSWERED, clean_answer, shown
        _settled(row, acting_user)
        _log("question-answered", row, acting_user, {"shown": shown})
        if row.email:
            _mail(row)
    return row


@for_directors
def close_question(*, tournament: Tournament, pk: int, acting_user: User) -> Question:
    """Close a question without an answer; the asker is not notified. Refused: ``no-such-question``,
    ``already-answered``, ``question-closed``."""
    with transaction.atomic():
        row = _open(tournament, pk)
        row.state = State.CLOSED
        _settled(row, acting_user)
        _log("question-closed", row, acting_user)
    return row


@for_directors
def show_answer(*, tournament: Tournament, pk: int, shown: bool, acting_user: User) -> Question:
    """Show an answered question on the announcement, or hide it. Refused: ``no-such-question``,
    ``not-answered``."""
    with transaction.atomic():
        row = _locked(tournament, pk)
        if row.state != State.ANSWERED:
            raise Refused(Refusal("not-answered", "It has no answer to be shown.", "question"))
        if row.shown != shown:
            row.shown = shown
            row.save(update_fields=["shown"])
            _log("question-shown" if shown else "question-taken-down", row, acting_user)
    return row


def _settled(row: Question, acting_user: User) -> None:
    row.answered_by, row.answered_at = acting_user, timezone.now()
    row.save()


def _open(tournament: Tournament, pk: int) -> Question:
    row = _locked(tournament, pk)
    if row.state == State.ANSWERED:
        sentence = f"{row.answered_by} has answered it already."
        raise Refused(Refusal("already-answered", sentence, "question"))
    if row.state == State.CLOSED:
        sentence = f"{row.answered_by} has closed it."
        raise Refused(Refusal("question-closed", sentence, "question"))
    return row


def _locked(tournament: Tournament, pk: int) -> Question:
    """Return the question, with the event's row locked."""
    Tournament.objects.locked().get(pk=tournament.pk)
    rows = Question.objects.filter(tournament=tournament).select_related(
        "tournament", "asker", "answered_by"
    )
    row = rows.filter(pk=pk).first()
    if row is None:
        sentence = "There is no such question about this event."
        raise Refused(Refusal("no-such-question", sentence, "question"))
    return row


def _mail(row: Question) -> None:
    """Mail the answer without the question, as anybody may have typed the address."""
    where = whole_address(reverse("tournaments:announcement", args=[row.tournament.slug]))
    post_mail(
        "answer",
        row.email,
        f"{row.tournament}: your question",
        f"A question about {row.tournament} was asked with this address. "
        f"The answer of its director:\n\n{row.answer}\n\n{where}\n",
    )


def _log(code: str, row: Question, actor: User | None, new: dict[str, Any] | None = None) -> None:
    """Log an act without the text: it has to be deleted with the asker's account."""
    visitor = {"told": row.name} if row.name and actor is None else {}
    log_action(
        code=code,
        actor=actor,
        scope=row.tournament.scope,
        subject=row.tournament,
        new={"question": row.pk, **(new or {}), **visitor},
    )
    publish(row.tournament.scope)


def open_questions(tournament: Tournament) -> Sequence[Question]:
    rows = Question.objects.filter(tournament=tournament, state=State.OPEN)
    return list(rows.select_related("asker").order_by("pk"))


def questions_for(tournament: Tournament, user: Visitor, *, directs: bool) -> QuerySet[Question]:
    """Return what a user may read, the oldest first: all questions for directors, public and own
    ones for others."""
    rows = Question.objects.filter(tournament=tournament)
    if not directs:
        own = Q(asker=user.pk) if user.is_authenticated else Q()
        rows = rows.filter(Q(shown=True) | own)
    return rows.select_related("asker", "answered_by").order_by("pk")
