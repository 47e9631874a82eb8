"""Every component with invented data. Only mounted if DEBUG is on."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.ui import samples


def styleguide(request: HttpRequest) -> HttpResponse:
    if "toasts" in request.GET:
        messages.success(request, "Round 7 is closed. Four series count in the standings.")
        messages.error(request, "Round 8 cannot be opened: one series is still suspended.")
    return render(request, "styleguide/index.html", samples.context())
