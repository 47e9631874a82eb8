"""The addresses of the games floor, in two namespaces: what was played, and what can be."""

from django.urls import include, path

from games.views import game, score, series, systems

games = [
    path("series/<int:pk>/", series.series, name="series"),
    path("series/<int:pk>/retrosheet.zip", series.retrosheet, name="series-retrosheet"),
    path("series/<int:pk>/simulate/", series.simulate, name="simulate"),
    path("series/<int:pk>/games/<int:number>/score/", score.score, name="score"),
    path("games/<int:pk>/", game.game, name="game"),
    path("games/<int:pk>/transcript.txt", game.transcript, name="transcript"),
    path("games/<int:pk>/retrosheet.zip", game.retrosheet, name="retrosheet"),
    path("games/<int:pk>/verify/", game.verification, name="verify"),
]

catalogue = [
    path("", systems.index, name="index"),
    path("<slug:key>/", systems.system, name="system"),
    path("<slug:key>/sample/", systems.sample, name="sample"),
]

urlpatterns = [
    path("", include((games, "games"))),
    path("systems/", include((catalogue, "systems"))),
]
