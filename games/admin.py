"""The back office: series and games are looked at; what it does, it does through the services."""

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from config.office import KeepsSeeds, ReadOnly
from config.people.models import User
from games.doors import is_staff
from games.engine.refusals import Refused
from games.models import Game, Series, VoidedTail
from games.services.playing import play_series


class GameInline(ReadOnly, TabularInline):
    model = Game
    extra = 0
    fields = readonly_fields = ("number", "away", "home", "status", "away_runs", "home_runs")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("away", "home", "series")


class VoidedTailInline(ReadOnly, TabularInline):
    model = VoidedTail
    extra = 0
    fields = readonly_fields = ("entry", "entries", "reason", "voided_by", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[VoidedTail]:
        related = ("voided_by", "game__away", "game__home")
        return super().get_queryset(request).select_related(*related)


@admin.register(Series)
class SeriesAdmin(ReadOnly, KeepsSeeds, ModelAdmin):
    list_display = ("id", "away", "home", "system_key", "length", "scope", "completed_at")
    list_filter = ("system_key", ("completed_at", admin.EmptyFieldListFilter))
    list_select_related = ("away", "home")
    search_fields = ("away__name", "home__name", "scope")
    inlines = (GameInline,)
    exclude = ("seed",)
    actions = ("simulate_unplayed_games",)

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Simulate unplayed games", permissions=["direct"])
    def simulate_unplayed_games(self, request: HttpRequest, queryset: QuerySet[Series]) -> None:
        """Play what nobody played; a series with a game under way is left alone, and said so."""
        user = cast(User, request.user)
        count = 0
        for series in queryset.select_related("away", "home"):
            try:
                count += len(play_series(series_ids=[series.pk], acting_user=user))
            except Refused as refused:
                for refusal in refused.refusals:
                    words = f"{refusal.message} ({refusal.code})"
                    self.message_user(request, words, messages.ERROR)
        self.message_user(request, f"Games played: {count}.", messages.SUCCESS)


@admin.register(Game)
class GameAdmin(ReadOnly, KeepsSeeds, ModelAdmin):
    list_display = ("id", "series", "number", "score", "status", "source", "finished_at")
    list_filter = ("status", "source", "reason")
    list_select_related = ("series__away", "series__home", "away", "home")
    search_fields = ("away__name", "home__name")
    date_hierarchy = "finished_at"
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
