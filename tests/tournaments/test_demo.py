"""The demo league."""

from io import StringIO

import pytest
from django.core.management import call_command

from config.jobs.models import Job
from config.people.models import User
from games.models import Game
from tests.builders import person
from tournaments.demo import PLAYED_ROUNDS, accounts
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors.league import load_league

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demo_is_made_once(client):
    said = demo()
    for account in accounts():
        assert account.email in said
        assert account.password in said
    tournament = Tournament.objects.get()
    loaded = load_league(tournament)
    assert (len(loaded.entrants), loaded.series_total, loaded.counts.games.total) == (8, 56, 168)
    assert loaded.last_round.number == PLAYED_ROUNDS
    games = Game.objects.count()
    assert games == PLAYED_ROUNDS * 4 * 3
    assert "left out" in demo()
    assert Tournament.objects.count() == 1
    assert Game.objects.count() == games


def test_its_cards_and_its_second_event_are_made_by_jobs():
    demo()
    jobs = Job.objects.order_by("created_at").values_list("label", "state")
    assert list(jobs) == [
        ("Making Fictional League", Job.State.QUEUED),
        ("Rehearsing a Purestrat event", Job.State.QUEUED),
    ]


def test_its_accounts_open_its_doors(client):
    demo()
    tournament = Tournament.objects.get()
    director, *managers = (User.objects.get(email=account.email) for account in accounts())
    assert may_direct(director, tournament)
    for account, user in zip(accounts(), (director, *managers), strict=True):
        assert user.check_password(account.password)
    for user in managers:
        assert not may_direct(user, tournament)
        assert user.teams.count() == 1


def test_a_house_with_people_in_it_gets_no_demo():
    person("Casey")
    assert "left out" in demo()
    assert not Tournament.objects.exists()
