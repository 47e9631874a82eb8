"""Every address of the tournament floor against every kind of visitor."""

import pytest
from django.urls import URLPattern

from rosters.models import Squad
from tests.builders import browser, entrant, league, manager, person
from tournaments import urls
from tournaments.services import invites

pytestmark = pytest.mark.django_db

ASKS_TO_SIGN_IN = 302

# Anonymous, outsider, own manager, manager of another club, director of another event, director.
PUBLIC = (200, 200, 200, 200, 200, 200)
INSIDERS = (404, 404, 200, 200, 404, 200)
DIRECTORS = (ASKS_TO_SIGN_IN, 404, 404, 404, 404, 200)
SIGNED_IN = (ASKS_TO_SIGN_IN, 200, 200, 200, 200, 200)
CLUB = (ASKS_TO_SIGN_IN, 404, 200, 404, 404, 200)

TABLE = {
    "overview": (PUBLIC, INSIDERS),
    "standings": (PUBLIC, INSIDERS),
    "schedule": (PUBLIC, INSIDERS),
    "grid": (PUBLIC, INSIDERS),
    "team": (PUBLIC, INSIDERS),
    "squad": (PUBLIC, INSIDERS),
    "squad-csv": (PUBLIC, INSIDERS),
    "stages": (PUBLIC, INSIDERS),
    "tie-order": (DIRECTORS, DIRECTORS),
    "rules": (PUBLIC, INSIDERS),
    "edition": (DIRECTORS, DIRECTORS),
    "editions": (PUBLIC, PUBLIC),
    "desk": (DIRECTORS, DIRECTORS),
    "new": (SIGNED_IN, SIGNED_IN),
    "join": (PUBLIC, PUBLIC),
    "edit-team": (CLUB, CLUB),
}


@pytest.fixture
def visitors():
    elsewhere = person("Elsewhere")
    league(4, name="Elsewhere", director=elsewhere)

    def make(tournament):
        tag = tournament.visibility
        return [
            browser(),
            browser(person(f"Outsider {tag}")),
            browser(manager(tournament, 1, f"Own {tag}")),
            browser(manager(tournament, 2, f"Other {tag}")),
            browser(elsewhere),
            browser(tournament.roles.get().user),
        ]

    return make


def address(name, tournament):
    team = entrant(tournament, 1).team
    Squad.objects.get_or_create(team=team, scope=tournament.scope)
    made = tournament.invites.first() or invites.invite(
        tournament=tournament, role="spectator", acting_user=tournament.roles.get().user
    )
    return {
        "team": f"/t/{tournament.slug}/teams/1/",
        "squad": f"/t/{tournament.slug}/teams/1/squad/",
        "squad-csv": f"/t/{tournament.slug}/teams/1/squad.csv",
        "new": "/new/",
        "editions": "/editions/",
        "tie-order": f"/t/{tournament.slug}/rules/ties/",
        "edition": f"/t/{tournament.slug}/rules/edition/",
        "join": f"/join/{invites.token_of(made)}/",
        "overview": f"/t/{tournament.slug}/",
        "edit-team": f"/teams/{team.pk}/edit/",
    }.get(name, f"/t/{tournament.slug}/{name}/")


def test_no_address_is_missing_from_the_table():
    names = {pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)}
    assert names | {"edit-team"} == set(TABLE)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_every_address_answers_every_visitor_as_the_table_says(visitors, visibility):
    tournament = league(4, name=visibility, visibility=visibility)
    people = visitors(tournament)
    for name, columns in TABLE.items():
        expected = columns[visibility == "private"]
        url = address(name, tournament)
        assert tuple(visitor.get(url).status_code for visitor in people) == expected, name


def test_looking_changes_nothing(visitors):
    tournament = league(4, name="public")
    director = visitors(tournament)[-1]
    before = tournament.roles.count(), tournament.invites.count()
    for name in TABLE:
        director.get(address(name, tournament))
    assert (tournament.roles.count(), tournament.invites.count() - 1) == before


def test_what_does_not_exist_is_not_found():
    tournament = league(4)
    director = browser(tournament.roles.get().user)
    for url in ("/t/nothing/", "/t/nothing/desk/", f"/t/{tournament.slug}/teams/99/"):
        assert director.get(url).status_code == 404
    assert director.get("/teams/999999/edit/").status_code == 404
    assert director.get("/join/nonsense/").status_code == 404


def test_strangers_cannot_act_from_the_desk():
    tournament = league(4)
    for visitor in (person("Outsider"), manager(tournament, 1)):
        answer = browser(visitor).post(f"/t/{tournament.slug}/desk/", {"act": "play-out"})
        assert answer.status_code == 404
    assert browser().post(f"/t/{tournament.slug}/desk/", {"act": "start"}).status_code == 302


def test_staff_may_do_what_a_director_may():
    tournament = league(4, visibility="private")
    staff = browser(person("Staff", is_staff=True))
    assert staff.get(f"/t/{tournament.slug}/desk/").status_code == 200
