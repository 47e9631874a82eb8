"""The API's resources. Each room registers its own on the one router."""

from django.urls import path
from rest_framework.routers import DefaultRouter

from config.jobs.api import register as register_jobs
from config.people.api import MeView, MyTokenView
from games.api import register as register_games
from games.rulebook.api import register as register_rulebook
from rosters.api import register as register_rosters
from tournaments.api import register as register_tournaments

router = DefaultRouter()
register_tournaments(router)
register_games(router)
register_rosters(router)
register_rulebook(router)
register_jobs(router)

urlpatterns = [
    path("me/", MeView.as_view(), name="me"),
    path("me/token/", MyTokenView.as_view(), name="my-token"),
    *router.urls,
]
