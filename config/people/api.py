"""The signed-in user for API clients: profile, tokens, sessions, security log and data."""

from datetime import datetime
from typing import Any

from django.http import FileResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.limits import TokenThrottle
from config.moments import MomentSentField
from config.people.account_log import events_of
from config.people.models import ApiToken, Session, User
from config.people.own_data import take_data
from config.people.services import change_profile
from config.people.sessions import end_session, end_sessions, ident_of, sessions_of
from config.people.tokens import LONGEST_NAME, issue_api_token, revoke_api_token
from config.refusals import Refusal, Refused
from config.rest import acting, of_path, read


class MeSerializer(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ("email", "name", "time_zone", "reminders")
        read_only_fields = ("email",)


class ProfileSerializer(serializers.Serializer[User]):
    name = serializers.CharField(max_length=120)
    time_zone = serializers.CharField(max_length=64, allow_blank=True, default="")
    reminders = serializers.BooleanField(
        required=False, help_text="Whether you are mailed when something waits for you."
    )


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    class Meta:
        model = ApiToken
        fields = ("id", "name", "scope", "created_at", "ends_at", "last_used_at")
        read_only_fields = fields


class NewTokenSerializer(serializers.Serializer[ApiToken]):
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="What it is for.")
    scope = serializers.ChoiceField(
        choices=ApiToken.Scope.choices,
        help_text=(
            "`read` reads, `manager` writes for your clubs as well and directs nothing, "
            "`director` does everything that you may do."
        ),
    )
    ends_at = MomentSentField(
        required=False, allow_null=True, help_text="From when on it is refused; null: never."
    )


class MadeTokenSerializer(serializers.Serializer[ApiToken]):
    token = serializers.CharField(help_text="Shown this once.")


class SessionSerializer(serializers.Serializer[Any]):
    id = serializers.SerializerMethodField(help_text="To end it by.")
    place = serializers.CharField(help_text="Browser, system and address.")
    began_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField(help_text="To within five minutes.")

    def get_id(self, session: Session) -> str:
        return ident_of(session)


class AccountEventSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    code = serializers.CharField()
    what = serializers.CharField()
    detail = serializers.CharField()


class MeView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(tags=["me"], summary="Who you are", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        return Response(MeSerializer(acting(request)).data)

    @extend_schema(
        tags=["me"],
        summary="Change your profile",
        request=ProfileSerializer,
        responses=MeSerializer,
    )
    def put(self, request: Request) -> Response:
        user = acting(request)
        values = read(ProfileSerializer, request)
        return Response(MeSerializer(change_profile(user=user, acting_user=user, **values)).data)


class MyTokensView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_classes = [*APIView.throttle_classes, TokenThrottle]

    @extend_schema(
        tags=["me"],
        summary="Your tokens, the newest first",
        responses=TokenSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(TokenSerializer(acting(request).api_tokens.all(), many=True).data)

    @extend_schema(
        tags=["me"],
        summary="Make a token",
        description=(
            "Not by a token of a narrow scope (`token-scope`), and none that outlives the token by "
            "which it is asked for (`outlives-token`)."
        ),
        request=NewTokenSerializer,
        responses={201: MadeTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        user = acting(request)
        values = read(NewTokenSerializer, request)
        _verify_end(request.auth, values.get("ends_at"))
        token = issue_api_token(user=user, acting_user=user, **values)
        return Response({"token": token}, status=status.HTTP_201_CREATED)


class MyTokenView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="Revoke a token",
        parameters=[of_path("id")],
        responses={204: None},
    )
    def delete(self, request: Request, id: int) -> Response:
        user = acting(request)
        revoke_api_token(user=user, number=id, acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MySessionsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="Where you are signed in, the last used first",
        responses=SessionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(SessionSerializer(sessions_of(acting(request)), many=True).data)

    @extend_schema(
        tags=["me"],
        operation_id="me_sessions_end_all",
        summary="Sign out everywhere",
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        user = acting(request)
        end_sessions(user=user, acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MySessionView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="Sign out at one place",
        parameters=[of_path("id", str)],
        responses={204: None},
    )
    def delete(self, request: Request, id: str) -> Response:
        user = acting(request)
        end_session(user=user, ident=id, acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MySecurityLogView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="What was done with your account, the newest first",
        description="A hundred lines at most: sign-ins, wrong passwords, tokens, sessions.",
        responses=AccountEventSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(AccountEventSerializer(events_of(acting(request)), many=True).data)


class MyDataView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="Everything that is stored of you",
        description="A zip of JSON files, one for each table that names you.",
        request=None,
        responses={(200, "application/zip"): bytes},
    )
    def post(self, request: Request) -> FileResponse:
        user = acting(request)
        packed = take_data(user=user, acting_user=user)
        return FileResponse(packed, as_attachment=True, filename="horsehide-my-data.zip")


def _verify_end(asked_by: object, ends_at: datetime | None) -> None:
    """Refuse (``outlives-token``) a token that outlives the one that asks for it."""
    end = asked_by.ends_at if isinstance(asked_by, ApiToken) else None
    if end is not None and (ends_at is None or ends_at > end):
        words = f"The token that asks ends on {end:%Y-%m-%d %H:%M} UTC; the new one must, too."
        raise Refused(Refusal("outlives-token", words, "ends_at"))
