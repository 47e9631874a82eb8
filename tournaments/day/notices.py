"""Notifications of questions for directors, and of answers for askers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse

from config.notices.kinds import Kind, Waiting, register
from config.people import scopes
from tournaments.day.models import Question

ASKED = Kind(
    "question-asked",
    "A question about your event",
    "For directors: when a question is asked about an event that is announced.",
)
ANSWERED = Kind(
    "question-answered",
    "An answer to your question",
    "When a director has answered what you asked about an event.",
)
NEWS_FOR = timedelta(days=3)
"""How long an answer is news."""

SHOWN = 300
"""Maximum length of a question or answer in a notification."""


def asked(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    directors: dict[str, frozenset[int]] = {}
    for row in _in(Question.objects.filter(state=Question.State.OPEN), asked):
        scope = row.tournament.scope
        if scope not in directors:
            directors[scope] = scopes.directors(scope)
        yield Waiting(
            key=f"question:{row.pk}",
            people=directors[scope],
            title=f"{row.by} asks about {row.tournament}",
            # Notifications are mailed: leave out text from anonymous visitors.
            detail=_short(row.text) if row.asker is not None else "",
            url=f"{reverse('tournaments:desk', args=[row.tournament.slug])}#questions",
            scope=scope,
        )


def answered(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """Yield recently answered questions, for the accounts that asked them."""
    rows = Question.objects.filter(
        state=Question.State.ANSWERED, answered_at__gt=now - NEWS_FOR, asker__isnull=False
    )
    for row in _in(rows, asked):
        yield Waiting(
            key=f"answer:{row.pk}",
            people=frozenset({row.asker_id or 0}),
            title=f"{row.tournament}: your question is answered",
            detail=_short(row.answer),
            url=f"{reverse('tournaments:announcement', args=[row.tournament.slug])}#questions",
            scope=row.tournament.scope,
        )


def _in(rows: QuerySet[Question], asked: Collection[str] | None) -> list[Question]:
    """Return the questions of these events, or of all, in the order asked."""
    if asked is not None:
        rows = rows.filter(tournament__key__in=asked)
    return list(rows.select_related("tournament", "asker").order_by("pk"))


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= SHOWN else f"{one_line[: SHOWN - 1]}…"


def register_all() -> None:
    register(ASKED, asked, upon=["question-asked", "question-answered", "question-closed"])
    register(ANSWERED, answered, upon=["question-answered"])
