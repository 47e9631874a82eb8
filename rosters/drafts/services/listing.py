"""A club's private list: its queue, whom it never wants, and its notes.

No other page is told of a change here: the list is private to the club, and no reason to draw
everybody's board anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from config.people.models import User
from config.refusals import Refusal, Refused
from rosters.drafts.access import own_seats
from rosters.drafts.models import DraftSeat, ListedCard
from rosters.drafts.pools import players_of

LONGEST_NOTE = 200


def queue(*, seat: DraftSeat, card: int, acting_user: User) -> None:
    """Put a card at the end of the queue; ``not-eligible`` for one that may not be drafted."""
    with transaction.atomic():
        _lock(seat, acting_user)
        _known(seat, card)
        queued = _queued(seat)
        if any(each.card_id == card for each in queued):
            return
        ListedCard.objects.update_or_create(
            seat=seat, card_id=card, defaults={"rank": len(queued) + 1, "avoided": False}
        )


def set_queue(*, seat: DraftSeat, cards: Sequence[int], acting_user: User) -> None:
    """Make the queue these cards in this order; ``not-eligible`` and ``wrong-pool`` as ``queue``,
    ``card-doubled``."""
    with transaction.atomic():
        _lock(seat, acting_user)
        if len(set(cards)) != len(cards):
            raise Refused(Refusal("card-doubled", "A card stands in the queue twice.", "cards"))
        for card in cards:
            _known(seat, card)
        ListedCard.objects.filter(seat=seat).exclude(card__in=cards).update(rank=None)
        ListedCard.objects.bulk_create(
            (
                ListedCard(seat=seat, card_id=card, rank=rank)
                for rank, card in enumerate(cards, start=1)
            ),
            update_conflicts=True,
            unique_fields=["seat", "card"],
            update_fields=["rank", "avoided"],
        )
        _tidy(seat)


def unqueue(*, seat: DraftSeat, card: int, acting_user: User) -> None:
    """Take a card out of the queue; its note stays."""
    with transaction.atomic():
        _lock(seat, acting_user)
        ListedCard.objects.filter(seat=seat, card=card).update(rank=None)
        _renumber(_queued(seat))
        _tidy(seat)


def move(*, seat: DraftSeat, card: int, by: int, acting_user: User) -> None:
    """Move a queued card up (``by`` below 0) or down the queue; ``not-queued``."""
    with transaction.atomic():
        _lock(seat, acting_user)
        queued = _queued(seat)
        at = next((n for n, each in enumerate(queued) if each.card_id == card), None)
        if at is None:
            raise Refused(Refusal("not-queued", "That card is not in the queue.", "card"))
        moved = queued.pop(at)
        queued.insert(max(0, min(len(queued), at + by)), moved)
        _renumber(queued)


def avoid(*, seat: DraftSeat, card: int, avoided: bool, acting_user: User) -> None:
    """Say that the house must never pick a card for the club, or that it may."""
    mark(seat=seat, card=card, avoided=avoided, acting_user=acting_user)


def note(*, seat: DraftSeat, card: int, text: str, acting_user: User) -> None:
    """Write a note to a card, or take it out with an empty one; ``note-too-long``."""
    mark(seat=seat, card=card, text=text, acting_user=acting_user)


def mark(
    *,
    seat: DraftSeat,
    card: int,
    avoided: bool | None = None,
    text: str | None = None,
    acting_user: User,
) -> None:
    """Both of them, or one; what is left out stays as it is."""
    defaults: dict[str, object] = {}
    if avoided is not None:
        defaults["avoided"] = avoided
    if avoided:
        defaults["rank"] = None
    if text is not None:
        defaults["note"] = text.strip()
    with transaction.atomic():
        _lock(seat, acting_user)
        _known(seat, card)
        if text is not None and len(text.strip()) > LONGEST_NOTE:
            raise Refused(
                Refusal("note-too-long", f"A note has up to {LONGEST_NOTE} characters.", "note")
            )
        ListedCard.objects.update_or_create(seat=seat, card_id=card, defaults=defaults)
        if avoided:
            _renumber(_queued(seat))
        _tidy(seat)


def _known(seat: DraftSeat, card: int) -> None:
    players = players_of(seat.draft.card_set)
    if card in players.barred:
        raise Refused(players.barred[card])
    if card not in players.able:
        raise Refused(Refusal("wrong-pool", "This card is not in the draft's pool.", "card"))


def _lock(seat: DraftSeat, acting_user: User) -> None:
    """For its own people alone (``not-your-seat``); two of them who sort the queue at once wait for
    one another."""
    if seat not in own_seats(acting_user, seat.draft):
        raise Refused(
            Refusal("not-your-seat", "Only the club's own people keep that list.", "seat")
        )
    DraftSeat.objects.select_for_update(of=("self",)).get(pk=seat.pk)


def _queued(seat: DraftSeat) -> list[ListedCard]:
    return list(ListedCard.objects.filter(seat=seat, rank__isnull=False).order_by("rank", "pk"))


def _renumber(queued: Sequence[ListedCard]) -> None:
    for rank, each in enumerate(queued, start=1):
        each.rank = rank
    ListedCard.objects.bulk_update(queued, ["rank"])


def _tidy(seat: DraftSeat) -> None:
    """Lines that say nothing any more go."""
    ListedCard.objects.filter(seat=seat, rank=None, avoided=False, note="").delete()
