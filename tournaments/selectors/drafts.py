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


def draft_divisions(tournament: Tournament) -> dict[int, int]:
    """The divisions in which clubs were drafted, by their numbers and from 1; nothing where there
    is one alone, or where not every club has its place yet."""
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    if draft is None:
        return {}
    rows = draft.seats.exclude(division=None).exclude(team=None)
    placed = {
        team: division
        for team, division in rows.values_list("team_id", "division")
        if team is not None and division is not None
    }
    clubs = dict(tournament.entrants.values_list("number", "team_id"))
    if len(set(placed.values())) < 2 or not placed.keys() >= set(clubs.values()):
        return {}
    first = min(placed.values())
    return {number: placed[team] - first + 1 for number, team in clubs.items()}
