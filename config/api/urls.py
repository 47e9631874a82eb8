"""The API's resources. Each room registers its own on the one router."""

from typing import Any

from django.http import Http404
from django.urls import path, re_path
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.routers import APIRootView, SimpleRouter
from rest_framework.views import APIView

from config.jobs.api import register as register_jobs
from config.notices.api import register as register_notices
from config.people.api import (
    MeView,
    MyDataView,
    MySecurityLogView,
    MySessionsView,
    MySessionView,
    MyTokensView,
    MyTokenView,
)
from games.api.routes import register as register_games
from games.planning.api import BEFORE_GAMES
from games.planning.api import register as register_planning
from games.rulebook.api import register as register_rulebook
from games.scheduling.api import TIMES
from games.seriesday.api.routes import OF_SERIES
from games.seriesday.api.routes import register as register_series_day
from games.systems.registry import GAME_SYSTEMS
from pitching.api import register as register_pitching
from rosters.api.routes import register as register_rosters
from rosters.drafts.api import register as register_drafts
from tournaments.api.routes import register as register_tournaments

router = SimpleRouter()
register_tournaments(router)
register_games(router)
register_planning(router)
register_series_day(router)
register_pitching(router)
register_rosters(router)
register_drafts(router)
for system in GAME_SYSTEMS.values():
    if system.api is not None:
        system.api(router)
register_rulebook(router)
register_jobs(router)
register_notices(router)

# What can be asked for without knowing the name of anything first; the rest is linked from there.
LISTED = {
    "tournaments": "tournament-list",
    "latest": "latest-list",
    "waiting": "waiting-list",
    "notices": "notice-list",
    "systems": "system-list",
    "rulebook/books": "rulebook-book-list",
    "rulebook/rules": "rulebook-rule-list",
    "me": "me",
    "me/tokens": "my-tokens",
    "me/sessions": "my-sessions",
    "me/security-log": "my-security-log",
    "schema": "api-schema",
    "docs": "api-docs",
}


@extend_schema(exclude=True)
class Nothing(APIView):
    """Every other address: a refusal in the envelope, not a page."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404("There is no such resource.")


urlpatterns = [
    path("", APIRootView.as_view(api_root_dict=LISTED), name="api-root"),
    path("me/", MeView.as_view(), name="me"),
    path("me/tokens/", MyTokensView.as_view(), name="my-tokens"),
    path("me/tokens/<number:id>/", MyTokenView.as_view(), name="my-token"),
    path("me/data/", MyDataView.as_view(), name="my-data"),
    path("me/sessions/", MySessionsView.as_view(), name="my-sessions"),
    path("me/sessions/<slug:id>/", MySessionView.as_view(), name="my-session"),
    path("me/security-log/", MySecurityLogView.as_view(), name="my-security-log"),
    *BEFORE_GAMES,
    *OF_SERIES,
    *TIMES,
    *router.urls,
    # Only what ends in a slash, so that an address without one is led to the one with it; of any
    # signs, for a line may end in an address too.
    re_path(r"^[\s\S]+/\Z", Nothing.as_view(), name="api-nothing"),
]
