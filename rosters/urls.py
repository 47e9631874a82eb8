from django.urls import path

from rosters.views import cards, club_seasons, making, parks, players, pool, sources, teams, truth

app_name = "rosters"

urlpatterns = [
    path("teams/<number:team_id>/edit/", teams.edit_team, name="edit-team"),
    path("teams/<number:team_id>/tendencies/", teams.tendencies, name="tendencies"),
    path("cards/", cards.card_sets, name="card-sets"),
    path("cards/<slug:slug>/", pool.card_pool, name="pool"),
    path("cards/<slug:slug>/pool.csv", pool.spreadsheet, name="pool-csv"),
    path("cards/<slug:slug>/<path:key>/", cards.card, name="card"),
    path("card-sets/new/", making.make, name="card-sets-new"),
    path("card-sets/upload/", making.upload, name="card-sets-upload"),
    path("card-sets/<slug:slug>/cards.csv", making.export, {"form": "csv"}, name="card-set-csv"),
    path("card-sets/<slug:slug>/cards.json", making.export, {"form": "json"}, name="card-set-json"),
    path("card-sets/<slug:slug>/truth/", truth.truth, name="card-set-truth"),
    path("card-sets/<slug:slug>/delete/", making.delete, name="card-set-delete"),
    path("parks/", parks.index, name="parks"),
    path("parks/parks.csv", parks.spreadsheet, name="parks-csv"),
    path("parks/new/", parks.design, name="parks-new"),
    path("parks/upload/", parks.upload, name="parks-upload"),
    path("parks/<number:park_id>/", parks.park, name="park"),
    path("parks/<number:park_id>/delete/", parks.delete, name="park-delete"),
    path("teams/<number:team_id>/leave-park/", parks.leave, name="leave-park"),
    path("compare/", cards.compare, name="compare"),
    path("seasons/", club_seasons.index, name="club-years"),
    path("seasons/<slug:source>/<number:year>/", club_seasons.year, name="club-year"),
    path("seasons/<slug:source>/<number:year>/<str:club>/", club_seasons.club, name="club-season"),
    path("sources/", sources.sources, name="sources"),
    path("players/", players.index, name="players"),
    path("players/<number:player_id>/", players.player, name="player"),
]
