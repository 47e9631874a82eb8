"""Every format is had in two, three or four divisions, from the page, the desk and a program."""

import pytest

from config.refusals import Refused
from tests.builders import browser, clubs, director_of, league, person
from tests.markup import even
from tests.tournaments.test_new import options
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.formats import choose_preset
from tournaments.services.plans import Format, TournamentPlan

pytestmark = pytest.mark.django_db


def sizes(tournament: Tournament) -> list[int]:
    """How many clubs each division has."""
    found = list(tournament.entrants.values_list("division", flat=True))
    return [found.count(number) for number in sorted(set(found))]


def test_a_new_event_is_made_in_divisions_from_the_page_and_by_a_program():
    dana = person("Dana")
    page = browser(dana)
    names = "\n".join(club.name for club in clubs(14))
    sent = options(
        "one-die",
        name="Two Halves",
        clubs=names,
        preset="purestrat-weekend",
        in_divisions="2",
    )
    assert page.post("/new/", sent).status_code == 302
    made = Tournament.objects.get(name="Two Halves")
    assert sizes(made) == [7, 7]
    entry = made.stages.get(number=2).spec.entry
    assert (entry.per_division, entry.others) == (2, 0)
    start_tournament(tournament=made, acting_user=dana)
    league_ = load_league(made)
    assert {
        meeting.away.division == meeting.home.division
        for meeting in league_.meetings
        if not meeting.is_bye
    } == {True}
    # What cannot be is said at the field.
    refused = page.post(
        "/new/",
        sent | {"name": "Four", "clubs": "\n".join(names.split("\n")[:8]), "in_divisions": "4"},
    )
    assert refused.status_code == 422
    assert "8 clubs do not make 4 divisions of 3 or more." in even(refused.content.decode())
    body = {
        "name": "Thirds",
        "system": "one-die",
        "clubs": [{"name": club.name, "abbreviation": club.abbreviation} for club in clubs(9)],
        "divisions": 3,
    }
    answer = page.post("/api/v1/tournaments/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert sizes(Tournament.objects.get(name="Thirds")) == [3, 3, 3]
    # The game of the event that was made last is offered first.
    assert '<option value="one-die" selected' in even(page.get("/new/").content.decode())


def test_the_game_of_the_last_event_is_offered_first():
    dana = person("Dana")
    plan = TournamentPlan(name="Dice", system_key="two-dice", clubs=clubs(4))
    create_tournament(plan=plan, acting_user=dana)
    page = even(browser(dana).get("/new/").content.decode())
    assert '<option value="two-dice" selected' in page
    other = even(browser(person("Casey")).get("/new/").content.decode())
    assert '<option value="two-dice" selected' not in other


def test_a_format_is_taken_in_divisions_at_the_desk():
    made = league(12, started=False)
    dana = browser(director_of(made))
    desk, api = f"/t/{made.slug}/desk/", f"/api/v1/tournaments/{made.slug}/format/"
    sent = {"act": "format", "preset": "purestrat-weekend", "divisions": "4"}
    assert dana.post(desk, sent).status_code == 302
    assert sizes(made) == [3, 3, 3, 3]
    assert made.stages.get(number=2).spec.entry.per_division == 1
    for divisions, expected in ((3, [4, 4, 4]), (0, [12])):
        body = {"preset": "full-round-robin", "divisions": divisions}
        assert dana.put(api, body, content_type="application/json").status_code == 200
        assert sizes(made) == expected
    assert dana.post(desk, sent | {"divisions": "many"}).status_code == 422
    with pytest.raises(Refused) as refused:
        choose_preset(
            tournament=made, key="full-round-robin", divisions=5, acting_user=director_of(made)
        )
    assert refused.value.code == "number-of-divisions"


def test_own_stages_have_the_divisions_that_were_asked_for():
    plan = TournamentPlan(
        name="Own",
        system_key="one-die",
        clubs=clubs(6),
        format=Format(legs=1, series_length=2),
        in_divisions=2,
    )
    assert sizes(create_tournament(plan=plan, acting_user=person("Dana"))) == [3, 3]
