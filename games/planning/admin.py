"""The back office: what clubs have laid down is looked at; it is laid down on their pages."""

from django.contrib import admin

from config.office import Office, ReadOnly
from games.planning.models import DeclaredStart, EventRules, GameCard, Instructions, LineUp


@admin.register(LineUp)
class LineUpAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "series", "number", "against", "saved_by", "saved_at")
    list_filter = ("against",)
    list_select_related = ("squad__team", "series__home", "series__away", "saved_by")
    search_fields = ("squad__team__name", "=squad__scope")


@admin.register(DeclaredStart)
class DeclaredStartAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "column", "card", "declared_by", "declared_at")
    list_select_related = ("squad__team", "card", "declared_by")
    search_fields = ("squad__team__name", "=squad__scope")


@admin.register(Instructions)
class InstructionsAdmin(ReadOnly, Office):
    list_display = ("id", "squad", "version", "opponent", "saved_by", "saved_at")
    list_select_related = ("squad__team", "opponent", "saved_by")
    search_fields = ("squad__team__name", "=squad__scope")


@admin.register(GameCard)
class GameCardAdmin(ReadOnly, Office):
    list_display = ("id", "series", "number", "team", "starter", "named_by", "confirmed_at")
    list_filter = (("confirmed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("series__home", "series__away", "team", "starter", "named_by")
    search_fields = ("team__name",)


@admin.register(EventRules)
class EventRulesAdmin(ReadOnly, Office):
    list_display = ("scope", "bullpen_resets", "declared", "published")
    list_filter = ("declared", "published")
    search_fields = ("=scope",)
