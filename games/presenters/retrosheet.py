"""Finished games as an archive of Retrosheet files: events by home club, clubs, rosters."""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Sequence

from games.engine.folds.retrosheet import (
    Facts,
    codes_of,
    event_file,
    roster_file,
    team_file,
)
from games.models import Game, Series
from games.records import record_of

NOTE = """Event files of games played at Horsehide, in the form that Retrosheet has published.

They hold simulated or tabletop games and no data of Retrosheet's. Chadwick reads them:
cwbox -y YEAR YEARCLB.EVN
"""


def archive(series: Series, games: Sequence[Game]) -> bytes:
    """A zip of the files of these games of a series; ``not-exportable`` for one that has none."""
    codes = dict(
        zip(
            (series.away_id, series.home_id),
            codes_of(series.away.abbreviation, series.home.abbreviation),
            strict=True,
        )
    )
    counts_from = {series.away_id: 0, series.home_id: 500}
    events: dict[str, list[str]] = defaultdict(list)
    rosters: dict[str, set[str]] = defaultdict(set)
    files: dict[str, str] = {"README.txt": NOTE}
    for game in games:
        facts = _facts(game, codes, counts_from)
        record = record_of(game)
        events[f"{facts.year}{codes[game.home_id]}.EVN"].append(event_file(record, facts))
        files[f"TEAM{facts.year}"] = team_file(facts)
        for side, code in enumerate(facts.codes):
            lines = roster_file(record, facts, side).splitlines(keepends=True)
            rosters[f"{code}{facts.year}.ROS"].update(lines)
    files |= {name: "".join(texts) for name, texts in events.items()}
    files |= {name: "".join(sorted(lines)) for name, lines in rosters.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, text in sorted(files.items()):
            # The same games give the same bytes.
            into.writestr(zipfile.ZipInfo(name), text)
    return packed.getvalue()


def _facts(game: Game, codes: dict[int, str], counts_from: dict[int, int]) -> Facts:
    day = game.finished_at or game.started_at
    return Facts(
        codes=(codes[game.away_id], codes[game.home_id]),
        names=(game.away.name, game.home.name),
        date=f"{day:%Y/%m/%d}",
        number=game.number % 10,
        site=game.park,
        counts_from=(counts_from[game.away_id], counts_from[game.home_id]),
    )
