from django.urls import path

from rosters import views

app_name = "rosters"

urlpatterns = [path("teams/<int:team_id>/edit/", views.edit_team, name="edit-team")]
