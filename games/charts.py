"""The charts that the operator of the house owns, in place of ours (``OWNED_CHARTS``)."""

from __future__ import annotations

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.refusals import Refused
from games.card_games.registry import card_games
from games.systems.registry import system


def use_charts(system_key: str, folder: str) -> None:
    """Play a game system by the charts in a folder from now on, by ours where it is empty.

    ``ImproperlyConfigured`` with everything that is wrong with them, by file, row and column: a
    house does not open with half a chart.
    """
    game = card_games().get(system_key)
    if game is None:
        raise ImproperlyConfigured(f"{system_key} has no charts of an owner.")
    try:
        game.use_charts(Path(folder) if folder else None)
    except Refused as refused:
        faults = "\n".join(f"  {one.place}: {one.message}" for one in refused.refusals)
        name = system(system_key).name
        raise ImproperlyConfigured(f"The charts of {name} are refused:\n{faults}") from refused
