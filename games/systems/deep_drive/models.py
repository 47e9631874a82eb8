from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone


class ChartSet(models.Model):
    """Charts as somebody laid them down, never changed: an event names them by their number.

    ``rows`` has those charts alone that are not ours, each its rows by column. The charts of the
    house are the set that was made so last.
    """

    name = models.CharField(max_length=80)
    rows = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, help_text="Of the rows; the same charts have one.")
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="chart_sets",
        null=True,
        blank=True,
        help_text="Empty: the house itself.",
    )
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    house_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="deep_drive_charts_have_name"),
        )
        indexes = (
            # Which are the house's, asked when an event begins.
            models.Index(
                fields=["house_since"],
                condition=Q(house_since__isnull=False),
                name="deep_drive_charts_of_house",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("deep-drive:charts", args=[self.pk])

    @property
    def scope(self) -> str:
        """Under which what happens to it is logged."""
        return f"charts:{self.pk}"
