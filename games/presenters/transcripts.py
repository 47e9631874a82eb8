"""A game as a text file: what anyone needs to play it again, and half by half its entries."""

import json
from collections.abc import Iterator

from games.engine.folds.moments import moments_of
from games.engine.folds.play_by_play import half_name
from games.engine.record import Record

COMMENT = "#"
WIDTH = 96


def transcript_text(record: Record, *, title: str, facts: list[tuple[str, str]]) -> str:
    """The transcript with its circumstances in comment lines; ``read_entries`` reads it back."""
    lines = [
        f"{COMMENT} {title}",
        f"{COMMENT} system: {record.system.key}, version {record.system.version}",
        f"{COMMENT} settings: {json.dumps(dict(record.settings), sort_keys=True)}",
        f"{COMMENT} begins at: {record.situation}",
        *(f"{COMMENT} {term}: {words}" for term, words in facts),
        "",
    ]
    for heading, entries in _halves(record):
        lines.append(f"{COMMENT} {heading}")
        lines.extend(_wrapped(entries))
    return "\n".join(lines) + "\n"


def read_entries(text: str) -> list[str]:
    """The entries of a transcript as people type, paste or download it, comments left out."""
    return [
        word
        for line in text.splitlines()
        if not line.lstrip().startswith(COMMENT)
        for word in line.replace(",", " ").split()
    ]


def _halves(record: Record) -> Iterator[tuple[str, list[str]]]:
    """Each half-inning with its entries; what led to no event yet belongs to the last."""
    entries: list[str] = []
    used = 0
    half = (record.situation.inning, record.situation.half)
    for moment in moments_of(record):
        now = (moment.after.inning, moment.after.half)
        if now != half:
            if entries:
                yield half_name(*half), entries
            half, entries = now, []
        entries.extend(moment.entries)
        used += len(moment.entries)
    entries.extend(record.transcript[used:])
    if entries:
        yield half_name(*half), entries


def _wrapped(entries: list[str]) -> Iterator[str]:
    line = ""
    for entry in entries:
        if line and len(line) + 1 + len(entry) > WIDTH:
            yield line
            line = entry
        else:
            line = f"{line} {entry}".strip()
    yield line
