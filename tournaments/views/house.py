"""What players did in all events of the house: records of a game, a season, a career."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from config.downloads import csv_file
from config.people.models import User
from config.refusals import Refusal, envelope
from config.spreadsheets import write_rows
from games.systems.registry import SYSTEMS
from tournaments.book.house import CAREER_OUTS, CAREER_TURNS, records_of
from tournaments.book.models import HouseBook
from tournaments.selectors.access import directed_tournament
from tournaments.services.house_records import count_in_house

PARTS = (
    ("career", "Careers in this house"),
    ("season", "Seasons"),
    ("game", "Games"),
    ("streak", "Streaks of a season"),
)


def asked_system(key: str) -> tuple[str, list[tuple[str, str]], list[Refusal]]:
    """The game system that is meant, those that have records, and what is wrong with what was asked
    for: ``unknown-system``."""
    names = {each: system.name for each, system in SYSTEMS.items()}
    counted = HouseBook.objects.order_by("-counted_at").values_list("system_key", flat=True)
    known = [(each, names.get(each, each)) for each in counted]
    if not key:
        return (known[0][0] if known else ""), known, []
    if key in dict(known) or key in names:
        return key, known, []
    words = f"There is no game system “{key[:40]}”."
    return "", known, [Refusal("unknown-system", words, "system", {"known": sorted(names)})]


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The records of players under one game system, of one part at a time: careers, seasons, games
    or streaks."""
    key, known, refusals = asked_system(request.GET.get("system", ""))
    found = records_of(key) if key else None
    part = request.GET.get("part", "") or PARTS[0][0]
    if part not in dict(PARTS):
        words = f"Nothing is kept by the name “{part[:40]}”."
        refusals.append(Refusal("unknown-part", words, "part", {"known": list(dict(PARTS))}))
        part = PARTS[0][0]
    context = {
        "found": found,
        "part": part,
        "parts": PARTS,
        "title": dict(PARTS)[part],
        "lists": found.data[part] if found else [],
        "system": key,
        "systems": sorted(known, key=lambda each: each[1]),
        "refusals": refusals,
        "turns": CAREER_TURNS,
        "innings": CAREER_OUTS // 3,
        "crumbs": [
            ("Home", reverse("home")),
            ("All-time records", reverse("tournaments:records")),
            ("Players", ""),
        ],
    }
    return render(request, "tournaments/house.html", context, status=400 if refusals else 200)


@require_safe
def players_file(request: HttpRequest, form: str) -> HttpResponse:
    """The same as CSV or JSON."""
    key, _, refusals = asked_system(request.GET.get("system", ""))
    if refusals:
        return JsonResponse(envelope(refusals), status=400)
    found = records_of(key) if key else None
    data = found.data if found else {part: [] for part, _ in PARTS}
    headers = {"Content-Disposition": f'attachment; filename="records-of-men.{form}"'}
    if form == "json":
        counted = found.counted_at if found else None
        told = {"system": key, "counted_at": counted, **data}
        return JsonResponse(told, headers=headers)
    rows: list[Sequence[Any]] = [["of", "what", "rank", "player", "event", "value"]]
    for part, _ in PARTS:
        for each in data[part]:
            rows += [
                [part, each["key"], line["rank"], line["name"], line["event"] or "", line["shown"]]
                for line in each["lines"]
            ]
    return csv_file(write_rows(rows), "records-of-men")


@require_POST
@login_required
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """A director says whether a private event is part of the house's records."""
    tournament = directed_tournament(request.user, slug)
    counts = request.POST.get("in_house", "") == "1"
    count_in_house(tournament=tournament, counts=counts, acting_user=cast(User, request.user))
    words = "is part of the house's records" if counts else "stays out of the house's records"
    messages.success(request, f"{tournament} {words}.")
    return redirect("tournaments:feats", slug)
