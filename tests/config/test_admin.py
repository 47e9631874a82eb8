import pytest
from django.contrib import admin
from unfold.admin import ModelAdmin
from zeal import zeal_ignore

from config.jobs import heartbeats
from config.jobs.models import Heartbeat, Job
from config.jobs.services import enqueue
from config.journal.models import Action

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def office(client, person):
    """A browser in the back office."""
    client.force_login(person("Staff", is_staff=True, is_superuser=True), backend=BACKEND)
    return client


def test_the_back_office_is_for_staff(client, person):
    client.force_login(person("Casey"), backend=BACKEND)
    assert client.get("/admin/").status_code == 302


def test_every_list_of_the_ground_floor_opens(office):
    enqueue(kind="count", key="c", scope="x:1", label="Counting", acting_user=None)
    heartbeats.beat(Heartbeat.Part.WORKER)
    for page in (
        "",
        "people/user/",
        "people/user/add/",
        "auth/group/",
        "journal/action/",
        "jobs/job/",
        "jobs/heartbeat/",
    ):
        assert office.get(f"/admin/{page}").status_code == 200, page
    assert "Horsehide" in office.get("/admin/").content.decode()


def test_the_ground_floors_pages_wear_the_theme():
    ours = ("people", "journal", "live", "jobs")
    for model, page in admin.site._registry.items():
        if model._meta.app_label in ours:
            assert isinstance(page, ModelAdmin), model


def test_the_log_can_be_read_and_not_written(office):
    line = Action.objects.first()
    assert line is not None
    assert office.get(f"/admin/journal/action/{line.pk}/change/").status_code == 200
    office.post(f"/admin/journal/action/{line.pk}/change/", {"code": "forged"})
    office.post(f"/admin/journal/action/{line.pk}/delete/", {"post": "yes"})
    assert Action.objects.get(pk=line.pk).code == line.code
    assert office.get("/admin/journal/action/add/").status_code == 403


def test_an_account_made_in_the_back_office_signs_in(office, client):
    office.post(
        "/admin/people/user/add/",
        {
            "email": "New@example.org",
            "name": "New",
            "usable_password": "true",
            "password1": "a-double-to-left",
            "password2": "a-double-to-left",
        },
    )
    assert Action.objects.filter(code="account-created", actor__email="staff@example.org").exists()
    client.logout()
    client.post(
        "/account/sign-in/", {"username": "new@example.org", "password": "a-double-to-left"}
    )
    assert "_auth_user_id" in client.session


def test_jobs_are_cancelled_by_the_same_service(office):
    job = enqueue(kind="count", key="c", scope="x:1", label="Counting", acting_user=None)
    done = enqueue(kind="count", key="d", scope="x:1", label="Counted", acting_user=None)
    Job.objects.filter(pk=done.pk).update(state="done")
    sent = {"action": "cancel_jobs", "_selected_action": [str(job.pk), str(done.pk)]}
    asked = office.post("/admin/jobs/job/", sent).content.decode()
    assert "it stops at its next step" in asked
    assert "it is done, and nothing is done" in asked
    assert not Action.objects.filter(code="job-cancelled").exists()
    with zeal_ignore():
        office.post("/admin/jobs/job/", {**sent, "confirmed": "yes"})
    assert Job.objects.get(pk=job.pk).state == "cancelled"
    assert Action.objects.filter(code="job-cancelled").exists()
