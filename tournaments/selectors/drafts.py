"""The draft of a tournament, and the law under which its clubs are drafted."""

from rosters.drafts.models import Draft
from rosters.rules.draft.settings import DraftSettings, settings_of
from rosters.rules.editions.edition import RuleEdition
from tournaments.models import Tournament


def law_of_event(tournament: Tournament) -> RuleEdition:
    """The rule edition of an event: whatever asks which law its draft and squads follow asks
    here."""
    return tournament.edition


def draft_settings(tournament: Tournament) -> DraftSettings:
    """How an event drafts before anybody settles it otherwise."""
    return settings_of(law_of_event(tournament))


def law_of_scope(key: str) -> RuleEdition:
    """The law of the event with that number."""
    return law_of_event(Tournament.objects.get(pk=key))


def draft_of(tournament: Tournament) -> Draft | None:
    """The tournament's draft, if it has one."""
    return Draft.objects.filter(scope=tournament.scope).first()
