"""Report that a manager is absent, and have the club's games played: by a substitute, later, or by
the computer from both sides' instructions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.jobs.one_by_one import one_by_one
from config.journal.services import Entry, log_action, log_actions
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.access import verify_directs
from games.models import Game, Series
from games.rules.deadlines import PLAY, Due, at_deadline, deadline_problems, put_off
from games.seriesday.access import part_of
from games.seriesday.constraints import told_as_refusals
from games.seriesday.models import Absence, SeriesClock
from games.seriesday.selectors.absences import extended_deadlines
from games.seriesday.selectors.house import why_not_house
from games.seriesday.services.deadlines import settle_over_time
from games.seriesday.topics import tell_watchers
from games.services.calling_off import left_to_play
from games.services.playing import play_series, play_what_nobody_plays
from games.services.playing_on import play_on
from games.services.rewinding import make_room

log = structlog.get_logger(__name__)

BATCH = 12
"""Series that are played in one transaction."""


def report_absence(*, series_id: int, team_id: int, acting_user: User, words: str = "") -> Absence:
    """Report that a club's manager is absent. People of the series may, the club's own people among
    them, who also choose whether the computer or a substitute plays.

    Refused: ``not-your-game``, ``no-such-club``, ``series-complete``, ``told-already``.
    """
    with told_as_refusals(), transaction.atomic():
        series = Series.objects.locked().get(pk=series_id)
        part = part_of(acting_user, series)
        if not part.has_part:
            raise Refused(
                Refusal("not-your-game", "Only people of the two clubs may report an absence.")
            )
        if team_id not in (series.home_id, series.away_id):
            raise Refused(Refusal("no-such-club", "That club does not play here.", "team"))
        if series.completed_at is not None:
            raise Refused(Refusal("series-complete", "The series has been played."))
        absence = Absence.objects.create(
            series=series,
            team_id=team_id,
            told_by=acting_user,
            by_himself=team_id in part.clubs,
            words=words.strip()[:300],
        )
        _log("absence-reported", series, acting_user, team=str(absence.team), reason=absence.words)
        tell_watchers(series)
        return absence


def withdraw_absence(*, absence_id: int, acting_user: User) -> Absence:
    """Withdraw such a report: the manager is there after all. The person who reported it may, the
    club's own people, or a director. Refused: ``not-yours-to-withdraw``, ``closed-already``."""
    with transaction.atomic():
        series = Series.objects.locked().get(
            pk=Absence.objects.values_list("series_id", flat=True).get(pk=absence_id)
        )
        absence = Absence.objects.select_related("team").get(pk=absence_id)
        part = part_of(acting_user, series)
        mine = absence.told_by_id == acting_user.pk or absence.team_id in part.clubs
        if not (mine or part.directs):
            raise Refused(
                Refusal(
                    "not-yours-to-withdraw",
                    "Only who reported it or the club's people may withdraw it.",
                )
            )
        if absence.outcome:
            raise Refused(Refusal("closed-already", "This absence has been settled already."))
        close_absences(series, Absence.Outcome.WITHDRAWN, teams=[absence.team_id])
        _log("absence-withdrawn", series, acting_user, team=str(absence.team))
        tell_watchers(series)
        absence.refresh_from_db()
        return absence


def name_substitute(*, series_ids: Sequence[int], team_id: int) -> int:
    """A substitute was named for a club: close the reports of its absence in these series, in the
    caller's transaction; how many there were."""
    found = Absence.objects.filter(series__in=series_ids, team=team_id, outcome="")
    return found.update(outcome=Absence.Outcome.SUBSTITUTE, closed_at=timezone.now())


def close_absences(series: Series, outcome: str, *, teams: Sequence[int] = ()) -> int:
    """Record what became of the reported absences, in the caller's transaction; how many there
    were."""
    found = Absence.objects.filter(series=series, outcome="")
    if teams:
        found = found.filter(team__in=teams)
    return found.update(outcome=outcome, closed_at=timezone.now())


def set_deadline(
    *, series_ids: Sequence[int], due: datetime, house_plays: bool, acting_user: User
) -> int:
    """Set a deadline for series, and whether the computer then plays what is unplayed; how many got
    it. Complete ones are passed over. Refused: ``director-only``, ``deadline-past``,
    ``deadline-far``, ``series-complete`` where none is left to play."""
    verify_directs(acting_user, series_ids)
    now = timezone.now()
    refuse_all(deadline_problems(now, due))
    with transaction.atomic():
        waiting = left_to_play(series_ids)
        clocks = _clocks(waiting)
        for clock in clocks:
            clock.due_at, clock.house_plays = due, house_plays
        SeriesClock.objects.bulk_update(clocks, ["due_at", "house_plays"])
        log_actions(
            Entry(
                "deadline-set",
                acting_user,
                series.scope,
                series,
                new={"due": due.isoformat(), "house_plays": house_plays},
            )
            for series in waiting
        )
        for series in waiting[:1]:
            tell_watchers(series)
        return len(waiting)


