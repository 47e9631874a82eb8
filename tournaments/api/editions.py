"""Rule editions: the presets there are, and an event's own."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, Values, acting, of_path, read
from games.clocks import allowance_in
from games.rules.game_clocks import Allowance
from games.services.clocks import set_terms
from rosters.rules.editions.edition import changes, to_json
from rosters.rules.editions.presets import PRESETS
from tournaments.api.schemas.events import (
    ClockTermsSerializer,
    EditionChangeSerializer,
    EditionSerializer,
    PresetSerializer,
)
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.services.editions import change_edition

SLUG = of_path("slug", str)


@extend_schema(tags=["tournaments"])
class PresetViewSet(ThinViewSet):
    queryset = Tournament.objects.none()
    serializer_class = PresetSerializer
    pagination_class = None

    @extend_schema(
        summary="The presets of the tournament law", responses=PresetSerializer(many=True)
    )
    def list(self, request: Request) -> Response:
        return Response(PresetSerializer(list(PRESETS.values()), many=True).data)


class Editions(ThinViewSet):
    """The part of a tournament's resource that is about the law it is played under."""

    @extend_schema(
        summary="The rule edition of a tournament", parameters=[SLUG], responses=EditionSerializer
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def edition(self, request: Request, slug: str) -> Response:
        return Response(_edition(visible_tournament(request.user, slug)))

    @extend_schema(
        summary="Change the rule edition, until the start",
        parameters=[SLUG],
        request=EditionChangeSerializer,
        responses=EditionSerializer,
    )
    @edition.mapping.put
    def change_edition(self, request: Request, slug: str) -> Response:
        values = read(EditionChangeSerializer, request)
        changed = change_edition(
            tournament=directed_tournament(request.user, slug),
            preset=values["preset"],
            fields=values["fields_changed"],
            acting_user=acting(request),
        )
        return Response(_edition(changed))

    @extend_schema(
        summary="What managers may take to decide online",
        parameters=[SLUG],
        responses=ClockTermsSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def clock(self, request: Request, slug: str) -> Response:
        return Response(_clock(visible_tournament(request.user, slug)))

    @extend_schema(
        summary="Say what managers may take to decide online, in games that begin from now on",
        parameters=[SLUG],
        request=ClockTermsSerializer,
        responses=ClockTermsSerializer,
    )
    @clock.mapping.put
    def set_clock(self, request: Request, slug: str) -> Response:
        values = read(ClockTermsSerializer, request)
        tournament = directed_tournament(request.user, slug)
        set_terms(
            scope=tournament.scope,
            allowance=Allowance(values["decision_seconds"], values["game_seconds"]),
            acting_user=acting(request),
            subject=tournament,
        )
        return Response(_clock(tournament))


def _clock(tournament: Tournament) -> Values:
    return allowance_in(tournament.scope).as_json()


def _edition(tournament: Tournament) -> Values:
    edition = tournament.edition
    return {
        "preset": tournament.edition_preset,
        "frozen": tournament.state != Tournament.State.SETUP,
        "edition": to_json(edition) if tournament.has_edition else {},
        "fields_changed": changes(edition, tournament.preset.edition),
    }
