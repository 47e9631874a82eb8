"""A person's notices, and which kinds of them are wanted."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import trigger_client_event

from config.inputs import whole_number
from config.notices.kinds import KINDS
from config.notices.selectors import titles_after, unwanted_by, waiting_for
from config.notices.services import choose_kinds, mark_read
from config.people import scopes
from config.people.models import User
from config.refusals import Refusal, Refused
from config.ui.frame import show


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """What waits for you. A post says that all of it was seen, or what is wanted."""
    user = cast(User, request.user)
    if request.method != "POST":
        return _page(request, user)
    try:
        done = _act(request, user)
    except Refused as refused:
        return _page(request, user, refused.refusals)
    messages.success(request, done)
    return redirect("notices:page")


@never_cache
@require_safe
def bell(request: HttpRequest) -> HttpResponse:
    """The bell anew, for the page that was told of a change; what came since notice ``after`` is
    said aloud. Nothing for who is signed out by now."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    response = render(request, "partials/bell.html")
    after = whole_number(request.GET.get("after", ""))
    titles = [] if after is None else titles_after(request.user, after, timezone.now())
    if titles:
        words = titles[0] if len(titles) == 1 else f"{len(titles)} things wait for you now."
        trigger_client_event(response, "toast", {"message": words, "level": "info"})
    return response


def _act(request: HttpRequest, user: User) -> str:
    match request.POST.get("act", ""):
        case "read":
            mark_read(user=user, now=timezone.now())
            return "Everything is marked as read."
        case "choose":
            wanted = set(request.POST.getlist("wanted"))
            choose_kinds(user=user, unwanted=set(KINDS) - wanted)
            return "Saved."
    raise Refused(Refusal("unknown-act", "There is no such act.", "act"))


def _page(request: HttpRequest, user: User, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    waiting = waiting_for(user, timezone.now())
    places = {scope: scopes.way_back(scope) for scope in {each.scope for each in waiting}}
    unwanted = unwanted_by(user)
    context: dict[str, Any] = {
        "waiting": [(each, KINDS[each.kind], places[each.scope]) for each in waiting],
        "unread": any(each.read_at is None for each in waiting),
        "kinds": [(kind, kind.key not in unwanted) for kind in KINDS.values()],
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return show(request, "notices/page.html", "notices/_waiting.html", context, status=status)
