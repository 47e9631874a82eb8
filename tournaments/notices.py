"""Series that are assigned to clubs, the next one of each; and drawings that are taken back, or
that rest on results which are others by now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse

from config.journal.models import Action
from config.notices.kinds import Kind, Waiting, register
from config.people import scopes
from rosters.members import Members
from rosters.models import TeamMember
from tournaments.book.models import Feat
from tournaments.models import Fixture, Tournament
from tournaments.rules.feats import told_in_words

ASSIGNED = Kind("series-assigned", "A series to play", "When the next series of your club is on.")
DRAWN = Kind(
    "drawing-changed",
    "A drawing that changes",
    "When a round of your club is taken back; for directors, when a result was corrected upon "
    "which something had been drawn.",
)
MILESTONE = Kind(
    "milestone",
    "What your players achieve",
    "When a player of your club does what is told: a no-hitter, three home runs, a long streak.",
)
NEWS_FOR = timedelta(days=3)
"""So long what happened is news: a drawing that was taken back, a no-hitter."""


def assigned(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The first open series of each club that a user acts for."""
    manned = TeamMember.objects.values("team")
    rows = Fixture.objects.filter(
        Q(home__team__in=manned) | Q(away__team__in=manned),
        round__stage__tournament__state=Tournament.State.RUNNING,
        series__isnull=False,
        series__completed_at=None,
    )
    if asked is not None:
        ids = [scope.partition(":")[2] for scope in asked if scope.startswith("tournament:")]
        rows = rows.filter(round__stage__tournament__in=ids)
    # Of all that are open their keys, and of what is told the rest.
    first: dict[int, int] = {}
    ordered = rows.order_by("round__number", "pk").values_list("pk", "home", "away")
    for pk, home, away in ordered:
        first.setdefault(home, pk)
        if away is not None:
            first.setdefault(away, pk)
    found = Fixture.objects.filter(pk__in=set(first.values())).select_related(
        "round__stage__tournament", "home__team", "away__team"
    )
    fixtures = list(found.order_by("round__number", "pk"))
    members = Members(
        club.team_id
        for fixture in fixtures
        for club in (fixture.home, fixture.away)
        if club is not None
    )
    for fixture in fixtures:
        clubs = [each for each in (fixture.away, fixture.home) if each is not None]
        people = [members.of(each.team_id) for each in clubs if first[each.pk] == fixture.pk]
        yield Waiting(
            key=f"series:{fixture.series_id}",
            people=frozenset().union(*people),
            title=f"Play {clubs[0].team} at {clubs[1].team}",
            detail=f"{fixture.round} is on.",
            url=reverse("games:series", args=[fixture.series_id]),
            scope=fixture.round.stage.tournament.scope,
        )


def drawings(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """Drawings that rest on results which are others by now, for directors; and those that were
    taken back of late, for the clubs that were drawn."""
    rows = Tournament.objects.exclude(state=Tournament.State.SETUP).exclude(overtaken=[])
    if asked is not None:
        ids = [scope.partition(":")[2] for scope in asked if scope.startswith("tournament:")]
        rows = rows.filter(pk__in=ids)
    for tournament in rows.order_by("pk"):
        yield Waiting(
            key=f"overtaken:{tournament.pk}",
            people=scopes.directors(tournament.scope),
            title=f"{tournament}: drawn upon results that have changed",
            detail=" ".join(tournament.overtaken),
            url=reverse("tournaments:desk", args=[tournament.slug]),
            scope=tournament.scope,
        )
    actions = Action.objects.filter(code="drawing-taken-back", at__gt=now - NEWS_FOR)
    if asked is not None:
        actions = actions.filter(scope__in=asked)
    yield from _taken_back(list(actions.order_by("pk")))


def _taken_back(actions: Sequence[Action]) -> Iterator[Waiting]:
    by_scope = {
        each.scope: each
        for each in Tournament.objects.filter(
            pk__in={action.scope.partition(":")[2] for action in actions}
        )
    }
    members = Members(team for action in actions for team in (action.new or {})["clubs"])
    for action in actions:
        tournament, new = by_scope.get(action.scope), action.new or {}
        if tournament is None:
            continue
        yield Waiting(
            key=f"taken-back:{action.pk}",
            people=frozenset().union(*(members.of(team) for team in new["clubs"])),
            title=f"{tournament}: a drawing was taken back",
            detail=str(new["told"])[:300],
            url=reverse("tournaments:stages", args=[tournament.slug]),
            scope=action.scope,
        )


def milestones(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """What players of a club did of late that is told when it happens, for its people."""
    rows = Feat.objects.filter(told=True, game__finished_at__gt=now - NEWS_FOR).select_related(
        "stage__tournament", "card", "team"
    )
    if asked is not None:
        ids = [scope.partition(":")[2] for scope in asked if scope.startswith("tournament:")]
        rows = rows.filter(stage__tournament__in=ids)
    found = list(rows.order_by("pk"))
    members = Members(feat.team_id for feat in found)
    for feat in found:
        words = told_in_words(feat.kind, feat.value)
        yield Waiting(
            key=f"milestone:{feat.game_id}:{feat.card_id}:{feat.kind}",
            people=members.of(feat.team_id),
            title=f"{feat.card.name} {words}",
            detail=f"For {feat.team} in {feat.stage.tournament}.",
            url=reverse("games:game", args=[feat.game_id]),
            scope=feat.stage.tournament.scope,
        )


def register_all() -> None:
    """Let people be told of their series."""
    register(ASSIGNED, assigned)
    register(MILESTONE, milestones)
    register(DRAWN, drawings)
