from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django_otp.models import Device, DeviceManager, ThrottlingMixin, TimestampMixin

from config.lines import clean_line
from config.people.browsers import browser_of

LONGEST_ADDRESS = 254
"""The longest e-mail address, by the mail standard."""


class UserManager(BaseUserManager["User"]):
    """Creates accounts for services, commands and Django's own createsuperuser."""

    def create_user(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Without a password the account can be entered by sign-in links only."""
        if not email:
            raise ValueError("An account needs an e-mail address.")
        user = self.model(email=email.strip().lower(), name=clean_line(name), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        return self.create_user(
            email, name, password, **{**fields, "is_staff": True, "is_superuser": True}
        )

    def get_by_natural_key(self, username: str | None) -> "User":
        """Addresses may be typed in any case."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A user account; permissions follow from the rows that refer to it."""

    email = models.EmailField("e-mail address", max_length=LONGEST_ADDRESS, unique=True)
    name = models.CharField(max_length=120, blank=True)
    time_zone = models.CharField(
        max_length=64, blank=True, help_text="Times on pages are shown in this zone; UTC if empty."
    )
    reminders = models.BooleanField(
        "mailed reminders",
        default=True,
        help_text="When something waits for you, or your time runs out.",
    )
    is_active = models.BooleanField("active", default=True)
    is_staff = models.BooleanField("may enter the admin", default=False)
    date_joined = models.DateTimeField("joined", default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        ordering = ("name", "email")
        constraints = (
            # Accounts that differ only by case would lock one user out.
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="people_user_email_lower_case"
            ),
        )

    def __str__(self) -> str:
        """The name for other users: never the e-mail address."""
        return self.name or f"Account {self.pk}"

    def clean(self) -> None:
        super().clean()
        self.email = self.email.strip().lower()

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return self.name.split(" ")[0] or str(self)


class ApiToken(models.Model):
    """A token with which a program acts as its user, within its scope. Only a digest is stored: the
    token itself is shown once, to the user who made it."""

    class Scope(models.TextChoices):
        READ = "read", "Read only"
        MANAGER = "manager", "Act as a manager"
        DIRECTOR = "director", "Everything you may do"

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60, blank=True)
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.DIRECTOR)
    # The SHA-256 of the token, 256 random bits that cannot be guessed.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("-created_at", "-pk")
        verbose_name = "API token"

    def __str__(self) -> str:
        return self.name or "Unnamed token"

    @property
    def is_over(self) -> bool:
        return self.ends_at is not None and self.ends_at <= timezone.now()


class Session(AbstractBaseSession):
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    began_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    address = models.CharField(max_length=64, blank=True)
    agent = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = "session"
        verbose_name_plural = "sessions"

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from config.people.sessions import SessionStore

        return SessionStore

    @property
    def place(self) -> str:
        return f"{browser_of(self.agent)}, {self.address or 'address unknown'}"


class OutgoingMail(models.Model):
    """A mail that a worker is to send (``config.people.mails``). Sending it deletes the row; giving
    it up deletes only the text, so that operators see the rest."""

    kind = models.CharField(max_length=40, help_text="What it is about.")
    to = models.EmailField(max_length=LONGEST_ADDRESS)
    subject = models.CharField(max_length=400, blank=True)
    text = models.TextField(blank=True)
    more = models.JSONField(
        default=dict, blank=True, help_text="Headers, attachments, what its text is written of."
    )
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, help_text="When it is tried next.")
    tries = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, help_text="Why the last try failed.")
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("due_at", "pk")
        indexes = (
            # For the next mail to send, every minute and after each act that mails.
            models.Index(
                fields=["due_at"],
                condition=models.Q(given_up_at=None),
                name="people_outgoingmail_due",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.to}"


# django-otp is untyped: the type checker learns of the model and its managers here.
class Passkey(TimestampMixin, ThrottlingMixin, Device, models.Model):
    """A passkey on a phone, a computer or a stick; the site stores its public key."""

    # The credential id in base64url; up to 1,023 bytes by the standard.
    credential = models.CharField(max_length=1364, unique=True, editable=False)
    public_key = models.BinaryField(editable=False)
    # Browsers offer the passkey on this domain and its subdomains only.
    domain = models.CharField(max_length=253, editable=False)
    # The passkey's own count of uses; 0 if it does not count.
    sign_count = models.PositiveBigIntegerField(default=0, editable=False)
    # Transports ("usb", "internal") that tell the browser where to look.
    transports = models.JSONField(default=list, editable=False)

    objects: ClassVar[models.Manager["Passkey"]] = DeviceManager()
    _default_manager: ClassVar[models.Manager["Passkey"]]

    class Meta:
        ordering = ("created_at", "pk")
        verbose_name = "passkey"

    def __str__(self) -> str:
        return str(self.name)

    def get_throttle_factor(self) -> int:
        """Seconds to wait after a first wrong answer; doubled after each further one."""
        return 1
