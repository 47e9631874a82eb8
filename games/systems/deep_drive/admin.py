"""The back office: charts are looked at; directors lay down theirs on their own page."""

from django.contrib import admin

from config.office import Office, ReadOnly
from games.systems.deep_drive.models import ChartSet


@admin.register(ChartSet)
class ChartSetAdmin(ReadOnly, Office):
    list_display = ("name", "id", "entered_by", "entered_at", "house_since")
    list_select_related = ("entered_by",)
    search_fields = ("name", "=entered_by__email")
