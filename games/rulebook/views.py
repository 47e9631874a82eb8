"""Pages of the rulebook: the shelf of books, and a book that can be searched."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.rulebook import catalogue
from games.rulebook.catalogue import Book, Handling, Rule
from games.rulebook.forms import BookForm, ShelfForm


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the page and the rules found under it."""

    key: str
    title: str
    rules: tuple[Rule, ...]


def rule_url(rule: Rule) -> str:
    """The rule's place on its book's page."""
    return f"{reverse('rulebook:book', args=[rule.book])}#{rule.id}"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    form = ShelfForm(request.GET)
    asked = form.asked()
    found = catalogue.search(**asked) if asked else ()
    context = {
        "form": form,
        "asked": bool(asked),
        "count": len(found),
        "sections": [
            Section(book.key, book.title, rules)
            for book in catalogue.books()
            if (rules := tuple(rule for rule in found if rule.book == book.key))
        ],
        "shelf": [_standing(book) for book in catalogue.books()],
        "handlings": list(Handling),
    }
    return render(request, "rulebook/index.html", context)


@require_safe
def book(request: HttpRequest, key: str) -> HttpResponse:
    try:
        shown = catalogue.book(key)
    except KeyError:
        raise Http404(f"There is no book {key}.") from None
    form = BookForm(shown, request.GET)
    asked = form.asked()
    found = catalogue.search(book=key, **asked)
    context = {
        "form": form,
        "asked": bool(asked),
        "count": len(found),
        "sections": [
            Section(area.key, area.title, rules)
            for area in shown.areas
            if (rules := tuple(rule for rule in found if rule.area == area.key))
        ],
        "handlings": list(Handling),
        "crumbs": [("Rulebook", reverse("rulebook:index")), (shown.title, "")],
        **_standing(shown),
    }
    return render(request, "rulebook/book.html", context)


def _standing(book: Book) -> dict[str, object]:
    """A book, how many of its rules ask something of the software, and how many tests prove."""
    wanted = [rule for rule in book.rules if rule.handling.wants_software]
    return {"book": book, "wanted": len(wanted), "tested": sum(rule.tested for rule in wanted)}
