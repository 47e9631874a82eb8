from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from config.journal.models import Action


@admin.register(Action)
class ActionAdmin(ModelAdmin):
    """The log is read, never written: its lines come with the changes they tell of."""

    list_display = ("at", "code", "actor", "scope", "subject_label")
    list_filter = ("code",)
    list_select_related = ("actor",)
    search_fields = ("scope", "subject_label", "actor__email")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False
