"""The bell at the head of every page."""

from __future__ import annotations

from typing import Any

from django import template

from config.notices.selectors import unread_of

register = template.Library()


@register.simple_tag
def unread_notices(user: Any) -> int:
    """How many notices somebody has not seen; 0 for who is not signed in."""
    return unread_of(user) if user.is_authenticated else 0
