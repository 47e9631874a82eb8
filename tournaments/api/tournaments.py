"""Tournaments for API clients: setting up, starting, opening, playing out."""

from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.jobs.api import JobSerializer
from config.rest import PagesByKey, acting, asked, of_path, read
from rosters.rules.teams import TeamPlan
from tournaments.api.board import RoundBoardActs
from tournaments.api.clubs import Clubs
from tournaments.api.drops import Drops
from tournaments.api.editions import Editions
from tournaments.api.people import People
from tournaments.api.points import SeasonPoints
from tournaments.api.schemas.events import (
    OptionsSerializer,
    PlanSerializer,
    TimeZoneSerializer,
    TournamentSerializer,
    VisibilitySerializer,
    WholeTournamentSerializer,
)
from tournaments.api.schemas.schedule import (
    PlayedSerializer,
    RoundAskedSerializer,
    RoundNumberSerializer,
    SimulatedAskedSerializer,
    TakenBackSerializer,
    TakingBackSerializer,
    ToPlaySerializer,
)
from tournaments.api.stages import Stages
from tournaments.awards.api import AwardActions
from tournaments.day.api import DayActions
from tournaments.day.questions_api import QuestionActions
from tournaments.day.sign_ups_api import SignUpActions
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.home import tournaments_of
from tournaments.selectors.league import load_league
from tournaments.selectors.simulated import TakingBack, taking_back
from tournaments.sending.api import SendingActions
from tournaments.services.events import (
    change_time_zone,
    change_visibility,
    create_tournament,
    start_tournament,
)
from tournaments.services.options import change_options
from tournaments.services.plans import Format, TournamentPlan
from tournaments.services.play_out import play_round, queue_play_out, take_back, to_play

SLUG = of_path("slug", str)


class TournamentFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=Tournament.State.choices)
    system = filters.CharFilter(field_name="system_key", help_text="Key of a game system.")
    mine = filters.BooleanFilter(field_name="is_mine", label="You have a part in it.")

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()


