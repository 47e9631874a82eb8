"""The back office: clubs, players and cards are looked at; sets are deleted by the service."""

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from unfold.admin import TabularInline

from config.office import Office, ReadOnly, known_values
from config.people.models import User
from config.refusals import Refused
from rosters.makers.base import makers
from rosters.models import (
    Ballpark,
    Card,
    CardSet,
    ClubSeason,
    Player,
    PlayerSeason,
    RosterSpot,
    Source,
    Squad,
    Team,
    TeamMember,
)
from rosters.presenters.rows import card_url
from rosters.presenters.systems import presenter_of
from rosters.presenters.words import runs
from rosters.rules.parks import NUMBERS
from rosters.services.card_sets import delete_card_set


def systems() -> list[tuple[str, str]]:
    """Key and name of every game system that is played with cards."""
    return [(key, presenter_of(key).name) for key in makers()]


class TeamMemberInline(ReadOnly, TabularInline):
    """Who acts for the club; roles are given by invite, and the log knows by whom."""

    model = TeamMember
    extra = 0
    fields = readonly_fields = ("user", "role", "joined_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamMember]:
        return super().get_queryset(request).select_related("user", "team")


class SpotInline(ReadOnly, TabularInline):
    """A squad's cards, in the order in which they came."""

    model = RosterSpot
    extra = 0
    fields = readonly_fields = ("number", "card", "round", "pick", "price")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RosterSpot]:
        return super().get_queryset(request).select_related("card", "squad__team")


@admin.register(Squad)
class SquadAdmin(ReadOnly, Office):
    """Squads are read here; a draft or the start of play makes them."""

    list_display = ("team", "scope", "ballpark", "created_at")
    list_select_related = ("team", "ballpark")
    search_fields = ("team__name", "event__key")
    inlines = (SpotInline,)


@admin.register(Team)
class TeamAdmin(ReadOnly, Office):
    """Clubs are read here; they are changed on their own page, where the service checks."""

    list_display = ("name", "abbreviation", "colour", "accent", "created_at")
    search_fields = ("name", "abbreviation")
    inlines = (TeamMemberInline,)

    def view_on_site(self, obj: Team) -> str:
        return reverse("rosters:edit-team", args=[obj.pk])


@admin.register(Source)
class SourceAdmin(ReadOnly, Office):
    list_display = ("name", "key", "kind")
    list_filter = ("kind",)


class SeasonInline(ReadOnly, TabularInline):
    model = PlayerSeason
    extra = 0
    fields = readonly_fields = ("year", "league", "whole", "teams", "positions", "at_bats", "outs")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlayerSeason]:
        return super().get_queryset(request).select_related("player")


@admin.register(Player)
class PlayerAdmin(ReadOnly, Office):
    list_display = ("last_name", "first_name", "source", "bats", "throws", "birth_year", "key")
    list_filter = ("source",)
    list_select_related = ("source",)
    search_fields = ("last_name", "first_name", "key", "retrosheet_id")
    inlines = (SeasonInline,)

    def view_on_site(self, obj: Player) -> str:
        return reverse("rosters:player", args=[obj.pk])


@admin.register(ClubSeason)
class ClubSeasonAdmin(ReadOnly, Office):
    list_display = ("name", "year", "league", "key", "park", "park_factor", "source")
    list_filter = ("source",)
    list_select_related = ("source",)
    search_fields = ("name", "park", "=year", "=key")


@admin.register(Ballpark)
class BallparkAdmin(ReadOnly, Office):
    """Parks come with their source, or are described on their own page."""

    list_display = ("name", "city", "year", *NUMBERS, "source", "designed_by")
    list_filter = ("source",)
    list_select_related = ("source", "designed_by")
    search_fields = ("name", "city", "=year")

    def view_on_site(self, obj: Ballpark) -> str:
        return reverse("rosters:park", args=[obj.pk])


@admin.register(CardSet)
class CardSetAdmin(ReadOnly, Office):
    """Sets do not change; what nothing uses may be taken out."""

    list_display = ("name", "system_key", "source", "maker_version", "created_by", "created_at")
    list_filter = (known_values("system_key", systems, "game system"),)
    list_select_related = ("source", "created_by")
    search_fields = ("name",)
    actions = ("take_out",)

    def view_on_site(self, obj: CardSet) -> str:
        return reverse("rosters:pool", args=[obj.slug])

    @admin.action(description="Take the selected sets out", permissions=["view"])
    def take_out(self, request: HttpRequest, queryset: QuerySet[CardSet]) -> None:
        for card_set in queryset:
            try:
                delete_card_set(card_set=card_set, acting_user=cast(User, request.user))
            except Refused as refused:
                self.message_user(request, str(refused), messages.WARNING)
            else:
                self.message_user(request, f"{card_set} is gone.", messages.SUCCESS)


@admin.register(Card)
class CardAdmin(ReadOnly, Office):
    list_display = ("name", "year", "kind", "positions", "runs", "card_set")
    list_filter = ("kind",)
    list_select_related = ("card_set",)
    search_fields = ("name", "=key", "=card_set__slug")
    search_help_text = "Words of the name; a set's or a player's key"
    raw_id_fields = ("season",)

    @admin.display(description="Value", ordering="value")
    def runs(self, obj: Card) -> str:
        return runs(obj.value)

    def view_on_site(self, obj: Card) -> str:
        return card_url(obj.card_set, obj.key)
