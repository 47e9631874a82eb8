"""What kind of picture some bytes are, by what they begin with and not by what is said of them."""

from __future__ import annotations

from config.refusals import Refusal, Refused

LARGEST_PICTURE = 6 * 1024 * 1024
"""Bytes; a telephone makes some three million."""


def kind_of(data: bytes) -> str:
    """``jpeg``, ``png`` or ``webp``. Refused: ``no-picture``, ``picture-too-large``."""
    if len(data) > LARGEST_PICTURE:
        most = LARGEST_PICTURE // 1024 // 1024
        raise Refused(
            Refusal("picture-too-large", f"A picture has {most} megabytes at most.", "picture")
        )
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    raise Refused(Refusal("no-picture", "A picture is a JPEG, PNG or WebP file.", "picture"))
