import time
from typing import cast

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from sesame.utils import get_user

from config.people import services
from config.people.first_account import is_open, make_first_account
from config.people.forms import LinkForm, NewAccountForm, ProfileForm, SignInForm
from config.people.models import User
from config.people.security_views import BY_LINK
from config.people.times import time_zones
from config.refusals import Refused
from config.senders import sender_of
from config.site import own_page


class SignIn(LoginView):
    """Sign in by address and password; signing in by link is one step away."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@never_cache
@require_http_methods(["GET", "POST"])
def request_link(request: HttpRequest) -> HttpResponse:
    form = LinkForm(request.POST or None)
    status = 200
    target = request.POST.get("next", request.GET.get("next", ""))
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            services.send_sign_in_link(email=email, target=target, sender=sender_of(request))
        except Refused as refused:
            form.add_error("email", str(refused))
            status = 429
        else:
            return render(request, "people/link_sent.html", {"email": email})
    context = {"form": form, "next": target}
    return render(request, "people/request_link.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """Sign in by link. GET changes nothing, since mail scanners follow links; the button posts."""
    if request.method == "GET":
        return render(request, "people/enter.html")
    user = get_user(request, update_last_login=False)
    if user is None:
        return render(request, "people/link_spent.html", status=403)
    login(request, user)
    request.session[BY_LINK] = time.time()
    return redirect(own_page(request, request.GET.get("next", "")) or "/")


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def first_account(request: HttpRequest, code: str) -> HttpResponse:
    if not is_open(code):
        raise Http404
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = make_first_account(code=code, **form.cleaned_data)
        except Refused as refused:
            for refusal in refused.refusals:
                form.add_error("email" if refusal.place == "email" else None, refusal.message)
        else:
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, "The site is yours: you may do everything.")
            return redirect("tournaments:new")
    status = 422 if form.is_bound else 200
    return render(request, "people/first_account.html", {"form": form}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("/")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    # A copy, since a refused form would leave its values on the user that the page shows.
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


def profile_page(request: HttpRequest, *, form: ProfileForm | None = None) -> HttpResponse:
    """The page; 422 with a refused form."""
    status = 422 if form is not None and form.is_bound else 200
    context = {
        "form": form or ProfileForm(instance=cast(User, request.user)),
        "time_zones": sorted(time_zones()),
    }
    return render(request, "people/profile.html", context, status=status)
