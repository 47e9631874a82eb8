"""Where the product's data come from, and under which terms."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rosters.models import Source
from rosters.sources.known import RETROSHEET

DATA_TERMS = '</sources/>; rel="license"'
"""The header of files that can say nothing themselves: they can be uploaded again as they are."""


@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    imported = Source.objects.exclude(attribution="").order_by("name")
    return render(request, "rosters/sources.html", {"sources": imported, "retrosheet": RETROSHEET})
