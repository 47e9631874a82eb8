"""What was handed out ends with the reason for which it was."""

import pytest

from config.events.models import EventRole
from config.people.closing import close_account
from rosters.models import TeamMember
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.tournaments.drops import drop
from tests.tournaments.test_drop_refusals import covered_by
from tests.tournaments.test_take_over import finish, two_divisions
from tournaments.day.models import Announcement, Day
from tournaments.day.services import make_address
from tournaments.day.sign_ups import make_door
from tournaments.models import Invite, Tournament
from tournaments.services import invites
from tournaments.services.drops import cover_club, take_over, undo_drop

pytestmark = pytest.mark.django_db


def offer(made, role="manager", number=0, *, by=None) -> Invite:
    return invites.invite(
        tournament=made,
        role=role,
        entrant=entrant(made, number) if number else None,
        acting_user=by or director_of(made),
    )


def join(invite: Invite, user):
    return browser(user).post(f"/join/{invites.token_of(invite)}/")


def second_director(made: Tournament):
    second = person("Second")
    EventRole.objects.create(event=made, user=second, role=EventRole.Role.DIRECTOR)
    return second


def rename(user, made: Tournament, number: int):
    team = entrant(made, number).team
    sent = {"name": "Renamed", "abbreviation": "REN", "colour": "#112233", "accent": "#ddeeff"}
    return browser(user).put(f"/api/v1/teams/{team.pk}/", sent, content_type="application/json")


@pytest.mark.parametrize("role", ["director", "manager", "spectator"])
def test_the_invites_of_a_removed_director_let_nobody_in(role):
    made = league(4, visibility="private")
    second, guest = second_director(made), person("Guest")
    invite = offer(made, role, 1 if role == "manager" else 0, by=second)
    invites.revoke_role(
        role=EventRole.objects.get(event=made, user=second), acting_user=director_of(made)
    )
    answer = join(invite, guest)
    assert "does not direct the event any more" in answer.content.decode()
    assert not EventRole.objects.filter(user=guest).exists()
    assert not TeamMember.objects.filter(user=guest).exists()
    api = browser(guest).post(
        "/api/v1/invites/accept/",
        {"token": invites.token_of(invite)},
        content_type="application/json",
    )
    assert api.json()["error"]["code"] == "invite-ended"
    desk = browser(director_of(made)).get(f"/t/{made.slug}/desk/").content.decode()
    assert invites.token_of(invite) not in desk


def test_the_invites_of_a_closed_account_let_nobody_in():
    made = league(4)
    second = second_director(made)
    invite = offer(made, "director", by=second)
    close_account(user=second, keeps_name=True, acting_user=second)
    assert join(invite, person("Guest")).status_code != 302


@pytest.mark.parametrize("role", ["manager", "substitute"])
def test_nobody_is_let_into_a_club_that_has_dropped_out_until_it_is_back(role):
    made = league(4)
    invite, guest = offer(made, role, 2), person("Guest")
    gone = drop(made, 2)
    answer = join(invite, guest)
    assert "has dropped out" in answer.content.decode()
    assert not TeamMember.objects.filter(user=guest).exists()
    answer = browser(director_of(made)).post(
        "/api/v1/invites/",
        {"tournament": made.slug, "role": role, "entrant": 2},
        content_type="application/json",
    )
    assert "club-dropped" in answer.content.decode()
    undo_drop(drop=gone, acting_user=director_of(made))
    assert join(invite, guest).status_code == 302
    assert TeamMember.objects.filter(user=guest).exists()


def test_after_a_take_over_nobody_else_acts_for_the_club():
    made = two_divisions()
    director = director_of(made)
    before, partner = manager(made, 1, "Before"), manager(made, 1, "Partner")
    invite = offer(made, "manager", 1)
    one, two = person("Guest One"), person("Guest Two")
    covered = covered_by(made, 1, one, two)
    finish(made)
    take_over(drop=covered, rolls={one.pk: 3, two.pk: 4}, acting_user=director)
    team = entrant(made, 1).team
    assert list(TeamMember.objects.filter(team=team).values_list("user", "role")) == [
        (two.pk, "manager")
    ]
    for user in (before, partner, one):
        assert rename(user, made, 1).status_code == 404
    assert rename(two, made, 1).status_code == 200
    assert join(invite, person("Late")).status_code != 302


def test_the_manager_of_a_club_that_is_out_does_not_change_it_until_it_is_back():
    made = league(4)
    owner = manager(made, 2)
    gone = drop(made, 2)
    assert rename(owner, made, 2).status_code == 404
    undo_drop(drop=gone, acting_user=director_of(made))
    assert rename(owner, made, 2).status_code == 200
    cover_club(tournament=made, number=2, reason="Gone", acting_user=director_of(made))
    assert rename(owner, made, 2).status_code == 404


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_who_directs_a_private_event_no_more_knows_no_address_of_it(visibility):
    made = league(4, visibility=visibility)
    director, second = director_of(made), second_director(made)
    make_address(tournament=made, acting_user=second)
    make_door(tournament=made, acting_user=second)
    screen = f"/hall/{Day.objects.get().screen_key}/"
    door = f"/here/{Announcement.objects.get().door_key}/"
    assert [browser().get(each).status_code for each in (screen, door)] == [200, 200]
    invites.revoke_role(role=EventRole.objects.get(event=made, user=second), acting_user=director)
    after = [404, 404] if visibility == "private" else [200, 200]
    assert [browser().get(each).status_code for each in (screen, door)] == after
