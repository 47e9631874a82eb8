"""Every page, asked for and written to by somebody who means harm: no answer is an error."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from games.views.score import ACTS as SCORING
from tests.config.page_requests import addresses, bodies
from tests.config.test_access import TABLE
from tests.personas import VISITORS, Event, an_event, browsers, nothing_lasts
from tournaments.views.acts import ACTS as DESK

pytestmark = [pytest.mark.long, pytest.mark.django_db]

HOSTILE = ("\0", "9" * 5000, "9" * 23, "-1", "[" * 3000, "ß" * 60, "'\"<>&;%00")

NAMES = (
    *("act", "after", "against", "before", "bats", "card", "club", "clubs", "dice", "die-1"),
    *("email", "entrant", "entries", "entry", "first", "invite", "kind", "list", "mark", "member"),
    *("mood", "name", "next", "number", "opened", "option_innings", "order", "own", "page", "part"),
    *("page_size", "position", "q", "rating", "reason", "rewind", "role", "round", "seed"),
    *("series", "settings", "sort", "source", "system", "team", "throws", "topic", "username"),
    *("visibility", "year", "years", "abbreviation", "batting_order"),
)
"""What any address or form of the house is asked or given."""


def errors(
    ask: Any,
    method: str,
    where: dict[str, str],
    tried: Callable[[], list[dict[str, Any]]],
) -> list[str]:
    """The calls that ended in an error, over all the addresses; ``tried`` is what an address is
    sent."""
    wrong = []
    for name, url in where.items():
        for given in tried():
            try:
                with nothing_lasts():
                    answer = ask(method, url.split("?")[0], given)
                found = str(answer.status_code) if answer.status_code >= 500 else ""
            except Exception as error:
                found = repr(error)[:200]
            if found:
                wrong.append(f"{method} {name} {str(given)[:60]}: {found}")
    return wrong


def mixed(values: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every name once with half of the values or more, every request with all of them: a page does
    not get far with the worst alone."""
    for turn in range(0, len(values), 2):
        yield {name: values[(at + turn) % len(values)] for at, name in enumerate(NAMES)}


def director_of_an_event() -> tuple[Event, Any]:
    event, people = an_event("private")
    return event, browsers(people)[VISITORS.index("director")]


def test_no_query_breaks_a_page(sweep):
    event, ask = director_of_an_event()
    where = {name: url for name, url in addresses(event).items() if (name, "get") in TABLE}
    # A stream has no end, and the health of a house is asked for without words.
    for name in ("live:stream", "health-ready"):
        del where[name]
    assert errors(ask, "get", where, lambda: sweep(mixed(HOSTILE), 4)) == []


def test_no_form_breaks_a_page(sweep):
    event, ask = director_of_an_event()
    where = {name: url for name, url in addresses(event).items() if (name, "post") in TABLE}
    blank = [dict.fromkeys(NAMES, value) for value in HOSTILE]
    assert errors(ask, "post", where, lambda: sweep(blank, 4)) == []
    for name, sound in bodies(event).items():
        # One field at a time, beside those that are as they should be.
        spoilt = [{**sound, field: value} for field in sound for value in sweep(HOSTILE, 7)]
        assert errors(ask, "post", {name: where[name]}, lambda spoilt=spoilt: spoilt) == []


@pytest.mark.parametrize(("page", "acts"), [("tournaments:desk", DESK), ("games:score", SCORING)])
def test_no_act_breaks_its_page(page, acts, sweep):
    event, ask = director_of_an_event()
    fields = [
        {**dict.fromkeys(NAMES, value), "act": act, "after": after}
        for act in acts
        for value, after in sweep(
            [(value, after) for value in HOSTILE for after in ("1", value)], 7
        )
    ]
    assert errors(ask, "post", {page: addresses(event)[page]}, lambda: fields) == []
