"""Everything that is stored of one person, as a file to take away."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction

from config.journal.services import log_action
from config.people.account_log import events_of
from config.people.models import User
from config.people.scopes import verify_own
from config.people.token_scopes import verify_unlimited
from config.people.tokens import scope_of

IN_MEMORY = 2**20
"""Bytes of a file before it is written to disk."""

UNTOLD = frozenset(
    {
        # What opens something to the person who reads it, or foretells dice.
        *("password", "digest", "session_key", "session_data", "key", "nonce", "token"),
        *("watch_key", "seed", "process"),
        # What is of a game, a card set or a job, and of no person: exports of events have it.
        *("clubs", "known", "situation", "beginning", "transcript", "events", "summary"),
        *("faces", "truth", "settings", "estimator", "projection", "result", "furthest"),
    }
)
"""Columns that are left out."""

PROFILE = ("email", "name", "time_zone", "reminders", "date_joined", "last_login")


def take_data(*, user: User, acting_user: User) -> IO[bytes]:
    """A zip: ``account.json`` (profile, and what was done with the account) and for each table with
    rows that name the person one file of them. Refused: ``permission-denied``,
    ``token-scope``."""
    verify_own(user, acting_user)
    verify_unlimited()
    packed = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - read by the person who asked
    with transaction.atomic():
        log_action(code="data-taken", actor=acting_user, scope=scope_of(user), subject=user)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        account: dict[str, Any] = {name: getattr(user, name) for name in PROFILE}
        account["log"] = [asdict(event) for event in events_of(user)]
        into.writestr("account.json", _written(account))
        for model, fields in _tables():
            rows = list(_rows(model, fields, user))
            if rows:
                into.writestr(f"{model._meta.label_lower}.json", _written(rows))
    packed.seek(0)
    return packed


def _tables() -> list[tuple[type[models.Model], list[str]]]:
    """The models that name people, with the names of the columns in which they do."""
    found: dict[type[models.Model], list[str]] = {}
    for relation in User._meta.related_objects:
        if relation.one_to_many or relation.one_to_one:
            model = cast(type[models.Model], relation.related_model)
            found.setdefault(model, []).append(relation.field.name)
    return list(found.items())


def _rows(model: type[models.Model], fields: list[str], user: User) -> Iterator[dict[str, Any]]:
    whose = models.Q(pk=None)
    for field in fields:
        whose |= models.Q(**{field: user})
    columns = [
        field.attname
        for field in model._meta.concrete_fields
        if field.name not in UNTOLD and not isinstance(field, models.BinaryField)
    ]
    yield from model._default_manager.filter(whose).order_by("pk").values(*columns).iterator()


def _written(data: object) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
