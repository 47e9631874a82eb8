"""Addresses of pitching sheets."""

from django.urls import path

from pitching import views

app_name = "pitching"

urlpatterns = [path("sheets/<number:pk>/", views.sheet, name="sheet")]
