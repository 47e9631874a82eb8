"""Where every page, stream and resource hangs."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
    path("", include("rosters.urls")),
    path("account/", include("config.people.urls")),
    path("live/", include("config.live.urls")),
    path("jobs/", include("config.jobs.urls")),
    path("api/v1/", include("config.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("admin/", admin.site.urls),
]
