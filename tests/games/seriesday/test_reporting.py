"""One side reports, the other confirms or disputes, a director settles; only what is confirmed
counts, and every version is kept."""

from dataclasses import replace

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game, Series
from games.seriesday.changes import changes_by
from games.seriesday.models import GameReport, Ruling
from games.seriesday.services.reporting import (
    confirm_report,
    correct_report,
    make_official,
    settle_report,
)
from games.services.playing import play_series
from games.services.rewinding import rewind_game, void_game
from games.services.scoring import add_entries, record_game
from pitching.models import SheetColumn, Signature, Violation
from pitching.rules.columns import Line
from tests.at_once import at_once
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day, claim
from tournaments.selectors.league import load_league

pytestmark = pytest.mark.django_db

State = GameReport.State


def counted(day) -> int:
    return len(load_league(day.tournament).results)


def states(day, number: int = 1) -> list[str]:
    return [each.state for each in day.game(number).reports.order_by("version")]


def refused(act) -> str:
    with pytest.raises(Refused) as found:
        act()
    return found.value.code


def test_a_report_waits_and_counts_once_the_other_side_confirms_it():
    day = a_day()
    told = day.report(day.home, claim())
    game = day.game()
    assert (game.status, game.known, game.away_runs, game.home_runs) == ("reported", "result", 4, 2)
    assert counted(day) == 0
    confirm_report(game_id=game.pk, version=told.version, acting_user=day.away)
    assert day.game().status == Game.Status.FINAL
    assert counted(day) == 1
    assert states(day) == [State.CONFIRMED]


def test_nobody_confirms_his_own_report_nor_does_a_stranger():
    day = a_day()
    told = day.report(day.home, claim())
    for user in (day.home, person("Stranger"), day.director):
        code = refused(
            lambda user=user: confirm_report(game_id=told.game_id, version=1, acting_user=user)
        )
        assert code == "not-the-opponent"
    assert refused(lambda: day.report(person("Other"), claim())) == "not-your-game"


def test_the_same_told_by_both_sides_is_confirmed():
    day = a_day()
    day.report(day.home, claim())
    day.report(day.away, claim())
    assert day.game().status == Game.Status.FINAL
    assert states(day) == [State.CONFIRMED]


def test_another_version_is_a_dispute_that_a_director_settles():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))
    assert day.game().status == Game.Status.REPORTED
    assert states(day) == [State.DISPUTED, State.DISPUTED]
    game = day.game()
    assert (
        refused(
            lambda: settle_report(game_id=game.pk, version=2, reason="Seen", acting_user=day.away)
        )
        == "director-only"
    )
    assert (
        refused(
            lambda: settle_report(game_id=game.pk, version=2, reason=" ", acting_user=day.director)
        )
        == "reason-missing"
    )
    settle_report(game_id=game.pk, version=2, reason="The sheet says 5", acting_user=day.director)
    game = day.game()
    assert (game.status, game.away_runs) == ("final", 5)
    assert states(day) == [State.REPLACED, State.CONFIRMED]
    log = Action.objects.filter(code="report-settled").get()
    assert log.new["reason"] == "The sheet says 5"


def test_the_first_reporter_may_agree_with_the_other_version():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))
    confirm_report(game_id=day.game().pk, version=2, acting_user=day.home)
    assert (day.game().status, day.game().away_runs) == ("final", 5)


def test_a_report_is_put_right_before_anybody_answered():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.home, claim(6, 2))
    assert states(day) == [State.REPLACED, State.OPEN]
    assert day.game().away_runs == 6
    code = refused(lambda: confirm_report(game_id=day.game().pk, version=1, acting_user=day.away))
    assert code == "already-answered"


def test_what_is_sent_twice_is_stored_once():
    day = a_day()
    one = day.report(day.home, claim(), key="a-key")
    two = day.report(day.home, claim(), key="a-key")
    assert one.pk == two.pk
    assert Game.objects.filter(series=day.series).count() == 1
    assert Action.objects.filter(code="game-reported").count() == 1
    assert refused(lambda: day.report(day.home, claim(9, 1), key="a-key")) == "key-used"
    assert refused(lambda: day.report(day.home, claim(), number=2, key="a-key")) == "key-used"


def test_a_directors_report_counts_at_once_and_one_against_nobody_once_he_confirms():
    day = a_day()
    day.report(day.director, claim())
    assert day.game().status == Game.Status.FINAL
    day.series.away.members.all().delete()
    told = day.report(day.home, claim(), number=2)
    assert day.game(2).status == Game.Status.REPORTED
    confirm_report(game_id=told.game_id, version=told.version, acting_user=day.director)
    assert day.game(2).status == Game.Status.FINAL
    day.series.refresh_from_db()
    assert day.series.completed_at is not None


