"""Roles in a tournament, and the invitations that offer them."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from config.events.models import EventRole
from config.journal.services import log_action
from config.people.mails import post_mail
from config.people.models import LONGEST_ADDRESS, User
from config.people.scopes import verify_directs
from config.people.services import create_account
from config.people.token_scopes import verify_unlimited
from config.refusals import Refusal, Refused
from config.site import whole_address
from rosters.drafts.models import Draft
from rosters.drafts.services.linking import withdraw_link
from rosters.models import TeamMember
from rosters.services.people import appoint
from tournaments.day.models import Announcement, Day
from tournaments.day.services import withdraw_address
from tournaments.day.sign_ups import withdraw_door
from tournaments.models import Entrant, Invite, Tournament
from tournaments.permissions import for_directors
from tournaments.services.quotas import verify_invite_mails, verify_invites
from tournaments.services.substitutions import end_asked, end_of_invite, end_until_manager

VALID_FOR = timedelta(days=14)
PRESSED_TWICE = timedelta(seconds=10)
"""Within so long the same offer by the same person is the same press of a button."""

_SALT = "tournaments.invite"


@for_directors
def invite(
    *,
    tournament: Tournament,
    role: str,
    entrant: Entrant | None = None,
    email: str = "",
    ends: str = "",
    until: datetime | None = None,
    acting_user: User,
) -> Invite:
    """Offer a role by a link. Offered twice, the link that there is comes back. ``ends`` and
    ``until`` say when a substitution ends; else it does when a manager comes, or with the event.

    Refused: ``unknown-role``, ``club-needed``, ``club-not-wanted``, ``club-not-entered``,
    ``club-dropped``, ``not-an-address``, ``quota-reached``, ``not-a-substitute``, and as
    ``end_asked``.
    """
    of_club = role in TeamMember.Role.values
    if role not in Invite.Role.values:
        raise Refused(Refusal("unknown-role", f"There is no role {role!r}.", "role"))
    if of_club and entrant is None:
        raise Refused(Refusal("club-needed", "A manager is a manager of a club.", "entrant"))
    if not of_club and entrant is not None:
        raise Refused(Refusal("club-not-wanted", f"A {role} is not tied to a club.", "entrant"))
    if entrant is not None and entrant.tournament_id != tournament.pk:
        raise Refused(
            Refusal("club-not-entered", f"{entrant} does not play in {tournament}.", "entrant")
        )
    if entrant is not None and entrant.dropped:
        raise Refused(_club_out(entrant, "club-dropped"))
    if email.strip():
        _verify_address(email.strip())
    if ends or until is not None:
        if role != TeamMember.Role.SUBSTITUTE or entrant is None:
            sentence = "Only a substitution has an end."
            raise Refused(Refusal("not-a-substitute", sentence, "ends" if ends else "until"))
        end_asked(tournament, entrant.team, ends, until)
    with transaction.atomic():
        Tournament.objects.locked().get(pk=tournament.pk)
        address = email.strip().lower()
        now = timezone.now()
        there = Invite.objects.filter(
            tournament=tournament,
            role=role,
            entrant=entrant,
            email=address,
            ends=ends,
            until=until,
            created_by=acting_user,
            created_at__gt=now - PRESSED_TWICE,
            accepted_at=None,
            withdrawn_at=None,
        ).first()
        if there is not None:
            return there
        verify_invites(acting_user, 1)
        return _offer(tournament, role, entrant, address, acting_user, ends, until)


def _offer(
    tournament: Tournament,
    role: str,
    entrant: Entrant | None,
    email: str,
    acting_user: User,
    ends: str = "",
    until: datetime | None = None,
) -> Invite:
    made = Invite.objects.create(
        tournament=tournament,
        entrant=entrant,
        role=role,
        email=email,
        ends=ends,
        until=until,
        nonce=secrets.token_hex(8),
        created_by=acting_user,
        expires_at=timezone.now() + VALID_FOR,
    )
    log_action(
        code="invite-made",
        actor=acting_user,
        scope=tournament.scope,
        subject=made,
        new={"role": role, "club": str(entrant or ""), "email": made.email},
    )
    return made


@for_directors
def invite_managers(*, tournament: Tournament, acting_user: User) -> list[Invite]:
    """Offer to manage every club that has neither a manager nor an open link for one, in the order
    of their numbers. Refused: ``quota-reached``, for all or none."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        manager = TeamMember.Role.MANAGER
        managed = TeamMember.objects.filter(role=manager, team__entries__tournament=tournament)
        offered = Invite.objects.filter(
            tournament=tournament,
            role=manager,
            accepted_at=None,
            withdrawn_at=None,
            expires_at__gt=timezone.now(),
        )
        left = tournament.entrants.filter(dropped="").select_related("team").order_by("number")
        left = left.exclude(team__in=managed.values("team"))
        clubs = list(left.exclude(pk__in=offered.values("entrant")))
        verify_invites(acting_user, len(clubs))
        return [_offer(tournament, manager, club, "", acting_user) for club in clubs]


