"""One side's word alone costs the other nothing that is stored: what touches a result waits for the
accused club, or for the director."""

import pytest

from games.engine.record import simulate
from games.models import Game
from games.seriesday.models import Ruling, RulingStep
from games.services.scoring import record_game
from tests.builders import browser
from tests.games.seriesday.builders import a_day, claim

pytestmark = pytest.mark.django_db


class Case:
    """A game whose result stands, and of which the visitors say that the home side broke a rule."""

    def __init__(self, *, cards: bool = False, played: bool = False) -> None:
        self.day = day = a_day(cards=cards)
        if played:
            words = simulate(day.series.system, day.series.settings, "a game").transcript
            record_game(
                series_id=day.series.pk, number=1, transcript=words, acting_user=day.director
            )
        else:
            told = day.pitched(claim()) if cards else claim()
            day.report(day.home, told)
            day.report(day.away, told)
        assert day.game().is_final
        self.result = (day.game().away_runs, day.game().home_runs)

    def call(self, user, path: str, **sent):
        return browser(user).post(f"/api/v1/{path}", sent, content_type="application/json")

    def accuse(self, user, case: str = "re-entry", **more) -> int:
        sent = {
            "number": 1,
            "case": case,
            "facts": "He came back.",
            "offender": self.day.series.home_id,
            **more,
        }
        answer = self.call(user, f"series/{self.day.series.pk}/rulings/", **sent)
        assert answer.status_code == 201, answer.content
        return answer.json()["ruling"]["id"]

    def choose(self, user, ruling: int, remedy: str, **more):
        return self.call(user, f"rulings/{ruling}/choose/", remedy=remedy, entry=1, **more)

    def agree(self, user, ruling: int, *, denies: bool = False):
        return self.call(user, f"rulings/{ruling}/agree/", denies=denies)

    @property
    def stands(self) -> bool:
        game = self.day.game()
        return game.is_final and (game.away_runs, game.home_runs) == self.result


def codes(answer) -> list[str]:
    return [each["code"] for each in answer.json()["error"]["refusals"]]


CUTTING = [
    ("re-entry", "reset"),
    ("illegal-lineup", "restart"),
    ("locked-player-removed", "reset"),
    ("not-in-squad", "reset"),
    ("computer-allowed", "reset"),
    ("pitcher-not-named", "reset"),
    ("starter-gone-early", "reset"),
    ("other", "reset"),
]


@pytest.mark.rule("T0.06a", "T31.0a")
@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize(("case", "remedy"), CUTTING)
def test_nobody_takes_a_result_away_by_his_own_word(case, remedy, played):
    at = Case(played=played)
    ruling = at.accuse(at.day.away, case)
    refused = at.choose(at.day.away, ruling, remedy)
    assert (refused.status_code, codes(refused)) == (409, ["not-admitted"])
    assert at.stands
    offered = browser(at.day.away).get(f"/api/v1/rulings/{ruling}/").json()
    assert remedy not in [each["remedy"] for each in offered["remedies"]]
    assert "has not said" in offered["why_none"]
    # Whoever accuses does not admit it for the accused.
    assert at.agree(at.day.away, ruling).status_code in (403, 409)
    assert at.stands
    # The accused club's word, and the game goes back.
    assert at.agree(at.day.home, ruling).status_code == 200
    assert at.choose(at.day.away, ruling, remedy).status_code == 200
    assert not at.stands


@pytest.mark.rule("T0.06c", "T31.0a")
def test_no_footnote_comes_onto_the_accused_clubs_sheet_by_the_other_sides_word():
    at = Case(cards=True)
    ruling = at.accuse(at.day.away, "ineligible-pitcher")
    refused = at.choose(at.day.away, ruling, "accept", footnote="He was tired.")
    assert codes(refused) == ["not-admitted"]


@pytest.mark.rule("T0.09b")
def test_what_the_accused_club_denies_is_for_the_director():
    at = Case()
    ruling = at.accuse(at.day.away)
    page = f"/rulings/{ruling}/"
    assert b"Yes, it happened" in browser(at.day.home).get(page).content
    assert b"Yes, it happened" not in browser(at.day.away).get(page).content
    assert browser(at.day.home).post(page, {"act": "deny"}).status_code == 302
    found = Ruling.objects.get()
    assert found.state == Ruling.State.APPEALED
    assert found.steps.last().kind == RulingStep.Kind.DENIED
    assert at.choose(at.day.away, ruling, "accept").status_code == 403
    assert at.choose(at.day.away, ruling, "reset").status_code == 403
    assert at.stands
    assert at.choose(at.day.director, ruling, "reset").status_code == 200
    assert at.day.game().status == Game.Status.SUSPENDED


@pytest.mark.parametrize("who", ["director", "home"])
def test_a_director_who_says_so_is_believed_and_who_accuses_himself_admits_it(who):
    at = Case()
    ruling = at.accuse(getattr(at.day, who))
    assert at.choose(at.day.away, ruling, "reset").status_code == 200
    assert not at.stands


def test_a_game_under_way_is_taken_back_by_the_offended_as_before():
    day = a_day()
    words = simulate(day.series.system, day.series.settings, "a game").transcript
    record_game(series_id=day.series.pk, number=1, transcript=words[:6], acting_user=day.home)
    sent = {"number": 1, "case": "re-entry", "facts": "He came back.", "entry": 2}
    ask = browser(day.away)
    opened = ask.post(
        f"/api/v1/series/{day.series.pk}/rulings/",
        {**sent, "offender": day.series.home_id},
        content_type="application/json",
    ).json()["ruling"]["id"]
    answer = ask.post(
        f"/api/v1/rulings/{opened}/choose/", {"remedy": "reset"}, content_type="application/json"
    )
    assert answer.status_code == 200
    assert len(day.game().entries) == 1


def test_the_offender_does_not_close_what_the_software_found_by_another_case():
    """T31.2c dismisses a found case where nobody had been named: the accused club alone does not
    say so."""
    at = Case(cards=True)
    day, game = at.day, at.day.game()
    Ruling.objects.create(
        series=day.series,
        game=game,
        case="ineligible-pitcher",
        rule="T31.2",
        facts="He was tired.",
        details={"pitcher": 7},
        offended_id=day.series.away_id,
    )
    at.accuse(day.home, "pitcher-not-named", pitcher=7)
    assert Ruling.objects.get(case="ineligible-pitcher").waits
    at.accuse(day.away, "pitcher-not-named", pitcher=7)
    assert not Ruling.objects.get(case="ineligible-pitcher").waits


@pytest.mark.rule("T31.8c")
def test_t31_8c_a_misreading_is_noticed_when_it_is_said_and_not_when_somebody_says_it_was():
    at = Case(played=True)
    sent = {"number": 1, "case": "misread", "facts": "A die was misread.", "batters_since": 0}
    path = f"series/{at.day.series.pk}/rulings/"
    soon = {"made_in_half": 3, "noticed_in_half": 4}
    assert codes(at.call(at.day.away, path, **sent, **soon)) == ["noticed-too-late"]
    never = {"made_in_half": 40, "noticed_in_half": 20}
    assert codes(at.call(at.day.away, path, **sent, **never)) == ["noticed-before"]
    assert not Ruling.objects.exists()
