"""The schedule by days, and the daily page, read and mailed."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from config.refusals import Refused
from games.models import Game, PlayersLines
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from tests.builders import browser, league, person
from tests.games.seriesday.builders import a_day
from tests.mails import delivered
from tournaments.book.keeping import keep_books
from tournaments.book.reading import batting_of
from tournaments.models import DailyReader, Tournament
from tournaments.selectors.daily import SHOWN, TURNS
from tournaments.services.daily import choose_daily, reader_by, send_daily_pages
from tournaments.services.odds import find_odds

pytestmark = pytest.mark.django_db


def came_up_often(series) -> int:
    """How many batters came up often enough in these for anybody to say how they hit."""
    turns: Counter[tuple[int, int]] = Counter()
    for lines in PlayersLines.objects.filter(game__series__in=series):
        teams = (lines.game.away_id, lines.game.home_id)
        for (side, card), counts in batting_of(lines.batting).items():
            turns[teams[side], card] += counts["plate_appearances"]
    return sum(often >= TURNS for often in turns.values())


def ended(games, moment: datetime) -> None:
    Game.objects.filter(pk__in=[game.pk for game in games]).update(finished_at=moment)


def test_days_tell_last_night_today_and_what_comes():
    made = league(4)
    series = list(made.series.order_by("pk"))
    play_series(series_ids=[each.pk for each in series[:2]], acting_user=None)
    now = timezone.now()
    ended(series[0].games.all(), now - timedelta(days=1))
    page = browser().get(f"/t/{made.slug}/schedule/days/")
    assert len(page.context["results"]) == 2
    assert len(page.context["last_night"]) == 2
    assert page.context["is_last_night"]
    assert "Last night" in page.content.decode()
    assert len(page.context["coming"]) == 4
    for result in (*page.context["results"], *page.context["last_night"]):
        game = Game.objects.get(pk=result.game.pk)
        assert f'href="{game.get_absolute_url()}"' in page.content.decode()
        assert (result.away, result.home) == (game.away, game.home)
    number = made.entrants.get(team=series[0].home).number
    one = browser().get(f"/t/{made.slug}/schedule/days/?club={number}").context
    assert (len(one["results"]), len(one["last_night"]), len(one["coming"])) == (0, 2, 2)
    wrong = browser().get(f"/t/{made.slug}/schedule/days/?day=tomorrow&club=12")
    assert wrong.status_code == 400
    assert [each.code for each in wrong.context["refusals"]] == ["not-a-day", "unknown-club"]


@pytest.mark.long
def test_the_daily_page_is_of_its_day_and_mailed_once_to_who_wants_it():
    day = a_day(cards=True, length=2)
    made = day.tournament
    series = list(made.series.order_by("fixture__round__number", "pk"))
    play_series(series_ids=[each.pk for each in series[:4]], acting_user=None)
    first, second = (datetime(2027, 3, at, 20, tzinfo=UTC) for at in (1, 2))
    ended(Game.objects.filter(series__in=series[:2]), first)
    ended(Game.objects.filter(series__in=series[2:4]), second)
    keep_books(count_players_lines())
    page = browser().get(f"/t/{made.slug}/daily/?day=2027-03-01")
    told = page.context["told"]
    assert {each.result.game.pk for each in told.told} == set(
        Game.objects.filter(series__in=series[:2]).values_list("pk", flat=True)
    )
    # The standings are those of that evening, not of today.
    rows = [row for _, division in page.context["divisions"] for row in division]
    assert sum(row.won for row in rows) == 4
    # Names in sentences are links.
    text = unescape(strip_tags(page.content.decode()))
    for each in told.told:
        assert each.sentences
        assert each.sentences[0] in text
    assert len(told.hot) == min(SHOWN, came_up_often(series[:2]) // 2)
    data = browser().get(f"/api/v1/tournaments/{made.slug}/daily/?day=2027-03-01").json()
    assert [each["game"] for each in data["results"]] == [each.result.game.pk for each in told.told]
    assert data["results"][0]["told"] == list(told.told[0].sentences)
    assert len(data["to_come"]) == len(told.to_come) > 0
    latest = browser().get(f"/t/{made.slug}/daily/")
    assert latest.context["day"].isoformat() == "2027-03-02"
    rows = [row for _, division in latest.context["divisions"] for row in division]
    assert sum(row.won for row in rows) == 8
    assert latest.context["told"].hot[0].ops >= latest.context["told"].cold[0].ops
    assert browser().get(f"/t/{made.slug}/daily/?day=2027-02-11").context["told"] is None
    assert browser().get(f"/t/{made.slug}/daily/?day=never").status_code == 400

    reader = person("Robin", time_zone="Asia/Tokyo")
    asked = browser(reader)
    assert asked.post(f"/t/{made.slug}/daily/mail/", {"wanted": "1"}).status_code == 302
    assert "Mail it no more" in asked.get(f"/t/{made.slug}/daily/").content.decode()
    # In Tokyo it was the third of March when the second round ended; five in the morning is early.
    assert send_daily_pages(now=datetime(2027, 3, 3, 20, 30, tzinfo=UTC)) == 0
    assert send_daily_pages(now=datetime(2027, 3, 3, 21, 30, tzinfo=UTC)) == 1
    assert send_daily_pages(now=datetime(2027, 3, 3, 22, 30, tzinfo=UTC)) == 0
    (sent,) = delivered()
    assert sent.to == [reader.email]
    assert "Wednesday 3 March" in sent.subject
    game = Game.objects.filter(series=series[2]).first()
    assert f"{game.away} {game.away_runs}, {game.home} {game.home_runs}" in sent.body
    row = DailyReader.objects.get()
    # A link is signed with its second, so that another one made now may differ.
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    address = link[link.index("/daily/no-more/") :]
    assert reader_by(address.split("/")[3]) == row
    assert browser().get(address).status_code == 200
    assert DailyReader.objects.exists()
    assert browser().post(address).status_code == 200
    assert not DailyReader.objects.exists()
    assert browser().get(address).status_code == 404
    assert browser().get(f"/daily/no-more/{row.pk}/").status_code == 404
    # Of an event that he may not look at any more nobody is mailed anything.
    choose_daily(tournament=made, wanted=True, acting_user=reader)
    Tournament.objects.filter(pk=made.pk).update(visibility="private")
    assert send_daily_pages(now=datetime(2027, 3, 3, 23, 30, tzinfo=UTC)) == 0
    made.refresh_from_db()
    with pytest.raises(Refused) as refused:
        choose_daily(tournament=made, wanted=True, acting_user=reader)
    assert refused.value.refusals[0].code == "permission-denied"
    # He is rid of it all the same.
    choose_daily(tournament=made, wanted=False, acting_user=reader)
    assert not DailyReader.objects.exists()


@pytest.mark.long
def test_odds_that_have_moved_are_on_the_page():
    made = league(4)
    series = made.series.order_by("fixture__round__number", "pk")
    play_series(series_ids=[each.pk for each in series[:4]], acting_user=None)
    find_odds(tournament_id=made.pk, completions=100)
    told = browser().get(f"/t/{made.slug}/daily/").context["told"]
    assert told.chance == "of first place"
    assert told.moved
    assert [each.points for each in told.moved] == [
        round(100 * each.after) - round(100 * each.before) for each in told.moved
    ]
