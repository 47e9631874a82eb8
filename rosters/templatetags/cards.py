"""Tags of drawn cards. `{% load cards %}`."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString

from config.ui.dice import pips, row

register = template.Library()


@register.simple_tag
def dice(faces: Sequence[str]) -> SafeString:
    """Faces of dice in a row."""
    return row([pips(face) for face in faces], whole=True)
