"""What a job keeps of a sheet is what stands on it, whatever was done to it meanwhile."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pitching.models import PitchingSheet, SheetSeries
from pitching.rules.sheet import Sheet
from pitching.selectors.sheets import SheetReader, sheet_values
from pitching.services.recording import take_back_columns
from pitching.services.sheets import (
    SeriesPlace,
    add_bye,
    bind_series,
    erase_series,
    go_on_from,
    shorten_series,
)
from tests.builders import person
from tests.pitching.builders import SCOPE, Club, two_clubs


def series_at(club: Club, column: int) -> SheetSeries:
    return SheetSeries.objects.get(sheet=club.sheet, first_column=column)


def acts(club: Club) -> dict[str, Callable[[], object]]:
    director = person("Director")
    return {
        "a game": lambda: club.record(1, (1, 18), (5, 9)),
        "its correction": lambda: club.record(1, (1, 17), (5, 10)),
        "a suspended game": lambda: club.record(2, (2, 12), suspended=True),
        "its end": lambda: club.record(2, (2, 15), (6, 12)),
        "another series": lambda: club.record(4, (3, 27)),
        "the last one": lambda: club.record(7, (4, 27)),
        "a game taken back": lambda: take_back_columns(
            sheet_ids=[club.sheet.pk], keys=["game:2"], reason="Void", acting_user=None
        ),
        "a series over early": lambda: shorten_series(scope=SCOPE, lengths={"series:4": 1}),
        "the last one bound": lambda: bind_series(
            series=series_at(club, 7), met=series_at(club, 1), acting_user=None
        ),
        "a bye": lambda: add_bye(
            sheet=club.sheet,
            place=SeriesPlace("series:10", club.opponent.pk, 10, 3),
            reason="Nobody is left",
            acting_user=director,
        ),
        "a series erased": lambda: erase_series(
            series=series_at(club, 4), reason="They dropped out", acting_user=director
        ),
        "relief that starts fresh": lambda: PitchingSheet.objects.filter(pk=club.sheet.pk).update(
            bullpen_resets=True, law={"reset_series_games": 3}
        ),
    }


@pytest.mark.django_db
def test_a_kept_sheet_is_the_one_that_anybody_reads_after_every_act():
    club, _ = two_clubs()
    reader = SheetReader()
    without_effect = []
    before = Sheet()
    for name, act in acts(club).items():
        act()
        sheet = PitchingSheet.objects.select_related("previous").get(pk=club.sheet.pk)
        found = reader.values([sheet])[sheet.pk]
        assert found == sheet_values([sheet])[sheet.pk], name
        assert reader.values([sheet])[sheet.pk] is found, name
        if found == before:
            without_effect.append(name)
        before = found
    # Columns of games that were never played are on no sheet.
    assert without_effect == ["a series over early"]


@pytest.mark.django_db
def test_a_phase_that_goes_on_from_another_follows_that_one():
    before, _ = two_clubs()
    after, _ = two_clubs(phase=2)
    before.record(1, (1, 18), (5, 9))
    go_on_from(sheet=after.sheet, previous=before.sheet, acting_user=None)
    sheet = PitchingSheet.objects.select_related("previous").get(pk=after.sheet.pk)
    reader = SheetReader()
    assert len(reader.values([sheet])[sheet.pk].outings) == 2
    before.record(2, (2, 27))
    assert len(reader.values([sheet])[sheet.pk].outings) == 3


@pytest.mark.django_db
def test_outings_are_read_again_only_where_something_was_written():
    home, away = two_clubs()
    home.record(1, (1, 27))
    away.record(1, (1, 27))
    sheets = list(PitchingSheet.objects.order_by("pk"))
    reader = SheetReader()

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            reader.values(sheets)
        return len(seen)

    assert queries() == 4
    assert queries() == 2
    home.record(2, (2, 27))
    assert queries() == 4
    assert queries() == 2
    assert reader.values([]) == {}
