from django.contrib import admin

from config.office import Office, ReadOnly, link_to_site, state_of
from config.people.filters import of_event
from games.scheduling.models import MeetingTime


@admin.register(MeetingTime)
class MeetingTimeAdmin(ReadOnly, Office):
    list_display = (
        "id",
        "series",
        "begins",
        "shown_state",
        "team",
        "proposed_by",
        "answered_by",
        "on_site",
    )
    on_site = link_to_site()
    shown_state = state_of(
        {"open": "warning", "agreed": "success", "replaced": "info", "withdrawn": "info"}
    )
    list_filter = ("state", of_event("series__event__key"))
    list_select_related = ("series__away", "series__home", "team", "proposed_by", "answered_by")
    search_fields = ("=series__event__key", "team__name")
    search_help_text = "What it belongs to, as tournament:12, or a club"
