"""Clubs that drop out, and everything that such a drop touches."""

from games.models import Series
from games.services.playing import play_series
from pitching.models import PitchingSheet, SheetSeries
from tests.builders import director_of
from tournaments.models import Drop, Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.tables import table
from tournaments.services.drops import drop_club


def play_rounds(tournament: Tournament, *numbers: int) -> None:
    ids = Series.objects.filter(
        event__key=tournament.scope, fixture__round__number__in=numbers, completed_at=None
    ).values_list("pk", flat=True)
    play_series(series_ids=list(ids), acting_user=None)


def drop(tournament: Tournament, number: int, **changes) -> Drop:
    given = {"reason": "He fell ill", "nobody_found": True, **changes}
    return drop_club(
        tournament=tournament, number=number, acting_user=director_of(tournament), **given
    )


def picture(tournament: Tournament) -> dict[str, object]:
    """Everything a drop touches, to be held against a later moment."""
    loaded = load_league(tournament)
    return {
        "standings": [
            (line.entrant.number, line.row.place.label, str(line.row.record.overall))
            for line in table(loaded)
        ],
        "schedule": [(meeting.series_id, meeting.state) for meeting in loaded.meetings],
        "sheets": list(SheetSeries.objects.order_by("pk").values_list("pk", "struck")),
        "bound": list(PitchingSheet.objects.order_by("pk").values_list("pk", "bound_to")),
        "state": Tournament.objects.get(pk=tournament.pk).state,
    }
