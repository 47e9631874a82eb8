"""The pages around the room: wall, log, recap, spreadsheet, typing in, practice."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.downloads import csv_file
from config.jobs.models import Job
from config.people.models import User
from config.refusals import Refusal, Refused
from config.spreadsheets import write_rows
from rosters.drafts import access, presenters
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.projecting import projected
from rosters.drafts.recap import recap_of
from rosters.drafts.services.practising import practise, practise_for
from rosters.drafts.services.projecting import PROJECT
from rosters.drafts.services.settling import looked_at
from rosters.drafts.services.typing_in import PickRow, read_sheet
from rosters.drafts.services.typing_in import type_in as type_in_sheet
from rosters.drafts.sheets import PICK_COLUMNS, pick_rows
from rosters.drafts.views.acts import division_of, number
from rosters.drafts.views.parts import divisions_of, wall_context
from rosters.drafts.views.room import room_head
from rosters.editions import usual_preset
from rosters.matching import answered, doubts_of, posted_sheet
from rosters.models import CardSet
from rosters.rules.draft.settings import settings_of

LOG_PAGE = 25


@never_cache
@require_safe
def wall(request: HttpRequest, pk: int) -> HttpResponse:
    """The board alone and large, for a projector; anyone who may look may look."""
    draft = access.seen_draft(request.user, pk)
    if draft.state == Draft.State.PREPARING:
        return redirect(draft.get_absolute_url())
    context = wall_context(draft, division_of(request, draft), alone=False)
    htmx = getattr(request, "htmx", None)
    return render(request, "drafts/_wall.html" if htmx else "drafts/wall.html", context)


@never_cache
@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    """The board for anyone who has the link to it, of an event that is private, too: to be looked
    at and nothing else."""
    draft = access.linked_draft(key)
    if draft is None:
        raise Http404("No such board.")
    context = wall_context(draft, division_of(request, draft), alone=True)
    htmx = getattr(request, "htmx", None)
    answer = render(request, "drafts/_wall.html" if htmx else "drafts/wall.html", context)
    # The address is the key: neither a search engine nor the next page is told it.
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer


@require_safe
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that happened, latest first."""
    draft = access.seen_draft(request.user, pk)
    division = division_of(request, draft)
    room = looked_at(draft, division, now=timezone.now())
    lines = (
        DraftEvent.objects.filter(draft=draft, division=division)
        .select_related("actor")
        .order_by("-number")
    )
    page = Paginator(lines, LOG_PAGE).get_page(request.GET.get("page"))
    context = {
        **room_head(request, draft),
        "division": division,
        "divisions": divisions_of(draft),
        "at": request.path,
        "page": page,
        "lines": presenters.log_lines(room, list(page)),
    }
    return render(request, "drafts/log.html", context)


@require_safe
def recap(request: HttpRequest, pk: int) -> HttpResponse:
    """Every squad as it was drafted, its holes, and who went early and late."""
    draft = access.seen_draft(request.user, pk)
    if draft.state == Draft.State.PREPARING:
        return redirect(draft.get_absolute_url())
    division = division_of(request, draft)
    room = looked_at(draft, division, now=timezone.now())
    context = {
        **room_head(request, draft),
        "division": division,
        "divisions": divisions_of(draft),
        "at": request.path,
        "is_auction": room.board.settings.is_auction,
        "squads": recap_of(room, presenters.cards_on(room)),
        "projected": [
            (row, room.seats[row.slot], f"{100 * row.share:.1f}", f"{100 * row.error:.1f}")
            for row in projected(draft, room)
        ],
        "is_full": room.board.is_full,
        "job": Job.objects.filter(
            kind=PROJECT, scope=draft.scope, arguments__division=division, state__in=Job.LIVE
        ).first(),
    }
    return render(request, "drafts/recap.html", context)


@require_safe
def spreadsheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Every pick as CSV."""
    draft = access.seen_draft(request.user, pk)
    return csv_file(write_rows([PICK_COLUMNS, *pick_rows(draft)]), f"draft-{draft.pk}")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def type_in(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft done at a table: its sheet, and what is in doubt about it."""
    draft = access.directed_draft(request.user, pk)
    division = division_of(request, draft)
    sheet = request.POST.get("sheet", "")
    refusals: tuple[Refusal, ...] = ()
    lines: list[PickRow] = []
    if request.method == "POST":
        try:
            sheet, how = posted_sheet(request)
            lines = read_sheet(sheet, priced=draft.settled.is_auction)
            entered = type_in_sheet(
                draft=draft,
                division=division,
                lines=lines,
                meant=answered(request.POST, lines),
                acting_user=cast(User, request.user),
                now=timezone.now(),
            )
        except Refused as refused:
            refusals = refused.refusals
        else:
            messages.success(request, f"{entered} picks are entered.{how}")
            return redirect(draft.get_absolute_url())
    context = {
        **room_head(request, draft),
        "division": division,
        "sheet": sheet,
        "is_auction": draft.settled.is_auction,
        "refusals": [each for each in refusals if not each.facts.get("meant")],
        "doubts": doubts_of(refusals, request.POST, lines) if refusals else [],
    }
    return render(request, "drafts/type_in.html", context, status=422 if refusals else 200)


@login_required
@require_POST
def practise_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Practise this draft alone against the house."""
    draft = access.seen_draft(request.user, pk)
    slot = number(request.POST, "slot") if request.POST.get("slot") else None
    try:
        made = practise_for(
            draft=draft, slot=slot, acting_user=cast(User, request.user), now=timezone.now()
        )
    except Refused as refused:
        for each in refused.refusals:
            messages.error(request, each.message)
        return redirect(draft.get_absolute_url())
    return redirect(made.get_absolute_url())


@login_required
@require_POST
def practise_with(request: HttpRequest, slug: str) -> HttpResponse:
    """Practise with the cards of a set, without an event."""
    card_set = CardSet.objects.filter(slug=slug).first()
    if card_set is None:
        raise Http404("No such cards.")
    try:
        made = practise(
            card_set=card_set,
            teams=number(request.POST, "teams", 8),
            slot=number(request.POST, "slot", 1),
            settings=settings_of(usual_preset(card_set.system_key).edition),
            acting_user=cast(User, request.user),
            now=timezone.now(),
        )
    except Refused as refused:
        for each in refused.refusals:
            messages.error(request, each.message)
        return redirect("rosters:pool", slug)
    return redirect(made.get_absolute_url())