def test_a_game_under_way_or_over_is_not_reported():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    assert refused(lambda: day.report(day.home, claim())) == "game-under-way"
    assert refused(lambda: day.report(day.home, claim(), number=3)) == "no-such-game"
    day.report(day.director, claim(), number=2)
    assert refused(lambda: day.report(day.home, claim(), number=2)) == "game-over"


def test_nothing_is_recorded_into_a_reported_game_and_it_is_not_played_over():
    day = a_day()
    day.report(day.home, claim())
    game = day.game()
    for act in (
        lambda: add_entries(game_id=game.pk, after=0, entries=["6"], acting_user=day.home),
        lambda: rewind_game(game_id=game.pk, entry=1, reason="x", acting_user=day.home),
    ):
        assert refused(act) == "no-plays"
    code = refused(lambda: play_series(series_ids=[day.series.pk], acting_user=None))
    assert code == "game-unconfirmed"
    assert day.game().status == Game.Status.REPORTED


@pytest.mark.rule("T0.05b")
def test_t0_05b_a_conceded_game_is_stored_with_the_raised_total():
    day = a_day(cards=True)
    given_up = claim(1, 7, ending="conceded", inning=4, half=0, outs=1, conceded_by=0)
    day.report(day.director, day.pitched(given_up))
    game = day.game()
    assert (game.away_runs, game.home_runs, game.reason) == (1, 11, "conceded")
    assert game.summary["awarded"] == [0, 4]
    columns = SheetColumn.objects.filter(key=f"game:{game.pk}").values_list("outs", flat=True)
    # A-M4: the outs really made.
    assert sorted(columns) == [9, 10]
    assert not Ruling.objects.exists()


@pytest.mark.rule("T0.05c")
def test_t0_05c_a_concession_that_looks_arranged_opens_a_ruling():
    day = a_day(cards=True)
    given_up = claim(2, 3, ending="conceded", inning=4, half=0, outs=1, conceded_by=0)
    day.report(day.director, day.pitched(given_up))
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule, ruling.offended_id) == ("concession", "T0.05c", None)


@pytest.mark.rule("T0.05a", "T0.05b")
@pytest.mark.parametrize("runs", [(5, 2), (2, 2)])
def test_t0_05a_a_leader_who_gives_up_is_for_the_director_reported_as_when_it_is_scored(runs):
    day = a_day()
    given_up = claim(*runs, ending="conceded", inning=4, half=0, outs=1, conceded_by=0)
    day.report(day.home, given_up)
    day.report(day.away, given_up)
    game = day.game()
    assert (game.away_runs, game.home_runs, game.reason) == (runs[0], runs[0] + 1, "conceded")
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule) == ("concession", "T0.05c")
    page = browser(day.director).get(ruling.get_absolute_url()).content.decode()
    assert "conceded at" in page


@pytest.mark.rule("T0.05a")
def test_t0_05_a_game_that_is_over_cannot_be_reported_as_given_up():
    day = a_day()
    over = claim(5, 0, ending="conceded", conceded_by=1)
    assert refused(lambda: day.report(day.home, over)) == "game-over"
    assert not day.series.games.exists()


@pytest.mark.rule("T10.2r")
def test_the_outings_of_a_reported_game_are_on_both_sheets_at_once():
    day = a_day(cards=True)
    told = day.pitched(claim())
    day.report(day.home, told)
    columns = SheetColumn.objects.filter(key=f"game:{day.game().pk}")
    assert [column.outs for column in columns] == [27, 27]
    told = day.pitched(claim(), 2)
    wrong = replace(told.sides[0], pitchers=(replace(told.sides[0].pitchers[0], outs=26),))
    bad = replace(told, sides=(wrong, told.sides[1]))
    with pytest.raises(Refused) as found:
        day.report(day.home, bad, number=2)
    assert [(each.code, each.place) for each in found.value.refusals] == [
        ("outs-do-not-add-up", "visitors")
    ]
    assert Game.objects.filter(series=day.series).count() == 1


