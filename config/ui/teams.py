"""A club as a line of words with its badge, and its cells of a cross-table. Pure, returns HTML.

Tables of thirty clubs have hundreds of these: here they cost a tenth of what a template costs. The
component ``c-team`` uses this, too.
"""

from collections.abc import Iterable
from html import escape
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from config.ui.badges import team_badge


def badge_of(team: Any, size: str = "md", *, said: bool = False) -> SafeString:
    return team_badge(
        abbreviation=getattr(team, "abbreviation", ""),
        name=str(getattr(team, "name", "")) if said else "",
        colour=getattr(team, "colour", ""),
        accent=getattr(team, "accent", ""),
        size=size or "md",
    )


def team_line(
    team: Any, url: str = "", note: str = "", size: str = "sm", *, short: bool = False
) -> SafeString:
    """Badge and name, a link if there is an address; ``short``: only the letters."""
    words = escape(str(getattr(team, "name", "")))
    if short:
        letters = escape(str(getattr(team, "abbreviation", "")))
        words = f'<abbr title="{words}">{letters}</abbr>'
    tag, link = ("a", f' href="{escape(str(url))}"') if url else ("span", "")
    added = f'<span class="hh-team-note">{escape(str(note))}</span>' if note else ""
    return mark_safe(  # every word is escaped
        f'<span class="hh-team">{badge_of(team, size)}<span class="hh-team-words">'
        f'<{tag} class="hh-team-name"{link}>{words}</{tag}>{added}</span></span>'
    )


def sortable_head(words: str, said: str, sorting: Any, *, wide: bool = False) -> SafeString:
    """The head of a sortable column; ``said``: the meaning of its abbreviation."""
    css = "n hh-wide" if wide else "n"
    if not sorting:
        shown = format_html('<abbr title="{}">{}</abbr>', said, words) if said else words
        return format_html('<th scope="col" class="{}">{}</th>', css, shown)
    arrow = {"descending": " ▾", "ascending": " ▴"}.get(sorting["sorted"], "")
    return format_html(
        '<th scope="col" class="{}"{}><a href="{}" title="{}">{}{}</a></th>',
        css,
        format_html(' aria-sort="{}"', sorting["sorted"]) if arrow else "",
        sorting["url"],
        said or words,
        words,
        format_html('<span aria-hidden="true">{}</span>', arrow) if arrow else "",
    )


def figure_cells(figures: Iterable[str]) -> SafeString:
    return format_html_join("", '<td class="n">{}</td>', ((figure,) for figure in figures))


def cross_cells(cells: Iterable[Any]) -> SafeString:
    """The cells of a row; ``None`` is the club against itself."""
    return mark_safe("".join(map(_cross_cell, cells)))  # every word is escaped


def _cross_cell(cell: Any) -> str:
    if cell is None:
        return '<td class="c hh-self" aria-label="itself"></td>'
    words = escape(cell.text)
    if cell.url:
        words = f'<a href="{escape(cell.url)}">{words}</a>'
    return f'<td class="c" data-outcome="{escape(cell.outcome)}">{words}</td>'
