"""Pages of the documentation whose tables are measured and written by commands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import CommandError


@dataclass(frozen=True)
class TablePlace:
    """The place of a table on a page, between ``<!-- name: start -->`` and ``<!-- name: end -->``;
    nothing is written where there is no ``path``."""

    path: Path | None
    name: str

    @property
    def start(self) -> str:
        return f"<!-- {self.name}: start -->"

    @property
    def end(self) -> str:
        return f"<!-- {self.name}: end -->"

    def verify(self) -> None:
        """Asked before anything is measured."""
        if self.path is None:
            return
        if not self.path.is_file():
            raise CommandError(f"There is no page {self.path}.")
        page = self.path.read_text(encoding="utf-8")
        if self.start not in page or self.end not in page:
            raise CommandError(
                f"{self.path} has no place for a table ({self.start} ... {self.end})."
            )

    def write(self, table: str) -> None:
        """Put the table there."""
        if self.path is None:
            return
        before, _, rest = self.path.read_text(encoding="utf-8").partition(self.start)
        _, _, after = rest.partition(self.end)
        self.path.write_text(
            f"{before}{self.start}\n\n{table}\n\n{self.end}{after}", encoding="utf-8"
        )
