"""Pictures are kept without what a telephone writes beside them, and the same way up."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from games.rules.pictures import kind_of, without_traces
from tests.games.pictures import PLACE, chunk, exif, jpeg, orientation_in, part, png, webp

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
