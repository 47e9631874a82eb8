from collections.abc import Iterable, Mapping
from typing import Any

from django import template

from rosters.drafts.presenters import SquadLine

register = template.Library()


@register.filter
def of(table: Mapping[Any, Any], key: Any) -> Any:
    """What a table has under a key."""
    return table.get(key, "")


@register.filter
def join_names(lines: Iterable[SquadLine]) -> str:
    """``Pete Doyle and Al Case``."""
    return " and ".join(line.name for line in lines)
