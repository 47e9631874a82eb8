"""The director's desk."""

import json
import re

import pytest
from django.conf import settings
from django.core import mail

from config.jobs.models import Job
from config.journal.models import Action
from games.models import Game
from tests.builders import browser, director_of, entrant, fixture_of, league, manager, person
from tests.builders import result as finished
from tournaments.models import Invite, Tournament
from tournaments.words import VOCABULARY, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return league(4)


@pytest.fixture
def desk(tournament):
    """Post an act at the desk of a tournament, as its director."""

    def post(act, on=tournament, htmx=False, **fields):
        headers = {"HX-Request": "true"} if htmx else {}
        client = browser(director_of(on))
        return client.post(
            f"/t/{on.slug}/desk/", {"act": act, **fields}, headers=headers, follow=not htmx
        )

    return post


def test_a_tournament_is_started_from_the_desk(desk):
    setup = league(5, name="Setup", started=False)
    page = browser(director_of(setup)).get(f"/t/{setup.slug}/desk/").content.decode()
    assert "5 rounds, 10 series, 20 games" in page
    answer = desk("start", on=setup)
    assert "is under way" in answer.content.decode()
    setup.refresh_from_db()
    assert setup.state == Tournament.State.RUNNING
    again = desk("start", on=setup)
    assert again.status_code == 422
    assert "already-started" in again.content.decode()


def test_a_series_and_a_round_are_played_from_the_desk(
    desk, tournament, django_capture_on_commit_callbacks
):
    series = fixture_of(tournament, 1, 2).series
    # All in one: what waits for the commit of a test is never taken off the list of what waits.
    with django_capture_on_commit_callbacks(execute=True):
        desk("play-series", series=series.pk)
        assert Game.objects.filter(series=series).count() == 2
        desk("play-round", round=1)
        desk("play-round", round=2)
        desk("play-round", round=3)
    assert Game.objects.count() == 12
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.COMPLETE


