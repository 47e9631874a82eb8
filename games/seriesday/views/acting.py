"""What the pages of a series day share on which something is done: who may, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from config.people.scopes import Visitor
from config.refusals import Refusal, Refused
from games.models import Series
from games.seriesday.access import part_in
from games.seriesday.consequences import warnings
from games.seriesday.models import Ruling

Shown = TypeVar("Shown", Series, Ruling)
View = Callable[..., HttpResponse]


def act_page(
    find: Callable[[Visitor, int], Shown],
    act: Callable[[HttpRequest, Shown], HttpResponse],
) -> Callable[[Callable[[HttpRequest, Shown, tuple[Refusal, ...]], HttpResponse]], View]:
    """A page that everybody may read who may see its series, and on which those with a part in it
    do something.

    ``find`` is for users who may look, others get 404; ``act`` does what was sent and answers it.
    What is refused is told on the page, which is found anew for it: an act may have altered what it
    was given before it was refused. Who has not signed in does so before he acts.
    """

    def made(page: Callable[[HttpRequest, Shown, tuple[Refusal, ...]], HttpResponse]) -> View:
        @wraps(page)
        def view(request: HttpRequest, pk: int) -> HttpResponse:
            if request.method != "POST":
                return page(request, find(request.user, pk), ())
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            found = find(request.user, pk)
            series = found if isinstance(found, Series) else found.series
            if not part_in(request.user, series).has_part:
                raise Http404("No such page.")
            try:
                with telling_what_follows(request, series.scope):
                    return act(request, found)
            except Refused as refused:
                return page(request, find(request.user, pk), refused.refusals)

        return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))

    return made


@contextmanager
def telling_what_follows(request: HttpRequest, scope: str) -> Iterator[None]:
    """Anyone who changes a result is told what had been drawn upon it, when it is done."""
    before = warnings(scope)
    yield
    for words in warnings(scope):
        if words not in before:
            messages.warning(request, words)


def done(request: HttpRequest, words: str, name: str, pk: int) -> HttpResponse:
    """The answer to an act that was done: the page ``name``, which says so."""
    messages.success(request, words)
    return redirect(f"seriesday:{name}", pk)


def unknown_act() -> Refused:
    """What is answered to an act that no button sends."""
    return Refused(Refusal("unknown-act", "There is no such act.", "act"))
