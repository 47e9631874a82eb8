"""The records of the house are of the events that count there, and leave with them."""

import csv
import io
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.models import Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import Card
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tests.rosters.builders import a_source, batted, person_facts
from tests.work import counted
from tournaments.book import house
from tournaments.book.keeping import keep_books
from tournaments.book.models import BattingSum, HouseBook
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def lists(part: str) -> dict[str, list[dict]]:
    told = browser().get("/records/men.json?system=purestrat").json()
    return {each["key"]: each["lines"] for each in told[part]}


@pytest.mark.long
def test_records_are_of_what_counts_and_private_events_only_by_their_directors_word():
    day = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=day.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    source = a_source((person_facts("one"), batted(300, hits=80)))
    season = source.players.get().seasons.get()
    sums = {
        card: sum(row.hits for row in BattingSum.objects.filter(card=card))
        for card in BattingSum.objects.values_list("card", flat=True)
    }
    _, second, third, *_ = sorted(sums, key=lambda card: -sums[card])
    # Two cards of one player: his career is what both did.
    Card.objects.filter(pk__in=[second, third]).update(season=season)
    assert house.count_all() == 1
    assert house.count_all() == 0
    assert lists("career")["hits"][0]["shown"] == str(sums[second] + sums[third])
    assert lists("career")["hits"][0]["player"] == season.player_id
    assert lists("season")["hits"][0]["shown"] == str(sums[second] + sums[third])
    assert lists("season")["average"]
    assert "average" not in lists("career")
    slug = day.tournament.slug
    great = browser().get(f"/t/{slug}/great-games.json").json()
    for each in great["lists"]:
        if each["lines"]:
            mine = lists("game")[each["key"]]
            assert [line["shown"] for line in mine] == [
                line["shown"] for line in each["lines"][:10]
            ]
    assert lists("streak")["hitting"][0]["shown"] == great["streaks"][0]["lines"][0]["shown"]
    with counted() as work:
        page = unescape(browser().get("/records/men/?system=purestrat&part=game").content.decode())
    assert work.queries <= 8
    assert all(f"/t/{slug}/men/{line['card']}/" in page for line in lists("game")["hits"])
    file = browser().get("/records/men.csv?system=purestrat").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(file)))
    assert sum(row[:2] == ["career", "hits"] for row in rows) == len(lists("career")["hits"])
    (api,) = browser().get("/api/v1/records-of-men/").json()
    assert [each["key"] for each in api["career"]] == list(lists("career"))
    assert browser().get("/records/men/?system=moon").status_code == 400
    assert browser().get("/records/men/?system=purestrat&part=moon").status_code == 400
    assert browser().get("/records/men/").context["part"] == "career"
    assert browser().get("/records/men.json?system=moon").status_code == 400

    # What is private is out at once, and comes back by its director's word.
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    assert lists("game") == lists("career") == {}
    desk = browser(day.director)
    assert "Let it count there" in desk.get(f"/t/{slug}/great-games/").content.decode()
    assert desk.post(f"/t/{slug}/great-games/house/", {"in_house": "1"}).status_code == 302
    later = timezone.now() + timedelta(hours=1)
    assert house.count_all(later) == 1
    assert lists("career")["hits"][0]["shown"] == str(sums[second] + sums[third])
    page = browser().get("/records/men/?system=purestrat&part=season").content.decode()
    assert day.tournament.name in page
    assert f"/t/{slug}/" not in page
    told = browser(day.director)
    assert told.put(
        f"/api/v1/tournaments/{slug}/great-games/", {"in_house": False}, "application/json"
    ).json() == {"in_house": False}
    assert lists("game") == {}
    assert HouseBook.objects.get().events == []
