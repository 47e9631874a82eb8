"""What a director chose of divisions and stages stays, and what an act changes of them is shown
before it is done: on the pages and through the API."""

import re
from typing import Any

import pytest

from config.refusals import Refused
from tests.builders import browser, director_of, league
from tests.markup import even
from tournaments.models import Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.services.clubs import withdraw_club
from tournaments.services.formats import choose_format, divide

pytestmark = pytest.mark.django_db

JSON = "application/json"
HALVES = {1: 1, 2: 2, 3: 1, 4: 2, 5: 1, 6: 2, 7: 1, 8: 2}


@pytest.fixture
def eight() -> Tournament:
    """Eight clubs in one division, of which the first four get into the play-offs."""
    made = league(8, started=False)
    choose_format(
        tournament=made,
        stages=[
            StageSpec(ROUND_ROBIN, "Season", 2),
            StageSpec(KNOCKOUT, "Play-offs", games=(3,), entry=AdvanceRule(4)),
        ],
        acting_user=director_of(made),
    )
    return made


def divisions(made: Tournament) -> dict[int, int]:
    return dict(made.entrants.order_by("number").values_list("number", "division"))


def entry(made: Tournament) -> AdvanceRule:
    found = made.stages.get(number=2).spec.entry
    assert found is not None
    return found


