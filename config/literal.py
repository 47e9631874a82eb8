"""Values that stand in the SQL itself."""

from __future__ import annotations

from typing import Any

from django.db.models import Value


class Literal(Value):
    """A word of the code's own, written into a statement and not handed over beside it.

    SQLite takes a partial index ``WHERE state IN (...)`` for a statement that says just these
    words; of values that come beside it, it does not know when it plans."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """Refused, as a mistake of who wrote it: what is no plain word."""
        word = str(self.value)
        if not word.replace("-", "").isalnum():
            raise ValueError(f"{word!r} is no plain word.")
        return f"'{word}'", []
