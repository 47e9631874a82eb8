"""One side reports a game's result; the other confirms it or reports its own version, and a
director settles (T0.06d). Every version is kept, and only a confirmed one counts.

The series' row is locked first, as by everybody who writes a game of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.jobs.one_by_one import one_by_one
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.constraints import one_game_per_number
from games.engine.endings import CONCEDED
from games.engine.situation import START
from games.models import Game, Series
from games.rules.endings import SUSPENDED, law_of
from games.rules.reports import GameClaim, result_alone
from games.rules.stored_reports import to_json
from games.seriesday.access import SeriesPart, part_of
from games.seriesday.answers import (
    WAITING,
    is_answerable,
    may_confirm,
    suspended_report_refusals,
)
from games.seriesday.constraints import ANSWERED, told_as_refusals
from games.seriesday.models import GameReport
from games.seriesday.selectors.official import is_official
from games.seriesday.selectors.reports import reports_that_wait
from games.seriesday.selectors.suspended import passed_over_by
from games.seriesday.services.finding import (
    found_breaches,
    found_illegal_squads,
    found_in_report,
    found_violations,
)
from games.seriesday.services.ledger import write_claim
from games.seriesday.services.telling import (
    Telling,
    breaches_in,
    verify_claim,
    verify_goes_on_from,
    verify_lawful,
    verify_open,
    verify_put_right,
)
from games.seriesday.services.turns import found_out_of_turn
from games.services.calling_off import verify_goes_on
from games.services.changes import complete_series, locked_game, result_of, score_of
from games.told_boxes import claim_of_plays
from pitching.services.signing import reopen_sheets
from rosters.editions import edition_of

Kind, State = GameReport.Kind, GameReport.State


def report_game(
    *,
    series_id: int,
    number: int,
    claim: GameClaim,
    key: str,
    acting_user: User,
    despite: bool = False,
) -> GameReport:
    """Report the result of game ``number`` of a series, or how far it went before it was suspended.

    The first report waits for the other side; a report by the other side confirms it where it says
    the same, takes its place and counts where it adds the plays of an event file that show what was
    said, and disputes it where it does not. Sent again with the same ``key`` it is the same
    report. ``despite``: what the law forbids was done all the same, by a pitcher or as a box score
    shows; it is stored as it happened, and has to be ruled on. Refused: ``not-your-game``,
    ``no-such-game``, ``game-under-way``, ``game-over``, ``no-suspension`` (T33.0g), whatever
    ``games.rules.reports.problems`` and ``games.rules.breaches`` find, ``must-leave`` (T0.06b),
    ``defence-not-made-legal`` (T31.6e) and what ``line_up_not_made_legal`` finds (T31.4b) after a
    ruling, what ``later_report_problems`` finds, and what the pitching sheets refuse.
    """
    with told_as_refusals(), one_game_per_number(), transaction.atomic():
        series = _locked(series_id)
        part = part_of(acting_user, series)
        if not part.has_part:
            raise Refused(Refusal("not-your-game", "The people of both clubs report its games."))
        before = GameReport.objects.filter(told_by=acting_user, key=key).first() if key else None
        if before is not None:
            return _sent_before(before, series, number, claim)
        telling = Telling(series, number, claim, key, acting_user, part, despite)
        game = series.game(number)
        verify_open(series, number, game)
        verify_claim(telling)
        if game is None:
            return _first(telling, Game(series=series, number=number))
        verify_goes_on_from(telling, game)
        verify_put_right(telling, game)
        if game.status == Game.Status.SUSPENDED:
            return _first(telling, game)
        return _again(telling, game)


def confirm_report(*, game_id: int, version: int, acting_user: User) -> GameReport:
    """Confirm a report for the other side: the result counts from now on. Where only the sender
    acts for the other club, a director confirms it.

    Refused: ``not-the-opponent``, ``already-answered``, ``report-moved-on`` where another version
    has come meanwhile.
    """
    with told_as_refusals(), transaction.atomic():
        game, part = _locked_game(game_id, acting_user)
        report = _version(game, version)
        if not may_confirm(part, report, game.series, acting_user):
            raise Refused(
                Refusal(
                    "not-the-opponent",
                    "The other side confirms a report; a director does where nobody there could, "
                    "and settles it otherwise.",
                )
            )
        _verify_latest(game, report)
        return _confirm(game, report, acting_user)


def settle_report(*, game_id: int, version: int, reason: str, acting_user: User) -> GameReport:
    """T0.09b: a director says which version counts, and why. Refused: ``director-only``,
    ``reason-missing``, ``already-answered``."""
    reason = reason_of(reason)
    with told_as_refusals(), transaction.atomic():
        game, part = _locked_game(game_id, acting_user)
        part.verify_directs()
        report = _version(game, version)
        return _confirm(game, report, acting_user, code="report-settled", reason=reason)


def correct_report(
    *,
    game_id: int,
    claim: GameClaim,
    reason: str,
    acting_user: User,
    despite: bool = False,
    reopens: bool = False,
) -> GameReport:
    """For a director: correct a reported result, before or after it was confirmed (T0.06d: with a
    reason); earlier versions stay to be read. ``reopens``: sheets that are signed for the series
    are opened again, to be signed anew.

    Refused: ``director-only``, ``reason-missing``, ``has-plays`` for a game that was recorded play
    by play, ``nothing-changes``, what is wrong with the report, and ``sheet-signed``.
    """
    reason = reason_of(reason)
    with told_as_refusals(), transaction.atomic():
        game, part = _locked_game(game_id, acting_user)
        part.verify_directs()
        if game.has_plays:
            raise Refused(
                Refusal(
                    "has-plays",
                    "This game was recorded play by play: take it back to where it went wrong.",
                )
            )
        telling = Telling(game.series, game.number, claim, "", acting_user, part, despite, reason)
        verify_claim(telling)
        verify_lawful(telling)
        now = game.reports.filter(state=State.CONFIRMED).first()
        told = None if now is None else now.told
        if told == claim and told.event_file == claim.event_file:
            raise Refused(Refusal("nothing-changes", "The result is recorded like that already."))
        old, passed = _said(game), passed_over_by(claim, game)
        if reopens:
            sheets = {"key": f"series:{game.series_id}", "scope": game.series.scope}
            reopen_sheets(**sheets, reason=reason, acting_user=acting_user)
        game.reports.exclude(state=State.REPLACED).update(state=State.REPLACED)
        kind = Kind.CORRECTED if game.is_final else Kind.SETTLED
        report = _store(telling, game, kind, State.CONFIRMED, team=None)
        _apply(game, claim, acting_user, strict=not despite, counts=True, reason=reason)
        _log("result-corrected", game, acting_user, old, reason=reason)
        found_out_of_turn(game, passed, acting_user=acting_user)
        _after(game, acting_user)
        return report


def make_official(*, series_ids: Sequence[int]) -> int:
    """T0.06d: what one side reported and the other did not dispute is official once both sheets are
    signed or a later series has begun; how many reports. Where the other side has no one who could
    dispute it, it waits for a director. Idempotent: what has been answered stays."""
    with transaction.atomic():
        return sum(_make_official(series_id) for series_id in sorted(set(series_ids)))


def make_lapsed_official() -> int:
    """``make_official`` for every series in which a report was not answered."""
    keys = reports_that_wait().filter(state=State.OPEN).order_by().values_list("pk", flat=True)
    waiting = GameReport.objects.filter(pk__in=list(keys), game__status=Game.Status.REPORTED)
    series = waiting.order_by("game__series").values_list("game__series", flat=True).distinct()
    return sum(one_by_one("reports", list(series), _make_official, name="series {}".format))


def _make_official(series_id: int) -> int:
    """``make_official`` for one series, in the caller's transaction."""
    series = _locked(series_id)
    if not is_official(series):
        return 0
    reports = GameReport.objects.filter(
        game__series=series, game__status=Game.Status.REPORTED, state=State.OPEN
    ).select_related("game__away", "game__home")
    disputable = [each for each in reports if _could_be_disputed(each, series)]
    for report in disputable:
        report.game.series = series
        _confirm(report.game, report, None, code="report-official")
    return len(disputable)


