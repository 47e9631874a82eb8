"""Close an account for good: the person's data is deleted, the history that others need stays.

The row stays, since results, rulings and the log refer to it; it keeps only the name, or a
pseudonym if the user wants one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.db.models import Q

from config.journal.models import Action
from config.journal.services import log_action
from config.people.models import OutgoingMail, User
from config.people.scopes import verify_own
from config.people.second_factor import take_away
from config.people.services import end_access
from config.people.token_scopes import verify_unlimited
from config.people.tokens import scope_of
from config.refusals import Refusal, refuse_all


class Leaving(Protocol):
    """What a higher app objects to, and does, when an account is closed."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """What the user has to do first."""
        ...

    def scopes(self, user: User) -> Iterable[str]:
        """The scopes whose log lines may contain the user's name."""
        ...

    def leave(self, user: User) -> None:
        """Remove the user from ongoing events, in the transaction that closes the account."""
        ...


_leavings: list[Callable[[], Leaving]] = []


def register(leaving: Callable[[], Leaving]) -> None:
    _leavings.append(leaving)


Renaming = Callable[[User, str, Iterable[str]], None]
_renamings: list[Renaming] = []


def register_renaming(rename: Renaming) -> None:
    """Register a function that replaces typed-in occurrences of a user's old name, which it is
    passed, in the scopes in which the user took part."""
    _renamings.append(rename)


def objections(user: User) -> list[Refusal]:
    """Why the account may not be closed now: ``last-operator``, and what higher apps object."""
    refusals = []
    if user.is_superuser and not _other_operators(user):
        words = "You are the last operator of this site. Make somebody else one first."
        refusals.append(Refusal("last-operator", words))
    return [
        *refusals,
        *(refusal for leaving_part in _leavings for refusal in leaving_part().objections(user)),
    ]


def _other_operators(user: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True)
    return others.exclude(pk=user.pk).exists()


def pseudonym_of(user: User) -> str:
    return f"Former member {user.pk}"


def close_account(*, user: User, keeps_name: bool, acting_user: User | None) -> None:
    """Close an account for good. Refused: ``permission-denied``, what ``objections`` finds,
    ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        refuse_all(objections(user))
        scopes = {scope for leaving_part in _leavings for scope in leaving_part().scopes(user)}
        for leaving_part in _leavings:
            leaving_part().leave(user)
        take_away(user=user, acting_user=acting_user)
        end_access(user=user, acting_user=acting_user)
        old_name, email = user.name, user.email
        user.email = f"closed-{user.pk}@account.invalid"
        if not keeps_name or not user.name:
            user.name = pseudonym_of(user)
        user.is_active = user.is_staff = user.is_superuser = user.reminders = False
        user.time_zone = ""
        user.last_login = None
        user.set_unusable_password()
        user.save()
        user.groups.clear()
        user.user_permissions.clear()
        OutgoingMail.objects.filter(to=email).delete()
        for model in (AccessAttempt, AccessFailureLog, AccessLog):
            model.objects.filter(username=email).delete()
        _forget_in_log(user, old_name, email, scopes)
        if old_name and old_name != user.name:
            for rename in _renamings:
                rename(user, old_name, scopes)
        log_action(code="account-closed", actor=acting_user, scope=scope_of(user), subject=user)


def _forget_in_log(user: User, old_name: str, email: str, scopes: set[str]) -> None:
    """Remove from the log the facts of the account's own lines, and from other lines the e-mail
    address, and the name if it has changed."""
    own_lines = Action.objects.filter(scope=scope_of(user))
    own_lines.update(subject_label=user.name, old=None, new=None)
    for action in Action.objects.filter(Q(new__email=email) | Q(old__email=email)).iterator():
        for facts in (action.old, action.new):
            if facts and facts.get("email") == email:
                facts["email"] = ""
        action.save(update_fields=["old", "new"])
    if not old_name or old_name == user.name:
        return
    scopes |= set(Action.objects.filter(actor=user).order_by().values_list("scope", flat=True))
    named = Q(subject_label__contains=old_name) | Q(new__person=old_name) | Q(old__person=old_name)
    for action in Action.objects.filter(named, scope__in=scopes).iterator():
        action.subject_label = action.subject_label.replace(old_name, user.name)[:200]
        for facts in (action.old, action.new):
            if facts and facts.get("person") == old_name:
                facts["person"] = user.name
        action.save(update_fields=["subject_label", "old", "new"])
