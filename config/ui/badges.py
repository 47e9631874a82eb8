"""Team badges: a round cap button in the team's colors with its letters. Pure, returns SVG."""

from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from config.ui.colours import INK, ink_on, is_colour, team_colour

SIZES = {"sm": 24, "md": 30, "lg": 44, "xl": 76}

# Letters shrink with their number so that four still fit inside the ring.
LETTER_SIZES = {1: 19, 2: 16, 3: 13.5, 4: 10.5}
# The smallest badge has no ring, so its letters are larger.
SMALL_LETTER_SIZES = {1: 24, 2: 20, 3: 16.5, 4: 13}


@lru_cache(maxsize=1024)
def team_badge(
    *, abbreviation: str, name: str = "", colour: str = "", accent: str = "", size: str = "md"
) -> SafeString:
    """``size``: one of ``SIZES``. The name, if given, is the accessible label; without one the
    badge is hidden from screen readers."""
    letters = (abbreviation or name)[:4].upper()
    disc = team_colour(colour, abbreviation or name)
    ink = ink_on(disc, accent)
    ring = str(accent).lower() if is_colour(accent) and accent.lower() != disc else ink
    pixels = SIZES[size]
    heights = SMALL_LETTER_SIZES if size == "sm" else LETTER_SIZES
    stitching = (
        ""
        if size == "sm"
        else f'<circle cx="20" cy="20" r="16.6" fill="none" stroke="{ring}" stroke-width="1.3"'
        ' stroke-dasharray="2.6 1.8" opacity=".85"/>'
    )
    aria = f'role="img" aria-label="{escape(name)}"' if name else 'aria-hidden="true"'
    return mark_safe(  # every value is a checked colour, a number or escaped
        f'<svg class="hh-badge hh-badge-{size}" viewBox="0 0 40 40" width="{pixels}"'
        f' height="{pixels}" {aria} focusable="false">'
        f'<circle class="hh-badge-disc" cx="20" cy="20" r="19" fill="{disc}"/>{stitching}'
        f'<text x="20" y="20" dy=".355em" text-anchor="middle" fill="{ink}"'
        f' font-size="{heights[max(1, len(letters))]}">{escape(letters)}</text></svg>'
    )


def team_swatch(*, colour: str, accent: str = "", name: str = "") -> SafeString:
    disc = team_colour(colour, name)
    stripe = accent.lower() if is_colour(accent) else INK
    return mark_safe(
        '<svg class="hh-swatch" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"'
        f' focusable="false"><rect width="78" height="6" fill="{disc}"/>'
        f'<rect x="78" width="22" height="6" fill="{stripe}"/></svg>'
    )
