"""The draft of a tournament and its default settings."""

from dataclasses import replace

from rosters.drafts.models import Draft
from rosters.rules.draft.settings import DraftSettings, settings_of
from tournaments.models import Tournament


def draft_settings(tournament: Tournament) -> DraftSettings:
    return replace(
        settings_of(tournament.edition),
        # Options of some game systems; see their squad rules.
        least_at_bats=int(tournament.settings.get("least_at_bats", 0)),
        least_innings=int(tournament.settings.get("least_innings", 0)),
    )


def draft_of(tournament: Tournament) -> Draft | None:
    return Draft.objects.filter(event__key=tournament.scope).first()


def draft_divisions(tournament: Tournament) -> dict[int, int]:
    """Return the divisions in which clubs were drafted, from 1, by club number; empty where there
    is only one, or where some club has no place yet."""
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    if draft is None:
        return {}
    rows = draft.seats.exclude(division=None).exclude(team=None)
    division_of = {
        team: division
        for team, division in rows.values_list("team_id", "division")
        if team is not None and division is not None
    }
    clubs = dict(tournament.entrants.values_list("number", "team_id"))
    if len(set(division_of.values())) < 2 or not division_of.keys() >= set(clubs.values()):
        return {}
    lowest = min(division_of.values())
    return {number: division_of[team] - lowest + 1 for number, team in clubs.items()}
