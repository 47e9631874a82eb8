"""Phases of an event's pitching: what carries over from one stage into the next (A-P10, T10.2t)."""

from collections import defaultdict

import pytest

from config.journal.models import Action
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.services.rotations import set_event_rules
from games.services.playing import play_series
from pitching.models import PitchingSheet, SheetSeries, Violation
from pitching.rules.eligibility import Role
from pitching.selectors.sheets import sheet_values
from pitching.selectors.staff import pitchers_of, squad_of
from rosters.models import Card, Squad
from tests.builders import browser, director_of, league
from tests.markup import even
from tests.pitching.drops import drop_from_sheets, undo_drop
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.drops import drop, play_rounds
from tests.tournaments.test_stages import play_to_the_end
from tournaments.models import Fixture, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import MATCHUPS, ROUND_ROBIN, StageSpec, spec_from_json, spec_to_json
from tournaments.selectors.squads import squads_of
from tournaments.services.drawing import advance_event
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db

LENGTH = 4


def play(tournament: Tournament) -> None:
    play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)


def event(*, resets: bool = False, members: int = 2, **carries: bool) -> Tournament:
    """Four clubs have met each other, and the first two, or more, meet again in a second stage."""
    made = league(4, started=False, system_key="purestrat", card_set=a_purestrat_set().slug)
    director = director_of(made)
    second = StageSpec(MATCHUPS, "Second", LENGTH, entry=AdvanceRule(members), **carries)
    choose_format(
        tournament=made,
        stages=[StageSpec(ROUND_ROBIN, "First", LENGTH), second],
        divisions=1,
        acting_user=director,
    )
    set_event_rules(
        scope=made.scope,
        values={"bullpen_resets": resets, "declared": "game", "published": False},
        acting_user=director,
    )
    made = start_tournament(tournament=made, acting_user=director)
    play(made)
    advance_event(tournament=made, acting_user=director)
    return made


def second_series(tournament: Tournament) -> Series:
    return Series.objects.filter(event__key=tournament.scope).order_by("-pk")[0]


def allowed(tournament: Tournament, role: Role) -> dict[int, int]:
    """By card, the outs that everybody of the home club of the second stage who has no other role
    may get in its first game, as the sheet says on which that goes."""
    series = second_series(tournament)
    sheet = PitchingSheet.objects.get(
        event__key=tournament.scope, team=series.home_id, phase=series.phase
    )
    value = sheet_values([sheet])[sheet.pk]
    squad = Squad.objects.get(event__key=tournament.scope, team=series.home_id)
    cards = Card.objects.filter(spots__squad=squad)
    return {
        pitcher.key: sheet.its_law.eligibility(value, pitcher, series.home_column, role).outs
        for pitcher in pitchers_of(cards, "purestrat")
        if (pitcher.starts, pitcher.relieves) == (role is Role.START, role is Role.RELIEF)
    }


def test_where_everything_carries_over_the_sheets_go_on():
    tournament = event()
    assert second_series(tournament).phase == 1
    assert set(PitchingSheet.objects.values_list("phase", flat=True)) == {1}
    assert 0 in allowed(tournament, Role.START).values(), "who started lately rests"


@pytest.mark.parametrize("rotation", [True, False])
@pytest.mark.parametrize("bullpen", [True, False])
def test_a_stage_says_what_carries_over(rotation, bullpen):
    if rotation and bullpen:
        return
    tournament = event(rotation_carries=rotation, bullpen_carries=bullpen)
    series = second_series(tournament)
    assert (series.phase, series.home_column) == (2, 3 * LENGTH + 1), "columns run on"
    assert allowed(tournament, Role.START)
    rested = set(allowed(tournament, Role.START).values()) == {30}
    fresh = set(allowed(tournament, Role.RELIEF).values()) == {12}
    assert (rested, fresh) == (not rotation, not bullpen)
    carried = Action.objects.filter(scope=tournament.scope, code="sheet-carried-over")
    assert carried.count() == (2 if rotation or bullpen else 0)
    play(tournament)
    assert not Violation.objects.exists()
    sheet = PitchingSheet.objects.get(team=series.home_id, event__key=tournament.scope, phase=2)
    assert sheet.columns.count() == LENGTH
    page = even(browser().get(f"/sheets/{sheet.pk}/").content.decode())
    assert "phase 2" in page
    first = PitchingSheet.objects.get(team=series.home_id, event__key=tournament.scope, phase=1)
    # From each phase to the one beside it, whatever carries over.
    assert f'href="/sheets/{first.pk}/">Phase 1' in page
    before = even(browser().get(f"/sheets/{first.pk}/").content.decode())
    assert f'href="/sheets/{sheet.pk}/">Phase 2' in before
    assert sheet.pk in [held.sheet for held in squads_of(tournament)]
    told = browser().get(f"/api/v1/sheets/{first.pk}/").json()
    assert told["phases"] == [first.pk, sheet.pk]
    board = PlanBoard(
        Squad.objects.select_related("team").get(event__key=tournament.scope, team=series.home_id)
    )
    assert board.sheet_row == sheet
    assert board.sheet == sheet_values([sheet])[sheet.pk]


