"""What is kept of events that are over: the archive, all-time records, partners and points."""

import codecs
import csv
import io
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import pytest

from config.people.models import User
from config.refusals import Refused
from games.models import Game, Series
from games.services.playing import play_series
from rosters.models import TeamMember
from rosters.services.people import appoint
from tests.builders import browser, director_of, entrant, league, manager, person, results
from tests.tournaments.test_stages import event, play_to_the_end
from tests.work import counted
from tournaments.models import (
    Encounter,
    EventRecord,
    Finish,
    ManagerFinish,
    ManagerRecord,
    Tournament,
)
from tournaments.rules.points import Finish as Played
from tournaments.rules.points import PointsLaw, points_of
from tournaments.selectors.reports import event_report
from tournaments.services.cloning import clone_tournament
from tournaments.services.events import change_visibility, close_tournament
from tournaments.services.play_out import play_out
from tournaments.services.points import change_points, credit_partner

pytestmark = pytest.mark.django_db


def join(tournament: Tournament, number: int, user: User) -> TeamMember:
    return appoint(
        team=entrant(tournament, number).team,
        user=user,
        role=TeamMember.Role.MANAGER,
        scope=tournament.scope,
        acting_user=None,
    )


def played(name: str, **who: User) -> Tournament:
    """A league of four that is over: ``c1`` manages the first club, and so on."""
    made = league(4, name=name, seed=name)
    for key, user in who.items():
        join(made, int(key[1:]), user)
    play_out(tournament_id=made.pk, acting_user=None, advance=lambda left: None)
    return Tournament.objects.get(pk=made.pk)


def test_a_record_is_what_the_games_say_and_follows_them():
    kit, lou = person("Kit"), person("Lou")
    made = played("One", c1=kit, c2=lou)
    record = EventRecord.objects.get(tournament=made)
    assert (record.clubs, record.games) == (4, Game.objects.count())
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for game in Game.objects.all():
        home_won = game.home_runs > game.away_runs
        won[game.home_id if home_won else game.away_id] += 1
        lost[game.away_id if home_won else game.home_id] += 1
    for finish in record.finishes.select_related("entrant"):
        team = finish.entrant.team_id
        assert (finish.won, finish.lost) == (won[team], lost[team])
        met = Encounter.objects.filter(finish=finish)
        assert sum(each.won for each in met) == won[team]
        assert sum(each.lost for each in met) == lost[team]
    champions = {each.pk for each in event_report(made).winners}
    stored = record.finishes.filter(prize=Finish.Prize.WINNER)
    assert {each.entrant_id for each in stored} == champions
    assert ManagerRecord.objects.get(user=kit).won == won[entrant(made, 1).team_id]
    # A series that is open again: nothing is over, and nobody has finished anything.
    Series.objects.filter(pk=Series.objects.earliest("pk").pk).update(completed_at=None)
    assert close_tournament(tournament_id=made.pk, acting_user=None).state == "running"
    assert not EventRecord.objects.exists()
    assert not ManagerRecord.objects.exists()


def test_all_time_records_add_events_up_and_only_those_that_anybody_may_see():
    kit, lou = person("Kit"), person("Lou")
    events = [played("One", c1=kit, c2=lou), played("Two", c3=lou, c4=kit)]
    for user in (kit, lou):
        mine = Finish.objects.filter(managers__user=user)
        record = ManagerRecord.objects.get(user=user)
        assert record.events == 2
        assert record.won == sum(each.won for each in mine)
        assert record.points == sum(each.points for each in mine)
        assert record.titles == sum(each.prize == "winner" for each in mine)
    before = ManagerRecord.objects.get(user=kit)
    change_visibility(
        tournament=events[1], visibility="private", acting_user=director_of(events[1])
    )
    after = ManagerRecord.objects.get(user=kit)
    # The same record, at the same address, of one event.
    assert (after.pk, after.events, before.events) == (before.pk, 1, 2)
    anybody = browser()
    assert "Two" not in anybody.get("/archive/").content.decode()
    assert "Two" not in anybody.get(f"/records/{after.pk}/").content.decode()
    assert "Two" not in anybody.get(f"/api/v1/managers/{after.pk}/events/").content.decode()
    assert anybody.get(f"/api/v1/managers/{after.pk}/opponents/").json()["results"][0][
        "games"
    ] == sum(
        each.won + each.lost
        for each in Encounter.objects.filter(
            finish__managers__user=kit,
            other__managers__user=lou,
            finish__record__tournament=events[0],
        )
    )
    # Its own people still find it in the archive.
    assert "Two" in browser(kit).get("/archive/").content.decode()


