"""Admin of pitching sheets, read-only: games and services write them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from config.office import Office, ReadOnly, link_to_site, state_of
from config.people.filters import of_event
from pitching.models import (
    ColumnEntry,
    Outing,
    PitchingSheet,
    SheetColumn,
    SheetSeries,
    Signature,
    Violation,
)


class SeriesInline(ReadOnly, TabularInline):
    model = SheetSeries
    fk_name = "sheet"
    extra = 0
    fields = readonly_fields = ("first_column", "length", "opponent", "struck", "key")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SheetSeries]:
        return super().get_queryset(request).select_related("opponent")


class ColumnInline(ReadOnly, TabularInline):
    model = SheetColumn
    extra = 0
    fields = readonly_fields = ("number", "status", "outs", "version", "key")
    show_change_link = True


class EntryInline(ReadOnly, TabularInline):
    model = ColumnEntry
    extra = 0
    fields = readonly_fields = ("version", "kind", "outs", "reason", "entered_by", "entered_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[ColumnEntry]:
        return super().get_queryset(request).select_related("entered_by")


class OutingInline(ReadOnly, TabularInline):
    model = Outing
    extra = 0
    fields = readonly_fields = ("place", "card", "outs", "started", "accepted", "footnote")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outing]:
        return super().get_queryset(request).select_related("card")


@admin.register(PitchingSheet)
class PitchingSheetAdmin(ReadOnly, Office):
    list_display = ("id", "team", "scope", "phase", "bullpen_resets", "opened_at", "on_site")
    on_site = link_to_site()
    list_filter = ("bullpen_resets", of_event("event__key"))
    list_select_related = ("team",)
    search_fields = ("team__name", "=event__key")
    inlines = (SeriesInline, ColumnInline)


@admin.register(SheetColumn)
class SheetColumnAdmin(ReadOnly, Office):
    list_display = ("id", "sheet", "number", "shown_state", "outs", "version", "key")
    list_filter = ("status", of_event("sheet__event__key"))
    shown_state = state_of({"played": "success", "suspended": "warning", "taken-back": "info"})
    list_select_related = ("sheet__team",)
    search_fields = ("=key", "sheet__team__name")
    inlines = (EntryInline,)


@admin.register(ColumnEntry)
class ColumnEntryAdmin(ReadOnly, Office):
    list_display = ("id", "column", "version", "kind", "entered_by", "entered_at")
    list_filter = ("kind", of_event("column__sheet__event__key"))
    list_select_related = ("column", "entered_by")
    search_fields = ("=column__key", "column__sheet__team__name")
    inlines = (OutingInline,)


@admin.register(Violation)
class ViolationAdmin(ReadOnly, Office):
    list_display = ("id", "card", "rule", "code", "outs", "allowed", "closed_at")
    list_filter = (
        ("closed_at", admin.EmptyFieldListFilter),
        of_event("entry__column__sheet__event__key"),
    )
    search_fields = ("=rule", "=code")
    list_select_related = ("card",)


@admin.register(Signature)
class SignatureAdmin(ReadOnly, Office):
    list_display = ("id", "series", "signed_by", "as_director", "signed_at", "reopened_by")
    list_filter = ("as_director", of_event("series__sheet__event__key"))
    list_select_related = ("series__opponent", "signed_by", "reopened_by")
    search_fields = ("series__opponent__name", "signed_by__name")
