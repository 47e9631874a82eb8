"""The records of completed events: the archive, and all-time records of managers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import (
    Count,
    DecimalField,
    F,
    IntegerField,
    Prefetch,
    Q,
    QuerySet,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from config.events.models import Event
from config.people.models import User
from games.access import Visitor
from tournaments.awards.models import Awarded
from tournaments.models import (
    EventRecord,
    Finish,
    ManagerFinish,
    ManagerRecord,
    Stage,
    Tournament,
)
from tournaments.permissions import visible_to
from tournaments.rules.points import Partner

PAGE = 25

TOLD_AWARDS = ("most-valuable", "best-pitcher")
"""The statistical awards that the archive shows besides those that clubs voted on."""

POINTS: DecimalField[Any, Any] = DecimalField(max_digits=12, decimal_places=4)


def archived(user: Visitor) -> QuerySet[EventRecord]:
    """Return the completed events that a user may view, the latest first, each with its stages, the
    finishes of the first two, and the awards for the archive (``told_awards``)."""
    first_two = Finish.objects.exclude(prize="").select_related("entrant__team").order_by("pk")
    awards_shown = (
        Awarded.objects.filter(Q(key__in=TOLD_AWARDS) | Q(ballot__isnull=False))
        .select_related("card", "team", "ballot")
        .order_by("number")
    )
    return (
        EventRecord.objects.filter(tournament__in=visible_to(user))
        .select_related("tournament")
        .prefetch_related(
            Prefetch("finishes", first_two, to_attr="first_two"),
            Prefetch("tournament__stages", Stage.objects.order_by("number")),
            Prefetch("awarded", awards_shown, to_attr="told_awards"),
        )
        .order_by("-closed_at", "-id")
    )


@dataclass(frozen=True)
class ArchiveLine:
    """An event of the archive: its winners (several if they were level), the loser of the final,
    and the format."""

    record: EventRecord
    winners: Sequence[Finish]
    runner_up: Finish | None
    format: str
    awards: Sequence[Awarded]


def archive_line(record: EventRecord) -> ArchiveLine:
    """Convert a row of ``archived`` without further queries."""
    first_two: list[Finish] = record.first_two  # type: ignore[attr-defined]
    runners_up = [finish for finish in first_two if finish.prize == Finish.Prize.RUNNER_UP]
    return ArchiveLine(
        record,
        [finish for finish in first_two if finish.prize == Finish.Prize.WINNER],
        runners_up[0] if runners_up else None,
        ", ".join(stages_played(record)),
        record.told_awards,  # type: ignore[attr-defined]
    )


def stages_played(record: EventRecord) -> list[str]:
    """Return the names of an event's stages in order, without tie-break games."""
    return [str(stage) for stage in record.tournament.stages.all() if not stage.is_tie_break]


def all_time() -> QuerySet[ManagerRecord]:
    """Return all managers' records in public events: most titles first, then season points, then
    wins."""
    return ManagerRecord.objects.select_related("user").order_by("-titles", "-points", "-won", "id")


def finishes_of(user: User) -> QuerySet[ManagerFinish]:
    """Return a manager's completed public events, the latest first."""
    return (
        ManagerFinish.objects.filter(_public("finish__"), user=user)
        .select_related("finish__record__tournament", "finish__entrant__team")
        .order_by("-pk")
    )


def opponents_of(user: User) -> QuerySet[ManagerRecord]:
    """Return the managers whom a manager has met in those events, the most frequent first, each
    with the games won, lost and tied against them (``games_won``, ``games_lost``, ``games_tied``)
    and their sum (``met``). Managers who share a club share its games."""
    of_user = Q(user__finishes__finish__encounters__other__managers__user=user)
    # Encounters are those of the opponent: what the opponent lost the manager won.
    prefix = "user__finishes__finish__encounters__"
    return (
        ManagerRecord.objects.filter(of_user & _public("user__finishes__finish__"))
        .exclude(user=user)
        .select_related("user")
        .annotate(
            games_won=_total(f"{prefix}lost"),
            games_lost=_total(f"{prefix}won"),
            games_tied=_total(f"{prefix}tied"),
            met=_total(f"{prefix}lost", f"{prefix}won", f"{prefix}tied"),
        )
        .order_by("-met", "pk")
    )


def partners_of(tournament: Tournament, clubs: Collection[Sequence[User]]) -> Mapping[int, Partner]:
    """Return what decides who gets a shared club's points, by user: season points of events of the
    same year that closed before this one, and games in all events before it. One or two queries,
    none where no club is shared."""
    ids = [user.pk for partners in clubs for user in partners]
    if not ids:
        return {}
    record = EventRecord.objects.filter(tournament=tournament).first()
    now = record.closed_at if record else timezone.now()
    earlier = ManagerFinish.objects.filter(user__in=ids, finish__record__closed_at__lt=now)
    rows = (
        earlier.order_by()
        .values("user")
        .annotate(
            points=Sum(
                "finish__points",
                filter=Q(has_points=True, finish__record__closed_at__year=now.year),
                default=0,
                output_field=POINTS,
            ),
            games=Sum(
                F("finish__won")
                + F("finish__lost")
                + F("finish__tied")
                + F("finish__playoffs_won")
                + F("finish__playoffs_lost")
            ),
        )
        .values_list("user", "points", "games")
    )
    partner_of = {pk: Partner(pk, Fraction(points), games) for pk, points, games in rows}
    return {pk: partner_of.get(pk, Partner(pk, Fraction(0), 0)) for pk in ids}


def reckoned(people: Collection[int]) -> list[ManagerRecord]:
    """Compute the all-time records of these users (ids) from their finishes, without saving; users
    without a finish have none."""
    rows = (
        ManagerFinish.objects.filter(_public("finish__"), user__in=people)
        .order_by()
        .values("user")
        .annotate(
            events=Count("pk"),
            titles=Count("pk", filter=Q(finish__prize=Finish.Prize.WINNER)),
            finals_lost=Count("pk", filter=Q(finish__prize=Finish.Prize.RUNNER_UP)),
            **{
                name: Sum(f"finish__{name}")
                for name in ("won", "lost", "tied", "playoffs_won", "playoffs_lost")
            },
            points=Sum("finish__points", filter=Q(has_points=True), default=0, output_field=POINTS),
        )
    )
    return [
        ManagerRecord(user_id=row["user"], **{k: v for k, v in row.items() if k != "user"})
        for row in rows
    ]


def _public(at: str) -> Q:
    # By id: a tournament shares its event's id, which avoids a join.
    public = Event.objects.filter(visibility=Event.Visibility.PUBLIC).order_by()
    return Q(**{f"{at}record__tournament__in": public.values("pk")})


def _total(*names: str) -> Coalesce:
    total = sum((F(name) for name in names[1:]), start=F(names[0]))
    return Coalesce(Sum(total), Value(0), output_field=IntegerField())
