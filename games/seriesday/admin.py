"""The back office: reports, rulings and clocks are looked at; the services write them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline

from config.office import Office, ReadOnly, known_values, link_to_site, state_of
from config.people.filters import of_event
from games.rules.remedies import CASES
from games.seriesday.models import Absence, GameReport, Ruling, RulingStep, SeriesClock


def cases() -> list[tuple[str, str]]:
    """Key and title of every case of the law."""
    return [(case.key, case.title) for case in CASES.values()]


def running(clock: SeriesClock) -> tuple[str, str]:
    """How far the series of a clock is, by its key and in words."""
    if clock.series.completed_at is not None:
        return "complete", "Complete"
    if clock.due_at is not None and clock.due_at < timezone.now():
        return "late", "Late"
    return ("waiting", "Not begun") if clock.begun_at is None else ("running", "Running")


class StepInline(ReadOnly, TabularInline):
    model = RulingStep
    extra = 0
    fields = readonly_fields = (
        "number",
        "kind",
        "by",
        "team",
        "as_director",
        "chosen",
        "words",
        "at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[RulingStep]:
        return super().get_queryset(request).select_related("by", "team", "ruling")

    @admin.display(description="Remedy", empty_value="-")
    def chosen(self, step: RulingStep) -> str | None:
        """What was chosen, in words."""
        return step.remedy_label or None


@admin.register(GameReport)
class GameReportAdmin(ReadOnly, Office):
    list_display = (
        "id",
        "game",
        "version",
        "kind",
        "shown_state",
        "team",
        "told_by",
        "told_at",
        "on_site",
    )
    on_site = link_to_site()
    list_filter = ("state", "kind", of_event("game__series__event__key"))
    list_select_related = ("game__away", "game__home", "team", "told_by")
    shown_state = state_of(
        {"open": "warning", "disputed": "danger", "confirmed": "success", "replaced": "info"}
    )
    search_fields = ("team__name", "=game__series__event__key")
    search_help_text = "A club, or what it belongs to, as tournament:12"


@admin.register(Ruling)
class RulingAdmin(ReadOnly, Office):
    list_display = (
        "id",
        "rule",
        "series",
        "title",
        "shown_state",
        "offended",
        "chosen",
        "opened_at",
        "on_site",
    )
    on_site = link_to_site()
    list_filter = ("state", known_values("case", cases, "case"), of_event("series__event__key"))
    shown_state = state_of(
        {
            "open": "warning",
            "appealed": "warning",
            "decided": "success",
            "final": "success",
            "dismissed": "info",
            "lapsed": "info",
        }
    )
    list_select_related = ("series__away", "series__home", "offended")
    fields = (
        "rule",
        "title",
        "series",
        "game",
        "facts",
        "offended",
        "state",
        "chosen",
        "footnote",
        "details",
        "violation",
        "opened_by",
        "opened_at",
        "closed_at",
    )
    readonly_fields = ("title", "chosen")
    search_fields = ("=rule", "offended__name", "=series__event__key")
    search_help_text = "A paragraph, a club, or what it belongs to, as tournament:12"
    inlines = (StepInline,)

    @admin.display(description="What happened")
    def title(self, ruling: Ruling) -> str:
        """The case of the law, in words."""
        return CASES[ruling.case].title

    @admin.display(description="Remedy", ordering="remedy", empty_value="-")
    def chosen(self, ruling: Ruling) -> str | None:
        """What was chosen, in words."""
        return ruling.remedy_label or None


@admin.register(SeriesClock)
class SeriesClockAdmin(ReadOnly, Office):
    list_display = (
        "id",
        "series",
        "shown_state",
        "begun_at",
        "extra_minutes",
        "due_at",
        "house_plays",
        "on_site",
    )
    list_filter = (of_event("series__event__key"),)
    list_select_related = ("series__away", "series__home")
    search_fields = ("series__away__name", "series__home__name", "=series__event__key")
    search_help_text = "A club, or what it belongs to, as tournament:12"
    on_site = link_to_site()
    shown_state = state_of(
        {"complete": "success", "late": "danger", "running": "info", "waiting": "warning"},
        told=running,
    )


@admin.register(Absence)
class AbsenceAdmin(ReadOnly, Office):
    list_display = (
        "id",
        "team",
        "series",
        "shown_state",
        "told_by",
        "told_at",
        "by_himself",
        "on_site",
    )
    list_filter = ("outcome", of_event("series__event__key"))
    on_site = link_to_site()
    shown_state = state_of(
        {
            "missing": "warning",
            "withdrawn": "info",
            "extended": "info",
            "substitute": "success",
            "simulated": "success",
        },
        told=lambda row: (row.outcome or "missing", row.get_outcome_display() or "Not there"),
    )
    list_select_related = ("team", "series__away", "series__home", "told_by")
    search_fields = ("team__name", "=series__event__key")
    search_help_text = "A club, or what it belongs to, as tournament:12"
