"""The sources this product knows by name, as their rows are made at their first use."""

from __future__ import annotations

from rosters.models import Source

HOUSE, HOUSE_NAME = "fictional", "Horsehide's fictional league"
"""It can be had anywhere: its players are made when they are asked for, its parks are always there.
"""

RETROSHEET = (
    "The information used here was obtained free of charge from and is copyrighted by Retrosheet. "
    'Interested parties may contact Retrosheet at "www.retrosheet.org".'
)
"""The notice that Retrosheet asks for where its data, or figures computed from them, are shown."""

LAHMAN = (
    "lahman",
    "Lahman Baseball Database",
    Source.Kind.IMPORTED,
    "Lahman Baseball Database, copyright Sean Lahman; maintained by SABR. CC BY-SA 3.0. Park data "
    f"and splits rest on Retrosheet. {RETROSHEET}",
)
FICTIONAL = (HOUSE, HOUSE_NAME, Source.Kind.INVENTED, "")

FICTIONAL_SEED = "horsehide/1"
FICTIONAL_YEAR = 2001
