"""Faults told to Sentry, or to what speaks as it does: only where ``SENTRY_DSN`` names one, and
with a package that is not among the locked ones (the extra ``sentry``)."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.secret_parts import hidden


def start(dsn: str, sample: float) -> None:
    """Tell faults, and of so many requests (0 to 1) how long their parts took."""
    if not dsn:
        return
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, and sentry-sdk is not installed: pip install 'sentry-sdk>=2'."
        ) from error
    sentry_sdk.init(
        dsn=dsn, send_default_pii=False, traces_sample_rate=sample, before_send=without_secrets
    )


def without_secrets(event: dict[str, Any], hint: object) -> dict[str, Any]:
    """An event without what opens a door: the secret parts of addresses."""
    return {key: _clean(value) for key, value in event.items()}


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return hidden(value)
    if isinstance(value, dict):
        return {key: _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    return value
