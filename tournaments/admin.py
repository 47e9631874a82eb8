"""The back office: it reads; what it does, it does through the services."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import TabularInline

from config.events.models import EventRole
from config.inputs import whole_number
from config.office import (
    MOST_FOUND,
    ConfirmChoice,
    KeepsSeeds,
    Office,
    ReadOnly,
    confirmed,
    known_values,
    site_link,
    state_of,
)
from config.people import scopes
from config.people.models import User
from config.people.scopes import is_staff
from config.refusals import Refused
from config.site import whole_address
from games.admin import systems
from tournaments.models import (
    Drop,
    Entrant,
    EventOdds,
    Fixture,
    Invite,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.league import load_league
from tournaments.selectors.people import people_of
from tournaments.services.events import start_tournament
from tournaments.services.invites import VALID_FOR, invite_to_clubs, token_of
from tournaments.services.play_out import queue_play_out, to_play
from tournaments.services.round_board import substitute
from tournaments.services.substitutions import ends_in_words, rounds_left

NO_END = "none"
"""The choice of a substitution that is taken back."""


def of_tournament(path: str, *, named: bool = False) -> type[SimpleListFilter]:
    """A filter by the event to which ``path`` leads: one of the newest. ``named``: an event's rows
    are looked up and named one by one, for a list so long that PostgreSQL would rather walk through
    all of it than follow the index there."""
    relation, _, rest = path.partition("__")

    class Event(SimpleListFilter):
        title = "event"
        parameter_name = "event"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return scopes.latest()

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            if not self.value():
                return queryset
            pk = whole_number((self.value() or "").rpartition(":")[2]) or 0
            if not rest:
                return queryset.filter(**{relation: pk})
            column: Any = queryset.model._meta.get_field(relation)
            rows = column.related_model._default_manager.filter(**{rest: pk})
            if named:
                parts = list(rows.order_by().values_list("pk", flat=True))
                own = queryset.model._default_manager.filter(**{f"{relation}__in": parts})
                keys = own.order_by().values_list("pk", flat=True)
                return queryset.filter(pk__in=list(keys[:MOST_FOUND]))
            return queryset.filter(**{f"{relation}__in": rows.order_by().values("pk")})

    return Event


class StageInline(ReadOnly, TabularInline):
    model = Stage
    extra = 0
    fields = readonly_fields = ("number", "kind", "legs", "series_length", "home_pattern")


class EntrantInline(ReadOnly, TabularInline):
    model = Entrant
    extra = 0
    fields = readonly_fields = ("number", "team")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entrant]:
        return super().get_queryset(request).select_related("team", "tournament")


class RoleInline(ReadOnly, TabularInline):
    model = EventRole
    extra = 0
    fields = readonly_fields = ("user", "role", "granted_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[EventRole]:
        return super().get_queryset(request).select_related("user", "event")


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("name", "system_key", "shown_state", "visibility", "created_at", "desk")
    list_filter = ("state", known_values("system_key", systems, "game system"), "visibility")
    search_fields = ("name", "slug")
    inlines = (StageInline, EntrantInline, RoleInline)
    # Anyone who knows the seed of games still to be played knows their dice.
    exclude = ("seed",)
    actions = ("start", "play_every_unplayed_series")

    shown_state = state_of({"setup": "info", "running": "warning", "complete": "success"})

    @admin.display(description="On the site")
    def desk(self, tournament: Tournament) -> SafeString:
        """Where it is directed."""
        return format_html(
            "{} · {}",
            site_link(reverse("tournaments:desk", args=[tournament.slug]), "Desk"),
            site_link(reverse("tournaments:board", args=[tournament.slug]), "Round board"),
        )

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Draw the schedule and start", permissions=["direct"])
    def start(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """Start what is being set up."""
        return self._each(
            request,
            queryset,
            lambda tournament, user: start_tournament(tournament=tournament, acting_user=user),
            "under way",
            "Draw the schedules and start?",
            lambda tournament: (
                "its schedule is drawn, and its clubs, rules and format stand from then on."
                if tournament.state == Tournament.State.SETUP
                else "it has been started before, and nothing is done."
            ),
        )

    @admin.action(description="Play every unplayed series", permissions=["direct"])
    def play_every_unplayed_series(
        self, request: HttpRequest, queryset: QuerySet[Tournament]
    ) -> HttpResponse | None:
        """Queue the play-out; the director's desk shows how far it is."""
        return self._each(
            request,
            queryset,
            lambda tournament, user: queue_play_out(tournament=tournament, acting_user=user),
            "queued to be played",
            "Have every unplayed series played?",
            self._unplayed,
        )

    def _unplayed(self, tournament: Tournament) -> str:
        if tournament.state != Tournament.State.RUNNING:
            return f"it is {tournament.get_state_display().lower()}, and nothing is done."
        return f"{to_play(tournament).told} Seeds are published, and results count."

    def _each(
        self,
        request: HttpRequest,
        queryset: QuerySet[Tournament],
        act: Callable[[Tournament, User], object],
        done: str,
        question: str,
        change: Callable[[Tournament], str],
    ) -> HttpResponse | None:
        asked = confirmed(
            request, self, queryset, question, (f"{each}: {change(each)}" for each in queryset)
        )
        if asked is not None:
            return asked
        for tournament in queryset:
            try:
                act(tournament, cast(User, request.user))
            except Refused as refused:
                for refusal in refused.refusals:
                    words = f"{tournament}: {refusal.message}"
                    self.message_user(request, words, messages.ERROR)
            else:
                self.message_user(request, f"{tournament} is {done}.", messages.SUCCESS)
        return None


