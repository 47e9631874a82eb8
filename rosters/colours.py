"""Colours for clubs that came without: well apart from each other, in the trade's dyes. Pure."""

DYES = (
    "#12355b",
    "#6b1f2a",
    "#1f4d3a",
    "#9c3d1e",
    "#43286b",
    "#0b5563",
    "#7a5c1e",
    "#3d3a38",
    "#8c1d4f",
    "#2b6cb0",
    "#4d7c0f",
    "#b45309",
    "#0f766e",
    "#5b4a8a",
    "#7f1d1d",
)
TRIMS = ("#f3efe4", "#f2b632", "#cfe3d4")


def dye(place: int) -> tuple[str, str]:
    """Colour and accent of the club at this place (from 0); 45 clubs get different pairs."""
    return DYES[place % len(DYES)], TRIMS[(place // len(DYES) + place) % len(TRIMS)]
