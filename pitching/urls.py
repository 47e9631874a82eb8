"""The addresses of the pitching floor."""

from django.urls import path

from pitching import views

app_name = "pitching"

urlpatterns = [path("sheets/<number:pk>/", views.sheet, name="sheet")]
