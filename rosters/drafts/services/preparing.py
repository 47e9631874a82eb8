"""Everything of a draft before its first turn but its slots (``choosing_slots``): settings, which
teams are imputed, divisions, and which managers are there."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import for_directors_of, verify_directs
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.access import acts_as
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.pools import listed_parks, players_of
from rosters.drafts.room import end_practice, look, settle, store
from rosters.editions import edition_of
from rosters.members import Members
from rosters.models import CardSet, Team
from rosters.rules.draft import events
from rosters.rules.draft.divisions import Division, divided_again, division_problems
from rosters.rules.draft.events import MANAGER
from rosters.rules.draft.settings import DraftSettings, write_settings
from rosters.rules.draft.sharing import can_begin
from rosters.rules.draft.squad_law import law_of, rounds


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
            log_change("draft-set-up", draft, acting_user, new={"teams": len(teams)})
    except IntegrityError as error:
        if "scope" not in str(error):
            raise
        raise Refused(Refusal("draft-exists", "The event has a draft already.", "draft")) from error
    return draft


@for_directors_of("draft")
def take_back_draft(*, draft: Draft, acting_user: User) -> None:
    """Take a draft away that has not been opened; ``draft-begun``."""
    with transaction.atomic():
        draft = in_preparation(draft)
        log_change("draft-taken-back", draft, acting_user)
        draft.delete()


@for_directors_of("draft")
def change_settings(*, draft: Draft, settings: DraftSettings, acting_user: User) -> Draft:
    """Change the settings of a draft before it is opened; ``rolls-made`` where dice would
    change."""
    with transaction.atomic():
        draft = in_preparation(draft)
        before = draft.settled
        refuse_all(settings.problems())
        dice_differ = (settings.die, settings.dice) != (before.die, before.dice)
        if dice_differ and any(seat.rolls for seat in draft.seats.all()):
            raise Refused(Refusal("rolls-made", "Dice have been rolled already; they stay.", "die"))
        draft.settings = write_settings(settings)
        draft.save(update_fields=["settings"])
        log_change("draft-settings-changed", draft, acting_user, new=draft.settings)
    return draft


@for_directors_of("seat")
def mark_imputed(*, seat: DraftSeat, imputed: bool, acting_user: User) -> DraftSeat:
    """Say that a team is imputed: the house drafts it and its slot is drawn (T0.02j)."""
    with transaction.atomic():
        draft = in_preparation(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        seat.imputed = imputed
        seat.rolls, seat.division, seat.slot = [], None, None
        seat.drafter = DraftSeat.Drafter.HOUSE if imputed else DraftSeat.Drafter.UNKNOWN
        seat.save()
        _split(draft)
        log_change("seat-imputed", draft, acting_user, new={"team": seat.name, "imputed": imputed})
    return seat


@for_directors_of("draft")
def divide(*, draft: Draft, divisions: Sequence[Division], acting_user: User) -> Draft:
    """Split the entrants into divisions; every place chosen so far is free again.

    ``division-sum`` unless they hold exactly the participants and imputed teams there are, and what
    T0.02c and T0.12 say where the draft is sanctioned.
    """
    with transaction.atomic():
        draft = in_preparation(draft)
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
        log_change("draft-divided", draft, acting_user, new={"divisions": draft.divisions})
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
        draft = in_preparation(seat.draft)
        seat = draft.seats.get(pk=seat.pk)
        if acts_as(acting_user, draft, seat) == MANAGER and drafter != DraftSeat.Drafter.MANAGER:
            verify_directs(acting_user, draft.scope)
        if seat.imputed and drafter != DraftSeat.Drafter.HOUSE:
            raise Refused(
                Refusal("imputed-drafter", "The house drafts for an imputed team.", "drafter")
            )
        seat.drafter = drafter
        seat.save(update_fields=["drafter"])
        log_change("drafter-said", draft, acting_user, new={"team": seat.name, "drafter": drafter})
    return seat


@for_directors_of("draft")
def all_are_here(*, draft: Draft, acting_user: User) -> Draft:
    """Say that the managers are there of all teams for which it is not known who drafts."""
    with transaction.atomic():
        draft = in_preparation(draft)
        waiting = draft.seats.filter(drafter=DraftSeat.Drafter.UNKNOWN).exclude(
            number__in=computers_seats(list(draft.seats.all()))
        )
        names = list(waiting.values_list("name", flat=True))
        if names:
            waiting.update(drafter=DraftSeat.Drafter.MANAGER)
            log_change(
                "drafter-said", draft, acting_user, new={"teams": names, "drafter": "manager"}
            )
    return draft


@for_directors_of("seat")
def put_out(*, seat: DraftSeat, acting_user: User) -> None:
    """Take an absent entrant out of the draft (T0.02l); every place chosen so far is free again."""
    with transaction.atomic():
        draft = in_preparation(seat.draft)
        log_change("seat-put-out", draft, acting_user, old={"team": seat.name})
        draft.seats.filter(pk=seat.pk).delete()
        draft.seats.update(division=None, slot=None)
        _split(draft)


@for_directors_of("draft")
def open_draft(*, draft: Draft, acting_user: User | None, now: datetime) -> Draft:
    """Begin the first turn of every division.

    Refused, everything at once: T0.02c and T0.12 where sanctioned, ``slots-missing``,
    ``absent-undecided`` (T0.02l), ``pool-too-small``, ``budget-too-small``, ``too-few-parks``.
    """
    with transaction.atomic():
        draft = in_preparation(draft)
        seats = with_computers(draft.seats.all())
        refuse_all(opening_problems(draft, seats))
        DraftSeat.objects.bulk_update(seats, ["drafter"])
        draft.state = Draft.State.RUNNING
        draft.save(update_fields=["state"])
        for division in range(1, len(draft.divisions) + 1):
            room = look(draft, division)
            drafters = {slot: seat.drafter for slot, seat in room.seats.items()}
            room.record(events.Opened(now, drafters), acting_user)
            settle(room, now)
            end_practice(room, now)
            store(room)
        log_change("draft-opened", draft, acting_user)
    return draft


def opening_problems(draft: Draft, seats: Sequence[DraftSeat]) -> list[Refusal]:
    """The reasons why a draft cannot be opened yet; the seats as ``with_computers``."""
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
    elif settings.is_auction and not can_begin(law, players.values(), largest, settings):
        found.append(
            Refusal(
                "pool-too-small",
                f"{largest} teams cannot all make legal squads of the pool: too few of a kind.",
                "card_set",
                {"wanted": wanted, "there": len(players)},
            )
        )
    places = rounds(law, settings)
    terms = settings.auction
    if settings.is_auction and terms.budget < terms.least * places:
        found.append(
            Refusal(
                "budget-too-small",
                f"{places} places at the least bid of {terms.least} cost more than a club has.",
                "auction",
                {"budget": terms.budget, "least": terms.least, "places": places},
            )
        )
    if law.parks:
        parks = len(listed_parks(draft.card_set))
        if parks < largest * law.parks:
            found.append(
                Refusal("too-few-parks", f"{largest} teams, and {parks} parks listed.", "parks")
            )
    return found


def with_computers(seats: Iterable[DraftSeat]) -> list[DraftSeat]:
    """The same seats, those that the computer takes because their clubs have no manager marked so;
    nothing is stored."""
    found = list(seats)
    computers = computers_seats(found)
    for seat in found:
        if seat.number in computers:
            seat.drafter = DraftSeat.Drafter.HOUSE
    return found


def computers_seats(seats: Sequence[DraftSeat]) -> frozenset[int]:
    """The seats, by number, of clubs without a manager: the computer chooses and drafts for them,
    unless a director says that a manager is here. In a draft in which no club has a manager here,
    as one at a table, the director says it of every club."""
    open_seats = [seat for seat in seats if not seat.imputed and seat.team_id is not None]
    members = Members(seat.team_id for seat in open_seats if seat.team_id is not None)
    unmanaged = [seat for seat in open_seats if not members.of(seat.team_id or 0)]
    if len(unmanaged) == len(open_seats):
        return frozenset()
    return frozenset(seat.number for seat in unmanaged if seat.drafter != DraftSeat.Drafter.MANAGER)


def divisions_of(draft: Draft) -> list[Division]:
    """The draft's divisions."""
    return [Division(*each) for each in draft.divisions]


def _split(draft: Draft) -> None:
    """Split the teams into as many divisions as before, after the number of teams or of imputed
    ones has changed."""
    seats = list(draft.seats.all())
    imputed = sum(seat.imputed for seat in seats)
    again = divided_again(divisions_of(draft), len(seats) - imputed, imputed)
    draft.divisions = [[each.participants, each.imputed] for each in again]
    draft.save(update_fields=["divisions"])


def in_preparation(draft: Draft) -> Draft:
    """The draft, its row taken; ``draft-begun`` once it is opened."""
    found = (
        Draft.objects.select_for_update(of=("self",)).select_related("card_set").get(pk=draft.pk)
    )
    if found.state != Draft.State.PREPARING:
        raise Refused(
            Refusal("draft-begun", "The draft has begun; that is settled by now.", "draft")
        )
    return found


def log_change(
    code: str,
    draft: Draft,
    actor: User | None,
    *,
    old: dict[str, object] | None = None,
    new: dict[str, object] | None = None,
) -> None:
    """Log a change, and publish it to everyone who watches."""
    log_action(code=code, actor=actor, scope=draft.scope, subject=draft, old=old, new=new)
    publish(*draft.topics)
