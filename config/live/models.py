from django.db import models
from django.utils import timezone


class LiveEvent(models.Model):
    """Something under this topic changed. What it is, each viewer fetches with their own rights."""

    topic = models.CharField(max_length=64)
    # Indexed for the daily clean-up of old rows; the stream itself reads by id.
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.id} {self.topic}"
