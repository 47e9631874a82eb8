"""Simulated games that can be undone, and why other games stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from config.kinds import parted
from config.refusals import Refusal, Refused
from games.models import Game, Series
from games.seriesday.models import Ruling
from games.services.calling_off import ended
from games.services.rewinding import is_simulated, not_simulated
from pitching.models import Signature
from tournaments.awards.models import Ballot
from tournaments.models import TieRuling, Tournament
from tournaments.selectors.drawings import drawn_at_start, rounds_from
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting

RULED = (Ruling.State.DECIDED, Ruling.State.APPEALED, Ruling.State.FINAL)


@dataclass(frozen=True)
class TakingBack:
    """The games to undo, in order, and by key why other games stand."""

    games: Sequence[Game]
    left: Mapping[int, Refusal]


def taking_back(
    league: League, *, number: int | None = None, series_id: int | None = None
) -> TakingBack:
    """Return what undoing the simulation of a round or a series would remove: simulated games that
    nothing depends on. Refused: ``nothing-chosen`` without either."""
    if number is None and series_id is None:
        raise Refused(Refusal("nothing-chosen", "Say which round or which series.", "round"))
    meetings = {
        meeting.series_id: meeting
        for round_ in league.rounds
        for meeting in round_.series
        if meeting.series_id is not None
        and number in (None, round_.number)
        and series_id in (None, meeting.series_id)
    }
    rows = (
        Game.objects.filter(series__in=meetings, status=Game.Status.FINAL)
        .select_related("series__home", "series__away", "away", "home")
        .defer("transcript", "events", "clubs", "beginning")
    )
    games = list(rows.order_by("series", "number"))
    rests = _Rests.of(league, games)
    standing = {
        game.pk: refusal
        for game in games
        if (refusal := rests.why_it_stands(game, meetings[game.series_id])) is not None
    }
    return TakingBack([game for game in games if game.pk not in standing], standing)


def take_back_page(series: Series) -> str:
    """Return the address of the page that undoes the simulated games of a series; empty where there
    are none."""
    kind, key = parted(series.scope)
    simulated = series.games.filter(status=Game.Status.FINAL, source=Game.Source.SIMULATED)
    if kind != "tournament" or not simulated.exists():
        return ""
    slug = Tournament.objects.values_list("slug", flat=True).get(pk=int(key))
    return f"{reverse('tournaments:take-back', args=[slug])}?series={series.pk}"


@dataclass(frozen=True)
class _Rests:
    """What may depend on results, loaded once for many games."""

    league: League
    tie_rulings: Sequence[TieRuling]
    ballots: Sequence[Ballot]
    ruled: Collection[int]
    signed: Collection[str]

    @classmethod
    def of(cls, league: League, games: Sequence[Game]) -> _Rests:
        tournament = league.tournament
        keys = {f"series:{game.series_id}" for game in games}
        signatures = Signature.objects.filter(
            series__key__in=keys, series__sheet__event__key=tournament.scope, reopened_at=None
        )
        return cls(
            league,
            list(tournament.tie_rulings.filter(withdrawn_at=None)),
            list(tournament.ballots.exclude(state=Ballot.State.CANCELLED)),
            set(
                Ruling.objects.filter(game__in=games, state__in=RULED).values_list(
                    "game", flat=True
                )
            ),
            set(signatures.values_list("series__key", flat=True)),
        )

    def why_it_stands(self, game: Game, meeting: Meeting) -> Refusal | None:
        """Return ``not-simulated``, ``called-off``, ``club-dropped``, ``round-drawn``,
        ``tie-ruled``, ``award-given``, ``game-ruled-on`` or ``sheet-signed``; ``None`` where the
        game can be undone."""
        place = f"game {game.pk}"
        if not is_simulated(game):
            return not_simulated(game)
        for refusal in ended(game.series):
            return refusal
        if any(side is not None and side.is_out for side in (meeting.home, meeting.away)):
            words = f"{game}: one of the clubs is out, and nobody would play it."
            return Refusal("club-dropped", words, place)
        for round_ in rounds_from(self.league, meeting.round_number + 1):
            if not drawn_at_start(self.league, round_.number):
                words = f"{round_.name} of {round_.stage} was drawn upon it: take that back first."
                return Refusal("round-drawn", words, place, {"round": round_.number})
        finished_at = game.finished_at
        for ruling in self.tie_rulings:
            if finished_at is None or ruling.made_at >= finished_at:
                words = "How a tie is broken was recorded upon it: withdraw that first."
                return Refusal("tie-ruled", words, place, {"ruling": ruling.pk})
        for ballot in self.ballots:
            if finished_at is None or ballot.opened_at >= finished_at:
                words = f"“{ballot}” was put to the vote upon it."
                return Refusal("award-given", words, place, {"ballot": ballot.pk})
        if game.pk in self.ruled:
            return Refusal("game-ruled-on", f"{game} was ruled on: the ruling stands.", place)
        if f"series:{game.series_id}" in self.signed:
            words = f"A sheet is signed for {game.series}; a director opens it again first."
            return Refusal("sheet-signed", words, place, {"rule": "T0.06d"})
        return None
