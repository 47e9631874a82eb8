"""A club drops out of an event, and back again. Those that others play on for are in
``test_covered_clubs``."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game, Series
from games.services.scoring import record_game
from pitching.models import PitchingSheet
from pitching.rules.eligibility import Role, eligibility
from pitching.selectors.sheets import sheet_values
from pitching.selectors.staff import pitchers_of, squad_of
from tests.builders import browser, director_of, entrant, league, person
from tests.games.seriesday.builders import claim
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.drops import drop, picture, play_rounds
from tests.tournaments.test_offers import of_two_stages
from tests.tournaments.test_stages import event, play
from tournaments.changes import changes_by_drop
from tournaments.models import Drop, Round, Tournament
from tournaments.presenters import champions_of
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import waiting_ties
from tournaments.selectors.reports import event_report
from tournaments.selectors.tables import cross_table, table
from tournaments.services.drawing import advance_event
from tournaments.services.drops import (
    choose_dropped_results,
    undo_drop,
)
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.plans import Format
from tournaments.services.ties import rule_on_tie

pytestmark = pytest.mark.django_db


@pytest.mark.rule("T0.08a", "T0.08j", "T0.08k", "T0.08l", "T0.08s")
def test_t0_08_results_are_thrown_out_and_what_is_left_are_byes():
    made = league(6)
    play_rounds(made, 1, 2)
    before = {line.entrant.number: line.row.record.overall for line in table(load_league(made))}
    with pytest.raises(Refused) as refused:
        drop(made, 3, nobody_found=False)
    assert refused.value.code == "look-for-replacements"
    against = load_league(made).field.cells
    drop(made, 3)
    loaded = load_league(made)
    lines = table(loaded)
    assert sorted(line.entrant.number for line in lines) == [1, 2, 4, 5, 6]
    for line in lines:
        number, now = line.entrant.number, line.row.record.overall
        met = against.get((number, 3))
        assert now.won == before[number].won - (met.won if met else 0)
        assert now.lost == before[number].lost - (met.lost if met else 0)
    left = [meeting for meeting in loaded.meetings if meeting.has(entrant(made, 3))]
    assert [meeting.state for meeting in left] == ["void", "void", *["called-off"] * 3]
    # The pages say so.
    pages = {
        page: browser().get(f"/t/{made.slug}/{page}").content.decode()
        for page in ("schedule/", "standings/", "teams/3/", "grid/", "")
    }
    assert pages["schedule/"].count("; thrown out") == 2
    assert pages["schedule/"].count("a bye: one of them has dropped out") == 3
    assert "Camden Crows has dropped out" in pages["standings/"]
    assert "its results are thrown out" in pages["teams/3/"]
    # Neither table nor prospects nor the cross-table knows the club.
    field = loaded.field
    assert 3 not in field.entrants
    assert all(3 not in pair for pair in field.left)
    assert len(cross_table(loaded, lines)) == 5
    # Nothing can be played or reported there.
    with pytest.raises(Refused) as refused:
        record_game(
            series_id=left[-1].series_id,
            number=1,
            transcript=(),
            acting_user=director_of(made),
        )
    assert refused.value.code == "called-off"
    play(made)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE
    assert not Game.objects.filter(series=left[-1].series_id).exists()


def counts_on_pages(made: Tournament) -> dict[str, tuple[int, ...]]:
    """What each page says of how much was played, of how much."""
    director = browser(director_of(made))

    def said(page: str, pattern: str) -> tuple[int, ...]:
        html = " ".join(director.get(page).content.decode().split())
        found = re.search(pattern, re.sub(r"<[^>]+>", "", html))
        assert found is not None, (page, pattern)
        return tuple(map(int, found.groups()))

    at = f"/t/{made.slug}"
    number = r"(\d+)"
    of = rf"{number} of {number}"
    series, games = f"{of} series", f"{of} games"
    return {
        "desk": said(f"{at}/desk/", f"{series}, {games} played"),
        "front page": said("/", rf"(\d+) clubs.*?{series} played"),
        "standings": said(f"{at}/standings/", f"After {games}"),
        "overview": said(
            f"{at}/",
            rf"{number}\s*Clubs\s*{number}\s*Series played\s*of {number}\s*"
            rf"{number}\s*Games played\s*of {number}",
        ),
        "stages": said(f"{at}/stages/", series),
    }


@pytest.mark.long
@pytest.mark.parametrize("meaning", ["void", "kept"])
@pytest.mark.parametrize("rounds", [0, 1, 2, 4])
def test_whatever_counts_what_was_played_says_the_same_after_a_drop(meaning, rounds):
    form = Format(legs=1, series_length=2)
    made = league(6, visibility="public", format=form, started=False)
    choose_dropped_results(tournament=made, meaning=meaning, acting_user=director_of(made))
    start_tournament(tournament=made, acting_user=director_of(made))
    if rounds:
        play_rounds(made, *range(1, rounds + 1))
    before = counts_on_pages(made)
    assert before["front page"] == (6, 3 * rounds, 15)
    dropped = drop(made, 3)
    # The club has a series in every round; of the others two are played in each.
    kept = rounds if meaning == "kept" else 0
    series, games = (2 * rounds + kept, 10 + kept), (4 * rounds + 2 * kept, 20 + 2 * kept)
    if series[0] < series[1]:
        found = counts_on_pages(made)
        assert found["desk"] == (*series, *games)
        assert found["overview"] == (found["front page"][0], *series, *games)
        assert found["standings"] == games
        assert found["stages"] == series
        assert found["front page"] == (5 if meaning == "void" else 6, *series)
        undo_drop(drop=dropped, acting_user=director_of(made))
        assert counts_on_pages(made) == before
        drop(made, 3)
    play(made)
    made.refresh_from_db()
    clubs = 5 if meaning == "void" else 6
    record, report = made.record, event_report(made)
    counted = report.counts.clubs, report.counts.counted
    assert (record.clubs, record.games) == counted == (clubs, games[1])
    assert f"{clubs} clubs played {games[1]} games." in report.write_up
    assert ("its results do not count" in report.write_up) == (meaning == "void")
    archive = re.sub(r"<[^>]+>", " ", browser().get("/archive/").content.decode())
    assert re.search(rf"{clubs} clubs\s+{games[1]} games", archive)


@pytest.mark.rule("T0.08m", "T0.08n", "T0.08o")
def test_t0_08_a_drop_and_its_undoing_leave_everything_as_it_was():
    cards = a_purestrat_set()
    made = league(
        4, system_key="purestrat", card_set=cards.slug, format=Format(legs=1, series_length=2)
    )
    play_rounds(made, 1, 2)
    was = picture(made)
    number = table(load_league(made))[0].entrant.number
    told = dict(changes_by_drop(load_league(made), number).groups)["Pitching sheets"]
    dropped = drop(made, number)
    now = picture(made)
    # Beforehand he is told of just these series, and not of those that only come to be written.
    assert {change.before for change in told} == {"stands"}
    assert len(told) == sum(bool(struck) for _, struck in now["sheets"]) + sum(
        bool(bound) for _, bound in now["bound"]
    )
    assert {struck for _, struck in now["sheets"]} == {"", "erased", "bye"}
    assert any(bound for _, bound in now["bound"])
    assert len(now["standings"]) == 3
    undo_drop(drop=dropped, acting_user=director_of(made))
    after = picture(made)
    # The byes stand on the sheets by now, as series to come.
    there = dict(was["sheets"])
    after["sheets"] = [(pk, struck) for pk, struck in after["sheets"] if pk in there or struck]
    assert after == was
    assert Action.objects.filter(scope=made.scope, code="drop-undone").exists()
    # Each sheet's own log says it too.
    for code, count in (
        ("series-put-back", sum(bool(struck) for _, struck in now["sheets"])),
        ("series-unbound", sum(bool(bound) for _, bound in now["bound"])),
    ):
        assert Action.objects.filter(code=code, scope=made.scope).count() == count > 0
    # And it goes on as if nothing had been.
    play_rounds(made, 3)
    assert Tournament.objects.get(pk=made.pk).state != Tournament.State.SETUP
    assert not load_league(made).unplayed


def test_the_preview_tells_every_change_and_makes_none():
    made = event("purestrat-weekend", 8)
    play_rounds(made, 1, 2, 3)
    was, actions = picture(made), Action.objects.count()
    found = dict(changes_by_drop(load_league(made), 2).groups)
    assert picture(made) == was
    assert Action.objects.count() == actions
    assert Drop.objects.count() == 0
    assert len(found["Schedule"]) == 7
    assert {change.after for change in found["Schedule"]} == {"bye", "4 games, thrown out"}
    gone = [change for change in found["Standings"] if change.after == "—"]
    assert [change.what for change in gone] == [entrant(made, 2).team.name]


def test_to_look_at_the_wizard_neither_locks_nor_writes():
    made = event("purestrat-weekend", 8)
    play_rounds(made, 1)
    ask = browser(director_of(made))
    page = f"/t/{made.slug}/drops/"
    with CaptureQueriesContext(connection) as queries:
        looked = ask.get(f"{page}?club=2")
    done = [each["sql"].split(None, 1)[0].upper() for each in queries]
    assert set(done) <= {"SELECT"}
    assert not [each for each in queries if "FOR UPDATE" in each["sql"]]
    assert len(done) < 60
    assert "Schedule" in dict(looked.context["wizard"]["preview"].groups)
    assert f"Take {entrant(made, 2).team.name} out" in looked.content.decode()
    # The same through the API, which asks for what the act asks for.
    asked = {"club": 2, "reason": "Gone", "nobody_found": True}
    address = f"/api/v1/tournaments/{made.slug}/drops/preview/"
    with CaptureQueriesContext(connection) as queries:
        told = ask.post(address, asked, content_type="application/json")
    assert {each["title"] for each in told.json()} >= {"Schedule", "Standings"}
    assert {each["sql"].split(None, 1)[0].upper() for each in queries} <= {"SELECT"}
    assert not [each for each in queries if "FOR UPDATE" in each["sql"]]
    assert len(queries) < 60
    for wrong, code in (
        ({"reason": " "}, "blank"),
        ({"nobody_found": False}, "look-for-replacements"),
        ({"club": 99}, "no-such-club"),
    ):
        refused = ask.post(address, {**asked, **wrong}, content_type="application/json")
        assert [each["code"] for each in refused.json()["error"]["refusals"]] == [code]
    assert Drop.objects.count() == 0


def test_a_drop_can_be_undone_until_the_next_round_starts():
    made = league(6)
    play_rounds(made, 1)
    dropped = drop(made, 3)
    play_rounds(made, 2)
    # Round 2 was on when the club dropped out; round 3 was not.
    play_rounds(made, 3)
    with pytest.raises(Refused) as refused:
        undo_drop(drop=dropped, acting_user=director_of(made))
    assert refused.value.code == "round-begun"
    other = league(6, name="Other League", director=person("Another"))
    again = drop(other, 3)
    play_rounds(other, 1)
    undo_drop(drop=again, acting_user=director_of(other))
    with pytest.raises(Refused) as refused:
        undo_drop(drop=again, acting_user=director_of(other))
    assert refused.value.code == "undone-already"


@pytest.mark.parametrize(
    ("meaning", "rounds", "stands"),
    [
        ("kept", (1,), True),
        ("void", (1, 2, 3, 4), False),
        ("half", (1, 2), False),
        ("half", (1, 2, 3), True),
    ],
)
def test_what_withdrawn_results_mean_is_declared_before_play(meaning, rounds, stands):
    made = league(6, started=False)
    director = director_of(made)
    choose_dropped_results(tournament=made, meaning=meaning, acting_user=director)
    start_tournament(tournament=made, acting_user=director)
    with pytest.raises(Refused) as refused:
        choose_dropped_results(tournament=made, meaning="kept", acting_user=director)
    assert refused.value.code == "already-started"
    play_rounds(made, *rounds)
    before = {line.entrant.number: line.row.record.overall for line in table(load_league(made))}
    drop(made, 3)
    after = {line.entrant.number: line.row.record.overall for line in table(load_league(made))}
    assert 3 not in after
    assert (after == {k: v for k, v in before.items() if k != 3}) is stands
    play(made)
    assert not load_league(made).unplayed


@pytest.mark.rule("T0.08l")
def test_t0_08_who_drops_out_between_two_rounds_leaves_a_bye_to_whom_he_is_drawn_against(
    django_capture_on_commit_callbacks,
):
    made = event("simple-knockout", 4)
    play(made)
    semifinals = load_league(made).rounds[0].series
    gone, other = (
        meeting.home if meeting.winner == "home" else meeting.away for meeting in semifinals
    )
    drop(made, gone.number)
    with django_capture_on_commit_callbacks(execute=True):
        advance_event(tournament=made, acting_user=director_of(made))
    final = load_league(made).rounds[1].series[0]
    assert final.state == "called-off"
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE
    assert champions_of(load_league(made)) == [other]


def test_who_drops_out_of_a_knockout_lets_the_other_go_on():
    made = event("simple-knockout", 4)
    loaded = load_league(made)
    meeting = loaded.rounds[0].series[0]
    drop(made, meeting.away.number)
    play(made)
    advance_event(tournament=made, acting_user=director_of(made))
    final = load_league(made).rounds[1].series[0]
    assert final.has(meeting.home)
    play(made)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE


@pytest.mark.rule("T0.08r")
def test_t0_08r_the_next_round_goes_on_from_the_last_series_but_one():
    made = league(4, system_key="purestrat", card_set=a_purestrat_set().slug, started=False)
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=(
            StageSpec(ROUND_ROBIN, "Round robin", 2),
            StageSpec(KNOCKOUT, "Play-offs", games=(3,), entry=AdvanceRule(3)),
        ),
        acting_user=director,
    )
    start_tournament(tournament=made, acting_user=director)
    play_rounds(made, 1, 2)
    loaded = load_league(made)
    dropped = loaded.entrants[0]
    met_first = next(
        (each.away if each.home == dropped else each.home).team_id
        for each in loaded.meetings_of(dropped)
        if each.round_number == 1
    )
    drop(made, dropped.number)
    sheet = PitchingSheet.objects.select_related("team").get(event__key=made.scope, team=met_first)
    assert sheet.bound_to_id is not None
    play(made)
    advance_event(tournament=made, acting_user=director)
    while waiting := waiting_ties(load_league(made)):
        answer = waiting[0]
        rolls = {member: roll for roll, member in enumerate(answer.group, start=1)}
        rule_on_tie(tournament=made, kind=answer.step.criterion, values=rolls, acting_user=director)
    if not made.stages.get(number=2).rounds.exists():
        advance_event(tournament=made, acting_user=director)
    following = PitchingSheet.objects.select_related("team").get(
        event__key=made.scope, team=met_first, phase=2
    )
    played = sheet_values([sheet])[sheet.pk]
    value = sheet_values([following])[following.pk]
    staff = {player.key: player for player in pitchers_of(squad_of(following), "purestrat")}
    started = {each.column: each.pitcher for each in played.outings if each.started}
    first = following.begins_at

    def rest(column: int) -> bool:
        """Whether who started that game has rested for the first game of the next round."""
        player = staff[started[column]]
        answer = eligibility(value, following.its_law.numbers, player, first, Role.START)
        return "rest-after-start" not in [reason.code for reason in answer.reasons]

    one, two, three, four, *_ = sorted(started)
    # Who started the last series but one rests; the last series stood where the first one did.
    assert (rest(three), rest(four)) == (False, False)
    assert rest(one) or rest(two)


def test_the_page_of_drops_names_the_round_as_the_schedule_does():
    day = of_two_stages(cards=False)
    numbers = dict(day.tournament.entrants.values_list("team", "number"))
    rows = Series.objects.filter(event__key=day.tournament.scope).select_related("home", "away")
    for series in rows:
        away_id, home_id = series.sides(1)
        runs = (5, 2) if numbers[away_id] < numbers[home_id] else (2, 5)
        replace(day, series=series).report(day.director, claim(*runs))
    advance_event(tournament=day.tournament, acting_user=day.director)
    last = Round.objects.filter(stage__tournament=day.tournament).order_by("-number").first()
    made = drop(day.tournament, 1)
    made.round = last.number
    made.save()
    page = browser(day.director).get(f"/t/{day.tournament.slug}/drops/").content.decode()
    assert f"round {last.number})" not in " ".join(page.split())
    assert "the final)" in " ".join(page.split())
