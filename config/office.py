"""What the rooms' pages in the back office share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from typing import Any, ClassVar
from urllib.parse import parse_qsl

from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.contrib.admin.options import ShowFacets
from django.core.exceptions import ValidationError
from django.db.models import JSONField, Model, Q, TextField
from django.db.models.query import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import smart_split
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.views import ChangeList

from config.paging import AFTER, BEFORE, Page, or_first, page_by_key

Found = dict[tuple[type[Model], str, tuple[str, ...]], Any]
"""The rows of other tables in which a word occurs, by table, by the column that is pointed at and
by those that were looked through: its values, or a query where they are many."""

PAGE = 50

BACK = {"7": "a week", "30": "a month", "90": "three months", "365": "a year"}

MOST_NAMED = 300
"""Rows of another table that are named one by one in a search; of more, the database is asked."""

MOST_FOUND = 5000
"""Rows that a search's rare words lead to, beyond which they are not rare."""

MOST_WORDS = 6
"""Words of a search that count; each asks every table anew."""


class ReadOnly:
    """Rows are looked at, by everybody of the staff: every change goes through the services, which
    check and log."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class OperatorOnly:
    """Tokens, sign-ins and groups are for who runs the house, and not for its directors."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)


class KeepsSeeds:
    """Anyone who knows a seed knows the dice to come: it is neither shown nor asked for.

    The second matters as much as the first: a list that can be narrowed by ``seed__startswith``
    gives a seed away letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        if "seed" in lookup.split("__"):
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[misc]


class Neighbours:
    """What the office's list shows below itself, in the place of numbered pages."""

    template_name = "office/neighbours.html"
    per_page = PAGE

    def __init__(self, count: int) -> None:
        self.count = count


class ListByKey(ChangeList):
    """A list of the office: page by key, without the columns that it does not show, and counting
    nothing but what it shows."""

    def get_queryset(
        self, request: HttpRequest, exclude_parameters: list[str | None] | None = None
    ) -> QuerySet[Any]:
        # They say where in the list, and would be taken for columns to filter by.
        for name in (AFTER, BEFORE):
            self.params.pop(name, None)
            self.filter_params.pop(name, None)
        return super().get_queryset(request, exclude_parameters)

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        return list(self.model_admin.get_ordering(request))

    def get_results(self, request: HttpRequest) -> None:
        found = self.queryset.defer(*_unshown(self))
        self.page: Page = or_first(partial(page_by_key, found, PAGE), request.GET.dict())
        self.result_list = self.page.rows
        self.result_count = len(self.page)
        # The theme's heading would call the page's rows the results; the foot says what they are.
        self.full_result_count: Any = self.result_count
        self.show_full_result_count = False
        self.show_admin_actions = True
        self.can_show_all = self.multi_page = self.show_all = False
        self.paginator = Neighbours(self.result_count)

    @property
    def newer(self) -> str | None:
        """The address of the page before this one."""
        return self._address(self.page.previous)

    @property
    def older(self) -> str | None:
        """The address of the page after this one."""
        return self._address(self.page.next)

    def _address(self, end: str | None) -> str | None:
        return None if end is None else self.get_query_string(dict(parse_qsl(end)))


