"""What may be done to an account: each logged, none deciding who may ask for it."""

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from rest_framework.authtoken.models import Token
from sesame.utils import get_query_string

from config.journal.services import record
from config.people.models import User
from games.engine.refusals import Refusal, Refused

# One link a minute for one address: nobody's mailbox is filled from our sign-in page.
LINK_PAUSE_SECONDS = 60


def create_account(
    *, email: str, name: str, password: str | None = None, acting_user: User | None
) -> User:
    """A new account; without a password it is entered by sign-in links."""
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, name, password)
            record(code="account-created", actor=acting_user, scope=scope(user), subject=user)
    except IntegrityError as error:
        raise Refused(
            Refusal("email-taken", "There is an account with this address already.", place="email")
        ) from error
    return user


def change_profile(*, user: User, name: str, time_zone: str, acting_user: User) -> User:
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        old = {"name": user.name, "time_zone": user.time_zone}
        user.name, user.time_zone = name, time_zone
        user.save(update_fields=["name", "time_zone"])
        record(
            code="profile-changed",
            actor=acting_user,
            scope=scope(user),
            subject=user,
            old=old,
            new={"name": name, "time_zone": time_zone},
        )
    return user


def change_password(*, user: User, password: str, acting_user: User) -> User:
    """Set a new password; earlier sign-in links and other sessions end with the old one."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        user.set_password(password)
        user.save(update_fields=["password"])
        record(code="password-changed", actor=acting_user, scope=scope(user), subject=user)
    return user


def issue_api_token(*, user: User, acting_user: User) -> str:
    """Make the account's API token, or replace it: the old one stops working at once."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        replaced, _ = Token.objects.filter(user=user).delete()
        token = Token.objects.create(user=user)
        code = "api-token-rotated" if replaced else "api-token-created"
        record(code=code, actor=acting_user, scope=scope(user), subject=user)
    return token.key


def revoke_api_token(*, user: User, acting_user: User) -> None:
    with transaction.atomic():
        revoked, _ = Token.objects.filter(user=user).delete()
        if not revoked:
            raise Refused(Refusal("no-api-token", "There is no API token to revoke."))
        record(code="api-token-revoked", actor=acting_user, scope=scope(user), subject=user)


def send_sign_in_link(*, email: str, address_of: Callable[[str], str]) -> None:
    """Mail a sign-in link, if there is such an account; nobody learns from us whether there is.

    ``address_of`` turns a query string into the whole address of the page that consumes it.
    """
    email = email.strip().lower()
    if not cache.add(f"sign-in-link:{email}", True, LINK_PAUSE_SECONDS):
        return
    user = User.objects.filter(email=email, is_active=True).first()
    if user is None:
        return
    hours = int(settings.SESAME_MAX_AGE.total_seconds() // 3600)
    text = render_to_string(
        "people/mail/sign_in_link.txt",
        {"user": user, "address": address_of(get_query_string(user)), "hours": hours},
    )
    send_mail("Your sign-in link for Horsehide", text, None, [user.email])


def scope(user: User) -> str:
    return f"person:{user.pk}"
