"""Ballots and awards in the admin."""

from django.contrib import admin

from config.office import Office, ReadOnly
from tournaments.awards.models import Awarded, Ballot


@admin.register(Awarded)
class AwardedAdmin(ReadOnly, Office):
    list_display = ("title", "card", "team", "value", "record")
    list_select_related = ("card", "team", "record__tournament", "ballot__tournament")
    search_fields = ("title", "card__name", "team__name")


@admin.register(Ballot)
class BallotAdmin(ReadOnly, Office):
    """Ballots without votes: who voted for whom is secret before a ballot is closed."""

    list_display = ("title", "tournament", "state", "opened_at", "closes_at", "closed_at")
    list_select_related = ("tournament",)
    search_fields = ("title", "tournament__name")
