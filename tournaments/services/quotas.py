"""Check an account's quotas for leagues, clubs, invitations and mails."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from config.events.models import EventRole
from config.journal.models import Action
from config.people.models import User
from config.quotas import Wanted, verify_quota, verify_quotas
from tournaments.models import Entrant, Invite, Tournament


def open_leagues(user: User) -> QuerySet[Tournament]:
    """The leagues that the user directs and that are not complete."""
    return Tournament.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR).exclude(
        state=Tournament.State.COMPLETE
    )


def verify_room_for_league(user: User, clubs: int) -> None:
    """``quota-reached`` where another league, or its clubs, would be too many. Called inside a
    transaction."""
    verify_quotas(user, Wanted("leagues", open_leagues(user).count), _clubs(user, clubs))


def verify_room_for_clubs(user: User, adding: int) -> None:
    """``quota-reached`` where so many more clubs would be too many. Called inside a transaction."""
    verify_quotas(user, _clubs(user, adding))


def _clubs(user: User, adding: int) -> Wanted:
    entered = Entrant.objects.filter(tournament__in=open_leagues(user))
    return Wanted("clubs", entered.count, adding, "clubs")


def verify_invites(user: User, adding: int) -> None:
    """``quota-reached`` where the user would have too many open invites with so many more. Called
    inside a transaction."""
    waiting = Invite.objects.filter(
        created_by=user, accepted_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    )
    verify_quotas(user, Wanted("invites", waiting.count, adding))


def verify_invite_mails(user: User) -> None:
    """``quota-reached`` where the user had too many invites mailed within a day: no mailbox is
    filled from here. Called inside a transaction."""
    since = timezone.now() - timedelta(days=1)
    mailed = Action.objects.filter(actor=user, code="invite-mailed", at__gt=since)
    verify_quota(user, "invite_mails", mailed.count)


def verify_report_mails(user: User) -> None:
    """``quota-reached`` where the user had too many reports mailed within a day. Called inside a
    transaction."""
    since = timezone.now() - timedelta(days=1)
    mailed = Action.objects.filter(actor=user, code="report-mailed", at__gt=since)
    verify_quota(user, "report_mails", mailed.count)
