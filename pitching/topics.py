"""Live topics of pitching sheets."""

from pitching.models import PitchingSheet


def sheet_topic(sheet: PitchingSheet) -> str:
    """The live topic that the page of a sheet watches: signatures and new entries."""
    return f"sheet:{sheet.pk}"
