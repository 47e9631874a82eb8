"""The page of a pitching sheet: what stands there, what if, and signing."""

import pytest

from config.refusals import place_in_words
from pitching.models import SheetSeries, Signature
from pitching.presenters.grid import Grid
from pitching.rules.columns import Line
from pitching.rules.innings import outs_of
from pitching.services.sheets import open_sheets
from rosters.models import Card
from tests.builders import browser, director_of, entrant, league, manager
from tests.markup import even
from tests.pitching.builders import STARTERS, Club, cards_of
from tests.rosters.builders import a_squad
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """The first club of a league with a squad and two games on its sheet, of a series of three."""
    tournament = league(4)
    teams = [entrant(tournament, number).team for number in (1, 2)]
    sheet = open_sheets(scope=tournament.scope, team_ids=[teams[0].pk])[teams[0].pk]
    cards = cards_of(teams[0])
    for number, key in enumerate(cards, start=1):
        cells = {"starter": "6" if number <= STARTERS else "", "relief": "2" if number >= 4 else ""}
        Card.objects.filter(pk=key).update(cells=cells)
    by_key = Card.objects.in_bulk(cards)
    a_squad(teams[0], *(by_key[key] for key in cards), scope=tournament.scope)
    made = Club(teams[0], sheet, cards, teams[1])
    made.record(1, (1, 18), (5, 9))
    made.record(2, (2, 18), (5, 1), (8, 8))
    return made


def page(club: Club, user=None, **query):
    answer = browser(user).get(f"/sheets/{club.sheet.pk}/", query)
    assert answer.status_code == 200
    return " ".join(even(answer.content.decode()).split())


def test_the_grid_shows_innings_starts_and_who_may_pitch_next(club):
    html = page(club)
    assert '<abbr title="Started">S</abbr> 6.0' in html
    assert ">3.0<" in html
    # No. 5 has two outs left tonight, and is told why; the player of the bench has no answer.
    assert "May relieve: 0.2 innings. He relieved 3.1 innings in games 1 and 2" in html
    assert "He started game 1 and rests 3 games after that. (T10.2f) Free again in game 5." in html
    assert html.count('class="pi-why"') == 7 * 3


def test_a_long_season_is_printed_in_narrow_columns(club):
    assert "pi-long" not in page(club)
    assert not Grid((), (), (), ("9.0",) * 32).is_long
    assert Grid((), (), (), ("9.0",) * 33).is_long


def test_what_if_he_throws_so_much_tonight(club):
    html = page(club, pitcher=club.card(6), innings="2.2")
    after = html.partition('id="what-if"')[2]
    assert "Game 4: 1.1" in after
    assert "Game 7" not in after
    started = page(club, pitcher=club.card(4), innings="6", starts="on")
    assert "Game 4: –" in started.partition('id="what-if"')[2]


@pytest.mark.rule("T10.2i", "T10.2d", "T10.2f", "T10.2r")
@pytest.mark.parametrize(
    ("number", "innings", "starts", "rule", "code", "words"),
    [
        (6, "33", "", "T10.2i", "too-many-outs", "May relieve: 4.0 innings."),
        (5, "1", "", "T10.2i", "too-many-outs", "May relieve: 0.2 innings. He relieved 3.1"),
        (4, "10.1", "on", "T10.2d", "too-many-outs", "May start: 10.0 innings."),
        (1, "5", "on", "T10.2f", "not-eligible", "May not start. He started game 1 and rests"),
        (6, "4", "", "", "", ""),
        (4, "10", "on", "", "", ""),
    ],
)
def test_what_if_says_what_of_it_is_against_the_law(
    club, number, innings, starts, rule, code, words
):
    query = {"pitcher": club.card(number), "innings": innings} | (
        {"starts": "on"} if starts else {}
    )
    html = page(club, **query).partition('id="what-if"')[2]
    assert ("against the law" in html) == bool(rule)
    assert (f'data-code="{code}"' in html) == bool(code)
    assert f"are against {rule}. {words}" in html or not rule
    assert "Game 4:" in html
    told = (
        browser()
        .get(
            f"/api/v1/sheets/{club.sheet.pk}/what-if/",
            {
                "card": club.card(number),
                "outs": outs_of(innings),
                "started": str(bool(starts)).lower(),
            },
        )
        .json()
    )
    assert [each["code"] for each in told["against"]] == ([code] if code else [])
    assert [each["facts"]["rule"] for each in told["against"]] == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("query", "code", "place"),
    [
        ({"pitcher": "1", "innings": "2.5"}, "innings-not-thirds", "Innings"),
        ({"pitcher": "1", "innings": "٣"}, "innings-not-thirds", "Innings"),
        ({"pitcher": "nobody", "innings": "1"}, "invalid_choice", "Pitcher"),
        ({"pitcher": "9" * 30, "innings": "1"}, "invalid_choice", "Pitcher"),
        ({"innings": "40"}, "outs-impossible", "Innings"),
        ({"pitcher": "", "innings": "<script>"}, "required", "Pitcher"),
    ],
)
def test_what_cannot_be_is_told_and_answers_nothing(club, query, code, place):
    html = page(club, **query)
    assert f'data-code="{code}"' in html
    assert f'<span class="hh-place">{place_in_words(place)}</span>' in html
    assert "Game 4:" not in html
    assert "<script>&" not in html


