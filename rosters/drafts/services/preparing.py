"""Everything of a draft before its first turn: which teams are imputed, rolls, the choice of slots,
and which managers are there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import for_directors_of, verify_directs
from config.refusals import Refusal, Refused, refuse_all
from games.engine.dice_stream import DiceStream
from rosters.drafts.access import acts_as, may_direct
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.pools import listed_parks, players_of
from rosters.drafts.room import end_practice, look, settle, store
from rosters.editions import edition_of
from rosters.models import CardSet, Team
from rosters.rules.draft import events
from rosters.rules.draft.divisions import Division, divided_again, division_problems
from rosters.rules.draft.events import MANAGER
from rosters.rules.draft.settings import DraftSettings, write_settings
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
from rosters.rules.draft.squad_law import law_of


def set_up_draft(
    *,
    scope: str,
    name: str,
    card_set: CardSet,
    teams: Sequence[Team],
    settings: DraftSettings,
    acting_user: User,
    divisions: Sequence[int] = (),
) -> Draft:
    """Set up a draft for the clubs of an event, in divisions of these sizes; empty: in one.

    Refused: ``director-only``, ``draft-exists`` where the event has one, ``no-squad-law``,
    ``too-few-teams``, and what is wrong with the settings.
    """
    verify_directs(acting_user, scope)
    law_of(card_set.system_key)
    refuse_all(settings.problems())
    if len(teams) < 2:
        raise Refused(Refusal("too-few-teams", "A draft has two teams at least.", "teams"))
    try:
        with transaction.atomic():
            draft = Draft.objects.create(
                event_id=scope,
                name=name[:80],
                system_key=card_set.system_key,
                card_set=card_set,
                settings=write_settings(settings),
                divisions=[[size, 0] for size in divisions or (len(teams),)],
                seed=secrets.token_hex(16),
            )
            DraftSeat.objects.bulk_create(
                DraftSeat(draft=draft, number=number, team=team, name=team.name)
                for number, team in enumerate(teams, start=1)
            )
            _log("draft-set-up", draft, acting_user, new={"teams": len(teams)})
    except IntegrityError as error:
        if "scope" not in str(error):
            raise
        raise Refused(Refusal("draft-exists", "The event has a draft already.", "draft")) from error
    return draft


@for_directors_of("draft")
def take_back_draft(*, draft: Draft, acting_user: User) -> None:
    """Take a draft away that has not been opened; ``draft-begun``."""
    with transaction.atomic():
        draft = _preparing(draft)
        _log("draft-taken-back", draft, acting_user)
        draft.delete()


@for_directors_of("draft")
def change_settings(*, draft: Draft, settings: DraftSettings, acting_user: User) -> Draft:
    """Change the settings of a draft before it is opened; ``rolls-made`` where dice would
    change."""
    with transaction.atomic():
        draft = _preparing(draft)
        before = draft.settled
        refuse_all(settings.problems())
        dice_differ = (settings.die, settings.dice) != (before.die, before.dice)
        if dice_differ and any(seat.rolls for seat in draft.seats.all()):
            raise Refused(Refusal("rolls-made", "Dice have been rolled already; they stay.", "die"))
        draft.settings = write_settings(settings)
        draft.save(update_fields=["settings"])
        _log("draft-settings-changed", draft, acting_user, new=draft.settings)
    return draft


@for_directors_of("seat")
def mark_imputed(*, seat: DraftSeat, imputed: bool, acting_user: User) -> DraftSeat:
    """Say that a team is imputed: the house drafts it and its slot is drawn (T0.02j)."""
    with transaction.atomic():
        draft = _preparing(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        seat.imputed = imputed
        seat.rolls, seat.division, seat.slot = [], None, None
        seat.drafter = DraftSeat.Drafter.HOUSE if imputed else DraftSeat.Drafter.UNKNOWN
        seat.save()
        _split(draft)
        _log("seat-imputed", draft, acting_user, new={"team": seat.name, "imputed": imputed})
    return seat


@for_directors_of("draft")
def divide(*, draft: Draft, divisions: Sequence[Division], acting_user: User) -> Draft:
    """Split the entrants into divisions; every place chosen so far is free again.

    ``division-sum`` unless they hold exactly the participants and imputed teams there are, and what
    T0.02c and T0.12 say where the draft is sanctioned.
    """
    with transaction.atomic():
        draft = _preparing(draft)
        seats = list(draft.seats.all())
        imputed = sum(seat.imputed for seat in seats)
        problems = []
        if (
            sum(each.imputed for each in divisions) != imputed
            or sum(each.participants for each in divisions) != len(seats) - imputed
        ):
            problems.append(
                Refusal(
                    "division-sum",
                    f"There are {len(seats) - imputed} participants and {imputed} imputed teams.",
                    "divisions",
                )
            )
        if draft.settled.sanctioned:
            problems += division_problems(divisions, edition_of(draft.scope).divisions)
        refuse_all(problems)
        draft.divisions = [[each.participants, each.imputed] for each in divisions]
        draft.save(update_fields=["divisions"])
        draft.seats.update(division=None, slot=None)
        _log("draft-divided", draft, acting_user, new={"divisions": draft.divisions})
    return draft


def roll(*, seat: DraftSeat, faces: Sequence[int] | None, acting_user: User) -> DraftSeat:
    """A participant's shake: typed in from the table by a director, or thrown by the house from
    the committed seed where ``faces`` is ``None``. Refused: ``not-your-seat``, ``director-only``,
    and what is wrong with the faces."""
    with transaction.atomic():
        draft = _preparing(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        if acts_as(acting_user, draft, seat) == MANAGER and faces is not None:
            verify_directs(acting_user, draft.scope)
        _shake(draft, seat, faces, rolls_of(draft), acting_user)
    return seat


def _shake(
    draft: Draft,
    seat: DraftSeat,
    faces: Sequence[int] | None,
    rolls: Mapping[int, Sequence[Sequence[int]]],
    acting_user: User,
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
    _log(
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
        draft = _preparing(draft)
        while wanted := to_roll(rolls := rolls_of(draft)):
            for seat in draft.seats.filter(number__in=wanted):
                _shake(draft, seat, None, rolls, acting_user)
    return draft


def choose_slot(*, seat: DraftSeat, place: Place, note: str = "", acting_user: User) -> DraftSeat:
    """A participant takes a place in turn, or a director does so for them; ``not-your-seat``.

    A director may give an imputed team a place, with a note that says why (T0.02j);
    ``imputed-note`` without one.
    """
    with transaction.atomic():
        draft = _preparing(seat.draft)
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
        _log(
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
        draft = _preparing(draft)
        state = choosing(draft)
        if to_roll(rolls_of(draft)) or state.next is None:
            raise Refused(Refusal("nobody-to-choose", "No entrant is to choose now.", "slot"))
        seats = {seat.number: seat for seat in draft.seats.select_related("team")}
        while state.next is not None and len(given) != most:
            seat = seats[state.next]
            open_ = earliest(state)
            stream = DiceStream(f"{draft.seed}/earliest/{seat.number}")
            place = open_[stream.draw(len(open_))]
            _place(seat, place)
            _log(
                "slot-given",
                draft,
                acting_user,
                new={"team": seat.name, "division": place.division, "slot": place.slot},
            )
            given.append(seat)
            state = replace(state, chosen={**state.chosen, seat.number: place})
    return given


@for_directors_of("draft")
def draw_slots(*, draft: Draft, acting_user: User) -> Draft:
    """Draw every place that is left at random for the imputed teams, once the participants have
    chosen; ``choices-missing`` while one of these has yet to."""
    with transaction.atomic():
        draft = _preparing(draft)
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
            _log(
                "slot-drawn",
                draft,
                acting_user,
                new={"team": seat.name, "division": place.division, "slot": place.slot},
            )
    return draft


def say_who_drafts(*, seat: DraftSeat, drafter: str, acting_user: User) -> DraftSeat:
    """A manager is there and says so, or the computer picks for an absent one, as a director says
    (T0.02l). Refused: ``not-your-seat``, ``director-only``, ``unknown-drafter``,
    ``imputed-drafter``."""
    if drafter not in DraftSeat.Drafter.values:
        raise Refused(
            Refusal("unknown-drafter", "Either the manager or the house drafts for it.", "drafter")
        )
    with transaction.atomic():
        draft = _preparing(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        if acts_as(acting_user, draft, seat) == MANAGER and drafter != DraftSeat.Drafter.MANAGER:
            verify_directs(acting_user, draft.scope)
        if seat.imputed and drafter != DraftSeat.Drafter.HOUSE:
            raise Refused(
                Refusal("imputed-drafter", "The house drafts for an imputed team.", "drafter")
            )
        seat.drafter = drafter
        seat.save(update_fields=["drafter"])
        _log("drafter-said", draft, acting_user, new={"team": seat.name, "drafter": drafter})
    return seat


@for_directors_of("draft")
def all_are_here(*, draft: Draft, acting_user: User) -> Draft:
    """Say that the managers are there of all teams for which it is not known who drafts."""
    with transaction.atomic():
        draft = _preparing(draft)
        waiting = draft.seats.filter(drafter=DraftSeat.Drafter.UNKNOWN)
        names = list(waiting.values_list("name", flat=True))
        if names:
            waiting.update(drafter=DraftSeat.Drafter.MANAGER)
            _log("drafter-said", draft, acting_user, new={"teams": names, "drafter": "manager"})
    return draft


@for_directors_of("seat")
def put_out(*, seat: DraftSeat, acting_user: User) -> None:
    """Take an absent entrant out of the draft (T0.02l); every place chosen so far is free again."""
    with transaction.atomic():
        draft = _preparing(seat.draft)
        _log("seat-put-out", draft, acting_user, old={"team": seat.name})
        draft.seats.filter(pk=seat.pk).delete()
        draft.seats.update(division=None, slot=None)
        _split(draft)


@for_directors_of("draft")
def open_draft(*, draft: Draft, acting_user: User | None, now: datetime) -> Draft:
    """Begin the first turn of every division.

    Refused, everything at once: T0.02c and T0.12 where sanctioned, ``slots-missing``,
    ``absent-undecided`` (T0.02l), ``pool-too-small``, ``too-few-parks``.
    """
    with transaction.atomic():
        draft = _preparing(draft)
        seats = list(draft.seats.all())
        refuse_all(opening_problems(draft, seats))
        draft.state = Draft.State.RUNNING
        draft.save(update_fields=["state"])
        for division in range(1, len(draft.divisions) + 1):
            room = look(draft, division)
            drafters = {slot: seat.drafter for slot, seat in room.seats.items()}
            room.record(events.Opened(now, drafters), acting_user)
            settle(room, now)
            end_practice(room, now)
            store(room)
        _log("draft-opened", draft, acting_user)
    return draft


def opening_problems(draft: Draft, seats: Sequence[DraftSeat]) -> list[Refusal]:
    """The reasons why a draft cannot be opened yet."""
    settings, law = draft.settled, law_of(draft.system_key)
    divisions = divisions_of(draft)
    found = (
        list(division_problems(divisions, edition_of(draft.scope).divisions))
        if settings.sanctioned
        else []
    )
    if any(seat.slot is None for seat in seats):
        found.append(Refusal("slots-missing", "Not every team has its slot.", "slots"))
    absent = [seat.name for seat in seats if seat.drafter == DraftSeat.Drafter.UNKNOWN]
    if absent:
        found.append(
            Refusal(
                "absent-undecided",
                f"Not here, and nobody has said who drafts for them: {', '.join(absent)}.",
                "drafters",
                {"teams": absent, "rule": "T0.02l"},
            )
        )
    players = players_of(draft.card_set).able
    largest = max((each.teams for each in divisions), default=0)
    wanted = largest * law.players(settings)
    problems = law.holes([], law.players(settings), list(players.values()), settings)
    if len(players) < wanted or problems:
        found.append(
            Refusal(
                "pool-too-small",
                f"{largest} teams draft {wanted} players; the pool has {len(players)} that may be "
                f"drafted.{''.join(f' {each.message}' for each in problems)}",
                "card_set",
                {"wanted": wanted, "there": len(players)},
            )
        )
    if law.parks:
        parks = len(listed_parks(draft.card_set))
        if parks < largest * law.parks:
            found.append(
                Refusal("too-few-parks", f"{largest} teams, and {parks} parks listed.", "parks")
            )
    return found


def divisions_of(draft: Draft) -> list[Division]:
    """The draft's divisions."""
    return [Division(*each) for each in draft.divisions]


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


