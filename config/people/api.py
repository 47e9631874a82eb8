"""The signed-in person for API clients: who the token belongs to, and another token."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.limits import TokenThrottle
from config.people.models import User
from config.people.services import change_profile, issue_api_token, revoke_api_token
from config.rest import acting, read


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


class TokenSerializer(serializers.Serializer[User]):
    token = serializers.CharField(help_text="Shown this once.")


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


class MyTokenView(APIView):
    permission_classes = [IsAuthenticated]
    throttle_classes = [*APIView.throttle_classes, TokenThrottle]

    @extend_schema(
        tags=["me"],
        summary="Make a token; an older one is worthless from then on",
        request=None,
        responses={201: TokenSerializer},
    )
    def post(self, request: Request) -> Response:
        user = acting(request)
        token = issue_api_token(user=user, acting_user=user)
        return Response({"token": token}, status=status.HTTP_201_CREATED)

    @extend_schema(tags=["me"], summary="Revoke the token", responses={204: None})
    def delete(self, request: Request) -> Response:
        user = acting(request)
        revoke_api_token(user=user, acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)
