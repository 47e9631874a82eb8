"""Questions about an event for API clients: asking them, and for directors answering."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.people.scopes import Visitor
from config.rest import PK, ThinViewSet, Values, acting, of_path, read
from config.senders import sender_of
from tournaments.day import questions
from tournaments.day.models import Question
from tournaments.day.sign_ups_api import announced
from tournaments.permissions import may_direct
from tournaments.selectors.access import directed_tournament, visible_tournament

SLUG = of_path("slug", str)
QUESTION = [SLUG, of_path("question")]


class QuestionSentSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(max_length=questions.LONGEST_QUESTION)
    name = serializers.CharField(
        max_length=80,
        allow_blank=True,
        default="",
        help_text="Of who has no account; of others it is known.",
    )
    email = serializers.EmailField(
        max_length=254,
        allow_blank=True,
        default="",
        help_text="Of who has no account: the answer is mailed there.",
    )


class AnswerSentSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField(max_length=questions.LONGEST_ANSWER)
    shown = serializers.BooleanField(
        default=False, help_text="Question and answer stand on the announcement for everybody."
    )


class QuestionShownSerializer(serializers.Serializer[Any]):
    shown = serializers.BooleanField()


class QuestionSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    question = serializers.CharField()
    asked_by = serializers.CharField(
        help_text="A member's name; a visitor's is told to directors alone."
    )
    email = serializers.CharField(help_text="A visitor's address, for directors; else empty.")
    asked_at = serializers.DateTimeField()
    is_yours = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Question.State.choices)
    answer = serializers.CharField(help_text="Empty where there is none.")
    answered_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was answered or closed."
    )
    shown = serializers.BooleanField(help_text="Whether everybody reads it on the announcement.")


class QuestionTakenSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=Question.State.choices)


class QuestionActions(ThinViewSet):
    """What a tournament's routes have of the questions that are asked about it."""

    @extend_schema(
        summary="What was asked and answered",
        parameters=[SLUG],
        responses=QuestionSerializer(many=True),
    )
    @action(
        detail=True,
        pagination_class=None,
        filter_backends=[],
        permission_classes=[AllowAny],
    )
    def questions(self, request: Request, slug: str) -> Response:
        """Directors read every question; others what stands on the announcement, and their own.
        404 where nothing is announced."""
        tournament = announced(request, slug)
        directs = may_direct(request.user, tournament)
        visible_rows = questions.questions_for(tournament, request.user, directs=directs)
        return Response(
            [_question_data(row, request.user, directs=directs) for row in visible_rows]
        )

    @extend_schema(
        summary="Ask the directors something",
        parameters=[SLUG],
        request=QuestionSentSerializer,
        responses={201: QuestionTakenSerializer},
    )
    @questions.mapping.post
    def ask(self, request: Request, slug: str) -> Response:
        """Needs no account where the event is public; then name and address are said, and questions
        from one place have to pause. The same sent twice is one question."""
        tournament = visible_tournament(request.user, slug)
        sent = read(QuestionSentSerializer, request)
        row = questions.ask(
            tournament=tournament,
            asked=questions.Asked(sent["question"], sent["name"], sent["email"]),
            asker=acting(request) if request.user.is_authenticated else None,
            sender=sender_of(request),
        )
        data = QuestionTakenSerializer({"state": row.state}).data
        return Response(data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Answer a question; the person who asked is told",
        parameters=QUESTION,
        request=AnswerSentSerializer,
        responses=QuestionSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"questions/(?P<question>{PK})/answer",
        url_name="question-answer",
        filter_backends=[],
    )
    def answer_question(self, request: Request, slug: str, question: str) -> Response:
        row = questions.answer_question(
            tournament=directed_tournament(request.user, slug),
            pk=int(question),
            acting_user=acting(request),
            **read(AnswerSentSerializer, request),
        )
        return Response(_question_data(row, request.user, directs=True))

    @extend_schema(
        summary="Close a question without an answer",
        parameters=QUESTION,
        request=None,
        responses=QuestionSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"questions/(?P<question>{PK})/close",
        url_name="question-close",
        filter_backends=[],
    )
    def close_question(self, request: Request, slug: str, question: str) -> Response:
        """The person who asked is not told."""
        row = questions.close_question(
            tournament=directed_tournament(request.user, slug),
            pk=int(question),
            acting_user=acting(request),
        )
        return Response(_question_data(row, request.user, directs=True))

    @extend_schema(
        summary="Have a question and its answer stand on the announcement, or no more",
        parameters=QUESTION,
        request=QuestionShownSerializer,
        responses=QuestionSerializer,
    )
    @action(
        detail=True,
        methods=["put"],
        url_path=f"questions/(?P<question>{PK})/shown",
        url_name="question-shown",
        filter_backends=[],
    )
    def show_question(self, request: Request, slug: str, question: str) -> Response:
        row = questions.show_answer(
            tournament=directed_tournament(request.user, slug),
            pk=int(question),
            acting_user=acting(request),
            **read(QuestionShownSerializer, request),
        )
        return Response(_question_data(row, request.user, directs=True))


def _question_data(row: Question, user: Visitor, *, directs: bool) -> Values:
    values = {
        "id": row.pk,
        "question": row.text,
        "asked_by": row.who if directs else row.by,
        "email": row.email if directs else "",
        "asked_at": row.asked_at,
        "is_yours": row.asker_id is not None and row.asker_id == user.pk,
        "state": row.state,
        "answer": row.answer,
        "answered_at": row.answered_at,
        "shown": row.shown,
    }
    return dict(QuestionSerializer(values).data)