def _could_be_disputed(report: GameReport, series: Series) -> bool:
    if report.team_id is None or edition_of(series.scope).series.reports_alone:
        return True
    other = series.away_id if report.team_id == series.home_id else series.home_id
    return is_answerable(other, report.told_by_id)


def _first(telling: Telling, game: Game) -> GameReport:
    series, user, claim = telling.series, telling.user, telling.claim
    verify_lawful(telling)
    new = game.pk is None
    passed = passed_over_by(claim, game)
    if new:
        clubs = {series.home_id: series.home, series.away_id: series.away}
        away_id, home_id = series.sides(telling.number)
        game.away, game.home = clubs[away_id], clubs[home_id]
        game.source, game.situation = Game.Source.REPORTED, str(START)
        game.system_version = series.system.version
        game.created_by = user
        game.take_batting_orders()
    suspended = claim.ending == SUSPENDED
    counts = telling.counts_at_once and not suspended
    _write(game, claim, counts=counts)
    game.save()
    game.reports.exclude(state=State.REPLACED).update(state=State.REPLACED)
    state = State.CONFIRMED if counts or suspended else State.OPEN
    report = _store(telling, game, Kind.REPORTED, state)
    _to_sheets(game, claim, user, strict=not telling.despite)
    if new and not series.games.exclude(pk=game.pk).exists():
        # Squads do not change from game to game, and their whole cards are dear to read.
        found_illegal_squads([series])
    code = "game-suspended" if suspended else "game-reported"
    _log(code, game, user, None, counts=counts)
    found_out_of_turn(game, passed, acting_user=user)
    _after(game, user)
    return report