def test_a_suspended_game_has_a_column_of_its_own_among_the_answers(club):
    club.record(3, (3, 9), suspended=True)
    html = page(club)
    assert 'title="To finish game 3"' in html
    assert 'title="Waits to be finished"' in html


def test_a_violation_and_a_footnote_are_notes_below_the_grid(club):
    line = Line(club.card(5), 4, footnote="The Ants let it stand.")
    club.record(3, (3, 23), line)
    html = page(club)
    assert "Game 3: Against T10.2i." in html or "Game 3: Against T10.2k." in html
    assert "Game 3: The Ants let it stand." in html


def test_the_opponent_signs_and_a_director_opens_again(club):
    tournament = Tournament.objects.get()
    opponent, director = manager(tournament, 2), director_of(tournament)
    club.record(3, (3, 27))
    series = SheetSeries.objects.get(sheet=club.sheet)
    url = f"/sheets/{club.sheet.pk}/"
    assert 'value="sign"' in page(club, opponent)
    # Nobody signs his own sheet, nor one of a series that he did not play in.
    own, third = manager(tournament, 1, "Own"), manager(tournament, 3, "Third")
    for visitor in (None, own, third):
        assert 'value="sign"' not in page(club, visitor)
    assert 'value="sign"' in page(club, director)
    answer = browser(opponent).post(url, {"act": "sign", "series": series.pk})
    assert answer.status_code == 302
    signature = Signature.objects.get()
    assert (signature.signed_by, signature.as_director) == (opponent, False)
    assert 'value="sign"' not in page(club, opponent)
    assert "Signed by Morgan" in page(club)
    refused = browser(opponent).post(
        url, {"act": "reopen", "series": series.pk, "reason": "I was wrong"}
    )
    assert refused.status_code == 409
    assert "Only a director" in refused.content.decode()
    empty = browser(director).post(url, {"act": "reopen", "series": series.pk, "reason": " "})
    assert empty.status_code == 409
    browser(director).post(url, {"act": "reopen", "series": series.pk, "reason": "Wrong player"})
    browser(director).post(url, {"act": "sign", "series": series.pk})
    assert Signature.objects.get(reopened_at=None).as_director


@pytest.mark.parametrize("series", ["", "0", "x", "9" * 40, "²"])
def test_a_series_that_is_not_there_is_refused(club, series):
    tournament = Tournament.objects.get()
    answer = browser(director_of(tournament)).post(
        f"/sheets/{club.sheet.pk}/", {"act": "sign", "series": series}
    )
    assert answer.status_code == 409
    assert not Signature.objects.exists()


def test_an_empty_sheet_has_a_page_too():
    tournament = league(4)
    team = entrant(tournament, 1).team
    sheet = open_sheets(scope=tournament.scope, team_ids=[team.pk])[team.pk]
    answer = browser().get(f"/sheets/{sheet.pk}/")
    assert "The club has no squad yet." in answer.content.decode()


def test_a_page_asks_the_database_so_often_however_many_games_there_are(
    club, django_assert_max_num_queries
):
    for column in range(3, 12):
        club.record(column, ((column - 1) % 4 + 1, 27))
    with django_assert_max_num_queries(16):
        page(club)


def test_a_program_that_names_another_series_is_told_which_id_is_wanted(club):
    director = director_of(Tournament.objects.get())
    own = SheetSeries.objects.get(sheet=club.sheet)
    url = f"/api/v1/sheets/{club.sheet.pk}/sign/"
    answer = browser(director).post(url, {"series": own.pk + 7}, content_type="application/json")
    (refusal,) = answer.json()["error"]["refusals"]
    assert (answer.status_code, refusal["code"], refusal["place"]) == (
        422,
        "no-such-series",
        "series",
    )
    assert refusal["facts"] == {"ids": [own.pk]}
    assert "the `id` that a series has on this sheet" in refusal["message"]
