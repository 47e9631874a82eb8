"""The back office: series and games are looked at; what it does, it does through the services."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from unfold.admin import TabularInline

from config.office import (
    MOST_FOUND,
    KeepsSeeds,
    Office,
    ReadOnly,
    back_to,
    confirmed,
    known_values,
    link_to_site,
    state_of,
    words_of,
)
from config.people.filters import EVENT, of_event
from config.people.models import User
from config.people.scopes import is_staff
from config.refusals import Refused
from games.engine.endings import REASONS
from games.models import Game, Series, VoidedTail
from games.seriesday.changes import changes_by
from games.seriesday.services.clocks import suspend_series
from games.seriesday.services.deadlines import past_their_time
from games.services.playing import games_there, left_alone, play_what_nobody_plays
from games.services.rewinding import void_game
from games.systems.registry import SYSTEMS
from rosters.models import Team


def systems() -> list[tuple[str, str]]:
    """Key and name of every game system."""
    return [(system.key, system.name) for system in SYSTEMS.values()]


def series_between(scopes: Collection[str], words: Iterable[str]) -> list[int]:
    """The series of these scopes, by key, with each of the words in the name of one club or the
    other; a query, and one for each word."""
    rows = list(
        Series.objects.filter(event__key__in=scopes)
        .order_by()
        .values_list("pk", "away_id", "home_id")
    )
    clubs = {club for _, *sides in rows for club in sides}
    for word in words:
        named = set(
            Team.objects.filter(pk__in=clubs, name__icontains=word)
            .order_by()
            .values_list("pk", flat=True)
        )
        rows = [row for row in rows if row[1] in named or row[2] in named]
    return [pk for pk, *_ in rows]


def how_far(series: Series) -> tuple[str, str]:
    """Whether a series is over, by its key and in words."""
    if series.called_off_at is not None:
        return "called-off", "Called off"
    return ("open", "Open") if series.completed_at is None else ("complete", "Complete")


class GameInline(ReadOnly, TabularInline):
    model = Game
    extra = 0
    fields = readonly_fields = ("number", "away", "home", "status", "away_runs", "home_runs")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        found = super().get_queryset(request).select_related("away", "home", "series")
        return found.defer("clubs", "events", "summary", "transcript", "series__settings")


class VoidedTailInline(ReadOnly, TabularInline):
    model = VoidedTail
    extra = 0
    fields = readonly_fields = ("entry", "entries", "reason", "voided_by", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[VoidedTail]:
        related = ("voided_by", "game__away", "game__home")
        return super().get_queryset(request).select_related(*related)


@admin.register(Series)
class SeriesAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = (
        "id",
        "away",
        "home",
        "system_key",
        "length",
        "scope",
        "shown_state",
        "completed_at",
        "on_site",
    )
    list_filter = (
        known_values("system_key", systems, "game system"),
        ("completed_at", admin.EmptyFieldListFilter),
        of_event("event__key"),
    )
    list_select_related = ("away", "home")
    search_fields = ("away__name", "home__name", "=event__key")
    search_help_text = "Clubs, or what it belongs to, as tournament:12"
    inlines = (GameInline,)
    exclude = ("seed",)
    actions = ("simulate_unplayed_games", "suspend_games_under_way")

    on_site = link_to_site()
    shown_state = state_of(
        {"complete": "success", "called-off": "danger", "open": "info"}, told=how_far
    )

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Simulate unplayed games", permissions=["direct"])
    def simulate_unplayed_games(
        self, request: HttpRequest, queryset: QuerySet[Series]
    ) -> HttpResponse | None:
        """Play the games not played yet; a series with one under way is left alone, and said so."""
        asked = confirmed(
            request,
            self,
            queryset,
            "Simulate the unplayed games of these series?",
            self._left(list(queryset)),
        )
        if asked is not None:
            return asked
        played = play_what_nobody_plays(
            series_ids=[series.pk for series in queryset], acting_user=cast(User, request.user)
        )
        for refusal in played.left.values():
            self.message_user(request, refusal.message, messages.ERROR)
        self.message_user(request, f"Games played: {len(played.games)}.", messages.SUCCESS)
        return None

    @admin.action(description="Suspend games under way", permissions=["direct"])
    def suspend_games_under_way(
        self, request: HttpRequest, queryset: QuerySet[Series]
    ) -> HttpResponse | None:
        """T33.0b: what is being recorded stands as it is and is played on later."""
        asked = confirmed(
            request,
            self,
            queryset,
            "Suspend the games under way in these series?",
            self._stopped(list(queryset)),
        )
        if asked is not None:
            return asked
        for series in queryset:
            try:
                games = suspend_series(series_id=series.pk, acting_user=cast(User, request.user))
            except Refused as refused:
                self.message_user(request, f"{series}: {refused}", messages.ERROR)
            else:
                self.message_user(request, f"{series}: {len(games)} suspended.", messages.SUCCESS)
        return None

    def _left(self, rows: Sequence[Series]) -> Iterator[str]:
        alone = left_alone(Series.objects.filter(pk__in=[each.pk for each in rows]))
        there = games_there(rows)
        for series in rows:
            if series.called_off_at is not None:
                words = "it was called off, and nothing of it is played."
            elif series.completed_at is not None:
                words = "it is complete, and nothing of it is played."
            elif series.pk in alone:
                words = f"it is left alone. {alone[series.pk].message}"
            else:
                most = "up to " if series.ends_when_decided else ""
                words = (
                    f"{most}{series.length - len(there[series.pk])} of {series.length} games are "
                    "played by the house, as its managers left instructions; their seeds are "
                    "published, and they stand."
                )
            yield f"{series}: {words}"

    def _stopped(self, rows: Sequence[Series]) -> Iterator[str]:
        there, over = games_there(rows), past_their_time(rows, timezone.now())
        for series in rows:
            status = there[series.pk]
            running = [n for n, each in sorted(status.items()) if each == Game.Status.IN_PROGRESS]
            unbegun = [n for n in range(1, series.length + 1) if n not in status]
            found = []
            if running:
                found.append(f"game {_listed(running)} stands as it is, and is resumed later.")
            if unbegun and series.completed_at is None and series.pk in over:
                found.append(
                    f"Its time is up: game {_listed(unbegun)} is suspended before its first pitch."
                )
            words = " ".join(found) or "no game of it is being recorded, and nothing is done."
            yield f"{series}: {words}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers)


@admin.register(Game)
class GameAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = (
        "id",
        "series",
        "number",
        "score",
        "shown_state",
        "source",
        "finished_at",
        "on_site",
    )
    list_filter = (
        "status",
        "source",
        of_event("series__event__key"),
        known_values("reason", lambda: [(one, one) for one in REASONS], "why it ended"),
        back_to("finished_at"),
    )
    list_select_related = ("series__away", "series__home", "away", "home")
    search_fields = ("away__name", "home__name")
    inlines = (VoidedTailInline,)
    exclude = ("seed", "events")
    readonly_fields = ("revealed_seed", "commitment")
    actions = ("take_off_the_books", "correct_the_result")

    on_site = link_to_site()
    shown_state = state_of(
        {
            "final": "success",
            "in-progress": "info",
            "reported": "warning",
            "suspended": "warning",
            "void": "danger",
        }
    )

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        """One event's games go by series: an index has them so, and none knows an event's games."""
        by_event = EVENT in request.GET
        return ("-series_id", "-number", "-pk") if by_event else super().get_ordering(request)

    def scopes_asked(self, request: HttpRequest) -> Sequence[str] | None:
        """What the games listed lie in; none where that is the whole house."""
        scope = request.GET.get(EVENT)
        return [scope] if scope else None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Within an event the series of its clubs are looked up first, which costs what the event
        has. A common word names too many clubs of the house: a database would read its games from
        the newest on until enough are of the event."""
        scopes, words = self.scopes_asked(request), words_of(search_term)
        if scopes is None or not words:
            return super().get_search_results(request, queryset, search_term)
        found = series_between(scopes, words)
        if len(found) > MOST_FOUND:
            return super().get_search_results(request, queryset, search_term)
        if not found:
            return queryset.none(), False
        # Said twice: whichever way an index of series is read, it is read between these two.
        between = {"series__gte": min(found), "series__lte": max(found)}
        return queryset.filter(series__in=found, **between), False

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Take off the books", permissions=["direct"])
    def take_off_the_books(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> HttpResponse | None:
        """What a wrong result would leave behind is told first."""
        user = cast(User, request.user)
        reason = request.POST.get("reason", "")
        asked = confirmed(
            request,
            self,
            queryset,
            "Take these games off the books?",
            (line for game in queryset for line in self._changes(game, user)),
            asks_why=True,
        )
        if asked is not None:
            return asked
        for game in queryset:
            try:
                void_game(
                    game_id=game.pk,
                    reason=reason,
                    acting_user=user,
                )
            except Refused as refused:
                self.message_user(request, f"{game}: {refused}", messages.ERROR)
            else:
                self.message_user(request, f"{game} is off the books.", messages.SUCCESS)
        return None

    @admin.action(description="Correct the result", permissions=["direct"])
    def correct_the_result(
        self, request: HttpRequest, queryset: QuerySet[Game]
    ) -> HttpResponse | None:
        """Correct a reported game on the page that shows beforehand what a correction changes; a
        recorded one is taken back to where it went wrong, on its own page."""
        if queryset.count() != 1:
            self.message_user(request, "Choose one game.", messages.ERROR)
            return None
        game = queryset.get()
        if game.has_plays:
            return redirect(game)
        return redirect("seriesday:report", game.series_id, game.number)

    def _changes(self, game: Game, user: User) -> Iterator[str]:
        try:
            found = changes_by(
                game,
                lambda: void_game(
                    game_id=game.pk,
                    reason="to look",
                    acting_user=user,
                ),
            )
        except Refused as refused:
            yield f"{game}: nothing is done. {refused.refusals[0].message}"
            return
        for title, changes in found.groups:
            for each in changes:
                yield f"{game}, {title.lower()}: {each.what}: {each.before} → {each.after}"

    @admin.display(description="Score")
    def score(self, game: Game) -> str:
        """The score, visitors first."""
        return f"{game.away_runs}–{game.home_runs}"

    @admin.display(description="Seed, once the game is over")
    def revealed_seed(self, game: Game) -> str:
        """Empty while the game is not final."""
        return game.revealed_seed

    @admin.display(description="SHA-256 of the seed")
    def commitment(self, game: Game) -> str:
        """What was published before the first throw."""
        return game.commitment
