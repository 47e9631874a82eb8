"""How true made cards are, as a table: the errors of the cards, by league."""

from __future__ import annotations

from collections.abc import Sequence

from rosters.makers.truth import CardLine


def as_card_table(lines: Sequence[CardLine]) -> str:
    """The lines in Markdown."""
    rows = [
        "| league | cards | figure | eligible | median error | mean, signed | |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    rows += [
        f"| {line.league} | {line.kind}s | {line.figure} | {line.cards} | {line.median:.4f} "
        f"| {line.signed:+.4f} | {'' if line.holds else 'off'} |"
        for line in lines
    ]
    return "\n".join(rows)