@pytest.mark.rule("T0.08m", "T0.08n")
def test_t0_08_a_drop_in_a_later_phase_is_one_on_its_sheets():
    """Both of the others' series with the club are on the second sheets, whose columns run on; what
    stands on the first ones stays."""
    tournament = event(members=4, bullpen_carries=False)
    rows = Series.objects.filter(event__key=tournament.scope, phase=2).order_by("pk")
    play_series(series_ids=[rows[0].pk], acting_user=None)
    gone = rows[0].home_id
    met = rows[0].away_id
    done = drop_from_sheets(
        scope=tournament.scope, team_id=gone, reason="He left", acting_user=None, thrown_out=True
    )
    assert done.erased == (met,)
    struck = SheetSeries.objects.exclude(struck="").select_related("sheet")
    assert {each.sheet.phase for each in struck} == {2}
    erased = struck.get(struck="erased")
    assert (erased.sheet.team_id, erased.key) == (met, f"series:{rows[0].pk}")
    assert list(erased.columns) == list(range(3 * LENGTH + 1, 4 * LENGTH + 1))
    second = PitchingSheet.objects.get(event__key=tournament.scope, team=met, phase=2)
    value = sheet_values([second])[second.pk]
    # Who started the last games of the first phase rests in the games behind the erased series.
    last = max(value.outings, key=lambda each: each.column if each.column <= 3 * LENGTH else 0)
    assert last.column == 3 * LENGTH
    starters = {
        each.pitcher
        for each in value.outings
        if each.started and 3 * LENGTH - 3 < each.column <= 3 * LENGTH
    }
    staff = {player.key: player for player in pitchers_of(squad_of(second), "purestrat")}
    behind = 4 * LENGTH + 1
    for card in starters:
        answer = second.its_law.eligibility(value, staff[card], behind, Role.START)
        assert not answer.eligible
        assert "rest-after-start" in [reason.code for reason in answer.reasons]
    assert not [each for each in SheetSeries.objects.filter(sheet__phase=1) if each.struck]
    undo_drop(scope=tournament.scope, struck=done.struck, bound=done.sheets, reason="He is back")
    assert not SheetSeries.objects.exclude(struck="").exists()


@pytest.mark.rule("T10.2t")
def test_t10_2t_fresh_bullpens_end_with_the_round_robin_and_all_carries_over():
    tournament = event(resets=True)
    series = second_series(tournament)
    assert series.phase == 2
    sheets = PitchingSheet.objects.filter(event__key=tournament.scope)
    assert {(sheet.phase, sheet.bullpen_resets) for sheet in sheets} == {(1, True), (2, False)}
    assert 0 in allowed(tournament, Role.START).values()
    assert min(allowed(tournament, Role.RELIEF).values()) < 12


def test_dice_keep_no_sheets_and_have_no_phases():
    made = league(4, started=False)
    stages = [
        StageSpec(ROUND_ROBIN, "First", 3),
        StageSpec(MATCHUPS, "Second", 3, rotation_carries=False, entry=AdvanceRule(2)),
    ]
    director = director_of(made)
    choose_format(tournament=made, stages=stages, divisions=1, acting_user=director)
    made = start_tournament(tournament=made, acting_user=director)
    play(made)
    advance_event(tournament=made, acting_user=director)
    assert second_series(made).phase == 1
    assert not PitchingSheet.objects.exists()


def test_a_stage_tells_what_begins_afresh_and_reads_back():
    spec = StageSpec(MATCHUPS, "Second", 4, rotation_carries=False, entry=AdvanceRule(2))
    assert spec.told == "1 power matchup by rank, series of 4; rotations begin afresh"
    assert spec_from_json(spec_to_json(spec)) == spec
    # Stages that were stored before there was such a setting carry everything over.
    old = {key: value for key, value in spec_to_json(spec).items() if not key.endswith("_carries")}
    assert spec_from_json(old).rotation_carries


@pytest.mark.parametrize("number", range(1, 7))
def test_games_of_the_next_stage_stand_behind_columns_that_were_struck(number):
    """Whoever was to meet a club that is gone, at home or away, keeps the column empty (T0.08)."""
    made = league(6, started=False)
    director = director_of(made)
    stages = [
        StageSpec(ROUND_ROBIN, "First", 2),
        StageSpec(MATCHUPS, "Second", 2, rounds=2, entry=AdvanceRule(5)),
    ]
    choose_format(tournament=made, stages=stages, divisions=1, acting_user=director)
    made = start_tournament(tournament=made, acting_user=director)
    play_rounds(made, 1, 2, 3)
    drop(made, number)
    play_to_the_end(made)
    assert Series.objects.filter(event__key=made.scope, called_off_at__isnull=False).count() == 2
    columns: dict[str, dict[int, list[int]]] = {
        stage.name: defaultdict(list) for stage in made.stages.all()
    }
    for fixture in Fixture.objects.filter(series__event__key=made.scope).select_related("series"):
        series, stage = fixture.series, fixture.round.stage.name
        for club, first in (
            (series.home_id, series.home_column),
            (series.away_id, series.away_column),
        ):
            columns[stage][club] += range(first, first + series.length)
    assert len(columns["Second"]) >= 4
    for club, found in columns["Second"].items():
        assert sorted(columns["First"][club]) == list(range(1, 11))
        assert sorted(found) == list(range(11, 11 + len(found)))
