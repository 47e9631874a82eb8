"""Mails to those a draft waits for, each once."""

from __future__ import annotations

from datetime import datetime
from smtplib import SMTPException

import structlog
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from config.people.models import User
from config.people.times import in_own_zone
from config.site import whole_address
from rosters.drafts.models import Draft, DraftReminder
from rosters.drafts.room import Room
from rosters.drafts.services.settling import looked_at
from rosters.rules.draft.board import Turn
from rosters.rules.draft.reminders import DEADLINE_NEAR, due

log = structlog.get_logger(__name__)

UNSENT = (SMTPException, OSError)
"""What a mail server that is away or refuses raises; the next round tries again."""


def remind(*, now: datetime) -> int:
    """Mail everybody whom a draft waits for and who has not been told; how many mails went out.

    The reminder is stored before its mail is sent, so that two rounds at once, or one that is cut
    off, send none twice; it is taken back where the mail server did not take the mail.
    """
    sent = 0
    under_way = Draft.objects.filter(state=Draft.State.RUNNING, owner=None)
    for draft in under_way.select_related("card_set"):
        for division in range(1, len(draft.divisions) + 1):
            room = looked_at(draft, division, now=now)
            kind, turn = due(room.board, now), room.board.turn
            if kind is None or turn is None:
                continue
            sent += sum(_mail(room, turn, kind, user) for user in _people(room, turn))
    return sent


def _people(room: Room, turn: Turn) -> QuerySet[User]:
    """Those who pick for a seat and want to be told."""
    return User.objects.filter(
        teams__team=room.seats[turn.seat].team_id, is_active=True, reminders=True
    ).distinct()


def _mail(room: Room, turn: Turn, kind: str, user: User) -> bool:
    draft, board = room.draft, room.board
    with transaction.atomic():
        reminder, new = DraftReminder.objects.get_or_create(
            draft=draft,
            division=room.division,
            user=user,
            kind=kind,
            turn_since=board.turn_since,
        )
    if not new:
        return False
    try:
        send_mail(subject(room, turn, kind), text(room, turn, user), None, [user.email])
    except UNSENT:
        log.warning("reminder_not_mailed", draft=draft.pk, user=user.pk, exc_info=True)
        reminder.delete()
        return False
    return True


def subject(room: Room, turn: Turn, kind: str) -> str:
    """The head of the mail."""
    team = room.pool.name(turn.seat)
    if kind == DEADLINE_NEAR:
        return f"{room.draft.name}: the time of {team} runs out"
    return f"{room.draft.name}: it is the turn of {team}"


def text(room: Room, turn: Turn, user: User) -> str:
    """What it says, its times by the clock of whoever reads it."""
    board = room.board
    picks = ", ".join(map(str, turn.picks))
    lines = [
        f"{room.pool.name(turn.seat)} is on the clock: pick {picks}, round "
        f"{board.round_of(turn.picks[0])} of {board.rounds}.",
    ]
    if board.deadline is not None:
        lines.append(f"The pick falls due on {in_own_zone(board.deadline, user)}.")
    place = f"?division={room.division}" if room.division > 1 else ""
    lines.append(whole_address(room.draft.get_absolute_url() + place))
    lines.append(
        "You are mailed because you act for this club. To be mailed no more, and to say in which "
        f"time zone you live: {whole_address(reverse('people:profile'))}"
    )
    return "\n\n".join(lines) + "\n"
