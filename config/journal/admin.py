from django.contrib import admin
from unfold.admin import ModelAdmin

from config.journal.models import Action
from config.office import ReadOnly


@admin.register(Action)
class ActionAdmin(ReadOnly, ModelAdmin):
    """The log is read, never written: its lines come with the changes they tell of."""

    list_display = ("at", "code", "actor", "scope", "subject_label")
    list_filter = ("code",)
    list_select_related = ("actor",)
    search_fields = ("scope", "subject_label", "actor__email")
    date_hierarchy = "at"
