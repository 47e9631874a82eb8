from django.contrib import admin

from config.office import Office, ReadOnly
from config.people.filters import of_event
from games.scheduling.models import MeetingTime


@admin.register(MeetingTime)
class MeetingTimeAdmin(ReadOnly, Office):
    list_display = ("id", "series", "begins", "state", "team", "proposed_by", "answered_by")
    list_filter = ("state", of_event("series__scope"))
    list_select_related = ("series__away", "series__home", "team", "proposed_by", "answered_by")
    search_fields = ("=series__scope", "team__name")
    search_help_text = "What it belongs to, as tournament:12, or a club"
