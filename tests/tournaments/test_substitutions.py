"""A substitution ends: at a time, or with a series or a round; until then, or until it is taken
back, the substitute acts for the club."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Series
from games.services.rewinding import void_game
from rosters.models import TeamMember
from tests.builders import browser, manager, person
from tests.games.seriesday.builders import Day, a_day, claim
from tournaments.models import Invite
from tournaments.services.invites import invite, token_of
from tournaments.services.play_out import play_round

pytestmark = pytest.mark.django_db

JSON = "application/json"


def a_friend(day: Day):
    """The manager of a club that does not play in the day's series."""
    clubs = day.tournament.entrants.exclude(team__in=(day.series.home_id, day.series.away_id))
    return manager(day.tournament, clubs.first().number, "Friend")


def name(day: Day, user, **ends: object):
    sent = {"act": "substitute", "person": user.pk, "team": day.series.home_id, "round": "1"}
    return browser(day.director).post(f"/t/{day.tournament.slug}/board/", {**sent, **ends})


def named(day: Day, user) -> TeamMember:
    return TeamMember.every.get(user=user, team=day.series.home_id)


def may_report(day: Day, user) -> bool:
    page = browser(user).get(f"/series/{day.series.pk}/games/1/report/")
    body = {"team": day.series.home_id, "words": "Ill."}
    sent = browser(user).post(f"/api/v1/series/{day.series.pk}/absences/", body, JSON)
    assert (page.status_code == 200 and b"Report the result" in page.content) == (
        sent.status_code not in (401, 403, 404)
    )
    return sent.status_code not in (401, 403, 404)


def test_a_substitution_ends_at_its_time(time_machine):
    day = a_day()
    friend = a_friend(day)
    until = timezone.localtime(timezone.now() + timedelta(hours=2)).replace(second=0, microsecond=0)
    answer = name(day, friend, until=f"{until:%Y-%m-%dT%H:%M}")
    assert answer.status_code == 302, answer.content
    assert named(day, friend).ends_at == until
    assert may_report(day, friend)
    words = f"until {until:%-d %B, %H:%M}"
    for page in ("board", "desk"):
        assert (
            words in browser(day.director).get(f"/t/{day.tournament.slug}/{page}/").content.decode()
        )
    time_machine.move_to(until + timedelta(seconds=1))
    assert not may_report(day, friend)
    api = browser(day.director).get(f"/api/v1/tournaments/{day.tournament.slug}/people/").json()
    assert friend.email not in [
        each["email"] for each in api["members"] if each["team"] == day.series.home_id
    ]
    # Named again, the friend plays on, until that is taken back.
    assert name(day, friend).status_code == 302
    assert may_report(day, friend)
    assert named(day, friend).ends_at is None
    page = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "until taken back" in page


def test_a_substitution_ends_with_its_series_and_goes_on_with_it():
    day = a_day(length=1)
    friend = a_friend(day)
    page = browser(day.director).get(
        f"/t/{day.tournament.slug}/board/?round=1&series={day.series.pk}"
    )
    assert f'value="series:{day.series.pk}"' in page.content.decode()
    assert name(day, friend, ends=f"series:{day.series.pk}").status_code == 302
    desk = browser(day.director).get(f"/t/{day.tournament.slug}/desk/").content.decode()
    assert f"until {day.series} is over" in desk
    report = day.report(day.away, claim(4, 2))
    assert report.team_id == day.series.away_id
    confirm = {"act": "confirm", "version": report.version}
    path = f"/series/{day.series.pk}/games/1/report/"
    assert browser(friend).post(path, confirm).status_code == 302
    assert day.game().is_final
    assert not TeamMember.objects.filter(user=friend, team=day.series.home_id).exists()
    # The game is taken off the books: the series goes on, and so does the substitute.
    void_game(game_id=day.game().pk, reason="Wrong", acting_user=day.director)
    assert may_report(day, friend)


def test_a_substitution_ends_with_its_round():
    day = a_day(length=1)
    friend = a_friend(day)
    assert name(day, friend, ends="round:1").status_code == 302
    page = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "until round 1 is over" in page
    day.report(day.director, claim(4, 2))
    assert TeamMember.objects.filter(user=friend).count() == 2
    play_round(tournament=day.tournament, number=1, acting_user=day.director)
    assert not TeamMember.objects.filter(user=friend, team=day.series.home_id).exists()
    assert TeamMember.objects.filter(user=friend).count() == 1


