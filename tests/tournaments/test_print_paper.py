"""An event is printed on the paper of where it is held, or on what its director says."""

import pytest

from tests.builders import browser, director_of, league
from tests.markup import even
from tournaments.day.models import Day
from tournaments.rules.paper import paper_used_in
from tournaments.services.events import start_tournament

PRINTED = ("announcement", "day", "paper", "standings", "schedule", "reports/send/paper")


@pytest.mark.parametrize(
    ("zone", "paper"),
    [
        ("America/New_York", "letter"),
        ("America/Indiana/Knox", "letter"),
        ("America/Mexico_City", "letter"),
        ("Pacific/Honolulu", "letter"),
        ("Canada/Eastern", "letter"),
        ("America/Sao_Paulo", "a4"),
        ("Europe/London", "a4"),
        ("Asia/Tokyo", "a4"),
        ("UTC", "a4"),
        ("", "a4"),
    ],
)
def test_letter_is_the_paper_of_north_america_and_a4_of_the_rest(zone, paper):
    assert paper_used_in(zone) == paper


def sheets(client, made) -> set[str]:
    """The size that each printed page of the event asks for."""
    found = set()
    for page in PRINTED:
        text = client.get(f"/t/{made.slug}/{page}/").content.decode()
        found |= {name for name in ("a4", "letter") if f"css/paper-{name}." in text}
    return found


@pytest.mark.django_db
def test_the_standings_on_paper_are_those_of_each_division():
    made = league(6, started=False)
    made.entrants.filter(number__gt=3).update(division=2)
    start_tournament(tournament=made, acting_user=director_of(made))
    page = browser(director_of(made)).get(f"/t/{made.slug}/paper/?part=all").content.decode()
    assert [page.count(f"<h3>Division {number}</h3>") for number in (1, 2)] == [1, 1]


@pytest.mark.django_db
def test_a_director_says_what_is_printed_on_and_every_page_follows():
    made = league(4, time_zone="America/Toronto")
    dana = browser(director_of(made))
    assert sheets(dana, made) == {"letter"}
    papers = even(dana.get(f"/t/{made.slug}/paper/").content.decode())
    assert "a sheet of its own, on US Letter" in papers
    page = dana.get(f"/t/{made.slug}/day/").content.decode()
    assert "In America/Toronto that is US Letter." in page
    sent = {"act": "settle", "break_minutes": "15"}
    assert dana.post(f"/t/{made.slug}/day/", {**sent, "paper": "a4"}).status_code == 302
    assert sheets(dana, made) == {"a4"}
    for wrong in ("a5", "../x"):
        assert dana.post(f"/t/{made.slug}/day/", {**sent, "paper": wrong}).status_code == 422
    assert Day.objects.get().paper == "a4"
    where = f"/api/v1/tournaments/{made.slug}/day/"
    assert dana.get(where).json()["paper"] == "a4"
    body = {"begins_at": None, "paper": "a5"}
    refused = dana.post(f"{where}settle/", body, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json()["error"]["refusals"][0]["place"] == "paper"
    body["paper"] = ""
    answer = dana.post(f"{where}settle/", body, content_type="application/json")
    assert answer.json()["paper"] == "letter"
