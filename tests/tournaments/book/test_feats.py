"""Great games and streaks as readers meet them, and that they follow what happens to games."""

import csv
import io
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.models import Game, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from games.services.rewinding import void_game
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tests.work import counted
from tournaments.book.checking import check_books
from tournaments.book.keeping import keep_books
from tournaments.book.models import Course, Feat
from tournaments.models import Tournament
from tournaments.notices import milestones

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_great_games_are_told_by_page_file_and_api_and_leave_with_their_games():
    day = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=day.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    slug = day.tournament.slug
    made_news = Feat.objects.filter(pk=Feat.objects.filter(kind="hits").order_by("pk")[0].pk)
    made_news.update(told=True)

    with counted() as work:
        page = unescape(browser().get(f"/t/{slug}/great-games/").content.decode())
    assert work.queries <= 20
    told = browser().get(f"/t/{slug}/great-games.json").json()
    api = browser().get(f"/api/v1/tournaments/{slug}/great-games/").json()
    for ten, hundred in zip(api["streaks"], told["streaks"], strict=True):
        assert ten["lines"] == hundred["lines"][:10]
        level = sum(each["value"] == ten["lines"][-1]["value"] for each in hundred["lines"])
        shown = sum(each["value"] == ten["lines"][-1]["value"] for each in ten["lines"])
        assert ten["more"] == level - shown
    hits = next(each for each in told["lists"] if each["key"] == "hits")
    values = [each["value"] for each in hits["lines"]]
    assert values == sorted(values, reverse=True)
    assert min(values) >= 3
    for line in hits["lines"][:3]:
        assert f"/men/{line['card']}/" in page
        log = browser().get(f"/t/{slug}/men/{line['card']}.json").json()["halves"]
        games = {
            each["game"]: each["counts"]["hits"]
            for half in log
            if half["table"] == "batting"
            for each in half["log"]
        }
        assert games[line["games"][0]] == line["value"]
    (news,) = told["told"]
    assert news["words"] in page
    assert news["first"]
    (waiting,) = list(milestones(timezone.now(), None))
    assert news["words"] in waiting.title
    assert set(milestones(timezone.now() + timedelta(days=4), None)) == set()
    rows = list(
        csv.reader(
            io.StringIO(browser().get(f"/t/{slug}/great-games.csv").content.decode("utf-8-sig"))
        )
    )
    assert sum(row[0] == "hits" for row in rows) == len(hits["lines"])
    alone = browser().get(f"/api/v1/tournaments/{slug}/great-games/?kind=hits").json()
    assert [each["key"] for each in alone["lists"]] == ["hits"]
    for address in (f"/t/{slug}/great-games/", f"/t/{slug}/great-games.csv"):
        assert browser().get(f"{address}?kind=moons").status_code == 400

    streak = told["streaks"][0]["lines"][0]
    first = Game.objects.get(pk=streak["games"][0])
    Game.objects.filter(pk=first.pk).update(seed="", source=Game.Source.SCORED)
    void_game(game_id=first.pk, reason="Not so.", acting_user=day.director)
    assert not Feat.objects.filter(game=first.pk).exists()
    assert Course.objects.get(card=streak["card"]).stale
    left = browser().get(f"/t/{slug}/great-games.json").json()
    assert left["waiting"] > 0
    assert all(each["card"] != streak["card"] for each in left["streaks"][0]["lines"])
    keep_books([])
    assert not Course.objects.filter(stale=True).exists()
    assert Course.objects.get(card=streak["card"]).best_hitting < streak["value"]
    made_news.update(told=False)
    assert check_books() == 0
    Feat.objects.filter(kind="hits").update(value=9)
    Course.objects.update(best_hitting=99)
    assert check_books() == 1
    assert not Feat.objects.filter(value=9, kind="hits").exists()
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    assert browser().get(f"/t/{slug}/great-games.json").status_code == 404
