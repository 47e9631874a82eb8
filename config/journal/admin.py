from collections.abc import Iterable

from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import Q

from config.journal.models import Action
from config.office import Found, Office, ReadOnly, back_to, known_values

WRITTEN = """
WITH RECURSIVE written(code) AS (
    SELECT MIN(code) FROM journal_action
    UNION ALL
    SELECT (SELECT MIN(code) FROM journal_action WHERE code > written.code)
    FROM written WHERE written.code IS NOT NULL
)
SELECT code FROM written WHERE code IS NOT NULL
"""


def codes_written() -> list[str]:
    """Every code in the log, in order.

    Reads from one to the next by the index, with as many steps as codes: selecting the distinct
    ones would read the whole log.
    """
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        return [code for (code,) in cursor.fetchall()]


@admin.register(Action)
class ActionAdmin(ReadOnly, Office):
    """The log, read-only: services write its lines with the changes."""

    list_display = ("at", "code", "actor", "scope", "subject_label")
    list_filter = (
        known_values("code", lambda: [(code, code) for code in codes_written()]),
        back_to("at"),
    )
    list_select_related = ("actor",)
    search_fields = ("=code", "=scope", "actor__name", "actor__email")
    search_help_text = "A code, a person, or tournament:12, series:34, game:56"

    def matching(self, word: str, fields: Iterable[str], found: Found) -> Q:
        """A scope (``tournament:12``) also matches the lines about that object."""
        matches = super().matching(word, fields, found)
        kind, colon, key = word.partition(":")
        kinds = [
            model._meta.label_lower
            for model in apps.get_models()
            if model._meta.model_name == kind.lower()
        ]
        return matches | Q(subject_type__in=kinds, subject_id=key) if colon else matches
