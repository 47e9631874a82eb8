from config.live.models import LiveEvent


def poke(topic: str) -> None:
    """Tell whoever watches this topic to look again, once the caller's transaction commits."""
    LiveEvent.objects.create(topic=topic)
