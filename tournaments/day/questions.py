"""Questions to the directors of an event that is announced: asking, answering, closing."""

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
"""The most open questions of one person to an event, who then has to wait for an answer."""

MOST_OF_A_PERSON = 50
"""The most questions of one account to an event, whatever became of them."""

MOST_OPEN_OF_VISITORS = 200
"""The most open questions of visitors without an account to an event."""

FROM_A_PLACE = Rate(
    "questions",
    6,
    600,
    "Too many questions come from where you are. Wait some minutes, or sign in.",
)
"""Of visitors, in all events."""

State = Question.State


@dataclass(frozen=True)
class Asked:
    """A question as it was typed; anyone who is signed in says neither name nor address."""

    text: str
    name: str = ""
    email: str = ""

    def problems(self, *, by_visitor: bool) -> list[Refusal]:
        """Everything that is wrong with it."""
        found = _text_problems(self.text, "question", LONGEST_QUESTION, "Say what you want to ask.")
        if not by_visitor:
            return found
        found += _text_problems(self.name, "name", 80, "Say your name.")
        found += _text_problems(
            self.email, "email", 254, "Say your e-mail address: the answer is mailed there."
        )
        try:
            validate_email(self.email or "nobody@example.org")
        except ValidationError:
            sentence = f"{self.email[:60]!r} is no e-mail address."
            found.append(Refusal("not-an-address", sentence, "email"))
        return found


def _text_problems(said: str, place: str, most: int, missing: str) -> list[Refusal]:
    found = []
    if problem := text_problem(said, place):
        found.append(problem)
    if not said.strip():
        found.append(Refusal(f"{place}-missing", missing, place))
    if len(said) > most:
        sentence = f"At most {most} characters; these are {len(said)}."
        found.append(Refusal("too-long", sentence, place, {"most": most, "given": len(said)}))
    return found


def ask(*, tournament: Tournament, asked: Asked, asker: User | None, sender: str = "") -> Question:
    """Ask the directors of an event something. Without an account (``asker``) name and address are
    said, and ``sender`` is where on the network it comes from. The same sent twice is one question.

    Refused: what is wrong with what was typed (``question-missing``, ``name-missing``,
    ``email-missing``, ``not-an-address``, ``too-long``, ``illegal-character``); ``not-announced``,
    ``event-over``, ``questions-waiting``, ``questions-full``, ``asked-too-often``.
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
        own = rows.filter(asker=asker) if asker is not None else rows.filter(email=email)
        waiting = list(own.filter(state=State.OPEN))
        same = next((row for row in waiting if row.text == text), None)
        if same is not None:
            return same
        if len(waiting) >= MOST_OPEN:
            sentence = f"{len(waiting)} questions of yours wait for an answer already."
            raise Refused(Refusal("questions-waiting", sentence, "question"))
        if asker is not None and own.count() >= MOST_OF_A_PERSON:
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
    """Why questions are not taken now; ``None`` where they are."""
    if not Announcement.objects.filter(tournament=tournament).exists():
        return Refusal("not-announced", "The event is not announced: nobody can be asked.")
    if tournament.state == Tournament.State.COMPLETE:
        return Refusal("event-over", "The event is over: no more questions are taken.")
    return None


def _is_open(tournament: Tournament, asked: Asked) -> bool:
    """Whether a visitor's question waits already: sent twice, it counts once."""
    rows = _of_visitors(Question.objects.filter(tournament=tournament))
    return rows.filter(email=asked.email, text=asked.text).exists()


def _of_visitors(rows: QuerySet[Question]) -> QuerySet[Question]:
    return rows.filter(asker=None, state=State.OPEN)


@for_directors
def answer_question(
    *, tournament: Tournament, pk: int, answer: str, shown: bool, acting_user: User
) -> Question:
    """Answer a question: the asker is told, and with ``shown`` both stand on the announcement.
    Refused: ``answer-missing``, ``too-long``, ``illegal-character``, ``no-such-question``,
    ``already-answered``, ``question-closed``."""
    said = answer.replace("\r\n", "\n").strip()
    refuse_all(_text_problems(said, "answer", LONGEST_ANSWER, "Write an answer."))
    with transaction.atomic():
        row = _open(tournament, pk)
        row.state, row.answer, row.shown = State.ANSWERED, said, shown
        _settled(row, acting_user)
        _log("question-answered", row, acting_user, {"shown": shown})
        if row.email:
            _mail(row)
    return row


@for_directors
def close_question(*, tournament: Tournament, pk: int, acting_user: User) -> Question:
    """Close a question without an answer; the asker is told nothing. Refused:
    ``no-such-question``, ``already-answered``, ``question-closed``."""
    with transaction.atomic():
        row = _open(tournament, pk)
        row.state = State.CLOSED
        _settled(row, acting_user)
        _log("question-closed", row, acting_user)
    return row


@for_directors
def show_answer(*, tournament: Tournament, pk: int, shown: bool, acting_user: User) -> Question:
    """Have an answered question stand on the announcement, or no more. Refused:
    ``no-such-question``, ``not-answered``."""
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
    """The question, with the event's row taken."""
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
    """Mail the answer; the question is not repeated, as anybody may have typed the address."""
    where = whole_address(reverse("tournaments:announcement", args=[row.tournament.slug]))
    post_mail(
        "answer",
        row.email,
        f"{row.tournament}: your question",
        f"A question about {row.tournament} was asked with this address. "
        f"The answer of its director:\n\n{row.answer}\n\n{where}\n",
    )


def _log(code: str, row: Question, actor: User | None, new: dict[str, Any] | None = None) -> None:
    """What was said is not in the log: it goes when its asker leaves."""
    told = {"told": row.name} if row.name and actor is None else {}
    log_action(
        code=code,
        actor=actor,
        scope=row.tournament.scope,
        subject=row.tournament,
        new={"question": row.pk, **(new or {}), **told},
    )
    publish(row.tournament.scope)


def open_questions(tournament: Tournament) -> Sequence[Question]:
    """What waits for an answer, the oldest first."""
    rows = Question.objects.filter(tournament=tournament, state=State.OPEN)
    return list(rows.select_related("asker").order_by("pk"))


def questions_for(tournament: Tournament, user: Visitor, *, directs: bool) -> QuerySet[Question]:
    """What a user reads, the oldest first: directors all that was asked, others what stands on
    the announcement for everybody and what they asked themselves."""
    rows = Question.objects.filter(tournament=tournament)
    if not directs:
        own = Q(asker=user.pk) if user.is_authenticated else Q()
        rows = rows.filter(Q(shown=True) | own)
    return rows.select_related("asker", "answered_by").order_by("pk")
