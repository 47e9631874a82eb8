"""Filters and tags of the pages. `{% load ui %}`; the components load it themselves."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect, Select
from django.utils.safestring import SafeString

from config.ui import badges, boards, charts, numbers

register = template.Library()

register.filter("pct", numbers.pct)
register.filter("half_games", numbers.half_games)
register.filter("signed", numbers.signed)
register.filter("record", numbers.record)
register.filter("innings", numbers.innings)


@register.simple_tag
def team_badge(team: Any, size: str = "md", said: bool = False) -> SafeString:
    """`said`: the badge stands without the team's name beside it, so it must say it."""
    return badges.team_badge(
        abbreviation=getattr(team, "abbreviation", ""),
        name=str(getattr(team, "name", "")) if said else "",
        colour=getattr(team, "colour", ""),
        accent=getattr(team, "accent", ""),
        size=size or "md",
    )


@register.simple_tag
def team_swatch(team: Any) -> SafeString:
    return badges.team_swatch(
        colour=getattr(team, "colour", ""),
        accent=getattr(team, "accent", ""),
        name=str(getattr(team, "name", "")),
    )


@register.simple_tag
def board_columns(away: Any, home: Any, final: bool, regulation: int = 9) -> list[boards.Column]:
    return boards.board_columns(
        tuple(getattr(away, "innings", ())),
        tuple(getattr(home, "innings", ())),
        regulation=regulation or 9,
        final=bool(final),
    )


@register.inclusion_tag("ui/race_chart.html")
def race_chart(
    lines: Sequence[charts.Line],
    rounds: Sequence[str],
    title: str = "Standings race",
    unit: str = "games above .500",
    ident: str = "race",
) -> dict[str, Any]:
    """The chart, its legend of buttons, and the figures as a table."""
    return {
        "svg": charts.race_chart(lines, rounds, ident=ident, title=title, unit=unit),
        "legend": list(zip(lines, charts.strokes(lines), strict=True)),
        "rounds": rounds,
        "title": title,
        "unit": unit,
        "ident": ident,
    }


@register.simple_tag
def runs_by_inning_chart(away: charts.Side, home: charts.Side, ident: str = "runs") -> SafeString:
    return charts.runs_by_inning_chart(away, home, ident=ident)


@register.simple_tag
def sparkline(values: Sequence[float], label: str) -> SafeString:
    return charts.sparkline(values, label=label)


@register.simple_tag
def form_strip(results: str) -> SafeString:
    return charts.form_strip(results or "")


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
    """How the label lies: "check" beside the widget, "group" as a legend, "plain" above."""
    widget = field.field.widget
    if isinstance(widget, CheckboxInput):
        return "check"
    return "group" if isinstance(widget, (RadioSelect, CheckboxSelectMultiple)) else "plain"
