"""What an act would change, for API clients."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.seriesday.changes import Changes


class ChangeSerializer(serializers.Serializer[Any]):
    what = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class ChangesSerializer(serializers.Serializer[Any]):
    """What would stand otherwise; nothing has been stored."""

    game = ChangeSerializer(many=True)
    sheets = ChangeSerializer(many=True)
    standings = ChangeSerializer(many=True)
    eligibility = ChangeSerializer(many=True, help_text="Who may pitch next.")


def as_data(changes: Changes) -> dict[str, Any]:
    """The changes as plain values."""
    return dict(ChangesSerializer(changes).data)