def _again(telling: Telling, game: Game) -> GameReport:
    """A game of which one side has told already."""
    waiting = list(game.reports.filter(state__in=WAITING).order_by("-version"))
    others = [each for each in waiting if each.team_id != telling.team]
    same = next((each for each in others if _says_the_same(game, telling.claim, each.told)), None)
    if telling.team is None:
        raise Refused(
            Refusal("director-settles", "This game has been reported: settle it, or correct it.")
        )
    if any(telling.claim.bears_out(each.told) for each in others):
        verify_lawful(telling)
        old = _said(game)
        game.reports.filter(state__in=WAITING).update(state=State.REPLACED)
        report = _store(telling, game, Kind.ANSWERED, State.CONFIRMED)
        _apply(game, telling.claim, telling.user, strict=not telling.despite, counts=True)
        _log("report-confirmed", game, telling.user, old)
        _after(game, telling.user)
        return report
    if same is not None:
        return _confirm(game, same, telling.user)
    if game.has_plays and not others:
        sentence = "This game was recorded play by play: take back there what was wrong."
        raise Refused(Refusal("game-under-way", sentence, "number"))
    if telling.claim.ending == SUSPENDED:
        refuse_all(suspended_report_refusals(telling.series, game))
    verify_lawful(telling)
    old = _said(game)
    game.reports.filter(state__in=WAITING, team=telling.team).update(state=State.REPLACED)
    if not others:
        # He puts right what he told, before anybody answered.
        report = _store(telling, game, Kind.REPORTED, State.OPEN)
        _apply(game, telling.claim, telling.user, strict=not telling.despite, counts=False)
        _log("game-reported", game, telling.user, old)
    else:
        game.reports.filter(state=State.OPEN).update(state=State.DISPUTED)
        report = _store(telling, game, Kind.ANSWERED, State.DISPUTED)
        _log("report-disputed", game, telling.user, old, theirs=_score(game, telling.claim))
    _after(game, telling.user)
    return report


