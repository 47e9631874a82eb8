"""Export of all stored data of one user."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction

from config.journal.services import log_action
from config.people.account_log import events_of
from config.people.models import User
from config.people.scopes import verify_own
from config.people.token_scopes import verify_unlimited
from config.people.tokens import scope_of

IN_MEMORY = 2**20
"""Bytes in memory before a file is written to disk."""

UNTOLD = frozenset(
    {
        # Secrets, and seeds that would reveal dice.
        *("password", "digest", "session_key", "session_data", "key", "nonce", "token"),
        *("watch_key", "seed", "process", "more", "session_hash", "get_data", "post_data"),
        # Data of a game, a card set or a job, not of a user: exports of events have it.
        *("clubs", "known", "situation", "beginning", "transcript", "events", "summary"),
        *("faces", "truth", "settings", "estimator", "projection", "result", "furthest"),
    }
)
"""Columns that are left out."""

_addresses: dict[str, tuple[str, ...]] = {
    "people.outgoingmail": ("to",),
    "axes.accessattempt": ("username",),
    "axes.accessfailurelog": ("username",),
    "axes.accesslog": ("username",),
}


def register_address(label: str, column: str, *more: str) -> None:
    """Register a model whose rows name users by e-mail address in ``column``; ``more``: other
    columns about that user, which are blanked in another user's file."""
    _addresses[label] = (column, *more)


PROFILE = ("email", "name", "time_zone", "reminders", "date_joined", "last_login")


def take_data(*, user: User, acting_user: User) -> IO[bytes]:
    """A zip: ``account.json`` (profile and security log) and a file for each table with rows that
    refer to the user. Refused: ``permission-denied``, ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    packed = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - read by the person who asked
    with transaction.atomic():
        log_action(code="data-taken", actor=acting_user, scope=scope_of(user), subject=user)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        account: dict[str, Any] = {name: getattr(user, name) for name in PROFILE}
        account["log"] = [asdict(event) for event in events_of(user)]
        archive.writestr("account.json", _written(account))
        for model, fields in personal_tables().items():
            rows = list(_rows(model, fields, user))
            if rows:
                archive.writestr(f"{model._meta.label_lower}.json", _written(rows))
    packed.seek(0)
    return packed


def personal_tables() -> dict[type[models.Model], list[str]]:
    """The models that refer to users, with the names of the columns that point to an account."""
    tables: dict[type[models.Model], list[str]] = {}
    for model in apps.get_models():
        columns = [
            field.name
            for field in model._meta.local_concrete_fields
            if isinstance(field, models.ForeignKey) and field.related_model is User
        ]
        if not model._meta.proxy and (columns or model._meta.label_lower in _addresses):
            tables[model] = columns
    return tables


def _rows(model: type[models.Model], fields: list[str], user: User) -> Iterator[dict[str, Any]]:
    condition = models.Q(pk=None)
    address, *more = _addresses.get(model._meta.label_lower, ("",))
    for field in fields:
        condition |= models.Q(**{field: user})
    if address:
        condition |= models.Q(**{address: user.email})
    columns = [
        field.attname
        for field in model._meta.concrete_fields
        if field.name not in UNTOLD and not isinstance(field, models.BinaryField)
    ]
    rows = model._default_manager.filter(condition).order_by("pk").values(*columns).iterator()
    for row in rows:
        if address and row[address] != user.email:
            row |= dict.fromkeys((address, *more), "")
        yield row


def _written(data: object) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
