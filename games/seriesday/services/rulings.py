"""Report violations, choose and carry out remedies, and appeal to the director (T0.06, T31). Every
step is kept; nothing is overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused
from games.engine.situation import TOP
from games.models import Game, Series
from games.rules import remedies as law
from games.rules.grounds import Grounds
from games.rules.remedies import CASES, Case, Circumstances, Remedy
from games.seriesday.access import SeriesPart, part_of
from games.seriesday.models import GameReport, Ruling, RulingStep
from games.seriesday.selectors.official import is_official, later_game_begun
from games.seriesday.selectors.unnamed import unnamed_pitcher
from games.seriesday.services.finding import settled_by_another_case
from games.seriesday.services.remedies import carry_out
from games.seriesday.topics import tell_watchers
from games.services.calling_off import ended, verify_goes_on
from games.services.changes import locked_game, result_of
from games.suspending import suspension_refusals

Kind, State = RulingStep.Kind, Ruling.State
UNNAMED = "pitcher-not-named"
APPEALABLE = (State.OPEN, State.DECIDED, State.DISMISSED)


@dataclass(frozen=True)
class Violation:
    """What a user reports: the case and the facts in words, who broke the rule (``None`` where
    both share the fault), the first entry that was wrong, the pitcher it is about, and for misread
    dice the half-innings in which it happened and was noticed."""

    case: str
    facts: str
    offender: int | None = None
    entry: int | None = None
    pitcher: int | None = None
    made_in_half: int | None = None
    noticed_in_half: int | None = None
    batters_since: int = 0


def open_ruling(*, series_id: int, number: int, violation: Violation, acting_user: User) -> Ruling:
    """Report a violation in a game, which then has to be ruled on.

    Refused: ``not-your-game``, ``unknown-case``, ``facts-missing``, ``offender-missing``,
    ``no-game-yet``, ``series-official`` (T0.06d), ``noticed-too-late`` (T31.8c),
    ``computer-stands`` for a misreading where the server threw and read (T0.17a).
    """
    case = CASES.get(violation.case)
    if case is None or case.of_series:
        raise Refused(Refusal("unknown-case", "Choose what happened.", "case"))
    facts = violation.facts.strip()[:500]
    if not facts:
        raise Refused(Refusal("facts-missing", "Say what happened.", "facts"))
    with transaction.atomic():
        series = _locked(series_id)
        part = part_of(acting_user, series)
        if not part.has_part:
            raise Refused(Refusal("not-your-game", "The people of both clubs report violations."))
        game = _game(series, number)
        clubs = (series.home_id, series.away_id)
        if case.chooses == law.OFFENDED and violation.offender not in clubs:
            raise Refused(Refusal("offender-missing", "Say which club broke the rule.", "offender"))
        offended = None
        if case.chooses == law.OFFENDED and violation.offender is not None:
            offended = part.opponent_of(series, violation.offender)
        grounds = Grounds(
            entry=violation.entry,
            pitcher=violation.pitcher,
            made_in_half=violation.made_in_half,
            noticed_in_half=violation.noticed_in_half,
            batters_since=violation.batters_since,
        )
        ruling = Ruling(
            series=series,
            game=game,
            case=case.key,
            rule=case.rule,
            facts=facts,
            details=grounds.stored(),
            offended_id=offended,
            opened_by=acting_user,
        )
        when = circumstances(ruling, by_director=part.directs)
        if case.key in (closed := closed_cases(game, part)):
            raise Refused(closed[case.key])
        if case.chooses == law.BOTH and not law.in_time(when):
            raise Refused(law.closed_to(case, when) or _late())
        if case.chooses == law.BOTH and not part.directs:
            _verify_noticed_now(game, violation)
        ruling.save()
        speaks = _speaks_as(ruling, part)
        _step(ruling, Kind.OPENED, acting_user, part, words=facts, as_director=speaks.directs)
        if violation.offender in part.clubs:
            _step(ruling, Kind.AGREED, acting_user, part, team=violation.offender)
        if case.key == UNNAMED and violation.pitcher is not None and speaks.offended:
            settled_by_another_case(game, violation.pitcher)
        if case.chooses == law.BOTH:
            for team in sorted(part.clubs):
                _step(ruling, Kind.AGREED, acting_user, part, team=team)
        _log("ruling-opened", ruling, acting_user, reason=facts)
        tell_watchers(series, game)
        return ruling


def closed_cases(game: Game, part: SeriesPart) -> Mapping[str, Refusal]:
    """What cannot be reported of a game now, whatever is said of it, by the key of its case, and
    why: ``called-off``, ``series-official`` (T0.06d), ``computer-stands`` (T0.17a). Acts refuse by
    it, and pages offer by it."""
    over = ended(game.series, game)
    if over:
        return dict.fromkeys(law.CASES, over[0])
    if not part.directs and is_official(game.series):
        return dict.fromkeys(law.CASES, law.SERIES_OFFICIAL)
    if not _by_computer(game):
        return {}
    words = "The computer threw and read the dice of this game: its results stand."
    return {"misread": Refusal("computer-stands", words, "case", {"rule": "T0.17a"})}


@dataclass(frozen=True)
class _Speaks:
    """In which role a user reports a violation: as a director, or for the offended club."""

    directs: bool
    offended: bool


def _speaks_as(ruling: Ruling, part: SeriesPart) -> _Speaks:
    directs = part.directs and ruling.offended_id not in part.clubs
    return _Speaks(directs, directs or ruling.offended_id in part.clubs)


def _verify_noticed_now(game: Game, violation: Violation) -> None:
    """T31.8c: a violation counts as noticed when it is reported; in a recorded game the transcript
    shows how far that was."""
    made, noticed = violation.made_in_half, violation.noticed_in_half
    if made is not None and noticed is not None and noticed < made:
        raise Refused(Refusal("noticed-before", "It was noticed after it was made.", "noticed"))
    if noticed is None or not game.has_plays:
        return
    if 2 * (game.inning - 1) + (game.half or TOP) + 1 > noticed:
        raise Refused(_late())


def _by_computer(game: Game) -> bool:
    """T0.17a: whether a computer threw and read its dice: the house's, or that on which an internet
    series was played."""
    if game.has_plays:
        return game.source != Game.Source.SCORED
    told = game.reports.exclude(state=GameReport.State.REPLACED).order_by("version").first()
    return told is not None and told.told.by_computer


def agree(*, ruling_id: int, acting_user: User, denies: bool = False) -> Ruling:
    """T31.8a: a manager agrees that a shared mistake happened, or denies it; then the ruling is
    dismissed. Of a violation of which one club accuses the other, the accused one says whether it
    happened: what it denies goes before the director.

    Refused: ``not-shared`` where there is nothing to admit, ``not-your-game``, ``already-decided``,
    ``already-agreed`` where the club has said so before.
    """
    with transaction.atomic():
        ruling, part = _open(ruling_id, acting_user)
        shared = CASES[ruling.case].chooses == law.BOTH
        agreed = set(
            ruling.steps.filter(kind=Kind.AGREED, team__isnull=False).values_list("team", flat=True)
        )
        both = {ruling.series.home_id, ruling.series.away_id}
        asked = both if shared else accused(ruling) - agreed
        if not asked or ruling.state == State.APPEALED:
            raise Refused(Refusal("not-shared", "There is nothing to agree about here."))
        if not part.clubs & asked:
            raise Refused(Refusal("not-your-game", "Only the manager who is asked answers that."))
        speaks = part.clubs & asked if denies else part.clubs & asked - agreed
        if not speaks:
            raise Refused(Refusal("already-agreed", "You have agreed already that it happened."))
        for team in sorted(speaks):
            _step(ruling, Kind.DENIED if denies else Kind.AGREED, acting_user, part, team=team)
        if denies and shared:
            _close(ruling, State.DISMISSED)
        elif denies:
            ruling.state = State.APPEALED
            ruling.save(update_fields=["state"])
        _log("ruling-denied" if denies else "ruling-agreed", ruling, acting_user)
        tell_watchers(ruling.series, ruling.game)
        return ruling


def choose_remedy(
    *,
    ruling_id: int,
    remedy: str,
    acting_user: User,
    words: str = "",
    footnote: str = "",
    entry: int | None = None,
    play_on: bool = True,
) -> Ruling:
    """T0.06a: the offended manager chooses among the remedies of the law, or a director rules; the
    remedy is then carried out. A director's choice is final (T0.09b).

    ``entry``: the first entry that goes, in a game that is cut. Where the server throws, fresh dice
    are committed from there on, and what the house has played it plays again, unless ``play_on`` is
    off, as for a preview: dice are not shown beforehand. Refused: ``not-yours-to-choose``,
    ``remedy-not-open``, ``already-decided``, ``not-agreed``, ``noticed-too-late``,
    ``series-official``, ``footnote-missing`` (T0.06c), ``point-missing``, what a rewind refuses,
    and ``sheet-signed``.
    """
    with transaction.atomic():
        ruling, part = _open(ruling_id, acting_user)
        case = CASES[ruling.case]
        directs = _speaks_as_director(ruling, case, part)
        found = _remedy(ruling, case, remedy, directs)
        footnote = footnote.strip()[:300]
        if found.notes and not footnote:
            raise Refused(
                Refusal(
                    "footnote-missing",
                    "A footnote says on the sheet why he was allowed to pitch.",
                    "footnote",
                    {"rule": "T0.06c"},
                )
            )
        if found.key == law.TAKEN_TO_PITCH:
            footnote = footnote or _taken_to_pitch(ruling)
        if entry is not None:
            ruling.details = replace(ruling.grounds, entry=entry).stored()
        before, earlier = _standing(ruling), ruling.remedy
        ruling.remedy, ruling.footnote = remedy, footnote
        _close(ruling, State.FINAL if directs else State.DECIDED)
        effects = carry_out(ruling, found, earlier, acting_user, play_on=play_on)
        after = _standing(ruling)
        if before != after:
            effects.insert(0, f"{before} → {after}")
        _step(
            ruling,
            Kind.RULED if directs else Kind.CHOSEN,
            acting_user,
            part,
            as_director=directs,
            remedy=remedy,
            words=words.strip()[:500],
            effects=effects,
        )
        _log("ruling-decided", ruling, acting_user, remedy=remedy, reason=_said(found, words))
        tell_watchers(ruling.series, ruling.game)
        return ruling


def appeal(*, ruling_id: int, words: str, acting_user: User) -> Ruling:
    """T0.09b: appeal against a ruling: a member of either club brings it before the director. What
    was carried out stays until the director has ruled. Refused: ``not-your-game``,
    ``reason-missing``, ``ruling-final``."""
    words = reason_of(words)
    with transaction.atomic():
        ruling, part = _locked_ruling(ruling_id, acting_user)
        if not part.clubs:
            raise Refused(Refusal("not-your-game", "The people of both clubs appeal."))
        if ruling.state not in APPEALABLE:
            raise Refused(Refusal("ruling-final", "This ruling is with the director, or final."))
        ruling.state, ruling.closed_at = State.APPEALED, None
        ruling.save(update_fields=["state", "closed_at"])
        _step(ruling, Kind.APPEALED, acting_user, part, words=words)
        _log("ruling-appealed", ruling, acting_user, reason=words)
        tell_watchers(ruling.series, ruling.game)
        return ruling


def dismiss(*, ruling_id: int, words: str, acting_user: User) -> Ruling:
    """For a director: dismiss a report, because nothing was wrong or nothing is to be done.
    Refused: ``director-only``, ``reason-missing``, ``already-decided``, ``already-carried-out``."""
    words = reason_of(words)
    with transaction.atomic():
        ruling, part = _open(ruling_id, acting_user)
        part.verify_directs()
        if ruling.remedy:
            raise Refused(
                Refusal("already-carried-out", "A remedy was carried out: rule on another one.")
            )
        _close(ruling, State.DISMISSED)
        _step(ruling, Kind.DISMISSED, acting_user, part, as_director=True, words=words)
        _log("ruling-dismissed", ruling, acting_user, reason=words)
        tell_watchers(ruling.series, ruling.game)
        return ruling


def accused(ruling: Ruling) -> frozenset[int]:
    """The club that a user accuses of breaking a rule; empty where the software has found it, or
    where both share the fault."""
    if ruling.offended_id is None or ruling.opened_by_id is None:
        return frozenset()
    return frozenset({ruling.series.home_id, ruling.series.away_id} - {ruling.offended_id})


def circumstances(ruling: Ruling, *, by_director: bool = False) -> Circumstances:
    """The facts that decide which remedies are open, as things stand now."""
    game, known = ruling.game, ruling.grounds
    agreed: set[int | None] = set()
    vouched = False
    if ruling.pk is not None:
        said = ruling.steps.filter(kind__in=(Kind.AGREED, Kind.OPENED))
        for kind, team, as_director in said.values_list("kind", "team", "as_director"):
            vouched |= kind == Kind.OPENED and as_director
            agreed |= {team} if kind == Kind.AGREED else set()
    clubs = {ruling.series.home_id, ruling.series.away_id}
    over = game is not None and game.status in (Game.Status.FINAL, Game.Status.REPORTED)
    return Circumstances(
        game_complete=over,
        later_game_begun=game is not None and later_game_begun(ruling.series, game.number),
        series_official=is_official(ruling.series),
        both_agree=clubs <= agreed or by_director,
        made_in_half=known.made_in_half,
        noticed_in_half=known.noticed_in_half,
        batters_in_noticing_half=known.batters_since or 0,
        by_director=by_director,
        has_result=over or (game is not None and game.status == Game.Status.SUSPENDED),
        established=vouched or accused(ruling) <= agreed,
        suspension=not suspension_refusals(ruling.series),
        unnamed=unnamed_pitcher(ruling) if ruling.case == UNNAMED else None,
    )


def _taken_to_pitch(ruling: Ruling) -> str:
    """The footnote to the innings of a player who was not named (T31.11). Refused:
    ``pitcher-missing`` where the ruling does not say who that is."""
    if ruling.grounds.pitcher is None:
        raise Refused(Refusal("pitcher-missing", "Say who is taken to be the pitcher.", "pitcher"))
    unnamed = unnamed_pitcher(ruling)
    rule = ruling.rule if unnamed is None else unnamed.rule
    return f"{rule}: nobody had been named, and he was taken to be the pitcher."


def _remedy(ruling: Ruling, case: Case, key: str, directs: bool) -> Remedy:
    when = circumstances(ruling, by_director=directs)
    open_ones = {each.key: each for each in law.options(case, when)}
    if key in open_ones:
        return open_ones[key]
    if law.is_withheld(case, key, when):
        raise Refused(law.NOT_ADMITTED)
    closed = law.closed_to(case, when)
    raise Refused(
        closed
        or Refusal(
            "remedy-not-open",
            "The law offers " + ", ".join(each.label for each in open_ones.values()) + " here.",
            "remedy",
            {"open": sorted(open_ones)},
        )
    )


def _speaks_as_director(ruling: Ruling, case: Case, part: SeriesPart) -> bool:
    """Whether the user rules as a director; refused where the choice is not theirs."""
    if ruling.state == State.APPEALED or case.chooses == law.DIRECTOR:
        if not part.directs:
            raise Refused(Refusal("not-yours-to-choose", "This is for the director to rule on."))
        return True
    if case.chooses == law.BOTH and part.clubs:
        return False
    if ruling.offended_id in part.clubs:
        return False
    if part.directs:
        return True
    raise Refused(
        Refusal("not-yours-to-choose", f"{ruling.offended} chooses, or a director.", "remedy")
    )


def _open(ruling_id: int, user: User) -> tuple[Ruling, SeriesPart]:
    ruling, part = _locked_ruling(ruling_id, user)
    if not ruling.waits:
        raise Refused(Refusal("already-decided", "This has been decided; it can be appealed."))
    return ruling, part


def _locked_ruling(ruling_id: int, user: User) -> tuple[Ruling, SeriesPart]:
    keys = Ruling.objects.values_list("series_id", "game_id").get(pk=ruling_id)
    game = None if keys[1] is None else locked_game(keys[1])
    series = _locked(keys[0]) if game is None else game.series
    ruling = Ruling.objects.select_related("offended").get(pk=ruling_id)
    ruling.series, ruling.game = series, game
    return ruling, part_of(user, series)


def _locked(series_id: int) -> Series:
    series = Series.objects.locked().get(pk=series_id)
    verify_goes_on(series)
    return series


def _game(series: Series, number: int) -> Game:
    found = series.game(number)
    if found is None:
        raise Refused(Refusal("no-game-yet", "That game has not begun.", "number"))
    return found


def _standing(ruling: Ruling) -> str:
    game = ruling.game
    return "" if game is None else f"{result_of(game)} ({game.get_status_display().lower()})"


def _close(ruling: Ruling, state: str) -> None:
    ruling.state, ruling.closed_at = state, timezone.now()
    ruling.save()


def _step(
    ruling: Ruling,
    kind: str,
    user: User,
    part: SeriesPart,
    *,
    team: int | None = None,
    as_director: bool = False,
    remedy: str = "",
    words: str = "",
    effects: list[str] | None = None,
) -> None:
    if team is None and not as_director and part.clubs:
        team = min(part.clubs)
    RulingStep.objects.create(
        ruling=ruling,
        number=ruling.steps.count() + 1,
        kind=kind,
        by=user,
        team_id=team,
        as_director=as_director,
        remedy=remedy,
        words=words,
        effects=effects or [],
    )


def _said(remedy: Remedy, words: str) -> str:
    """What was chosen, and why, for the log."""
    return ": ".join(each for each in (remedy.label, words.strip()) if each)


def _late() -> Refusal:
    return Refusal(
        "noticed-too-late",
        "Such a mistake has to be noticed before the first batter of the next half-inning.",
        facts={"rule": "T31.8c"},
    )


def _log(code: str, ruling: Ruling, user: User, **more: object) -> None:
    log_action(
        code=code,
        actor=user,
        scope=ruling.series.scope,
        subject=ruling,
        new={
            "game": str(ruling.game) if ruling.game else "",
            "rule": ruling.rule,
            "state": ruling.state,
            **more,
        },
    )
