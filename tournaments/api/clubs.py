"""The clubs of a tournament as its directors enter them and take them out, before play begins."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, acting, of_path, read
from rosters.rules.teams import TeamPlan
from rosters.selectors.real_clubs import real_leagues
from tournaments.api.schemas.clubs import (
    ClubsSerializer,
    EnteredSerializer,
    EnteredSquadSerializer,
    EventDraftSerializer,
    HeldSquadSerializer,
    OwnSquadSerializer,
    RealLeagueSerializer,
    ReplaySerializer,
    SquadsSerializer,
)
from tournaments.api.schemas.events import EntrantSerializer
from tournaments.api.tables import Tables
from tournaments.selectors.access import directed_tournament, enterable_club, visible_tournament
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.squads import squads_of
from tournaments.services.clubs import enter_clubs, withdraw_club
from tournaments.services.drafts import set_up
from tournaments.services.own_squads import enter_own_squad, withdraw_own_squad
from tournaments.services.squads import SquadRow, enter_squads, replay_league

SLUG = of_path("slug", str)


class Clubs(Tables):
    """The part of a tournament's resource that is about who plays."""

    @extend_schema(
        summary="Enter more clubs, before the schedule is drawn",
        parameters=[SLUG],
        request=ClubsSerializer,
        responses={201: EntrantSerializer(many=True)},
    )
    @action(
        detail=True, methods=["post"], url_path="clubs", pagination_class=None, filter_backends=[]
    )
    def enter(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        plans = [TeamPlan(**club) for club in read(ClubsSerializer, request)["clubs"]]
        entered = enter_clubs(tournament=tournament, plans=plans, acting_user=acting(request))
        return Response(EntrantSerializer(entered, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a club out, before the schedule is drawn",
        parameters=[SLUG, of_path("number")],
        responses={204: None},
    )
    @Tables.club.mapping.delete
    def withdraw(self, request: Request, slug: str, number: str) -> Response:
        withdraw_club(
            tournament=directed_tournament(request.user, slug),
            number=int(number),
            acting_user=acting(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="The real leagues of its cards' years, whose clubs can be entered as they were",
        parameters=[SLUG],
        responses=RealLeagueSerializer(many=True),
    )
    @action(
        detail=True, methods=["get"], url_path="replay", pagination_class=None, filter_backends=[]
    )
    def replay(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = real_leagues(tournament.card_set)
        return Response(RealLeagueSerializer(found, many=True).data)

    @extend_schema(
        summary="Enter the clubs of a real league with their players and parks",
        parameters=[SLUG],
        request=ReplaySerializer,
        responses=EntrantSerializer(many=True),
    )
    @replay.mapping.post
    def replay_league(self, request: Request, slug: str) -> Response:
        entered = replay_league(
            tournament=directed_tournament(request.user, slug),
            acting_user=acting(request),
            **read(ReplaySerializer, request),
        )
        return Response(EntrantSerializer(entered, many=True).data)

    @extend_schema(
        summary="Give clubs the squads of a sheet, before play begins",
        description="All of it or nothing; the place of a refusal is a row, the first being row 1.",
        parameters=[SLUG],
        request=SquadsSerializer,
        responses=EnteredSerializer,
    )
    @action(
        detail=True,
        methods=["put"],
        url_path="squads",
        url_name="squads",
        pagination_class=None,
        filter_backends=[],
    )
    def squads(self, request: Request, slug: str) -> Response:
        rows = list(enumerate(read(SquadsSerializer, request)["rows"], start=1))
        entered = enter_squads(
            tournament=directed_tournament(request.user, slug),
            lines=[SquadRow(number, row["team"], row["player"]) for number, row in rows],
            meant={number: row["card"] for number, row in rows if "card" in row},
            acting_user=acting(request),
        )
        return Response(EnteredSerializer({"clubs": entered}).data)

    @extend_schema(
        summary="The squads, each with its cards",
        parameters=[SLUG],
        responses=HeldSquadSerializer(many=True),
    )
    @squads.mapping.get
    def held_squads(self, request: Request, slug: str) -> Response:
        found = squads_of(visible_tournament(request.user, slug))
        return Response(HeldSquadSerializer(found, many=True).data)

    @extend_schema(
        summary="Enter a squad of your own making for a club: a deck",
        description="It is taken as it stands, and everything that is wrong with it is said at "
        "once. Before play begins; afterwards directors do so, between the club's games.",
        parameters=[SLUG, of_path("number")],
        request=OwnSquadSerializer,
        responses=EnteredSquadSerializer,
    )
    @action(
        detail=True,
        methods=["put"],
        url_path=f"clubs/(?P<number>{PK})/squad",
        url_name="own-squad",
        pagination_class=None,
        filter_backends=[],
    )
    def enter_own_squad(self, request: Request, slug: str, number: str) -> Response:
        _, entrant = enterable_club(request.user, slug, int(number))
        sent = read(OwnSquadSerializer, request)
        entered = enter_own_squad(entrant=entrant, key=sent["squad"], acting_user=acting(request))
        return Response(EnteredSquadSerializer(entered).data)

    @extend_schema(
        summary="Withdraw what was entered for a club, before play begins",
        parameters=[SLUG, of_path("number")],
        responses={204: None},
    )
    @enter_own_squad.mapping.delete
    def withdraw_own_squad(self, request: Request, slug: str, number: str) -> Response:
        _, entrant = enterable_club(request.user, slug, int(number))
        withdraw_own_squad(entrant=entrant, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="The draft of the event's clubs",
        parameters=[SLUG],
        responses=EventDraftSerializer,
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def draft(self, request: Request, slug: str) -> Response:
        found = draft_of(visible_tournament(request.user, slug))
        if found is None:
            raise Http404("This event has no draft.")
        return Response(EventDraftSerializer(found).data)

    @extend_schema(
        summary="Set a draft up for the event's clubs, before play begins",
        parameters=[SLUG],
        request=None,
        responses={201: EventDraftSerializer},
    )
    @draft.mapping.post
    def set_up_draft(self, request: Request, slug: str) -> Response:
        made = set_up(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(EventDraftSerializer(made).data, status=status.HTTP_201_CREATED)
