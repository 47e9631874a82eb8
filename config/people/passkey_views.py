"""The exchange between a page and the browser's passkeys, and the page of a passkey."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.people import ceremonies, challenges, passkeys, second_factor
from config.people.challenges import Purpose
from config.people.forms import CodeForm, PasskeyForm
from config.people.models import Passkey, User
from config.people.relying_party import relying_party
from config.people.second_factor import note_shown, shown_lately
from config.people.second_factor_views import (
    back_to_factors,
    factors_page,
    proof_of,
    tell,
    usable_here,
)
from config.refusals import Refusal, Refused, envelope


@never_cache
@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """The options to use a passkey of the user who is signing in, or signed in. Refused:
    ``passkeys-not-here``, ``no-passkey``."""
    user: User | AnonymousUser = getattr(request, "entering", None) or request.user
    if not isinstance(user, User):
        raise Http404
    try:
        party = relying_party(request)
        usable_passkeys = passkeys.usable(user, party)
        if not usable_passkeys:
            raise Refused(Refusal("no-passkey", "You have no passkey for this site."))
    except Refused as refused:
        return _refused(refused)
    challenge = challenges.ask(request.session, Purpose.PROVE)
    return JsonResponse(ceremonies.request_options(party, challenge, usable_passkeys))


@never_cache
@login_required
@require_POST
def ask_new(request: HttpRequest) -> HttpResponse:
    """The options to create a passkey. Refused: ``passkeys-not-here``, ``second-factor-asked``,
    ``too-many-passkeys``."""
    user = cast(User, request.user)
    try:
        party = relying_party(request)
        second_factor.verify_may_add(user, lately=shown_lately(request.session))
        passkeys.verify_room(user)
    except Refused as refused:
        return _refused(refused)
    challenge = challenges.ask(request.session, Purpose.ADD)
    known = passkeys.usable(user, party)
    return JsonResponse(ceremonies.creation_options(user, party, challenge, known))


def _refused(refused: Refused) -> HttpResponse:
    return JsonResponse(envelope(refused.refusals), status=422)


@never_cache
@login_required
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Store the passkey that the browser has created, under the typed name."""
    user = cast(User, request.user)
    form = PasskeyForm(request.POST)
    if not form.is_valid():
        return factors_page(request, name_form=form)
    try:
        challenge = challenges.take(request.session, Purpose.ADD)
        codes = passkeys.add(
            user=user,
            name=form.cleaned_data["name"],
            answer=passkeys.Answer(
                request.POST.get("answer", ""), challenge, relying_party(request)
            ),
            lately=shown_lately(request.session),
        )
    except Refused as refused:
        form.add_error("name", refused.refusals[0].message)
        return factors_page(request, name_form=form)
    note_shown(request.session)
    if codes:
        return factors_page(request, codes=codes)
    messages.success(request, "The passkey is added.")
    return redirect("people:second-factor")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def passkey(request: HttpRequest, number: int) -> HttpResponseBase:
    """Show one of the user's own passkeys; posts rename or remove it."""
    user = cast(User, request.user)
    own_passkey = next(
        (candidate for candidate in passkeys.passkeys_of(user) if candidate.pk == number), None
    )
    if own_passkey is None:
        raise Http404
    act = request.POST.get("act", "")
    if act == "rename":
        return _rename(request, user, own_passkey)
    if act == "remove":
        return _remove(request, user, own_passkey)
    return _page(request, user, own_passkey)


def _rename(request: HttpRequest, user: User, found: Passkey) -> HttpResponse:
    form = PasskeyForm(request.POST)
    if not form.is_valid():
        return _page(request, user, found, name_form=form)
    try:
        passkeys.rename(user=user, number=found.pk, name=form.cleaned_data["name"])
    except Refused as refused:
        form.add_error("name", refused.refusals[0].message)
        return _page(request, user, found, name_form=form)
    messages.success(request, "The passkey has its new name.")
    return redirect("people:second-factor")


def _remove(request: HttpRequest, user: User, found: Passkey) -> HttpResponse:
    form = CodeForm(request.POST, by_app=second_factor.has_app(user))
    if not form.is_valid():
        return _page(request, user, found, code_form=form)
    try:
        passkeys.remove(user=user, number=found.pk, proof=proof_of(request, form))
    except Refused as refused:
        tell(form, refused)
        return _page(request, user, found, code_form=form)
    messages.success(request, f"{found} is removed.")
    return back_to_factors(request)


def _page(
    request: HttpRequest,
    user: User,
    found: Passkey,
    *,
    name_form: PasskeyForm | None = None,
    code_form: CodeForm | None = None,
) -> HttpResponse:
    own_passkeys = passkeys.passkeys_of(user)
    has_app = second_factor.has_app(user)
    is_last = has_app + len(own_passkeys) == 1
    context = {
        "passkey": found,
        "name_form": name_form or PasskeyForm(initial={"name": found.name}),
        "code_form": code_form or CodeForm(by_app=has_app),
        "usable": usable_here(request, own_passkeys),
        "is_last": is_last,
        "kept": is_last and second_factor.is_obliged(user),
    }
    status = 422 if name_form or code_form else 200
    return render(request, "people/passkey.html", context, status=status)
