"""The rule editions of tournaments."""

from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.presets import DEFAULT
from tournaments.models import Tournament


def edition_of(key: str) -> RuleEdition:
    """The edition under which the tournament with this key is played."""
    rows = Tournament.objects.only("edition_preset", "edition_fields")
    tournament = rows.filter(pk=key).first()
    edition: RuleEdition = getattr(tournament, "edition", DEFAULT)
    return edition
