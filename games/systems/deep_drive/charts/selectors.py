"""Charts by their number: as games look them up, and who sees which. A set never changes once it is
stored.

Ours everybody sees, others anyone who has an account and their number (who plays by them looks them
up).
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256

from django.db.models import Q, QuerySet
from django.http import Http404

from config.people.models import User
from config.people.scopes import is_staff
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.text.chart_files import charts_of_rows
from rosters.access import Visitor

OURS = 0
"""The number of our own charts, which are no set."""


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


def listed(user: Visitor) -> QuerySet[ChartSet]:
    """One's own and the house's, the latest first; all for staff."""
    if is_staff(user):
        return ChartSet.objects.select_related("entered_by")
    own = Q(entered_by=user) if isinstance(user, User) else Q()
    if not own:
        return ChartSet.objects.none()
    return ChartSet.objects.filter(own | Q(pk=number_of_the_house())).select_related("entered_by")


def the_charts(user: Visitor, number: int) -> ChartSet | None:
    """The set of a number; ``None`` are ours. To whom it is not shown it does not exist."""
    if number == OURS:
        return None
    found = ChartSet.objects.filter(pk=number).first() if user.is_authenticated else None
    if found is None:
        raise Http404("No such charts.")
    return found
