"""The diamond with who stands where, as SVG."""

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.folds.names import BASE_NAMES, Names
from games.engine.situation import Situation

BASES = {1: (118, 66), 2: (70, 18), 3: (22, 66)}
LABELS = {1: (118, 94, "middle"), 2: (70, 50, "middle"), 3: (22, 94, "middle")}
HALF = 11


def diamond(now: Situation, names: Names) -> SafeString:
    """The bases, those with a runner on them lit and labelled; heard as a sentence."""
    runners = {base: slot for base, slot in enumerate(now.runners, start=1) if slot}
    labels = {
        base: names.player(now.batting, slot, base) if slot <= 9 else ""
        for base, slot in runners.items()
    }
    said = (
        "; ".join(f"{labels[base] or 'a runner'} on {BASE_NAMES[base]}" for base in sorted(runners))
        or "Nobody on base"
    )
    squares = "".join(
        f'<path class="gm-base{" gm-manned" if base in runners else ""}" '
        f'd="{_square(*BASES[base])}"/>'
        for base in BASES
    )
    words = "".join(
        f'<text x="{LABELS[base][0]}" y="{LABELS[base][1]}" text-anchor="{LABELS[base][2]}">'
        f"{escape(_short(labels[base]))}</text>"
        for base in runners
    )
    return mark_safe(  # numbers and escaped words
        '<svg class="gm-diamond" viewBox="-8 0 156 128" role="img" focusable="false"'
        f' aria-label="{escape(said)}">'
        '<path class="gm-grass" d="M70 118L-4 44A104 104 0 0 1 144 44Z"/>'
        '<path class="gm-lines" d="M70 114L22 66L70 18L118 66Z"/>'
        f'{squares}<path class="gm-plate" d="M62 108h16v7l-8 7l-8-7Z"/>{words}</svg>'
    )


def _square(x: int, y: int) -> str:
    return f"M{x} {y - HALF}L{x + HALF} {y}L{x} {y + HALF}L{x - HALF} {y}Z"


def _short(name: str) -> str:
    """A name that fits under a base: ``Batter 4`` is number 4 there."""
    if name.startswith("Batter "):
        return f"No. {name.removeprefix('Batter ')}"
    return name if len(name) <= 10 else f"{name[:9]}…"