@for_directors
def invite_to_clubs(
    *, tournament: Tournament, entrants: Sequence[Entrant], acting_user: User
) -> list[Invite]:
    """Offer to manage each of these clubs. Refused: ``club-not-entered``, ``club-dropped``,
    ``quota-reached``, for all or none."""
    for entrant in entrants:
        if entrant.tournament_id != tournament.pk:
            raise Refused(
                Refusal("club-not-entered", f"{entrant} does not play in {tournament}.", "entrant")
            )
        if entrant.dropped:
            raise Refused(_club_out(entrant, "club-dropped"))
    with transaction.atomic():
        verify_invites(acting_user, len(entrants))
        manager = TeamMember.Role.MANAGER
        return [_offer(tournament, manager, club, "", acting_user) for club in entrants]


def token_of(made: Invite) -> str:
    """The secret part of the link. It is derived and not stored, so that nothing in the database
    lets anybody in."""
    return signing.dumps([made.pk, made.nonce], salt=_SALT)


def invite_of(token: str) -> Invite:
    """The invite a link carries, open or not; ``invite-unknown`` when it carries none."""
    try:
        pk, nonce = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise Refused(_unknown()) from error
    found = (
        Invite.objects.select_related("tournament", "entrant__team", "created_by")
        .filter(pk=pk, nonce=nonce)
        .first()
    )
    if found is None:
        raise Refused(_unknown())
    return found


def verify_open(made: Invite) -> None:
    """Refuse an invite that was used, withdrawn or has lapsed, or whose reason has ended
    (``invite-ended``): the person who made it directs the event no more, or the club is out."""
    if made.accepted_at:
        raise Refused(Refusal("invite-used", "This invite has been used."))
    if made.withdrawn_at:
        raise Refused(Refusal("invite-withdrawn", "This invite was withdrawn."))
    if made.expires_at <= timezone.now():
        raise Refused(
            Refusal("invite-lapsed", "This invite has lapsed; ask the director for another.")
        )
    if made.entrant is not None and made.entrant.dropped:
        raise Refused(_club_out(made.entrant, "invite-ended"))
    _end_of(made)
    if not _directs(made.created_by, made.tournament):
        raise Refused(
            Refusal(
                "invite-ended",
                "The person who made this invite does not direct the event any more; ask the "
                "director for another.",
            )
        )


def is_open(made: Invite) -> bool:
    """Whether the link can be used."""
    try:
        verify_open(made)
    except Refused:
        return False
    return True


def _directs(user: User, tournament: Tournament) -> bool:
    """Whether the person directs the event, whoever asks and by whichever token."""
    director = EventRole.objects.filter(event=tournament, user=user, role=EventRole.Role.DIRECTOR)
    return user.is_active and (user.is_staff or director.exists())


def _club_out(entrant: Entrant, code: str) -> Refusal:
    return Refusal(code, f"{entrant} has dropped out: nobody is invited to it.", "entrant")


def accept(*, made: Invite, acting_user: User) -> Invite:
    """Take the role that is offered. An invite with an address is for that person only; a
    director's is not taken by a token of a narrow scope (``token-scope``)."""
    with transaction.atomic():
        made = (
            Invite.objects.select_for_update(of=("self",))
            .select_related("tournament", "entrant__team", "created_by")
            .get(pk=made.pk)
        )
        verify_open(made)
        _verify_for(made, acting_user.email)
        if made.entrant is not None:
            ends_at, ends_with = _end_of(made)
            if made.role == TeamMember.Role.MANAGER:
                end_until_manager(
                    team=made.entrant.team, scope=made.tournament.scope, acting_user=acting_user
                )
            appoint(
                team=made.entrant.team,
                user=acting_user,
                role=made.role,
                scope=made.tournament.scope,
                acting_user=acting_user,
                ends_at=ends_at,
                ends_with=ends_with,
            )
        else:
            if made.role == EventRole.Role.DIRECTOR:
                verify_unlimited()
            grant_role(
                tournament=made.tournament,
                user=acting_user,
                role=made.role,
                acting_user=acting_user,
            )
        made.accepted_by = acting_user
        made.accepted_at = timezone.now()
        made.save(update_fields=["accepted_by", "accepted_at"])
        log_action(
            code="invite-accepted",
            actor=acting_user,
            scope=made.tournament.scope,
            subject=made,
            new={"person": str(acting_user)},
        )
    return made


def _end_of(made: Invite) -> tuple[datetime | None, str]:
    """``end_of_invite``; ``invite-ended`` where the end has come before the link was used."""
    try:
        return end_of_invite(made)
    except Refused as refused:
        sentence = "The substitution that this invite is for is over."
        raise Refused(Refusal("invite-ended", sentence, facts={"why": refused.code})) from refused


def _verify_for(made: Invite, email: str) -> None:
    if made.email and made.email != email.strip().lower():
        raise Refused(Refusal("invite-for-another", f"This invite is for {made.email}.", "email"))


def accept_as_newcomer(*, made: Invite, email: str, name: str, password: str) -> User:
    """Make an account and take the role with it; neither is done if the other is refused. Whether
    there is an account of that address is only looked up for who may take the role."""
    verify_open(made)
    _verify_for(made, email)
    with transaction.atomic():
        user = create_account(email=email, name=name, password=password, acting_user=None)
        accept(made=made, acting_user=user)
    return user


