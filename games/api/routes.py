from rest_framework.routers import BaseRouter

from games.api.games import GameViewSet
from games.api.series import SeriesViewSet
from games.api.systems import SystemViewSet


def register(router: BaseRouter) -> None:
    """Hang systems, series and games on the API's router."""
    router.register("systems", SystemViewSet, basename="system")
    router.register("series", SeriesViewSet, basename="series")
    router.register("games", GameViewSet, basename="game")