@admin.register(Stage)
class StageAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("tournament", "number", "kind", "legs", "series_length", "home_pattern")
    list_filter = ("kind", of_tournament("tournament"))
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)


@admin.register(Entrant)
class EntrantAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("team", "tournament", "number", "on_site")
    list_filter = (of_tournament("tournament"),)
    list_select_related = ("team", "tournament")
    search_fields = ("team__name", "tournament__name")
    actions = ("invite_managers", "name_a_substitute")

    @admin.display(description="On the site")
    def on_site(self, entrant: Entrant) -> SafeString:
        """The club's page."""
        address = reverse("tournaments:team", args=[entrant.tournament.slug, entrant.number])
        return site_link(address, "Open")

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Staff may do what a director may, as everywhere."""
        return is_staff(request.user)

    @admin.action(description="Invite a manager", permissions=["direct"])
    def invite_managers(
        self, request: HttpRequest, queryset: QuerySet[Entrant]
    ) -> HttpResponse | None:
        """A link for each of these clubs; anyone who opens it manages the club."""
        rows = self._of_one_event(request, queryset)
        if not rows:
            return None
        asked = confirmed(
            request,
            self,
            rows,
            "Invite managers for these clubs?",
            (
                f"{row.team} in {row.tournament}: a link is made that is good for "
                f"{VALID_FOR.days} days; the person who opens it manages the club."
                for row in rows
            ),
        )
        if asked is not None:
            return asked
        try:
            offers = invite_to_clubs(
                tournament=rows[0].tournament,
                entrants=rows,
                acting_user=cast(User, request.user),
            )
        except Refused as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return None
        for row, offer in zip(rows, offers, strict=True):
            link = whole_address(reverse("tournaments:join", args=[token_of(offer)]))
            self.message_user(request, f"{row.team}: {link}", messages.SUCCESS)
        return None

    @admin.action(description="Name a substitute manager", permissions=["direct"])
    def name_a_substitute(
        self, request: HttpRequest, queryset: QuerySet[Entrant]
    ) -> HttpResponse | None:
        """T33.0e, m: somebody of the event's clubs plays for these as well."""
        rows = self._of_one_event(request, queryset)
        if not rows:
            return None
        asked = confirmed(
            request,
            self,
            rows,
            "Who plays for these clubs?",
            (
                f"{row.team}: that person decides, reports and signs for it as its manager "
                "does, and no manager is reported absent from its open series any more."
                for row in rows
            ),
            choices=[
                ConfirmChoice("person", "Who plays", people_of(rows[0].tournament)),
                ConfirmChoice(
                    "ends",
                    "Until",
                    [
                        (NO_END, "it is taken back"),
                        *(
                            (key, f"{name} is over")
                            for key, name in rounds_left(load_league(rows[0].tournament))
                        ),
                    ],
                ),
            ],
        )
        if asked is not None:
            return asked
        person = whole_number(request.POST.get("person", "")) or 0
        ends = request.POST.get("ends", NO_END)
        for row in rows:
            try:
                member, _ = substitute(
                    tournament=row.tournament,
                    team_id=row.team_id,
                    person_id=person,
                    ends="" if ends == NO_END else ends,
                    acting_user=cast(User, request.user),
                )
            except Refused as refused:
                self.message_user(request, f"{row.team}: {refused}", messages.ERROR)
            else:
                words = f"{member.user} plays for {row.team}, {ends_in_words([member])[member.pk]}."
                self.message_user(request, words, messages.SUCCESS)
        return None

    def _of_one_event(self, request: HttpRequest, queryset: QuerySet[Entrant]) -> list[Entrant]:
        rows = list(queryset.select_related("team", "tournament"))
        if len({row.tournament_id for row in rows}) > 1:
            self.message_user(request, "Choose clubs of one event.", messages.ERROR)
            return []
        return rows


