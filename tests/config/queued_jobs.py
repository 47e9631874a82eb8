"""Jobs as their tests have them: queued, begun, looked up again."""

from typing import Any

from config.jobs import progress, services
from config.jobs.models import Job


def queue(key: str = "count:1", **changes: Any) -> Job:
    """A queued job whose message waits for a commit that, in these tests, never comes."""
    settings: dict[str, Any] = {
        "kind": "count",
        "key": key,
        "scope": "tournament:7",
        "label": "Counting",
        "arguments": {"to": 3},
        "acting_user": None,
    }
    return services.enqueue(**{**settings, **changes})


def start(job: Job) -> progress.Attempt:
    attempt = progress.claim(str(job.pk))
    assert attempt is not None
    return attempt


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state
