"""Roles, and the links that offer them."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from config.events.models import EventRole
from config.journal.models import Action
from config.people.models import User
from config.refusals import Refused
from rosters.models import TeamMember
from tests.builders import PASSWORD, director_of, entrant, league, person
from tournaments.models import Invite
from tournaments.permissions import may_direct, may_view
from tournaments.services import invites

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return league(4, visibility="private")


def offer(tournament, role="manager", number=1, **more):
    return invites.invite(
        tournament=tournament,
        role=role,
        entrant=entrant(tournament, number) if number else None,
        acting_user=director_of(tournament),
        **more,
    )


def code_of(act, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        act(*args, **kwargs)
    return caught.value.code


def test_a_link_makes_a_manager_once(tournament):
    made = offer(tournament)
    casey = person("Casey")
    assert not may_view(casey, tournament)
    found = invites.invite_of(invites.token_of(made))
    assert found == made
    invites.accept(made=found, acting_user=casey)
    member = TeamMember.objects.get(user=casey)
    assert (member.team, member.role) == (entrant(tournament, 1).team, "manager")
    assert may_view(casey, tournament)
    assert not may_direct(casey, tournament)
    assert code_of(invites.accept, made=found, acting_user=person("Second")) == "invite-used"
    codes = list(Action.objects.filter(scope=tournament.scope).values_list("code", flat=True))
    assert codes[:3] == ["invite-accepted", "team-member-appointed", "invite-made"]


def test_directors_and_spectators_are_of_the_tournament(tournament):
    casey, robin = person("Casey"), person("Robin")
    invites.accept(made=offer(tournament, "director", 0), acting_user=casey)
    invites.accept(made=offer(tournament, "spectator", 0), acting_user=robin)
    assert may_direct(casey, tournament)
    assert may_view(robin, tournament)
    assert not may_direct(robin, tournament)
    # A spectator's link does not make a director less.
    invites.accept(made=offer(tournament, "spectator", 0), acting_user=casey)
    assert may_direct(casey, tournament)


def test_what_does_not_fit_is_refused(tournament):
    other = league(4, name="Other")
    assert code_of(offer, tournament, "umpire") == "unknown-role"
    assert code_of(offer, tournament, "manager", 0) == "club-needed"
    assert code_of(offer, tournament, "director", 1) == "club-not-wanted"
    assert code_of(offer, tournament, email="nobody") == "not-an-address"
    assert (
        code_of(
            invites.invite,
            tournament=tournament,
            role="manager",
            entrant=entrant(other, 1),
            acting_user=director_of(tournament),
        )
        == "club-not-entered"
    )
    assert not Invite.objects.exists()


def test_a_link_with_an_address_is_for_that_person(tournament):
    made = offer(tournament, email="Casey@Example.org")
    assert code_of(invites.accept, made=made, acting_user=person("Robin")) == "invite-for-another"
    invites.accept(made=made, acting_user=person("Casey"))


def test_a_link_is_withdrawn_or_lapses(tournament):
    withdrawn, lapsed = offer(tournament), offer(tournament, number=2)
    invites.withdraw(made=withdrawn, acting_user=director_of(tournament))
    casey = person("Casey")
    assert code_of(invites.accept, made=withdrawn, acting_user=casey) == "invite-withdrawn"
    with time_machine.travel(timezone.now() + invites.VALID_FOR + timedelta(minutes=1)):
        assert code_of(invites.accept, made=lapsed, acting_user=casey) == "invite-lapsed"
    assert not TeamMember.objects.exists()


def test_a_forged_or_outdated_link_carries_nothing(tournament):
    made = offer(tournament)
    token = invites.token_of(made)
    assert code_of(invites.invite_of, token[:-1]) == "invite-unknown"
    assert code_of(invites.invite_of, "nonsense") == "invite-unknown"
    Invite.objects.update(nonce="another")
    assert code_of(invites.invite_of, token) == "invite-unknown"


def test_a_link_is_mailed_to_its_address(tournament, django_capture_on_commit_callbacks, settings):
    settings.SITE_ADDRESS = "https://league.example"
    made = offer(tournament, email="casey@example.org")
    dana = director_of(tournament)
    with django_capture_on_commit_callbacks(execute=True):
        invites.mail_invite(made=made, acting_user=dana)
    assert mail.outbox[0].to == ["casey@example.org"]
    link = re.search(r"https://league\.example/join/([^/]+)/", mail.outbox[0].body)
    assert link is not None
    assert invites.invite_of(link[1]) == made
    assert "Ashford Aces" in mail.outbox[0].body
    unaddressed = offer(tournament)
    assert (
        code_of(invites.mail_invite, made=unaddressed, acting_user=dana) == "invite-without-address"
    )


def test_a_newcomer_gets_an_account_and_the_role_or_neither(tournament):
    made = offer(tournament, email="casey@example.org")
    wrong = {"made": made, "name": "Robin", "password": PASSWORD}
    assert (
        code_of(invites.accept_as_newcomer, email="robin@example.org", **wrong)
        == "invite-for-another"
    )
    assert not User.objects.filter(email="robin@example.org").exists()
    user = invites.accept_as_newcomer(
        made=made, email="casey@example.org", name="Casey", password=PASSWORD
    )
    assert user.check_password(PASSWORD)
    assert TeamMember.objects.get().user == user


def test_the_last_director_stays(tournament):
    dana = director_of(tournament)
    only = tournament.roles.get()
    assert code_of(invites.revoke_role, role=only, acting_user=dana) == "last-director"
    second = invites.grant_role(
        tournament=tournament, user=person("Second"), role="director", acting_user=dana
    )
    invites.revoke_role(role=only, acting_user=dana)
    assert not may_direct(dana, tournament)
    assert list(EventRole.objects.all()) == [second]
    assert code_of(invites.revoke_role, role=second, acting_user=second.user) == "last-director"


def test_a_spectator_is_made_a_director_by_a_directors_link(tournament):
    casey = person("Casey")
    invites.accept(made=offer(tournament, "spectator", 0), acting_user=casey)
    assert not may_direct(casey, tournament)
    invites.accept(made=offer(tournament, "director", 0), acting_user=casey)
    assert may_direct(casey, tournament)
    assert EventRole.objects.get(user=casey).role == "director"


def test_a_role_that_is_given_is_told_with_the_one_before(tournament):
    casey = person("Casey")
    for role in ("spectator", "director", "spectator"):
        invites.accept(made=offer(tournament, role, 0), acting_user=casey)
    told = Action.objects.filter(scope=tournament.scope, code="role-granted").order_by("pk")
    assert [(line.old and line.old["role"], line.new["role"]) for line in told][-3:] == [
        (None, "spectator"),
        ("spectator", "director"),
        ("director", "director"),
    ]
    assert {line.new["person"] for line in list(told)[-3:]} == {str(casey)}


def test_a_member_of_a_club_takes_the_role_of_a_later_link(tournament):
    casey = person("Casey")
    roles = TeamMember.Role.values
    for role in roles:
        invites.accept(made=offer(tournament, role), acting_user=casey)
        assert TeamMember.objects.get(user=casey).role == role
    told = Action.objects.filter(code="team-member-appointed").order_by("pk")
    assert [line.old for line in told] == [None, *({"role": role} for role in roles[:-1])]


def test_a_used_or_withdrawn_link_is_not_withdrawn_again_nor_mailed(tournament):
    dana = director_of(tournament)
    used = offer(tournament, email="casey@example.org")
    invites.accept(made=used, acting_user=person("Casey"))
    used.refresh_from_db()
    assert code_of(invites.withdraw, made=used, acting_user=dana) == "invite-used"
    assert code_of(invites.mail_invite, made=used, acting_user=dana) == "invite-used"
    other = offer(tournament, email="robin@example.org")
    invites.withdraw(made=other, acting_user=dana)
    assert code_of(invites.withdraw, made=other, acting_user=dana) == "invite-withdrawn"
    assert mail.outbox == []


def test_a_link_lapses_at_its_very_end(tournament):
    made = offer(tournament)
    with time_machine.travel(made.expires_at, tick=False):
        assert code_of(invites.verify_open, made) == "invite-lapsed"
    with time_machine.travel(made.expires_at - timedelta(seconds=1), tick=False):
        invites.verify_open(made)


def test_a_spectator_who_is_not_the_last_director_may_be_taken_out(tournament):
    dana = director_of(tournament)
    watcher = invites.grant_role(
        tournament=tournament, user=person("Casey"), role="spectator", acting_user=dana
    )
    invites.revoke_role(role=watcher, acting_user=dana)
    assert [each.user for each in tournament.roles.all()] == [dana]
    line = Action.objects.get(scope=tournament.scope, code="role-revoked")
    assert (line.actor, line.old["role"]) == (dana, "spectator")


def test_a_link_that_is_offered_twice_with_one_press_is_one_link(tournament):
    made = offer(tournament)
    assert offer(tournament) == made
    assert Action.objects.filter(code="invite-made").count() == 1
    # For somebody else, of another club, or after a while it is another.
    others = [offer(tournament, email="casey@example.org"), offer(tournament, number=2)]
    with time_machine.travel(made.created_at + invites.PRESSED_TWICE, tick=False):
        others.append(offer(tournament))
    assert len({made, *others}) == 4


def test_a_withdrawn_link_is_not_given_again(tournament):
    made = offer(tournament)
    invites.withdraw(made=made, acting_user=director_of(tournament))
    assert offer(tournament) != made
