"""Charts by their number, as games look them up; a set never changes once it is stored."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256

from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.text.chart_files import charts_of_rows


def charts_numbered(number: int) -> Charts | None:
    """The charts of a set, ``None`` where there is none. One query, and one more the first time."""
    digest = ChartSet.objects.filter(pk=number).values_list("digest", flat=True).first()
    return _charts(digest) if digest is not None else None


@lru_cache(maxsize=64)
def _charts(digest: str) -> Charts:
    rows = ChartSet.objects.filter(digest=digest).values_list("rows", flat=True).first()
    return charts_of_rows(rows or {})


def digest_of(rows: object) -> str:
    """What tells charts apart."""
    return sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def number_of_the_house() -> int:
    """The set that is the house's by now; 0: ours as they are."""
    since = ChartSet.objects.filter(house_since__isnull=False).order_by("-house_since", "-pk")
    return since.values_list("pk", flat=True).first() or 0