@admin.register(Round)
class RoundAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("stage", "number")
    list_filter = (of_tournament("stage__tournament"),)
    list_select_related = ("stage__tournament",)
    search_fields = ("stage__tournament__name",)


@admin.register(Fixture)
class FixtureAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("round", "away", "home", "is_played")
    list_filter = (of_tournament("round__stage__tournament", named=True),)
    list_select_related = ("round__stage__tournament", "home__team", "away__team", "series")
    search_fields = (
        "home__team__name",
        "home__tournament__name",
        "away__team__name",
        "away__tournament__name",
    )

    @admin.display(boolean=True, description="Played")
    def is_played(self, fixture: Fixture) -> bool | None:
        """Whether the series is complete; nothing for a bye."""
        return fixture.series.completed_at is not None if fixture.series else None


@admin.register(EventOdds)
class EventOddsAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("tournament", "round", "completions", "found_at")
    list_filter = (of_tournament("tournament"),)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)


@admin.register(Drop)
class DropAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("entrant", "way", "round", "made_by", "made_at", "taken_over_by", "undone_at")
    list_filter = ("way", of_tournament("entrant__tournament"))
    list_select_related = ("entrant__team", "made_by", "taken_over_by")
    search_fields = ("entrant__team__name", "entrant__tournament__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Drop]:
        return super().get_queryset(request).select_related("entrant__team")


@admin.register(EventRole)
class EventRoleAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = ("user", "role", "event", "granted_at")
    list_filter = ("role", of_tournament("event"))
    list_select_related = ("user", "event")
    search_fields = ("user__email", "user__name", "event__name")


@admin.register(Invite)
class InviteAdmin(ReadOnly, KeepsSeeds, Office):
    list_display = (
        "tournament",
        "role",
        "entrant",
        "email",
        "created_by",
        "expires_at",
        "accepted_by",
        "withdrawn_at",
    )
    list_filter = ("role", of_tournament("tournament"))
    list_select_related = ("tournament", "entrant__team", "created_by", "accepted_by")
    search_fields = ("email", "tournament__name", "entrant__team__name")
    # It is what a link's signature is made of.
    exclude = ("nonce",)
