"""The back office: series and games are looked at; what it does, it does through the services."""

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from config.office import KeepsSeeds, Office, ReadOnly, back_to, known_values
from config.people.models import User
from config.people.scopes import is_staff
from games.engine.endings import REASONS
from games.engine.systems import SYSTEMS
from games.models import Game, Series, VoidedTail
from games.services.playing import play_what_nobody_plays


def systems() -> list[tuple[str, str]]:
    """Key and name of every game system."""
    return [(system.key, system.name) for system in SYSTEMS.values()]


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
    list_display = ("id", "away", "home", "system_key", "length", "scope", "completed_at")
    list_filter = (
        known_values("system_key", systems, "game system"),
        ("completed_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("away", "home")
    search_fields = ("away__name", "home__name", "=scope")
    search_help_text = "Clubs, or what it belongs to, as tournament:12"
    inlines = (GameInline,)
    exclude = ("seed",)
    actions = ("simulate_unplayed_games",)

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Simulate unplayed games", permissions=["direct"])
    def simulate_unplayed_games(self, request: HttpRequest, queryset: QuerySet[Series]) -> None:
        """Play what nobody played; a series with a game under way is left alone, and said so."""
        played = play_what_nobody_plays(
            series_ids=[series.pk for series in queryset], acting_user=cast(User, request.user)
        )
        for refusal in played.left.values():
            self.message_user(request, refusal.message, messages.ERROR)
        self.message_user(request, f"Games played: {len(played.games)}.", messages.SUCCESS)


@admin.register(Game)
class GameAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("id", "series", "number", "score", "status", "source", "finished_at")
    list_filter = (
        "status",
        "source",
        known_values("reason", lambda: [(one, one) for one in REASONS], "why it ended"),
        back_to("finished_at"),
    )
    list_select_related = ("series__away", "series__home", "away", "home")
    search_fields = ("away__name", "home__name")
    inlines = (VoidedTailInline,)
    exclude = ("seed", "events")
    readonly_fields = ("revealed_seed", "commitment")

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