def _split(draft: Draft) -> None:
    """Split the teams into as many divisions as before, after the number of teams or of imputed
    ones has changed."""
    seats = list(draft.seats.all())
    imputed = sum(seat.imputed for seat in seats)
    again = divided_again(divisions_of(draft), len(seats) - imputed, imputed)
    draft.divisions = [[each.participants, each.imputed] for each in again]
    draft.save(update_fields=["divisions"])


def _place(seat: DraftSeat, place: Place) -> None:
    seat.division, seat.slot = place.division, place.slot
    seat.save(update_fields=["division", "slot"])


def _preparing(draft: Draft) -> Draft:
    """The draft, its row taken; ``draft-begun`` once it is opened."""
    found = (
        Draft.objects.select_for_update(of=("self",)).select_related("card_set").get(pk=draft.pk)
    )
    if found.state != Draft.State.PREPARING:
        raise Refused(
            Refusal("draft-begun", "The draft has begun; that is settled by now.", "draft")
        )
    return found


def _log(
    code: str,
    draft: Draft,
    acting_user: User | None,
    *,
    old: dict[str, object] | None = None,
    new: dict[str, object] | None = None,
) -> None:
    """Log a change, and publish it to everyone who watches."""
    log_action(code=code, actor=acting_user, scope=draft.scope, subject=draft, old=old, new=new)
    publish(*draft.topics)
