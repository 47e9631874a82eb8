"""Following an invite."""

import pytest

from rosters.models import TeamMember
from tests.builders import PASSWORD, browser, director_of, entrant, league, person
from tournaments.services import invites

pytestmark = pytest.mark.django_db

NEWCOMER = {"name": "Casey", "email": "casey@example.org", "password": PASSWORD}


@pytest.fixture
def tournament():
    return league(4, visibility="private")


@pytest.fixture
def link(tournament):
    def make(**more):
        made = invites.invite(
            tournament=tournament,
            role="manager",
            entrant=entrant(tournament, 1),
            acting_user=director_of(tournament),
            **more,
        )
        return f"/join/{invites.token_of(made)}/"

    return make


def test_looking_shows_the_offer_and_takes_nothing(client, link):
    page = client.get(link())
    text = page.content.decode()
    assert "Ashford Aces" in text
    assert "Test League" in text
    assert "Dana invites you" in text
    assert not TeamMember.objects.exists()
    assert "no-store" in page.headers["Cache-Control"]


def test_somebody_signed_in_accepts(tournament, link):
    casey = person("Casey")
    client = browser(casey)
    url = link()
    assert client.post(url).url == f"/t/{tournament.slug}/"
    assert TeamMember.objects.get().user == casey
    # Who took it is let through; for others it is closed.
    assert client.get(url).url == f"/t/{tournament.slug}/"
    closed = browser().get(url)
    assert closed.status_code == 410
    assert "has been used" in closed.content.decode()


def test_a_newcomer_makes_an_account_on_the_way_and_is_signed_in(client, tournament, link):
    answer = client.post(link(), NEWCOMER, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{tournament.slug}/"
    assert TeamMember.objects.get().user.email == "casey@example.org"
    assert client.get(f"/t/{tournament.slug}/standings/").status_code == 200


def test_who_has_an_account_signs_in_and_comes_back(client, link):
    person("Casey")
    url = link()
    page = client.get(url).content.decode()
    assert f"/account/sign-in/?next={url.replace('/', '%2F').replace(':', '%3A')}" in page
    answer = client.post(
        f"/account/sign-in/?next={url}",
        {"username": "casey@example.org", "password": PASSWORD, "next": url},
    )
    assert answer.url == url
    client.post(url)
    assert TeamMember.objects.get().user.email == "casey@example.org"


def test_an_address_that_has_an_account_is_told_so(client, link):
    person("Casey")
    answer = client.post(link(), NEWCOMER)
    assert answer.status_code == 422
    assert "email" in answer.context["form"].errors
    assert not TeamMember.objects.exists()


def test_a_weak_password_is_refused_before_anything_is_made(client, link):
    answer = client.post(link(), {**NEWCOMER, "password": "12345"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"password"}
    assert 'value="Casey"' in answer.content.decode()


def test_a_link_for_another_person_is_refused(client, link):
    url = link(email="robin@example.org")
    assert 'value="robin@example.org"' in client.get(url).content.decode()
    assert client.post(url, NEWCOMER).status_code == 422
    answer = browser(person("Casey")).post(url)
    assert answer.status_code == 422
    assert "invite-for-another" in answer.content.decode()
    assert not TeamMember.objects.exists()


def test_a_withdrawn_link_opens_nothing(client, tournament, link):
    url = link()
    invites.withdraw(made=tournament.invites.get(), acting_user=director_of(tournament))
    assert client.get(url).status_code == 410
    assert client.post(url, NEWCOMER).status_code == 410
    assert not TeamMember.objects.exists()
