"""Who may see and do what in a tournament, beyond the table of all addresses."""

import pytest

from config.events.models import EventRole
from config.people import scopes
from config.people.models import User
from tests.builders import browser, league, manager, person

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_asked_for_all_at_once_the_same_people_may_look_as_one_by_one(visibility):
    tournament = league(4, name=visibility, visibility=visibility)
    league(4, name="Elsewhere", director=person("Elsewhere"))
    manager(tournament, 2, "Manages")
    spectator = person("Watches")
    EventRole.objects.create(event=tournament, user=spectator, role=EventRole.Role.SPECTATOR)
    person("Outsider")
    User.objects.create(email="staff@example.org", name="Staff", is_staff=True)
    people = list(User.objects.all())
    one_by_one = {user.pk for user in people if scopes.may_view(user, tournament.scope)}
    at_once = scopes.viewers({user.pk for user in people}, tournament.scope)
    if visibility == "public":
        assert at_once is None
        assert len(one_by_one) == len(people)
    else:
        assert at_once == one_by_one
        assert len(people) - len(one_by_one) == 2
    assert scopes.viewers({user.pk for user in people}, "nothing:1") == {
        user.pk for user in people if scopes.may_view(user, "nothing:1")
    }


def test_who_may_no_longer_sign_in_sees_nothing_that_is_private():
    tournament = league(4, name="Private", visibility="private")
    gone = manager(tournament, 1, "Gone")
    assert scopes.viewers({gone.pk}, tournament.scope) == {gone.pk}
    User.objects.filter(pk=gone.pk).update(is_active=False)
    assert scopes.viewers({gone.pk}, tournament.scope) == frozenset()
