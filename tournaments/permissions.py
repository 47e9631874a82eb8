"""Who may do what in a tournament; every page, resource and action asks here."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from config.events.models import EventRole
from config.inputs import whole_number
from config.lines import look_of
from config.live.topics import Concern
from config.people import scopes
from config.people.models import User
from config.people.scopes import STRANGER, Standing, Visitor, for_directors_of, is_staff
from config.people.token_scopes import usable
from config.refusals import Refusal
from games.card_games.registry import has_parks
from games.models import Game
from rosters.models import Ballpark, Team, TeamMember
from rosters.rules.parks import pick_problems
from rosters.rules.teams import TeamPlan, letters_of
from tournaments.models import Entrant, Tournament

LATEST = 40
"""Tournaments that lists offer to narrow down by."""

for_directors = for_directors_of("tournament")
"""An act on ``tournament`` that ``acting_user`` has to direct."""


def may_direct(user: Visitor, tournament: Tournament) -> bool:
    """Directors of this tournament, and staff of the house."""
    return is_staff(user) or directs(user, event=tournament)


def directs(user: Visitor, **where: Any) -> bool:
    """Whether the user has the role of a director in one of the events that the lookups of
    ``EventRole`` name, and may use it in the request in hand."""
    if user.pk is None:
        return False
    roles = directed_by(user).filter(**where)
    return usable(user, roles.exists) and roles.exists()


def directed_by(user: Visitor) -> QuerySet[EventRole]:
    """The roles of director that the user has; a stranger has none."""
    return EventRole.objects.filter(user=user.pk, role=EventRole.Role.DIRECTOR)


def may_view(user: Visitor, tournament: Tournament) -> bool:
    """Everybody for a public tournament, its people for a private one."""
    return (
        tournament.visibility == Tournament.Visibility.PUBLIC
        or visible_to(user).filter(pk=tournament.pk).exists()
    )


def visible_to(user: Visitor) -> QuerySet[Tournament]:
    """The tournaments a user may look at."""
    if is_staff(user):
        return Tournament.objects.all()
    public = Q(visibility=Tournament.Visibility.PUBLIC)
    return Tournament.objects.filter(public | part_in(user) if user.is_authenticated else public)


def part_in(user: User) -> Q:
    """The tournaments a person has a role in, or acts for a club of."""
    clubs = TeamMember.objects.filter(user=user.pk).values("team")
    return Q(pk__in=EventRole.objects.filter(user=user.pk).values("event")) | Q(
        pk__in=Entrant.objects.filter(team__in=clubs).values("tournament")
    )


def is_over(scope: str) -> bool:
    """Whether the scope is that of a tournament in which everything is decided."""
    return Tournament.objects.filter(key=scope, state=Tournament.State.COMPLETE).exists()


def may_watch(user: Visitor, key: str) -> bool:
    """Whether the user may be told when the event changes."""
    return scopes.may_view(user, f"tournament:{key}")


def concern_of_event(user: Visitor, key: str) -> Concern:
    """The event itself and the user's clubs in it."""
    scope = f"tournament:{key}"
    clubs: list[int] = []
    if user.is_authenticated:
        own = Entrant.objects.filter(tournament__key=scope, team__members__user=user.pk)
        clubs = list(own.values_list("team", flat=True))
    return Concern(scope, clubs)


class TournamentAccess:
    """Answers for the scope ``tournament:<id>`` on the floors below."""

    def standing(self, user: Visitor, key: str) -> Standing:
        """Whether the user may look at that tournament, and directs it. One query."""
        number = whole_number(key)
        if number is None:
            return STRANGER
        roles = directed_by(user).filter(event=OuterRef("pk"))
        shown = visible_to(user).filter(pk=number).values_list(Exists(roles)).first()
        if shown is None:
            return STRANGER
        return Standing(may_view=True, may_direct=shown[0] and usable(user, lambda: True))

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """Which of these people (ids of users) have a role in that tournament or act for a club of
        it; ``None`` where everybody may look."""
        number = int(key)
        public = Tournament.objects.filter(pk=number, visibility=Tournament.Visibility.PUBLIC)
        if public.exists():
            return None
        roles = EventRole.objects.filter(event=number, user__in=people)
        members = TeamMember.objects.filter(team__entries__tournament=number, user__in=people)
        return frozenset(
            person for found in (roles, members) for person in found.values_list("user", flat=True)
        )

    def directors(self, key: str) -> frozenset[int]:
        """The tournament's directors."""
        roles = EventRole.objects.filter(event=int(key), role=EventRole.Role.DIRECTOR)
        return frozenset(roles.values_list("user", flat=True))

    def latest(self) -> Sequence[tuple[str, str]]:
        """The newest tournaments."""
        rows = Tournament.objects.order_by("-pk").values_list("pk", "name")[:LATEST]
        return [(str(pk), name) for pk, name in rows]

    def way_back(self, key: str) -> tuple[str, str]:
        """The tournament's name and the address of its page."""
        tournament = Tournament.objects.get(pk=key)
        return tournament.name, tournament.get_absolute_url()

    def player(self, key: str, card: int) -> str:
        """The player's page there."""
        return reverse("tournaments:player-of", args=[int(key), card])

    def club(self, key: str, team: int) -> str:
        """The club's page there."""
        return reverse("tournaments:team-of", args=[int(key), team])


