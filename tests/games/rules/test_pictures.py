"""Pictures are kept without what a telephone writes beside them, and the same way up."""

import contextlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.rules.pictures import kind_of, without_traces
from tests.games.pictures import PLACE, chunk, exif, jpeg, orientation_in, part, png, riff, webp

MAKERS = (jpeg, png, webp)


@pytest.mark.parametrize("made", MAKERS)
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("turned", range(1, 9))
def test_nothing_is_kept_but_the_picture_and_which_way_up_it_is(made, order, turned):
    whole = made(exif(turned, order), behind=PLACE)
    kept = without_traces(whole)
    assert PLACE in whole
    assert PLACE not in kept
    assert (kind_of(kept), orientation_in(kept)) == (kind_of(whole), turned)
    assert without_traces(kept) == kept


@pytest.mark.parametrize("made", MAKERS)
def test_a_picture_that_tells_nothing_stays_as_it_is(made):
    assert without_traces(made()) == made()
    assert without_traces(made(behind=b"a film")) == made()


def test_words_colours_and_thumbnails_of_a_jpeg():
    plain = jpeg()
    told = (
        part(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + PLACE)
        + part(0xED, b"Photoshop 3.0\0" + PLACE)
        + part(0xFE, PLACE)
        + part(0xE2, b"MPF\0" + PLACE)
    )
    needed = part(0xE2, b"ICC_PROFILE\0\x01\x01colours") + part(0xEE, b"Adobe\0d\0\0\0\0\x01")
    kept = without_traces(plain[:2] + told + needed + plain[2:])
    assert PLACE not in kept
    assert kept == plain[:2] + needed + plain[2:]


@pytest.mark.parametrize("made", MAKERS)
def test_a_picture_that_is_cut_short_is_refused_wherever_it_is_cut(made):
    whole = made(exif(6))
    for end in range(12, len(whole)):
        with pytest.raises(Refused) as refused:
            without_traces(whole[:end])
        assert refused.value.refusals[0].code == "picture-broken"


def sized(width: int, height: int) -> dict[str, bytes]:
    """Small files that claim to be so large, each in another way."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    small = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    frame = chunk(b"fcTL", struct.pack(">III", 0, width, height) + bytes(14))
    canvas = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    lossless = (width - 1 & 0x3FFF) | (height - 1 & 0x3FFF) << 14
    lossy = bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", width & 0x3FFF, height & 0x3FFF)
    shape = struct.pack(">HH", height, width)
    return {
        "jpeg": jpeg().replace(b"\x08\0\x01\0\x01\x01", b"\x08" + shape + b"\x01"),
        "png": png().replace(chunk(b"IHDR", small), chunk(b"IHDR", head)),
        "png of frames": png().replace(chunk(b"IEND", b""), frame + chunk(b"IEND", b"")),
        "webp": riff_of(riff(b"VP8X", bytes(4) + canvas) + riff(b"VP8L", b"\x2f" + bytes(4))),
        "webp of frames": riff_of(riff(b"ANMF", bytes(6) + canvas + bytes(4))),
        "webp, lossless": riff_of(riff(b"VP8L", b"\x2f" + lossless.to_bytes(4, "little"))),
        "webp, lossy": riff_of(riff(b"VP8 ", lossy)),
    }


def riff_of(parts: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


@pytest.mark.parametrize("kind", sized(1, 1))
def test_a_small_file_may_not_claim_more_pixels_than_a_browser_can_hold(kind):
    telephone, bomb = sized(8160, 6144)[kind], sized(16_000, 16_000)[kind]
    assert len(bomb) < 500
    without_traces(telephone)
    with pytest.raises(Refused) as refused:
        without_traces(bomb)
    assert refused.value.code == "picture-too-large"
    assert refused.value.refusals[0].facts == {"pixels": 256_000_000}


def test_many_frames_count_together_and_a_jpeg_without_a_height_as_the_highest():
    frame = chunk(b"fcTL", struct.pack(">III", 0, 4000, 4000) + bytes(14))
    end = chunk(b"IEND", b"")
    without_traces(png().replace(end, frame * 4 + end))
    no_height = sized(4000, 1)["jpeg"].replace(b"\x08\0\x01\x0f", b"\x08\0\0\x0f")
    for wrong in (png().replace(end, frame * 5 + end), no_height):
        with pytest.raises(Refused) as refused:
            without_traces(wrong)
        assert refused.value.code == "picture-too-large"


def test_a_picture_without_lines_and_a_damaged_one_are_refused():
    no_lines = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IEND", b"")
    damaged = png().replace(b"IDATx", b"IDATy")
    no_scan = b"\xff\xd8" + part(0xE0, b"JFIF\0") + b"\xff\xd9"
    for data in (no_lines, damaged, no_scan, b"RIFF\x04\0\0\0WEBP"):
        with pytest.raises(Refused) as refused:
            without_traces(data)
        assert refused.value.refusals[0].code == "picture-broken"


@given(st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF"]), st.binary(max_size=200))
def test_bytes_of_somebody_who_means_harm_are_kept_clean_or_refused(begins, rest):
    with contextlib.suppress(Refused):
        kept = without_traces(begins + rest)
        assert without_traces(kept) == kept


@given(st.binary(max_size=80), st.sampled_from(MAKERS))
def test_a_block_that_cannot_be_read_turns_nothing(tiff, made):
    kept = without_traces(made(tiff))
    assert 1 <= orientation_in(kept) <= 8