def _says_the_same(game: Game, claim: GameClaim, other: GameClaim) -> bool:
    """Whether two people agree; of a game whose plays are known, the result is enough."""
    if not game.has_plays:
        return claim.says_the_same(other)
    return result_alone(claim) == result_alone(other)


def report_scored_game(game: Game, acting_user: User) -> None:
    """In the transaction in which the last die of a game was entered: the people who scored it
    report what it came to, and the other side confirms or disputes that."""
    part = part_of(acting_user, game.series)
    game.reports.exclude(state=State.REPLACED).update(state=State.REPLACED)
    telling = Telling(
        game.series, game.number, claim_of_plays(game), "", acting_user, part, despite=True
    )
    _store(telling, game, Kind.REPORTED, State.OPEN)


def withdraw_scored_game(game: Game) -> None:
    """A game whose plays are known goes on: what was reported of its end counts no more."""
    if game.source == Game.Source.SCORED and game.status in (
        Game.Status.IN_PROGRESS,
        Game.Status.SUSPENDED,
    ):
        game.reports.exclude(state=State.REPLACED).update(state=State.REPLACED)


def is_confirmed_by_others(game: Game, acting_user: User) -> bool:
    """Whether the other club's people confirm a game that this person scores: one who speaks for
    one of the clubs, where the other one has people and none of them began the game. Nobody has to
    confirm what the other side concedes."""
    part = part_of(acting_user, game.series)
    if len(part.clubs) != 1 or game.reason == CONCEDED:
        return False
    (team,) = part.clubs
    other = part.opponent_of(game.series, team)
    both = other in part_of(game.created_by, game.series).clubs
    return not both and is_answerable(other, acting_user.pk)


def _confirm(
    game: Game,
    report: GameReport,
    user: User | None,
    *,
    code: str = "report-confirmed",
    reason: str = "",
) -> GameReport:
    """``already-answered`` unless this version waits for somebody."""
    if game.status != Game.Status.REPORTED or report.state not in WAITING:
        raise Refused(ANSWERED)
    if game.has_plays and report.kind != Kind.REPORTED:
        sentence = "Its plays say otherwise: take the game back to where it went wrong."
        raise Refused(Refusal("has-plays", sentence, "version"))
    old = _said(game)
    game.reports.filter(state__in=WAITING).exclude(pk=report.pk).update(state=State.REPLACED)
    report.state, report.answered_by = State.CONFIRMED, user
    report.answered_at, report.reason = timezone.now(), reason or report.reason
    report.save(update_fields=["state", "answered_by", "answered_at", "reason"])
    # What its pitchers did has been told: a breach of the law is for a ruling, not for a refusal.
    _apply(game, report.told, user, strict=False, counts=True, reason=reason)
    _log(code, game, user, old, reason=reason)
    _after(game, user)
    return report


def _apply(
    game: Game,
    claim: GameClaim,
    user: User | None,
    *,
    strict: bool,
    counts: bool,
    reason: str = "",
) -> None:
    if game.has_plays:
        # What it came to is known, and on the sheets.
        game.status, game.finished_at = Game.Status.FINAL, timezone.now()
        game.save(update_fields=["status", "finished_at"])
        return
    _write(game, claim, counts=counts)
    game.save()
    _to_sheets(game, claim, user, strict=strict, reason=reason)


def _to_sheets(
    game: Game, claim: GameClaim, user: User | None, *, strict: bool, reason: str = ""
) -> None:
    violations = write_claim(game, claim, strict=strict, reason=reason, acting_user=user)
    found_violations(game, violations)
    found_in_report(game, claim)
    found_breaches(game, claim, breaches_in(game.series, game.number, claim))


