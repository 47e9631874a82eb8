"""When substitutions end: at a time, or with a series, a round, or what a replacement plays for a
dropped club."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.inputs import whole_number
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused
from games.hooks import ResultsChanged, SeriesCalledOff, SeriesTakenUp, SeriesUndrawn
from games.models import Series
from rosters.models import UNTIL_MANAGER, Team, TeamMember
from rosters.services.people import appoint
from tournaments.models import Invite, Replacement, Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.league import League

SERIES: Final = "series:"
ROUND: Final = "round:"
REPLACEMENT: Final = "replacement:"
FURTHEST: Final = timedelta(days=366)
SUBSTITUTE = TeamMember.Role.SUBSTITUTE


def end_asked(
    tournament: Tournament, team: Team, ends: str, until: datetime | None
) -> tuple[datetime | None, str]:
    """When and with what a substitution ends, as it is stored: ``ends`` names a series of the club
    (``series:12``) or a round (``round:3``) that is not over, ``until`` is a time; neither: it has
    no end. Refused: ``two-ends``, ``end-past``, ``end-far``, ``unknown-end``,
    ``no-such-series``, ``no-such-round``."""
    if until is not None:
        if ends:
            raise Refused(Refusal("two-ends", "Say a time, or a series or round.", "until"))
        if until <= timezone.now():
            raise Refused(Refusal("end-past", "That time is past.", "until"))
        if until > timezone.now() + FURTHEST:
            raise Refused(Refusal("end-far", "A year ahead at most.", "until"))
        return until, ""
    if not ends:
        return None, ""
    kind, _, key = ends.partition(":")
    number = whole_number(key)
    if number is None or f"{kind}:" not in (SERIES, ROUND):
        raise Refused(Refusal("unknown-end", "It ends with a series or a round.", "ends"))
    if f"{kind}:" == SERIES:
        own = _open().filter(event__key=tournament.scope, pk=number)
        if not (own.filter(home=team) | own.filter(away=team)).exists():
            sentence = f"{team} has no such series left."
            raise Refused(Refusal("no-such-series", sentence, "ends"))
        return None, f"{SERIES}{number}"
    if not _of_round(tournament.pk, number).exists():
        raise Refused(Refusal("no-such-round", "No series of that round is open.", "ends"))
    return None, f"{ROUND}{tournament.pk}-{number}"


def end_of_invite(made: Invite) -> tuple[datetime | None, str]:
    """When and with what the role of an accepted invite ends: for a substitute as the invite says,
    else with the event or when a manager comes. Refused, where that end has come: ``end-past``,
    ``no-such-series``, ``no-such-round``."""
    if made.role != Invite.Role.SUBSTITUTE or made.entrant is None:
        return None, ""
    asked = end_asked(made.tournament, made.entrant.team, made.ends, made.until)
    return asked if any(asked) else (None, f"{UNTIL_MANAGER}{made.tournament_id}")


def end_until_manager(*, scope: str, acting_user: User | None, team: Team | None = None) -> None:
    """End the substitutions that last until a manager is back, or to the end of the event: those
    for a ``team`` whose manager is there, also one who was before; else all of an event that is
    over. In the transaction of the act."""
    rows = TeamMember.objects.filter(ends_with=f"{UNTIL_MANAGER}{scope.partition(':')[2]}")
    rows = rows.filter(ends_at=None) if team is None else rows.filter(ends_at=None, team=team)
    for member in rows.select_related("user", "team"):
        member.ends_at = timezone.now()
        member.save(update_fields=["ends_at"])
        log_action(
            code="substitution-ended",
            actor=acting_user,
            scope=scope,
            subject=member,
            new={"person": str(member.user), "club": str(member.team)},
        )


@for_directors
def change_end(
    *,
    tournament: Tournament,
    member: TeamMember,
    ends: str = "",
    until: datetime | None = None,
    acting_user: User,
) -> TeamMember:
    """Set when a substitution ends. Refused: ``not-a-substitute``, and as ``end_asked``."""
    with transaction.atomic():
        if member.role != SUBSTITUTE:
            raise Refused(
                Refusal("not-a-substitute", "A manager acts for the club until dismissed.")
            )
        ends_at, ends_with = end_asked(tournament, member.team, ends, until)
        return appoint(
            team=member.team,
            user=member.user,
            role=SUBSTITUTE,
            scope=tournament.scope,
            acting_user=acting_user,
            ends_at=ends_at,
            ends_with=ends_with,
        )


def settle_substitutions(
    change: ResultsChanged | SeriesCalledOff | SeriesTakenUp | SeriesUndrawn,
) -> None:
    """End the substitutions whose series or round is over, and let those go on whose series goes
    on after all; in the transaction of the act."""
    rows = TeamMember.every.filter(role=SUBSTITUTE).exclude(
        Q(ends_with="") | Q(ends_with__startswith=UNTIL_MANAGER)
    )
    if isinstance(change, ResultsChanged):
        rows = rows.filter(team__entries__tournament__key__in=change.scopes)
    else:
        events = Series.objects.filter(pk__in=change.series_ids).values("event__key")
        rows = rows.filter(team__entries__tournament__key__in=events)
    gone = change.series_ids if isinstance(change, SeriesUndrawn) else ()
    for member in rows.select_related("team", "user").distinct():
        over = _is_over(member, gone)
        if over == (member.ends_at is not None):
            continue
        member.ends_at = timezone.now() if over else None
        member.save(update_fields=["ends_at"])
        entrant = member.team.entries.select_related("tournament").order_by("-pk").first()
        if entrant is not None:
            log_action(
                code="substitution-ended" if over else "substitution-goes-on",
                actor=change.acting_user,
                scope=entrant.tournament.scope,
                subject=member,
                new={"person": str(member.user), "club": str(member.team)},
            )


def _is_over(member: TeamMember, gone: Collection[int]) -> bool:
    kind, _, of = member.ends_with.partition(":")
    if f"{kind}:" == SERIES:
        left = _open().filter(pk=of)
    elif f"{kind}:" == ROUND:
        event, _, number = of.partition("-")
        left = _of_round(int(event), int(number))
    else:
        played = Replacement.objects.filter(drop=int(of), user=member.user_id)
        left = _open().filter(pk__in=played.values("series"))
    return not left.exclude(pk__in=gone).exists()


def _open() -> QuerySet[Series]:
    return Series.objects.filter(completed_at=None, called_off_at=None)


def _of_round(tournament_id: int, number: int) -> QuerySet[Series]:
    return _open().filter(
        fixture__round__stage__tournament=tournament_id, fixture__round__number=number
    )


def ends_in_words(members: Iterable[TeamMember]) -> Mapping[int, str]:
    """By key of substitutes until when each acts for the club, in words; one query where any ends
    with a series."""
    substitutes = [each for each in members if each.role == SUBSTITUTE]
    keys = {
        each.pk: int(each.ends_with.removeprefix(SERIES))
        for each in substitutes
        if each.ends_with.startswith(SERIES)
    }
    rows = Series.objects.filter(pk__in=keys.values()).select_related("home", "away")
    series = {row.pk: str(row) for row in rows} if keys else {}

    def words(member: TeamMember) -> str:
        if member.pk in keys:
            return f"until {series.get(keys[member.pk], 'a series')} is over"
        if member.ends_with.startswith(UNTIL_MANAGER):
            return "until a manager is back, or the event is over"
        if member.ends_with.startswith(ROUND):
            return f"until round {member.ends_with.rpartition('-')[2]} is over"
        if member.ends_with:
            return "until what is played for the dropped club is over"
        if member.ends_at is not None:
            return f"until {timezone.localtime(member.ends_at):%-d %B, %H:%M}"
        return "until taken back"

    return {member.pk: words(member) for member in substitutes}


def rounds_open(tournament: Tournament) -> list[tuple[str, str]]:
    """The rounds of which a series is open, by key, without the league."""
    open_series = _open().filter(event__key=tournament.scope)
    numbers = open_series.order_by().values_list("fixture__round__number", flat=True).distinct()
    return [(f"{ROUND}{number}", f"Round {number}") for number in sorted(set(numbers) - {None})]


def rounds_left(league: League) -> list[tuple[str, str]]:
    """The rounds with which a substitution may end, by key: those that are drawn and not over."""
    return [(f"{ROUND}{each.number}", each.name) for each in league.rounds if each.unplayed]


def substitutes_of(tournament: Tournament) -> list[tuple[TeamMember, str]]:
    """The substitutes who act for clubs of an event now, each with until when."""
    rows = TeamMember.objects.filter(role=SUBSTITUTE, team__entries__tournament=tournament)
    found = list(rows.select_related("user", "team").order_by("team__name", "pk"))
    words = ends_in_words(found)
    return [(each, words[each.pk]) for each in found]


def end_sent(member: TeamMember) -> str:
    """With what a substitution ends, as it is asked for: ``series:12``, ``round:3``,
    ``replacement``, ``manager``, or empty."""
    kind, _, of = member.ends_with.partition(":")
    if f"{kind}:" == ROUND:
        return f"{ROUND}{of.rpartition('-')[2]}"
    return kind if f"{kind}:" in (REPLACEMENT, UNTIL_MANAGER) else member.ends_with
