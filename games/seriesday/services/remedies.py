"""Carry out the remedies of a ruling, on a game, its transcript and the clubs' sheets (T0.06, T31)
or on a series (T33, T10.2s). What is cut off is kept, and comes back where an appeal is ruled
otherwise."""

from __future__ import annotations

from dataclasses import replace

from config.people.models import User
from config.refusals import Refusal, Refused
from games.engine.table import CONCEDE, SUSPEND
from games.models import Game, VoidedTail
from games.records import entries_before_suspension, replay_with_managers
from games.rules import remedies as law
from games.rules.remedies import Remedy
from games.rules.suspensions import BOOKED_TIE
from games.seriesday.models import GameReport, Ruling
from games.seriesday.selectors.points import entry_after_last_legal_out
from games.seriesday.services.clocks import extend_series, suspend_series
from games.seriesday.services.ledger import write_claim
from games.seriesday.services.suspended import without_award
from games.services.changes import (
    complete_series,
    keep_sheets,
    result_of,
    verify_rules,
    write,
)
from games.services.dice import put_dice_back, renew_dice
from games.services.playing_on import play_to_its_end
from games.services.rewinding import take_back
from games.sheets import take_off_sheets, write_sheets
from pitching.services.signing import sign_series
from rosters.editions import edition_of

_PLAYED_SINCE = Refusal(
    "played-since", "The game has been played on since: what was taken off cannot come back."
)


def cut_point(ruling: Ruling, remedy: str) -> int | None:
    """The first entry that goes from a transcript under a remedy, as far as that is known."""
    game = ruling.game
    if game is None or not game.has_plays:
        return None
    if remedy == law.RESTART:
        return 1
    known = ruling.grounds
    if known.entry is not None:
        return known.entry
    if ruling.case == "ineligible-pitcher" and known.pitcher is not None:
        return entry_after_last_legal_out(game, known.pitcher, known.allowed or 0)
    if ruling.case == "concession" and game.entries and game.entries[-1].startswith(CONCEDE):
        return len(game.entries)
    return None


def carry_out(
    ruling: Ruling, remedy: Remedy, earlier: str, user: User, *, play_on: bool
) -> list[str]:
    """Carry out a remedy on the game and the sheets, or on the series; what was done, in words.
    ``earlier`` is the remedy that was carried out before an appeal: upheld it stays, otherwise it
    is undone.

    Refused: ``point-missing`` where it is not known at which entry the mistake was made,
    ``played-since`` where what an appeal undoes cannot come back, and what a rewind refuses."""
    game = ruling.game
    done: list[str] = []
    if game is None:
        return _carry_out_on_series(ruling, remedy, user)
    if earlier == remedy.key:
        return ["What was done stays."]
    game.series = ruling.series
    if earlier in law.CUTTING:
        done.append(_put_back(ruling, game, user))
    if remedy.cuts:
        done.append(_cut(ruling, remedy, game, user, play_on=play_on))
    elif remedy.key in (law.ACCEPT, law.TAKEN_TO_PITCH):
        _keep_outs_made(ruling, game)
        _note(game, user)
        if ruling.footnote:
            done.append(f"Footnote on the sheet: {ruling.footnote}")
    return [*done, remedy.consequence]


def _carry_out_on_series(ruling: Ruling, remedy: Remedy, user: User) -> list[str]:
    """Do to the series what the remedy says (T33, T10.2s); what was done, in words. Refused as
    suspending, extending and signing refuse."""
    series = ruling.series
    match remedy.key:
        case law.SUSPEND_REST:
            games = suspend_series(series_id=series.pk, acting_user=user)
            return [f"Game {game.number} is suspended" for game in games]
        case law.MORE_TIME:
            minutes = edition_of(series.scope).series.minutes_per_game
            extend_series(series_id=series.pk, minutes=minutes, acting_user=user)
            return [f"{minutes} minutes more"]
        case law.SIGN:
            sheet = ruling.grounds.sheet
            if sheet is None:
                raise LookupError(f"{ruling} names no sheet.")
            sign_series(series_id=sheet, acting_user=user)
            return ["The sheet is signed"]
    return [remedy.consequence]


