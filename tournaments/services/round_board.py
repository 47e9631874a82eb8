"""What directors do from the round board to the series of their event; everybody else is refused
with ``director-only``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.models import Game, Series
from games.rules.deadlines import LONGEST
from games.rules.home_rolls import roll_problems
from games.seriesday.models import SeriesClock, SuspendedRoll
from games.seriesday.services.absences import (
    have_house_play,
    name_substitute,
    put_off_deadline,
    set_deadline,
)
from games.seriesday.services.clocks import begin_series, extend_series, suspend_series
from games.seriesday.services.reporting import confirm_report, settle_report
from games.seriesday.services.suspended import book_as_tie, take_up_again
from games.services.playing import Played
from pitching.selectors.sheets import sheets_to_sign
from pitching.services.signing import sign_series
from rosters.models import Team, TeamMember
from rosters.services.people import appoint
from tournaments.models import Fixture, Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.league import load_league
from tournaments.selectors.suspended import (
    Order,
    SuspendedGame,
    first_day_open,
    orders_of,
    suspended_games,
    throws,
)
from tournaments.services.play_out import play_now, verify_running
from tournaments.services.substitutions import end_asked


@for_directors
def begin_round(*, tournament: Tournament, number: int, acting_user: User) -> int:
    """Start the clocks of a round's series that have none running; how many. Refused:
    ``first-day-open`` at the Nationals, while a game suspended on an earlier, first day is left
    (T33.0n)."""
    left = first_day_open(tournament, timezone.now())
    refuse_all(
        Refusal(
            "first-day-open",
            f"{game} was suspended on the first day: it is finished before the second begins.",
            facts={"rule": "T33.0n", "game": game.pk},
        )
        for game in left
    )
    return begin_series(series_ids=_series_of(tournament, number), acting_user=acting_user)


@for_directors
def extend(
    *, tournament: Tournament, series_id: int, minutes: int, acting_user: User
) -> SeriesClock:
    """Give a series more time. Refused: ``no-such-series``, ``minutes-impossible``."""
    series = series_in(tournament, series_id)
    return extend_series(series_id=series.pk, minutes=minutes, acting_user=acting_user)


@for_directors
def suspend(*, tournament: Tournament, series_id: int, acting_user: User) -> Sequence[Game]:
    """T33.0b: suspend what is being recorded of a series. Refused: ``no-such-series``,
    ``no-suspension`` under an edition without suspended games (T33.0g), ``nothing-runs``."""
    series = series_in(tournament, series_id)
    return suspend_series(series_id=series.pk, acting_user=acting_user)


@for_directors
def simulate(*, tournament: Tournament, series_id: int, acting_user: User) -> Played:
    """Have what is unplayed of a series simulated. Refused as ``play_now`` refuses."""
    series = series_in(tournament, series_id)
    return play_now(tournament=tournament, series_ids=[series.pk], acting_user=acting_user)


@for_directors
def settle(*, tournament: Tournament, game_id: int, version: int, acting_user: User) -> Game:
    """T0.09b: say from the board which of two versions counts. Refused: ``no-such-game``, and as
    ``settle_report`` refuses."""
    game = _game_in(tournament, game_id)
    report = settle_report(
        game_id=game.pk,
        version=version,
        reason="The director chose between the two on the board.",
        acting_user=acting_user,
    )
    return report.game


@for_directors
def confirm(*, tournament: Tournament, game_id: int, version: int, acting_user: User) -> Game:
    """Confirm a report for the side that has not. Refused: ``no-such-game``, and as
    ``confirm_report`` refuses."""
    game = _game_in(tournament, game_id)
    return confirm_report(game_id=game.pk, version=version, acting_user=acting_user).game


@for_directors
def sign_for_both(*, tournament: Tournament, series_id: int, acting_user: User) -> int:
    """Sign the sheets of a complete series that wait for their opponents, as a director (T10.2s);
    how many. Refused: ``no-such-series``, ``nothing-to-sign``, and as ``sign_series`` refuses."""
    series = series_in(tournament, series_id)
    with transaction.atomic():
        rows = sheets_to_sign(tournament.scope, [f"series:{series.pk}"])
        waiting = list(rows.values_list("pk", flat=True))
        if not waiting:
            raise Refused(Refusal("nothing-to-sign", "No sheet of that series waits.", "series"))
        for pk in waiting:
            sign_series(series_id=pk, acting_user=acting_user)
    return len(waiting)


@for_directors
def book_tie(*, tournament: Tournament, game_id: int, acting_user: User) -> Game:
    """T33.0f: book a suspended game as a tie, if it does not matter for advancement. Refused:
    ``not-suspended``, and as ``book_as_tie`` refuses."""
    with transaction.atomic():
        # No other result changes who may advance while it is looked at.
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        for each in suspended_games(load_league(tournament)):
            if each.game.pk == game_id:
                return book_as_tie(game_id=game_id, matter=each.matter, acting_user=acting_user)
    raise Refused(Refusal("not-suspended", "Only a suspended game is booked as a tie.", "game"))


@for_directors
def roll_for_order(
    *, tournament: Tournament, team_id: int, game_id: int, value: int, acting_user: User
) -> SuspendedRoll:
    """T33.0l: write down the d20 of a suspended game that stands level with others of a club.
    Refused: ``not-a-roll``, ``not-level``, ``rolled-already`` where others have still to get
    theirs: pressed twice it is written once."""
    refuse_all(roll_problems(value))
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        order, game = _waiting(tournament, team_id, game_id)
        if order is None or game not in order.level:
            raise Refused(Refusal("not-level", "No d20 decides about that game.", "game"))
        if not order.rolls_for(game_id):
            raise Refused(
                Refusal(
                    "rolled-already",
                    f"{order.rolled[game_id][-1]} is written down for that game; now it is the "
                    "turn of those that stand level with it.",
                    "game",
                )
            )
        made = SuspendedRoll.objects.create(
            game_id=game_id,
            team_id=team_id,
            outs=game.outs,
            value=value,
            rolled_by=acting_user,
        )
        club = order.entrant.team.name
        log_action(
            code="suspended-game-rolled",
            actor=acting_user,
            scope=tournament.scope,
            subject=Game.objects.select_related("away", "home").get(pk=game_id),
            new={"club": club, "value": value, "rule": "T33.0l", "told": f"{value} for {club}"},
        )
        publish(tournament.scope)
        return made


@for_directors
def correct_order_roll(
    *,
    tournament: Tournament,
    team_id: int,
    game_id: int,
    throw: int,
    value: int,
    reason: str,
    acting_user: User,
) -> SuspendedRoll:
    """Correct a d20 that was written down wrongly for a suspended game: number ``throw`` (from 1)
    of those that count for it. The log keeps the old value.

    Refused: ``director-only``, ``not-a-roll``, ``reason-missing``, ``no-such-throw``,
    ``nothing-changes``."""
    refuse_all(roll_problems(value))
    reason = reason_of(reason)
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        order, game = _waiting(tournament, team_id, game_id)
        found = throws(team_id, game) if order and game else []
        if order is None or not 1 <= throw <= len(found):
            raise Refused(
                Refusal("no-such-throw", "No such d20 counts for that game any more.", "throw")
            )
        made = found[throw - 1]
        if made.value == value:
            raise Refused(Refusal("nothing-changes", f"It is a {value} already.", "value"))
        was, made.value = made.value, value
        made.save(update_fields=["value"])
        log_action(
            code="suspended-game-roll-corrected",
            actor=acting_user,
            scope=tournament.scope,
            subject=Game.objects.select_related("away", "home").get(pk=game_id),
            old={"value": was},
            new={
                "value": value,
                "club": order.entrant.team.name,
                "throw": throw,
                "rule": "T33.0l",
                "reason": reason,
            },
        )
        publish(tournament.scope)
        return made


def _waiting(
    tournament: Tournament, team_id: int, game_id: int
) -> tuple[Order, SuspendedGame] | tuple[None, None]:
    """A suspended game in the order of those of a club; nothing where it is in none."""
    league = load_league(tournament)
    for order in orders_of(league, suspended_games(league)):
        for game in order.games:
            if (order.entrant.team_id, game.game.pk) == (team_id, game_id):
                return order, game
    return None, None


@for_directors
def unbook(*, tournament: Tournament, game_id: int, acting_user: User) -> Game:
    """Have a game finished after all that was booked as a tie. Refused: ``not-booked``."""
    if not Game.objects.filter(series__event__key=tournament.scope, pk=game_id).exists():
        raise Refused(Refusal("not-booked", "This game was not booked as a tie.", "game"))
    return take_up_again(game_id=game_id, acting_user=acting_user)


@for_directors
def house_plays(
    *, tournament: Tournament, series_id: int, acting_user: User
) -> tuple[Series, Sequence[Game]]:
    """Have the house play everything that is left of a series, also on from where games stand; the
    series and what was played.
    Refused: ``no-such-series``, ``not-running``, and as ``have_house_play`` refuses."""
    series = series_in(tournament, series_id)
    verify_running(tournament)
    return series, have_house_play(series_id=series.pk, acting_user=acting_user)


@for_directors
def set_round_deadline(
    *, tournament: Tournament, number: int, due: datetime, house_plays: bool, acting_user: User
) -> int:
    """Say until when a round's series have to be played; how many that are not complete. Refused:
    ``deadline-past``, ``deadline-far``."""
    return set_deadline(
        series_ids=_series_of(tournament, number),
        due=due,
        house_plays=house_plays,
        acting_user=acting_user,
    )


@for_directors
def put_off(
    *, tournament: Tournament, series_id: int, hours: int, acting_user: User
) -> tuple[Series, datetime]:
    """Give a series some hours more than its deadline; the series and its new one. Refused:
    ``no-such-series``, ``hours-impossible``, and as ``put_off_deadline`` refuses."""
    series = series_in(tournament, series_id)
    most = 24 * LONGEST.days
    if not 1 <= hours <= most:
        raise Refused(
            Refusal("hours-impossible", f"A deadline is put off by 1 to {most} hours.", "hours")
        )
    by = timedelta(hours=hours)
    return series, put_off_deadline(series_id=series.pk, by=by, acting_user=acting_user)


@for_directors
def substitute(
    *,
    tournament: Tournament,
    team_id: int,
    person_id: int,
    acting_user: User,
    ends: str = "",
    until: datetime | None = None,
) -> tuple[TeamMember, bool]:
    """T33.0e, m: let a member of one of the tournament's clubs play for another club as its
    substitute, until a time, or until a series or round is over (``end_asked``), or until it is
    taken back. Returns the membership, and whether it is new or has another end.

    Reports that the club's manager is absent from its open series are closed. Refused:
    ``director-only``, ``not-running``, ``nobody-chosen``, and as ``end_asked``."""
    verify_running(tournament)
    team = Team.objects.filter(entries__tournament=tournament, pk=team_id).first()
    person = User.objects.filter(pk=person_id, pk__in=_members(tournament).values("user")).first()
    if team is None or person is None:
        raise Refused(Refusal("nobody-chosen", "Say who plays for which club.", "person"))
    role, scope = TeamMember.Role.SUBSTITUTE, tournament.scope
    with transaction.atomic():
        ends_at, ends_with = end_asked(tournament, team, ends, until)
        left = Series.objects.filter(event__key=scope, completed_at=None)
        name_substitute(series_ids=list(left.values_list("pk", flat=True)), team_id=team.pk)
        there = TeamMember.objects.filter(team=team, user=person).first()
        if there is not None and (
            there.role != role or (there.ends_at, there.ends_with) == (ends_at, ends_with)
        ):
            return there, False
        named = appoint(
            team=team,
            user=person,
            role=role,
            scope=scope,
            acting_user=acting_user,
            ends_at=ends_at,
            ends_with=ends_with,
        )
        return named, True


def _members(tournament: Tournament) -> QuerySet[TeamMember]:
    return TeamMember.objects.filter(team__entries__tournament=tournament)


def _game_in(tournament: Tournament, game_id: int) -> Game:
    """The game of that tournament. Refused: ``no-such-game``."""
    found = Game.objects.filter(series__event__key=tournament.scope, pk=game_id).first()
    if found is None:
        raise Refused(Refusal("no-such-game", f"That game is not part of {tournament}.", "game"))
    return found


def series_in(tournament: Tournament, series_id: int) -> Series:
    """The series of that tournament. Refused: ``no-such-series``."""
    found = Series.objects.filter(event__key=tournament.scope, pk=series_id).first()
    if found is None:
        raise Refused(Refusal("no-such-series", f"That series is not part of {tournament}."))
    return found


def _series_of(tournament: Tournament, number: int) -> list[int]:
    """The series of a round."""
    found = Fixture.objects.filter(
        round__stage__tournament=tournament, round__number=number, series__isnull=False
    )
    return list(found.values_list("series", flat=True))
