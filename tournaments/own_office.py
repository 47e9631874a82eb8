"""The back office of directors who are not of the staff: their own events, and nothing else.

It has the lists, pages and actions of the whole office, each narrowed down to what lies in the
events of which a user was made a director. What is not registered here is not there: no accounts,
tokens, sign-ins, groups or jobs, no log, and nothing of events of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from unfold.sites import UnfoldAdminSite

from config.people.filters import EVENT
from games.admin import GameAdmin, SeriesAdmin
from games.models import Game, Series
from games.scheduling.admin import MeetingTimeAdmin
from games.scheduling.models import MeetingTime
from games.seriesday.admin import AbsenceAdmin, GameReportAdmin, RulingAdmin, SeriesClockAdmin
from games.seriesday.models import Absence, GameReport, Ruling, SeriesClock
from pitching.admin import PitchingSheetAdmin
from pitching.models import PitchingSheet
from tournaments.admin import EntrantAdmin, TournamentAdmin
from tournaments.models import Entrant, Tournament
from tournaments.office import OWN_OFFICE
from tournaments.selectors.access import directed_by

CLOSED = {"search", "view_on_site", "autocomplete", "password_change", "password_change_done"}
"""What Django's office has beside lists and pages, and reaches beyond what is narrowed down."""


def own_events(request: HttpRequest) -> Sequence[Tournament]:
    """The events that the person who asks directs; looked up once a request, for a page of the
    office asks at each of its parts."""
    kept: Sequence[Tournament] | None = getattr(request, "_own_events", None)
    if kept is None:
        user = request.user
        may = user.is_authenticated and user.is_active
        kept = tuple(directed_by(user)) if may else ()
        request._own_events = kept  # type: ignore[attr-defined]
    return kept


class OwnOffice(UnfoldAdminSite):
    """The back office for users who direct an event; others find nothing."""

    settings_name = "UNFOLD_OF_DIRECTORS"
    index_title = "Your events"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user directs an event."""
        return bool(own_events(request))

    def get_urls(self) -> list[Any]:
        """The addresses; those of closed pages stay, for the theme's pages name them."""
        found = super().get_urls()
        for each in found:
            if isinstance(each, URLPattern) and each.name in CLOSED:
                each.callback = _closed
        return found

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own door."""
        if request.user.is_authenticated:
            raise Http404("No such page.")
        where = urlencode({"next": request.GET.get("next", "")}, safe="/")
        return redirect(f"{reverse('people:sign-in')}?{where}")


def _closed(request: HttpRequest, **named: object) -> HttpResponse:
    raise Http404("No such page.")


office = OwnOffice(OWN_OFFICE)


class OwnEvents(SimpleListFilter):
    """One of the events that a user directs."""

    title = "event"
    parameter_name = EVENT

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(each.scope, each.name) for each in own_events(request)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        own = {each.scope: each for each in own_events(request)}
        chosen = own.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(self.model_admin.lies_in([chosen]))

    def __init__(self, request: Any, params: Any, model: Any, model_admin: Any) -> None:
        self.model_admin = model_admin
        super().__init__(request, params, model, model_admin)


class OfOwnRow:
    """Rows below one that has been looked up among a director's own."""

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return office.has_permission(request)


class Own:
    """A page of the office narrowed down to a director's events."""

    key_of_event: ClassVar[str] = "event__key"
    """Where rows say what they belong to."""

    shows_data = False

    def lies_in(self, events: Any) -> Q:
        """The condition that a row belongs to one of these events."""
        return Q(**{f"{self.key_of_event}__in": [each.scope for each in events]})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the user's own events, for lists, pages, searches and actions alike."""
        found: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        return found.filter(self.lies_in(own_events(request)))

    def get_inlines(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """The inlines of a row, which belong to the user as the row does."""
        found = super().get_inlines(request, obj)  # type: ignore[misc]
        return [type(f"Own{each.__name__}", (OfOwnRow, each), {}) for each in found]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """The filters of the whole office; the one by event offers the user's own events."""
        found = super().get_list_filter(request)  # type: ignore[misc]
        others = [each for each in found if getattr(each, "parameter_name", "") != EVENT]
        return [*others, OwnEvents]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Look-ups by the list's filters and by nothing else: a row may point to things that are
        not the user's."""
        names: set[str] = set()
        for each in self.get_list_filter(request):  # type: ignore[arg-type]
            if isinstance(each, str):
                names.add(f"{each}__exact")
            elif isinstance(each, tuple):
                names.add(f"{each[0]}__isempty")
            else:
                names.add(each.parameter_name)
        return lookup in names

    def has_module_permission(self, request: HttpRequest) -> bool:
        return office.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether the user directs an event: a page finds its row among the user's own alone."""
        return office.has_permission(request)

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Whether the user directs an event: everything that is listed is of the user's own."""
        return office.has_permission(request)


@admin.register(Tournament, site=office)
class OwnTournaments(Own, TournamentAdmin):
    def lies_in(self, events: Any) -> Q:
        return Q(pk__in=[each.pk for each in events])


@admin.register(Entrant, site=office)
class OwnEntrants(Own, EntrantAdmin):
    def lies_in(self, events: Any) -> Q:
        return Q(tournament__in=[each.pk for each in events])


@admin.register(Series, site=office)
class OwnSeries(Own, SeriesAdmin):
    pass


@admin.register(Game, site=office)
class OwnGames(Own, GameAdmin):
    key_of_event = "series__event__key"

    def scopes_asked(self, request: HttpRequest) -> Sequence[str]:
        """The scope that the user has chosen among their events, or those of all of them."""
        own = [each.scope for each in own_events(request)]
        chosen = request.GET.get(EVENT)
        return [chosen] if chosen in own else own


@admin.register(GameReport, site=office)
class OwnReports(Own, GameReportAdmin):
    key_of_event = "game__series__event__key"


@admin.register(Ruling, site=office)
class OwnRulings(Own, RulingAdmin):
    key_of_event = "series__event__key"


@admin.register(SeriesClock, site=office)
class OwnClocks(Own, SeriesClockAdmin):
    key_of_event = "series__event__key"


@admin.register(Absence, site=office)
class OwnAbsences(Own, AbsenceAdmin):
    key_of_event = "series__event__key"


@admin.register(MeetingTime, site=office)
class OwnTimes(Own, MeetingTimeAdmin):
    key_of_event = "series__event__key"


@admin.register(PitchingSheet, site=office)
class OwnSheets(Own, PitchingSheetAdmin):
    pass
