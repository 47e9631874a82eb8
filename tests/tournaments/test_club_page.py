"""A club's page: who plays next and who may pitch come first, then its players, opponents and
past."""

from html import unescape

import pytest

from games.models import Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from tests.builders import browser, league, result
from tests.games.seriesday.builders import a_day
from tests.work import counted
from tournaments.book.keeping import keep_books
from tournaments.models import EventRecord, Finish, Tournament

pytestmark = pytest.mark.django_db


def test_a_card_clubs_page_answers_who_plays_next_and_who_may_pitch():
    day = a_day(cards=True, length=2)
    series = Series.objects.filter(event__key=day.tournament.scope).order_by("pk")
    play_series(series_ids=[series[0].pk], acting_user=None)
    keep_books(count_players_lines())
    entrant = day.tournament.entrants.get(team=day.series.home)
    address = f"/t/{day.tournament.slug}/teams/{entrant.number}/"
    with counted() as work:
        answer = browser().get(address)
    assert work.queries <= 60
    page = unescape(answer.content.decode())
    told = answer.context["next_game"]
    assert told.number == 1
    assert told.meeting.round_number == 2
    # What comes first on the page is the next game, and who may pitch in it.
    assert page.index("May pitch") < page.index("Won – lost")
    able, resting = answer.context["able"], answer.context["resting"]
    started = {
        line.card
        for half in answer.context["men"]
        if half.title == "On the mound"
        for line in half.lines
        if line.cells[1] == "1"
    }
    # Both games of the series had a starter, who rests now.
    assert len(started) == 2
    assert not started & {arm.card for arm in able if "S" in arm.answer.short}
    assert {arm.card for arm in (*able, *resting)} >= started
    batting = next(half for half in answer.context["men"] if half.title == "At bat")
    assert sum(int(line.cells[1]) for line in batting.lines if line.cells[1] != "–") > 50
    for line in batting.lines:
        assert f'/men/{line.card}/">{line.name}</a>' in page
    (against,) = answer.context["against"]
    assert against.opponent.team == day.series.away
    assert against.games.played == 2
    # A program is told the same.
    at = f"/api/v1/tournaments/{day.tournament.slug}/clubs/{entrant.number}/"
    with counted() as work:
        ahead = browser().get(f"{at}next-game/").json()
    assert work.queries <= 40
    assert ahead["game"]["round"] == 2
    assert ahead["game"]["series"] == told.meeting.series_id
    assert [each["card"] for each in ahead["arms"] if each["eligible"]] == [
        arm.card for arm in able
    ]
    assert all(each["why"] for each in ahead["arms"] if not each["eligible"])
    for table, half in (("batting", batting), ("pitching", answer.context["men"][1])):
        with counted() as work:
            page = browser().get(f"{at}men/?table={table}&page_size=200").json()
        assert work.queries <= 40
        assert [each["card"] for each in page["results"]] == [line.card for line in half.lines]
        assert page["count"] == len(half.lines)
    bats = browser().get(f"{at}men/?page_size=5").json()
    assert len(bats["results"]) == 5
    assert bats["next"]
    turns = [line["values"]["plate_appearances"] for line in bats["results"]]
    assert turns == [int(line.cells[1]) for line in batting.lines[:5]]
    assert {each["arm"] is None for each in bats["results"]} == {True}


def test_a_dice_clubs_page_has_opponents_extra_innings_and_its_past():
    made = league(4)
    game = result(made, 1, 2, (5, 4))
    game.inning = 11
    game.save()
    result(made, 1, 2, (1, 6), number=2)
    with counted() as work:
        page = browser().get(f"/t/{made.slug}/teams/1/")
    assert work.queries <= 20
    assert page.context["extra"] == "1–0"
    (against,) = page.context["against"]
    assert (str(against.games), against.runs_for, against.runs_against) == ("1-1", 6, 10)
    # The series of the first round, whatever else was played before it.
    assert page.context["next_game"].opponent.team.name == "Dover Ducks"
    assert page.context["men"] == []
    assert not page.context["past"]
    # A club of the same name in an event that is over; nothing of it while nobody may look at it.
    before = league(3, name="Last year", started=False)
    record = EventRecord.objects.create(tournament=before, clubs=3, games=6)
    none = dict.fromkeys(("tied", "playoffs_won", "playoffs_lost", "points"), 0)
    then = before.entrants.get(number=1)
    Finish.objects.create(record=record, entrant=then, won=3, lost=1, **none)
    page = browser().get(f"/t/{made.slug}/teams/1/")
    assert [(each.won, each.lost) for each in page.context["past"]] == [(3, 1)]
    assert "Last year" in page.content.decode()
    at = f"/api/v1/tournaments/{made.slug}/clubs/1/"
    (past,) = browser().get(f"{at}past-seasons/").json()["results"]
    assert (past["tournament"], past["club"], past["won"], past["lost"]) == (before.slug, 1, 3, 1)
    ahead = browser().get(f"{at}next-game/").json()
    assert (ahead["game"]["opponent"], ahead["game"]["number"], ahead["arms"]) == (4, 1, [])
    assert ahead["game"]["starter"] is None
    assert browser().get(f"{at}men/").json()["results"] == []
    Tournament.objects.filter(pk=before.pk).update(visibility="private")
    assert "Last year" not in browser().get(f"/t/{made.slug}/teams/1/").content.decode()
    assert browser().get(f"{at}past-seasons/").json()["results"] == []
    for kind in ("past-seasons", "next-game", "men"):
        assert browser().get(f"{at.replace('clubs/1', 'clubs/9')}{kind}/").status_code == 404
    assert browser().get(f"{at}men/?table=moons").status_code == 400
    assert browser().get(f"{at}men/?page=9").status_code == 404
    Tournament.objects.filter(pk=made.pk).update(visibility="private")
    for kind in ("past-seasons", "next-game", "men"):
        assert browser().get(f"{at}{kind}/").status_code == 404