def _write(game: Game, claim: GameClaim, *, counts: bool) -> None:
    """What the row says of the game: what was told, and no more."""
    common = law_of(game.series.settings)
    runs = claim.result(common)
    game.known = Game.Known.BOX if claim.has_players else Game.Known.RESULT
    game.away_runs, game.home_runs = runs
    game.inning, game.half, game.outs = claim.stop.inning, claim.stop.half, claim.stop.outs
    suspended = claim.ending == SUSPENDED
    game.reason = "" if suspended else claim.ending
    if suspended:
        game.status = Game.Status.SUSPENDED
    else:
        game.status = Game.Status.FINAL if counts else Game.Status.REPORTED
    game.finished_at = timezone.now() if game.is_final else None
    sides = claim.sides
    box = claim.box if claim.has_players else None
    game.summary = {
        "runs": list(runs),
        "hits": [box.sides[at].total("hits") if box else sides[at].hits for at in (0, 1)],
        "errors": [side.errors for side in sides],
        "left_on_base": [box.left(common, at) if box else None for at in (0, 1)],
        "innings": [list(side.innings) for side in sides],
        "before": [0, 0],
        "awarded": [runs[side] - claim.scored[side] for side in (0, 1)],
        "inning": claim.stop.inning,
        "half": claim.stop.half,
        "outs": claim.stop.outs,
        "final": not suspended,
        "regulation": common.innings,
    }


def _after(game: Game, user: User | None) -> None:
    complete_series(game, status_changed=True, acting_user=user)


def _store(
    telling: Telling, game: Game, kind: str, state: str, team: int | bool | None = True
) -> GameReport:
    last = game.reports.order_by("-version").values_list("version", flat=True).first()
    return GameReport.objects.create(
        game=game,
        version=(last or 0) + 1,
        kind=kind,
        state=state,
        team_id=telling.team if team is True else team,
        claim=to_json(telling.claim),
        key=telling.key,
        reason=telling.reason,
        told_by=telling.user,
        answered_by=telling.user if state == State.CONFIRMED else None,
        answered_at=timezone.now() if state == State.CONFIRMED else None,
    )


def _sent_before(report: GameReport, series: Series, number: int, claim: GameClaim) -> GameReport:
    same = report.game.series_id == series.pk and report.game.number == number
    if not same or report.told != claim:
        raise Refused(Refusal("key-used", "That key was sent with another report.", "key"))
    return report


def _verify_latest(game: Game, report: GameReport) -> None:
    if game.status != Game.Status.REPORTED or report.state not in WAITING:
        raise Refused(ANSWERED)
    newer = game.reports.filter(state__in=WAITING, team=report.team_id, version__gt=report.version)
    if newer.exists():
        raise Refused(
            Refusal("report-moved-on", "It has been reported anew meanwhile; look at it again.")
        )


def _version(game: Game, version: int) -> GameReport:
    found = game.reports.filter(version=version).first()
    if found is None:
        raise Refused(Refusal("no-such-version", f"There is no version {version}.", "version"))
    return found


def _locked(series_id: int) -> Series:
    series = Series.objects.locked().get(pk=series_id)
    verify_goes_on(series)
    return series


def _locked_game(game_id: int, user: User) -> tuple[Game, SeriesPart]:
    game = locked_game(game_id)
    return game, part_of(user, game.series)


def _said(game: Game) -> dict[str, object]:
    return {"result": result_of(game), "status": game.status}


def _score(game: Game, claim: GameClaim) -> str:
    away, home = claim.result(law_of(game.series.settings))
    return score_of(game.away, away, game.home, home)


def _log(
    code: str, game: Game, user: User | None, old: dict[str, object] | None, **more: object
) -> None:
    log_action(
        code=code,
        actor=user,
        scope=game.series.scope,
        subject=game,
        old=old,
        new={**_said(game), **{key: value for key, value in more.items() if value != ""}},
    )
