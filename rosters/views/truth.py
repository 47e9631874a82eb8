"""How true the cards of a set are."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rosters.makers.base import HITTER, PITCHER
from rosters.presenters.address import Address
from rosters.presenters.rows import card_url
from rosters.presenters.systems import presenter_of
from rosters.presenters.truth import errors_of, truth_in_a_line, truth_of
from rosters.selectors.card_sets import least_true, the_card_set
from rosters.years import write_years

PAGE = 50

KINDS = ((HITTER, "Hitters"), (PITCHER, "Pitchers"))


@require_safe
def truth(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom the cards of a set are made for, how true they came out, and every card's errors."""
    card_set = the_card_set(slug)
    kind = PITCHER if request.GET.get("kind") == PITCHER else HITTER
    here = Address(request.path, request.GET)
    page = Paginator(least_true(card_set, kind), PAGE).get_page(request.GET.get("page"))
    rows = [(errors_of(card), card_url(card_set, card.key)) for card in page.object_list]
    context = {
        "card_set": card_set,
        "system_name": presenter_of(card_set.system_key).name,
        "years": write_years(card_set.years),
        "truth": truth_of(card_set),
        "line": truth_in_a_line(card_set),
        "page": page,
        "rows": rows,
        "figures": [figure for figure, *_ in rows[0][0].figures] if rows else [],
        "kinds": [(label, here.asking(kind=key, page="")) for key, label in KINDS],
        "kind": here.asking(kind=kind, page=""),
        "crumbs": [
            ("Home", reverse("home")),
            ("Cards", reverse("rosters:card-sets")),
            (card_set.name, reverse("rosters:pool", args=[slug])),
            ("How true", ""),
        ],
    }
    return render(request, "rosters/truth.html", context)
