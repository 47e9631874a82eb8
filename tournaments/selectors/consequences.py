"""The state of a tournament as text, so that two moments can be compared."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Tournament
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.tables import table


def standing(key: str) -> Mapping[str, str]:
    """Return every club's place and record, ``2=, 7-3``; the winners of play-off series; and rounds
    drawn from results that have since changed."""
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or tournament.state == Tournament.State.SETUP:
        return {}
    return standing_in(load_league(tournament))


def standing_in(
    league: League, dropped_since: Mapping[int, int] | None = None
) -> Mapping[str, str]:
    """Return the same for a loaded or hypothetical league; ``dropped_since`` as in
    ``overtaken``."""
    places = {
        line.entrant.team.name: f"{line.row.place.label}, {line.row.record.overall}"
        for line in table(league)
    }
    return places | _series_won(league) | drawn_otherwise(league, dropped_since)


def drawn_otherwise(
    league: League, dropped_since: Mapping[int, int] | None = None
) -> dict[str, str]:
    """Return what is outdated in drawn rounds, by round."""
    return {
        f"Drawn since: {outdated.round.name} of {outdated.round.stage}": outdated.told
        for outdated in overtaken(league, dropped_since)
    }


def warnings(key: str) -> list[str]:
    """Return what was outdated in drawn rounds when last checked."""
    texts = Tournament.objects.filter(pk=key).values_list("overtaken", flat=True).first()
    return list(texts or ())


def _series_won(league: League) -> dict[str, str]:
    """Return the winner of each play-off series and tie-break game."""
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