def put_off_deadline(*, series_id: int, by: timedelta, acting_user: User) -> datetime:
    """Give a series more time than its deadline; the new deadline. Refused: ``director-only``,
    ``no-deadline``, ``series-complete``, ``deadline-far``."""
    verify_directs(acting_user, [series_id])
    now = timezone.now()
    with transaction.atomic():
        waiting = left_to_play([series_id])
        (clock,) = _clocks(waiting)
        if clock.due_at is None:
            raise Refused(Refusal("no-deadline", "The series has no deadline."))
        before, clock.due_at = clock.due_at, put_off(now, clock.due_at, by)
        refuse_all(deadline_problems(now, clock.due_at))
        clock.save(update_fields=["due_at"])
        close_absences(waiting[0], Absence.Outcome.EXTENDED)
        log_action(
            code="deadline-put-off",
            actor=acting_user,
            scope=waiting[0].scope,
            subject=waiting[0],
            old={"due": before.isoformat()},
            new={"due": clock.due_at.isoformat()},
        )
        tell_watchers(waiting[0])
        return clock.due_at


def have_house_play(*, series_id: int, acting_user: User) -> list[Game]:
    """For a director: the computer plays everything that is left of a series, from both sides'
    instructions; games that people have begun it goes on with. The games played.

    Refused: ``director-only``, ``series-complete``, ``no-plays`` for a suspended game of which only
    the result is known, ``game-unconfirmed``, and what the simulation refuses.
    """
    verify_directs(acting_user, [series_id])
    with transaction.atomic():
        (series,) = left_to_play([series_id])
        refuse_all(why_not_house([series_id]).values())
        for number in range(1, series.length + 1):
            make_room(series=series, number=number, acting_user=acting_user)
        begun = series.games.filter(status__in=(Game.Status.IN_PROGRESS, Game.Status.SUSPENDED))
        games = [
            play_on(game_id=pk, acting_user=acting_user)
            for pk in begun.order_by("number").values_list("pk", flat=True)
        ]
        series.refresh_from_db()
        if series.completed_at is None:
            games += play_series(series_ids=[series.pk], acting_user=acting_user, kept_too=True)
        settle_over_time(series, "The house has played it.")
        close_absences(series, Absence.Outcome.SIMULATED)
        return games


def play_overdue(*, now: datetime) -> int:
    """Simulate what is unplayed of every series whose deadline has passed, from both sides'
    instructions; how many games. Idempotent: what has been played stays, and a series in which
    people have a game open is left to them and their director."""
    by_scope: dict[str, list[int]] = defaultdict(list)
    left: list[int] = []
    overdue = Series.objects.filter(
        clock__due_at__lte=now, clock__house_plays=True, completed_at=None
    )
    for pk, scope in overdue.order_by("pk").values_list("pk", "event__key"):
        by_scope[scope].append(pk)
    games = 0
    for ids in by_scope.values():
        for first in range(0, len(ids), BATCH):
            batch = ids[first : first + BATCH]
            try:
                games += _play_overdue(batch, now)
            except Exception:
                log.exception("overdue_batch_failed", series=batch)
                left += batch
    # Of a batch that failed each goes by itself, so that only what is the matter is left.
    return games + sum(
        one_by_one(
            "overdue series", left, lambda pk: _play_overdue([pk], now), name="series {}".format
        )
    )


def _play_overdue(ids: Sequence[int], now: datetime) -> int:
    with transaction.atomic():
        # A deadline that is put off at this moment holds.
        waiting = list(_locked_ones(ids))
        clocks = {clock.series_id: clock for clock in _clocks(waiting)}
        opened = _open_games(waiting)
        extended = extended_deadlines(clocks.values(), now)
        due = [
            series
            for series in waiting
            if at_deadline(
                now,
                Due(
                    extended.get(series.pk),
                    series.completed_at is not None,
                    clocks[series.pk].house_plays,
                    opened[series.pk],
                ),
            )
            == PLAY
        ]
        played = play_what_nobody_plays(
            series_ids=[each.pk for each in due], acting_user=None, kept_too=True
        )
        done = [series for series in due if series.pk not in played.left]
        for series in done:
            close_absences(series, Absence.Outcome.SIMULATED)
        log_actions(
            Entry(
                "overdue-played",
                None,
                series.scope,
                series,
                new={
                    "due": _iso(clocks[series.pk].due_at),
                    "games": sum(game.series_id == series.pk for game in played.games),
                },
            )
            for series in done
        )
        return len(played.games)


def _open_games(waiting: Sequence[Series]) -> dict[int, int]:
    found: dict[int, int] = defaultdict(int)
    done = Q(status=Game.Status.FINAL) | Q(status=Game.Status.VOID)
    rows = Game.objects.filter(series__in=waiting).exclude(done)
    for series_id in rows.values_list("series_id", flat=True):
        found[series_id] += 1
    return found


def _clocks(waiting: Sequence[Series]) -> list[SeriesClock]:
    """The clocks of locked series, those that are missing made."""
    SeriesClock.objects.bulk_create(
        (SeriesClock(series=series) for series in waiting), ignore_conflicts=True
    )
    return list(SeriesClock.objects.filter(series__in=waiting).order_by("series"))


def _locked_ones(ids: Sequence[int]) -> Sequence[Series]:
    return list(Series.objects.locked().filter(pk__in=ids, completed_at=None))


def _iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment is not None else ""


def _log(code: str, series: Series, user: User | None, **new: str) -> None:
    log_action(
        code=code,
        actor=user,
        scope=series.scope,
        subject=series,
        new={key: value for key, value in new.items() if value},
    )
