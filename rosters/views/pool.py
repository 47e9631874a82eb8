"""The pool of a card set: its page and its spreadsheet."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rosters.access import may_delete_cards
from rosters.editions import usual_preset
from rosters.forms.pool import PoolForm
from rosters.presenters.address import Address
from rosters.presenters.pool import heads, kinds, sorts, toggle, tray
from rosters.presenters.rows import pool_rows
from rosters.presenters.spreadsheet import pool_csv
from rosters.presenters.systems import presenter_of
from rosters.presenters.truth import truth_in_a_line
from rosters.rules.draft.squad_law import squad_laws
from rosters.selectors.card_sets import the_card_set
from rosters.selectors.clubs import club_names
from rosters.selectors.comparison import MOST_COMPARED, cards_by_number
from rosters.selectors.pool import figures_of, pool
from rosters.views.sources import DATA_TERMS
from rosters.years import write_years

PAGE = 50


@require_safe
def card_pool(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of a set: searched, filtered, sorted, page by page, picked for a comparison."""
    card_set = the_card_set(slug)
    form = PoolForm(card_set, request.GET)
    view = form.view()
    figures = figures_of(card_set, view.kind)
    found = pool(card_set, view).select_related("season")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    picked = cards_by_number(request.GET.getlist("card"))[:MOST_COMPARED]
    here = Address(request.path, request.GET)
    cards = list(page.object_list)
    rows = pool_rows(card_set, cards, figures, club_names([card_set], cards))
    context = {
        "card_set": card_set,
        "may_practise": request.user.is_authenticated and card_set.system_key in squad_laws(),
        "system_name": presenter_of(card_set.system_key).name,
        "own_pages": presenter_of(card_set.system_key).pages,
        "printed_set": presenter_of(card_set.system_key).printed_set,
        "law": usual_preset(card_set.system_key).name,
        "form": form,
        "presenter": presenter_of(card_set.system_key),
        "view": view,
        "page": page,
        "rows": [(row, toggle(row.card, picked, here), row.card in picked) for row in rows],
        "heads": heads(card_set, view, here),
        "sorts": sorts(card_set, view),
        "kinds": kinds(here),
        "kind": here.asking(kind=view.kind),
        "tray": tray(picked, here),
        "may_delete": may_delete_cards(request.user, card_set),
        "csv_url": Address(reverse("rosters:pool-csv", args=[slug]), request.GET).asking(card=""),
        "several_years": len(card_set.years) != 1,
        "years": write_years(card_set.years),
        "truth_line": truth_in_a_line(card_set),
        "more_is_asked": bool(set(form.narrowing) - {"q", "position", "eligible"}),
        "plain_url": here.asking(**dict.fromkeys(form.narrowing, "")),
        "crumbs": [
            ("Home", reverse("home")),
            ("Cards", reverse("rosters:card-sets")),
            (card_set.name, ""),
        ],
    }
    return render(request, "rosters/pool.html", context)


@require_safe
def spreadsheet(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The view that the page's address asks for, all of its pages, as CSV."""
    card_set = the_card_set(slug)
    view = PoolForm(card_set, request.GET).view()
    return StreamingHttpResponse(
        pool_csv(card_set, view),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{slug}.csv"',
            "Link": DATA_TERMS,
        },
    )
