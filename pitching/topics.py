"""The live topics of this floor."""

from pitching.models import PitchingSheet


def sheet_topic(sheet: PitchingSheet) -> str:
    """What the page of a sheet watches: who signs it, and what is written on it."""
    return f"sheet:{sheet.pk}"
