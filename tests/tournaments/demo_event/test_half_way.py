"""The demo's second event: brought half-way by a job, act by act, whoever is killed on the way."""

import re

import pytest
from django.core.management import call_command
from django.utils import timezone
from zeal import zeal_ignore

from config.jobs import progress
from config.jobs.models import Job
from config.jobs.outbox import deliver_missing
from config.jobs.recovery import recover_all
from config.people.models import User
from games.models import Game
from games.seriesday.models import GameReport, Ruling
from pitching.models import Signature
from rosters.drafts.models import Draft
from rosters.models import RosterSpot
from tests.builders import browser
from tests.markup import even
from tests.tools.rehearsal.audits import Auditor
from tournaments.demo import DIRECTOR, MANAGERS
from tournaments.demo_event import half_way
from tournaments.models import Tournament
from tournaments.services.half_way import HALF_WAY

# What follows a commit (a message to the worker) follows here too.
pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

KILLED_AFTER = {1, 3, 5, 8, 12, 13, 14, 18, 23, 34, 35, 36, 37, 38, 39}
"""Acts that are done, and their worker killed before it could say so; the scenes among them."""


class Killed(BaseException):
    """Nothing is left of the process to say anything."""


@pytest.fixture(autouse=True)
def projections_of_two_divisions():
    """Each is a job, which tests do inside the request that has ended the draft: it asks for all
    that such a job needs twice."""
    with zeal_ignore():
        yield


@pytest.fixture
def deadly(monkeypatch) -> set[int]:
    """Workers that are killed once after each of these acts, as it is done and not yet noted."""
    left, note = set(KILLED_AFTER), progress.advance

    def advance(attempt, *, done, total):
        if total == len(half_way.script()) and done in left:
            left.remove(done)
            raise Killed
        return note(attempt, done=done, total=total)

    monkeypatch.setattr(progress, "advance", advance)
    return left


def work(job: Job) -> None:
    """A worker and a clock, until the job is over."""
    while Job.objects.get(pk=job.pk).is_live:
        try:
            assert deliver_missing(now=timezone.now())
        except Killed:
            recover(job)


def recover(job: Job) -> None:
    try:
        assert recover_all(now=timezone.now())
    except Killed:
        recover(job)


def test_the_demos_event_is_brought_half_way_however_often_its_worker_is_killed(deadly):
    try:
        call_command("demo", verbosity=0)
    except Killed:
        recover(Job.objects.get(kind=HALF_WAY))
    job = Job.objects.get(kind=HALF_WAY)
    assert "is being rehearsed" in even(browser().get("/").content.decode())
    work(job)
    job.refresh_from_db()
    assert (job.state, job.done, deadly) == (Job.State.DONE, job.total, set()), job.error

    # One event, one draft, and nothing twice.
    event = Tournament.objects.get(name=half_way.PLAN.title)
    assert Tournament.objects.count() == 2
    assert Draft.objects.get(event__key=event.scope).state == Draft.State.COMPLETE
    assert event.state == Tournament.State.RUNNING
    assert len(RosterSpot.objects.filter(squad__event__key=event.scope)) == 10 * 25
    games = Game.objects.filter(series__event__key=event.scope)
    by_status = {status: games.filter(status=status).count() for status in Game.Status.values}
    assert by_status[Game.Status.FINAL] == half_way.PLAYED_ROUNDS * 5 * 4 + 4 + 1
    assert by_status[Game.Status.SUSPENDED] == 1
    assert by_status[Game.Status.REPORTED] == 2
    assert sum(by_status.values()) == by_status[Game.Status.FINAL] + 3
    assert Ruling.objects.get(series__event__key=event.scope).closed_at is None
    assert GameReport.objects.filter(game__series__event__key=event.scope).count() == 4
    assert Signature.objects.filter(series__sheet__event__key=event.scope).exists()

    # Whoever looks at the front page is led to its squads.
    for visitor in (browser(), browser(event.entrants.first().team.members.first().user)):
        found = re.search(r'href="([^"]+)">Squads</a>', even(visitor.get("/").content.decode()))
        assert found is not None
        assert visitor.get(found[1]).status_code == 200

    # Everything that must always hold holds.
    Auditor(half_way.take_part(job.done)).look("the rehearsal of half an event")

    # A newcomer is told of it; the demo's people find what waits for them.
    director, manager, other = (
        User.objects.get(email=account.email) for account in (DIRECTOR, *MANAGERS)
    )
    assert event.name in even(browser().get("/").content.decode())
    board = even(browser(director).get(f"/t/{event.slug}/board/").content.decode())
    for word in ("suspended", "ruling", "signs"):
        assert word in board.lower()
    for user in (manager, other):
        assert event.slug in even(browser(user).get("/").content.decode())
    for user in (None, director, manager):
        assert browser(user).get(event.get_absolute_url()).status_code == 200


def test_where_nobody_makes_cards_no_event_is_begun(monkeypatch):
    monkeypatch.setattr("rosters.tasks.store_fictional_league", lambda **given: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        call_command("demo", verbosity=0)
    job = Job.objects.get(kind=HALF_WAY)
    work(job)
    job.refresh_from_db()
    assert (job.state, job.refusals[0]["code"]) == (Job.State.FAILED, "no-cards")
    assert Tournament.objects.count() == 1
    assert "rehearsed" not in browser().get("/").content.decode()


def test_a_house_may_do_without_it(settings):
    settings.DEMO_EVENT = False
    call_command("demo", verbosity=0)
    assert not Job.objects.filter(kind=HALF_WAY).exists()
