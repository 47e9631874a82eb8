"""Read-only admin of clubs' plans; plans are changed on their pages."""

from django.contrib import admin

from config.office import Office, ReadOnly
from config.people.filters import of_event
from games.planning.models import DeclaredStart, EventRules, GameCard, Instructions, LineUp


@admin.register(LineUp)
class LineUpAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "series", "number", "against", "saved_by", "saved_at")
    list_filter = ("against", of_event("squad__event__key"))
    list_select_related = ("squad__team", "series__home", "series__away", "saved_by")
    search_fields = ("squad__team__name", "=squad__event__key")


@admin.register(DeclaredStart)
class DeclaredStartAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "column", "card", "declared_by", "declared_at")
    list_filter = (of_event("squad__event__key"),)
    list_select_related = ("squad__team", "card", "declared_by")
    search_fields = ("squad__team__name", "=squad__event__key")


@admin.register(Instructions)
class InstructionsAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "version", "opponent", "saved_by", "saved_at")
    list_filter = (of_event("squad__event__key"),)
    list_select_related = ("squad__team", "opponent", "saved_by")
    search_fields = ("squad__team__name", "=squad__event__key")


@admin.register(GameCard)
class GameCardAdmin(ReadOnly, Office):
    list_display = ("id", "series", "number", "team", "starter", "named_by", "confirmed_at")
    list_filter = (("confirmed_at", admin.EmptyFieldListFilter), of_event("series__event__key"))
    list_select_related = ("series__home", "series__away", "team", "starter", "named_by")
    search_fields = ("team__name",)


@admin.register(EventRules)
class EventRulesAdmin(ReadOnly, Office):
    list_display = ("event", "bullpen_resets", "declared", "published")
    list_select_related = ("event",)
    list_filter = ("declared", "published", of_event("event__key"))
    search_fields = ("=event__key",)
