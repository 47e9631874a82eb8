"""The security page of an account: password, tokens, sessions and log."""

import time
from typing import cast

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from config.inputs import whole_number
from config.people import services, sessions, tokens
from config.people.account_log import events_of
from config.people.forms import LINK_IS_RECENT, TokenForm, password_form
from config.people.models import User
from config.people.passkeys import passkeys_of
from config.people.second_factor import has_app
from config.refusals import Refused

BY_LINK = "entered-by-link"
"""Session key: when the user came by a sign-in link, in seconds."""


def came_by_link(request: HttpRequest) -> bool:
    """Whether a link opened this session within ``LINK_IS_RECENT``."""
    opened_at = request.session.get(BY_LINK)
    return opened_at is not None and time.time() - opened_at <= LINK_IS_RECENT.total_seconds()


@never_cache
@login_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    return security_page(request)


@never_cache
@login_required
@require_POST
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = password_form(user, request.POST, by_link=came_by_link(request))
    if not form.is_valid():
        return security_page(request, new_password=form)
    changed = services.change_password(
        user=user, password=form.cleaned_data["new_password1"], acting_user=user
    )
    update_session_auth_hash(request, changed)
    messages.success(request, "Your password is changed.")
    return redirect("people:security")


@never_cache
@login_required
@require_POST
def issue_token(request: HttpRequest) -> HttpResponse:
    """Show the new token in the response itself: no page shows it again."""
    user = cast(User, request.user)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return security_page(request, token_form=form)
    try:
        new_token = tokens.issue_api_token(
            user=user,
            name=form.cleaned_data["name"],
            scope=form.cleaned_data["scope"],
            ends_at=form.end(),
            acting_user=user,
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("people:security")
    return security_page(request, new_token=new_token)


@login_required
@require_POST
def revoke_token(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    number = whole_number(request.POST.get("number", "")) or 0
    try:
        tokens.revoke_api_token(user=user, number=number, acting_user=user)
        messages.success(request, "The API token is revoked.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("people:security")


@login_required
@require_POST
def end_session(request: HttpRequest) -> HttpResponse:
    """End one session, or all of them, this one included."""
    user = cast(User, request.user)
    ident = request.POST.get("place", "")
    if not ident:
        sessions.end_sessions(user=user, acting_user=user)
        logout(request)
        messages.success(request, "You are signed out everywhere.")
        return redirect("people:sign-in")
    try:
        sessions.end_session(user=user, ident=ident, acting_user=user)
        messages.success(request, "You are signed out there.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("people:security")


def security_page(
    request: HttpRequest,
    *,
    new_password: SetPasswordForm | None = None,
    token_form: TokenForm | None = None,
    new_token: str = "",
) -> HttpResponse:
    """The page; 422 with a refused form."""
    user = cast(User, request.user)
    context = {
        "password_form": new_password or password_form(user, by_link=came_by_link(request)),
        "token_form": token_form or TokenForm(),
        "tokens": user.api_tokens.all(),
        "new_token": new_token,
        "places": [
            (session, sessions.ident_of(session), session.pk == request.session.session_key)
            for session in sessions.sessions_of(user)
        ],
        "events": events_of(user),
        "has_app": has_app(user),
        "passkeys": passkeys_of(user),
    }
    refused = new_password is not None or token_form is not None
    return render(request, "people/security.html", context, status=422 if refused else 200)
