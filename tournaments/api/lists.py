"""What a tournament holds much of: its series, its games and its action log, filtered."""

from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.journal.models import Action
from config.rest import ThinViewSet, of_path
from games.api.schemas import GameSerializer, SeriesSerializer
from games.models import Game, Series
from tournaments.api.schemas import ActionSerializer
from tournaments.selectors.doors import directed_tournament, visible_tournament

SLUG = of_path("slug", str)


class OfTeam(filters.FilterSet):
    """Filters of what two clubs are in."""

    team = filters.NumberFilter(
        method="of_team", min_value=1, help_text="Id of a club that is in it, on either side."
    )

    def of_team(self, found: QuerySet[Any], name: str, value: Any) -> QuerySet[Any]:
        return found.filter(Q(home_id=int(value)) | Q(away_id=int(value)))


class SeriesFilter(OfTeam):
    round = filters.NumberFilter(field_name="fixture__round__number", min_value=1)
    complete = filters.BooleanFilter(
        field_name="completed_at", lookup_expr="isnull", exclude=True, label="All games final."
    )

    class Meta:
        model = Series
        fields: tuple[str, ...] = ()


class GameFilter(OfTeam):
    status = filters.ChoiceFilter(choices=Game.Status.choices)
    source = filters.ChoiceFilter(choices=Game.Source.choices)
    round = filters.NumberFilter(field_name="series__fixture__round__number", min_value=1)
    series = filters.NumberFilter(field_name="series_id", min_value=1)

    class Meta:
        model = Game
        fields: tuple[str, ...] = ()


class LogFilter(filters.FilterSet):
    code = filters.CharFilter(help_text="Of the vocabulary: game-final, invite-made ...")
    since = filters.IsoDateTimeFilter(field_name="at", lookup_expr="gte")

    class Meta:
        model = Action
        fields: tuple[str, ...] = ()


@extend_schema(tags=["tournaments"], parameters=[SLUG])
class SeriesViewSet(ThinViewSet):
    queryset = Series.objects.none()
    serializer_class = SeriesSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = SeriesFilter

    @extend_schema(summary="The series of a tournament", responses=SeriesSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = Series.objects.filter(scope=tournament.scope).select_related("home", "away")
        return self.page(self.filter_queryset(found.order_by("pk")), SeriesSerializer)


@extend_schema(tags=["tournaments"], parameters=[SLUG])
class GamesViewSet(ThinViewSet):
    queryset = Game.objects.none()
    serializer_class = GameSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = GameFilter

    @extend_schema(summary="The games of a tournament", responses=GameSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = Game.objects.filter(series__scope=tournament.scope).defer("events", "transcript")
        return self.page(self.filter_queryset(found.order_by("pk")), GameSerializer)


@extend_schema(tags=["tournaments"], parameters=[SLUG])
class LogViewSet(ThinViewSet):
    queryset = Action.objects.none()
    serializer_class = ActionSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = LogFilter

    @extend_schema(
        summary="The action log of a tournament, for directors",
        responses=ActionSerializer(many=True),
    )
    def list(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = Action.objects.filter(scope=tournament.scope).select_related("actor")
        return self.page(self.filter_queryset(found), ActionSerializer)
