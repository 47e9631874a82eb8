"""The draft of a tournament, and how an event drafts."""

from dataclasses import replace

from rosters.drafts.models import Draft
from rosters.rules.draft.settings import DraftSettings, settings_of
from tournaments.models import Tournament


def draft_settings(tournament: Tournament) -> DraftSettings:
    """How an event drafts before anybody settles it otherwise."""
    return replace(
        settings_of(tournament.edition),
        # Options of games that have such; see their squad laws.
        least_at_bats=int(tournament.settings.get("least_at_bats", 0)),
        least_innings=int(tournament.settings.get("least_innings", 0)),
    )


def draft_of(tournament: Tournament) -> Draft | None:
    """The tournament's draft, if it has one."""
    return Draft.objects.filter(event__key=tournament.scope).first()
