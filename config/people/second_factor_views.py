"""The pages of the second factor: the step at sign-in, and its settings."""

from collections.abc import Mapping
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from config.people import challenges, passkeys, second_factor
from config.people.browsers import browser_of
from config.people.challenges import Purpose
from config.people.forms import CodeForm, PasskeyForm
from config.people.models import Passkey, User
from config.people.relying_party import relying_party, why_not_here
from config.people.second_factor import DUE, STATE, Code, Proof, note_shown, shown_lately
from config.refusals import Refused
from config.site import own_page
from config.ui.codes import code_of_text


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask for a passkey or a code, after a password or a link."""
    target = request.POST.get("next", request.GET.get("next", ""))
    entering: User | None = getattr(request, "entering", None)
    if entering is None or request.session.get(STATE) != DUE:
        return redirect(own_page(request, target) or "/")
    has_app = second_factor.has_app(entering)
    form = CodeForm(request.POST or None, by_app=has_app)
    if request.method == "POST" and form.is_valid():
        try:
            proof_of(request, form).verify(entering)
        except Refused as refused:
            tell(form, refused)
        else:
            request.session.cycle_key()
            note_shown(request.session)
            return redirect(own_page(request, target) or "/")
    own_passkeys = passkeys.passkeys_of(entering)
    context = {
        "form": form,
        "next": target,
        "name": entering,
        "has_app": has_app,
        "held": own_passkeys,
        "usable": usable_here(request, own_passkeys),
        "not_here": why_not_here(request),
    }
    status = 422 if form.errors else 200
    return render(request, "people/second_step.html", context, status=status)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """Show passkeys, the app and recovery codes; posts change them."""
    user = cast(User, request.user)
    act = request.POST.get("act", "")
    if act == "begin":
        try:
            second_factor.begin(user=user, lately=shown_lately(request.session))
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect("people:second-factor")
    if act not in DONE:
        return factors_page(request)
    form = CodeForm(request.POST, by_app=second_factor.has_app(user), act=act)
    if not form.is_valid():
        return factors_page(request, forms={act: form})
    try:
        codes = _do(act, request, user, form)
    except Refused as refused:
        tell(form, refused)
        return factors_page(request, forms={act: form})
    if codes:
        return factors_page(request, codes=codes)
    messages.success(request, DONE[act])
    return back_to_factors(request)


DONE = {
    "prove": "Thank you. You may add to your second factor now.",
    "confirm": "The app is set up.",
    "renew": "There are new recovery codes.",
    "remove": "The app's codes let nobody in any more.",
}
"""The acts that need a code or a passkey, and the message after each."""


def _do(act: str, request: HttpRequest, user: User, form: CodeForm) -> list[str]:
    """Do the act; return new recovery codes, if there are any."""
    if act == "confirm":
        code, lately = form.cleaned_data["code"], shown_lately(request.session)
        codes = second_factor.confirm(user=user, code=code, lately=lately)
        note_shown(request.session)
        return codes
    proof = proof_of(request, form)
    if act == "renew":
        return second_factor.renew_recovery_codes(user=user, proof=proof)
    if act == "remove":
        second_factor.remove_app(user=user, proof=proof)
        return []
    proof.verify(user)
    note_shown(request.session)
    return []


def back_to_factors(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of second factors; without one the session forgets that it was shown."""
    if second_factor.has_second_factor(cast(User, request.user)):
        return redirect("people:second-factor")
    request.session.pop(STATE, None)
    request.session.pop(second_factor.SHOWN_AT, None)
    messages.success(request, "You sign in without a second factor from now on.")
    return redirect("people:security")


def proof_of(request: HttpRequest, form: CodeForm) -> Proof:
    """The code or passkey that was sent. Refused: ``challenge-over``, ``passkeys-not-here``."""
    answer = form.cleaned_data["answer"]
    if not answer:
        return Code(form.cleaned_data["code"])
    challenge = challenges.take(request.session, Purpose.PROVE)
    return passkeys.Answer(answer, challenge, relying_party(request))


def tell(form: CodeForm, refused: Refused) -> None:
    for refusal in refused.refusals:
        form.add_error("code" if refusal.place == "code" else None, refusal.message)


def usable_here(request: HttpRequest, held: list[Passkey]) -> list[Passkey]:
    """The passkeys that the browser can use on this page."""
    if why_not_here(request):
        return []
    domain = relying_party(request).domain
    return [passkey for passkey in held if passkey.domain == domain]


def factors_page(
    request: HttpRequest,
    *,
    forms: Mapping[str, CodeForm] | None = None,
    name_form: PasskeyForm | None = None,
    codes: list[str] | None = None,
) -> HttpResponse:
    """The page; 422 with a refused form; new recovery codes are shown only this once."""
    user = cast(User, request.user)
    has_app = second_factor.has_app(user)
    device = None if has_app else second_factor.device_in_making(user)
    own_passkeys = passkeys.passkeys_of(user)
    stands = has_app or bool(own_passkeys)
    browser_name = capfirst(browser_of(request.headers.get("User-Agent", "")))
    context = {
        "stands": stands,
        "has_app": has_app,
        "passkeys": own_passkeys,
        "usable": usable_here(request, own_passkeys),
        "not_here": why_not_here(request),
        "may_add": not stands or shown_lately(request.session),
        "name_form": name_form or PasskeyForm(initial={"name": browser_name}),
        "codes": codes or [],
        "codes_left": second_factor.recovery_codes_left(user),
        "obliged": second_factor.is_obliged(user),
        "is_last": has_app + len(own_passkeys) == 1,
        "secret": second_factor.secret_of(device) if device else "",
        "picture": code_of_text(device.config_url, "The secret for your app") if device else "",
        **{f"{act}_form": CodeForm(by_app=has_app, act=act) for act in DONE},
        **{f"{act}_form": form for act, form in (forms or {}).items()},
    }
    refused = bool(forms) or name_form is not None
    return render(request, "people/second_factor.html", context, status=422 if refused else 200)
