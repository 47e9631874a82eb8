from django.urls import path

from config.notices import views

app_name = "notices"

urlpatterns = [path("", views.page, name="page"), path("bell/", views.bell, name="bell")]
