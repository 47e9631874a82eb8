"""What makes no sense, and what is odd and happens all the same: on pages and through the API."""

import json

import pytest

from games.models import PlayersLines, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import Card
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tournaments.book.checking import check_book
from tournaments.book.keeping import keep_book, keep_books, take_off
from tournaments.book.models import BattingSum, PitchingSum
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db

NONSENSE = ("NaN", "-Infinity", "1e309", "%00", "9" * 400, "' OR 1=1", "\u0661", "-1", "1.5")


@pytest.fixture
def day():
    made = a_day(cards=True, length=2)
    series = Series.objects.filter(event__key=made.tournament.scope).order_by("pk")
    play_series(series_ids=[series[0].pk], acting_user=None)
    keep_books(count_players_lines())
    return made


@pytest.mark.long
def test_nonsense_is_refused_with_a_place_and_nothing_falls_over(day):
    slug = day.tournament.slug
    parameters = ("sort", "order", "table", "stage", "where", "hand", "club", "position")
    for at, parameter in enumerate(parameters):
        # Every parameter meets two kinds of nonsense, every kind two parameters or more.
        for value in (NONSENSE[at], NONSENSE[at - 4]):
            query = f"?{parameter}={value}"
            file = browser().get(f"/t/{slug}/statistics.json{query}")
            assert file.status_code == 400, query
            assert browser().get(f"/t/{slug}/statistics/{query}").status_code == 400, query
            told = browser().get(f"/api/v1/tournaments/{slug}/statistics/{query}")
            assert told.status_code == 400, query
            assert told.json()["error"]["refusals"][0]["place"] in (parameter, ""), query
    for value in NONSENSE[:4]:
        assert browser().get(f"/t/{slug}/great-games/?kind={value}").status_code == 400
        told = browser().get(f"/api/v1/tournaments/{slug}/great-games/?kind={value}")
        assert told.status_code == 400
        assert browser().get(f"/t/{slug}/schedule/days/?day={value}").status_code == 400
        told = browser().get(f"/api/v1/tournaments/{slug}/schedule/days/?day={value}")
        assert told.status_code == 400


def test_a_page_that_there_is_not_is_the_last_one_or_not_found(day):
    slug = day.tournament.slug
    for value in ("0", "99999", "nothing", *NONSENSE[:3]):
        page = browser().get(f"/t/{slug}/statistics/?page={value}")
        assert page.status_code in (200, 400), value
        assert "/men/" in page.content.decode(), value
        assert browser().get(f"/t/{slug}/transactions/?page={value}").status_code == 200, value
        told = browser().get(f"/api/v1/tournaments/{slug}/statistics/?page={value}")
        assert told.status_code in (400, 404), value
        assert told.json()["error"]["code"], value


def test_of_nothing_there_is_no_rate_and_it_is_null_not_nan(day):
    hitter = BattingSum.objects.filter(at_bats__gt=0).first()
    counts = ("plate_appearances", "at_bats", "hits", "doubles", "triples", "home_runs", "walks")
    more = ("hit_by_pitch", "sacrifice_flies", "sacrifice_hits", "strikeouts")
    BattingSum.objects.filter(card=hitter.card_id).update(**dict.fromkeys((*counts, *more), 0))
    PitchingSum.objects.filter(outs__gt=0).update(outs=0, batters_faced=0)
    slug = day.tournament.slug
    for table in ("batting", "pitching"):
        file = browser().get(f"/t/{slug}/statistics.json?table={table}").content.decode()
        assert not {"NaN", "Infinity"} & set(file.replace(",", " ").split())
        api = browser().get(f"/api/v1/tournaments/{slug}/statistics/?table={table}")
        for told in (json.loads(file)["lines"], api.json()["results"]):
            idle = [
                each["values"]["average" if table == "batting" else "era"]
                for each in told
                if each["card"] == hitter.card_id or table == "pitching"
            ]
            assert idle
            assert set(idle) == {None}
        assert browser().get(f"/t/{slug}/statistics/?table={table}").status_code == 200
    assert browser().get(f"/t/{slug}/men/{hitter.card_id}/").status_code == 200
    told = browser().get(f"/api/v1/tournaments/{slug}/men/{hitter.card_id}/").json()
    (half,) = [each for each in told["halves"] if each["table"] == "batting"]
    assert half["groups"][0]["lines"][0]["values"]["average"] is None
    assert browser().get(f"/t/{slug}/leaders/").status_code == 200
    assert browser().get(f"/t/{slug}/awards/").status_code == 200


def test_two_players_of_one_name_are_two_with_pages_of_their_own(day):
    slug = day.tournament.slug
    one, other = BattingSum.objects.order_by("-hits").values_list("card", flat=True).distinct()[:2]
    Card.objects.filter(pk__in=(one, other)).update(name="Al Twin")
    lines = browser().get(f"/t/{slug}/statistics.json").json()["lines"]
    twins = [each for each in lines if each["player"] == "Al Twin"]
    assert {each["card"] for each in twins} == {one, other}
    page = browser().get(f"/t/{slug}/statistics/").content.decode()
    for card in (one, other):
        assert f"/men/{card}/" in page
        told = browser().get(f"/api/v1/tournaments/{slug}/men/{card}/").json()
        mine = next(each for each in twins if each["card"] == card)
        (half,) = [each for each in told["halves"] if each["table"] == "batting"]
        assert half["groups"][0]["lines"][-1]["values"]["hits"] == mine["values"]["hits"]


def test_a_player_of_both_clubs_in_one_game_has_a_line_for_each_and_plays_two_games(day):
    """He began it for one club; it was suspended, and he finished it for the other."""
    key, slug = day.tournament.pk, day.tournament.slug
    lines = PlayersLines.objects.order_by("pk").first()
    mine, other = (next(each for each in lines.batting if each[0] == side) for side in (0, 1))
    changed = [
        [side, mine[1] if card == other[1] else card, *counts]
        for side, card, *counts in lines.batting
    ]
    before = keep_book(key)
    assert before == 0
    # Lines change only when a game has been taken out of the book.
    finished = lines.finished_at
    take_off([lines.pk])
    PlayersLines.objects.filter(pk=lines.pk).update(batting=changed)
    assert keep_book(key) == 1
    assert check_book(key) == 0
    assert PlayersLines.objects.get(pk=lines.pk).finished_at == finished
    teams = set(BattingSum.objects.filter(card=mine[1]).values_list("team", flat=True))
    assert len(teams) == 2
    told = browser().get(f"/api/v1/tournaments/{slug}/men/{mine[1]}/").json()
    (half,) = [each for each in told["halves"] if each["table"] == "batting"]
    games = [each["game"] for each in half["log"]]
    assert games.count(lines.pk) == 2
    clubs = {each["club"] for each in half["log"] if each["game"] == lines.pk}
    numbers = Entrant.objects.filter(tournament=key, team__in=teams).values_list(
        "number", flat=True
    )
    assert clubs == set(numbers)
    assert browser().get(f"/t/{slug}/men/{mine[1]}/").status_code == 200