@extend_schema(tags=["tournaments"])
class TournamentViewSet(
    Clubs,
    Editions,
    SeasonPoints,
    Stages,
    Drops,
    RoundBoardActs,
    DayActions,
    SignUpActions,
    QuestionActions,
    AwardActions,
    SendingActions,
    People,
):
    queryset = Tournament.objects.none()
    serializer_class = WholeTournamentSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = TournamentFilter
    pagination_class = PagesByKey
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9_-]+"

    @extend_schema(
        summary="The tournaments you may see",
        responses=TournamentSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(self.filter_queryset(tournaments_of(request.user)), TournamentSerializer)

    @extend_schema(
        summary="One tournament with its clubs",
        parameters=[SLUG],
        responses=WholeTournamentSerializer,
    )
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(WholeTournamentSerializer(visible_tournament(request.user, slug)).data)

    @extend_schema(
        summary="Set a tournament up; you become its director",
        request=PlanSerializer,
        responses={201: WholeTournamentSerializer},
    )
    def create(self, request: Request) -> Response:
        values = read(PlanSerializer, request)
        made = create_tournament(
            plan=TournamentPlan(
                name=values["name"],
                system_key=values["system"],
                clubs=[TeamPlan(**club) for club in values["clubs"]],
                settings=values["settings"],
                preset=values["preset"],
                format=Format(values["legs"], values["series_length"], values["home_pattern"]),
                in_divisions=values["divisions"],
                visibility=values["visibility"],
                time_zone=values["time_zone"] or acting(request).time_zone or "UTC",
                card_set=values["card_set"],
                edition_preset=values["edition_preset"],
                edition_fields=values["edition_fields"],
            ),
            acting_user=acting(request),
        )
        return Response(WholeTournamentSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Open it to everybody or close it to its people",
        parameters=[SLUG],
        request=VisibilitySerializer,
        responses=WholeTournamentSerializer,
    )
    def update(self, request: Request, slug: str) -> Response:
        changed = change_visibility(
            tournament=directed_tournament(request.user, slug),
            acting_user=acting(request),
            **read(VisibilitySerializer, request),
        )
        return Response(WholeTournamentSerializer(changed).data)

    @extend_schema(
        summary="Say in which time zone it is held: its days begin and end there",
        parameters=[SLUG],
        request=TimeZoneSerializer,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["put"], url_path="time-zone", url_name="time-zone")
    def change_time_zone(self, request: Request, slug: str) -> Response:
        changed = change_time_zone(
            tournament=directed_tournament(request.user, slug),
            acting_user=acting(request),
            **read(TimeZoneSerializer, request),
        )
        return Response(WholeTournamentSerializer(changed).data)

    @extend_schema(
        summary="Change options, cards and format, until the start",
        parameters=[SLUG],
        request=OptionsSerializer,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["put"], url_path="options", url_name="options")
    def change_options(self, request: Request, slug: str) -> Response:
        values = read(OptionsSerializer, request)
        changed = change_options(
            tournament=directed_tournament(request.user, slug),
            settings=values["settings"],
            format=Format(values["legs"], values["series_length"], values["home_pattern"]),
            card_set=values["card_set"],
            acting_user=acting(request),
        )
        return Response(WholeTournamentSerializer(changed).data)

    @extend_schema(
        summary="Draw the schedule and open play",
        parameters=[SLUG],
        request=None,
        responses=WholeTournamentSerializer,
    )
    @action(detail=True, methods=["post"])
    def start(self, request: Request, slug: str) -> Response:
        started = start_tournament(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(WholeTournamentSerializer(started).data)

    @extend_schema(
        summary="Have every unplayed series simulated, as a job",
        description="Series that people play, or have arranged to play, are left: `play-round` "
        "without a round says which.",
        parameters=[SLUG],
        request=None,
        responses={202: JobSerializer},
    )
    @action(detail=True, methods=["post"], url_path="play-out")
    def play_out(self, request: Request, slug: str) -> Response:
        job = queue_play_out(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="What playing a round, or everything, would simulate and what it would leave",
        parameters=[SLUG, RoundAskedSerializer],
        responses=ToPlaySerializer,
    )
    @action(detail=True, url_path="play-round", url_name="play-round", filter_backends=[])
    def to_play(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        ahead = to_play(tournament, asked(RoundAskedSerializer, request).get("round"))
        rows = [{"series": pk, "games": games} for pk, games in ahead.series.items()]
        return Response(ToPlaySerializer({"series": rows, "left": list(ahead.left.values())}).data)

    @extend_schema(
        summary="Have what is left of a round simulated",
        description="Series that people play, or have arranged to play, are left and named.",
        parameters=[SLUG],
        request=RoundNumberSerializer,
        responses=PlayedSerializer,
    )
    @to_play.mapping.post
    def play_round(self, request: Request, slug: str) -> Response:
        played = play_round(
            tournament=directed_tournament(request.user, slug),
            number=read(RoundNumberSerializer, request)["round"],
            acting_user=acting(request),
        )
        found = {"games": played.games, "left": list(played.left.values())}
        return Response(PlayedSerializer(found).data)

    @extend_schema(
        summary="What was simulated of a round or a series and can be taken back",
        parameters=[SLUG, SimulatedAskedSerializer],
        responses=TakingBackSerializer,
    )
    @action(detail=True, url_path="take-back", url_name="take-back", filter_backends=[])
    def taking_back(self, request: Request, slug: str) -> Response:
        league = load_league(directed_tournament(request.user, slug))
        values = asked(SimulatedAskedSerializer, request)
        return _taking_back(
            taking_back(league, number=values.get("round"), series_id=values.get("series"))
        )

    @extend_schema(
        summary="Take back what was simulated of a round or a series",
        description="The games are void, and people can play them.",
        parameters=[SLUG],
        request=TakenBackSerializer,
        responses=TakingBackSerializer,
    )
    @taking_back.mapping.post
    def take_back(self, request: Request, slug: str) -> Response:
        values = read(TakenBackSerializer, request)
        found = take_back(
            tournament=directed_tournament(request.user, slug),
            number=values.get("round"),
            series_id=values.get("series"),
            games=values["games"],
            reason=values["reason"],
            acting_user=acting(request),
        )
        return _taking_back(found)


def _taking_back(found: TakingBack) -> Response:
    data = {"games": [game.pk for game in found.games], "left": list(found.left.values())}
    return Response(TakingBackSerializer(data).data)
