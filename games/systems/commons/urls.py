from django.urls import path

from games.systems.commons.decks import views

app_name = "commons"

urlpatterns = [
    path("decks/", views.decks, name="decks"),
    path("decks/<number:pk>/", views.deck, name="deck"),
    path("decks/<number:pk>/delete/", views.delete, name="delete-deck"),
    path("decks/<number:pk>/deck.csv", views.spreadsheet, name="deck-csv"),
    path("decks/<number:pk>/print/<slug:what>/", views.paper, name="print"),
]
