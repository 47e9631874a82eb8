"""A player's season so far, shown beside the line in a box score."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, Sum

from games.models import Series
from games.season import NOTHING, SeasonLines, Who
from tournaments.book.models import BattingSum, PitchingSum
from tournaments.book.models import Sum as Sums
from tournaments.models import Fixture, Stage
from tournaments.rules.measures import BATTING, PITCHING, average, earned_run_average

AVERAGE = next(column for column in BATTING if column.key == "average")
ERA = next(column for column in PITCHING if column.key == "era")


def season_lines(tournament: int, series: int) -> SeasonLines:
    """Return the season lines of both clubs' players in a series, over the season's stages or,
    outside them, the series' own stage."""
    of_series = Fixture.objects.filter(round__stage=OuterRef("pk"), series=series)
    stages = Stage.objects.filter(tournament=tournament).annotate(here=Exists(of_series))
    own = next((stage for stage in stages if stage.here), None)
    if own is None:
        return NOTHING
    keys = [stage.pk for stage in stages if stage.counts] if own.counts else [own.pk]
    at_bat = _summed(BattingSum, keys, series, ("hits", "at_bats", "home_runs", "runs_batted_in"))
    on_mound = _summed(PitchingSum, keys, series, ("outs", "earned_runs", "wins", "losses"))
    return SeasonLines(
        {
            who: f"{AVERAGE.shown(average(sums))}/{sums['home_runs']}/{sums['runs_batted_in']}"
            for who, sums in at_bat.items()
        },
        {
            who: f"{sums['wins']}–{sums['losses']}/{ERA.shown(earned_run_average(sums))}"
            for who, sums in on_mound.items()
        },
        ("Season", "Batting average / home runs / runs batted in of the season so far"),
        ("Season", "Won–lost / earned run average of the season so far"),
    )


def _summed(
    model: type[Sums], stages: list[int], series: int, names: tuple[str, ...]
) -> dict[Who, dict[str, int]]:
    pair = Series.objects.filter(pk=series)
    clubs = Q(team__in=pair.values("away")) | Q(team__in=pair.values("home"))
    rows: Any = model._default_manager.filter(clubs, stage__in=stages).order_by()
    summed = rows.values("team", "card").annotate(**{f"of_{name}": Sum(name) for name in names})
    return {
        (row["team"], row["card"]): {name: row[f"of_{name}"] for name in names} for row in summed
    }
