from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone

from config.people.ceremonies import LONGEST_ANSWER
from config.people.models import LONGEST_ADDRESS, ApiToken, User
from config.people.passkeys import LONGEST_NAME as LONGEST_PASSKEY_NAME
from config.people.times import is_zone
from config.people.tokens import LONGEST_NAME

LINK_IS_RECENT = timedelta(minutes=15)
"""How long after signing in by a link a user need not prove again that the account is theirs."""


class SignInForm(AuthenticationForm):
    username = forms.EmailField(
        label="E-mail address",
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    error_messages = {
        "invalid_login": "That address and password do not belong together.",
        "inactive": "This account is closed.",
    }

    def clean_username(self) -> str:
        """Accounts are stored in lower case; so are the records of failed attempts."""
        return str(self.cleaned_data["username"]).lower()


class NewAccountForm(forms.Form):
    """An account that its user creates: invited, or the first of the site."""

    name = forms.CharField(
        label="Your name", max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label="E-mail address",
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean(self) -> dict[str, Any]:
        """Validate the password against the name and the address of the same form."""
        cleaned = self.cleaned_data
        if cleaned.get("password"):
            new_user = User(name=cleaned.get("name", ""), email=cleaned.get("email", ""))
            try:
                validate_password(cleaned["password"], new_user)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class LinkForm(forms.Form):
    email = forms.EmailField(
        label="E-mail address",
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ProfileForm(forms.ModelForm):
    time_zone = forms.CharField(
        required=False,
        max_length=64,
        help_text="Such as Europe/London or America/Chicago. Left empty, times are in UTC.",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )

    class Meta:
        model = User
        fields = ("name", "time_zone", "reminders")
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "name"})}

    def clean_time_zone(self) -> str:
        zone = str(self.cleaned_data["time_zone"]).strip()
        if zone and not is_zone(zone):
            raise ValidationError(f"{zone} is not the name of a time zone.", code="no-time-zone")
        return zone


class TokenForm(forms.Form):
    FOR_EVER = "0"

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label="What is it for?",
        help_text="Such as “phone” or “standings on our site”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        choices=[
            (ApiToken.Scope.READ, "Read what you may see"),
            (ApiToken.Scope.MANAGER, "Act for your clubs as well, but direct nothing"),
            (ApiToken.Scope.DIRECTOR, "Everything you may do"),
        ],
        initial=ApiToken.Scope.READ,
        label="What may it do?",
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(
        choices=[
            ("7", "In a week"),
            ("30", "In 30 days"),
            ("90", "In 90 days"),
            ("365", "In a year"),
            (FOR_EVER, "Never"),
        ],
        initial="90",
        label="When does it end?",
    )

    def end(self) -> datetime | None:
        """When the token ends; ``None``: never."""
        days = int(self.cleaned_data["days"])
        return timezone.now() + timedelta(days=days) if days else None


class CodeForm(forms.Form):
    """A code of an app, or a recovery code; or the answer of a passkey, filled in by a script."""

    code = forms.CharField(
        max_length=20,
        error_messages={"required": "Type a code."},
        label="Code",
        help_text="The six digits that your app shows, or one of your recovery codes.",
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "text", "spellcheck": "false"}
        ),
    )
    answer = forms.CharField(max_length=LONGEST_ANSWER, required=False)

    def __init__(
        self, data: QueryDict | None = None, *, by_app: bool = True, act: str = "step"
    ) -> None:
        """``act`` distinguishes the forms of a page."""
        super().__init__(data, auto_id=f"id_{act}_%s")
        self.fields["code"].required = not (data and data.get("answer"))
        if act == "confirm":
            self.fields["code"].help_text = "The six digits that your app shows now."
        elif not by_app:
            self.fields["code"].label = "Recovery code"
            self.fields["code"].help_text = "One of those that you have kept."


class PasskeyForm(forms.Form):
    name = forms.CharField(
        max_length=LONGEST_PASSKEY_NAME,
        help_text="By which you know it again.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class OwnerForm(forms.Form):
    """For acts that would lock the owner out if an intruder did them: an account without a password
    needs a recent link instead (``sign-in-again``)."""

    needs_link = False

    def clean(self) -> dict[str, Any]:
        if self.needs_link:
            raise ValidationError(
                "Sign out, and in again by a new link: this needs one that was used in the last "
                f"{LINK_IS_RECENT.seconds // 60} minutes.",
                code="sign-in-again",
            )
        return super().clean() or self.cleaned_data


class NewPasswordForm(OwnerForm, SetPasswordForm):
    """Without the old password."""


class ClosingForm(OwnerForm):
    """Close one's account. The address is typed so that it does not happen by accident."""

    email = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        label="Your e-mail address",
        help_text="To say that you mean it.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    name = forms.ChoiceField(
        choices=[
            ("keep", "My name stays on results and in the log"),
            ("pseudonym", "A pseudonym stands there instead"),
        ],
        initial="keep",
        label="Past events",
        widget=forms.RadioSelect,
    )

    def __init__(self, user: User, data: QueryDict | None = None, *, by_link: bool) -> None:
        super().__init__(data)
        self.user = user
        self.needs_link = not (by_link or user.has_usable_password())
        if by_link or self.needs_link:
            del self.fields["password"]

    def clean_email(self) -> str:
        if str(self.cleaned_data["email"]).lower() != self.user.email:
            raise ValidationError("This is not the address of your account.", code="not-yours")
        return self.user.email

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError("This is not your password.", code="wrong-password")
        return ""


def password_form(user: User, data: QueryDict | None = None, *, by_link: bool) -> SetPasswordForm:
    """A new password; the old one is required if there is one.

    A user who just came by a link has proved ownership of the mailbox, and may have forgotten the
    password.
    """
    form: SetPasswordForm
    if user.has_usable_password() and not by_link:
        form = PasswordChangeForm(user, data)
    else:
        form = NewPasswordForm(user, data)
        form.needs_link = not by_link
    for field in form.fields.values():
        # The profile page is not about the password; do not scroll to it.
        field.widget.attrs.pop("autofocus", None)
    return form
