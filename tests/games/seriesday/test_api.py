"""Reports, rulings and the round board by the API: the same services as the pages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, Series
from games.seriesday.models import GameReport, SeriesClock
from games.seriesday.services.rulings import Violation, open_ruling
from games.services.playing import play_series
from games.services.scoring import record_game
from rosters.models import TeamMember
from tests.builders import league, person
from tests.games.seriesday.builders import a_day, claim

pytestmark = pytest.mark.django_db

TOLD: dict[str, Any] = {
    "away": {"runs": 4},
    "home": {"runs": 2},
    "ending": "regulation",
    "inning": 9,
}

SILENT: dict[str, Any] = {"counts": None}
NO_BOX: dict[str, Any] = {"left_on_base": None, "batters": []}


class Caller:
    """Somebody who calls the API about the games of a day."""

    def __init__(self, day, user) -> None:
        self.client = APIClient()
        self.client.force_authenticate(user)
        self.series = f"/api/v1/series/{day.series.pk}/"
        self.board = f"/api/v1/tournaments/{day.tournament.slug}/board/"

    def get(self, address: str) -> Any:
        return self.client.get(address)

    def post(self, address: str, body: dict[str, Any] | None = None) -> Any:
        return self.client.post(address, body or {}, format="json")

    def game(self, act: str = "", body: dict[str, Any] | None = None, number: int = 1) -> Any:
        address = f"{self.series}games/{number}/reports/{act}"
        return self.get(address) if body is None else self.post(address, body)


def codes(answer) -> list[str]:
    return [each["code"] for each in answer.data["error"]["refusals"]]


def test_a_game_is_reported_and_confirmed_and_only_then_counts():
    day = a_day()
    home, away = Caller(day, day.home), Caller(day, day.away)
    told = home.game("", TOLD)
    assert told.status_code == 201
    assert (told.data["status"], told.data["may_confirm"]) == ("reported", [])
    assert away.game().data["may_confirm"] == [1]
    assert home.game("confirm/", {"version": 1}).status_code == 403
    confirmed = away.game("confirm/", {"version": 1})
    assert (confirmed.status_code, confirmed.data["status"]) == (200, "final")
    assert confirmed.data["reports"][0]["result"] == [4, 2]
    assert codes(away.game("confirm/", {"version": 1})) == ["already-answered"]


def test_what_was_told_comes_back_in_the_form_in_which_it_is_sent():
    day = a_day(cards=True)
    caller = Caller(day, day.home)
    staff = caller.game().data["staffs"]
    sent = {
        "away": {
            "runs": 4,
            "pitchers": [
                {"card": staff[0]["starter"], "outs": 27, "started": True, "footnote": ""} | SILENT
            ],
            "innings": [0, 0, 4, 0, 0, 0, 0, 0, 0],
            "hits": 9,
            "errors": 0,
            **NO_BOX,
        },
        "home": {
            "runs": 2,
            "pitchers": [
                {"card": staff[1]["starter"], "outs": 27, "started": True, "footnote": ""} | SILENT
            ],
            "innings": [2, 0, 0, 0, 0, 0, 0, 0, 0],
            "hits": 5,
            "errors": 1,
            **NO_BOX,
        },
        "ending": "regulation",
        "inning": 9,
        "half": "bottom",
        "outs": 3,
        "conceded_by": None,
        "by_computer": False,
    }
    answer = caller.game("", sent)
    assert answer.data["reports"][0]["claim"] == sent
    # Runs by inning are no box score yet.
    assert day.game().known == Game.Known.RESULT


def test_sent_twice_with_one_key_it_is_one_report():
    day = a_day()
    caller = Caller(day, day.home)
    sent = {**TOLD, "key": "once"}
    assert [caller.game("", sent).status_code for _ in range(2)] == [201, 201]
    assert GameReport.objects.count() == 1
    other = caller.game("", {**sent, "away": {"runs": 5}})
    assert codes(other) == ["key-used"]


def test_everything_wrong_with_a_report_is_told_with_its_place():
    day = a_day(cards=True)
    caller = Caller(day, day.home)
    answer = caller.game("", {**TOLD, "home": {"runs": 4}, "inning": 8})
    assert answer.status_code == 422
    assert {each["place"] for each in answer.data["error"]["refusals"]} >= {"ending", "visitors"}
    unread = caller.game("", {**TOLD, "away": {"runs": "many"}, "ending": "rain"})
    assert unread.status_code == 400
    assert {each["place"] for each in unread.data["error"]["refusals"]} == {"away.runs", "ending"}


def test_a_dispute_is_settled_and_a_correction_previewed_and_made():
    day = a_day()
    home, away, director = (Caller(day, who) for who in (day.home, day.away, day.director))
    home.game("", TOLD)
    away.game("", {**TOLD, "away": {"runs": 5}})
    assert home.game("settle/", {"version": 2, "reason": "my sheet"}).status_code == 403
    settled = director.game("settle/", {"version": 2, "reason": "his sheet"})
    assert (settled.data["status"], day.game().away_runs) == ("final", 5)
    better = {**TOLD, "away": {"runs": 6}, "reason": "a run was missing"}
    changes = director.game("preview/", better)
    assert {"what": "Result", "before": "5-2", "after": "6-2"} in changes.data["game"]
    assert day.game().away_runs == 5
    assert director.game("correct/", better).data["reports"][0]["kind"] == "corrected"
    assert day.game().away_runs == 6


def test_a_violation_is_reported_previewed_decided_and_appealed():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6", "1", "4"], acting_user=day.home)
    home, away = Caller(day, day.home), Caller(day, day.away)
    opened = home.post(
        f"{home.series}rulings/",
        {"number": 1, "case": "re-entry", "facts": "He was out.", "offender": day.series.away_id},
    )
    assert opened.status_code == 201
    where = f"/api/v1/rulings/{opened.data['ruling']['id']}/"
    assert [each["remedy"] for each in opened.data["remedies"]]
    assert opened.data["rules"][0]["rule"].startswith(opened.data["ruling"]["rule"])
    assert away.get(where).data["remedies"] == []
    assert codes(away.post(f"{where}choose/", {"remedy": "accept"})) == ["not-yours-to-choose"]
    assert codes(home.post(f"{where}choose/", {"remedy": "hanging"})) == ["remedy-not-open"]
    assert home.post(f"{where}preview/", {"remedy": "accept"}).data["game"] == []
    assert home.get(where).data["ruling"]["state"] == "open"
    assert home.post(f"{where}choose/", {"remedy": "accept"}).data["ruling"]["state"] == "decided"
    appealed = away.post(f"{where}appeal/", {"words": "He was not out."})
    assert appealed.data["ruling"]["state"] == "appealed"
    ruled = Caller(day, day.director).post(f"{where}choose/", {"remedy": "accept"})
    assert [step["kind"] for step in ruled.data["steps"]] == [
        "opened",
        "chosen",
        "appealed",
        "ruled",
    ]
    listed = away.get(f"{home.series}rulings/").data["results"]
    assert [each["state"] for each in listed] == ["final"]


def test_the_board_tells_what_a_series_waits_for_and_directors_act_on_it():
    day = a_day()
    Caller(day, day.home).game("", TOLD)
    director = Caller(day, day.director)
    lines = director.get(director.board).data["lines"]
    line = next(each for each in lines if each["series"] == day.series.pk)
    assert line["waits_for"] == [f"{day.series.away.name} confirms game 1"]
    begun = director.post(f"{director.board}begin/", {"round": 1})
    assert all(each["begun_at"] for each in begun.data["lines"])
    director.post(f"{director.board}extend/", {"series": day.series.pk, "minutes": 20})
    assert SeriesClock.objects.get(series=day.series).extra_minutes == 20
    none = director.post(f"{director.board}suspend/", {"series": day.series.pk})
    assert (none.status_code, codes(none)) == (409, ["nothing-runs"])
    assert Caller(day, day.home).get(director.board).status_code == 404


def test_a_director_names_a_substitute_among_the_people_of_the_clubs():
    day = a_day()
    director = Caller(day, day.director)
    sent = {"team": day.series.home_id, "person": day.away.pk}
    assert director.post(f"{director.board}substitute/", sent).data["role"] == "substitute"
    assert TeamMember.objects.filter(team=day.series.home_id, user=day.away).exists()
    stranger = director.post(
        f"{director.board}substitute/", {**sent, "person": person("Stranger").pk}
    )
    assert codes(stranger) == ["nobody-chosen"]


def test_series_of_another_tournament_are_not_acted_on():
    day = a_day()
    other = Series.objects.filter(event__key=league(4, name="Another").scope)[0]
    director = Caller(day, day.director)
    for act, more in (("extend", {"minutes": 5}), ("suspend", {}), ("play", {})):
        answer = director.post(f"{director.board}{act}/", {"series": other.pk, **more})
        assert codes(answer) == ["no-such-series"], act


def test_the_claim_that_is_sent_is_the_claim_of_the_law():
    day = a_day()
    Caller(day, day.home).game("", {**TOLD, "half": "bottom"})
    assert day.game().reports.get().told == claim()


def test_absences_deadlines_and_the_house_by_the_api():
    day = a_day()
    home, director = Caller(day, day.home), Caller(day, day.director)
    url = f"{home.series}absences/"
    told = home.post(url, {"team": day.series.away_id, "words": "Half an hour."})
    assert (told.status_code, told.data["by_himself"]) == (201, False)
    assert codes(home.post(url, {"team": day.series.away_id})) == ["told-already"]
    board = director.get(director.board).data
    assert board["lines"][0]["absent"] == [f"{day.series.away} did not show"]
    again = Caller(day, day.away).post(f"{url}{told.data['id']}/withdraw/")
    assert (again.status_code, again.data["outcome"]) == (200, "withdrawn")
    assert [each["outcome"] for each in home.get(url).data["results"]] == ["withdrawn"]
    due = (timezone.now() + timedelta(days=1)).isoformat()
    answer = director.post(f"{director.board}deadline/", {"round": 1, "due": due})
    assert answer.data["lines"][0]["due_at"] is not None
    more = {"series": day.series.pk, "hours": 24}
    assert director.post(f"{director.board}put-off/", more).status_code == 200
    answer = director.post(f"{director.board}house/", {"series": day.series.pk})
    assert answer.data["lines"][0]["games_over"] == 2


def test_suspended_games_are_told_with_what_they_matter_and_a_preview_throws_no_dice():
    day = a_day()
    director = Caller(day, day.director)
    record_game(
        series_id=day.series.pk, number=1, transcript=["6", "suspend"], acting_user=day.home
    )
    (found,) = director.get(director.board).data["suspended"]
    assert (found["number"], found["matters"]) == (1, True)
    refused = director.post(f"{director.board}tie/", {"game": found["game"]})
    assert codes(refused) == ["game-matters"]
    (played, *_) = play_series(
        series_ids=[Series.objects.exclude(pk=day.series.pk)[0].pk], acting_user=None
    )
    ruling = open_ruling(
        series_id=played.series_id,
        number=2,
        violation=Violation("re-entry", "He came back.", offender=played.home_id, entry=9),
        acting_user=day.director,
    )
    preview = director.post(f"/api/v1/rulings/{ruling.pk}/preview/", {"remedy": "reset"})
    assert {"what": "State", "before": "Final", "after": "In progress"} in preview.data["game"]