@pytest.mark.rule("T31.2a")
def test_t31_2_who_may_not_pitch_is_refused_and_stored_only_as_it_happened():
    day = a_day(cards=True)
    first = day.pitched(claim())
    day.report(day.director, first)
    tired = first.sides[1].pitchers[0].pitcher
    second = day.pitched(claim(), 2)
    sides = day.series.sides(2)
    at = sides.index(day.series.sides(1)[1])
    again = replace(second.sides[at], pitchers=(Line(tired, 27, started=True),))
    both = (again, second.sides[1]) if at == 0 else (second.sides[0], again)
    bad = replace(second, sides=both)
    assert refused(lambda: day.report(day.home, bad, number=2)) == "not-eligible"
    assert not Violation.objects.exists()
    day.report(day.home, bad, number=2, despite=True)
    violation = Violation.objects.get()
    ruling = Ruling.objects.get()
    assert ruling.violation == violation
    assert ruling.details["pitcher"] == tired
    offender = sides[at]
    assert ruling.offended_id == next(team for team in sides if team != offender)
    # Confirming writes the column no second time and opens no second ruling.
    confirm_report(game_id=day.game(2).pk, version=1, acting_user=day.away)
    assert Ruling.objects.count() == 1
    assert Violation.objects.count() == 1


@pytest.mark.rule("T33.0i")
def test_t33_0i_a_suspended_game_is_finished_in_its_own_column():
    day = a_day(cards=True)
    halted = claim(2, 2, ending="suspended", inning=6, half=0, outs=1)
    day.report(day.home, day.pitched(halted))
    game = day.game()
    assert game.status == Game.Status.SUSPENDED
    starters = {line.pitcher for side in day.pitched(halted).sides for line in side.pitchers}
    told = claim(4, 2)
    whole = replace(
        told,
        sides=tuple(
            replace(side, pitchers=before.told.sides[at].pitchers)
            for at, side in enumerate(told.sides)
            for before in [game.reports.get()]
        ),
    )
    whole = replace(
        whole,
        sides=tuple(
            replace(side, pitchers=(replace(side.pitchers[0], outs=27),)) for side in whole.sides
        ),
    )
    day.report(day.away, whole)
    assert day.game().pk == game.pk
    assert day.game().status == Game.Status.REPORTED
    columns = SheetColumn.objects.filter(key=f"game:{game.pk}")
    assert [(column.status, column.version, column.outs) for column in columns] == [
        ("played", 2, 27)
    ] * 2
    assert len(starters) == 2


@pytest.mark.rule("T0.06d")
def test_t0_06d_an_unanswered_report_is_official_once_a_later_series_has_begun():
    day = a_day()
    day.report(day.home, claim())
    assert make_official(series_ids=[day.series.pk]) == 0
    later = (
        type(day.series)
        .objects.filter(event__key=day.tournament.scope, home_column__gt=day.series.home_column)
        .filter(home=day.series.home)
        .first()
        or type(day.series)
        .objects.filter(event__key=day.tournament.scope, away=day.series.home)
        .exclude(pk=day.series.pk)
        .first()
    )
    record_game(series_id=later.pk, number=1, transcript=["6"], acting_user=None)
    assert make_official(series_ids=[day.series.pk]) == 1
    assert make_official(series_ids=[day.series.pk]) == 0
    assert day.game().status == Game.Status.FINAL
    assert day.game().reports.get().answered_by is None


def test_what_is_disputed_does_not_become_official_by_itself():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))
    later = day.tournament.series.order_by("-pk")
    for series in later:
        if series.pk != day.series.pk:
            record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=None)
    assert make_official(series_ids=[day.series.pk]) == 0
    assert day.game().status == Game.Status.REPORTED


@pytest.mark.rule("T0.06d")
def test_t0_06d_a_director_corrects_with_a_reason_and_sees_before_what_changes():
    day = a_day(cards=True, length=1)
    told = day.pitched(claim(4, 2))
    day.report(day.director, told)
    game = day.game()
    right = replace(
        day.pitched(claim(2, 4)),
        sides=(replace(told.sides[0], runs=2), replace(told.sides[1], runs=4)),
    )
    right = replace(
        right,
        sides=(
            replace(right.sides[0], pitchers=(replace(right.sides[0].pitchers[0], outs=24),)),
            right.sides[1],
        ),
    )
    before = Action.objects.count()

    def act() -> GameReport:
        return correct_report(
            game_id=game.pk, claim=right, reason="Runs swapped", acting_user=day.director
        )

    changes = changes_by(game, act)
    assert Action.objects.count() == before
    assert day.game().away_runs == 4
    assert [each.after for each in changes.game if each.what == "Result"] == ["2-4"]
    assert {each.what for each in changes.standings} >= {
        str(day.series.home),
        str(day.series.away),
    }
    assert [each.after for each in changes.sheets] == ["8.0 (started)"]
    act()
    assert (day.game().away_runs, day.game().home_runs) == (2, 4)
    assert states(day) == [State.REPLACED, State.CONFIRMED]
    assert Action.objects.get(code="result-corrected").new["reason"] == "Runs swapped"
    assert refused(act) == "nothing-changes"
    code = refused(
        lambda: correct_report(game_id=game.pk, claim=told, reason="No", acting_user=day.home)
    )
    assert code == "director-only"


