"""Both managers roll for home, and the winner's choice fixes who hosts which game (T0.16)."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.engine.dice_stream import DiceStream
from games.models import Game, Series
from games.planning.models import GameCard
from games.rules.home_rolls import SIDES, higher, pattern_with, roll_problems
from games.seeds import fresh_seed
from games.seriesday.access import SeriesPart, part_of
from games.seriesday.models import HomeRoll
from games.seriesday.topics import tell_watchers
from rosters.editions import edition_of

CHOOSES = "chooses"


def open_home_roll(*, series_id: int, servers_dice: bool, acting_user: User) -> HomeRoll:
    """Have both clubs roll for home: with the server's d20, whose hash is published with this, or
    with dice at the table. Refused: ``not-your-series``, ``roll-open``, ``home-settled``,
    ``series-begun``, ``home-is-seeded`` in a best-of, where the better seed hosts."""
    with transaction.atomic():
        series, part = _locked(series_id, acting_user)
        last = current_roll(series)
        if last is not None:
            code = "home-settled" if last.hosts_id else "roll-open"
            raise Refused(Refusal(code, "The clubs of this series roll for home already."))
        _verify_open(series)
        made = _next(series, servers_dice=servers_dice)
        _log("home-roll-opened", series, acting_user, commitment=made.commitment)
        return _computers_roll(series, made, part)


def roll_for_home(
    *, series_id: int, team_id: int, value: int | None = None, acting_user: User
) -> HomeRoll:
    """T0.16a: a club's manager rolls, or a director for the manager. The higher roll is at home in
    the first game, or chooses, as the edition says; equal rolls are rolled anew.

    ``value``: what the die at the table showed; none with the server's dice. The attempt that
    waits, or was settled, afterwards. Refused: ``not-your-club``, ``no-roll-open``,
    ``rolled-already``, ``not-a-roll``, ``dice-are-the-servers``, ``series-begun``.
    """
    with transaction.atomic():
        series, part = _locked(series_id, acting_user)
        _verify_open(series)
        clubs = part.clubs | ({series.home_id, series.away_id} if part.directs else set())
        if team_id not in clubs:
            raise Refused(Refusal("not-your-club", "Managers roll for their own clubs.", "team"))
        roll = current_roll(series)
        if roll is None or roll.rolled:
            raise Refused(Refusal("no-roll-open", "There is no open roll for home now."))
        at_home = team_id == series.home_id
        if (roll.home_roll if at_home else roll.away_roll) is not None:
            raise Refused(Refusal("rolled-already", "That club has rolled already.", "team"))
        _write_down(series, roll, at_home, _die(roll, at_home, value), acting_user)
        return _after(series, roll, part, acting_user)


def choose_home(*, series_id: int, at_home: bool, acting_user: User) -> HomeRoll:
    """Say whether the winner of the roll is at home in the first game: the winner says so, or a
    director for them. Refused: ``nothing-to-choose``, ``not-your-choice``, ``series-begun``."""
    with transaction.atomic():
        series, part = _locked(series_id, acting_user)
        _verify_open(series)
        roll = current_roll(series)
        winner = None if roll is None or roll.hosts_id else winner_of(roll)
        if roll is None or winner is None:
            raise Refused(Refusal("nothing-to-choose", "There is nothing to choose now."))
        if winner not in part.clubs and not part.directs:
            raise Refused(Refusal("not-your-choice", "Only the winner of the roll chooses."))
        _settle(series, roll, winner if at_home else part.opponent_of(series, winner), acting_user)
        return roll


def withdraw_home_roll(*, series_id: int, reason: str, acting_user: User) -> None:
    """A director takes a roll for home back; the pattern is as it was. Refused: ``director-only``,
    ``reason-missing``, ``no-roll-open``, ``series-begun``."""
    reason = reason_of(reason)
    with transaction.atomic():
        series, part = _locked(series_id, acting_user)
        part.verify_directs()
        _verify_open(series)
        roll = current_roll(series)
        if roll is None:
            raise Refused(Refusal("no-roll-open", "There is no roll for home to take back."))
        series.home_pattern = roll.pattern
        series.save(update_fields=["home_pattern"])
        series.home_rolls.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())
        _log("home-roll-withdrawn", series, acting_user, reason=reason)


def current_roll(series: Series) -> HomeRoll | None:
    """The attempt that waits or was settled last."""
    rows = HomeRoll.objects.filter(series=series, withdrawn_at=None)
    found = rows.order_by("-number").first()
    if found is not None:
        found.series = series
    return found


def winner_of(roll: HomeRoll) -> int | None:
    """The club with the higher roll; ``None`` while a club has to roll."""
    if roll.home_roll is None or roll.away_roll is None:
        return None
    won = higher(roll.home_roll, roll.away_roll)
    if won is None:
        return None
    return roll.series.home_id if won else roll.series.away_id


def may_still_roll(series: Series) -> bool:
    """Whether who hosts can still be settled: nothing has begun, and no seeding says it."""
    return not _objections(series)


def _computers_roll(series: Series, roll: HomeRoll, part: SeriesPart) -> HomeRoll:
    """The computer rolls for a club without a manager, with the server's d20 even where the others
    roll at the table."""
    for at_home in (False, True):
        if (series.home_id if at_home else series.away_id) not in part.managed:
            dice = roll if roll.seed else HomeRoll(seed=fresh_seed())
            _write_down(series, roll, at_home, _die(dice, at_home, None), None)
    return _after(series, roll, part, None)


def _write_down(
    series: Series, roll: HomeRoll, at_home: bool, value: int, user: User | None
) -> None:
    if at_home:
        roll.home_roll = value
    else:
        roll.away_roll = value
    roll.save()
    club = series.home if at_home else series.away
    _log("home-rolled", series, user, club=club.name, value=value)


def _after(series: Series, roll: HomeRoll, part: SeriesPart, user: User | None) -> HomeRoll:
    """What two rolls come to. A winner without a manager is at home."""
    if not roll.rolled:
        return roll
    winner = winner_of(roll)
    if winner is None:
        return _computers_roll(series, _next(series, servers_dice=bool(roll.seed)), part)
    if edition_of(series.scope).series.high_roll != CHOOSES or winner not in part.managed:
        _settle(series, roll, winner, user)
    return roll


def _settle(series: Series, roll: HomeRoll, hosts: int, user: User | None) -> None:
    before = series.home_pattern
    roll.hosts_id = hosts
    roll.save(update_fields=["hosts"])
    series.home_pattern = pattern_with(before, home_first=hosts == series.home_id)
    series.save(update_fields=["home_pattern"])
    club = series.home if hosts == series.home_id else series.away
    _log("home-settled", series, user, hosts=club.name, pattern=series.home_pattern)


def _die(roll: HomeRoll, at_home: bool, value: int | None) -> int:
    if roll.seed:
        if value is not None:
            raise Refused(Refusal("dice-are-the-servers", "The server rolls here.", "value"))
        stream = DiceStream(roll.seed)
        both = [stream.draw(SIDES) + 1 for _ in range(2)]
        return int(both[0] if at_home else both[1])
    refuse_all(roll_problems(value))
    return value or 0


def _next(series: Series, *, servers_dice: bool) -> HomeRoll:
    last = HomeRoll.objects.filter(series=series).order_by("-number").first()
    return HomeRoll.objects.create(
        series=series,
        number=1 if last is None else last.number + 1,
        seed=fresh_seed() if servers_dice else "",
        pattern=series.home_pattern,
    )


def _verify_open(series: Series) -> None:
    refuse_all(_objections(series))


def _objections(series: Series) -> list[Refusal]:
    if series.ends_when_decided:
        return [Refusal("home-is-seeded", "In a best-of the seeding says who is at home.")]
    begun = series.completed_at is not None or (
        Game.objects.filter(series=series).exclude(status=Game.Status.VOID).exists()
    )
    if begun or GameCard.objects.filter(series=series).exists():
        # T0.13: the starters were named in this order, the visitors' first.
        return [Refusal("series-begun", "The series has begun: who is at home in it is settled.")]
    return []


def _locked(series_id: int, user: User) -> tuple[Series, SeriesPart]:
    series = Series.objects.locked().get(pk=series_id)
    part = part_of(user, series)
    if not part.has_part:
        raise Refused(Refusal("not-your-series", "The people of both clubs roll for home."))
    return series, part


def _log(code: str, series: Series, user: User | None, **new: object) -> None:
    log_action(
        code=code,
        actor=user,
        scope=series.scope,
        subject=series,
        new={key: value for key, value in new.items() if value != ""},
    )
    tell_watchers(series)
