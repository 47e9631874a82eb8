"""The addresses of a series day."""

from django.urls import path

from games.seriesday.views import absences, home, left, report, rulings

app_name = "seriesday"

urlpatterns = [
    path("series/<number:pk>/games/<number:number>/report/", report.report, name="report"),
    path("series/<number:pk>/games/<number:number>/left/", left.left, name="left"),
    path(
        "series/<number:pk>/games/<number:number>/left/pictures/<number:picture>/",
        left.picture,
        name="picture",
    ),
    path("series/<number:pk>/rulings/", rulings.rulings, name="rulings"),
    path("series/<number:pk>/absences/", absences.absences, name="absences"),
    path("series/<number:pk>/home/", home.home, name="home"),
    path("rulings/<number:pk>/", rulings.ruling, name="ruling"),
]
