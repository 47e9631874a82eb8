"""Who sees charts: ours everybody, others anyone who has an account and their number (who plays by
them looks them up); who lays some down: anyone who makes cards."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.http import Http404

from config.people.models import User
from config.people.scopes import is_staff
from games.systems.deep_drive.charts.library import number_of_the_house
from games.systems.deep_drive.models import ChartSet
from rosters.access import Visitor

OURS = 0


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
