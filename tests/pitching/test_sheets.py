"""Sheets across phases, and what a club that drops out does to them."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from pitching.models import SheetSeries
from pitching.rules.eligibility import Role
from pitching.rules.law import PitchingLaw
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.selectors.sheets import sheet_values
from pitching.services.sheets import (
    SeriesPlace,
    add_bye,
    bind_series,
    erase_series,
    go_on_from,
    open_sheets,
)
from tests.builders import person
from tests.pitching.builders import Club, two_clubs


def outs(club: Club, number: int, column: int, role: Role = Role.RELIEF) -> int:
    value = sheet_values([club.sheet])[club.sheet.pk]
    pitcher = club.staff[club.card(number)]
    return club.sheet.its_law.eligibility(value, pitcher, column, role).outs


def codes(act, **kwargs):
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return [refusal.code for refusal in caught.value.refusals]


def series_at(club: Club, column: int) -> SheetSeries:
    return SheetSeries.objects.get(sheet=club.sheet, first_column=column)


@pytest.mark.django_db
def test_a_sheet_keeps_the_law_of_the_day_it_was_opened():
    law = PitchingLaw(rest_before_start=3, accepted_start_keeps_turn=True)
    home, away = two_clubs(law)
    home.sheet.refresh_from_db()
    assert home.sheet.its_law == RestAndRelief(law)
    assert home.sheet.law == {"rest_before_start": 3, "accepted_start_keeps_turn": True}
    again = open_sheets(scope="nothing:1", team_ids=[away.team.pk], law=RestAndRelief())
    assert again[away.team.pk].its_law == RestAndRelief(law)


@pytest.mark.django_db
@pytest.mark.rule("T0.08n")
def test_t0_08n_an_erased_series_stays_to_be_read_and_counts_for_nothing():
    home, _ = two_clubs()
    home.record(1, (1, 27))
    for column in (4, 5, 6):
        home.record(column, (column % 3 + 2, 24), (6, 3))
    series = series_at(home, 4)
    assert outs(home, 6, 7) == 0
    assert codes(erase_series, series=series, reason="", acting_user=None) == ["reason-missing"]
    erase_series(series=series, reason="The Ants dropped out", acting_user=person("Director"))
    assert outs(home, 6, 7) == 12
    assert outs(home, 1, 7, Role.START) == 0
    assert series.played.count() == 3
    assert codes(erase_series, series=series, reason="Again", acting_user=None) == ["series-struck"]
    assert Action.objects.get(code="series-erased").new["columns"] == [4, 6]
    with pytest.raises(Refused) as caught:
        home.record(4, (1, 27))
    assert caught.value.code == "series-struck"


@pytest.mark.django_db
@pytest.mark.rule("T0.08l", "T0.08m")
def test_t0_08m_a_series_that_becomes_a_bye_has_no_columns():
    home, _ = two_clubs()
    home.record(3, (1, 27))
    place = SeriesPlace("series:4", home.opponent.pk, 4, 3)
    add_bye(sheet=home.sheet, place=place, reason="The Ants dropped out", acting_user=None)
    assert outs(home, 1, 9, Role.START) == 0
    assert outs(home, 1, 10, Role.START) == 30
    played = SeriesPlace("series:1", home.opponent.pk, 1, 3)
    assert codes(add_bye, sheet=home.sheet, place=played, reason="No", acting_user=None) == [
        "series-has-games"
    ]
    with pytest.raises(Refused) as caught:
        home.record(4, (2, 27))
    assert caught.value.code == "series-struck"


@pytest.mark.django_db
@pytest.mark.rule("T0.08o")
def test_t0_08o_a_bound_rotation_rests_as_if_it_stood_where_the_dropped_series_stood():
    home, away = two_clubs()
    for column in range(1, 7):
        home.record(column, ((column - 1) % 4 + 1, 27))
    home.record(7, (3, 27))
    bound, met = series_at(home, 7), series_at(home, 1)
    # No. 2 started game 6, two games before game 8.
    assert (outs(home, 2, 8, Role.START), outs(home, 4, 8, Role.START)) == (0, 30)
    assert codes(bind_series, series=met, met=met, acting_user=None) == ["series-not-another"]
    away.record(1, (1, 27))
    theirs = series_at(away, 1)
    assert codes(bind_series, series=bound, met=theirs, acting_user=None) == [
        "series-of-another-sheet"
    ]
    bind_series(series=bound, met=met, acting_user=None)
    home.sheet.refresh_from_db()
    # In the place of game 2 nobody has started but No. 3 just now.
    assert (outs(home, 2, 8, Role.START), outs(home, 3, 8, Role.START)) == (30, 0)
    assert Action.objects.get(code="series-bound").new == {"series": 7, "as": 1}


@pytest.mark.django_db
@pytest.mark.rule("T0.08o")
@pytest.mark.parametrize("struck", [1, 7])
def test_t0_08o_a_series_that_is_struck_is_neither_bound_nor_repeated(struck):
    home, _ = two_clubs()
    for column in (1, 7):
        home.record(column, (column % 4, 27))
    erase_series(series=series_at(home, struck), reason="He dropped out", acting_user=None)
    bind = {"series": series_at(home, 7), "met": series_at(home, 1), "acting_user": None}
    assert codes(bind_series, **bind) == ["series-struck"]
    home.sheet.refresh_from_db()
    assert (home.sheet.bound_to, home.sheet.bound_series) == (None, None)


@pytest.mark.django_db
def test_the_next_phase_goes_on_where_the_last_one_ended_if_the_event_says_so():
    first, _ = two_clubs()
    first.record(1, (1, 24), (6, 3))
    first.record(2, (2, 18), (6, 9))
    second, away = two_clubs(phase=2)
    assert outs(second, 2, 1, Role.START) == 30
    assert codes(go_on_from, sheet=second.sheet, previous=away.sheet, acting_user=None) == [
        "another-club"
    ]
    assert codes(go_on_from, sheet=first.sheet, previous=second.sheet, acting_user=None) == [
        "phase-not-earlier"
    ]
    go_on_from(sheet=second.sheet, previous=first.sheet, relief=False, acting_user=None)
    second.sheet.refresh_from_db()
    assert [outs(second, 2, column, Role.START) for column in (1, 3, 4)] == [0, 0, 30]
    assert outs(second, 6, 1) == 12
    second.sheet.relief_carries_over = True
    assert outs(second, 6, 1) == 0
    second.record(1, (3, 27))
    assert codes(go_on_from, sheet=second.sheet, previous=first.sheet, acting_user=None) == [
        "sheet-in-use"
    ]