class Office(ModelAdmin):
    """A page of the office whose list stays quick however much is kept.

    Newest first, unless ``ordering`` says otherwise: columns that an index has in that order, never
    null, the last of them unique. Other columns cannot be sorted by, for no index has them.
    """

    ordering: ClassVar[Any] = ("-pk",)
    sortable_by: ClassVar[Any] = ()
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    list_per_page = PAGE

    shows_data: ClassVar[bool] = True
    """Whether a row's page tells the columns that hold data for programs."""

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The fields of a row's page: columns that hold data for programs are told in words, and in
        the office of directors, who see the same on their own pages, left out."""
        data = self._data()
        return [
            _data_column(name) if name in data else name
            for name in super().get_fields(request, obj)
            if not callable(name) and (name not in data or self.shows_data)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The read-only fields that a page names, and those that show data in words."""
        return [*super().get_readonly_fields(request, obj), *map(_data_column, self._data())]

    def _data(self) -> list[str]:
        """The columns that hold data for programs."""
        fields = self.model._meta.concrete_fields
        return [field.name for field in fields if isinstance(field, JSONField)]

    def get_view_on_site_url(self, obj: Any = None) -> Any:
        """A row's own page: Django's way there, by its kind and key, is closed to directors."""
        where = getattr(obj, "get_absolute_url", None)
        return None if where is None else where()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ListByKey

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows in which each word occurs somewhere."""
        fields = self.get_search_fields(request)
        words = words_of(search_term) if fields else []
        narrow = Q()
        for word in words:
            found: Found = {}
            where = self.matching(word, fields, found)
            queryset = queryset.filter(where)
            if found and all(isinstance(rows, list) for rows in found.values()):
                narrow &= where
        named = all("__" in field or field.startswith("=") for field in fields)
        if narrow and named and len(words) > 1:
            # A rare word beside common ones: a database that reads from the newest row on, as for
            # common ones alone, would read all of them.
            rows = self.model._default_manager.filter(narrow).order_by()
            keys = list(rows.values_list("pk", flat=True)[: MOST_FOUND + 1])
            if len(keys) <= MOST_FOUND:
                queryset = queryset.filter(pk__in=keys)
        return queryset, False

    def matching(self, word: str, fields: Iterable[str], found: Found) -> Q:
        """Where one word of a search occurs; ``found`` keeps what of other tables was looked up."""
        return _occurs(self.model, word, fields, found)


def known_values(
    name: str, known: Callable[[], Iterable[tuple[str, str]]], title: str = ""
) -> type[SimpleListFilter]:
    """A filter by values that are known beforehand: to ask the rows for them reads every row."""

    class Known(SimpleListFilter):
        parameter_name = f"{name}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return list(known())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{name: self.value()}) if self.value() else queryset

    Known.title = title or name.replace("_", " ")
    return Known


@dataclass(frozen=True)
class ConfirmChoice:
    """What a confirmation asks for beside yes: the field's name, its label, and the values with
    what they mean."""

    name: str
    label: str
    values: Sequence[tuple[object, str]]


def confirmed(
    request: HttpRequest,
    page: Any,
    rows: Iterable[Any],
    question: str,
    changes: Iterable[str],
    *,
    asks_why: bool = False,
    choices: Sequence[ConfirmChoice] = (),
) -> HttpResponse | None:
    """The page that asks whether an action is meant, says what it will change, and may ask for a
    ``reason`` and for ``choices``; nothing once it has been answered with yes. Back to the list,
    where nothing of what was chosen is there any more."""
    rows = list(rows)
    if not rows:
        words = "Nothing of what you chose is there any more; nothing was done."
        page.message_user(request, words, messages.WARNING)
        return redirect(request.get_full_path())
    if "confirmed" in request.POST:
        return None
    request.current_app = page.admin_site.name
    context = {
        **page.admin_site.each_context(request),
        "title": question,
        "changes": list(changes),
        "asks_why": asks_why,
        "choices": choices,
        "rows": rows,
        "action": request.POST.get("action", ""),
        "opts": page.opts,
    }
    return TemplateResponse(request, "office/confirm.html", context)


def state_of(
    colours: dict[str, str], told: Callable[[Any], tuple[str, str]] | None = None
) -> Callable[..., str]:
    """A column with a row's state, coloured as on the site. ``told`` says what it is, and in words,
    of rows that do not keep it as ``state`` or ``status``."""

    @display(description="State", label=colours)
    def shown(self: Any, row: Any) -> tuple[str, str]:
        if told is not None:
            return told(row)
        name = "state" if hasattr(row, "state") else "status"
        return str(getattr(row, name)), str(getattr(row, f"get_{name}_display")())

    return shown


def link_to_site(words: str = "Open") -> Callable[..., str]:
    """A column that leads from a row to its page on the site."""

    @display(description="On the site")
    def shown(self: Any, row: Any) -> str:
        return site_link(row.get_absolute_url(), words)

    return shown


def site_link(address: str, words: str) -> SafeString:
    """A link out of the office, as its theme has links."""
    return format_html(
        '<a class="font-medium text-primary-600 dark:text-primary-500" href="{}">{}</a>',
        address,
        words,
    )


def back_to(name: str) -> type[SimpleListFilter]:
    """Places further back in a list that has the newest first, by an indexed moment of its rows.

    Rows between two moments would have to be sorted anew to be shown newest first; a place costs a
    look into the index.
    """

    class Back(SimpleListFilter):
        title = "back to"
        parameter_name = "back"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return [(days, f"{words} ago") for days, words in BACK.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            if self.value() not in BACK:
                return queryset
            moment = timezone.now() - timedelta(days=int(self.value() or 0))
            older = queryset.model._default_manager.filter(**{f"{name}__lt": moment})
            place = older.order_by(f"-{name}").values_list("pk", flat=True).first()
            return queryset.filter(pk__lte=place) if place else queryset.none()

    return Back


@cache
def _data_column(name: str) -> Callable[[Any], SafeString | str]:
    """The field of a row's page that tells a column of data."""

    @display(description=name.replace("_", " ").capitalize())
    def told(row: Any) -> SafeString | str:
        return told_data(getattr(row, name))

    return told


