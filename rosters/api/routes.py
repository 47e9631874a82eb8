from rest_framework.routers import BaseRouter

from rosters.api.cards import CardSetViewSet, CardViewSet
from rosters.api.club_seasons import ClubSeasonViewSet
from rosters.api.parks import ParkViewSet
from rosters.api.players import PlayerViewSet
from rosters.api.sources import SourceViewSet
from rosters.api.teams import TeamViewSet


def register(router: BaseRouter) -> None:
    """Hang clubs, players, cards and ballparks on the API's router."""
    router.register("sources", SourceViewSet, basename="source")
    router.register("teams", TeamViewSet, basename="team")
    router.register("players", PlayerViewSet, basename="player")
    router.register("club-seasons", ClubSeasonViewSet, basename="club-season")
    router.register("card-sets", CardSetViewSet, basename="card-set")
    router.register("cards", CardViewSet, basename="card")
    router.register("ballparks", ParkViewSet, basename="ballpark")
