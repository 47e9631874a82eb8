"""Questions to the directors on the announcement page, and answers on the desk."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest

from config.inputs import number_sent, whole_number
from config.people.models import User
from config.people.scopes import Visitor
from config.refusals import Refusal
from config.senders import sender_of
from tournaments.day import questions
from tournaments.day.models import Question
from tournaments.models import Tournament


class QuestionForm(forms.Form):
    """A question; a signed-in user gives neither name nor address. The service reports what is
    wrong with it."""

    question = forms.CharField(
        label="Your question",
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": questions.LONGEST_QUESTION}),
    )
    name = forms.CharField(
        label="Your name", required=False, widget=forms.TextInput(attrs={"maxlength": 80})
    )
    email = forms.CharField(
        label="E-mail address",
        required=False,
        widget=forms.EmailInput(attrs={"maxlength": 254}),
        help_text="The answer is mailed there.",
    )

    def __init__(self, data: Any, user: Visitor, refusals: Collection[Refusal] = ()) -> None:
        # The page has another form with a name and an address, so ids have a prefix.
        super().__init__(data, auto_id="ask-%s")
        if user.is_authenticated:
            del self.fields["name"], self.fields["email"]
        for field in self.fields.values():
            field.says_optional = False  # type: ignore[attr-defined]
        for refusal in refusals:
            if self.is_valid() and refusal.place in self.fields:
                self.add_error(refusal.place, refusal.message)


@dataclass(frozen=True)
class Waiting:
    """A question on the desk, with the typed answer where that was refused; ``late`` if another
    director had answered or closed it by then."""

    question: Question
    typed: str = ""
    shown: bool = False
    late: bool = False


def waiting_at_desk(request: HttpRequest, tournament: Tournament) -> Sequence[Waiting]:
    """Return the questions that wait for an answer, the oldest first; before them the one whose
    answer came too late, so that the typed text is not lost."""
    sent = request.POST
    refused_pk = whole_number(sent.get("question", "")) if sent.get("act") == ANSWER else None
    typed, shown = sent.get("answer", ""), sent.get("shown") == "on"
    rows = questions.open_questions(tournament)
    waiting = [Waiting(row, typed, shown) if row.pk == refused_pk else Waiting(row) for row in rows]
    if refused_pk is None or not typed or refused_pk in {row.pk for row in rows}:
        return waiting
    late_rows = questions.questions_for(tournament, request.user, directs=True).filter(
        pk=refused_pk
    )
    return [*(Waiting(row, typed, late=True) for row in late_rows), *waiting]


def asked_of(
    request: HttpRequest, tournament: Tournament, refusals: Collection[Refusal], *, directs: bool
) -> dict[str, Any]:
    """Return the questions for the announcement page: public ones, the user's own, and the form;
    for directors also answers shown only to the asker."""
    user = request.user
    rows = questions.questions_for(tournament, user, directs=directs)
    sent = request.POST if request.POST.get("act") == "ask" else None
    return {
        "asked": [row for row in rows if row.shown],
        "own_questions": [row for row in rows if not row.shown and row.asker_id == user.pk]
        if user.is_authenticated
        else [],
        "unshown": [row for row in rows if row.state == "answered" and not row.shown]
        if directs
        else [],
        "to_answer": sum(row.state == "open" for row in rows) if directs else 0,
        "may_ask": not directs and questions.closed_because(tournament) is None,
        "question_form": QuestionForm(sent, user, refusals if sent is not None else ()),
    }


def ask(request: HttpRequest, tournament: Tournament) -> str:
    """Send a question and return the message to show."""
    sent, user = request.POST, request.user
    row = questions.ask(
        tournament=tournament,
        asked=questions.Asked(
            sent.get("question", ""), sent.get("name", ""), sent.get("email", "")
        ),
        asker=user if isinstance(user, User) else None,
        sender=sender_of(request),
    )
    if row.email:
        return f"The directors have your question; the answer is mailed to {row.email}."
    return "The directors have your question; you are told of the answer."


ANSWER = "answer-question"


def answer(request: HttpRequest, tournament: Tournament, user: User) -> str:
    row = questions.answer_question(
        tournament=tournament,
        pk=number_sent(request.POST, "question"),
        answer=request.POST.get("answer", ""),
        shown=request.POST.get("shown") == "on",
        acting_user=user,
    )
    where = ", and everybody reads it on the announcement" if row.shown else ""
    return f"{row.who} is told{where}."


def close(request: HttpRequest, tournament: Tournament, user: User) -> str:
    pk = number_sent(request.POST, "question")
    row = questions.close_question(tournament=tournament, pk=pk, acting_user=user)
    return f"The question of {row.who} is closed without an answer."


def show(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Show an answer on the announcement, or hide it."""
    row = questions.show_answer(
        tournament=tournament,
        pk=number_sent(request.POST, "question"),
        shown=request.POST.get("shown") == "yes",
        acting_user=user,
    )
    return (
        "It is shown on the announcement."
        if row.shown
        else "It is no longer shown on the announcement."
    )


DESK_ACTS = {ANSWER: answer, "close-question": close}
