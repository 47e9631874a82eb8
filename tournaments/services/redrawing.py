"""What was drawn is taken back, and drawn again as the results stand now."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from config.inputs import reason_of
from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from games.services.undrawing import undraw
from tournaments.models import (
    Drop,
    Entrant,
    Fixture,
    Replacement,
    Round,
    Stage,
    StageEntrant,
    TieRuling,
    Tournament,
)
from tournaments.selectors.drawings import drawn_at_start, has_begun, rounds_from
from tournaments.selectors.league import League, RoundOfPlay, load_league
from tournaments.services.drawing import advance_event
from tournaments.services.drops import take_off
from tournaments.services.events import close_tournament


def take_back_drawing(
    *,
    tournament: Tournament,
    number: int,
    reason: str,
    acting_user: User,
    played_too: bool = False,
) -> str:
    """Take back the round of this number and everything that was drawn after it; what was done, in
    words. A stage of which no round is left has nobody in it any more, and the ruling that asked
    for a tie-break game is withdrawn with the game.

    What was played stays: ``round-played``, unless the director says ``played_too``, and then its
    games are voided. Refused besides: ``not-running``, ``no-such-round``, ``drawn-at-start``,
    ``reason-missing``, and ``sheet-signed``.
    """
    reason = reason_of(reason)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
        if tournament.state == Tournament.State.SETUP:
            raise Refused(Refusal("not-running", "Nothing has been drawn yet."))
        league = load_league(tournament)
        rounds = _verified(league, number, played_too=played_too)
        take_back_rounds(league, rounds, reason, acting_user)
        close_tournament(tournament_id=tournament.pk, acting_user=acting_user)
    return f"Taken back: {_named(rounds)}."


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
        drawn = advance_event(tournament=tournament, acting_user=acting_user)
    return f"{done} {drawn}"


def take_back_rounds(
    league: League, rounds: Sequence[RoundOfPlay], reason: str, acting_user: User | None
) -> None:
    """Take rounds back, in the caller's transaction, which has locked the tournament."""
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
    for replacement in Replacement.objects.filter(series__in=series_ids).select_related(
        "drop__entrant__team", "drop__entrant__tournament", "user"
    ):
        take_off(replacement, acting_user)
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
    if drawn_at_start(league, number):
        raise Refused(
            Refusal(
                "drawn-at-start",
                "It was drawn as the event began, and rests on nothing that was played.",
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


def _empty(stage: Stage) -> None:
    """Of a stage without a round nobody is a member; a game that broke a tie is gone, and with it
    what it was to decide."""
    if stage.rounds.exists():
        return
    StageEntrant.objects.filter(stage=stage).delete()
    if stage.kind == Stage.Kind.TIE_BREAK:
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
