from rest_framework.routers import BaseRouter

from tournaments.api.book import HouseRecordsViewSet
from tournaments.api.editions import PresetViewSet
from tournaments.api.invites import InviteViewSet
from tournaments.api.lists import GamesViewSet, LogViewSet, SeriesViewSet
from tournaments.api.news import LatestViewSet, WaitingViewSet
from tournaments.api.records import ArchiveViewSet, ManagerViewSet
from tournaments.api.tournaments import TournamentViewSet
from tournaments.day.sign_ups_api import DoorViewSet, OwnSignUpViewSet
from tournaments.practice.api import PracticeGameViewSet

WITHIN = "tournaments/(?P<slug>[a-z0-9_-]+)"


def register(router: BaseRouter) -> None:
    """Hang tournaments, what lies in them, invites, records and news on the API's router."""
    router.register("tournaments", TournamentViewSet, basename="tournament")
    router.register(f"{WITHIN}/series", SeriesViewSet, basename="tournament-series")
    router.register(f"{WITHIN}/games", GamesViewSet, basename="tournament-games")
    router.register(f"{WITHIN}/log", LogViewSet, basename="tournament-log")
    router.register("invites", InviteViewSet, basename="invite")
    router.register("sign-ups", OwnSignUpViewSet, basename="sign-up")
    router.register("here", DoorViewSet, basename="door")
    router.register("rule-editions", PresetViewSet, basename="rule-edition")
    router.register("archive", ArchiveViewSet, basename="archive")
    router.register("records-of-men", HouseRecordsViewSet, basename="records-of-men")
    router.register("managers", ManagerViewSet, basename="manager")
    router.register("practice-games", PracticeGameViewSet, basename="practice-game")
    router.register("latest", LatestViewSet, basename="latest")
    router.register("waiting", WaitingViewSet, basename="waiting")
