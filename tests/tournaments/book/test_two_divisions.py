"""The same card in two divisions of an event is another man in each."""

import pytest

from games.models import Series
from games.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import RosterSpot, Squad
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tournaments.awards.selectors import Ranks
from tournaments.book.keeping import keep_books
from tournaments.book.models import BattingSum, FieldingSum, HandSum, PitchingSum
from tournaments.book.selectors import open_book
from tournaments.rules.asking import Asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared():
    """A played league in which a club of the other series has the best hitter of the first, too."""
    day = a_day(cards=True, length=2)
    for pk in Series.objects.filter(scope=day.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    return day


def test_a_man_of_two_clubs_is_shown_for_each_of_them(shared):
    slug, scope = shared.tournament.slug, shared.tournament.scope
    lines = browser().get(f"/t/{slug}/statistics.json?sort=hits").json()["lines"]
    one, other = lines[0], next(each for each in lines if each["club"] != lines[0]["club"])
    # What the second man did, the first did for that club: two clubs have his card.
    for model in (BattingSum, PitchingSum, FieldingSum, HandSum):
        model.objects.filter(card=one["card"], team=other["team"]).delete()
        model.objects.filter(card=other["card"]).update(card=one["card"])
    squad = Squad.objects.get(scope=scope, team=other["team"])
    RosterSpot.objects.create(squad=squad, card_id=one["card"], number=99)
    at = f"/t/{slug}/men/{one['card']}/"
    page = browser().get(at)
    assert {each.number for each in page.context["for_clubs"]} == {one["club"], other["club"]}
    assert f"{at}?club={other['club']}" in page.content.decode()
    hits = {}
    for club in (one["club"], other["club"]):
        told = browser().get(f"/api/v1/tournaments/{slug}/men/{one['card']}/?club={club}").json()
        (half,) = [each for each in told["halves"] if each["table"] == "batting"]
        hits[club] = half["groups"][0]["lines"][0]["values"]["hits"]
        assert {each["club"] for each in half["log"]} <= {club}
        assert browser().get(f"{at}?club={club}").context["club"].number == club
    assert hits == {one["club"]: one["values"]["hits"], other["club"]: other["values"]["hits"]}
    table = browser().get(f"/t/{slug}/statistics/?sort=hits").content.decode()
    assert f"{at}?club={one['club']}" in table
    # Awards hold them apart, too.
    ranks = Ranks(open_book(shared.tournament, Asked()))
    his = [lines for lines in ranks.lines("batting") if lines[0].man.card == one["card"]]
    assert [len(lines) for lines in his] == [1, 1]


def test_a_club_that_is_not_there_is_not_found(shared):
    slug = shared.tournament.slug
    card = browser().get(f"/t/{slug}/statistics.json").json()["lines"][0]["card"]
    for club in ("99", "nobody", "-1", "9" * 40):
        for at in (f"/t/{slug}/men/{card}/", f"/t/{slug}/men/{card}.json"):
            assert browser().get(f"{at}?club={club}").status_code == 404, club
    assert browser().get(f"/api/v1/tournaments/{slug}/men/{card}/?club=99").status_code == 404
    assert browser().get(f"/api/v1/tournaments/{slug}/men/{card}/?club=x").status_code == 400
