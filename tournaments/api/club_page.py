"""What a club's page shows, for API clients: who plays next and who may pitch, its players' season,
and what it came to in other events."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.limits import Pages
from config.rest import PK, Values, asked, of_path
from games.planning.disclosure import reader_of
from games.planning.presenters.club import Arm
from tournaments.api.book import BookOfEvent
from tournaments.api.schemas.club_page import (
    NextGameSerializer,
    PastSeasonSerializer,
    SeasonLineSerializer,
    SeasonMenAskedSerializer,
)
from tournaments.models import Finish
from tournaments.selectors import club_page
from tournaments.selectors.access import entrant_of, visible_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.squads import squad_of

SLUG, NUMBER = of_path("slug", str), of_path("number")
AT = f"clubs/(?P<number>{PK})"


class ClubPages(BookOfEvent):
    """The part of a tournament's resource that is of one club and its days."""

    @extend_schema(
        summary="A club's next game: against whom, who starts, and who may pitch in it",
        parameters=[SLUG, NUMBER],
        responses=NextGameSerializer,
    )
    @action(
        detail=True,
        url_path=f"{AT}/next-game",
        url_name="club-next-game",
        pagination_class=None,
        filter_backends=[],
    )
    def next_game(self, request: Request, slug: str, number: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        entrant = entrant_of(tournament, int(number))
        reader = reader_of(request.user, tournament.scope)
        ahead = club_page.next_game(load_league(tournament), entrant, reader)
        arms = club_page.arms_of(squad_of(tournament, entrant), request.user)
        told = {"game": _ahead(ahead) if ahead else None, "arms": [_arm(each) for each in arms]}
        return Response(NextGameSerializer(told).data)

    @extend_schema(
        summary="What a club's players have done this season, most work first, and who may pitch",
        parameters=[SLUG, NUMBER, SeasonMenAskedSerializer],
        responses=SeasonLineSerializer(many=True),
    )
    @action(
        detail=True,
        url_path=f"{AT}/men",
        url_name="club-men",
        pagination_class=Pages,
        filter_backends=[],
    )
    def season_men(self, request: Request, slug: str, number: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        entrant = entrant_of(tournament, int(number))
        table = asked(SeasonMenAskedSerializer, request)["table"]
        squad = squad_of(tournament, entrant)
        arms = club_page.arms_of(squad, request.user) if table == "pitching" else ()
        found = club_page.squad_season(tournament, entrant, squad, arms)
        lines = [line for half in found if half.table == table for line in half.lines]
        page: Any = self.paginate_queryset(cast(Any, lines))
        told = [
            {
                "card": line.card,
                "name": line.name,
                "positions": line.positions,
                "values": line.values,
                "arm": _arm(line.arm) if line.arm else None,
            }
            for line in page
        ]
        return self.get_paginated_response(SeasonLineSerializer(told, many=True).data)

    @extend_schema(
        summary="What clubs of this name came to in other events that are over, the last first",
        parameters=[SLUG, NUMBER],
        responses=PastSeasonSerializer(many=True),
    )
    @action(
        detail=True,
        url_path=f"{AT}/past-seasons",
        url_name="club-past-seasons",
        pagination_class=Pages,
        filter_backends=[],
    )
    def past_seasons(self, request: Request, slug: str, number: str) -> Response:
        tournament = visible_tournament(request.user, slug)
        found = club_page.past_seasons(request.user, entrant_of(tournament, int(number)))
        page: Any = self.paginate_queryset(cast(Any, found))
        rows = PastSeasonSerializer([_past(each) for each in page], many=True)
        return self.get_paginated_response(rows.data)


def _ahead(ahead: club_page.NextGame) -> Values:
    return {
        "series": ahead.meeting.series_id,
        "round": ahead.meeting.round_number,
        "number": ahead.number,
        "opponent": ahead.opponent.number,
        "at_home": ahead.at_home,
        "starter": ahead.mine,
        "their_starter": ahead.theirs,
    }


def _arm(arm: Arm) -> Values:
    answer = arm.answer
    return {
        "card": arm.card,
        "name": arm.name,
        "roles": arm.roles,
        "eligible": answer.eligible,
        "short": answer.short,
        "why": list(answer.why),
    }


def _past(each: Finish) -> Values:
    return {
        "tournament": each.record.tournament.slug,
        "name": each.record.tournament.name,
        "club": each.entrant.number,
        "won": each.won,
        "lost": each.lost,
        "tied": each.tied,
        "playoffs_won": each.playoffs_won,
        "playoffs_lost": each.playoffs_lost,
        "prize": each.prize,
        "points": each.shown_points,
    }
