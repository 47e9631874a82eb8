"""Take back rounds that were drawn, and draw them again as the results stand now."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from games.hooks import SeriesUndrawn, tell
from games.services.undrawing import undraw
from pitching.services.undrawing import close_phases_after
from tournaments.models import (
    Drop,
    Entrant,
    Fixture,
    Round,
    Stage,
    StageEntrant,
    TieRuling,
    Tournament,
)
from tournaments.permissions import for_directors
from tournaments.selectors.drawings import drawn_at_start, has_begun, rounds_from
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import RoundOfPlay
from tournaments.services.drawing import advance_event
from tournaments.services.events import close_tournament, start_tournament


@for_directors
def take_back_drawing(
    *,
    tournament: Tournament,
    number: int,
    reason: str,
    acting_user: User,
    played_too: bool = False,
) -> str:
    """Take back the round of this number and everything that was drawn after it; what was done, in
    words. A stage of which no round is left has no clubs any more, and the ruling that asked
    for a tie-break game is withdrawn with the game.

    What was played stays: ``round-played``, unless the director says ``played_too``, and then its
    games are voided. With the first round the start itself is taken back, as long as nothing at all
    was played: the event is being set up again. Refused besides: ``not-running``,
    ``no-such-round``, ``drawn-at-start``, ``reason-missing``, and ``sheet-signed``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state == Tournament.State.SETUP:
            raise Refused(Refusal("not-running", "Nothing has been drawn yet."))
        league = load_league(tournament)
        rounds = _verified(league, number, played_too=played_too)
        take_back_rounds(league, rounds, reason, acting_user)
        if drawn_at_start(league, number):
            _set_up_again(tournament, reason, acting_user)
            return "The start is taken back: the event is being set up again."
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return f"Taken back: {_named(rounds)}."


@for_directors
def draw_again(
    *,
    tournament: Tournament,
    number: int,
    reason: str,
    acting_user: User,
    played_too: bool = False,
) -> str:
    """Take a drawing back and draw what follows as the results stand now. Refused as both of these
    refuse; then nothing has been taken back."""
    with transaction.atomic():
        done = take_back_drawing(
            tournament=tournament,
            number=number,
            reason=reason,
            acting_user=acting_user,
            played_too=played_too,
        )
        tournament = Tournament.objects.get(pk=tournament.pk)
        if tournament.state == Tournament.State.SETUP:
            start_tournament(tournament=tournament, acting_user=acting_user)
            return "The schedule is drawn again."
        drawn = advance_event(tournament=tournament, acting_user=acting_user)
    return f"{done} {drawn}"


def _set_up_again(tournament: Tournament, reason: str, acting_user: User) -> None:
    """Nothing is drawn any more, and everything can be changed that could be before the start.
    Squads and parks stay, those too that the house has dealt; pitching sheets, on which nothing
    stands, are opened anew under whatever law is settled by then."""
    close_phases_after(scope=tournament.scope, phase=0, acting_user=acting_user)
    tournament.state = Tournament.State.SETUP
    tournament.save(update_fields=["state"])
    log_action(
        code="start-taken-back",
        actor=acting_user,
        scope=tournament.scope,
        subject=tournament,
        old={"state": Tournament.State.RUNNING},
        new={"state": Tournament.State.SETUP, "reason": reason},
    )
    publish(tournament.scope)


def take_back_rounds(
    league: League, rounds: Sequence[RoundOfPlay], reason: str, acting_user: User | None
) -> None:
    """Delete rounds that were drawn, with their series (``undraw``) and replacements, and log it.
    Stages of which no round is left have no entrants any more. In the caller's transaction, which
    has locked the tournament."""
    tournament = league.tournament
    numbers = [round_.number for round_ in rounds]
    fixtures = Fixture.objects.filter(
        round__stage__tournament=tournament, round__number__in=numbers
    )
    clubs = sorted(
        {
            side.team_id
            for round_ in rounds
            for meeting in round_.meetings
            for side in (meeting.home, meeting.away)
            if side is not None
        }
    )
    series_ids = [pk for pk in fixtures.values_list("series", flat=True) if pk is not None]
    tell(SeriesUndrawn(series_ids, reason, acting_user))
    fixtures.delete()
    Round.objects.filter(stage__tournament=tournament, number__in=numbers).delete()
    undraw(
        scope=tournament.scope,
        series_ids=series_ids,
        out=_thrown_out(league),
        reason=reason,
        acting_user=acting_user,
    )
    for stage in dict.fromkeys(round_.stage for round_ in rounds):
        _empty(stage)
    log_action(
        code="drawing-taken-back",
        actor=acting_user,
        scope=tournament.scope,
        subject=tournament,
        new={
            "round": numbers[0],
            "rounds": _named(rounds),
            "clubs": clubs,
            "reason": reason,
            "told": f"{_named(rounds)}: {reason}",
        },
    )
    publish(tournament.scope)


def _verified(league: League, number: int, *, played_too: bool) -> tuple[RoundOfPlay, ...]:
    rounds = rounds_from(league, number)
    if not rounds or rounds[0].number != number:
        raise Refused(Refusal("no-such-round", f"There is no round {number}.", "round"))
    if drawn_at_start(league, number) and (number != league.rounds[0].number or _went_on(league)):
        raise Refused(
            Refusal(
                "drawn-at-start",
                "It was drawn as the event began, and rests on nothing that was played. The start "
                "is taken back with its first round, before the first game and any drop.",
                "round",
            )
        )
    if has_begun(rounds) and not played_too:
        played = [
            meeting.series_id for round_ in rounds for meeting in round_.meetings if meeting.games
        ]
        raise Refused(
            Refusal(
                "round-played",
                f"{len(played)} of its series have been played or begun: they stand, unless you "
                "say that what was played goes too.",
                "played_too",
                {"series": played},
            )
        )
    return rounds


def _went_on(league: League) -> bool:
    """Whether anything has happened since the start that rests on it."""
    drops = Drop.objects.filter(entrant__in=league.entrants)
    return has_begun(league.rounds) or drops.exists()


def _empty(stage: Stage) -> None:
    """Take the clubs out of a stage that has no round left; a stage that broke a tie is deleted,
    and the rulings that it was to decide are withdrawn."""
    if stage.rounds.exists():
        return
    StageEntrant.objects.filter(stage=stage).delete()
    if stage.is_tie_break:
        rulings = TieRuling.objects.filter(stage=stage)
        rulings.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())
        rulings.update(stage=None)
        stage.delete()


def _thrown_out(league: League) -> list[int]:
    drops = Drop.objects.filter(
        entrant__in=league.entrants, undone_at=None, way=Entrant.Dropped.VOID
    )
    return list(drops.order_by("pk").values_list("entrant__team", flat=True))


def _named(rounds: Sequence[RoundOfPlay]) -> str:
    """``Final of Play-offs``, or several of them."""
    return ", ".join(f"{round_.name} of {round_.stage}" for round_ in rounds)
