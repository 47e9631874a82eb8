"""Right and state come before the look-up: a refused act tells nobody who has an account."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from config.people.models import User
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.tournaments.drops import drop, play_rounds
from tests.tournaments.test_drop_refusals import covered_by
from tests.tournaments.test_stages import play
from tournaments.models import Tournament
from tournaments.services.drops import cover_club, undo_drop
from tournaments.services.invites import invite, token_of

pytestmark = pytest.mark.django_db
JSON = "application/json"
KNOWN, UNKNOWN = "known@example.org", "nobody@example.org"
ROOT = Path(__file__).parents[2]

LOOKUPS = {
    "config/people/services.py": "the mailed sign-in link: tests/config/test_mails.py",
    "config/people/management/commands/changepassword.py": "a command of the operator",
    "config/people/models.py": "signing in: locked and answered alike for any address",
    "tournaments/services/drops.py": "replacements and rolls, below",
    "tournaments/demo_event/people.py": "players of the demo",
}


def test_every_look_up_of_an_account_by_its_address_is_known():
    asked = re.compile(r"(User\.objects|self)\.(filter|get)\(\s*email")
    found = {
        str(path.relative_to(ROOT))
        for room in ("config", "games", "pitching", "rosters", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        if asked.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(LOOKUPS)


def told(answer) -> tuple[int, str]:
    """Status and words, without what differs from one page to the next."""
    text = re.sub(r'nonce="[^"]+"|csrf\w*"[^>]*|"expires\w*":[^,]*', "", answer.content.decode())
    return answer.status_code, text.replace(KNOWN, "X").replace(UNKNOWN, "X")


def alike(ask: Callable[[str], object]) -> tuple[int, str]:
    """Ask with an address that has an account and with one that has none."""
    person("Known")
    known, unknown = told(ask(KNOWN)), told(ask(UNKNOWN))
    assert known == unknown
    assert 400 <= known[0] < 500
    return known


def undone(made: Tournament):
    director = director_of(made)
    found = cover_club(tournament=made, number=2, reason="Gone", acting_user=director)
    return undo_drop(drop=found, acting_user=director)


def out(made: Tournament):
    return drop(made, 2)


def no_such_series(made: Tournament):
    director = director_of(made)
    return cover_club(tournament=made, number=2, reason="Gone", acting_user=director)


@pytest.mark.parametrize("state", [undone, out, no_such_series])
@pytest.mark.parametrize("by", ["page", "program"])
def test_who_plays_for_a_dropped_club_is_looked_up_when_all_else_is_right(state, by):
    made = league(6)
    play_rounds(made, 1)
    found, desk = state(made), browser(director_of(made))

    def ask(email: str):
        if by == "page":
            sent = {"act": "replace", "drop": found.pk, "series": 999_999, "email": email}
            return desk.post(f"/t/{made.slug}/drops/", sent)
        where = f"/api/v1/tournaments/{made.slug}/drops/{found.pk}/replacements/"
        return desk.post(where, {"series": 999_999, "email": email}, content_type=JSON)

    assert alike(ask)[0] in (409, 422)


@pytest.mark.parametrize("by", ["page", "program"])
def test_nobody_but_a_director_looks_anybody_up(by):
    made = league(6)
    found = no_such_series(made)
    stranger = browser(manager(made, 1, "Stan"))

    def ask(email: str):
        if by == "page":
            sent = {"act": "replace", "drop": found.pk, "series": 1, "email": email}
            return stranger.post(f"/t/{made.slug}/drops/", sent)
        where = f"/api/v1/tournaments/{made.slug}/drops/{found.pk}/replacements/"
        return stranger.post(where, {"series": 1, "email": email}, content_type=JSON)

    assert alike(ask)[0] == 404


@pytest.mark.parametrize("over", [False, True])
def test_rolls_for_a_club_are_of_those_who_may_and_of_no_other_address(over):
    made = league(6)
    play_rounds(made, 1)
    covered = covered_by(made, 2, person("Guest One"), person("Guest Two"))
    if over:
        play(made)
    desk = browser(director_of(made))
    where = f"/api/v1/tournaments/{made.slug}/drops/{covered.pk}/take-over/"
    status, words = alike(lambda email: desk.post(where, {"rolls": {email: 5}}, content_type=JSON))
    assert status == 409 if not over else status in (409, 422)
    assert ("rolls-of-others" if over else "division-not-over") in words
    if over:
        rolls = {"guest.one@example.org": 5, "GUEST.TWO@example.org": 9}
        assert desk.post(where, {"rolls": rolls}, content_type=JSON).status_code == 200
        covered.refresh_from_db()
        assert covered.taken_over_by == User.objects.get(email="guest.two@example.org")


def test_an_invite_for_another_makes_no_account_and_tells_of_none():
    made = league(4, started=False)
    offered = invite(
        tournament=made,
        role="manager",
        entrant=entrant(made, 1),
        email="casey@example.org",
        acting_user=director_of(made),
    )
    page = f"/join/{token_of(offered)}/"

    def ask(email: str):
        typed = {"email": email, "name": "Some Body", "password": "a-triple-to-right"}
        return Client().post(page, typed)

    assert "This invite is for casey@example.org" in alike(ask)[1]
    assert not User.objects.filter(email=UNKNOWN).exists()


@pytest.mark.parametrize("door", ["/account/sign-in/", "/admin/login/"])
def test_a_wrong_password_is_answered_alike(door):
    person("Known", is_staff=True)
    asked = {
        email: told(Client().post(door, {"username": email, "password": "wrong-one"}))
        for email in (KNOWN, UNKNOWN)
    }
    assert asked[KNOWN] == asked[UNKNOWN]
