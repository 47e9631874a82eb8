from rest_framework.routers import BaseRouter

from rosters.api.teams import TeamViewSet


def register(router: BaseRouter) -> None:
    """Hang clubs, players and cards on the API's router."""
    router.register("teams", TeamViewSet, basename="team")
