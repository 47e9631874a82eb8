from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from unfold.admin import ModelAdmin, TabularInline

from rosters.models import Team, TeamMember


class TeamMemberInline(TabularInline):
    """Who acts for the club; roles are given by invite, and the log knows by whom."""

    model = TeamMember
    extra = 0
    fields = readonly_fields = ("user", "role", "joined_at")
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamMember]:
        return super().get_queryset(request).select_related("user", "team")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(ModelAdmin):
    """Clubs are read here; they are changed on their own page, where the service checks."""

    list_display = ("name", "abbreviation", "colour", "accent", "created_at")
    search_fields = ("name", "abbreviation")
    inlines = (TeamMemberInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        return False

    def view_on_site(self, obj: Team) -> str:
        return reverse("rosters:edit-team", args=[obj.pk])
