"""The addresses of the games floor, in two namespaces: what was played, and what can be."""

from django.urls import include, path

from games.views import game, score, series, systems, trial

games = [
    path("series/<number:pk>/", series.series, name="series"),
    path("series/<number:pk>/retrosheet.zip", series.retrosheet, name="series-retrosheet"),
    path("series/<number:pk>/simulate/", series.simulate, name="simulate"),
    path("series/<number:pk>/games/<number:number>/score/", score.score, name="score"),
    path("games/<number:pk>/", game.game, name="game"),
    path("games/<number:pk>/scorecard/", game.scorecard, name="scorecard"),
    path("games/<number:pk>/transcript.txt", game.transcript, name="transcript"),
    path("games/<number:pk>/retrosheet.zip", game.retrosheet, name="retrosheet"),
    path("games/<number:pk>/verify/", game.verification, name="verify"),
]

catalogue = [
    path("", systems.index, name="index"),
    path("<slug:key>/", systems.system, name="system"),
    path("<slug:key>/play/", trial.play, name="play"),
    path("<slug:key>/sample/", systems.sample, name="sample"),
    path("<slug:key>/what-if/", systems.what_if, name="what-if"),
]

urlpatterns = [
    path("", include((games, "games"))),
    path("systems/", include((catalogue, "systems"))),
]
