"""Pictures: what kind some bytes are, by what they hold and not by what is said of them, and the
same picture without what a telephone writes beside it (where it was taken, when, by which device).

Which way up it is shown is all that is kept of that: browsers turn a picture by it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import prod
from zlib import crc32

from config.refusals import Refusal, Refused

LARGEST_PICTURE = 6 * 1024 * 1024
"""Bytes; a telephone makes some three million."""

MOST_PIXELS = 64_000_000
"""Of all frames together. A telephone makes up to 50 million; a browser takes four bytes for each,
however few the file has."""

_PNG = b"\x89PNG\r\n\x1a\n"
_EXIF = b"Exif\0\0"
_ORIENTATION = 0x0112
_UPRIGHT = 1

_START, _END, _SCAN, _ESCAPED = 0xD8, 0xD9, 0xDA, 0x00
_RESTARTS = range(0xD0, 0xD8)
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_ABOUT = {*range(0xE0, 0xF0), 0xFE}
_NEEDED_TO_SHOW = {0xE0: (b"JFIF\0", b"JFXX\0"), 0xE2: (b"ICC_PROFILE\0",), 0xEE: (b"Adobe",)}
"""Parts of what a JPEG says about itself that it is shown by: its density, its colours, and how
these are stored."""

_PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs acTL fcTL fdAT".split()
)
_WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
_HAS_EXIF, _HAS_XMP = 0x08, 0x04


def kind_of(data: bytes) -> str:
    """``jpeg``, ``png`` or ``webp``. Refused: ``no-picture``, ``picture-too-large``."""
    if len(data) > LARGEST_PICTURE:
        most = LARGEST_PICTURE // 1024 // 1024
        raise Refused(
            Refusal("picture-too-large", f"A picture has {most} megabytes at most.", "picture")
        )
    if data.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if data.startswith(_PNG):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    raise Refused(Refusal("no-picture", "A picture is a JPEG, PNG or WebP file.", "picture"))


def without_traces(data: bytes) -> bytes:
    """The picture without place, time, device, thumbnails, words, or anything behind its end.
    Refused: as ``kind_of`` does, ``picture-too-large`` for its pixels as well, and
    ``picture-broken`` where it is not whole."""
    kind = kind_of(data)
    try:
        return {"jpeg": _jpeg, "png": _png, "webp": _webp}[kind](data)
    except (struct.error, IndexError, ValueError) as error:
        sentence = "The picture is not whole: part of the file is missing or damaged."
        raise Refused(Refusal("picture-broken", sentence, "picture")) from error


def orientation_of(tiff: bytes) -> int:
    """How an Exif block says that its picture is turned, 1 to 8; upright where it says nothing that
    can be read."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return _UPRIGHT
    try:
        magic, at = struct.unpack_from(f"{order}HI", tiff, 2)
        (count,) = struct.unpack_from(f"{order}H", tiff, at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind, values, value = struct.unpack_from(f"{order}HHIH", tiff, entry)
            if (magic, tag, kind, values) == (42, _ORIENTATION, 3, 1) and 1 <= value <= 8:
                return int(value)
    except struct.error:
        pass
    return _UPRIGHT


def _turned(orientation: int) -> bytes:
    """An Exif block that says this and nothing else."""
    return struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, _ORIENTATION, 3, 1, orientation, 0, 0)


