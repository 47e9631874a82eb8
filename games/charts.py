"""The charts that whoever runs the house owns, in place of ours (``PURESTRAT_CHARTS``)."""

from __future__ import annotations

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from games.engine.refusals import Refused
from games.engine.systems import system
from games.engine.systems.purestrat.chart_files import load_charts, owners_texts
from games.engine.systems.purestrat.system import Purestrat


def use_charts(folder: str) -> None:
    """Play Purestrat by the charts in a folder from now on, by ours where it is empty.

    ``ImproperlyConfigured`` with everything that is wrong with them, by file, row and column: a
    house does not open with half a chart.
    """
    purestrat = system(Purestrat.key)
    assert isinstance(purestrat, Purestrat)  # noqa: S101 - the registry says so
    try:
        purestrat.charts = load_charts(owners_texts(Path(folder))) if folder else None
    except Refused as refused:
        faults = "\n".join(f"  {one.place}: {one.message}" for one in refused.refusals)
        raise ImproperlyConfigured(f"PURESTRAT_CHARTS is refused:\n{faults}") from refused
