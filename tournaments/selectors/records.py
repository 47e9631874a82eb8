"""The records of events that are over: the archive, and the all-time records of managers."""

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
"""The awards by statistics that the archive shows, beside those on which clubs voted."""

POINTS: DecimalField[Any, Any] = DecimalField(max_digits=12, decimal_places=4)


def archived(user: Visitor) -> QuerySet[EventRecord]:
    """The events that are over and that a visitor may look at, the last first, each with its
    stages, the finishes of the first two, and the awards that the archive tells (``told_awards``).
    """
    first_two = Finish.objects.exclude(prize="").select_related("entrant__team").order_by("pk")
    told = (
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
            Prefetch("awarded", told, to_attr="told_awards"),
        )
        .order_by("-closed_at", "-id")
    )


@dataclass(frozen=True)
class ArchiveLine:
    """An event of the archive: who won, several where they were level, who lost the final, and what
    was played."""

    record: EventRecord
    winners: Sequence[Finish]
    runner_up: Finish | None
    format: str
    awards: Sequence[Awarded]


def archive_line(record: EventRecord) -> ArchiveLine:
    """A row of ``archived`` with what the page says of it; makes no further query."""
    first_two: list[Finish] = record.first_two  # type: ignore[attr-defined]
    lost = [each for each in first_two if each.prize == Finish.Prize.RUNNER_UP]
    return ArchiveLine(
        record,
        [each for each in first_two if each.prize == Finish.Prize.WINNER],
        lost[0] if lost else None,
        ", ".join(stages_played(record)),
        record.told_awards,  # type: ignore[attr-defined]
    )


def stages_played(record: EventRecord) -> list[str]:
    """The names of an event's stages in order, games that broke ties left out."""
    return [str(stage) for stage in record.tournament.stages.all() if not stage.is_tie_break]


def all_time() -> QuerySet[ManagerRecord]:
    """Everybody's record in all events that anybody may look at: most titles first, then season
    points, then wins."""
    return ManagerRecord.objects.select_related("user").order_by("-titles", "-points", "-won", "id")


def finishes_of(user: User) -> QuerySet[ManagerFinish]:
    """A manager's events that are over and that anybody may look at, the last first."""
    return (
        ManagerFinish.objects.filter(_public("finish__"), user=user)
        .select_related("finish__record__tournament", "finish__entrant__team")
        .order_by("-pk")
    )


def opponents_of(user: User) -> QuerySet[ManagerRecord]:
    """The managers whom a manager has met in those events, those met most often first, each with
    the games that the manager won, lost and tied against them (``games_won``, ``games_lost``,
    ``games_tied``) and all of these (``met``). Partners share what their club did."""
    mine = Q(user__finishes__finish__encounters__other__managers__user=user)
    # The encounter is read from the opponent's side: what the opponent lost the manager won.
    at = "user__finishes__finish__encounters__"
    return (
        ManagerRecord.objects.filter(mine & _public("user__finishes__finish__"))
        .exclude(user=user)
        .select_related("user")
        .annotate(
            games_won=_total(f"{at}lost"),
            games_lost=_total(f"{at}won"),
            games_tied=_total(f"{at}tied"),
            met=_total(f"{at}lost", f"{at}won", f"{at}tied"),
        )
        .order_by("-met", "pk")
    )


def partners_of(tournament: Tournament, clubs: Collection[Sequence[User]]) -> Mapping[int, Partner]:
    """What decides whom a shared club's points go to, by person: season points of the events of
    the same year that closed before this one, and games of all before it. One or two queries, none
    where no club is shared."""
    people = [user.pk for shared in clubs for user in shared]
    if not people:
        return {}
    record = EventRecord.objects.filter(tournament=tournament).first()
    now = record.closed_at if record else timezone.now()
    earlier = ManagerFinish.objects.filter(user__in=people, finish__record__closed_at__lt=now)
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
    known = {person: Partner(person, Fraction(points), games) for person, points, games in rows}
    return {person: known.get(person, Partner(person, Fraction(0), 0)) for person in people}


def reckoned(people: Collection[int]) -> list[ManagerRecord]:
    """The all-time records of these people (ids of users), computed from their finishes and not
    saved; people without a finish have none."""
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
    # By number: a tournament has that of its event, and its own table is not asked for it.
    public = Event.objects.filter(visibility=Event.Visibility.PUBLIC).order_by()
    return Q(**{f"{at}record__tournament__in": public.values("pk")})


def _total(*names: str) -> Coalesce:
    total = sum((F(name) for name in names[1:]), start=F(names[0]))
    return Coalesce(Sum(total), Value(0), output_field=IntegerField())
