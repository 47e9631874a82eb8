from django.contrib import admin

from config.notices.kinds import KINDS
from config.notices.models import Notice
from config.office import Office, ReadOnly, known_values
from config.people.filters import of_event


def kinds() -> list[tuple[str, str]]:
    """Key and title of every kind."""
    return [(kind.key, kind.title) for kind in KINDS.values()]


@admin.register(Notice)
class NoticeAdmin(ReadOnly, Office):
    list_display = ("id", "user", "kind", "title", "created_at", "mailed_at", "over_at")
    list_filter = (known_values("kind", kinds, "kind"), of_event("scope"))
    list_select_related = ("user",)
    search_fields = ("title", "=scope", "user__name")
    search_help_text = "Words of it, a person, or what it belongs to, as tournament:12"
