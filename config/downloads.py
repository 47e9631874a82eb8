"""Answers that a browser saves as a file."""

from django.http import HttpResponse

from config.spreadsheets import BOM


def csv_file(text: str, name: str, **headers: str) -> HttpResponse:
    """A table to be saved as ``name``.csv."""
    headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return HttpResponse(BOM + text, content_type="text/csv; charset=utf-8", headers=headers)
