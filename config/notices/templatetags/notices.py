"""The bell at the head of every page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from config.notices.selectors import Unread, unread_of
from config.notices.topics import person_topic

register = template.Library()


@register.simple_tag
def unread_notices(user: Any) -> Unread:
    """What a user has not seen; nothing for who is not signed in."""
    return unread_of(user, timezone.now()) if user.is_authenticated else Unread()


@register.filter
def topic_of(user: Any) -> str:
    """The topic under which a person's bell is told of changes."""
    return person_topic(user.pk)
