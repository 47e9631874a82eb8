from django.urls import path

from tournaments.practice import views

app_name = "practice"

urlpatterns = [
    path("practice/", views.games, name="games"),
    path("practice/new/<slug:key>/", views.new, name="new"),
    path("practice/join/<secret:token>/", views.join, name="join"),
    path("practice/<number:pk>/delete/", views.delete, name="delete"),
]
