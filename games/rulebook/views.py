"""Pages of the rulebook: the list of books, and a searchable book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.rulebook import catalogue
from games.rulebook.catalogue import Book, Handling, Rule
from games.rulebook.forms import BookForm, ShelfForm
from games.systems.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class OptionOfRule:
    """An option of a game system that decides the reading of a rule, or whether it binds."""

    label: str
    url: str
    default: str
    """The meaning of its default; empty unless it is a choice between readings."""
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the page and its matching rules."""

    key: str
    title: str
    rules: tuple[tuple[Rule, tuple[OptionOfRule, ...]], ...]


def _section(key: str, title: str, rules: tuple[Rule, ...]) -> Section:
    options = _options_by_rule()
    return Section(key, title, tuple((rule, options.get(rule.id, ())) for rule in rules))


def _options_by_rule() -> Mapping[str, tuple[OptionOfRule, ...]]:
    options: dict[str, tuple[OptionOfRule, ...]] = {}
    for system in SYSTEMS.values():
        page = reverse("systems:system", args=[system.key])
        for option in system.options:
            words = dict(option.choices)
            default = words.pop(str(option.default), "")
            shown = OptionOfRule(
                option.label, f"{page}#option-{option.key}", default, tuple(words.values())
            )
            for rule in option.rules:
                options[rule] = (*options.get(rule, ()), shown)
    return options


def rule_url(rule: Rule) -> str:
    return f"{reverse('rulebook:book', args=[rule.book])}#{rule.id}"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    form = ShelfForm(request.GET)
    filters = form.asked()
    rules_found = catalogue.search(**filters) if filters else ()
    context = {
        "form": form,
        "asked": bool(filters),
        "count": len(rules_found),
        "sections": [
            _section(book.key, book.title, rules)
            for book in catalogue.books()
            if (rules := tuple(rule for rule in rules_found if rule.book == book.key))
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
    filters = form.asked()
    rules_found = catalogue.search(book=key, **filters)
    context = {
        "form": form,
        "asked": bool(filters),
        "count": len(rules_found),
        "sections": [
            _section(area.key, area.title, rules)
            for area in shown.areas
            if (rules := tuple(rule for rule in rules_found if rule.area == area.key))
        ],
        "handlings": list(Handling),
        "crumbs": [("Rulebook", reverse("rulebook:index")), (shown.title, "")],
        **_standing(shown),
    }
    return render(request, "rulebook/book.html", context)


def _standing(book: Book) -> dict[str, object]:
    """A book, the number of its rules that need software, and how many of these tests prove."""
    wanted = [rule for rule in book.rules if rule.handling.wants_software]
    return {"book": book, "wanted": len(wanted), "tested": sum(rule.tested for rule in wanted)}
