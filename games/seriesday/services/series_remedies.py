"""Carry out the remedies that concern a series rather than a game (T33, T10.2s)."""

from __future__ import annotations

from config.people.models import User
from games.rules import remedies as law
from games.rules.remedies import Remedy
from games.seriesday.models import Ruling
from games.seriesday.services.clocks import extend_series, suspend_series
from pitching.services.signing import sign_series
from rosters.editions import edition_of


def carry_out_of_series(ruling: Ruling, remedy: Remedy, *, acting_user: User) -> list[str]:
    """Do to the series what the remedy says, in the caller's transaction; what was done, in words.
    Refused as suspending, extending and signing refuse."""
    series = ruling.series
    match remedy.key:
        case law.SUSPEND_REST:
            games = suspend_series(series_id=series.pk, acting_user=acting_user)
            return [f"Game {game.number} is suspended" for game in games]
        case law.MORE_TIME:
            minutes = edition_of(series.scope).series.minutes_per_game
            extend_series(series_id=series.pk, minutes=minutes, acting_user=acting_user)
            return [f"{minutes} minutes more"]
        case law.SIGN:
            sheet = ruling.grounds.sheet
            if sheet is None:
                raise LookupError(f"{ruling} names no sheet.")
            sign_series(series_id=sheet, acting_user=acting_user)
            return ["The sheet is signed"]
    return [remedy.consequence]
