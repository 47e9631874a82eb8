"""Small pictures as a telephone would make them, part by part."""

import struct
from zlib import crc32

from games.rules.pictures import orientation_of

PLACE = b"45.4215N 75.6972W"
"""What may not be kept."""


def exif(orientation: int, order: str = "<") -> bytes:
    """An Exif block of a telephone: orientation, and behind it the place."""
    head = b"II" if order == "<" else b"MM"
    entries = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    entries += struct.pack(f"{order}HHII", 0x010F, 2, len(PLACE), 38)
    directory = struct.pack(f"{order}H", 2) + entries + struct.pack(f"{order}I", 0)
    return head + struct.pack(f"{order}HI", 42, 8) + directory + PLACE


def part(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def jpeg(tiff: bytes = b"", behind: bytes = b"") -> bytes:
    """Two scans, with a stuffed byte and a restart in their lines."""
    told = part(0xE1, b"Exif\0\0" + tiff) if tiff else b""
    return (
        b"\xff\xd8"
        + part(0xE0, b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0")
        + told
        + part(0xDB, bytes(65))
        + part(0xC2, b"\x08\0\x01\0\x01\x01\x01\x11\0")
        + part(0xDA, b"\x01\x01\0\0\x3f\0")
        + b"\x12\xff\x00\x34\xff\xd0\x56"
        + part(0xC4, bytes(17))
        + part(0xDA, b"\x01\x01\0\0\x3f\0")
        + b"\x77\xff\x00"
        + b"\xff\xd9"
        + behind
    )


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc32(name + body))


def png(tiff: bytes = b"", behind: bytes = b"") -> bytes:
    told = chunk(b"eXIf", tiff) if tiff else b""
    words = chunk(b"tEXt", b"Location\0" + PLACE) if tiff else b""
    lines = chunk(b"IDAT", b"x\x9cc\0\0\0\x02\0\x01")
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + words + told + lines + chunk(b"IEND", b"") + behind


def riff(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def webp(tiff: bytes = b"", behind: bytes = b"") -> bytes:
    flags = 0x08 | 0x04 if tiff else 0
    parts = riff(b"VP8X", bytes((flags,)) + bytes(9)) + riff(b"VP8L", b"\x2f\0\0\0\0\x07")
    if tiff:
        parts += riff(b"EXIF", tiff) + riff(b"XMP ", b"<x>" + PLACE)
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts + behind


def orientation_in(data: bytes) -> int:
    """What an Exif block in a picture says of it; upright where it has none."""
    at = max(data.find(b"II*\0"), data.find(b"MM\0*"))
    return orientation_of(data[at:]) if at >= 0 else 1
