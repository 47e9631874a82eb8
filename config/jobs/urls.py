from django.urls import path

from config.jobs import views

app_name = "jobs"

urlpatterns = [
    path("<uuid:job_id>/fragment/", views.job_fragment, name="fragment"),
    path("<uuid:job_id>/cancel/", views.cancel_job, name="cancel"),
]