def withdraw(*, made: Invite, acting_user: User) -> None:
    """Revoke an unused link. Refused: ``director-only``, and as ``verify_open`` refuses."""
    verify_directs(acting_user, made.tournament.scope)
    with transaction.atomic():
        made = Invite.objects.select_for_update().get(pk=made.pk)
        verify_open(made)
        made.withdrawn_at = timezone.now()
        made.save(update_fields=["withdrawn_at"])
        log_action(
            code="invite-withdrawn",
            actor=acting_user,
            scope=made.tournament.scope,
            subject=made,
        )


def mail_invite(*, made: Invite, acting_user: User) -> None:
    """Mail the link to the invite's address, once the transaction stands. Refused:
    ``director-only``, ``invite-without-address``, and as ``verify_open`` refuses."""
    verify_directs(acting_user, made.tournament.scope)
    verify_open(made)
    link = whole_address(reverse("tournaments:join", args=[token_of(made)]))
    if not made.email:
        raise Refused(Refusal("invite-without-address", "This invite has no address.", "email"))
    with transaction.atomic():
        verify_invite_mails(acting_user)
        log_action(
            code="invite-mailed",
            actor=acting_user,
            scope=made.tournament.scope,
            subject=made,
            new={"email": made.email},
        )
        post_mail(
            "invite",
            made.email,
            f"{made.tournament}: you are invited as {made.get_role_display().lower()}",
            f"{acting_user} invites you to {made.tournament} as {made}.\n\n{link}\n\n"
            f"The link is good until {made.expires_at:%d %B %Y}.\n",
        )


def grant_role(
    *, tournament: Tournament, user: User, role: str, acting_user: User | None
) -> EventRole:
    """Make a person director or spectator; a director is not made less by a spectator's link. The
    invite says who may take a role: this is a part of accepting it."""
    with transaction.atomic():
        Tournament.objects.locked().get(pk=tournament.pk)
        granted, created = EventRole.objects.get_or_create(
            event=tournament, user=user, defaults={"role": role}
        )
        before = None if created else {"role": granted.role}
        if role == EventRole.Role.DIRECTOR and granted.role != role:
            granted.role = role
            granted.save(update_fields=["role"])
        log_action(
            code="role-granted",
            actor=acting_user,
            scope=tournament.scope,
            subject=granted,
            old=before,
            new={"role": granted.role, "person": str(user)},
        )
    return granted


def revoke_role(*, role: EventRole, acting_user: User) -> None:
    """Take a role away, or give one's own up; the last director stays. The invites of a director
    and the secret addresses of a private event end with the role. Refused: ``director-only``,
    ``last-director``."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=role.event_id)
        if role.user_id != acting_user.pk:
            verify_directs(acting_user, tournament.scope)
        directors = EventRole.objects.filter(event=tournament, role=EventRole.Role.DIRECTOR)
        if role.role == EventRole.Role.DIRECTOR and not directors.filter(~Q(pk=role.pk)).exists():
            raise Refused(
                Refusal("last-director", "A tournament keeps at least one director.", "role")
            )
        if role.role == EventRole.Role.DIRECTOR:
            _end_addresses(tournament, acting_user)
        log_action(
            code="role-revoked",
            actor=acting_user,
            scope=tournament.scope,
            subject=role,
            old={"role": role.role, "person": str(role.user)},
        )
        role.delete()


def _end_addresses(tournament: Tournament, acting_user: User) -> None:
    """Who directs a private event no more knows its secret addresses: they lead nowhere from now
    on, and another director makes new ones."""
    if tournament.visibility == Tournament.Visibility.PUBLIC:
        return
    if Day.objects.filter(tournament=tournament).exclude(screen_key="").exists():
        withdraw_address(tournament=tournament, acting_user=acting_user)
    if Announcement.objects.filter(tournament=tournament).exclude(door_key="").exists():
        withdraw_door(tournament=tournament, acting_user=acting_user)
    for draft in Draft.objects.filter(event=tournament).exclude(watch_key=""):
        withdraw_link(draft=draft, acting_user=acting_user)


def end_invites(*, entrant: Entrant, acting_user: User | None) -> None:
    """Withdraw the unused links to a club, in the caller's transaction."""
    now = timezone.now()
    for made in Invite.objects.filter(entrant=entrant, accepted_at=None, withdrawn_at=None):
        made.withdrawn_at = now
        made.save(update_fields=["withdrawn_at"])
        log_action(
            code="invite-withdrawn",
            actor=acting_user,
            scope=entrant.tournament.scope,
            subject=made,
        )


def _verify_address(email: str) -> None:
    try:
        validate_email(email)
        MaxLengthValidator(LONGEST_ADDRESS)(email)
    except ValidationError as error:
        raise Refused(
            Refusal("not-an-address", f"{email!r} is not an e-mail address.", "email")
        ) from error


def _unknown() -> Refusal:
    return Refusal("invite-unknown", "This link carries no invite.")
