from django.conf import settings
from django.db import models
from django.utils import timezone


class Action(models.Model):
    """One line of the audit log: who did what to what, written in the transaction of the change."""

    code = models.CharField(max_length=64, help_text="A word of the action vocabulary.")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="actions",
        help_text="Empty when the house itself acted, as a job does.",
    )
    at = models.DateTimeField(default=timezone.now)
    scope = models.CharField(max_length=64, help_text='A topic, such as "tournament:12".')
    subject_type = models.CharField(max_length=64)
    subject_id = models.CharField(max_length=64)
    subject_label = models.CharField(max_length=200)
    old = models.JSONField(null=True, blank=True)
    new = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = (
            # For the log of one tournament, newest first.
            models.Index(fields=["scope", "-id"], name="journal_action_scope"),
            # For the history of one object.
            models.Index(fields=["subject_type", "subject_id"], name="journal_action_subject"),
            # For the admin's filter by code, newest first.
            models.Index(fields=["code", "-id"], name="journal_action_code"),
            # For the lines of a day, and the deletion of old ones.
            models.Index(fields=["at"], name="journal_action_at"),
        )

    def __str__(self) -> str:
        return f"{self.code} {self.subject_label}"
