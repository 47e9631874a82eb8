"""The first account of a local site without the demo: the operator who starts the site creates it
on a page."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import Signer
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from config.journal.services import log_action
from config.people.models import User
from config.people.services import create_account
from config.people.tokens import scope_of
from config.refusals import Refusal, Refused


def page() -> str:
    """The address of the page. Only the operator who starts the site gets it: others in the network
    could be faster."""
    return reverse("people:first-account", kwargs={"code": _code()})


def is_open(code: str) -> bool:
    return (
        not settings.SERVED and constant_time_compare(code, _code()) and not User.objects.exists()
    )


def make_first_account(*, code: str, email: str, name: str, password: str) -> User:
    """Create the operator's account, with all rights. Refused: ``not-the-first-account``, and what
    ``create_account`` refuses."""
    with transaction.atomic():
        if not is_open(code):
            raise Refused(
                Refusal("not-the-first-account", "This site has an account already. Sign in.")
            )
        user = create_account(email=email, name=name, password=password, acting_user=None)
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        log_action(
            code="account-changed",
            actor=user,
            scope=scope_of(user),
            subject=user,
            new={"is_staff": True, "is_superuser": True},
        )
    return user


def _code() -> str:
    return Signer(salt="first-account").signature("the first account of this site")
