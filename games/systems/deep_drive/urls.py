from django.urls import path

from games.systems.deep_drive.charts import views

app_name = "deep-drive"

urlpatterns = [
    path("deep-drive/charts/", views.index, name="all-charts"),
    path("deep-drive/charts/<number:number>/", views.charts, name="charts"),
    path("deep-drive/charts/<number:number>/house/", views.make_the_houses, name="house-charts"),
    path("deep-drive/charts/<number:number>/charts.<slug:kind>", views.files, name="chart-files"),
    path("deep-drive/charts/<number:number>/<slug:name>.csv", views.file, name="chart-file"),
]
