"""Cards compared side by side."""

from __future__ import annotations

from collections.abc import Sequence

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from rosters.models import Card

MOST_COMPARED = 4


def cards_by_number(words: Sequence[str]) -> list[Card]:
    """The cards with these numbers in the order given, their sets and seasons loaded; unknown
    numbers are skipped."""
    numbers = [number for word in words if (number := whole_number(word)) is not None]
    related = ("card_set__source", "season__player")
    by_number = Card.objects.select_related(*related).in_bulk(numbers[: 2 * MOST_COMPARED])
    return [by_number[number] for number in dict.fromkeys(numbers) if number in by_number]


def compared(words: Sequence[str]) -> list[Card]:
    """The cards to compare. Refused: ``too-many-compared`` beyond four, ``nothing-to-compare``."""
    cards = cards_by_number(words)
    if len(cards) > MOST_COMPARED:
        raise Refused(
            Refusal(
                "too-many-compared",
                f"Up to {MOST_COMPARED} cards are compared; these are {len(cards)}.",
                "card",
                {"most": MOST_COMPARED, "cards": len(cards)},
            )
        )
    if not cards:
        raise Refused(
            Refusal("nothing-to-compare", "Pick cards from a pool to compare them.", "card")
        )
    return cards