def _jpeg(data: bytes) -> bytes:
    kept: list[bytes] = []
    turned, framed, scanned = _UPRIGHT, False, False
    pixels = 0
    for marker, whole in _jpeg_parts(data):
        body = whole[4:]
        if marker == 0xE1 and body.startswith(_EXIF) and turned == _UPRIGHT:
            turned = orientation_of(body[len(_EXIF) :])
        if marker in _FRAMES:
            framed = True
            height, width = struct.unpack_from(">HH", body, 1)
            # Without a height it is told behind the lines.
            pixels += width * (height or 0xFFFF)
        scanned |= marker == _SCAN
        needed = _NEEDED_TO_SHOW.get(marker, ())
        if marker not in _ABOUT or any(body.startswith(name) for name in needed):
            kept.append(whole)
    _refuse_many(pixels)
    if not framed or not scanned:
        raise ValueError("a picture has a frame and a scan")
    if turned != _UPRIGHT:
        block = _EXIF + _turned(turned)
        first = 1 if kept[0][1] == 0xE0 else 0
        kept.insert(first, b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block)
    return b"\xff\xd8" + b"".join(kept) + b"\xff\xd9"


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and bytes of every part between the start and the end, a scan with its lines."""
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("a part begins with a marker")
        while data[at + 1] == 0xFF:
            at += 1
        marker = data[at + 1]
        if marker == _END:
            return
        if marker in (_START, _ESCAPED) or marker in _RESTARTS:
            raise ValueError("no part of a picture")
        (length,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(data):
            raise ValueError("a part is cut short")
        if marker == _SCAN:
            end = _end_of_lines(data, end)
        yield marker, data[at:end]
        at = end


def _end_of_lines(data: bytes, at: int) -> int:
    """Where the lines of a scan end: at the next marker that is not of them."""
    while True:
        at = data.index(b"\xff", at)
        after = data[at + 1]
        if after not in (_ESCAPED, 0xFF) and after not in _RESTARTS:
            return at
        at += 1 if after == 0xFF else 2


def _png(data: bytes) -> bytes:
    kept = [_PNG]
    names: list[bytes] = []
    turned, at = _UPRIGHT, len(_PNG)
    canvas = frames = 0
    while not names or names[-1] != b"IEND":
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        (check,) = struct.unpack_from(">I", data, end - 4)
        if crc32(data[at + 4 : end - 4]) != check:
            raise ValueError("a part is damaged")
        if name == b"eXIf":
            turned = orientation_of(data[at + 8 : end - 4])
        if name == b"IHDR":
            canvas = prod(struct.unpack_from(">II", data, at + 8))
        if name == b"fcTL":
            frames += prod(struct.unpack_from(">II", data, at + 12))
        if name in _PNG_KEPT:
            kept.append(data[at:end])
        names.append(name)
        at = end
    _refuse_many(max(canvas, frames))
    if names[0] != b"IHDR" or b"IDAT" not in names:
        raise ValueError("a picture has a head and lines")
    if turned != _UPRIGHT:
        block = b"eXIf" + _turned(turned)
        part = struct.pack(">I", len(block) - 4) + block + struct.pack(">I", crc32(block))
        kept.insert(2, part)
    return b"".join(kept)


def _webp(data: bytes) -> bytes:
    (size,) = struct.unpack_from("<I", data, 4)
    if size + 8 > len(data):
        raise ValueError("the file is cut short")
    kept: list[tuple[bytes, bytes]] = []
    turned, at = _UPRIGHT, 12
    canvas = frames = 0
    while at < size + 8:
        name, length = struct.unpack_from("<4sI", data, at)
        body = data[at + 8 : at + 8 + length]
        if len(body) < length:
            raise ValueError("a part is cut short")
        if name == b"EXIF":
            turned = orientation_of(body.removeprefix(_EXIF))
        if name == b"VP8X":
            canvas = _webp_pixels(name, body)
        else:
            frames += _webp_pixels(name, body)
        if name in _WEBP_KEPT:
            kept.append((name, body))
        at += 8 + length + length % 2
    names = {name for name, _ in kept}
    _refuse_many(max(canvas, frames))
    if not names & {b"VP8 ", b"VP8L", b"ANMF"}:
        raise ValueError("a picture has lines")
    if b"VP8X" in names and turned != _UPRIGHT:
        kept.append((b"EXIF", _turned(turned)))
    whole = b"".join(_webp_part(name, body, turned) for name, body in kept)
    return b"RIFF" + struct.pack("<I", len(whole) + 4) + b"WEBP" + whole


def _webp_pixels(name: bytes, body: bytes) -> int:
    """How many the canvas or a frame has; 0 for a part that is neither."""

    def number(start: int, length: int) -> int:
        return int.from_bytes(body[start : start + length], "little")

    if name == b"VP8X":
        return (number(4, 3) + 1) * (number(7, 3) + 1)
    if name == b"ANMF":
        return (number(6, 3) + 1) * (number(9, 3) + 1)
    if name == b"VP8L":
        return ((number(1, 4) & 0x3FFF) + 1) * ((number(1, 4) >> 14 & 0x3FFF) + 1)
    if name == b"VP8 ":
        return (number(6, 2) & 0x3FFF) * (number(8, 2) & 0x3FFF)
    return 0


def _refuse_many(pixels: int) -> None:
    if pixels > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        sentence = f"A picture has {most} million pixels at most; this one has {pixels:,}."
        raise Refused(Refusal("picture-too-large", sentence, "picture", {"pixels": pixels}))


def _webp_part(name: bytes, body: bytes, turned: int) -> bytes:
    if name == b"VP8X":
        flags = body[0] & ~(_HAS_EXIF | _HAS_XMP) | (_HAS_EXIF if turned != _UPRIGHT else 0)
        body = bytes((flags,)) + body[1:]
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
