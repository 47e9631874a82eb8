from django.urls import re_path
from rest_framework.routers import BaseRouter

from config.rest import PK
from games.seriesday.api.absences import AbsenceViewSet
from games.seriesday.api.home import HomeRollViewSet
from games.seriesday.api.left import LARGEST_BODY, LeftViewSet, PictureViewSet
from games.seriesday.api.reports import ReportViewSet
from games.seriesday.api.rulings import RulingViewSet, SeriesRulingsViewSet
from games.seriesday.api.turns import SuspendedOrderViewSet


def register(router: BaseRouter) -> None:
    """Hang rulings on the API's router."""
    router.register("rulings", RulingViewSet, basename="ruling")


_GAME = rf"^series/(?P<series>{PK})/games/(?P<number>[0-9]{{1,3}})"

OF_SERIES = [
    re_path(
        rf"{_GAME}/reports/$",
        ReportViewSet.as_view({"get": "retrieve", "post": "report"}),
        name="report-list",
    ),
    re_path(
        rf"{_GAME}/reports/event-file/$",
        ReportViewSet.as_view({"post": "event_file"}),
        name="report-event-file",
    ),
    *(
        re_path(
            rf"{_GAME}/reports/{act}/$", ReportViewSet.as_view({"post": act}), name=f"report-{act}"
        )
        for act in ("confirm", "settle", "correct", "preview")
    ),
    re_path(
        rf"{_GAME}/left/$",
        LeftViewSet.as_view({"get": "retrieve", "post": "tell"}),
        name="left-game",
    ),
    re_path(rf"{_GAME}/left/agree/$", LeftViewSet.as_view({"post": "agree"}), name="left-agree"),
    re_path(
        rf"{_GAME}/left/pictures/$",
        PictureViewSet.as_view({"post": "add"}, largest_body=LARGEST_BODY),
        name="left-pictures",
    ),
    re_path(
        rf"{_GAME}/left/pictures/(?P<picture>{PK})/$",
        PictureViewSet.as_view({"delete": "take_away"}),
        name="left-picture",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/rulings/$",
        SeriesRulingsViewSet.as_view({"get": "list", "post": "report"}),
        name="series-rulings",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/suspended-games/$",
        SuspendedOrderViewSet.as_view({"get": "list"}),
        name="series-suspended-games",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/home-rolls/$",
        HomeRollViewSet.as_view({"get": "list", "post": "open"}),
        name="series-home-rolls",
    ),
    *(
        re_path(
            rf"^series/(?P<series>{PK})/home-rolls/{act}/$",
            HomeRollViewSet.as_view({"post": act}),
            name=f"series-home-{act}",
        )
        for act in ("roll", "choose")
    ),
    re_path(
        rf"^series/(?P<series>{PK})/absences/$",
        AbsenceViewSet.as_view({"get": "list", "post": "report"}),
        name="series-absences",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/absences/(?P<absence>{PK})/withdraw/$",
        AbsenceViewSet.as_view({"post": "withdraw"}),
        name="series-absence-withdraw",
    ),
]
"""What is told of a game has the game's place in its address: there may be no game yet."""
