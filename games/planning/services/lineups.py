"""Services that save and clear lineups and save instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.models import Game, Series
from games.planning.board import PlanBoard
from games.planning.disclosure import reader_of
from games.planning.models import Instructions, LineUp
from games.planning.plans import stored_spots
from games.services.calling_off import verify_event_goes_on
from games.topics import squad_topic
from rosters.models import Card, Squad, Team
from rosters.rules.instructions import Instructions as RuleInstructions
from rosters.rules.instructions import instruction_problems, to_json
from rosters.rules.lineups import HANDS, Spot, covers_of, hole_refusals, line_up_problems
from rosters.rules.tendencies import tendencies_of
from rosters.selectors.fielders import cards_of, cards_of_all


def save_line_up(
    *,
    squad: Squad,
    against: str,
    spots: Sequence[Spot],
    acting_user: User,
    series: Series | None = None,
    number: int = 0,
    seen: str | None = None,
) -> LineUp:
    """Save the lineup against starters of one throwing arm: for the event, a series, or one game of
    it. Games under way keep theirs. ``seen``: the ``stamp_of`` the lineup that the user last saw.

    Refused: ``not-your-club``, ``unknown-hand``, ``no-such-series``, ``no-such-game``,
    ``game-begun`` where every game concerned has begun, ``line-up-saved-since`` where another
    lineup
    has been saved since, what ``line_up_problems`` finds, and ``injury-not-covered`` (T31.10b) with
    the hole.
    """
    with transaction.atomic():
        squad = locked_squad(squad.pk, acting_user)
        _verify_place(squad, against, series, number)
        if seen is not None and seen != stamp_of(squad, against, series, number):
            sentence = "Another line-up was saved here while this page was open; yours is below."
            raise Refused(Refusal("line-up-saved-since", sentence, "lineup"))
        verify_line_up(squad, spots)
        line_up, _ = LineUp.objects.update_or_create(
            squad=squad,
            series=series,
            number=number,
            against=against,
            defaults={
                "spots": stored_spots(spots),
                "saved_by": acting_user,
                "saved_at": timezone.now(),
            },
        )
        _tell(squad, "line-up-saved", line_up, acting_user)
        return line_up


def stamp_of(squad: Squad, against: str, series: Series | None, number: int) -> str:
    """When the lineup for exactly this place was saved; empty where there is none."""
    saved = LineUp.objects.filter(
        squad=squad, series=series, number=number, against=against
    ).values_list("saved_at", flat=True)
    return "".join(saved_at.isoformat() for saved_at in saved)


def lay_down_usual(*, fields: Mapping[Squad, Mapping[str, int]], acting_user: User) -> None:
    """Save the regular fielders of these squads, each at his position, as their lineups against
    both
    hands, in the batting order that the computer manager suggests. Runs in the caller's
    transaction.

    Earlier lineups of these squads are deleted. A squad whose regulars make no legal lineup, or
    with
    a designated hitter, gets none.
    """
    cards = cards_of_all(fields)
    LineUp.objects.filter(squad__in=cards).delete()
    LineUp.objects.bulk_create(
        LineUp(squad=squad, against=hand, spots=stored_spots(spots), saved_by=acting_user, number=0)
        for squad, field in fields.items()
        for hand, spots in _usual(PlanBoard(squad, cards[squad.pk]), field)
    )


def _usual(board: PlanBoard, field: Mapping[str, int]) -> Iterator[tuple[str, list[Spot]]]:
    if board.builder is None or board.designates:
        return
    positions = {player: position for position, player in field.items()}
    bench = [key for key in board.keys if key not in positions and key not in board.staff]
    for hand in HANDS:
        try:
            order = board.suggested(hand, bench)
        except Refused:
            continue
        spots = [Spot(spot.player, positions.get(spot.player, spot.position)) for spot in order]
        if not line_up_problems(spots, board.fielders):
            yield hand, spots


def clear_line_up(
    *,
    squad: Squad,
    against: str,
    acting_user: User,
    series: Series | None = None,
    number: int = 0,
) -> None:
    """Delete a lineup: the wider one counts again, or the computer manager's. Refused:
    ``not-your-club``, ``no-such-line-up``."""
    with transaction.atomic():
        squad = locked_squad(squad.pk, acting_user)
        line_up = LineUp.objects.filter(
            squad=squad, series=series, number=number, against=against
        ).first()
        if line_up is None:
            raise Refused(Refusal("no-such-line-up", "Nothing has been set there.", "against"))
        _tell(squad, "line-up-cleared", line_up, acting_user)
        line_up.delete()


def save_instructions(
    *,
    squad: Squad,
    instructions: RuleInstructions,
    acting_user: User,
    opponent: Team | None = None,
    seen: int | None = None,
) -> Instructions:
    """Save a new version of a club's instructions, against one opponent or all. ``seen``: the
    version that the user last saw; 0: none.

    Refused: ``not-your-club``, what ``instruction_problems`` finds, ``no-such-opponent``, and
    ``instructions-saved-since`` where a later version counts by now.
    """
    with transaction.atomic():
        squad = locked_squad(squad.pk, acting_user)
        cards = squad_cards(squad)
        pitchers = {card.pk for card in cards if card.kind == Card.Kind.PITCHER}
        refuse_all(
            instruction_problems(
                instructions,
                pitchers,
                {card.pk for card in cards if card.pk not in pitchers},
                tendencies_of(cards[0].card_set.system_key if cards else ""),
            )
        )
        if opponent is not None and (
            opponent.pk == squad.team_id
            or not Squad.objects.filter(event__key=squad.scope, team=opponent).exists()
        ):
            sentence = f"{squad.team} does not meet {opponent}."
            raise Refused(Refusal("no-such-opponent", sentence, "opponent"))
        writings = Instructions.objects.filter(squad=squad)
        last = writings.aggregate(last=Max("version"))["last"] or 0
        counts = (
            writings.filter(opponent=opponent).aggregate(last=Max("version"))["last"]
            or writings.filter(opponent=None).aggregate(last=Max("version"))["last"]
            or 0
        )
        if seen is not None and seen != counts:
            sentence = (
                f"Version {counts} was saved while this page was open; yours is below, and is "
                "saved when you press again."
            )
            raise Refused(
                Refusal("instructions-saved-since", sentence, "", {"seen": seen, "now": counts})
            )
        written = Instructions.objects.create(
            squad=squad,
            opponent=opponent,
            version=last + 1,
            data=to_json(replace(instructions, version=0)),
            saved_by=acting_user,
        )
        log_action(
            code="instructions-saved",
            actor=acting_user,
            scope=squad.scope,
            subject=squad,
            new={"version": written.version, "against": str(opponent) if opponent else ""},
        )
        publish(squad_topic(squad))
        return written


def locked_squad(pk: int, acting_user: User) -> Squad:
    """Lock the squad: its plans cannot change in another request until the transaction ends.
    Refused: ``not-your-club``, ``event-over``."""
    squad = Squad.objects.select_for_update(of=("self",)).select_related("team").get(pk=pk)
    if not reader_of(acting_user, squad.scope).is_inside(squad.team_id):
        sentence = "The club's people plan for it, and directors."
        raise Refused(Refusal("not-your-club", sentence))
    verify_event_goes_on(squad.scope)
    return squad


def squad_cards(squad: Squad) -> list[Card]:
    """Refused: ``squad-missing``."""
    cards = cards_of(squad)
    if not cards:
        raise Refused(Refusal("squad-missing", f"{squad.team} has no cards to play with."))
    return cards


def verify_line_up(squad: Squad, spots: Sequence[Spot], *, injuries: bool = True) -> None:
    """Refuse an illegal lineup; ``injuries``: also one with an uncovered position (T31.10b)."""
    squad_cards(squad)
    board = PlanBoard(squad)
    fielders = board.fielders
    refuse_all(line_up_problems(spots, fielders, designated=board.designates))
    if injuries:
        refuse_all(hole_refusals(covers_of(spots, fielders)[1], fielders))


def _verify_place(squad: Squad, against: str, series: Series | None, number: int) -> None:
    if against not in HANDS:
        raise Refused(Refusal("unknown-hand", "Starters are left- or right-handed.", "against"))
    if series is None:
        if number:
            raise Refused(Refusal("no-such-game", "A game is one of a series.", "number"))
        return
    if series.scope != squad.scope or squad.team_id not in (series.home_id, series.away_id):
        raise Refused(Refusal("no-such-series", "That is not a series of this club.", "series"))
    if not 0 <= number <= series.length:
        sentence = f"The series has games 1 to {series.length}."
        raise Refused(Refusal("no-such-game", sentence, "number"))
    begun = set(series.games.exclude(status=Game.Status.VOID).values_list("number", flat=True))
    if number in begun:
        sentence = f"Game {number} has begun, with the line-up it was begun with."
        raise Refused(Refusal("game-begun", sentence, "number"))
    if series.completed_at is not None or len(begun) == series.length:
        raise Refused(Refusal("game-begun", "Every game of the series has begun.", "series"))


def _tell(squad: Squad, code: str, line_up: LineUp, acting_user: User) -> None:
    where = {"series": line_up.series_id, "game": line_up.number} if line_up.series_id else {}
    log_action(
        code=code,
        actor=acting_user,
        scope=squad.scope,
        subject=squad,
        new={"against": line_up.against, **where},
    )
    publish(squad_topic(squad))
