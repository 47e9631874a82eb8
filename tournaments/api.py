"""Tournaments for API clients: setting up, running, watching, inviting."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.jobs.api import JobSerializer
from config.journal.models import Action
from config.rest import ThinViewSet, Values, acting, answers, asked, read
from games.api import GameSerializer, SeriesSerializer
from games.models import Game, Series
from rosters.api import TeamPlanSerializer, TeamSerializer
from rosters.services import TeamPlan
from tournaments.models import Entrant, Invite, Tournament
from tournaments.rules.metrics import METRICS
from tournaments.selectors import tables
from tournaments.selectors.doors import directed_tournament, visible_tournament
from tournaments.selectors.home import tournaments_of
from tournaments.selectors.league import Meeting, load_league
from tournaments.services import invites
from tournaments.services.events import (
    change_visibility,
    create_tournament,
    start_tournament,
)
from tournaments.services.plans import Format, TournamentPlan
from tournaments.services.play_out import queue_play_out

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
INVITE = OpenApiParameter("id", OpenApiTypes.INT, OpenApiParameter.PATH)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "system",
            "settings",
            "state",
            "visibility",
            "created_at",
        )
        read_only_fields = fields

    system = serializers.CharField(source="system_key")


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    class Meta:
        model = Entrant
        fields = ("number", "team")
        read_only_fields = fields

    team = TeamSerializer()


class WholeTournamentSerializer(TournamentSerializer):
    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "entrants")
        read_only_fields = fields

    entrants = serializers.SerializerMethodField()

    def get_entrants(self, tournament: Tournament) -> list[Values]:
        entrants = tournament.entrants.select_related("team").order_by("number")
        return list(EntrantSerializer(entrants, many=True).data)


class PlanSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=32)
    settings = serializers.DictField(default=dict, help_text="Options of the system by key.")
    clubs = TeamPlanSerializer(many=True)
    legs = serializers.IntegerField(default=2)
    series_length = serializers.IntegerField(default=3)
    home_pattern = serializers.CharField(default="", allow_blank=True, max_length=16)
    visibility = serializers.CharField(default=Tournament.Visibility.PUBLIC)


class VisibilitySerializer(serializers.Serializer[Any]):
    visibility = serializers.ChoiceField(choices=Tournament.Visibility.choices)


class StandingSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where it is shared.")
    entrant = serializers.IntegerField(help_text="Its number.")
    team = serializers.CharField()
    evidence = serializers.CharField(help_text="What decided a tie.")
    metrics = serializers.DictField(child=serializers.CharField())


class MeetingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField(allow_null=True, help_text="Null: the home entrant has a bye.")
    series = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    home_wins = serializers.IntegerField()
    away_wins = serializers.IntegerField()


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.CharField()
    meetings = MeetingSerializer(many=True)


class CrossLineSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    against = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Won-lost against each, in the order of the lines; null against itself.",
    )


class CourseSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    above_even = serializers.ListField(
        child=serializers.IntegerField(), help_text="At the start and after each round."
    )


class ActionSerializer(serializers.ModelSerializer[Action]):
    class Meta:
        model = Action
        fields = (
            "at",
            "code",
            "actor",
            "subject_type",
            "subject_id",
            "subject_label",
            "old",
            "new",
        )
        read_only_fields = fields

    actor = serializers.CharField(allow_null=True, help_text="Null: the house itself.")


class InviteSerializer(serializers.ModelSerializer[Invite]):
    class Meta:
        model = Invite
        fields = (
            "id",
            "tournament",
            "role",
            "entrant",
            "email",
            "link",
            "expires_at",
            "accepted_at",
            "withdrawn_at",
        )
        read_only_fields = fields

    tournament = serializers.CharField(source="tournament.slug")
    entrant = serializers.SerializerMethodField(help_text="Number of the club; null for none.")
    link = serializers.SerializerMethodField(help_text="What the invited person opens.")

    def get_entrant(self, invite: Invite) -> int | None:
        return invite.entrant.number if invite.entrant else None

    def get_link(self, invite: Invite) -> str:
        path = reverse("tournaments:join", args=[invites.token_of(invite)])
        request = self.context.get("request")
        return request.build_absolute_uri(path) if request else path


class OfferSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField()
    role = serializers.ChoiceField(choices=Invite.Role.choices)
    entrant = serializers.IntegerField(default=None, allow_null=True, help_text="Its number.")
    email = serializers.EmailField(default="", allow_blank=True)


class InviteTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200)


class OfTournament(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its slug.")


class GamesQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=Game.Status.choices, required=False)
    team = serializers.IntegerField(required=False, help_text="Id of a club that plays in it.")


@extend_schema(tags=["tournaments"])
class TournamentViewSet(ThinViewSet):
    serializer_class = WholeTournamentSerializer
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9_-]+"

    @extend_schema(
        summary="The tournaments you may see",
        responses=answers(TournamentSerializer(many=True)),
    )
    def list(self, request: Request) -> Response:
        return self.page(tournaments_of(request.user), TournamentSerializer)

    @extend_schema(
        summary="One tournament with its clubs",
        parameters=[SLUG],
        responses=answers(WholeTournamentSerializer),
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(WholeTournamentSerializer(visible_tournament(request.user, slug)).data)

    @extend_schema(
        summary="Set a tournament up; you become its director",
        request=PlanSerializer,
        responses=answers(WholeTournamentSerializer, 201),
    )
    def create(self, request: Request) -> Response:
        values = read(PlanSerializer, request)
        made = create_tournament(
            plan=TournamentPlan(
                name=values["name"],
                system_key=values["system"],
                clubs=[TeamPlan(**club) for club in values["clubs"]],
                settings=values["settings"],
                format=Format(values["legs"], values["series_length"], values["home_pattern"]),
                visibility=values["visibility"],
            ),
            acting_user=acting(request),
        )
        return Response(WholeTournamentSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Open it to everybody or close it to its people",
        parameters=[SLUG],
        request=VisibilitySerializer,
        responses=answers(WholeTournamentSerializer),
    )
    def update(self, request: Request, slug: str) -> Response:
        changed = change_visibility(
            tournament=directed_tournament(request.user, slug),
            acting_user=acting(request),
            **read(VisibilitySerializer, request),
        )
        return Response(WholeTournamentSerializer(changed).data)

    @extend_schema(
        summary="Draw the schedule and open play",
        parameters=[SLUG],
        request=None,
        responses=answers(WholeTournamentSerializer),
    )
    @action(detail=True, methods=["post"])
    def start(self, request: Request, slug: str) -> Response:
        started = start_tournament(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(WholeTournamentSerializer(started).data)

    @extend_schema(
        summary="Have every unplayed series simulated, as a job",
        parameters=[SLUG],
        request=None,
        responses=answers(JobSerializer, 202),
    )
    @action(detail=True, methods=["post"], url_path="play-out")
    def play_out(self, request: Request, slug: str) -> Response:
        job = queue_play_out(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="The standings",
        parameters=[SLUG],
        responses=answers(StandingSerializer(many=True)),
    )
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(
            [
                {
                    "rank": line.row.place.label,
                    "entrant": line.entrant.number,
                    "team": line.entrant.team.name,
                    "evidence": line.row.place.evidence,
                    "metrics": {metric.key: metric.show(line.row) for metric in METRICS},
                }
                for line in tables.table(league)
            ]
        )

    @extend_schema(
        summary="The schedule by round, byes among it",
        parameters=[SLUG],
        responses=answers(RoundSerializer(many=True)),
    )
    @action(detail=True, pagination_class=None)
    def schedule(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(
            [
                {
                    "number": round_.number,
                    "state": round_.state,
                    "meetings": [_meeting(meeting) for meeting in round_.meetings],
                }
                for round_ in league.rounds
            ]
        )

    @extend_schema(
        summary="The cross-table",
        parameters=[SLUG],
        responses=answers(CrossLineSerializer(many=True)),
    )
    @action(detail=True, pagination_class=None)
    def grid(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        lines = tables.cross_table(league, tables.table(league))
        return Response(
            [
                {
                    "entrant": line.entrant.number,
                    "against": [None if tally is None else str(tally) for tally in line.tallies],
                }
                for line in lines
            ]
        )

    @extend_schema(
        summary="The standings race",
        parameters=[SLUG],
        responses=answers(CourseSerializer(many=True)),
    )
    @action(detail=True, pagination_class=None)
    def race(self, request: Request, slug: str) -> Response:
        league = load_league(visible_tournament(request.user, slug))
        return Response(
            [
                {"entrant": course.entrant.number, "above_even": course.values}
                for course in tables.race(league, tables.table(league))
            ]
        )

    @extend_schema(
        summary="Its series", parameters=[SLUG], responses=answers(SeriesSerializer(many=True))
    )
    @action(detail=True)
    def series(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = Series.objects.filter(scope=tournament.scope).select_related("home", "away")
        return self.page(found.order_by("pk"), SeriesSerializer)

    @extend_schema(
        summary="Its games",
        parameters=[SLUG, GamesQuery],
        responses=answers(GameSerializer(many=True)),
    )
    @action(detail=True)
    def games(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        query = asked(GamesQuery, request)
        found = Game.objects.filter(series__scope=tournament.scope).defer("events", "transcript")
        if "status" in query:
            found = found.filter(status=query["status"])
        if "team" in query:
            found = found.filter(home=query["team"]) | found.filter(away=query["team"])
        return self.page(found.order_by("pk"), GameSerializer)

    @extend_schema(
        summary="Its action log, for directors",
        parameters=[SLUG],
        responses=answers(ActionSerializer(many=True)),
    )
    @action(detail=True)
    def log(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = Action.objects.filter(scope=tournament.scope).select_related("actor")
        return self.page(found, ActionSerializer)


@extend_schema(tags=["invites"])
class InviteViewSet(ThinViewSet):
    serializer_class = InviteSerializer
    lookup_field = "id"
    lookup_value_regex = "[0-9]+"

    @extend_schema(
        summary="The invites of a tournament you direct",
        parameters=[OfTournament],
        responses=answers(InviteSerializer(many=True)),
    )
    def list(self, request: Request) -> Response:
        tournament = directed_tournament(request.user, asked(OfTournament, request)["tournament"])
        found = tournament.invites.select_related("tournament", "entrant")
        return self.page(found, InviteSerializer)

    @extend_schema(
        summary="Offer a role",
        request=OfferSerializer,
        responses=answers(InviteSerializer, 201),
    )
    def create(self, request: Request) -> Response:
        values = read(OfferSerializer, request)
        tournament = directed_tournament(request.user, values["tournament"])
        entrant = None
        if values["entrant"] is not None:
            entrant = tournament.entrants.filter(number=values["entrant"]).first()
            if entrant is None:
                raise Http404("No such club.")
        made = invites.invite(
            tournament=tournament,
            role=values["role"],
            entrant=entrant,
            email=values["email"],
            acting_user=acting(request),
        )
        return self._one(request, made, status.HTTP_201_CREATED)

    @extend_schema(summary="Withdraw an invite", parameters=[INVITE], responses=answers(None, 204))
    def destroy(self, request: Request, id: str) -> Response:
        invites.withdraw(made=_invite(request, id), acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Mail an invite to its address",
        parameters=[INVITE],
        request=None,
        responses=answers(InviteSerializer),
    )
    @action(detail=True, methods=["post"])
    def mail(self, request: Request, id: str) -> Response:
        made = _invite(request, id)
        link = InviteSerializer(made, context={"request": request}).data["link"]
        invites.mail_invite(made=made, link=link, acting_user=acting(request))
        return self._one(request, made)

    @extend_schema(
        summary="Accept an invite by the secret part of its link",
        request=InviteTokenSerializer,
        responses=answers(TournamentSerializer),
    )
    @action(detail=False, methods=["post"])
    def accept(self, request: Request) -> Response:
        made = invites.invite_of(read(InviteTokenSerializer, request)["token"])
        accepted = invites.accept(made=made, acting_user=acting(request))
        return Response(TournamentSerializer(accepted.tournament).data)

    def _one(self, request: Request, made: Invite, code: int = status.HTTP_200_OK) -> Response:
        return Response(InviteSerializer(made, context={"request": request}).data, status=code)


def _invite(request: Request, id: str) -> Invite:
    """The invite, for directors of its tournament."""
    made = Invite.objects.select_related("tournament", "entrant").filter(pk=id).first()
    if made is None:
        raise Http404("No such invite.")
    directed_tournament(request.user, made.tournament.slug)
    return made


def _meeting(meeting: Meeting) -> Values:
    return {
        "home": meeting.home.number,
        "away": meeting.away.number if meeting.away else None,
        "series": meeting.series_id,
        "state": meeting.state,
        "home_wins": meeting.wins(meeting.home),
        "away_wins": meeting.wins(meeting.away),
    }


def register(router: BaseRouter) -> None:
    """Hang tournaments and invites on the API's router."""
    router.register("tournaments", TournamentViewSet, basename="tournament")
    router.register("invites", InviteViewSet, basename="invite")