def test_every_unplayed_series_is_played_as_a_job(
    desk, tournament, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        desk("play-out")
    assert Job.objects.get().state == Job.State.DONE
    assert Game.objects.count() == 12


def test_without_a_reload_the_answer_is_the_part_about_play(desk, tournament):
    answer = desk("play-out", htmx=True)
    text = answer.content.decode()
    assert "<html" not in text
    assert "Stop playing" in text
    assert "hh-job" in text
    assert json.loads(answer["HX-Trigger"])["toast"]["level"] == "success"
    refused = desk("play-series", htmx=True, series="x")
    assert json.loads(refused["HX-Trigger"])["toast"]["level"] == "error"
    assert "is not a number" in refused["HX-Trigger"]
    assert "not-a-number" not in refused["HX-Trigger"]


def test_buttons_come_along_only_when_they_have_changed(desk, tournament):
    client = browser(director_of(tournament))
    headers = {"HX-Request": "true"}
    url = f"/t/{tournament.slug}/desk/"

    def part(mood):
        return client.get(url, {"mood": mood}, headers=headers).content.decode()

    assert "desk-buttons" not in part("running-6")
    desk("play-out")
    changed = part("running-6")
    assert 'hx-swap-oob="outerHTML"' in changed
    assert "Stop playing" in changed
    assert "desk-buttons" not in part("playing")
    # While a job plays nobody is offered to play the same series by hand.
    assert 'value="play-series"' not in part("playing")


def test_a_late_series_is_seen_at_once(desk, tournament):
    late = fixture_of(tournament, 1, 2)
    for number in (1, 2):
        for other in (3, 4):
            finished(tournament, 1, other, (2, 1), number=number)
    page = browser(director_of(tournament)).get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "late" in page
    assert f"/series/{late.series.pk}/" in page


def test_links_are_made_mailed_and_withdrawn(desk, tournament, django_capture_on_commit_callbacks):
    club = entrant(tournament, 1)
    page = desk("invite", role="manager", entrant=club.pk, email="casey@example.org")
    made = Invite.objects.get()
    link = re.search(r'data-copy="http://testserver(/join/[^"]+)"', page.content.decode())
    assert link
    assert "Ashford Aces" in browser().get(link[1]).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        desk("mail-invite", invite=made.pk)
    # Never the host that was asked for, which anybody may send.
    assert f"{settings.SITE_ADDRESS}/join/" in mail.outbox[0].body
    page = desk("withdraw-invite", invite=made.pk)
    assert "data-copy" not in page.content.decode()
    assert desk("withdraw-invite", invite=made.pk).status_code == 422


def test_a_refused_invite_keeps_what_was_typed_and_says_why(desk, tournament):
    answer = desk("invite", role="manager", entrant="", email="casey@example.org")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "club-needed" in text
    assert 'value="casey@example.org"' in text
    assert answer.context["invite_form"].errors.keys() == {"entrant"}
    assert not Invite.objects.exists()


def test_an_invite_of_another_tournament_is_not_touched(desk, tournament):
    other = league(4, name="Other")
    desk("invite", on=other, role="spectator")
    theirs = Invite.objects.get()
    answer = desk("withdraw-invite", invite=theirs.pk)
    assert "no-such-invite" in answer.content.decode()
    theirs.refresh_from_db()
    assert theirs.withdrawn_at is None


def test_people_are_removed_but_for_the_last_director(desk, tournament):
    morgan = manager(tournament, 1)
    desk("dismiss", member=morgan.teams.get().pk)
    assert not morgan.teams.exists()
    only = tournament.roles.get()
    answer = desk("revoke-role", role=only.pk)
    assert "last-director" in answer.content.decode()
    elsewhere = manager(league(4, name="Other"), 1, "Elsewhere")
    assert desk("dismiss", member=elsewhere.teams.get().pk).status_code == 422
    assert elsewhere.teams.exists()


def test_visibility_is_changed(desk, tournament):
    desk("visibility", visibility="private")
    tournament.refresh_from_db()
    assert tournament.visibility == "private"
    assert desk("visibility", visibility="secret").status_code == 422


def test_an_unknown_act_is_refused(desk):
    assert "unknown-act" in desk("rain-delay").content.decode()
    assert "unknown-act" in desk("").content.decode()


def test_the_log_tells_what_was_done(desk, tournament):
    desk("play-round", round=1)
    client = browser(director_of(tournament))
    page = client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "had a series played" in page
    assert "drew the schedule" in page
    part = client.get(
        f"/t/{tournament.slug}/desk/", {"part": "log"}, headers={"HX-Request": "true"}
    )
    assert "had a series played" in part.content.decode()
    assert "<html" not in part.content.decode()


def test_every_code_that_was_logged_has_words(desk, tournament):
    desk("play-round", round=1)
    desk("visibility", visibility="private")
    desk("invite", role="spectator")
    codes = set(Action.objects.filter(scope=tournament.scope).values_list("code", flat=True))
    assert codes <= set(VOCABULARY)
    change = said(Action.objects.get(code="tournament-visibility-changed"))
    assert change.facts == "public → private"
    assert said(Action(code="something-new", subject_label="it")).what == "something new"


def test_somebody_without_a_part_is_a_stranger_to_the_desk(tournament):
    outsider = browser(person("Outsider"))
    assert outsider.get(f"/t/{tournament.slug}/desk/").status_code == 404


def test_a_series_of_a_managed_club_is_asked_about_before_it_is_played(desk, tournament):
    client = browser(director_of(tournament))
    url = f"/t/{tournament.slug}/desk/"
    assert 'data-confirm="Play this series now?"' not in client.get(url).content.decode()
    member = manager(tournament, 1, "Own")
    page = client.get(url)
    name = entrant(tournament, 1).team.name
    asked = page.content.decode().count('data-confirm="Play this series now?"')
    theirs = [
        meeting
        for one in page.context["open_rounds"]
        for meeting, managed, _ in one.series
        if name in managed
    ]
    assert asked == len(theirs) > 0
    assert all(name in (each.away.team.name, each.home.team.name) for each in theirs)
    assert page.context["managed"] == name
    assert member
