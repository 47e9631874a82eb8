"""What directors do about an event by programs: squads, season points, clubs that drop out, ties,
suspended games, what follows when a round is played; and everybody reads the records."""

import pytest

from config.jobs.models import Job
from games.models import Game, Series
from rosters.models import Squad, TeamMember
from tests.builders import director_of, entrant, fixture_of, league, person
from tests.programs import Program
from tests.rosters.drafts import a_league
from tests.tournaments.drops import picture, play_rounds
from tests.tournaments.test_real_clubs import YEAR, an_event, cards
from tests.tournaments.test_records import played
from tests.tournaments.test_redrawing import level_for_second
from tests.tournaments.test_squads_of_a_sheet import dealt
from tests.tournaments.test_suspended import four, nearly_over
from tests.tournaments.test_take_over import finalists, finish, two_divisions
from tournaments.models import Drop, ManagerRecord, Replacement, Tournament
from tournaments.rules.ties import Step, TieOrder, order_to_json
from tournaments.selectors.league import load_league

pytestmark = pytest.mark.django_db

__all__ = ["cards"]


def office(tournament: Tournament) -> Program:
    """The program of its first director, below its address."""
    return Program(director_of(tournament), f"tournaments/{tournament.slug}/")


# ---- before it begins


@pytest.mark.long
def test_the_clubs_of_a_real_league_are_entered(cards):
    tournament = an_event(cards, 3)
    desk = office(tournament)
    assert [(each["league"], each["clubs"]) for each in desk.get("replay/")] == [
        ("AL", 2),
        ("NL", 4),
    ]
    entered = desk.post("replay/", {"year": YEAR, "league": "NL"})
    assert [each["number"] for each in entered] == [1, 2, 3, 4]
    assert Squad.objects.filter(event__key=tournament.scope).count() == 4


def test_squads_of_a_sheet_are_given_or_none_of_them():
    tournament = a_league()
    desk = office(tournament)
    rows = [{"team": team, "player": player} for team, player in dealt(tournament)]
    wrong = [{"team": "9", "player": rows[0]["player"]}, *rows[1:]]
    assert desk.refused("put", "squads/", {"rows": wrong}) == ["unknown-team"]
    assert not Squad.objects.filter(event__key=tournament.scope).exists()
    assert desk.put("squads/", {"rows": rows}) == {"clubs": 4}
    held = Program(None, desk.root.removeprefix("/api/v1/")).get("squads/")
    assert [len(each["cards"]) for each in held] == [25] * 4


def test_the_formula_of_the_season_points_is_changed_until_the_start():
    tournament = league(4, started=False)
    desk = office(tournament)
    before = desk.get("points-law/")
    changed = desk.put("points-law/", {"numbers": {"win": "3", "over_even": "1/3"}})
    assert changed["numbers"] == before["numbers"] | {"win": "3", "over_even": "1/3"}
    assert changed["told"] != before["told"]
    assert desk.refused("put", "points-law/", {"numbers": {"luck": "1"}}) == ["points-unknown"]
    desk.post("start/")
    again = {"numbers": {"win": "2"}}
    assert desk.refused("put", "points-law/", again) == ["already-started"]
    assert desk.get("points-law/") == changed


# ---- clubs that drop out


def dropped(desk: Program, number: int) -> int:
    sent = {"club": number, "reason": "He fell ill", "nobody_found": True}
    return desk.post("drops/", sent, code=201)["id"]


def test_a_club_drops_out_and_comes_back():
    made = league(6)
    play_rounds(made, 1)
    desk = office(made)
    before = picture(made)
    number = dropped(desk, 3)
    assert [each["club"] for each in desk.get("drops/")] == [3]
    assert picture(made) != before
    desk.delete(f"drops/{number}/")
    assert desk.get("drops/") == []
    assert picture(made) == before
    assert desk.refused("delete", f"drops/{number + 1}/") == ["no-such-drop"]


def covered(desk: Program, number: int) -> str:
    """The address of the drop of a club that others play for."""
    made = desk.post("drops/covered/", {"club": number, "reason": "Gone"}, code=201)
    return f"drops/{made['id']}/"


def named(desk: Program, where: str, series: int, email: str) -> int:
    sent = {"series": series, "email": email}
    return desk.post(f"{where}replacements/", sent, code=201)["id"]


@pytest.mark.rule("T0.08a")
def test_somebody_plays_for_a_dropped_club_is_taken_off_and_the_rest_are_byes():
    made = league(6)
    play_rounds(made, 1)
    desk = office(made)
    guest = person("Guest")
    where = covered(desk, 2)
    first, second, *others = [
        meeting.series_id
        for meeting in load_league(made).meetings_of(entrant(made, 2))
        if meeting.state == "scheduled"
    ]
    assert desk.refused("post", f"{where}uncovered/") == ["nobody-covers"]
    named(desk, where, first, guest.email)
    gone = named(desk, where, second, guest.email)
    desk.delete(f"{where}replacements/{gone}/")
    (left,) = desk.get("drops/")[0]["replacements"]
    assert (left["series"], left["name"]) == (first, "Guest")
    assert not Replacement.objects.filter(series=second).exists()
    assert desk.post(f"{where}uncovered/")["replacements"] == [left]
    states = {
        meeting.series_id: meeting.state
        for meeting in load_league(made).meetings_of(entrant(made, 2))
    }
    assert states[first] == "scheduled"
    assert {states[series] for series in (second, *others)} == {"called-off"}