def text(answer: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", even(answer.content.decode()))
    return re.sub(r"\s+", " ", words)


def confirmed(page: Any, at: str, client: Any) -> Any:
    """Press *Do it* on a page of what would change."""
    (form,) = re.findall(
        r'<form[^>]*class="hh-form-acts".*?</form>', page.content.decode(), re.DOTALL
    )
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert "preview" not in sent
    return client.post(at, sent)


def asked(made: Tournament, **change: Any) -> Any:
    return browser(director_of(made)).post(
        f"/api/v1/tournaments/{made.slug}/format/preview/", change, content_type=JSON
    )


def test_stages_of_its_own_leave_the_clubs_where_the_director_put_them(eight):
    divide(tournament=eight, divisions=HALVES, acting_user=director_of(eight))
    dana, at = browser(director_of(eight)), f"/t/{eight.slug}/rules/format/"
    page = dana.get(at)
    assert page.status_code == 200
    form = page.context["form"]
    sent = {
        name: "" if field.initial is None else field.initial for name, field in form.fields.items()
    }
    sent = {name: value for name, value in sent.items() if value is not False}
    shown = dana.post(at, {**sent, "name-1": "Finals", "preview": "1"})
    assert "Nobody: the clubs stay where they are." in text(shown)
    assert eight.stages.get(number=2).name == "Play-offs"
    assert confirmed(shown, at, dana).status_code == 302
    assert eight.stages.get(number=2).name == "Finals"
    assert divisions(eight) == HALVES
    # A program that names no divisions leaves them alone, too.
    stages = [{"kind": "round-robin", "name": "League", "series_length": 1}]
    answer = dana.put(
        f"/api/v1/tournaments/{eight.slug}/format/", {"stages": stages}, content_type=JSON
    )
    assert answer.status_code == 200
    assert divisions(eight) == HALVES


def test_as_many_clubs_get_in_however_many_divisions_there_are(eight):
    director = director_of(eight)
    for count, rule in ((2, (2, 0)), (1, (4, 0))):
        placed = {number: (number - 1) * count // 8 + 1 for number in range(1, 9)}
        divide(tournament=eight, divisions=placed, acting_user=director)
        assert (entry(eight).per_division, entry(eight).others) == rule
    divide(tournament=eight, divisions=HALVES, acting_user=director)
    log = browser(director).get(f"/t/{eight.slug}/desk/").content.decode()
    assert "the first 2 of each division" in even(log)


def test_a_split_is_shown_before_it_is_done_and_does_what_was_shown(eight):
    dana, at = browser(director_of(eight)), f"/t/{eight.slug}/desk/"
    sent = {"act": "divide-by", "count": "2", "way": "number", "apart": "", "preview": "1"}
    shown = dana.post(at, sent)
    assert shown.status_code == 200
    assert set(divisions(eight).values()) == {1}
    assert entry(eight).per_division == 4
    page = text(shown)
    moved = [
        club.team.name
        for club in eight.entrants.select_related("team")
        if f"{club.team.name}: division 1 → 2" in page
    ]
    assert len(moved) == 4
    assert "Division 2: 4 clubs (now 0)" in page
    assert "Play-offs : 4 clubs" in page
    assert "the first 2 of each division" in page
    told = asked(eight, split={"count": 2, "way": "number"}).json()
    assert [each["club"] for each in told["moves"]] == moved
    assert [(each["clubs_before"], each["clubs"]) for each in told["stages"]] == [(8, 8), (4, 4)]
    assert confirmed(shown, at, dana).status_code == 302
    second = eight.entrants.filter(division=2).select_related("team")
    assert {club.team.name for club in second} == set(moved)


def test_a_split_by_chance_names_nobody_before_it_is_done(eight):
    dana = browser(director_of(eight))
    sent = {"act": "divide-by", "count": "2", "way": "roll", "preview": "1"}
    page = text(dana.post(f"/t/{eight.slug}/desk/", sent))
    assert "decided by chance when you do it" in page
    assert "→" not in page
    told = asked(eight, split={"count": 2, "way": "random"}).json()
    assert (told["by_chance"], told["moves"]) == (True, [])
    assert set(divisions(eight).values()) == {1}


def test_clubs_that_come_and_go_leave_the_others_where_they_are(eight):
    director = director_of(eight)
    divide(tournament=eight, divisions=HALVES, acting_user=director)
    dana, at = browser(director), f"/t/{eight.slug}/desk/"
    withdraw_club(tournament=eight, number=2, acting_user=director)
    assert list(divisions(eight).values()) == [1, 1, 2, 1, 2, 1, 2]
    # One more, and its division would be none.
    told = asked(eight, withdraw=3)
    assert (told.status_code, told.json()["error"]["code"]) == (422, "number-of-divisions")
    with pytest.raises(Refused):
        withdraw_club(tournament=eight, number=3, acting_user=director)
    page = dana.post(at, {"act": "enter-clubs", "clubs": "Late Loons\nNew Newts", "preview": "1"})
    assert "Late Loons: enters division 2" in text(page)
    assert eight.entrants.count() == 7
    assert confirmed(page, at, dana).status_code == 302
    assert list(divisions(eight).values()) == [1, 1, 2, 1, 2, 1, 2, 2, 1]
    assert (entry(eight).per_division, entry(eight).others) == (2, 0)
    told = asked(eight, enter=["Third Thrushes"]).json()
    assert [(each["club"], each["after"]) for each in told["moves"]] == [("Third Thrushes", 2)]
    assert eight.entrants.count() == 9


def test_a_preset_is_previewed_and_refused_as_it_is_taken(eight):
    divide(tournament=eight, divisions=HALVES, acting_user=director_of(eight))
    for change in ({"preset": "no-such"}, {"preset": "", "stages": []}):
        shown = asked(eight, format=change)
        taken = browser(director_of(eight)).put(
            f"/api/v1/tournaments/{eight.slug}/format/", change, content_type=JSON
        )
        assert shown.status_code == taken.status_code == 422
        assert shown.json() == taken.json()
    told = asked(eight, format={"preset": "simple-knockout", "divisions": 2})
    assert told.status_code == 200
    assert told.json()["moves"] == []
    assert asked(eight).status_code == 400
    assert asked(eight, withdraw=1, enter=["Two Things"]).status_code == 400
    assert divisions(eight) == HALVES


def test_where_nobody_moves_a_club_comes_and_goes_without_a_page_between(eight):
    dana, at = browser(director_of(eight)), f"/t/{eight.slug}/desk/"
    choose_format(
        tournament=eight,
        stages=[StageSpec(ROUND_ROBIN, "Season", 1)],
        acting_user=director_of(eight),
    )
    sent = {"act": "enter-clubs", "clubs": "Late Loons", "preview": "1"}
    assert dana.post(at, sent).status_code == 302
    assert eight.entrants.count() == 9
    assert dana.post(at, {"act": "withdraw-club", "club": "9", "preview": "1"}).status_code == 302
    assert eight.entrants.count() == 8
