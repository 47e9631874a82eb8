"""What `manage.py check --deploy` refuses beside what Django warns of."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register

SHORTEST_KEY = 50
FEWEST_SIGNS = 10


@register(Tags.security, deploy=True)
def strong_key(app_configs: Any, **more: Any) -> list[Error]:
    """Anyone who guesses the key forges sessions, sign-in links and invites."""
    key = str(settings.SECRET_KEY)
    if len(key) >= SHORTEST_KEY and len(set(key)) >= FEWEST_SIGNS:
        return []
    return [
        Error(
            f"SECRET_KEY has {len(key)} characters, {len(set(key))} of them different: at least "
            f"{SHORTEST_KEY} and {FEWEST_SIGNS} are wanted.",
            hint="python -c 'import secrets; print(secrets.token_urlsafe(50))'",
            id="horsehide.E001",
        )
    ]


@register(Tags.security, deploy=True)
def strong_metrics_token(app_configs: Any, **more: Any) -> list[Error]:
    """Figures tell strangers how many play, and when."""
    token = settings.METRICS_TOKEN
    if not token or len(token) >= 20:
        return []
    return [
        Error("METRICS_TOKEN has fewer than 20 characters.", id="horsehide.E002"),
    ]