def test_head_to_head_is_the_same_from_both_sides_and_on_page_and_api():
    kit, lou, max_ = person("Kit"), person("Lou"), person("Max")
    played("One", c1=kit, c2=lou, c3=max_)
    played("Two", c2=kit, c4=lou)
    records = {record.user_id: record for record in ManagerRecord.objects.all()}

    def against(one: User) -> dict[str, tuple[int, int, int]]:
        told = browser().get(f"/api/v1/managers/{records[one.pk].pk}/opponents/").json()
        return {row["name"]: (row["won"], row["lost"], row["tied"]) for row in told["results"]}

    won, lost, tied = against(kit)["Lou"]
    assert against(lou)["Kit"] == (lost, won, tied)
    # A series of two in each of two events.
    assert won + lost + tied == 4
    assert sum(against(max_)["Kit"]) == 2
    page = browser().get(f"/records/{records[kit.pk].pk}/").content.decode()
    assert "Lou" in page
    assert "Max" in page
    file = browser().get("/records.csv").content
    # Excel takes it for UTF-8.
    assert file.startswith(codecs.BOM_UTF8)
    sheet = file.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    told = browser().get("/api/v1/managers/").json()["results"]
    assert [row["manager"] for row in rows] == [row["name"] for row in told]
    assert [row["points"] for row in rows] == [row["points"] for row in told]


def test_many_events_are_read_page_by_page_in_as_many_queries():
    kit = person("Kit")
    first = played("Number 1", c1=kit)
    spare = EventRecord.objects.get(tournament=first)
    addresses = ("/archive/", "/records/", f"/records/{ManagerRecord.objects.get().pk}/")

    def queries() -> list[int]:
        found = []
        for address in (*addresses, "/api/v1/archive/", "/api/v1/managers/"):
            with counted() as work:
                assert browser().get(address).status_code == 200
            found.append(work.queries)
        return found

    once = queries()
    for number in range(2, 40):
        made = league(4, name=f"Number {number}")
        Tournament.objects.filter(pk=made.pk).update(state=Tournament.State.COMPLETE)
        record = EventRecord.objects.create(tournament=made, clubs=4, games=12)
        finish = Finish.objects.create(
            record=record,
            entrant=entrant(made, 1),
            prize="winner",
            points=spare.finishes.first().points,
            **dict.fromkeys(("won", "lost", "tied", "playoffs_won", "playoffs_lost"), 0),
        )
        ManagerFinish.objects.create(finish=finish, user=kit)
    assert queries() == once
    seen: list[str] = []
    link = "/api/v1/archive/?page_size=10"
    while link:
        page = browser().get(link).json()
        seen += [row["name"] for row in page["results"]]
        link = page["next"]
    assert seen == [f"Number {number}" for number in range(39, 0, -1)]


def test_an_event_reckons_points_by_the_formula_it_declared():
    made = league(4, started=False)
    director = director_of(made)
    for numbers, code in (
        ({"win": "-1"}, "points-number"),
        ({"win": "1e9999999"}, "points-number"),
        ({"runner_up": "1/0"}, "points-number"),
        ({"most_games": "0"}, "points-number"),
        ({"most_games": "٣"}, "points-number"),
        ({"wins": "2"}, "points-unknown"),
    ):
        with pytest.raises(Refused) as refused:
            change_points(tournament=made, numbers=numbers, acting_user=director)
        assert refused.value.code == code
    answer = browser(director).post(
        f"/t/{made.slug}/rules/points/",
        {"act": "formula", "win": "2", "over_even": "0.5", "winner": "0", "runner_up": "1/4"},
    )
    assert answer.status_code == 302
    rules = browser().get(f"/t/{made.slug}/rules/").content.decode()
    assert "2 for every win of the season and 0.5 for every game over .500" in rules
    declared = Tournament.objects.get(pk=made.pk)
    copy = clone_tournament(tournament=declared, name="Next month", acting_user=director)
    assert (
        copy.points
        == declared.points
        == {
            "win": "2",
            "over_even": "1/2",
            "winner": "0",
            "runner_up": "1/4",
        }
    )
    browser(director).post(f"/t/{made.slug}/desk/", {"act": "start"})
    results(Tournament.objects.get(pk=made.pk), [(1, 2, 3, 1)])
    assert event_report(Tournament.objects.get(pk=made.pk)).lines[0].total == "2.50"
    with pytest.raises(Refused) as refused:
        change_points(tournament=made, numbers={}, acting_user=director)
    assert refused.value.code == "already-started"


def test_the_most_that_a_formula_can_give_can_be_stored():
    most = Fraction(999)
    law = PointsLaw(most, most, most, most, most, 999, 999)
    finish = Played(1, scheduled=999, won=999, lost=0, playoff_wins=99, is_winner=True)
    [points] = points_of([finish], law)
    assert points.total > 1_000_000
    stored = Finish._meta.get_field("points").clean(Decimal(int(points.total)), None)
    assert stored == points.total


