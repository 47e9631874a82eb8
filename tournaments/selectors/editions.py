"""The rule editions of tournaments."""

from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.presets import DEFAULT
from tournaments.models import Tournament


def edition_of(key: str) -> RuleEdition:
    """The edition under which the tournament with this key is played."""
    tournament = Tournament.objects.filter(pk=key).first()
    edition: RuleEdition = getattr(tournament, "edition", DEFAULT)
    return edition
