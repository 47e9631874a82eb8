from typing import cast

import axes.admin  # noqa: F401 - registers what is registered anew below
import django_otp.plugins.otp_static.admin
import django_otp.plugins.otp_totp.admin  # noqa: F401
import rest_framework.authtoken.admin  # noqa: F401 - registers what is not needed
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework.authtoken.models import TokenProxy
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from config.journal.services import log_action
from config.office import Office, OperatorOnly, ReadOnly, confirmed
from config.people.models import ApiToken, OutgoingMail, User
from config.people.second_factor import take_away
from config.people.services import end_access, scope
from config.people.tokens import end_api_tokens

# Keys of second factors are never shown.
admin.site.unregister([TOTPDevice, StaticDevice])
admin.site.unregister([Group, TokenProxy, AccessAttempt, AccessFailureLog, AccessLog])


class AccountForm(UserChangeForm):
    class Meta(UserChangeForm.Meta):
        model = User


class NewAccountForm(UserCreationForm):
    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("email", "name")


class NewPasswordForm(AdminPasswordChangeForm):
    """A new password; API tokens end with the old one. The form does not know who acts."""

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            user = cast(User, super().save(commit))
            log_action(code="password-changed", actor=None, scope=scope(user), subject=user)
            end_access(user=user, acting_user=None)
        return user


@admin.register(User)
class UserAdmin(DjangoUserAdmin, Office):
    form = AccountForm
    add_form = NewAccountForm
    change_password_form = NewPasswordForm
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    # Django's filter_horizontal labels its boxes in a way that screen readers may not announce.
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    actions = ("take_token_away", "take_second_factor_away")
    fieldsets = (
        (None, {"fields": ("email", "name", "time_zone", "reminders", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )

    @admin.action(description="Take the API tokens away", permissions=["change"])
    def take_token_away(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        """For tokens that have leaked."""
        confirmation = confirmed(
            request,
            self,
            queryset,
            "Take the API tokens of these people away?",
            (f"{user}: programs that use them are refused from now on." for user in queryset),
        )
        if confirmation is not None:
            return confirmation
        for user in queryset:
            with transaction.atomic():
                ended = end_api_tokens(user=user, acting_user=cast(User, request.user))
            if ended:
                self.message_user(request, f"{user}: taken away.", messages.SUCCESS)
            else:
                words = f"{user}: There is no API token to revoke."
                self.message_user(request, words, messages.WARNING)
        return None

    @admin.action(description="Take the second factor away", permissions=["change"])
    def take_second_factor_away(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        """For users who have lost it and the recovery codes."""
        confirmation = confirmed(
            request,
            self,
            queryset,
            "Take the second factor of these people away?",
            (f"{user}: signs in by password or link alone from now on." for user in queryset),
        )
        if confirmation is not None:
            return confirmation
        for user in queryset:
            if take_away(user=user, acting_user=cast(User, request.user)):
                self.message_user(request, f"{user}: taken away.", messages.SUCCESS)
            else:
                self.message_user(request, f"{user}: There is none.", messages.WARNING)
        return None

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Save accounts directly, without a service, because Django's own forms do it; and log
        it."""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            log_action(
                code="account-changed" if change else "account-created",
                actor=cast(User, request.user),
                scope=scope(obj),
                subject=obj,
                new={"fields": form.changed_data},
            )


@admin.register(Group)
class GroupAdmin(OperatorOnly, DjangoGroupAdmin, Office):
    ordering = ("name",)


@admin.register(ApiToken)
class TokenAdmin(OperatorOnly, ReadOnly, Office):
    """Which user has which tokens; a token itself is shown once, to its owner."""

    ordering = ("-pk",)
    list_display = ("user", "name", "scope", "created_at", "ends_at", "last_used_at")
    list_display_links = None
    list_filter = ("scope",)
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None and super().has_view_permission(request, obj)


@admin.register(OutgoingMail)
class OutgoingMailAdmin(OperatorOnly, ReadOnly, Office):
    """Mails to be sent and those given up. Their text is hidden: it may contain secrets."""

    list_display = ("made_at", "kind", "to", "tries", "due_at", "given_up_at", "error")
    list_display_links = None
    search_fields = ("=to",)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return obj is None and super().has_view_permission(request, obj)


class Doorkeeping(OperatorOnly, ReadOnly, Office):
    """Records of attempts to sign in, read-only; old ones are deleted."""

    search_fields = ("=username", "=ip_address")
    search_help_text = "An address of a person or of a machine, the whole of it"


@admin.register(AccessAttempt)
class AccessAttemptAdmin(Doorkeeping):
    list_display = ("attempt_time", "ip_address", "username", "failures_since_start", "path_info")
    exclude = ("get_data", "post_data")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Deleting the attempts of users who have locked themselves out lets them in again."""
        return Office.has_delete_permission(self, request, obj)


@admin.register(AccessFailureLog)
class AccessFailureAdmin(Doorkeeping):
    list_display = ("attempt_time", "ip_address", "username", "locked_out", "path_info")


@admin.register(AccessLog)
class AccessLogAdmin(Doorkeeping):
    list_display = ("attempt_time", "logout_time", "ip_address", "username", "path_info")
    exclude = ("session_hash",)
