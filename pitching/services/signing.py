"""Sign sheets: the opponent signs after each series, and only a director opens them again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.live.services import publish
from config.people import scopes
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from pitching.constraints import told_as_refusals
from pitching.models import SheetColumn, SheetSeries, Signature
from pitching.selectors.sheets import signature_of
from pitching.services.sheets import lock_sheets
from pitching.topics import sheet_topic
from rosters.models import TeamMember


def sign_series(*, series_id: int, acting_user: User) -> Signature:
    """T10.2s: the opposing manager signs the sheet of a finished series; or a director does
    instead, which is recorded.

    Refused: ``own-sheet``, ``not-the-opponent``, ``already-signed``, ``series-struck``,
    ``series-unfinished``.
    """
    with transaction.atomic():
        series = _locked(series_id)
        clubs = (series.sheet.team_id, series.opponent_id)
        acts_for = set(
            TeamMember.objects.filter(user=acting_user, team__in=clubs).values_list(
                "team", flat=True
            )
        )
        # A director who also acts for the opponent signs as the opponent.
        as_director = series.opponent_id not in acts_for and scopes.may_direct(
            acting_user, series.sheet.scope
        )
        refuse_all(_objections(series, acts_for, as_director))
        with told_as_refusals():
            signature = Signature.objects.create(
                series=series, signed_by=acting_user, as_director=as_director
            )
        log_action(
            code="sheet-signed",
            actor=acting_user,
            scope=series.sheet.scope,
            subject=series.sheet,
            new={
                "games": [series.first_column, series.last_column],
                "as": "director" if as_director else "opponent",
            },
        )
        publish(sheet_topic(series.sheet))
        return signature


def reopen_series(*, series_id: int, reason: str, acting_user: User) -> Signature:
    """Open a signed series again so that it can be corrected; the signature stays readable.

    Refused: ``director-only``, ``reason-missing``, ``not-signed``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        series = _locked(series_id)
        if not scopes.may_direct(acting_user, series.sheet.scope):
            raise Refused(Refusal("director-only", "Only a director opens a signed sheet again."))
        signature = signature_of(series)
        if signature is None:
            raise Refused(Refusal("not-signed", "The sheet for this series is not signed."))
        _reopen(signature, series, reason, acting_user)
        return signature


def reopen_sheets(*, key: str, scope: str, reason: str, acting_user: User) -> list[Signature]:
    """Open a series again on every signed sheet of the event, for a director who corrects its
    result. Refused: ``director-only``, ``reason-missing``."""
    scopes.verify_directs(acting_user, scope)
    reason = reason_of(reason)
    with transaction.atomic():
        on_sheets = SheetSeries.objects.filter(key=key, sheet__event__key=scope)
        sheets = {
            sheet.pk: sheet for sheet in lock_sheets(on_sheets.values_list("sheet", flat=True))
        }
        signed = list(
            Signature.objects.filter(series__in=on_sheets, reopened_at=None)
            .select_related("series", "signed_by")
            .order_by("pk")
        )
        for signature in signed:
            signature.series.sheet = sheets[signature.series.sheet_id]
            _reopen(signature, signature.series, reason, acting_user)
        return signed


def _reopen(signature: Signature, series: SheetSeries, reason: str, acting_user: User) -> None:
    signature.reopened_by, signature.reopened_at = acting_user, timezone.now()
    signature.reason = reason
    signature.save(update_fields=["reopened_by", "reopened_at", "reason"])
    log_action(
        code="sheet-reopened",
        actor=acting_user,
        scope=series.sheet.scope,
        subject=series.sheet,
        old={"signed_by": str(signature.signed_by)},
        new={"games": [series.first_column, series.last_column], "reason": reason},
    )
    publish(sheet_topic(series.sheet))


def _locked(series_id: int) -> SheetSeries:
    series = SheetSeries.objects.select_related("opponent").get(pk=series_id)
    series.sheet = lock_sheets([series.sheet_id])[0]
    series.refresh_from_db(fields=["struck", "length"])
    return series


def _objections(series: SheetSeries, acts_for: set[int], as_director: bool) -> list[Refusal]:
    refusals = []
    if series.sheet.team_id in acts_for:
        refusals.append(
            Refusal(
                "own-sheet",
                f"No club signs its own sheet: {series.opponent} signs this one.",
                facts={"rule": "T10.2s"},
            )
        )
    elif not as_director and series.opponent_id not in acts_for:
        refusals.append(
            Refusal(
                "not-the-opponent",
                f"{series.opponent} signs this sheet, or a director.",
                facts={"rule": "T10.2s"},
            )
        )
    if signature_of(series) is not None:
        refusals.append(Refusal("already-signed", "The sheet is signed for this series."))
    if series.struck:
        refusals.append(Refusal("series-struck", "The series has been struck from the sheet."))
    played = series.played.filter(status=SheetColumn.Status.PLAYED).count()
    if played < series.length:
        refusals.append(
            Refusal(
                "series-unfinished",
                f"{played} of {series.length} games are on the sheet in full; it is signed after "
                "the last.",
                facts={"played": played, "length": series.length},
            )
        )
    return refusals
