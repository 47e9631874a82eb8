"""Team colors made safe to show: pure functions over "#rrggbb" strings.

Teams choose their colors freely, so they may be illegible, equal or invalid. Luminance and contrast
are those of WCAG 2.
"""

import colorsys
import re
from functools import lru_cache

CHALK = "#fffdf8"
INK = "#1b231e"

# For a team without a color, and for chart lines without a team; distinguishable in every theme.
FALLBACKS = (
    "#b3541e",
    "#2f7d8c",
    "#7b5ea7",
    "#5b7f2b",
    "#b0436b",
    "#8a6d1f",
    "#3f6fb5",
    "#6d6a75",
)

# A line with this luminance has a contrast of at least 3:1 on the light and on the dark theme.
LINE_LUMINANCE = (0.145, 0.275)
TEXT_CONTRAST = 4.5

_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


def is_colour(value: object) -> bool:
    return isinstance(value, str) and _HEX.match(value) is not None


def fallback(name: str) -> str:
    """The same color for the same name on every machine."""
    return FALLBACKS[sum(map(ord, name)) % len(FALLBACKS)]


def team_colour(colour: object, name: str) -> str:
    return str(colour).lower() if is_colour(colour) else fallback(name)


@lru_cache(maxsize=1024)
def channels(colour: str) -> tuple[float, float, float]:
    return (
        int(colour[1:3], 16) / 255,
        int(colour[3:5], 16) / 255,
        int(colour[5:7], 16) / 255,
    )


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21; the order does not matter."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str, accent: object = "") -> str:
    """The team's accent if letters in it are legible on its color, else chalk or ink."""
    if is_colour(accent) and contrast(str(accent), colour) >= TEXT_CONTRAST:
        return str(accent).lower()
    return max((CHALK, INK), key=lambda ink: contrast(ink, colour))


@lru_cache(maxsize=1024)
def line_colour(colour: str) -> str:
    """The nearest color of the same hue that is visible on paper and on a dark screen.

    One color for both themes: an SVG attribute cannot know which of them the visitor has chosen.
    """
    low, high = LINE_LUMINANCE
    if low <= luminance(colour) <= high:
        return colour.lower()
    hue, lightness, saturation = colorsys.rgb_to_hls(*channels(colour))
    # Grays and blacks have no hue, so change the lightness in small steps towards the range.
    step = 0.005 if luminance(colour) < low else -0.005
    while 0.0 <= lightness <= 1.0:
        lightness += step
        candidate = _hex(colorsys.hls_to_rgb(hue, min(max(lightness, 0.0), 1.0), saturation))
        if low <= luminance(candidate) <= high:
            return candidate
    return FALLBACKS[-1]


def distance(one: str, other: str) -> float:
    """How different two colors look, roughly: 0 to about 1.7."""
    return sum((a - b) ** 2 for a, b in zip(channels(one), channels(other), strict=True)) ** 0.5


def _hex(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(value * 255):02x}" for value in rgb)
