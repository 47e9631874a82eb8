"""The addresses of a series day."""

from django.urls import path

from games.seriesday.views import report

app_name = "seriesday"

urlpatterns = [
    path("series/<number:pk>/games/<number:number>/report/", report.report, name="report"),
]
