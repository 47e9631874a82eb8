"""Thresholds as faces of dice, drawn as SVG. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe

STEP, SIZE = 26, 24

LOW, MIDDLE, HIGH = 7, 12, 17
CORNERS = ((LOW, LOW), (HIGH, HIGH))
OTHERS = ((HIGH, LOW), (LOW, HIGH))
SIDES = ((LOW, MIDDLE), (HIGH, MIDDLE))
CENTRE = ((MIDDLE, MIDDLE),)
PIPS = {
    "1": CENTRE,
    "2": CORNERS,
    "3": CORNERS + CENTRE,
    "4": CORNERS + OTHERS,
    "5": CORNERS + OTHERS + CENTRE,
    "6": CORNERS + OTHERS + SIDES,
}


def dice(faces: Sequence[str]) -> SafeString:
    """A row of dice with these faces, ``1`` to ``6``; heard as their digits."""
    width = STEP * len(faces) - (STEP - SIZE)
    drawn = "".join(
        f'<g transform="translate({STEP * at} 0)">'
        '<rect class="cm-die" x="1" y="1" width="22" height="22" rx="4.5"/>'
        + "".join(
            f'<circle class="cm-pip" cx="{x}" cy="{y}" r="{3 if face == "1" else 2.1}"/>'
            for x, y in PIPS[face]
        )
        + "</g>"
        for at, face in enumerate(faces)
    )
    return mark_safe(  # only numbers of our own
        f'<svg class="cm-dice" viewBox="0 0 {width} {SIZE}" role="img"'
        f' aria-label="{" ".join(faces)}" focusable="false">{drawn}</svg>'
    )
