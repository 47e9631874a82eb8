"""Pages by key: through a list and back, whatever comes in meanwhile, and nonsense as a place."""

import base64
import json
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from config.journal.models import Action
from config.paging import Page, or_first, page_by_key
from config.refusals import Refused

pytestmark = [pytest.mark.servers("paging"), pytest.mark.django_db]


def lines(count: int, scope: str = "x:1") -> None:
    Action.objects.bulk_create(
        Action(code=f"c{number % 3}", scope=scope, subject_type="t", subject_id=str(number))
        for number in range(count)
    )


def at(end: str) -> dict[str, str]:
    """What an address with this end asks."""
    return dict(parse_qsl(end))


def through(found: Any, size: int) -> list[Page]:
    """Every page from the first to the last."""
    pages = [page_by_key(found, size, {})]
    while pages[-1].next is not None:
        pages.append(page_by_key(found, size, at(pages[-1].next)))
    return pages


@pytest.mark.parametrize(
    "order", [("-pk",), ("pk",), ("code", "-pk"), ("-code", "subject_id", "pk")]
)
@pytest.mark.parametrize("count", [0, 1, 3, 4, 6, 7, 20])
def test_a_list_is_read_whole_and_once_both_ways(order, count):
    lines(count)
    found = Action.objects.filter(scope="x:1").order_by(*order)
    whole = [row.pk for row in found]
    pages = through(found, 3)
    assert [row.pk for page in pages for row in page] == whole
    assert all(len(page) == 3 for page in pages[:-1])
    back = pages[-1]
    seen = [[row.pk for row in back]]
    while back.previous:
        back = page_by_key(found, 3, at(back.previous))
        seen.insert(0, [row.pk for row in back])
    if back.previous == "":
        seen.insert(0, [row.pk for row in page_by_key(found, 3, {})])
    assert [pk for page in seen for pk in page] == whole
    assert (pages[0].previous, pages[-1].next) == (None, None)


def test_what_comes_in_at_the_top_pushes_nothing_onto_the_next_page():
    lines(6)
    found = Action.objects.order_by("-pk")
    first = page_by_key(found, 3, {})
    lines(4)
    second = page_by_key(found, 3, at(first.next or ""))
    assert {row.pk for row in first}.isdisjoint(row.pk for row in second)
    assert [row.subject_id for row in second] == ["2", "1", "0"]
    # And the page before it now shows what came in, as long as any other.
    again = page_by_key(found, 3, at(second.previous or ""))
    assert [row.pk for row in again] == [row.pk for row in first]
    assert len(page_by_key(found, 3, at(again.previous or ""))) == 3


def test_a_page_can_be_asked_for_again():
    lines(9)
    found = Action.objects.order_by("code", "pk")
    for page in through(found, 2):
        again = page_by_key(found, 2, at(page.here))
        assert [row.pk for row in again] == [row.pk for row in page]


def test_the_first_page_is_shown_to_people_who_ask_for_nonsense():
    lines(4)
    found = Action.objects.order_by("-pk")
    page = or_first(lambda asked: page_by_key(found, 3, asked), {"after": "nonsense"})
    assert [row.pk for row in page] == [row.pk for row in found[:3]]


def mark(*key: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "place",
    [
        "x",
        "-1x",
        "9" * 23,
        "9" * 5000,
        "%00",
        mark(),
        mark(1, 2, 3),
        mark("c1", None),
        mark("c1", "x"),
        mark("c1", [1]),
        mark("c1", {"a": 1}),
        mark("c\0", 1),
        mark("\ud800", 1),
        mark("c1", 1 << 70),
        mark("c1", 1e300),
        "W1tbW1tbW1tb",
    ],
)
def test_a_place_that_no_page_has_is_refused(place):
    lines(2)
    for order in (("code", "pk"), ("pk", "code")):
        for name in ("after", "before"):
            with pytest.raises(Refused) as refused:
                page_by_key(Action.objects.order_by(*order), 3, {name: place})
            assert refused.value.refusals[0].place == name
            assert refused.value.code == "unknown-place"


class AnyPlace(TestCase):
    def verify(self, asked: dict[str, str]) -> None:
        """No rows or a refusal, and nothing else, for the list is empty."""
        for order in (("-pk",), ("code", "pk"), ("-at", "-pk")):
            with suppress(Refused):
                assert not page_by_key(Action.objects.order_by(*order), 3, asked).rows

    @given(st.text(max_size=60), st.sampled_from(["after", "before"]))
    def test_is_a_page_or_is_refused(self, place: str, name: str) -> None:
        self.verify({name: place})

    @given(st.lists(st.none() | st.booleans() | st.integers() | st.text(max_size=20), max_size=3))
    def test_made_by_hand_is_a_page_or_is_refused(self, key: list[object]) -> None:
        self.verify({"after": mark(*key)})

    @given(st.datetimes(), st.integers())
    def test_of_a_moment_is_a_page_or_is_refused(self, moment: datetime, key: int) -> None:
        self.verify({"after": mark(moment.isoformat(), key)})
        self.verify({"after": mark(f"{moment.isoformat()}+14:00", key)})
