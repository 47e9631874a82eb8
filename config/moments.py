"""Dates and times that people type without a zone: they are of the zone that is active."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework import serializers

SKIPPED = "no-such-hour"


def of_zone(local: datetime, zone: tzinfo) -> datetime:
    """The moment that a clock of the zone shows so; the first of two, where clocks are put back.
    Raises ``ValueError``, in words, for an hour that is skipped where they are put forward."""
    # By the clock before the change, and by the clock after it.
    by_first, by_second = (
        local.replace(tzinfo=zone, fold=fold).astimezone(UTC).astimezone(zone) for fold in (0, 1)
    )
    if by_first.replace(tzinfo=None) != local:
        raise ValueError(
            f"There is no {local:%H:%M} on that day: clocks are put forward. Say {by_second:%H:%M} "
            f"or {by_first:%H:%M}."
        )
    return by_first


class MomentField(forms.DateTimeField):
    """Refused: ``no-such-hour``."""

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except ValidationError as error:
            if getattr(error, "code", "") != "ambiguous_timezone" or not error.params:
                raise
            try:
                return of_zone(error.params["datetime"], timezone.get_current_timezone())
            except ValueError as skipped:
                raise ValidationError(str(skipped), code=SKIPPED) from None


class MomentSentField(serializers.DateTimeField):
    """In the API, where a zone may be sent as well. Refused: ``no-such-hour``."""

    def enforce_timezone(self, value: datetime) -> datetime:
        zone = getattr(self, "timezone", None) or timezone.get_current_timezone()
        if timezone.is_naive(value):
            try:
                return of_zone(value, zone)
            except ValueError as skipped:
                raise serializers.ValidationError(str(skipped), code=SKIPPED) from None
        return super().enforce_timezone(value)
