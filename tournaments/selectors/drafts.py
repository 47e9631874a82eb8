"""The draft of a tournament, and how an event drafts."""

from rosters.drafts.models import Draft
from rosters.rules.draft.settings import DraftSettings, settings_of
from tournaments.models import Tournament


def draft_settings(tournament: Tournament) -> DraftSettings:
    """How an event drafts before anybody settles it otherwise."""
    return settings_of(tournament.edition)


def draft_of(tournament: Tournament) -> Draft | None:
    """The tournament's draft, if it has one."""
    return Draft.objects.filter(event__key=tournament.scope).first()
