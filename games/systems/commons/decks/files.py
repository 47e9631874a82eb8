"""Decks as CSV files: one card per line, in the order of the deck, identified by its set and its
key there; the other columns are for readers."""

from __future__ import annotations

from collections.abc import Iterable

from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import read_table, write_rows
from games.systems.commons.decks.pool import SYSTEM
from games.systems.commons.decks.services import MOST_CARDS
from rosters.models import Card

COLUMNS = ("number", "kind", "name", "year", "points", "set", "key")
NEEDED = ("set", "key")


def write_deck(cards: Iterable[Card]) -> str:
    return write_rows(
        (
            COLUMNS,
            *(
                [
                    str(number),
                    card.kind,
                    card.name,
                    str(card.year),
                    card.cells.get("rank", ""),
                    card.card_set.slug,
                    card.key,
                ]
                for number, card in enumerate(cards, start=1)
            ),
        )
    )


def read_deck(data: bytes) -> list[int]:
    """The cards of a file in order. Refused, each with its line: ``column-missing``, ``row-width``,
    ``no-such-card``, ``too-many-cards``; ``not-utf-8``, ``illegal-character``."""
    rows: list[tuple[int, str, str]] = []
    for row in read_table(data, known=COLUMNS, needed=NEEDED, whole=True):
        if len(rows) == MOST_CARDS:
            words = f"A deck's file has up to {MOST_CARDS} cards."
            raise Refused(Refusal("too-many-cards", words, f"line {row.line}"))
        rows.append((row.line, row.cells["set"].strip(), row.cells["key"].strip()))
    sets = {slug for _, slug, _ in rows}
    known = {
        (slug, key): pk
        for slug, key, pk in Card.objects.filter(
            card_set__system_key=SYSTEM,
            card_set__slug__in=sets,
            key__in={key for _, _, key in rows},
        ).values_list("card_set__slug", "key", "pk")
    }
    refuse_all(
        Refusal(
            "no-such-card", f"There is no Commons card {key!r} in a set {slug!r}.", f"line {line}"
        )
        for line, slug, key in rows
        if (slug, key) not in known
    )
    return [known[slug, key] for _, slug, key in rows]