def _keep_outs_made(ruling: Ruling, game: Game) -> None:
    """How far the game had come when something was let stand: from there on it is corrected."""
    known = ruling.grounds
    if known.made is not None or game.is_final or game.inning is None:
        return
    told = game.reports.exclude(state=GameReport.State.REPLACED).order_by("-version").first()
    if told is not None:
        ruling.details = replace(known, made=sum(told.told.stop.made)).stored()
        ruling.save(update_fields=["details"])


def _cut(ruling: Ruling, remedy: Remedy, game: Game, user: User, *, play_on: bool) -> str:
    reason = f"{ruling.rule}: {ruling.facts}"[:300]
    if not game.has_plays:
        return _reopen_reported(game, reason, user)
    entry = cut_point(ruling, remedy.key)
    if entry is None:
        raise Refused(Refusal("point-missing", "Say at which entry the mistake was made.", "entry"))
    suspended = [SUSPEND] if remedy.key == law.SUSPEND else []
    whole = len(game.entries)
    tail = take_back(game, entry, reason, user, afterwards=suspended)
    _keep_cut(ruling, tail)
    if suspended:
        keep_sheets(game, Game.Status.FINAL, acting_user=user)
    said = f"{whole - entry + 1} entries taken off, from entry {entry}"
    if game.source != Game.Source.SCORED:
        # Dice that were seen are spent.
        dice = renew_dice(game, acting_user=user)
        said += f"; from here on the dice come from a fresh seed, whose hash is {dice.commitment}"
    by_house = game.source == Game.Source.SIMULATED or tail.dice_segments.exists()
    if not (by_house and play_on) or suspended:
        return said
    play_to_its_end(game, acting_user=user)
    return f"{said}; the house has played it to its end, {result_of(game)}"


def _put_back(ruling: Ruling, game: Game, user: User) -> str:
    """Undo a cut: the entries that were taken off come back, unless the game has been played on.
    Refused: ``played-since``."""
    tail = ruling.cut
    if not game.has_plays or tail is None:
        raise Refused(_PLAYED_SINCE)
    kept = entries_before_suspension(game.entries)
    if len(kept) != tail.entry - 1:
        if not _by_house(game):
            raise Refused(_PLAYED_SINCE)
        take_back(game, tail.entry, f"{ruling.rule}: ruled otherwise on appeal", user)
        kept = game.entries
    verify_rules(game)
    put_dice_back(game, tail)
    write(game, replay_with_managers(game, [*kept, *tail.entries.split()]), acting_user=user)
    _keep_cut(ruling, None)
    return "What was taken off the game is back"


def _keep_cut(ruling: Ruling, tail: VoidedTail | None) -> None:
    """What the ruling that stands has taken off, whatever else was taken off the game."""
    ruling.cut = tail
    ruling.save(update_fields=["cut"])


def _by_house(game: Game) -> bool:
    """Whether what was played last the house has played."""
    if game.source == Game.Source.SIMULATED:
        return True
    both = game.away_managed and game.home_managed
    return both and game.dice_segments.filter(withdrawn_at=None).exists()


def _reopen_reported(game: Game, reason: str, user: User) -> str:
    """Reopen a reported game: which part of it is cut is not known, so its result goes, and the
    game as it is played on is reported again in the same column (T33.0i)."""
    game.reports.filter(state__in=("open", "disputed", "confirmed")).update(
        state=GameReport.State.REPLACED
    )
    if game.reason == BOOKED_TIE:
        without_award(game)
    game.status, game.reason, game.finished_at = Game.Status.SUSPENDED, "", None
    game.summary = {**game.summary, "final": False}
    game.save()
    take_off_sheets(game, reason=reason, acting_user=user)
    complete_series(game, status_changed=True, acting_user=user)
    return "The result no longer counts; it is reported again when the game has been played on"


def _note(game: Game, user: User) -> None:
    """Write the sheets again with the footnotes of what was accepted."""
    if game.status not in (Game.Status.FINAL, Game.Status.SUSPENDED, Game.Status.REPORTED):
        return
    if game.has_plays:
        write_sheets(game, acting_user=user)
        return
    report = game.reports.exclude(state=GameReport.State.REPLACED).order_by("version").first()
    if report is not None:
        write_claim(game, report.told, strict=False, acting_user=user)
