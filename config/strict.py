"""Strict types in request bodies: the framework would take 0 for a name, "yes" for true and "7" for
a number, and nobody would know what was meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework import serializers

LONGEST_LINE = 160
"""A text field of up to so many characters takes one line."""

_TEXTS = (
    serializers.CharField,
    serializers.UUIDField,
    serializers.DateTimeField,
    serializers.DateField,
    serializers.TimeField,
)
_KINDS: tuple[tuple[Any, tuple[type, ...], str], ...] = (
    (serializers.BooleanField, (bool,), "This is true or false."),
    (_TEXTS, (str,), "This is text."),
    (serializers.IntegerField, (int, float), "A whole number is asked for."),
    (serializers.FloatField, (int, float), "A number is asked for."),
    (serializers.PrimaryKeyRelatedField, (int,), "A number is asked for."),
)


def wrong_kinds(field: Any, value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """The places in a value that are not of the kind of their field, each with a sentence. What is
    missing, null or of no kind at all the framework refuses by itself."""
    if value is None:
        return
    if isinstance(field, serializers.Serializer):
        if isinstance(value, Mapping):
            for name, inner in field.fields.items():
                if not inner.read_only and name in value:
                    yield from wrong_kinds(inner, value[name], _within(place, name))
    elif isinstance(field, serializers.ListField | serializers.ListSerializer):
        if isinstance(value, list):
            for number, each in enumerate(value):
                yield from wrong_kinds(field.child, each, _within(place, number))
    elif isinstance(field, serializers.DictField):
        if isinstance(value, Mapping):
            for key, each in value.items():
                yield from wrong_kinds(field.child, each, _within(place, key))
    elif isinstance(field, serializers.ChoiceField):
        if not isinstance(field, serializers.MultipleChoiceField):
            kinds = {type(choice) for choice in field.choices}
            if type(value) not in kinds | ({str} if field.allow_blank else set()):
                yield place, "This is none of the choices."
    else:
        for kind, types, words in _KINDS:
            if isinstance(field, kind):
                if type(value) not in types:
                    yield place, words
                elif _is_one_line(field) and len(value.strip().splitlines()) > 1:
                    yield place, "This is one line."
                return


def _is_one_line(field: Any) -> bool:
    """A text of so few characters is a name, a title or a word: it stands in subjects of mails and
    in lists."""
    most = getattr(field, "max_length", None)
    return isinstance(field, serializers.CharField) and most is not None and most <= LONGEST_LINE


def _within(place: str, part: object) -> str:
    return f"{place}.{part}" if place else str(part)
