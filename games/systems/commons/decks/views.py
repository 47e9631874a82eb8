"""Pages of decks: the list of the user's decks, the editor, files and printed sheets."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.bodies import takes
from config.downloads import csv_file
from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from config.spreadsheets import read_as
from games.systems.commons.decks import services
from games.systems.commons.decks.files import read_deck, write_deck
from games.systems.commons.decks.forms import LARGEST, NewDeckForm, PoolForm
from games.systems.commons.decks.own import decks_of, own_deck
from games.systems.commons.decks.pool import asked_cards
from games.systems.commons.decks.presenter import cards_of, offers, shown
from games.systems.commons.decks.printing import SHEETS, printed
from games.systems.commons.models import Deck

PAGE = 25

LARGEST_BODY = LARGEST + 64 * 1024


@takes(LARGEST_BODY)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def decks(request: HttpRequest) -> HttpResponse:
    """The user's decks, and a form for a new one."""
    user = cast(User, request.user)
    form = NewDeckForm(request.POST, request.FILES) if request.method == "POST" else NewDeckForm()
    refusals: tuple[Refusal, ...] = ()
    if form.is_bound and form.is_valid():
        try:
            data = form.cleaned_data["file"]
            new_deck = services.make_deck(
                name=form.cleaned_data["name"],
                acting_user=user,
                cards=read_deck(data) if data else (),
            )
        except Refused as refused:
            refusals = refused.refusals
        else:
            if data:
                messages.success(request, f"The deck is as the file says.{read_as(data)}")
            return redirect(new_deck)
    context = {
        "form": form,
        "refusals": refusals,
        "decks": [shown(deck) for deck in decks_of(user)],
        "crumbs": [("Home", reverse("home")), ("Decks", "")],
    }
    status = 422 if form.errors or refusals else 200
    return render(request, "commons/decks.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deck(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor: the deck, its counts and faults, and the pool of all years."""
    user = cast(User, request.user)
    edited = own_deck(user, pk)
    refusals: tuple[Refusal, ...] = ()
    form = PoolForm(request.GET)
    if request.method == "POST":
        try:
            message = _act(request.POST, edited, form, user)
        except Refused as refused:
            refusals = refused.refusals
        else:
            if not request.headers.get("HX-Request"):
                if message:
                    messages.success(request, message)
                return redirect(request.get_full_path())
            edited.refresh_from_db()
    return _editor(request, edited, form, refusals)


def _editor(
    request: HttpRequest, found: Deck, form: PoolForm, refusals: tuple[Refusal, ...]
) -> HttpResponse:
    view = shown(found)
    inside = [card.key for card in view.cards]
    pool = asked_cards(form.asked(), inside, view.weakest())
    page = Paginator(pool, PAGE).get_page(request.GET.get("page"))
    context = {
        "deck": found,
        "shown": view,
        "kinds": [("Batters", view.batters), ("Pitchers", view.pitchers)],
        "form": form,
        "page": page,
        "offers": offers(list(page.object_list), view),
        "refusals": refusals,
        "name": request.POST.get("name", found.name) if refusals else found.name,
        "here": request.get_full_path(),
        "sheets": SHEETS,
        "crumbs": _crumbs(found),
    }
    status = 422 if refusals else 200
    return render(request, "commons/deck.html", context, status=status)


def _act(sent: QueryDict, found: Deck, form: PoolForm, user: User) -> str:
    """Perform the act of a button; return the text of the toast."""
    common: dict[str, Any] = {"deck": found, "acting_user": user}
    if "add" in sent:
        services.add_card(**common, card=_number(sent, "add"))
        return ""
    if "remove" in sent:
        services.remove_card(**common, card=_number(sent, "remove"))
        return ""
    for name, by in (("up", -1), ("down", 1)):
        if name in sent:
            services.move_card(**common, card=_number(sent, name), by=by)
            return ""
    if "order" in sent and "build" not in sent:
        numbers = (whole_number(str(value)) for value in sent.getlist("order"))
        wanted = [number for number in numbers if number is not None]
        services.change_cards(
            **common,
            # Dragging reorders cards and adds none.
            change=lambda keys: [
                *(key for key in wanted if key in keys),
                *(key for key in keys if key not in wanted),
            ],
        )
        return ""
    if "build" in sent:
        built = services.build_deck(**common, keep=sent["build"] == "fill", asked=form.asked())
        return f"A deck of {built.points} points."
    if "name" in sent:
        services.rename_deck(**common, name=str(sent["name"]))
        return "The deck has another name."
    raise Refused(Refusal("nothing-asked", "Nothing was asked for."))


def _number(sent: QueryDict, name: str) -> int:
    text = str(sent[name])
    number = whole_number(text)
    if number is None:
        raise Refused(Refusal("no-such-card", f"{text[:20]!r} is the number of no card.", name))
    return number


@require_POST
@login_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a deck away."""
    user = cast(User, request.user)
    own = own_deck(user, pk)
    services.delete_deck(deck=own, acting_user=user)
    messages.success(request, f"{own} is gone.")
    return redirect("commons:decks")


@login_required
@require_safe
def spreadsheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The deck as a file, from which the same deck can be created."""
    own = own_deck(cast(User, request.user), pk)
    return csv_file(write_deck(cards_of(own)), f"deck-{own.pk}")


@login_required
@require_safe
def paper(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """A printed sheet of a deck: labels, slips, its list, god cards, a score sheet."""
    if what not in SHEETS:
        raise Http404("There is no print-out of that name.")
    own = own_deck(cast(User, request.user), pk)
    context = {
        "deck": own,
        "what": what,
        "sheet": SHEETS[what],
        "sheets": SHEETS,
        **printed(what, shown(own)),
        "crumbs": [*_crumbs(own)[:-1], (own.name, own.get_absolute_url()), ("Print", "")],
    }
    return render(request, f"commons/print/{SHEETS[what].template}.html", context)


def _crumbs(found: Deck) -> list[tuple[str, str]]:
    return [("Home", reverse("home")), ("Decks", reverse("commons:decks")), (found.name, "")]