@pytest.mark.rule("T0.08e", "T0.08f")
def test_t0_08_the_club_is_taken_over_by_the_higher_d20_and_the_next_stage_is_drawn():
    made = two_divisions()
    desk = office(made)
    guests = [person("Guest One"), person("Guest Two")]
    where = covered(desk, 1)
    for at, meeting in enumerate(load_league(made).meetings_of(entrant(made, 1))):
        named(desk, where, meeting.series_id, guests[at % 2].email)
    rolls = {"rolls": {guests[0].email: 4, guests[1].email: 17}}
    assert desk.refused("post", f"{where}take-over/", rolls) == ["division-not-over"]
    finish(made)
    assert desk.refused("post", "advance/") == ["take-over-open"]
    assert desk.post(f"{where}take-over/", rolls)["taken_over_by"] == "Guest Two"
    assert Drop.objects.get().taken_over_by == guests[1]
    role = TeamMember.objects.get(team=entrant(made, 1).team, user=guests[1])
    assert role.role == TeamMember.Role.MANAGER
    assert "Title" in desk.post("advance/")["done"]
    assert finalists(made) == {1, 5}


# ---- ties and suspended games


def test_a_tie_is_broken_by_dice_and_that_is_taken_back():
    made = level_for_second()
    order = TieOrder((Step("pct"), Step("d20")))
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(order))
    desk = office(made)
    assert desk.refused("post", "advance/") == ["tie-open"]
    sent = {"kind": "d20", "values": {"2": 3, "3": 15}}
    ruling = desk.post("tie-rulings/", sent, code=201)
    assert ruling["values"] == sent["values"]
    assert desk.get("tie-rulings/") == []
    desk.delete(f"tie-rulings/{ruling['id']}/")
    (waiting,) = desk.get("tie-rulings/")
    assert (waiting["kind"], waiting["members"]) == ("d20", [2, 3])
    assert desk.refused("delete", f"tie-rulings/{ruling['id'] + 1}/") == ["no-such-ruling"]


@pytest.mark.rule("T33.0f")
def test_t33_0f_a_suspended_game_is_booked_as_a_tie_and_taken_up_again():
    made = four()
    desk = office(made)
    game = nearly_over(made)
    board = desk.post("board/tie/", {"game": game.pk})
    assert board["suspended"] == []
    booked = Game.objects.get(pk=game.pk)
    assert (booked.status, booked.reason) == (Game.Status.FINAL, "booked-tie")
    assert desk.refused("post", "board/tie/", {"game": game.pk}) == ["not-suspended"]
    board = desk.post("board/take-up/", {"game": game.pk})
    assert [each["game"] for each in board["suspended"]] == [game.pk]
    again = Game.objects.get(pk=game.pk)
    assert (again.status, again.summary) == (Game.Status.SUSPENDED, game.summary)


def test_what_is_unplayed_of_a_series_is_simulated():
    made = league(4)
    desk = office(made)
    meeting = fixture_of(made, 1, 2)
    series, board = meeting.series, f"board/?round={meeting.round.number}"
    assert series is not None
    played_now = desk.post("board/play/", {"series": series.pk})
    assert [game["status"] for game in played_now["games"]] == ["final"] * 2
    assert played_now["left"] == []
    (line,) = [each for each in desk.get(board)["lines"] if each["series"] == series.pk]
    assert (line["games_over"], line["state"]) == (2, "complete")
    assert Series.objects.filter(event__key=made.scope).exclude(completed_at=None).count() == 1


# ---- jobs and records


def test_a_job_is_looked_at_by_its_director_and_stopped():
    made = league(4)
    desk = office(made)
    job = desk.post("play-out/", code=202)
    own = Program(director_of(made), "jobs/")
    assert own.get(f"{job['id']}/")["state"] == "queued"
    stopped = own.post(f"{job['id']}/cancel/")
    assert (stopped["id"], stopped["state"]) == (job["id"], "cancelled")
    assert own.refused("post", f"{job['id']}/cancel/") == ["job-over"]
    assert Job.objects.get().cancel_requested
    assert not Game.objects.exists()


def test_anybody_reads_a_managers_record_his_events_and_his_opponents():
    kit, lou = person("Kit"), person("Lou")
    made = played("One", c1=kit, c2=lou)
    record = ManagerRecord.objects.get(user=kit)
    anybody = Program(None, f"managers/{record.pk}/")
    told = anybody.get()
    assert (told["events"], told["won"], told["lost"]) == (1, record.won, record.lost)
    (event,) = anybody.get("events/")["results"]
    assert made.name in str(event)
    (met,) = anybody.get("opponents/")["results"]
    assert "Lou" in str(met)
    assert met["games"] == 2
