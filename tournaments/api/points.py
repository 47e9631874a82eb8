"""An event's season points: the formula, and who of partners is given them."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, Values, acting, of_path, read
from tournaments.api.schemas.reports import (
    CreditSerializer,
    PointsLawSerializer,
    PointsNumbersSerializer,
)
from tournaments.models import Tournament
from tournaments.rules.points import NUMBERS, formula_in_words
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.services.points import change_points, credit_partner

SLUG = of_path("slug", str)


class SeasonPoints(ThinViewSet):
    """The part of a tournament's resource that is about its season points."""

    @extend_schema(
        summary="The formula of the season points",
        parameters=[SLUG],
        responses=PointsLawSerializer,
    )
    @action(detail=True, url_path="points-law", url_name="points-law", filter_backends=[])
    def points_law(self, request: Request, slug: str) -> Response:
        return Response(_law(visible_tournament(request.user, slug)))

    @extend_schema(
        summary="Change the formula of the season points, until the start",
        parameters=[SLUG],
        request=PointsNumbersSerializer,
        responses=PointsLawSerializer,
    )
    @points_law.mapping.put
    def change_points_law(self, request: Request, slug: str) -> Response:
        changed = change_points(
            tournament=directed_tournament(request.user, slug),
            numbers=read(PointsNumbersSerializer, request)["numbers"],
            acting_user=acting(request),
        )
        return Response(_law(changed))

    @extend_schema(
        summary="Say which of the partners who share a club is given its season points",
        parameters=[SLUG],
        request=CreditSerializer,
        responses={204: None},
    )
    @action(detail=True, methods=["put"], url_path="points-to", url_name="points-to")
    def credit_partner(self, request: Request, slug: str) -> Response:
        values = read(CreditSerializer, request)
        credit_partner(
            tournament=directed_tournament(request.user, slug),
            number=values["club"],
            member=values["member"],
            acting_user=acting(request),
        )
        return Response(status=204)


def _law(tournament: Tournament) -> Values:
    law = tournament.points_law
    return {
        "told": formula_in_words(law),
        "numbers": {key: str(getattr(law, key)) for key in NUMBERS},
    }