def told_data(value: Any) -> SafeString | str:
    """Data as people read it: names with what they say, one below the other, and a row of values in
    one line."""
    if isinstance(value, Mapping) and value:
        rows = ((str(name).replace("_", " "), told_data(each)) for name, each in value.items())
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}: {}</li>", rows))
    if isinstance(value, list):
        if any(isinstance(each, list | Mapping) for each in value):
            rows_ = ((told_data(each),) for each in value)
            return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", rows_))
        return ", ".join(str(told_data(each)) for each in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value in (None, "", {}) else str(value)


def words_of(search: str) -> list[str]:
    """The words of a search; what stands in quotation marks is one."""
    return [word.strip("\"'") for word in smart_split(search)][:MOST_WORDS]


def _occurs(model: type[Model], word: str, fields: Iterable[str], found: Found) -> Q:
    """Where a word occurs in columns of a model or of what it points to (``=`` before a column: is
    the whole of it).

    What is pointed to is looked up first, and once (``found``): no index answers an OR across two
    tables, though each half of it alone would be quick.
    """
    here = Q(pk__in=[])
    beyond: dict[str, list[str]] = {}
    for field in fields:
        name = field.removeprefix("=")
        relation, _, rest = name.partition("__")
        if rest:
            beyond.setdefault(relation, []).append(rest if name == field else f"={rest}")
        elif name == field:
            here |= Q(**{f"{name}__icontains": word})
        else:
            here |= _equals(model, name, word)
    for relation, inner in beyond.items():
        column: Any = model._meta.get_field(relation)
        related, named = column.related_model, column.target_field.attname
        key = (related, named, tuple(inner))
        if key not in found:
            found[key] = _rows(related, named, word, inner, found)
        here |= Q(**{f"{relation}__in": found[key]})
    return here


def _rows(model: type[Model], named: str, word: str, fields: Iterable[str], found: Found) -> Any:
    """The rows in which a word occurs, by the column ``named`` that others point at: the values, or
    a query where they are too many."""
    rows = model._default_manager.filter(_occurs(model, word, fields, found)).order_by()
    keys = list(rows.values_list(named, flat=True)[: MOST_NAMED + 1])
    return keys if len(keys) <= MOST_NAMED else rows.values(named)


def _equals(model: type[Model], name: str, word: str) -> Q:
    """The condition that a column is this word; never true when it is no value of the column."""
    column: Any = model._meta.get_field(name)
    try:
        return Q(**{name: column.clean(word, None)})
    except ValidationError:
        return Q(pk__in=[])


def _unshown(shown: ListByKey) -> list[str]:
    """The wide columns, of the rows and of what is read with them, that the list has no use for."""
    paths = {""}
    for related in shown.list_select_related or ():
        parts = related.split("__")
        paths |= {"__".join(parts[:length]) for length in range(1, len(parts) + 1)}
    found = []
    for path in paths:
        model = shown.model
        for part in filter(None, path.split("__")):
            model = model._meta.get_field(part).related_model
        found += [
            f"{path}__{field.name}" if path else field.name
            for field in model._meta.concrete_fields
            if isinstance(field, JSONField | TextField)
            and (path or field.name not in shown.list_display)
        ]
    return found
