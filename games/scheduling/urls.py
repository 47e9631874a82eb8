from django.urls import path

from games.scheduling import views

app_name = "scheduling"

urlpatterns = [
    path("series/<number:pk>/times/", views.times, name="times"),
    path("calendar/", views.own_calendar, name="calendar"),
    path("calendar/<secret:key>.ics", views.personal_feed, name="personal-feed"),
]
