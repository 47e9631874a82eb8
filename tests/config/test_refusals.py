"""A refusal says where the fault lies in words that people know, wherever it is shown."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.refusals import Refusal, place_in_words
from games.models import Game, Series
from rosters.models import RosterSpot
from tests.builders import browser, director_of, league
from tests.games.seriesday.builders import a_day, claim
from tests.rosters.drafts import a_league
from tournaments.services.drafts import set_up

ROOT = Path(__file__).parents[2]
ROOMS = ("config", "games", "pitching", "rosters", "tournaments")
FOR_MACHINES = re.compile(r"\w[.:_]\w|\b(?:act|entrant|values)\b|series \d")
"""A path of fields, a name with an underscore, and what no page calls by that name."""


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("", ""),
        ("act", ""),
        ("values.1", ""),
        ("entrant 3", ""),
        ("card:84", ""),
        ("card_set", "card set"),
        ("stage 3.games", "stage 3, games"),
        ("clubs.2.name", "clubs 2, name"),
        ("own.shootout.home", "the house's own rules, shootout, home"),
        ("runs-3", "runs 3"),
        ("Batting:12:H", "Batting 12, H"),
        ("card:line 3", "card, line 3"),
        ("card 3:rank", "card 3, rank"),
        ("series 81, game 2", "game 2"),
        ("Batting.csv", "Batting.csv"),
        ("J. Smith, Jr.", "J. Smith, Jr."),
        ("St. Louis, slot 3", "St. Louis, slot 3"),
        ("entry 14", "entry 14"),
    ],
)
def test_a_place_is_told_in_words(place, words):
    assert place_in_words(place) == words
    refusal = Refusal("fault", "That is wrong.", place)
    assert str(refusal) == (f"{words}: That is wrong." if words else "That is wrong.")


def refusals_in(source: str) -> Iterator[tuple[str, str]]:
    """The code and the place of every refusal that is written down, with something filled in."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "Refusal":
            continue
        named = {each.arg: each.value for each in call.keywords}
        given = dict(zip(("code", "message", "place"), call.args, strict=False)) | named
        code, place = given.get("code"), given.get("place")
        if isinstance(place, ast.Constant | ast.JoinedStr):
            yield ast.unparse(code) if code else "", written(place)


def written(place: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(place, ast.Constant):
        return str(place.value)
    filled = "".join(
        str(part.value) if isinstance(part, ast.Constant) else "3" for part in place.values
    )
    # What begins a place is a name, and what follows is a number or a name.
    return filled.replace("3", "side", 1) if filled[:1] == "3" else filled


@pytest.mark.long
def test_no_place_of_any_refusal_is_shown_as_machines_call_it():
    found = [
        (code, place)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for code, place in refusals_in(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 400
    shown = {(code, place): place_in_words(place) for code, place in found}
    wrong = {at: words for at, words in shown.items() if FOR_MACHINES.search(words)}
    assert {at: words for at, words in wrong.items() if not words.endswith(".csv")} == {}


def test_no_template_shows_a_place_or_a_code_as_machines_have_it():
    door = re.compile(r"(?:refusal|fault|problem|each)\.(?:place|code) ?[|}]")
    wrong = [
        f"{path.name}: {line.strip()[:80]}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
        if door.search(line.replace('data-code="{{ refusal.code }}"', ""))
    ]
    assert wrong == []


def shown_places(html: str) -> list[str]:
    return re.findall(r'<span class="hh-place">(.*?)</span>', html)


@pytest.mark.django_db
def test_a_form_of_stages_says_the_stage_and_the_field():
    made = league(9, started=False)
    page = f"/t/{made.slug}/rules/format/"
    form = {"kind-0": "round-robin", "legs-0": "1", "kind-1": "knockout", "games-1": "5 x 7"}
    answer = browser(director_of(made)).post(page, {"divisions": "1", **form})
    assert answer.status_code == 422
    assert "stage 2, games" in shown_places(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("asks", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_a_roll_that_no_die_shows_is_told_without_a_code(asks):
    draft = set_up(tournament=(made := a_league()), acting_user=director_of(made))
    sent = {"act": "roll", "seat": draft.seats.first().number, "faces": "77"}
    answer = browser(director_of(made)).post(f"/drafts/{draft.pk}/", sent, **asks)
    told = answer.content.decode() + answer.headers.get("HX-Trigger", "")
    assert "does not show 77" in told
    assert "(roll-out-of-range)" not in told
    assert "entrant" not in "".join(shown_places(told))


@pytest.mark.django_db
def test_a_club_without_cards_is_told_by_its_name():
    day = a_day(cards=True)
    RosterSpot.objects.filter(squad__team=day.series.home).delete()
    page = f"/series/{day.series.pk}/games/1/score/?beginning=situation"
    html = browser(day.director).get(page).content.decode()
    assert shown_places(html) == [day.series.home.name]


@pytest.mark.django_db
def test_a_suspended_game_is_not_called_under_way():
    day = a_day()
    day.report(day.away, claim(2, 2, ending="suspended", inning=5, half=0, outs=1))
    assert day.game().status == Game.Status.SUSPENDED
    page = day.series.get_absolute_url()
    answer = browser(day.director).post(f"{page}simulate/", follow=True)
    html = answer.content.decode()
    assert "is suspended; it is resumed, or ruled on, first." in html
    assert "is being played" not in html
    assert not Series.objects.get(pk=day.series.pk).games.filter(number=2).exists()
