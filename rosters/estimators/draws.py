"""Random draws that belong to a player: the same for the same key and purpose, on every machine."""

from __future__ import annotations

from hashlib import sha256
from statistics import NormalDist

_NORMAL = NormalDist()


def normal_draw(key: str, purpose: str) -> float:
    """A standard normal value from a player's key and the purpose of the draw."""
    digest = sha256(f"{purpose}/{key}".encode()).digest()
    share = (int.from_bytes(digest[:7]) + 0.5) / 2**56
    return _NORMAL.inv_cdf(share)


def clutch(key: str) -> int:
    """Clutch hitting, which no source counts, as a draw of the player's own: -3 (outs for hits when
    it counts) to +3, in chances of 108 (S30.7)."""
    return max(-3, min(3, round(1.2 * normal_draw(key, "clutch"))))
