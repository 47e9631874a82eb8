"""Addresses of clubs' plans."""

from django.urls import path

from games.planning import views

app_name = "planning"

urlpatterns = [
    path("squads/<number:pk>/", views.club, name="club"),
    path("squads/<number:pk>/line-ups/<slug:hand>/", views.line_up, name="line-up"),
    path("squads/<number:pk>/rotation/", views.rotation, name="rotation"),
    path("squads/<number:pk>/order/", views.order, name="order"),
    path("squads/<number:pk>/instructions/", views.instructions, name="instructions"),
    path("series/<number:pk>/games/<number:number>/before/", views.before, name="before"),
    path("pitching-rules/<slug:kind>/<number:key>/", views.rules, name="rules"),
]
