from collections.abc import Collection
from datetime import datetime

from django.db.models import Q

from config.live.models import LiveEvent

MOST_SKIPPED = 100


def latest_event_id() -> int:
    """The id of the newest event, 0 when there has been none."""
    return LiveEvent.objects.order_by("-id").values_list("id", flat=True).first() or 0


def skipped_event_ids(newest: int) -> list[int]:
    """The ids shortly before this one that no event has: of transactions that were rolled back, or
    have not committed yet."""
    first = max(1, newest - MOST_SKIPPED)
    ids = LiveEvent.objects.filter(id__gte=first, id__lte=newest).values_list("id", flat=True)
    return sorted({*range(first, newest)}.difference(ids))


def event_id_before(moment: datetime) -> int:
    """The id of the newest event older than this, 0 when there is none."""
    older = LiveEvent.objects.filter(at__lt=moment).order_by("-at")
    return older.values_list("id", flat=True).first() or 0


def events_after(last: int, missing: Collection[int] = ()) -> list[tuple[int, str]]:
    """(id, topic) of all events after this one, and of earlier ids not seen when they were due."""
    wanted = Q(id__gt=last)
    if missing:
        wanted |= Q(id__in=missing)
    return list(LiveEvent.objects.filter(wanted).order_by("id").values_list("id", "topic"))


def topics_changed_after(last: int, topics: Collection[str]) -> list[tuple[int, str]]:
    """(newest id, topic) of these topics' changes after this event."""
    rows = LiveEvent.objects.filter(id__gt=last, topic__in=topics).order_by("id")
    return [(event_id, topic) for topic, event_id in dict(rows.values_list("topic", "id")).items()]
