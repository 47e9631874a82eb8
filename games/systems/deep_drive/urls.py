from django.urls import path

from games.systems.deep_drive.charts import views
from games.systems.deep_drive.printing import views as printing

app_name = "deep-drive"

urlpatterns = [
    path("deep-drive/charts/", views.index, name="all-charts"),
    path("deep-drive/charts/<number:number>/", views.charts, name="charts"),
    path("deep-drive/charts/<number:number>/house/", views.make_the_houses, name="house-charts"),
    path("deep-drive/charts/<number:number>/charts.<slug:kind>", views.files, name="chart-files"),
    path("deep-drive/charts/<number:number>/<slug:name>.csv", views.file, name="chart-file"),
    path("deep-drive/print/squads/<number:pk>/", printing.of_squad, name="print-squad"),
    path("deep-drive/print/sets/<slug:slug>/", printing.of_set, name="print-set"),
    path("deep-drive/print/parks/<number:pk>/", printing.of_park, name="print-park"),
    path("deep-drive/print/score/", printing.score_sheet, name="print-score"),
]
