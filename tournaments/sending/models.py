"""A director's write-up of an event for the record keepers."""

from django.db import models

from tournaments.models import Entrant, Tournament


class Writing(models.Model):
    """Where an event was held, and its director's write-up."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="writing")
    held = models.CharField(max_length=120, blank=True, help_text="The city, or online.")
    text = models.TextField(
        max_length=6000, blank=True, help_text="Empty: the first draft, from the event."
    )
    draft = models.TextField(
        blank=True, help_text="The first draft when the text was stored: whether it is out of date."
    )

    def __str__(self) -> str:
        return f"Write-up of {self.tournament}"


class ReportedClub(models.Model):
    """The people of a club for the records: full names, town, and who is given the points."""

    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="reported")
    names = models.CharField(max_length=160, blank=True)
    town = models.CharField(max_length=80, blank=True)
    points_to = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("entrant",)

    def __str__(self) -> str:
        return f"{self.names} ({self.entrant})"
