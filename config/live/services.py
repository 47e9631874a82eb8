from datetime import datetime, timedelta

from django.db import transaction

from config.inserting import insert_objects
from config.live.hub import wake_hubs
from config.live.models import LiveEvent
from config.live.postgresql import notify

# A browser that was away longer than this loads the whole page again.
KEPT = timedelta(days=1)


def publish(*topics: str) -> None:
    """Tell everyone who watches these topics to look again, once the caller's transaction
    commits."""
    insert_objects(LiveEvent(topic=topic) for topic in topics)
    notify()
    transaction.on_commit(wake_hubs)


def forget_old_events(*, now: datetime) -> int:
    """Delete the events that no returning browser will ask for; how many there were."""
    return LiveEvent.objects.filter(at__lt=now - KEPT).delete()[0]
