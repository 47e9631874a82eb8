"""Where every page, stream and resource hangs."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import health
from config.seeing.metrics import metrics
from config.seeing.operator import operator
from config.ui.styleguide import styleguide
from games.systems.registry import GAME_SYSTEMS
from tournaments.own_office import office
from tournaments.views.home import home

# The split view brings its script from an address of its own, as the content policy asks; its
# template has a few lines of style in the page, which this one page is allowed.
api_docs = csp_replace({"style-src": [SELF, UNSAFE_INLINE]})(
    SpectacularSwaggerSplitView.as_view(url_name="api-schema")
)

handler500 = "config.outage.server_error"

urlpatterns = [
    path("", home, name="home"),
    path("", include("tournaments.urls")),
    path("", include("tournaments.practice.urls")),
    path("", include("games.urls")),
    path("", include("games.seriesday.urls")),
    path("", include("games.scheduling.urls")),
    path("", include("pitching.urls")),
    path("", include("games.planning.urls")),
    path("", include("rosters.drafts.urls")),
    path("", include("rosters.urls")),
    *(path("", include(system.urls)) for system in GAME_SYSTEMS.values() if system.urls),
    path("rulebook/", include("games.rulebook.urls")),
    path("notices/", include("config.notices.urls")),
    path("account/", include("config.people.urls")),
    path("live/", include("config.live.urls")),
    path("jobs/", include("config.jobs.urls")),
    path("api/v1/", include("config.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", api_docs, name="api-docs"),
    path("admin/", admin.site.urls),
    path("office/", office.urls),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("operator/", operator, name="operator"),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
