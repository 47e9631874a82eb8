from django.urls import path

from config.live import views

app_name = "live"

urlpatterns = [
    path("", views.stream, name="stream"),
    path("standing/", views.standing, name="standing"),
]
