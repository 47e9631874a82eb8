"""Historic clubs as the team components draw them: colors, letters and a name.

A source knows a club by a key (``BOS``) or by its name (``Alder Bay``). Real clubs have the colors
they are remembered by; a club without an entry here gets a color pair from its name, always the
same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from rosters.rules.teams import abbreviate, dye

NAVY, RED, ROYAL, BLACK, CHALK = "#14284b", "#b5121b", "#12439b", "#1f1f21", "#f3efe4"
ORANGE, GREEN, BROWN, GOLD = "#e2631f", "#0b4a35", "#4a2f1c", "#f2b632"

KNOWN: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("ANA", "CAL", "LAA"), (RED, NAVY)),
    **dict.fromkeys(("ATL", "ML1"), (NAVY, "#e8374a")),
    "ARI": ("#8f1a30", "#e6d6b1"),
    "BAL": (BLACK, ORANGE),
    "BOS": ("#a8182d", CHALK),
    "BRO": (ROYAL, CHALK),
    "BSN": (NAVY, RED),
    "CHA": (BLACK, "#c9cdd0"),
    "CHN": (ROYAL, "#ef5565"),
    "CIN": ("#b80f24", CHALK),
    "CLE": (NAVY, "#ef5565"),
    "COL": ("#33256b", "#c9cdd0"),
    "DET": ("#0f2748", "#f07f36"),
    **dict.fromkeys(("FLO", "MIA"), ("#06707f", CHALK)),
    "HOU": ("#10264a", "#f08a2e"),
    "KC1": (NAVY, RED),
    "KCA": ("#14489c", "#d8bd7a"),
    "LAN": ("#1450a0", CHALK),
    **dict.fromkeys(("MIL", "ML4"), ("#14294f", GOLD)),
    "MIN": ("#12294d", "#ef5565"),
    "MON": ("#12398c", "#f1a9b0"),
    **dict.fromkeys(("NY1", "SFN"), (BLACK, "#f4773b")),
    "NYA": ("#16284a", CHALK),
    "NYN": ("#15398a", "#ff8b3d"),
    "OAK": (GREEN, GOLD),
    "PHA": ("#14337a", GOLD),
    "PHI": ("#a9142c", CHALK),
    "PIT": (BLACK, GOLD),
    "SDN": (BROWN, GOLD),
    "SE1": (ROYAL, GOLD),
    "SEA": ("#10304f", "#7cc6bd"),
    "SLA": (BROWN, "#f08a2e"),
    "SLN": ("#ad1b33", GOLD),
    "TBA": ("#12294d", "#8fc1e8"),
    "TEX": ("#12398c", "#f1a9b0"),
    "TOR": ("#164a97", "#dfe8f4"),
    **dict.fromkeys(("WAS", "WS1", "WS2"), ("#a3142a", CHALK)),
}


@dataclass(frozen=True)
class ClubLook:
    """A club for the team components; ``key`` is the source's own."""

    key: str
    name: str
    abbreviation: str
    colour: str
    accent: str


NO_CLUB = ClubLook("", "No club", "–", "#545c55", CHALK)


def club_look(key: str, name: str = "") -> ClubLook:
    """The club with this key; without a name from its source it is called by its key."""
    if not key:
        return NO_CLUB
    # 45 is the number of different color pairs.
    colour, accent = KNOWN.get(key) or dye(crc32(key.encode()) % 45)
    short = key if len(key) <= 3 and key.isupper() else abbreviate(name or key)
    return ClubLook(key, name or key, short, colour, accent)
