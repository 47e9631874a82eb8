"""A club drops out: the sheets of the others, and the rotations that are played upon them."""

from html import unescape

import pytest
from django.urls import reverse

from config.refusals import Refused
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.services.rotations import declare_starts
from games.services.playing import play_series
from pitching.models import ColumnEntry, Outing, PitchingSheet, SheetColumn, SheetSeries
from pitching.rules.eligibility import Role
from pitching.selectors.sheets import sheet_values
from pitching.selectors.staff import pitchers_of, squad_of
from rosters.models import Squad
from tests.builders import browser, league, person
from tests.pitching.drops import drop_from_sheets
from tests.rosters.builders import a_purestrat_set
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    cards = a_purestrat_set()
    return league(
        4, system_key="purestrat", card_set=cards.slug, format=Format(legs=1, series_length=2)
    )


def series_of(event) -> list[Series]:
    return list(Series.objects.filter(event__key=event.scope).order_by("pk"))


@pytest.mark.rule("T0.08l", "T0.08m", "T0.08n", "T0.08o", "T0.08p")
def test_t0_08_the_last_opponent_loses_the_series_and_the_earlier_one_is_bound(event):
    rounds = series_of(event)
    # Two rounds of three have been played: the club has met two of the others.
    play_series(series_ids=[each.pk for each in rounds[:4]], acting_user=None)
    dropped = rounds[0].home_id
    first, second = (
        next(each for each in part if dropped in (each.home_id, each.away_id))
        for part in (rounds[:2], rounds[2:4])
    )
    third = next(each for each in rounds[4:] if dropped in (each.home_id, each.away_id))

    def other(series: Series) -> int:
        return series.away_id if series.home_id == dropped else series.home_id

    done = drop_from_sheets(
        scope=event.scope,
        team_id=dropped,
        reason="He left",
        acting_user=person("Director"),
        thrown_out=True,
    )
    assert done.erased == (other(second),)
    assert done.bound == (other(first),)
    assert done.byes == {other(third): 1}
    sheets = {sheet.team_id: sheet for sheet in PitchingSheet.objects.select_related("team")}
    values = sheet_values(sheets.values())

    def value(series: Series):
        return values[sheets[other(series)].pk]

    def columns(series: Series) -> set[int]:
        first = series.home_column if series.home_id != dropped else series.away_column
        return {first, first + 1}

    assert value(second).struck == columns(second)
    assert value(third).struck == columns(third)
    assert value(first).struck == frozenset()
    assert value(first).binding.stands_at == min(columns(first))
    # T0.08o: who started those two games may start the last series, as he might have then.
    sheet = sheets[other(first)]
    bound = value(first)
    starters = {outing.column: outing.pitcher for outing in bound.outings if outing.started}
    staff = {player.key: player for player in pitchers_of(squad_of(sheet), "purestrat")}
    for place, column in enumerate(sorted(columns(first))):
        answer = sheet.its_law.eligibility(
            bound, staff[starters[column]], bound.binding.first + place, Role.START
        )
        assert "rest-after-start" not in [reason.code for reason in answer.reasons]
    again = drop_from_sheets(
        scope=event.scope,
        team_id=dropped,
        reason="Again",
        acting_user=person("Director 2"),
        thrown_out=True,
    )
    assert (again.erased, again.byes, again.bound) == ((), {}, ())


def test_a_drop_without_a_reason_changes_nothing(event):
    rounds = series_of(event)
    play_series(series_ids=[rounds[0].pk], acting_user=None)
    with pytest.raises(Refused):
        drop_from_sheets(
            scope=event.scope,
            team_id=rounds[0].home_id,
            reason=" ",
            acting_user=None,
            thrown_out=True,
        )
    assert not SheetSeries.objects.exclude(struck="").exists()


@pytest.mark.rule("T0.08q")
def test_t0_08q_who_relieved_and_is_meant_to_start_the_bound_series_is_warned_of(event):
    rounds = series_of(event)
    play_series(series_ids=[each.pk for each in rounds[:4]], acting_user=None)
    dropped = rounds[0].home_id
    drop_from_sheets(
        scope=event.scope,
        team_id=dropped,
        reason="He left",
        acting_user=person("Director"),
        thrown_out=True,
    )
    sheet = PitchingSheet.objects.exclude(bound_to=None).get()
    squad = Squad.objects.get(event__key=event.scope, team=sheet.team)
    first = sheet_values([sheet])[sheet.pk].binding.first
    board = PlanBoard(squad)
    before = SheetColumn.objects.filter(sheet=sheet, number__lt=first).order_by("number").last()
    assert before is not None
    entry = ColumnEntry.objects.get(column=before, version=before.version)
    swing = next(
        player.key
        for player in board.starters
        if player.relieves and board.may_start(player.key, first, {}).eligible
    )
    director = event.roles.get().user
    declare_starts(squad=squad, starts={first: swing}, acting_user=director)
    page = reverse("planning:rotation", args=[squad.pk])
    assert "pl-warning" not in browser(director).get(page).content.decode()
    # In the last series but one he comes in for an inning.
    Outing.objects.update_or_create(
        entry=entry, card_id=swing, defaults={"place": 19, "outs": 3, "started": False}
    )
    shown = unescape(browser(director).get(page).content.decode())
    warning = shown.partition('class="pl-warning" role="alert">')[2].partition("<")[0]
    assert "relie" in warning
    # Taken off, he is not declared there again.
    declare_starts(squad=squad, starts={first: 0}, acting_user=director)
    with pytest.raises(Refused):
        declare_starts(squad=squad, starts={first: swing}, acting_user=director)
