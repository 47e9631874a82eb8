"""Who gets which slot of a draft: rolls for the order of choice, slots that are chosen in turn,
given to those who cannot be reached, and drawn for imputed teams (T0.02j)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction

from config.people.models import User
from config.people.scopes import for_directors_of, verify_directs
from config.refusals import Refusal, Refused, refuse_all
from games.engine.dice_stream import DiceStream
from rosters.drafts.access import acts_as, may_direct
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.services.preparing import (
    computers_seats,
    divisions_of,
    in_preparation,
    log_change,
)
from rosters.rules.draft.events import MANAGER
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.slots import (
    Choosing,
    Place,
    choice_problems,
    choosing_order,
    draw_imputed,
    earliest,
    roll_problems,
    to_roll,
)


def roll(*, seat: DraftSeat, faces: Sequence[int] | None, acting_user: User) -> DraftSeat:
    """A participant's shake: typed in from the table by a director, or thrown by the house from
    the committed seed where ``faces`` is ``None``. Refused: ``not-your-seat``, ``director-only``,
    and what is wrong with the faces."""
    with transaction.atomic():
        draft = in_preparation(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        if acts_as(acting_user, draft, seat) == MANAGER and faces is not None:
            verify_directs(acting_user, draft.scope)
        _shake(draft, seat, faces, rolls_of(draft), acting_user)
        _computers(draft)
    return seat


def _shake(
    draft: Draft,
    seat: DraftSeat,
    faces: Sequence[int] | None,
    rolls: Mapping[int, Sequence[Sequence[int]]],
    acting_user: User | None,
) -> None:
    settings = draft.settled
    thrown = list(faces) if faces is not None else _throw(draft, seat, settings)
    if seat.imputed:
        raise Refused(
            Refusal("imputed-slot", "An imputed team does not roll.", f"entrant {seat.number}")
        )
    refuse_all(roll_problems(seat.number, thrown, rolls, settings))
    seat.rolls = [*seat.rolls, thrown]
    seat.save(update_fields=["rolls"])
    log_change(
        "draft-rolled",
        draft,
        acting_user,
        new={"team": seat.name, "faces": thrown, "typed": faces is not None},
    )


@for_directors_of("draft")
def roll_for_everybody(*, draft: Draft, acting_user: User) -> Draft:
    """The house throws for every participant who has yet to roll, and again for the tied until none
    are."""
    with transaction.atomic():
        draft = in_preparation(draft)
        while wanted := to_roll(rolls := rolls_of(draft)):
            for seat in draft.seats.filter(number__in=wanted):
                _shake(draft, seat, None, rolls, acting_user)
        _computers(draft)
    return draft


def choose_slot(*, seat: DraftSeat, place: Place, note: str = "", acting_user: User) -> DraftSeat:
    """A participant takes a place in turn, or a director does so for them; ``not-your-seat``.

    A director may give an imputed team a place, with a note that says why (T0.02j);
    ``imputed-note`` without one.
    """
    with transaction.atomic():
        draft = in_preparation(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        acts_as(acting_user, draft, seat)
        state = choosing(draft)
        if seat.imputed and may_direct(acting_user, draft):
            problems = (
                []
                if note.strip()
                else [
                    Refusal(
                        "imputed-note",
                        "An imputed team's slot is drawn at random; say why it is not.",
                        "note",
                        {"rule": "T0.02j"},
                    )
                ]
            )
            if place not in state.free:
                problems.append(Refusal("slot-taken", "That slot is not free.", "slot"))
        else:
            problems = choice_problems(state, seat.number, place)
            if to_roll(rolls_of(draft)):
                problems.insert(0, Refusal("rolls-missing", "Not everybody has rolled.", "rolls"))
        refuse_all(problems)
        _place(seat, place)
        log_change(
            "slot-chosen",
            draft,
            acting_user,
            new={
                "team": seat.name,
                "division": place.division,
                "slot": place.slot,
                "reason": note.strip(),
            },
        )
        _computers(draft)
    return seat


@for_directors_of("draft")
def give_earliest(*, draft: Draft, acting_user: User) -> DraftSeat:
    """Give the earliest open slot to the participant whose choice it is, who cannot be reached; a
    die settles between divisions. ``nobody-to-choose`` when every participant has one."""
    return _give_earliest(draft, acting_user, 1)[0]


@for_directors_of("draft")
def give_earliest_to_all(*, draft: Draft, acting_user: User) -> list[DraftSeat]:
    """The same for each who has yet to choose, in the order of choice."""
    return _give_earliest(draft, acting_user, None)


def _give_earliest(draft: Draft, acting_user: User, most: int | None) -> list[DraftSeat]:
    """The same for so many, or for all."""
    given: list[DraftSeat] = []
    with transaction.atomic():
        draft = in_preparation(draft)
        state = choosing(draft)
        if to_roll(rolls_of(draft)) or state.next is None:
            raise Refused(Refusal("nobody-to-choose", "No entrant is to choose now.", "slot"))
        seats = {seat.number: seat for seat in draft.seats.select_related("team")}
        while state.next is not None and len(given) != most:
            seat = seats[state.next]
            state = _give(draft, seat, state, acting_user)
            given.append(seat)
        _computers(draft)
    return given


def _give(draft: Draft, seat: DraftSeat, state: Choosing, acting_user: User | None) -> Choosing:
    """Give a seat the earliest open slot; how far the choosing is then."""
    open_ = earliest(state)
    stream = DiceStream(f"{draft.seed}/earliest/{seat.number}")
    place = open_[stream.draw(len(open_))]
    _place(seat, place)
    log_change(
        "slot-given",
        draft,
        acting_user,
        new={"team": seat.name, "division": place.division, "slot": place.slot},
    )
    return replace(state, chosen={**state.chosen, seat.number: place})


def _computers(draft: Draft) -> None:
    """Go on for clubs without a manager: the computer throws for them once no one else has to, and
    takes the earliest slot when it is their turn to choose."""
    seats = {seat.number: seat for seat in draft.seats.all()}
    computers = computers_seats(list(seats.values()))
    while (wanted := to_roll(rolls := rolls_of(draft))) and set(wanted) <= computers:
        for number in wanted:
            _shake(draft, seats[number], None, rolls, None)
    if wanted or not computers:
        return
    state = choosing(draft)
    while state.next is not None and state.next in computers:
        state = _give(draft, seats[state.next], state, None)


@for_directors_of("draft")
def draw_slots(*, draft: Draft, acting_user: User) -> Draft:
    """Draw every place that is left at random for the imputed teams, once the participants have
    chosen; ``choices-missing`` while one of these has yet to."""
    with transaction.atomic():
        draft = in_preparation(draft)
        state = choosing(draft)
        if state.next is not None:
            raise Refused(
                Refusal("choices-missing", "First every participant chooses his slot.", "slot")
            )
        stream = DiceStream(f"{draft.seed}/imputed")
        waiting = len(state.imputed - state.chosen.keys())
        left = len(state.free)
        draws = [stream.draw(left - number) for number in range(waiting)]
        for number, place in draw_imputed(state, draws).items():
            seat = draft.seats.get(number=number)
            _place(seat, place)
            log_change(
                "slot-drawn",
                draft,
                acting_user,
                new={"team": seat.name, "division": place.division, "slot": place.slot},
            )
    return draft


def rolls_of(draft: Draft) -> dict[int, list[list[int]]]:
    """What every participant has rolled."""
    return {seat.number: seat.rolls for seat in draft.seats.all() if not seat.imputed}


def choosing(draft: Draft) -> Choosing:
    """How far the choosing of slots is."""
    seats = list(draft.seats.all())
    order = [number for group in choosing_order(rolls_of(draft)) for number in group]
    return Choosing(
        divisions_of(draft),
        order,
        frozenset(seat.number for seat in seats if seat.imputed),
        {
            seat.number: Place(seat.division, seat.slot)
            for seat in seats
            if seat.division is not None and seat.slot is not None
        },
    )


def _throw(draft: Draft, seat: DraftSeat, settings: DraftSettings) -> list[int]:
    stream = DiceStream(f"{draft.seed}/roll/{seat.number}/{len(seat.rolls)}")
    return [int(stream.draw(settings.die)) + 1 for _ in range(settings.dice)]


def _place(seat: DraftSeat, place: Place) -> None:
    seat.division, seat.slot = place.division, place.slot
    seat.save(update_fields=["division", "slot"])