def test_a_program_sets_the_end_and_what_makes_no_sense_is_refused():
    day = a_day()
    friend = a_friend(day)
    name(day, friend)
    at = f"/api/v1/tournaments/{day.tournament.slug}/members/"
    office = browser(day.director)
    member = named(day, friend)

    def put(**ends: object):
        return office.put(f"{at}{member.pk}/", ends, content_type=JSON)

    def code(**ends: object) -> str:
        return put(**ends).json()["error"]["code"]

    assert put(ends="round:1").json()["ends"] == "round:1"
    later = timezone.now() + timedelta(days=1)
    told = put(until=later.isoformat()).json()
    assert (told["ends"], told["until"] is not None) == ("", True)
    assert put().json()["until"] is None
    past = (timezone.now() - timedelta(days=1)).isoformat()
    assert code(until=past) == "end-past"
    assert code(until=(timezone.now() + timedelta(days=900)).isoformat()) == "end-far"
    assert code(until=later.isoformat(), ends="round:1") == "two-ends"
    assert code(ends="round:77") == "no-such-round"
    other = day.tournament.series.exclude(home=day.series.home_id).exclude(away=day.series.home_id)
    assert code(ends=f"series:{other.first().pk}") == "no-such-series"
    assert put(ends="rain").status_code == 400
    own = TeamMember.objects.get(user=day.home)
    answer = office.put(f"{at}{own.pk}/", {"ends": "round:1"}, content_type=JSON)
    assert answer.json()["error"]["code"] == "not-a-substitute"
    for user in (day.home, friend, person("Olaf")):
        answer = browser(user).put(f"{at}{member.pk}/", {}, content_type=JSON)
        assert answer.status_code in (403, 404)
    assert (member.ends_with, TeamMember.objects.get(pk=member.pk).ends_at) == ("", None)


def invited(day: Day, user, **ends: str):
    """A person whom a link of the desk made a substitute of the home club; or the answer that
    refused it."""
    entrant = day.tournament.entrants.get(team=day.series.home)
    sent = {"act": "invite", "role": "substitute", "entrant": entrant.pk, **ends}
    desk = browser(day.director).post(f"/t/{day.tournament.slug}/desk/", sent)
    if desk.status_code != 302:
        return desk
    token = token_of(Invite.objects.order_by("-pk")[0])
    return browser(user).post(f"/join/{token}/", {"act": "accept"})


def words_of(day: Day) -> str:
    page = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    return " ".join(page.split())


def test_an_invited_substitute_plays_until_a_manager_is_back():
    day = a_day()
    friend = a_friend(day)
    assert invited(day, friend).status_code == 302
    assert "until a manager is back, or the event is over" in words_of(day)
    assert may_report(day, friend)
    entrant = day.tournament.entrants.get(team=day.series.home)
    manager(day.tournament, entrant.number, "Somebody new")
    assert not may_report(day, friend)


def test_the_same_manager_who_takes_a_link_again_is_back():
    day = a_day()
    friend = a_friend(day)
    invited(day, friend)
    entrant = day.tournament.entrants.get(team=day.series.home)
    made = invite(
        tournament=day.tournament, role="manager", entrant=entrant, acting_user=day.director
    )
    assert may_report(day, friend)
    browser(day.home).post(f"/join/{token_of(made)}/", {"act": "accept"})
    assert Invite.objects.get(pk=made.pk).accepted_at is not None
    assert not may_report(day, friend)
    assert may_report(day, day.home)


def test_an_invited_substitute_plays_to_the_end_of_the_event(
    django_capture_on_commit_callbacks,
):
    day = a_day(length=1)
    friend = a_friend(day)
    invited(day, friend)
    numbers = dict(day.tournament.entrants.values_list("team", "number"))
    rows = Series.objects.filter(event__key=day.tournament.scope)
    with django_capture_on_commit_callbacks(execute=True):
        for series in rows.select_related("home", "away"):
            away_id, home_id = series.sides(1)
            runs = (5, 2) if numbers[away_id] < numbers[home_id] else (2, 5)
            replace(day, series=series).report(day.director, claim(*runs))
            assert named(day, friend).ends_at is None
    assert named(day, friend).ends_at is not None
    assert not TeamMember.objects.filter(user=friend, team=day.series.home_id).exists()


def test_an_invite_says_when_the_substitution_ends_and_ends_with_it(time_machine):
    day = a_day()
    friend, other = a_friend(day), person("Other")
    until = timezone.localtime(timezone.now() + timedelta(hours=2)).replace(second=0, microsecond=0)
    said = f"{until:%Y-%m-%dT%H:%M}"
    assert invited(day, friend, until=said).status_code == 302
    assert named(day, friend).ends_at == until
    made = Invite.objects.create(
        tournament=day.tournament,
        entrant=day.tournament.entrants.get(team=day.series.home),
        role="substitute",
        nonce="late",
        created_by=day.director,
        expires_at=until + timedelta(days=3),
        until=until,
    )
    refused = browser(day.director).post(
        "/api/v1/invites/",
        {"tournament": day.tournament.slug, "role": "spectator", "ends": "round:1"},
        JSON,
    )
    assert refused.json()["error"]["code"] == "not-a-substitute"
    time_machine.move_to(until + timedelta(seconds=1))
    assert not may_report(day, friend)
    # The link is of no use any more.
    browser(other).post(f"/join/{token_of(made)}/", {"act": "accept"})
    assert not TeamMember.every.filter(user=other).exists()
    rounds = invited(day, other, ends="round:1")
    assert rounds.status_code == 302
    assert named(day, other).ends_with == f"round:{day.tournament.pk}-1"
    play_round(tournament=day.tournament, number=1, acting_user=day.director)
    assert not may_report(day, other)
