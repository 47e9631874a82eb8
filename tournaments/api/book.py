"""An event's book for API clients: what one player did there."""

from typing import Any, cast

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.limits import Pages
from config.rest import PK, ThinViewSet, acting, asked, of_path, read
from tournaments.api.schemas.book import (
    FeatsAskedSerializer,
    HistorySerializer,
    HouseChoiceSerializer,
    HouseRecordsSerializer,
    ManAskedSerializer,
    ManSerializer,
    RememberedSerializer,
    TransactionsAskedSerializer,
    TransactionSerializer,
)
from tournaments.book.feats import remembered, remembered_data
from tournaments.book.house import records_of
from tournaments.book.models import HouseBook
from tournaments.book.players import player_data
from tournaments.rules.feats import OF_A_GAME
from tournaments.selectors.access import directed_tournament, entrant_of, visible_tournament
from tournaments.selectors.history import (
    clubs_beside,
    history_data,
    leaders_beside,
    players_beside,
    replayed,
)
from tournaments.selectors.league import load_league
from tournaments.selectors.players import player_of_event
from tournaments.selectors.transactions import transactions_of
from tournaments.services.house_records import count_in_house

SLUG: Any = of_path("slug", str)


@extend_schema(tags=["records"])
class HouseRecordsViewSet(ThinViewSet):
    """What players did in all events of the house."""

    queryset = HouseBook.objects.none()
    serializer_class = HouseRecordsSerializer
    pagination_class = None

    @extend_schema(
        summary="Records of players: of a game, a season, a career, and streaks, by game system",
        responses=HouseRecordsSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        keys = HouseBook.objects.order_by("system_key").values_list("system_key", flat=True)
        found = [records for key in keys if (records := records_of(key)) is not None]
        told = [
            {"system": each.system_key, "counted_at": each.counted_at, **each.data}
            for each in found
        ]
        return Response(HouseRecordsSerializer(told, many=True).data)


class BookOfEvent(ThinViewSet):
    """The part of a tournament's resource that is read off its book."""

    @extend_schema(
        summary="What one player did: his lines, their splits, whom he met, and every game",
        parameters=[SLUG, of_path("card"), ManAskedSerializer],
        responses=ManSerializer,
    )
    @action(detail=True, url_path=f"men/(?P<card>{PK})")
    def man(self, request: Request, slug: str, card: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        given = asked(ManAskedSerializer, request)
        book, found = player_of_event(tournament, int(card))
        club = entrant_of(tournament, given["club"]) if "club" in given else None
        return Response(ManSerializer(player_data(book, found, club)).data)

    @extend_schema(
        summary="How players came to their clubs and left them, and what became of the clubs",
        parameters=[SLUG, TransactionsAskedSerializer],
        responses=TransactionSerializer(many=True),
    )
    @action(detail=True, filter_backends=[], pagination_class=Pages)
    def transactions(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        given = asked(TransactionsAskedSerializer, request)
        club = entrant_of(tournament, given["club"]) if "club" in given else None
        card = player_of_event(tournament, given["card"])[1] if "card" in given else None
        page: Any = self.paginate_queryset(
            cast(Any, transactions_of(tournament, club=club, card=card))
        )
        told = [
            {
                "at": each.at,
                "kind": each.kind,
                "words": each.words,
                "club": each.club.number if each.club else None,
                "card": each.card,
                "name": each.name,
                "game": each.game,
            }
            for each in page
        ]
        return self.get_paginated_response(TransactionSerializer(told, many=True).data)

    @extend_schema(
        summary="A replay beside history: clubs, leaders and players here and in the real year",
        parameters=[SLUG],
        responses=HistorySerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def history(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = replayed(tournament)
        if found is None:
            raise Http404("No real league is replayed here.")
        told = history_data(
            found,
            clubs_beside(load_league(tournament), found),
            leaders_beside(tournament, found),
            players_beside(tournament),
        )
        return Response(HistorySerializer(told).data)

    @extend_schema(
        summary="The best games of every kind, the longest streaks, and what was told of late",
        parameters=[SLUG, FeatsAskedSerializer],
        responses=RememberedSerializer,
    )
    @action(
        detail=True,
        url_path="great-games",
        url_name="great-games",
        pagination_class=None,
        filter_backends=[],
    )
    def great_games(self, request: Request, slug: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        kind = asked(FeatsAskedSerializer, request).get("kind")
        found = remembered(tournament, [kind] if kind else list(OF_A_GAME), 100 if kind else 10)
        return Response(RememberedSerializer(remembered_data(found)).data)

    @extend_schema(
        summary="Say whether a private event is part of the house's public records",
        parameters=[SLUG],
        request=HouseChoiceSerializer,
        responses=HouseChoiceSerializer,
    )
    @great_games.mapping.put
    def in_house(self, request: Request, slug: str) -> Response:
        counts = read(HouseChoiceSerializer, request)["in_house"]
        tournament = directed_tournament(request.user, slug)
        count_in_house(tournament=tournament, counts=counts, acting_user=acting(request))
        return Response({"in_house": counts})
