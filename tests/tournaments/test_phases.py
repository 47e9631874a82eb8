"""Phases of an event's pitching: what carries over from one stage into the next (A-P10, T10.2t)."""

import pytest

from config.journal.models import Action
from games.models import Series
from games.planning.board import Board
from games.planning.services.rotations import set_event_rules
from pitching.models import PitchingSheet, Violation
from pitching.rules.eligibility import Role, outs_allowed
from pitching.selectors.sheets import sheet_values
from pitching.selectors.staff import pitchers_of
from rosters.models import Card, Squad
from tests.builders import browser, director_of, league
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import MATCHUPS, ROUND_ROBIN, StageSpec, spec_from_json, spec_to_json
from tournaments.services.drawing import advance_event
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db

LENGTH = 4


def play(tournament: Tournament) -> None:
    play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)


def event(*, resets: bool = False, **carries: bool) -> Tournament:
    """Four clubs have met each other, and the first two meet again in a second stage."""
    made = league(4, started=False, system_key="purestrat", card_set=a_purestrat_set().slug)
    director = director_of(made)
    second = StageSpec(MATCHUPS, "Second", LENGTH, entry=AdvanceRule(2), **carries)
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
    return Series.objects.filter(scope=tournament.scope).order_by("-pk")[0]


def allowed(tournament: Tournament, role: Role) -> dict[int, int]:
    """By card, the outs that everybody of the home club of the second stage who has no other role
    may get in its first game, as the sheet says on which that goes."""
    series = second_series(tournament)
    sheet = PitchingSheet.objects.get(
        scope=tournament.scope, team=series.home_id, phase=series.phase
    )
    value = sheet_values([sheet])[sheet.pk]
    squad = Squad.objects.get(scope=tournament.scope, team=series.home_id)
    cards = Card.objects.filter(spots__squad=squad)
    return {
        pitcher.key: outs_allowed(value, sheet.its_law, pitcher, series.home_column, role)
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
    sheet = PitchingSheet.objects.get(team=series.home_id, scope=tournament.scope, phase=2)
    assert sheet.columns.count() == LENGTH
    page = browser().get(f"/sheets/{sheet.pk}/").content.decode()
    assert "phase 2" in page
    board = Board(
        Squad.objects.select_related("team").get(scope=tournament.scope, team=series.home_id)
    )
    assert board.sheet_row == sheet
    assert board.sheet == sheet_values([sheet])[sheet.pk]


@pytest.mark.rule("T10.2t")
def test_t10_2t_fresh_bullpens_end_with_the_round_robin_and_all_carries_over():
    tournament = event(resets=True)
    series = second_series(tournament)
    assert series.phase == 2
    sheets = PitchingSheet.objects.filter(scope=tournament.scope)
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
