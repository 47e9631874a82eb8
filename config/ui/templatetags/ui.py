"""Filters and tags of the pages. `{% load ui %}`; the components load it themselves."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from django import template
from django.conf import settings
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect, Select
from django.http import QueryDict
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from config import __version__
from config.ui import badges, book_charts, charts, codes, dice, leading, numbers, teams

register = template.Library()

MOST_CHARTS, MOST_ROWS = 64, 2048
"""How many drawings are cached for other visitors."""

register.filter("pct", numbers.pct)
register.filter("half_games", numbers.half_games)
register.filter("signed", numbers.signed)
register.filter("two_places", numbers.two_places)
register.filter("record", numbers.record)
register.filter("innings", numbers.innings)


@register.simple_tag
def version() -> str:
    return __version__


@register.simple_tag
def source_address() -> str:
    return str(settings.SOURCE_URL)


@register.simple_tag
def team_badge(team: Any, size: str = "md", said: bool = False) -> SafeString:
    """``said``: no team name stands beside the badge, so its label contains it."""
    return teams.badge_of(team, size, said=said)


@register.simple_tag
def team_line(
    team: Any, url: str = "", note: str = "", size: str = "sm", short: bool = False
) -> SafeString:
    return teams.team_line(team, url, note, size, short=short)


@register.simple_tag
def cross_cells(cells: Sequence[Any]) -> SafeString:
    return teams.cross_cells(cells)


@register.simple_tag
def team_swatch(team: Any) -> SafeString:
    return badges.team_swatch(
        colour=getattr(team, "colour", ""),
        accent=getattr(team, "accent", ""),
        name=str(getattr(team, "name", "")),
    )


@register.simple_tag
def race_chart(
    lines: Sequence[charts.ChartLine],
    rounds: Sequence[str],
    title: str = "Standings race",
    unit: str = "games above .500",
    ident: str = "race",
    relative: bool = True,
) -> SafeString:
    return _race_chart(tuple(lines), tuple(rounds), title, unit, ident, relative)


@lru_cache(maxsize=MOST_CHARTS)
def _race_chart(
    lines: tuple[charts.ChartLine, ...],
    rounds: tuple[str, ...],
    title: str,
    unit: str,
    ident: str,
    relative: bool,
) -> SafeString:
    strokes = charts.strokes(lines)
    format_value = numbers.signed if relative else numbers.plain
    context = {
        "svg": charts.race_chart(
            lines, rounds, ident=ident, title=title, unit=unit, drawn=strokes, relative=relative
        ),
        "legend": [
            (
                line,
                stroke,
                format_value(line.last),
                teams.figure_cells(map(format_value, line.values)),
            )
            for line, stroke in zip(lines, strokes, strict=True)
        ],
        "rounds": rounds,
        "title": title,
        "unit": unit,
    }
    return render_to_string("ui/race_chart.html", context)


@register.simple_tag
def sortable_head(
    words: str, said: str = "", sorting: Any = None, wide: bool = False
) -> SafeString:
    """The head of a column of figures; a link if there is a ``sorting``: its ``url``, and
    ``sorted`` as in ``aria-sort``, or empty."""
    return teams.sortable_head(words, said, sorting, wide=wide)


@register.simple_tag
def standings_row(row: Any, full: bool = True, at_cut: bool = False) -> SafeString:
    """A line of the standings. Cached for all visitors who see it alike: a result changes some
    lines, and a league is viewed far more often than it changes."""
    return _standings_row(row, teams.team_line(row.team, row.url), bool(full), at_cut)


@lru_cache(maxsize=MOST_ROWS)
def _standings_row(row: Any, club: SafeString, full: bool, at_cut: bool) -> SafeString:
    context = {"row": row, "club": club, "full": full, "at_cut": at_cut}
    return render_to_string("ui/standings_row.html", context)


@register.simple_tag
def runs_by_inning_chart(away: charts.Side, home: charts.Side, ident: str = "runs") -> SafeString:
    return charts.runs_by_inning_chart(away, home, ident=ident)


@register.simple_tag
def trend_chart(chart: Any) -> SafeString:
    return book_charts.trend_chart(**chart)


@register.simple_tag
def bar_chart(chart: Any) -> SafeString:
    return book_charts.bar_chart(**chart)


@register.simple_tag
def spray_chart(chart: Any) -> SafeString:
    return book_charts.spray_chart(**chart)


@register.simple_tag
def dice_symbols() -> SafeString:
    return dice.symbols()


@register.simple_tag
def die(face: dice.Face) -> SafeString:
    return dice.key(face)


@register.simple_tag
def code_of(path: str, label: str) -> SafeString:
    return codes.code_of(path, label)


@register.simple_tag
def sparkline(values: Sequence[float], label: str) -> SafeString:
    return charts.sparkline(values, label=label)


@register.simple_tag
def form_strip(results: str) -> SafeString:
    return charts.form_strip(results or "")


@register.filter("leading")
def lead(text: str, links: dict[str, str]) -> SafeString:
    """Names in a text as links: ``links`` by name."""
    return leading.leading(str(text), links or {})


@register.filter
def dressed(field: BoundField) -> SafeString:
    """The field's widget in Bootstrap's classes; Django itself ties help and errors to it."""
    widget = field.field.widget
    if isinstance(widget, CheckboxInput):
        css = "form-check-input"
    elif isinstance(widget, (RadioSelect, CheckboxSelectMultiple)):
        css = ""
    elif isinstance(widget, Select):
        css = "form-select"
    else:
        css = "form-control"
    classes = [css, widget.attrs.get("class", ""), "is-invalid" if field.errors else ""]
    return field.as_widget(attrs={"class": " ".join(filter(None, classes))})


@register.filter
def field_kind(field: BoundField) -> str:
    """The position of the label: "check" beside the widget, "group" as a legend, "plain" above."""
    widget = field.field.widget
    if isinstance(widget, CheckboxInput):
        return "check"
    return "group" if isinstance(widget, (RadioSelect, CheckboxSelectMultiple)) else "plain"


@register.filter
def is_optional(field: BoundField) -> bool:
    """Whether the label says "optional": the field is not required, unless it says itself that this
    depends."""
    return not field.field.required and getattr(field.field, "says_optional", True)


_SELECTED, _CHECKED, _NOT = SafeString(" selected"), SafeString(" checked"), SafeString("")


def _refused_form(context: Context, where: Mapping[str, object]) -> QueryDict | None:
    """What a refused form sent; ``None`` before, and for another form of the page. ``where``:
    values that only this form sends, as ``act="drop"``."""
    request = context.get("request")
    if request is None or request.method != "POST" or not context.get("refusals"):
        return None
    if any(request.POST.get(key) != str(value) for key, value in where.items()):
        return None
    return cast(QueryDict, request.POST)


@register.simple_tag(takes_context=True)
def sent(context: Context, name: str, **where: object) -> str:
    """What a refused form sent as ``name``, to be shown again."""
    form = _refused_form(context, where)
    return "" if form is None else str(form.get(name, ""))


@register.simple_tag(takes_context=True)
def chosen(
    context: Context,
    name: str,
    value: object,
    stored: object = None,
    of: object = "",
    **where: object,
) -> SafeString:
    """Mark the option that a refused form sent, otherwise the one that is ``stored``; ``of`` is the
    suffix of the field name."""
    form = _refused_form(context, where)
    selected = stored if form is None else form.get(f"{name}{of}")
    return _SELECTED if selected is not None and str(selected) == str(value) else _NOT


@register.simple_tag(takes_context=True)
def ticked(context: Context, name: str, **where: object) -> SafeString:
    """Check the box that a refused form sent."""
    return _CHECKED if sent(context, name, **where) else _NOT
