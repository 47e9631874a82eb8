"""What managers and directors do about a series by programs: who is at home and when, who plays,
the game itself, and the sheet that is signed after it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Series
from games.planning.board import PlanBoard
from games.planning.models import LineUp
from games.scheduling.models import CalendarLink
from games.services.playing import play_series
from games.verifying import verify
from pitching.models import SheetSeries
from rosters.models import Squad
from tests.builders import browser
from tests.games.planning.builders import Club, an_event
from tests.games.seriesday.builders import Day, a_day
from tests.programs import Program

pytestmark = pytest.mark.django_db


def programs(day: Day) -> tuple[Program, Program, Program]:
    """Of the manager at home, of the visitor, and of the director, about the first series."""
    below = f"series/{day.series.pk}/"
    return Program(day.home, below), Program(day.away, below), Program(day.director, below)


def hosts(day: Day, number: int = 1) -> int:
    return Series.objects.get(pk=day.series.pk).sides(number)[1]


@pytest.mark.rule("T0.16a", "T0.16b")
@pytest.mark.parametrize("at_home", [True, False])
def test_both_roll_for_home_and_the_winner_chooses_where_the_edition_lets_him(at_home):
    day = a_day(length=3)
    day.tournament.edition_fields = {"series": {"high_roll": "chooses"}}
    day.tournament.save()
    home, away, _ = programs(day)
    clubs = {"home": day.series.home_id, "away": day.series.away_id}
    opened = home.post("home-rolls/", {"servers_dice": False}, code=201)
    assert (opened["number"], opened["commitment"], opened["hosts"]) == (1, "", None)
    home.post("home-rolls/roll/", {"team": clubs["home"], "value": 6})
    rolled = away.post("home-rolls/roll/", {"team": clubs["away"], "value": 17})
    assert (rolled["home_roll"], rolled["away_roll"], rolled["hosts"]) == (6, 17, None)
    assert home.refused("post", "home-rolls/choose/", {"at_home": True}) == ["not-your-choice"]
    chosen = away.post("home-rolls/choose/", {"at_home": at_home})
    assert chosen["hosts"] == clubs["away" if at_home else "home"] == hosts(day)
    assert [each["hosts"] for each in home.get("home-rolls/")["results"]] == [hosts(day)]


def test_with_the_servers_dice_the_seed_is_committed_before_anybody_rolls_and_shown_after():
    day = a_day()
    home, away, _ = programs(day)
    opened = home.post("home-rolls/", code=201)
    assert len(opened["commitment"]) == 64
    assert opened["revealed_seed"] == ""
    rolled: dict = {"hosts": None}
    while rolled["hosts"] is None:
        home.post("home-rolls/roll/", {"team": day.series.home_id})
        rolled = away.post("home-rolls/roll/", {"team": day.series.away_id})
    first = away.get("home-rolls/")["results"]
    assert all(each["revealed_seed"] for each in first if each["hosts"])
    assert rolled["hosts"] == hosts(day)


def test_a_time_is_proposed_accepted_and_called_off_and_stands_in_a_calendar_until_its_revoked():
    day = a_day()
    home, away, _ = programs(day)
    now = timezone.now().replace(second=0, microsecond=0)
    proposed = [(now + timedelta(hours=hours)).isoformat() for hours in (30, 50)]
    found = home.post("times/", {"times": proposed}, code=201)
    assert [each["state"] for each in found] == ["open"] * 2
    later = max(found, key=lambda each: each["begins"])["id"]
    assert home.refused("post", f"times/{later}/accept/") == ["not-the-opponent"]
    (agreed,) = away.post(f"times/{later}/accept/")
    assert (agreed["id"], agreed["state"]) == (later, "agreed")
    assert home.get("times/") == [agreed]

    mine = Program(day.home, "me/")
    address = mine.post("calendar/", code=201)["address"]
    feed = address.removeprefix("http://testserver")
    feed = feed[feed.index("/", feed.find("//") + 2) :] if "//" in feed else feed
    assert "BEGIN:VEVENT" in browser().get(feed).content.decode()
    mine.delete("calendar/")
    assert not CalendarLink.objects.exists()
    assert browser().get(feed).status_code == 404

    assert away.post(f"times/{later}/withdraw/") == []
    assert home.get("times/") == []


def test_a_director_has_a_series_simulated():
    day = a_day()
    home, _, director = programs(day)
    assert home.refused("post", "simulate/") == ["permission-denied"]
    played = director.post("simulate/")
    assert [game["status"] for game in played["games"]] == ["final"] * 2
    assert Series.objects.get(pk=day.series.pk).completed_at is not None


def test_a_manager_lays_a_line_up_down_and_takes_it_back():
    event = an_event()
    club, other = Club(event, 1), Club(event, 2)
    own = Program(club.user, f"squads/{club.squad.pk}/")
    suggested = club.board.builder.suggested(club.board.keys, "L")
    spots = [{"card": spot.player, "position": spot.position} for spot in reversed(suggested)]
    own.put("line-up/", {"against": "L", "spots": spots})
    told = own.put("line-up/", {"against": "R", "spots": spots, "game": 0})["line_ups"]
    assert [(each["against"], each["spots"]) for each in told] == [("L", spots), ("R", spots)]
    short = {"against": "L", "spots": spots[:8]}
    assert own.refused("put", "line-up/", short) == ["lineup-not-nine"]
    theirs = Program(other.user, f"squads/{club.squad.pk}/")
    assert theirs.refused("put", "line-up/", {"against": "L", "spots": spots}) == [
        "permission-denied"
    ]
    (left,) = own.delete("line-up/?against=L", code=200)["line_ups"]
    assert left["against"] == "R"
    assert list(LineUp.objects.values_list("squad", "against")) == [(club.squad.pk, "R")]


@pytest.mark.rule("T0.13")
def test_both_name_their_starters_and_confirm_their_line_ups_before_the_game():
    day = a_day(cards=True)
    series = day.series
    users = {series.home_id: day.home, series.away_id: day.away}
    sides = [Program(users[team], f"series/{series.pk}/games/1/") for team in series.sides(1)]
    squads = [Squad.objects.get(team=team) for team in series.sides(1)]
    boards = [PlanBoard(squad) for squad in squads]
    starters = [board.starters[2].key for board in boards]
    host = {"side": "home", "card": starters[1]}
    assert sides[1].refused("put", "starter/", host) == ["visitors-first"]
    state = sides[0].put("starter/", {"side": "away", "card": starters[0]})
    assert [each["named"] for each in state["sides"]] == [True, False]
    sides[1].put("starter/", host)
    for at, (name, board) in enumerate(zip(("away", "home"), boards, strict=True)):
        suggested = board.builder.suggested(board.keys, "R")
        spots = [{"card": spot.player, "position": spot.position} for spot in reversed(suggested)]
        state = sides[at].put("line-up/", {"side": name, "spots": spots})
    assert [each["confirmed"] for each in state["sides"]] == [True, True]
    assert state["may_begin"]
    begun = {"series": series.pk, "number": 1}
    game = Game.objects.get(pk=Program(day.home).post("games/", begun, code=201)["id"])
    for side, card in zip(game.clubs, starters, strict=True):
        on_the_mound = side["positions"].index(1)
        assert side["cards"][side["order"][on_the_mound] - 1] == card
        assert on_the_mound == 0


def test_one_press_plays_on_and_standing_orders_say_what_is_asked():
    day = a_day(system_key="poker-dice", settings={"stealing": True, "sacrifice_bunt": True})
    begun = {"series": day.series.pk, "number": 1, "dice": "server"}
    game = Program(day.home).post("games/", begun, code=201)
    home_id = Game.objects.get(pk=game["id"]).home_id
    users = {day.series.home_id: day.home, day.series.away_id: day.away}
    away_user = next(user for team, user in users.items() if team != home_id)
    host = Program(users[home_id], f"games/{game['id']}/")
    visitor = Program(away_user, f"games/{game['id']}/")
    # Both are asked about nothing, and dice fall until the half-inning is over.
    quiet = {"stealing": "never", "bunt": "never"}
    for side, program in (("away", visitor), ("home", host)):
        given = program.put("standing-orders/", {"side": side, "when": quiet})
        assert given == {"side": side, "when": quiet, "third": False, "level": None}
    given = host.put("standing-orders/", {"side": "home", "level": "everything"})
    assert given["level"] == "everything"
    assert set(given["when"].values()) == {"always"}
    assert host.put("standing-orders/", {"side": "home", "when": quiet})["level"] is None
    assert visitor.refused("put", "standing-orders/", {"side": "home", "when": quiet}) == [
        "not-your-side"
    ]
    assert host.refused("post", "play-on/", {"after": 3}) == ["transcript-moved-on"]
    played = visitor.post("play-on/", {"after": 0})
    assert played["transcript"]
    after = len(played["transcript"])
    played = visitor.post("play-on/", {"after": after, "until": "half"})
    assert len(played["transcript"]) > after
    stored = Game.objects.get(pk=game["id"])
    assert (stored.inning, stored.half) == (1, 1)
    assert all(check.holds for check in verify(stored))


@pytest.mark.rule("T10.2s")
def test_t10_2s_the_opponent_signs_a_sheet_and_a_director_opens_it_again():
    day = a_day(cards=True)
    play_series(series_ids=[day.series.pk], acting_user=day.director)
    series = SheetSeries.objects.get(sheet__team=day.series.home_id, opponent=day.series.away_id)
    below = f"sheets/{series.sheet_id}/"
    own, opponent = Program(day.home, below), Program(day.away, below)
    director = Program(day.director, below)
    sent = {"series": series.pk}
    assert own.refused("post", "sign/", sent) == ["own-sheet"]
    (signed, *_) = opponent.post("sign/", sent)["series"]
    assert signed["signed"].startswith("Away")
    assert opponent.refused("post", "sign/", sent) == ["already-signed"]
    again = {**sent, "reason": "The third player pitched to one more."}
    assert opponent.refused("post", "reopen/", again) == ["permission-denied"]
    (opened, *_) = director.post("reopen/", again)["series"]
    assert opened["signed"] == ""
    # In the opponent's stead a director signs it, too.
    (signed, *_) = director.post("sign/", sent)["series"]
    assert "director" in signed["signed"].lower()