class EntrantAccess:
    """Answers for the clubs that are entered in tournaments."""

    def may_edit(self, user: Visitor, team: Team) -> bool:
        """Directors of anything the club plays in may put it right."""
        return directs(user, event__tournament__entrants__team=team)

    def objections(self, team: Team, plan: TeamPlan) -> Sequence[Refusal]:
        """Two clubs of one tournament are not called or abbreviated alike."""
        others = Entrant.objects.filter(
            tournament__in=Entrant.objects.filter(team=team).values("tournament")
        ).exclude(team=team)
        found = []
        for name, abbreviation in others.values_list("team__name", "team__abbreviation").distinct():
            if look_of(name) == look_of(plan.name):
                said = f"There is a club {name!r} already, or this looks so."
                found.append(Refusal("duplicate-name", said, "name"))
            if abbreviation == letters_of(plan.abbreviation):
                found.append(
                    Refusal(
                        "duplicate-abbreviation",
                        f"{abbreviation} stands for {name} already.",
                        "abbreviation",
                    )
                )
        return found

    def objections_to_park(self, team: Team, park: Ballpark | None) -> Sequence[Refusal]:
        """T0.02e to g in the divisions whose law they are, and ``park-played-in``: once a club has
        played at home there, its park stays."""
        found: list[Refusal] = []
        for entrant in Entrant.objects.filter(team=team).select_related("tournament"):
            tournament = entrant.tournament
            if not has_parks(tournament.system):
                continue
            if park is not None:
                others = Entrant.objects.filter(tournament=tournament).exclude(team=team)
                taken = Ballpark.objects.filter(clubs__entries__in=others).distinct()
                found.extend(
                    pick_problems(
                        park.pick, (other.pick for other in taken), tournament.edition.parks
                    )
                )
            at_home = Game.objects.filter(home=team, series__event__key=tournament.scope)
            if team.ballpark_id and at_home.exclude(status=Game.Status.VOID).exists():
                found.append(
                    Refusal(
                        "park-played-in",
                        f"{team} has played at home in {tournament}; its park stays.",
                        "ballpark",
                    )
                )
        return found

    def system_keys(self) -> QuerySet[Any, Any]:
        """The keys of the game systems of the tournaments that a club is entered in."""
        entries = Entrant.objects.filter(team=OuterRef("pk")).order_by("-pk")
        return entries.values_list("tournament__system_key")

    def directed(self, user: User) -> Q:
        """The clubs of tournaments that the user directs."""
        directed = directed_by(user)
        if not usable(user, directed.exists):
            return Q(pk=None)
        entries = Entrant.objects.filter(tournament__in=directed.values("event"))
        return Q(pk__in=entries.values("team"))

    def shown_to(self, user: Visitor) -> Q:
        """The clubs of tournaments that the user may look at."""
        return Q(entries__tournament__in=visible_to(user).values("pk"))

    def directs(self, user: Visitor) -> bool:
        """Whether the user directs any tournament."""
        return directs(user)

    def out(self, among: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """The clubs, of those ``among``, that have dropped out of a running tournament and play in
        no other."""
        running = Entrant.objects.filter(team__in=among).exclude(
            tournament__state=Tournament.State.COMPLETE
        )
        return (
            running.exclude(dropped="")
            .exclude(team__in=running.filter(dropped="").values("team"))
            .values("team")
        )
