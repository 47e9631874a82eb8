from django.urls import path

from rosters.drafts.views import pages, room

app_name = "drafts"

urlpatterns = [
    path("drafts/<number:pk>/", room.room, name="room"),
    path("drafts/<number:pk>/available/", room.available, name="available"),
    path("drafts/<number:pk>/confirm/", room.confirm, name="confirm"),
    path("drafts/<number:pk>/advice/", room.advice, name="advice"),
    path("drafts/<number:pk>/wall/", pages.wall, name="wall"),
    path("boards/<secret:key>/", pages.board, name="board"),
    path("drafts/<number:pk>/log/", pages.log, name="log"),
    path("drafts/<number:pk>/recap/", pages.recap, name="recap"),
    path("drafts/<number:pk>/picks.csv", pages.spreadsheet, name="csv"),
    path("drafts/<number:pk>/type-in/", pages.type_in, name="type-in"),
    path("drafts/<number:pk>/mock/", pages.practise_draft, name="mock"),
    path("cards/<slug:slug>/mock-draft/", pages.practise_with, name="mock-of-set"),
]