def test_partners_share_what_they_won_and_one_of_them_has_the_points():
    kit, lou, max_ = person("Kit"), person("Lou"), person("Max")
    played("Before", c1=kit)
    made = league(4, name="Shared")
    for user in (lou, kit):
        join(made, 1, user)
    for user in (lou, max_):
        join(made, 2, user)
    director = director_of(made)
    with pytest.raises(Refused) as refused:
        credit_partner(
            tournament=made,
            number=2,
            member=join(made, 3, person("Pat")).pk,
            acting_user=director,
        )
    assert refused.value.code == "not-a-partner"
    with pytest.raises(Refused) as refused:
        credit_partner(tournament=made, number=9, member=None, acting_user=director)
    assert (refused.value.code, refused.value.refusals[0].place) == ("no-such-club", "club")
    lines = {line.entrant.number: line for line in event_report(made).lines}
    # Who has more points that year; where that and the games are level, nobody.
    assert lines[1].points_to == kit
    assert lines[2].points_to is None
    member = TeamMember.objects.get(team=entrant(made, 2).team_id, user=max_)
    page = browser(director).get(f"/t/{made.slug}/rules/points/").content.decode()
    assert page.count("As the rule says") == 2
    answer = browser(director).post(
        f"/t/{made.slug}/rules/points/", {"act": "partner", "club": "2", "member": member.pk}
    )
    assert answer.status_code == 302
    play_out(tournament_id=made.pk, acting_user=None, advance=lambda left: None)
    of_two = Finish.objects.get(entrant=entrant(made, 2))
    assert {each.user: each.has_points for each in of_two.managers.all()} == {
        lou: False,
        max_: True,
    }
    records = {record.user: record for record in ManagerRecord.objects.all()}
    assert records[max_].points == of_two.points
    assert records[lou].points == Decimal(0)
    assert (records[lou].won, records[lou].events) == (
        of_two.won + Finish.objects.get(entrant=entrant(made, 1)).won,
        2,
    )
    with pytest.raises(Refused) as refused:
        credit_partner(tournament=made, number=2, member=None, acting_user=director)
    assert refused.value.code == "already-over"


def test_the_archive_tells_who_won_whom_and_where_the_reports_are():
    made = play_to_the_end(event("purestrat-weekend", 8))
    close_tournament(tournament_id=made.pk, acting_user=None)
    found = event_report(made)
    (winner,) = found.winners
    page = browser().get("/archive/").content.decode()
    assert winner.team.name in page
    assert found.runner_up.team.name in page
    assert f"/t/{made.slug}/reports/" in page
    told = browser().get("/api/v1/archive/").json()["results"][0]
    assert {row["prize"]: row["club"] for row in told["first_two"]} == {
        "winner": winner.team.name,
        "runner-up": found.runner_up.team.name,
    }
    assert told["stages"] == ["Round robin", "Play-offs"]
    rows = list(
        csv.DictReader(io.StringIO(browser().get("/archive.csv").content.decode("utf-8-sig")))
    )
    assert rows[0]["winners"] == winner.team.name
    finals = Finish.objects.exclude(playoffs_won=0, playoffs_lost=0)
    assert sum(each.playoffs_won for each in finals) == sum(each.playoffs_lost for each in finals)


def test_a_result_put_right_after_the_end_is_put_right_in_the_records(
    django_capture_on_commit_callbacks,
):
    kit = manager(made := league(4, name="One"), 1, "Kit")
    with django_capture_on_commit_callbacks(execute=True):
        play_series(series_ids=list(Series.objects.values_list("pk", flat=True)), acting_user=None)
    finish = Finish.objects.get(entrant=entrant(made, 1))
    game = Game.objects.filter(home=entrant(made, 1).team).earliest("pk")
    was_won = game.home_runs > game.away_runs
    Game.objects.filter(pk=game.pk).update(home_runs=game.away_runs, away_runs=game.home_runs)
    close_tournament(tournament_id=made.pk, acting_user=None)
    again = Finish.objects.get(entrant=entrant(made, 1))
    assert again.won == finish.won + (-1 if was_won else 1)
    assert ManagerRecord.objects.get(user=kit).won == again.won


@pytest.mark.parametrize(
    "address",
    [
        "/archive/?after=nothing",
        "/archive/?after=bm90aGluZw",
        "/records/?before=99999999999999999999",
        "/records.csv?after=1",
    ],
)
def test_places_that_are_none_show_the_first_page(address):
    assert browser().get(address).status_code == 200


def test_a_manager_who_is_none_is_not_found():
    for address in ("/records/9/", "/records/999999999999999999/", "/api/v1/managers/9/"):
        assert browser().get(address).status_code == 404
