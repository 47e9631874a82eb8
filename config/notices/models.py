from django.conf import settings
from django.db import models
from django.utils import timezone


class Notice(models.Model):
    """Something waits for a person, or did. One row for a person and what it is about."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=32)
    key = models.CharField(max_length=120, help_text="What it is about.")
    title = models.CharField(max_length=200)
    detail = models.CharField(max_length=500, blank=True)
    url = models.CharField(max_length=300)
    scope = models.CharField(max_length=64)
    due = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(
        null=True, blank=True, help_text="When it did not wait any longer."
    )

    class Meta:
        ordering = ("-id",)
        constraints = (
            # No user is told twice of one thing.
            models.UniqueConstraint(fields=["user", "key"], name="notices_told_once"),
        )
        indexes = (
            # The bell on every page, and the page behind it.
            models.Index(fields=["user"], condition=models.Q(over_at=None), name="notices_waiting"),
            # The mails that are still to be sent.
            models.Index(
                fields=["user", "id"],
                condition=models.Q(over_at=None, mailed_at=None),
                name="notices_unmailed",
            ),
        )

    def __str__(self) -> str:
        return self.title


class Unwanted(models.Model):
    """A kind of notice that a person does not want."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unwanted_notices"
    )
    kind = models.CharField(max_length=32)

    class Meta:
        verbose_name = "unwanted kind"
        ordering = ("user", "kind")
        constraints = (
            models.UniqueConstraint(fields=["user", "kind"], name="notices_unwanted_once"),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"
