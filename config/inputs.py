"""Checks of everything that comes in from outside, before any form or view reads it.

No text here holds a control character other than tab and line end (NUL, which PostgreSQL cannot
store, is one), or half of a surrogate pair, which cannot be written down as UTF-8; no number is
larger than what a database counts with; nothing nests deeper than anything that is asked for. JSON
is read here and nowhere else, and the middleware looks at every address, query and form, so that no
field has to think of it.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

from config.refusals import Refusal, Refused, envelope, refuse_all, text_problem

DEEPEST = 12
"""Lists in lists: what is asked for nests four deep."""

MOST_ITEMS = 5_000
"""The most items of any list or object in a body; each field has a maximum of its own as well."""

LARGEST_NUMBER = 2**63 - 1
MOST_REFUSALS = 20
LONGEST_REASON = 300


def decode(data: bytes) -> str:
    """Text as it is sent; ``not-utf-8`` at the line where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(
            Refusal("not-utf-8", "This is not UTF-8 text from here on.", f"line {line}")
        ) from error


def read_json(text: str, place: str = "", *, most: int = MOST_ITEMS) -> Any:
    """The value that the text writes.

    Refused: ``not-json``, ``nested-too-deep``, ``illegal-character``, ``number-too-large`` and, for
    lists and objects of more than ``most``, ``too-many-items``; each with its place behind
    ``place``, in the form ``clubs.2.name``.
    """
    try:
        value = json.loads(text, parse_int=_whole, parse_constant=_no_number)
    except RecursionError as error:
        raise Refused(_too_deep(place)) from error
    except json.JSONDecodeError as error:
        raise Refused(
            Refusal("not-json", f"This is not JSON: {error.msg}.", place or f"line {error.lineno}")
        ) from error
    refuse_all(islice(value_problems(value, place, most=most), MOST_REFUSALS))
    return value


def value_problems(value: Any, place: str = "", *, most: int = MOST_ITEMS) -> Iterator[Refusal]:
    """What is wrong with a value read from JSON, whatever it is for."""
    waiting = [(value, place, 0)]
    while waiting:
        found, here, depth = waiting.pop()
        if isinstance(found, str):
            problem = text_problem(found, here)
            if problem:
                yield problem
        elif isinstance(found, dict | list):
            if depth == DEEPEST:
                yield _too_deep(here)
            elif len(found) > most:
                yield Refusal(
                    "too-many-items",
                    f"There are {len(found)} here; {most} are the most.",
                    here,
                    {"most": most, "given": len(found)},
                )
            else:
                inner, wrong = _inside(found, here)
                yield from wrong
                waiting += [(each, within, depth + 1) for each, within in reversed(inner)]
        elif isinstance(found, int | float) and not _countable(found):
            yield Refusal("number-too-large", "Nothing here is as large as this number.", here)


def _inside(found: Any, here: str) -> tuple[list[tuple[Any, str]], list[Refusal]]:
    """The values in a list or object with their places, and what is wrong with its keys."""
    prefix = f"{here}." if here else ""
    if isinstance(found, list):
        return [(each, f"{prefix}{number}") for number, each in enumerate(found)], []
    wrong = [problem for key in found if (problem := text_problem(key, here))]
    # A key that cannot be written down cannot be part of a place either.
    return [
        (each, f"{prefix}{key}") for key, each in found.items() if text_problem(key) is None
    ], wrong


def _whole(digits: str) -> float:
    """A whole number; one that Python itself refuses to read is as good as endless."""
    return int(digits) if len(digits) < 40 else math.inf


def _no_number(word: str) -> Any:
    raise json.JSONDecodeError(f"{word} is no number", word, 0)


def _countable(number: float) -> bool:
    return math.isfinite(number) and abs(number) <= LARGEST_NUMBER


def _too_deep(place: str) -> Refusal:
    return Refusal(
        "nested-too-deep",
        f"Nothing here nests deeper than {DEEPEST} lists or objects.",
        place,
        {"most": DEEPEST},
    )


def whole_number(written: str | None, *, most: int = LARGEST_NUMBER) -> int | None:
    """A number of 0 to ``most`` as people and addresses write it; None for anything else."""
    text = (written or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_NUMBER))):
        return None
    number = int(text)
    return number if number <= most else None


def number_sent(sent: Mapping[str, str], key: str) -> int:
    """The number that a form sent under ``key``. Refused there: ``not-a-number`` for a field that
    is missing or says anything else."""
    given = sent.get(key, "")
    number = whole_number(given)
    if number is None:
        raise Refused(Refusal("not-a-number", f"{given[:40]!r} is not a number.", key))
    return number


def form_refusals(form: BaseForm) -> tuple[Refusal, ...]:
    """Everything that a form does not accept, each with the field's label for its place."""
    return tuple(
        Refusal(
            error.code or "invalid",
            sentence,
            str(form[name].label) if name in form.fields else "",
        )
        for name, errors in form.errors.as_data().items()
        for error in errors
        for sentence in error.messages
    )


def reason_of(given: str) -> str:
    """The reason that a user gives for an act, as it is stored. Refused: ``reason-missing``."""
    reason = given.strip()[:LONGEST_REASON]
    if not reason:
        raise Refused(Refusal("reason-missing", "Say why.", "reason"))
    return reason


TOO_LARGE = "horsehide.body_too_large"
"""Key of an ASGI scope: the limit in bytes that the body exceeded. Then nothing of it is read."""


class InputMiddleware(MiddlewareMixin):
    """Turn away what can be nothing anybody means, before a view or a form sees it."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """A body that was larger than its address takes was not read to its end."""
        limit = getattr(request, "scope", {}).get(TOO_LARGE)
        if limit is None:
            return None
        refusal = Refusal(
            "body-too-large",
            f"This address takes up to {limit // 1024} kilobytes.",
            facts={"most": limit},
        )
        return refused_response(request, 413, [refusal], heading="Out of the park")

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        arguments: list[Any],
        named: Mapping[str, Any],
    ) -> HttpResponse | None:
        if text_problem(request.path_info):
            if is_api(request):
                nothing = Refusal("not-found", "There is nothing here that you may see.")
                return refused_response(request, 404, [nothing])
            raise Http404("No address holds such a character.")
        refusals = list(islice(_form_problems(request), MOST_REFUSALS))
        return refused_response(request, 400, refusals) if refusals else None


def _form_problems(request: HttpRequest) -> Iterator[Refusal]:
    """What is wrong with the query and with the fields of a form."""
    given = [request.GET]
    if request.content_type in (
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ) and not is_api(request):
        given.append(request.POST)
    for fields in given:
        for name, values in fields.lists():
            place = "" if text_problem(name) else name
            for text in (name, *values):
                problem = text_problem(text, place) if isinstance(text, str) else None
                if problem:
                    yield problem


def is_api(request: HttpRequest) -> bool:
    """Whether the answer is for a program."""
    return request.path_info.startswith("/api/")


def refused_response(
    request: HttpRequest, status: int, refusals: list[Refusal], heading: str = "Illegal pitch"
) -> HttpResponse:
    """No, as the API's envelope or as a page that stands alone."""
    if is_api(request):
        return HttpResponse(
            json.dumps(envelope(refusals)), status=status, content_type="application/json"
        )
    page = render_to_string(
        "400.html",
        {
            "code": str(status),
            "heading": heading,
            "sentence": " ".join(str(refusal) for refusal in refusals),
        },
    )
    return HttpResponse(page, status=status)