def test_a_signed_sheet_is_not_corrected_under_the_signature():
    day = a_day(cards=True, length=1)
    told = day.pitched(claim(4, 2))
    day.report(day.director, told)
    column = SheetColumn.objects.first()
    Signature.objects.create(series=column.series, signed_by=day.home)
    fewer = replace(told, sides=(told.sides[0], replace(told.sides[1], runs=1)))
    # The outings stay: only the score is corrected.
    correct_report(
        game_id=day.game().pk, claim=fewer, reason="Miscounted", acting_user=day.director
    )
    shorter = replace(
        fewer,
        sides=(
            fewer.sides[0],
            replace(
                fewer.sides[1],
                pitchers=(replace(fewer.sides[1].pitchers[0], outs=26), Line(0, 1)),
            ),
        ),
    )
    both = replace(
        shorter,
        sides=(
            replace(
                shorter.sides[0],
                pitchers=(replace(shorter.sides[0].pitchers[0], outs=26), Line(0, 1)),
            ),
            shorter.sides[1],
        ),
    )
    code = refused(
        lambda: correct_report(
            game_id=day.game().pk, claim=both, reason="Again", acting_user=day.director
        )
    )
    assert code == "sheet-signed"
    assert day.game().reports.count() == 2


def test_a_reported_game_is_taken_off_the_books_with_its_outings():
    day = a_day(cards=True)
    day.report(day.director, day.pitched(claim()))
    void_game(game_id=day.game().pk, reason="Wrong clubs", acting_user=day.director)
    assert set(SheetColumn.objects.values_list("status", flat=True)) == {"taken-back"}
    day.report(day.director, day.pitched(claim(7, 3)))
    assert day.game().away_runs == 7


@pytest.mark.django_db(transaction=True)
def test_confirm_and_dispute_at_the_same_moment_one_of_them_is_right():
    day = a_day()
    told = day.report(day.home, claim(4, 2))
    substitute = person("Second")
    from tests.games.seriesday.builders import also_manages

    also_manages(substitute, day.series.away, day.tournament.scope)

    def act(number: int):
        if number == 0:
            return confirm_report(game_id=told.game_id, version=told.version, acting_user=day.away)
        return day.report(substitute, claim(5, 2))

    found = at_once(2, act)
    game = day.game()
    confirmed = game.reports.filter(state=State.CONFIRMED).count()
    if game.status == Game.Status.FINAL:
        assert confirmed == 1
        assert any(isinstance(each, Refused) and each.code == "game-over" for each in found) or (
            game.reports.count() == 2
        )
    else:
        assert confirmed == 0
        assert states(day) == [State.DISPUTED, State.DISPUTED]


@pytest.mark.django_db(transaction=True)
def test_a_report_sent_by_several_requests_at_once_is_stored_once():
    day = a_day()
    found = at_once(4, lambda number: day.report(day.home, claim(), key="once"))
    assert len({each.pk for each in found if isinstance(each, GameReport)}) == 1
    assert all(
        isinstance(each, GameReport) or each.code in ("sent-twice", "game-exists") for each in found
    )
    assert GameReport.objects.count() == 1
    assert day.game().status == Game.Status.REPORTED


@pytest.mark.rule("T0.06d")
def test_t0_06d_a_series_that_was_played_before_though_it_comes_later_makes_nothing_official():
    day = a_day()
    later = (
        Series.objects.filter(event__key=day.tournament.scope, home=day.series.home)
        .exclude(pk=day.series.pk)
        .order_by("-pk")[0]
    )
    assert later.home_column > day.series.home_column
    # The last series of the schedule was played first, and then the first one reported.
    record_game(series_id=later.pk, number=1, transcript=["6"], acting_user=None)
    day.report(day.home, claim())
    assert make_official(series_ids=[day.series.pk]) == 0
    assert day.game().status == Game.Status.REPORTED
    # One that begins now is later.
    another = (
        Series.objects.filter(event__key=day.tournament.scope)
        .filter(home__in=(day.series.home, day.series.away))
        .exclude(pk__in=(day.series.pk, later.pk))
        .order_by("pk")[0]
    )
    record_game(series_id=another.pk, number=1, transcript=["6"], acting_user=None)
    assert make_official(series_ids=[day.series.pk]) == 1
    assert day.game().status == Game.Status.FINAL
