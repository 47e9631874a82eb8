"""How things stand in a tournament, told so that two moments can be compared."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Tournament
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.tables import table


def standing(key: str) -> Mapping[str, str]:
    """Every club's place and record: ``2=, 7-3``; who has won the series of play-offs, and what was
    drawn upon results that are others now."""
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or tournament.state == Tournament.State.SETUP:
        return {}
    return standing_in(load_league(tournament))


def standing_in(
    league: League, dropped_since: Mapping[int, int] | None = None
) -> Mapping[str, str]:
    """The same of a league that is loaded, or as it would be; ``dropped_since`` as in
    ``overtaken``."""
    places = {
        line.entrant.team.name: f"{line.row.place.label}, {line.row.record.overall}"
        for line in table(league)
    }
    return places | _series_won(league) | drawn_otherwise(league, dropped_since)


def drawn_otherwise(
    league: League, dropped_since: Mapping[int, int] | None = None
) -> dict[str, str]:
    """What was drawn upon results that are others now, by the round that was drawn."""
    return {
        f"Drawn since: {each.round.name} of {each.round.stage}": each.told
        for each in overtaken(league, dropped_since)
    }


def warnings(key: str) -> list[str]:
    """What was drawn upon results that are others now, as it was noted last."""
    found = Tournament.objects.filter(pk=key).values_list("overtaken", flat=True).first()
    return list(found or ())


def _series_won(league: League) -> dict[str, str]:
    """Who has won each series of play-offs and each game that breaks a tie."""
    return {
        f"{meeting.round_name}, {meeting.away.team} at {meeting.home.team}": _winner(meeting)
        for meeting in league.meetings
        if not meeting.counts and meeting.away is not None and meeting.games
    }


def _winner(meeting: Meeting) -> str:
    if not meeting.is_complete:
        return "not over"
    sides = {"home": meeting.home, "away": meeting.away}
    winner = sides.get(meeting.winner)
    return "nobody has won" if winner is None else f"{winner.team} has won"
