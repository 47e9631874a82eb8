"""Where every page, stream and resource hangs."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import health
from config.ui.styleguide import styleguide

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("rosters.urls")),
    path("account/", include("config.people.urls")),
    path("live/", include("config.live.urls")),
    path("jobs/", include("config.jobs.urls")),
    path("api/v1/", include("config.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    # The split view brings its script from an address of its own, as the content policy asks.
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("admin/", admin.site.urls),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
