"""Changes of accounts: each logged, none checking who may call it."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from sesame.utils import get_query_string

from config.journal.services import log_action
from config.lines import clean_line
from config.people.mails import TO_A_MAILBOX, post_mail, written_when_sent
from config.people.models import LONGEST_ADDRESS, OutgoingMail, Session, User
from config.people.scopes import verify_own
from config.people.tokens import end_api_tokens
from config.people.tokens import scope_of as scope
from config.refusals import Refusal, Refused
from config.senders import Rate
from config.site import whole_address

# One link a minute per address, so that the sign-in page cannot flood a mailbox.
LINK_PAUSE_SECONDS = 60
SIGN_IN_LINK = "sign-in-link"
LINKS = Rate(
    "sign-in-links", 20, words="Too many links were asked for from where you are. Try again later."
)

_ends_with_password: list[Callable[[User], object]] = []


def end_with_password(end: Callable[[User], object]) -> None:
    """Register a function that ends a secret address of a higher app when a password changes, in
    the same transaction."""
    _ends_with_password.append(end)


def create_account(
    *, email: str, name: str, password: str | None = None, acting_user: User | None
) -> User:
    """Create an account; without a password it is entered by sign-in links.

    Refused: ``email-length``, ``email-taken``.
    """
    if len(email.strip()) > LONGEST_ADDRESS:
        raise Refused(
            Refusal(
                "email-length",
                f"An e-mail address has up to {LONGEST_ADDRESS} characters.",
                place="email",
            )
        )
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, name, password)
            log_action(code="account-created", actor=acting_user, scope=scope(user), subject=user)
    except IntegrityError as error:
        raise Refused(
            Refusal("email-taken", "There is an account with this address already.", place="email")
        ) from error
    return user


def change_profile(
    *,
    user: User,
    name: str,
    time_zone: str,
    reminders: bool | None = None,
    acting_user: User,
) -> User:
    """Change a user's own profile; ``reminders`` ``None`` leaves them as they are. Refused:
    ``permission-denied``."""
    verify_own(user, acting_user)
    name = clean_line(name)
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        old = {"name": user.name, "time_zone": user.time_zone, "reminders": user.reminders}
        user.name, user.time_zone = name, time_zone
        if reminders is not None:
            user.reminders = reminders
        user.save(update_fields=["name", "time_zone", "reminders"])
        log_action(
            code="profile-changed",
            actor=acting_user,
            scope=scope(user),
            subject=user,
            old=old,
            new={"name": name, "time_zone": time_zone, "reminders": user.reminders},
        )
    return user


def change_password(*, user: User, password: str, acting_user: User) -> User:
    """Set a new password; earlier sign-in links, other sessions, API tokens and secret addresses
    end, so that an intruder loses access. Refused: ``permission-denied``."""
    verify_own(user, acting_user)
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        user.set_password(password)
        user.save(update_fields=["password"])
        log_action(code="password-changed", actor=acting_user, scope=scope(user), subject=user)
        end_access(user=user, acting_user=acting_user)
    return user


def end_access(*, user: User, acting_user: User | None) -> None:
    """End every access to the account, or to what it may see, that does not need the new password:
    sessions, API tokens, secret addresses. Runs in the caller's transaction."""
    Session.objects.filter(user=user).delete()
    end_api_tokens(user=user, acting_user=acting_user)
    for end in _ends_with_password:
        end(user)


def send_sign_in_link(*, email: str, target: str = "", sender: str = "") -> None:
    """Mail a sign-in link, if there is such an account. ``sender``: where the request comes from.
    Refused: ``asked-too-often``. Only the worker that sends it looks the account up, so that the
    response takes as long for an unknown address.

    ``target``: the page to go to next; only pages of this site are followed.
    """
    email = email.strip().lower()
    LINKS.verify(sender, "email")
    paused = not cache.add(f"sign-in-link:{email}", True, LINK_PAUSE_SECONDS)
    if not paused and TO_A_MAILBOX.takes(email):
        post_mail(SIGN_IN_LINK, email, target=target)


def _write_sign_in_link(mail: OutgoingMail) -> bool:
    user = User.objects.filter(email=mail.to, is_active=True).first()
    if user is None:
        return False
    hours = int(settings.SESAME_MAX_AGE.total_seconds() // 3600)
    address = sign_in_address(user, mail.more["facts"]["target"])
    mail.subject = "Your sign-in link for Horsehide"
    mail.text = render_to_string(
        "people/mail/sign_in_link.txt", {"user": user, "address": address, "hours": hours}
    )
    return True


written_when_sent(SIGN_IN_LINK, _write_sign_in_link)


def sign_in_address(user: User, target: str) -> str:
    query = get_query_string(user)
    if target:
        query = f"{query}&{urlencode({'next': target})}"
    return whole_address(reverse("people:enter") + query)
