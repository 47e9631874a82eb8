"""The back office: drafts are looked at; what is done in them is done in their room."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from config.office import Office, ReadOnly, known_values
from config.people.filters import of_event
from rosters.admin import systems
from rosters.drafts.models import Draft, DraftEvent, DraftSeat
from rosters.rules.draft.events import KINDS


class SeatInline(ReadOnly, TabularInline):
    """The teams of a draft and their places."""

    model = DraftSeat
    extra = 0
    fields = readonly_fields = ("number", "name", "imputed", "division", "slot", "rolls", "drafter")

    def get_queryset(self, request: HttpRequest) -> QuerySet[DraftSeat]:
        return super().get_queryset(request).select_related("team", "draft")


@admin.register(Draft)
class DraftAdmin(ReadOnly, Office):
    """Drafts; the seed stays out of sight, for rolls and tastes follow from it."""

    list_display = ("name", "scope", "card_set", "state", "owner", "created_at")
    list_select_related = ("card_set", "owner")
    list_filter = (
        "state",
        known_values("system_key", systems, "game system"),
        of_event("event__key"),
    )
    search_fields = ("name", "event__key")
    exclude = ("seed",)
    inlines = (SeatInline,)


@admin.register(DraftEvent)
class DraftEventAdmin(ReadOnly, Office):
    """The log of every draft, latest first."""

    list_display = ("draft", "division", "number", "kind", "at", "actor")
    list_select_related = ("draft", "actor")
    list_filter = (known_values("kind", lambda: [(kind, kind) for kind in KINDS]),)
    search_fields = ("draft__name",)
