from typing import cast
from zoneinfo import available_timezones

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.authtoken.models import Token
from sesame.utils import get_user

from config.people import services
from config.people.forms import LinkForm, ProfileForm, SignInForm, password_form
from config.people.models import User
from config.refusals import Refused
from config.site import own_page

# In the session of somebody who came by a sign-in link.
BY_LINK = "entered-by-link"


class SignIn(LoginView):
    """By address and password; the other door, by link, is one step away."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@never_cache
@require_http_methods(["GET", "POST"])
def request_link(request: HttpRequest) -> HttpResponse:
    form = LinkForm(request.POST or None)
    target = request.POST.get("next", request.GET.get("next", ""))
    if request.method == "POST" and form.is_valid():
        services.send_sign_in_link(email=form.cleaned_data["email"], target=target)
        return render(request, "people/link_sent.html", {"email": form.cleaned_data["email"]})
    return render(request, "people/request_link.html", {"form": form, "next": target})


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Sign in by link. Looking changes nothing, for mail scanners look; the button does it."""
    if request.method == "GET":
        return render(request, "people/enter.html")
    user = get_user(request, update_last_login=False)
    if user is None:
        return render(request, "people/link_spent.html", status=403)
    login(request, user)
    request.session[BY_LINK] = True
    return redirect(own_page(request, request.GET.get("next", "")) or "/")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    # A copy, for a refused form would leave its values on the user that the page shows.
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        services.change_profile(
            user=user,
            name=form.cleaned_data["name"],
            time_zone=form.cleaned_data["time_zone"],
            reminders=form.cleaned_data["reminders"],
            acting_user=user,
        )
        messages.success(request, "Your profile is saved.")
        return redirect("people:profile")
    return profile_page(request, form=form)


@never_cache
@login_required
@require_POST
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = password_form(user, request.POST, by_link=BY_LINK in request.session)
    if not form.is_valid():
        return profile_page(request, new_password=form)
    changed = services.change_password(
        user=user, password=form.cleaned_data["new_password1"], acting_user=user
    )
    update_session_auth_hash(request, changed)
    messages.success(request, "Your password is changed.")
    return redirect("people:profile")


@never_cache
@login_required
@require_POST
def issue_token(request: HttpRequest) -> HttpResponse:
    """Shown once, in the answer itself: the profile page never prints it again."""
    user = cast(User, request.user)
    try:
        token = services.issue_api_token(user=user, acting_user=user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("people:profile")
    return profile_page(request, new_token=token)


@login_required
@require_POST
def revoke_token(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    try:
        services.revoke_api_token(user=user, acting_user=user)
        messages.success(request, "Your API token is revoked.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("people:profile")


def profile_page(
    request: HttpRequest,
    *,
    form: ProfileForm | None = None,
    new_password: SetPasswordForm | None = None,
    new_token: str = "",
) -> HttpResponse:
    user = cast(User, request.user)
    refused = (form is not None and form.is_bound) or new_password is not None
    context = {
        "form": form or ProfileForm(instance=user),
        "password_form": new_password or password_form(user, by_link=BY_LINK in request.session),
        "time_zones": sorted(available_timezones()),
        "token": Token.objects.filter(user=user).first(),
        "new_token": new_token,
    }
    return render(request, "people/profile.html", context, status=422 if refused else 200)
