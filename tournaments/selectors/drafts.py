"""The draft of a tournament."""

from rosters.drafts.models import Draft
from tournaments.models import Tournament


def draft_of(tournament: Tournament) -> Draft | None:
    """The tournament's draft, if it has one."""
    return Draft.objects.filter(scope=tournament.scope).first()
