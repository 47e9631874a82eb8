"""What a tournament holds much of: its series, its games and its action log, filtered."""

from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.journal.models import Action
from config.rest import NumberOf, PagesByKey, ThinViewSet, of_path
from games.api.schemas import GameSerializer, SeriesSerializer
from games.models import Game, Series
from tournaments.api.schemas.people import ActionSerializer
from tournaments.models import Round
from tournaments.selectors.access import directed_tournament, visible_tournament

SLUG = of_path("slug", str)


class InTournament(filters.FilterSet):
    """Filters of what two clubs are in, and of what belongs to a round."""

    team = NumberOf(method="of_team", help_text="Id of a club that is in it, on either side.")

    def of_team(self, found: QuerySet[Any], name: str, value: Any) -> QuerySet[Any]:
        return found.filter(Q(home_id=value) | Q(away_id=value))

    def of_round(self, found: QuerySet[Any], name: str, value: Any) -> QuerySet[Any]:
        # By the tournament's own rounds: every tournament has one of that number.
        slug = self.request.parser_context["kwargs"]["slug"]
        rounds = Round.objects.filter(stage__tournament__slug=slug, number=value)
        return found.filter(**{f"{name}__in": rounds})


class SeriesFilter(InTournament):
    round = NumberOf(field_name="fixture__round", method="of_round")
    complete = filters.BooleanFilter(
        field_name="completed_at", lookup_expr="isnull", exclude=True, label="All games final."
    )

    class Meta:
        model = Series
        fields: tuple[str, ...] = ()


class GameFilter(InTournament):
    status = filters.ChoiceFilter(choices=Game.Status.choices)
    source = filters.ChoiceFilter(choices=Game.Source.choices)
    round = NumberOf(field_name="series__fixture__round", method="of_round")
    series = NumberOf(field_name="series_id")

    class Meta:
        model = Game
        fields: tuple[str, ...] = ()


class LogFilter(filters.FilterSet):
    code = filters.CharFilter(
        max_length=64, help_text="Of the vocabulary: game-final, invite-made ..."
    )
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
    pagination_class = PagesByKey

    @extend_schema(summary="The series of a tournament", responses=SeriesSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = Series.objects.filter(event__key=tournament.scope).select_related("home", "away")
        return self.page(self.filter_queryset(found.order_by("pk")), SeriesSerializer)


@extend_schema(tags=["tournaments"], parameters=[SLUG])
class GamesViewSet(ThinViewSet):
    queryset = Game.objects.none()
    serializer_class = GameSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = GameFilter
    pagination_class = PagesByKey

    @extend_schema(summary="The games of a tournament", responses=GameSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = Game.objects.filter(series__event__key=tournament.scope)
        found = found.defer("clubs", "events", "transcript")
        # Series by series: an index has them so, and no index knows the games of a scope.
        found = self.filter_queryset(found.order_by("series_id", "number", "pk"))
        return self.page(found, GameSerializer)


@extend_schema(tags=["tournaments"], parameters=[SLUG])
class LogViewSet(ThinViewSet):
    queryset = Action.objects.none()
    serializer_class = ActionSerializer
    filter_backends = [filters.DjangoFilterBackend]
    filterset_class = LogFilter
    pagination_class = PagesByKey

    @extend_schema(
        summary="The action log of a tournament, for directors",
        responses=ActionSerializer(many=True),
    )
    def list(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = Action.objects.filter(scope=tournament.scope).select_related("actor")
        return self.page(self.filter_queryset(found.order_by("-pk")), ActionSerializer)
