from django.urls import path

from tournaments.views import (
    board,
    desk,
    drops,
    join,
    odds,
    paper,
    public,
    rules,
    setup,
    squads,
    stages,
)

app_name = "tournaments"

urlpatterns = [
    path("new/", setup.new, name="new"),
    path("join/<str:token>/", join.join, name="join"),
    path("t/<slug:slug>/", public.overview, name="overview"),
    path("t/<slug:slug>/standings/", public.standings, name="standings"),
    path("t/<slug:slug>/schedule/", public.schedule, name="schedule"),
    path("t/<slug:slug>/grid/", public.grid, name="grid"),
    path("t/<slug:slug>/calendar.ics", public.calendar, name="calendar"),
    path("t/<slug:slug>/teams/<number:number>/", public.team, name="team"),
    path("t/<slug:slug>/teams/<number:number>/squad/", public.squad, name="squad"),
    path(
        "t/<slug:slug>/teams/<number:number>/squad.csv",
        public.squad_spreadsheet,
        name="squad-csv",
    ),
    path("editions/", rules.editions, name="editions"),
    path("t/<slug:slug>/stages/", stages.stages, name="stages"),
    path("t/<slug:slug>/rules/format/", stages.own_format, name="own-format"),
    path("t/<slug:slug>/rules/ties/", stages.tie_order, name="tie-order"),
    path("t/<slug:slug>/rules/", rules.rules_sheet, name="rules"),
    path("t/<slug:slug>/rules/edition/", rules.edition, name="edition"),
    path("t/<slug:slug>/board/", board.board, name="board"),
    path("t/<slug:slug>/paper/", paper.paper, name="paper"),
    path("t/<slug:slug>/entry/", paper.entry, name="entry"),
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/odds/", odds.odds, name="odds"),
    path("t/<slug:slug>/drops/", drops.drops, name="drops"),
    path("t/<slug:slug>/squads/", squads.squads, name="squads"),
]
