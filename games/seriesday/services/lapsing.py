"""Close what is open in series that are called off and in games that are taken off the books, and
reopen it when a series goes on. ``tournaments/endings.py`` says which of this follows from what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from config.journal.services import Entry, log_actions
from config.people.models import User
from games.hooks import GameVoided, SeriesCalledOff, SeriesTakenUp, SimulationTakenBack
from games.models import Game, Series
from games.rules.remedies import OUT_OF_TURN
from games.seriesday.models import Absence, GameReport, HomeRoll, Ruling, RulingStep, SeriesClock
from games.seriesday.services.finding import STILL

State = GameReport.State
Kind = RulingStep.Kind

BACK: Final = "The drop was taken back, and the series goes on."


def close_reports(change: SeriesCalledOff) -> None:
    """What waits for an answer in series that have become byes (T0.08l) does not count."""
    reports = GameReport.objects.filter(game__series__in=change.series_ids)
    _close_reports(reports, change.reason, change.acting_user)


def close_reports_of_game(change: GameVoided) -> None:
    """What waits for an answer in a game that is void does not count."""
    _close_reports(GameReport.objects.filter(game=change.game), change.reason, change.acting_user)


def reopen_reports(change: SeriesTakenUp) -> None:
    """Reopen reports that were closed: they wait for the other side, or for the director where both
    sides have reported."""
    closed: dict[int, list[GameReport]] = defaultdict(list)
    rows = GameReport.objects.filter(game__series__in=change.series_ids, state=State.LAPSED)
    for report in rows.exclude(game__status=Game.Status.VOID):
        closed[report.game_id].append(report)
    for reports in closed.values():
        for report in reports:
            report.state = State.DISPUTED if len(reports) > 1 else State.OPEN
    GameReport.objects.bulk_update(
        [report for reports in closed.values() for report in reports], ["state"]
    )
    _log("report-reopened", _games(closed), change.acting_user, BACK)


def close_rulings(change: SeriesCalledOff) -> None:
    """What nobody can rule on any more: a remedy that was carried out before an appeal stays."""
    rulings = Ruling.objects.filter(series__in=change.series_ids)
    _close_rulings(rulings, change.reason, change.acting_user)


def close_rulings_of_game(change: GameVoided) -> None:
    """The same for rulings on a game that is void."""
    out_of_turn = Q(series=change.game.series_id, case=OUT_OF_TURN, details__game=change.game.pk)
    rulings = Ruling.objects.filter(Q(game=change.game) | out_of_turn)
    _close_rulings(rulings, change.reason, change.acting_user)


def reopen_rulings(change: SeriesTakenUp) -> None:
    """Reopen rulings that were closed: they wait for the director again where they did before."""
    rows = Ruling.objects.filter(series__in=change.series_ids, state=Ruling.State.LAPSED)
    closed = list(rows.exclude(game__status=Game.Status.VOID).select_related("series", "game"))
    last: dict[int, str] = {}
    steps = RulingStep.objects.filter(ruling__in=closed).exclude(kind=Kind.CLOSED)
    for pk, kind in steps.order_by("number").values_list("ruling", "kind"):
        last[pk] = kind
    for ruling in closed:
        appealed = last[ruling.pk] in (Kind.APPEALED, Kind.DENIED)
        ruling.state = Ruling.State.APPEALED if appealed else Ruling.State.OPEN
        ruling.closed_at = None
    Ruling.objects.bulk_update(closed, ["state", "closed_at"])
    _add_steps(closed, Kind.REOPENED, change.acting_user, BACK)
    _log_rulings("ruling-reopened", closed, change.acting_user, BACK)


def close_absences(change: SeriesCalledOff) -> None:
    """Nobody is waited for in a series that is called off."""
    rows = Absence.objects.filter(series__in=change.series_ids, outcome="")
    closed = list(rows.select_related("series__home", "series__away", "team"))
    rows.update(outcome=Absence.Outcome.CALLED_OFF, closed_at=timezone.now())
    _log_absences("absence-closed", closed, change.acting_user, change.reason)


def reopen_absences(change: SeriesTakenUp) -> None:
    """The manager is absent still, as far as anybody has said."""
    rows = Absence.objects.filter(
        series__in=change.series_ids, outcome=Absence.Outcome.CALLED_OFF
    ).select_related("series__home", "series__away", "team")
    closed = list(rows)
    for absence in closed:
        absence.outcome, absence.closed_at = "", None
    Absence.objects.bulk_update(closed, ["outcome", "closed_at"])
    _log_absences("absence-reopened", closed, change.acting_user, BACK)


def wait_again_for_the_absent(change: SimulationTakenBack) -> None:
    """Where the house played for a manager who was absent, nothing is settled any more: the last
    report of each is open again."""
    rows = Absence.objects.filter(series__in=change.series_ids).order_by("pk")
    last = {
        (absence.series_id, absence.team_id): absence
        for absence in rows.select_related("series__home", "series__away", "team")
    }
    closed = [each for each in last.values() if each.outcome == Absence.Outcome.SIMULATED]
    for absence in closed:
        absence.outcome, absence.closed_at = "", None
    Absence.objects.bulk_update(closed, ["outcome", "closed_at"])
    _log_absences("absence-reopened", closed, change.acting_user, change.reason)


def close_home_rolls(change: SeriesCalledOff) -> None:
    """A roll for home that is not settled counts no more."""
    rows = HomeRoll.objects.filter(
        series__in=change.series_ids, withdrawn_at=None, hosts__isnull=True
    )
    open_ones = list(rows.select_related("series__home", "series__away"))
    rows.update(withdrawn_at=timezone.now())
    series = {roll.series_id: roll.series for roll in open_ones}.values()
    _log_series("home-roll-withdrawn", series, change.acting_user, change.reason)


def reopen_home_rolls(change: SeriesTakenUp) -> None:
    """A roll that was open when the series was called off goes on."""
    rows = HomeRoll.objects.filter(series__in=change.series_ids, withdrawn_at__isnull=False)
    reopened = [
        roll
        for roll in rows.select_related("series__home", "series__away")
        if roll.withdrawn_at is not None and roll.withdrawn_at >= change.since[roll.series_id]
    ]
    HomeRoll.objects.filter(pk__in=[roll.pk for roll in reopened]).update(withdrawn_at=None)
    series = {roll.series_id: roll.series for roll in reopened}.values()
    _log_series("home-roll-reopened", series, change.acting_user, BACK)


def set_clocks_on(change: SeriesTakenUp | SimulationTakenBack) -> None:
    """While a series was called off, or had been simulated, nobody could play it: its time and its
    deadline are as much later."""
    now = timezone.now()
    clocks = list(
        SeriesClock.objects.filter(
            Q(begun_at__isnull=False) | Q(due_at__isnull=False), series__in=change.series_ids
        ).select_related("series__home", "series__away")
    )
    for clock in clocks:
        lost = now - change.since[clock.series_id]
        clock.begun_at = None if clock.begun_at is None else clock.begun_at + lost
        clock.due_at = None if clock.due_at is None else clock.due_at + lost
    SeriesClock.objects.bulk_update(clocks, ["begun_at", "due_at"])
    words = BACK if isinstance(change, SeriesTakenUp) else change.reason
    _log_series("series-time-set-on", [clock.series for clock in clocks], change.acting_user, words)


def give_time_to_play(change: SimulationTakenBack) -> None:
    """``set_clocks_on``; at a deadline that has passed all the same the house plays no more, or it
    would simulate at once what was taken back."""
    set_clocks_on(change)
    over = SeriesClock.objects.filter(
        series__in=change.series_ids, due_at__lte=timezone.now(), house_plays=True
    ).select_related("series__home", "series__away")
    held = list(over)
    for clock in held:
        clock.house_plays = False
    SeriesClock.objects.bulk_update(held, ["house_plays"])
    log_actions(
        Entry(
            "deadline-set",
            change.acting_user,
            clock.series.scope,
            clock.series,
            new={"due": clock.due_at.isoformat() if clock.due_at else "", "house_plays": False},
        )
        for clock in held
    )


def _close_reports(reports: QuerySet[GameReport], reason: str, user: User | None) -> None:
    waiting = reports.filter(state__in=(State.OPEN, State.DISPUTED))
    games = _games(waiting.values_list("game", flat=True))
    waiting.update(state=State.LAPSED)
    _log("report-closed", games, user, reason)


def _close_rulings(rulings: QuerySet[Ruling], reason: str, user: User | None) -> None:
    waiting = list(rulings.filter(state__in=STILL).select_related("series", "game"))
    for ruling in waiting:
        ruling.state, ruling.closed_at = Ruling.State.LAPSED, timezone.now()
    Ruling.objects.bulk_update(waiting, ["state", "closed_at"])
    _add_steps(waiting, Kind.CLOSED, user, reason)
    _log_rulings("ruling-closed", waiting, user, reason)


def _add_steps(rulings: Collection[Ruling], kind: str, user: User | None, words: str) -> None:
    rows = RulingStep.objects.filter(ruling__in=rulings).order_by().values("ruling")
    steps = dict(rows.annotate(last=Max("number")).values_list("ruling", "last"))
    RulingStep.objects.bulk_create(
        RulingStep(
            ruling=ruling, number=steps.get(ruling.pk, 0) + 1, kind=kind, by=user, words=words[:500]
        )
        for ruling in rulings
    )


def _games(keys: Iterable[int]) -> list[Game]:
    rows = Game.objects.filter(pk__in=set(keys)).select_related("series", "home", "away")
    return list(rows.order_by("pk"))


def _log(code: str, games: Collection[Game], user: User | None, reason: str) -> None:
    log_actions(
        Entry(
            code,
            user,
            game.series.scope,
            game,
            new={"score": f"{game.away_runs}-{game.home_runs}", "reason": reason},
        )
        for game in games
    )


def _log_rulings(code: str, rulings: Collection[Ruling], user: User | None, reason: str) -> None:
    log_actions(
        Entry(
            code,
            user,
            ruling.series.scope,
            ruling,
            new={"rule": ruling.rule, "state": ruling.state, "reason": reason},
        )
        for ruling in rulings
    )


def _log_absences(code: str, absences: Collection[Absence], user: User | None, reason: str) -> None:
    log_actions(
        Entry(
            code,
            user,
            absence.series.scope,
            absence.series,
            new={"team": str(absence.team), "reason": reason},
        )
        for absence in absences
    )


def _log_series(code: str, series: Iterable[Series], user: User | None, reason: str) -> None:
    log_actions(Entry(code, user, one.scope, one, new={"reason": reason}) for one in series)
