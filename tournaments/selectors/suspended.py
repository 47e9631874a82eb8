"""The suspended games of an event: which have to be finished, in which order, and which may be
recorded as ties (T33)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from games.models import Game
from games.rules.remedies import OUT_OF_TURN
from games.rules.suspensions import (
    Chance,
    Matter,
    Preference,
    Waiting,
    matter,
    order_rolls,
    preference,
)
from games.seriesday.models import Absence, Ruling, SeriesClock, SuspendedRoll
from games.turns import ClubOrder
from games.turns import Turn as ClubTurn
from tournaments.models import Entrant, Stage, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.criterion import Pair
from tournaments.rules.mattering import decisive, others_may_decide
from tournaments.selectors.league import League, load_league
from tournaments.selectors.meetings import Meeting, Played, RoundOfPlay
from tournaments.selectors.progress import outside_of
from tournaments.selectors.tables import following_of, prospects

MOST_TOLD = 20
"""Maximum number of games shown that were continued before their turn."""


@dataclass(frozen=True)
class SuspendedGame:
    """A suspended game, the outs made, and whether it matters."""

    meeting: Meeting
    game: Played
    outs: int
    matter: Matter

    @property
    def outs_told(self) -> str:
        return f"{self.outs} out{'' if self.outs == 1 else 's'} made"


@dataclass(frozen=True)
class OrderTurn:
    """A suspended game in a club's order: its place (equal ones share the ``rank``, and a place
    such as ``2=``), the reason, the d20s rolled for it, and whether one is to be rolled now."""

    rank: int
    place: str
    game: SuspendedGame
    why: str
    rolled: tuple[int, ...]
    rolls: bool


@dataclass(frozen=True)
class Order:
    """A club with suspended games against several opponents: the order in which they are finished
    (T33.0l). ``tied``: groups of games that only a d20 can order; ``rolled``: the rolls so far;
    ``off_a_bye``: the games whose opponent comes off a bye; ``not_there``: those whose opponent is
    reported absent, which hold up no other game."""

    entrant: Entrant
    games: tuple[SuspendedGame, ...]
    tied: tuple[frozenset[int], ...]
    rolled: Mapping[int, Sequence[int]]
    off_a_bye: frozenset[int]
    not_there: frozenset[int]

    @property
    def rolls(self) -> bool:
        return bool(self.tied)

    @property
    def level(self) -> tuple[SuspendedGame, ...]:
        """The games that only a d20 can order."""
        return tuple(
            suspended_game for suspended_game in self.games if self._group(suspended_game.game.pk)
        )

    @property
    def turns(self) -> tuple[OrderTurn, ...]:
        """The games in order, each with its place and the reason."""
        rank_of: dict[frozenset[int], int] = {}
        turns = []
        for number, suspended_game in enumerate(self.games, 1):
            pk = suspended_game.game.pk
            group = self._group(pk)
            rank = rank_of.setdefault(group, number) if group else number
            bye = "the opponent comes back from a bye, " if pk in self.off_a_bye else ""
            away = ", the opponent is not there" if pk in self.not_there else ""
            turns.append(
                OrderTurn(
                    rank,
                    f"{rank}=" if group else str(rank),
                    suspended_game,
                    f"{bye}{suspended_game.outs_told}{away}",
                    tuple(self.rolled.get(pk, ())),
                    self.rolls_for(pk),
                )
            )
        return tuple(turns)

    def rolls_for(self, game: int) -> bool:
        """Whether a d20 is to be rolled for a game now: each of the equal games gets one before any
        gets a second."""
        thrown = {pk: len(self.rolled.get(pk, ())) for pk in self._group(game)}
        return bool(thrown) and thrown[game] == min(thrown.values())

    def _group(self, game: int) -> frozenset[int]:
        """Return the games equal with this one; empty where there are none."""
        return next((group for group in self.tied if game in group), frozenset())


def suspended_games(league: League) -> list[SuspendedGame]:
    """Return every suspended game of the event that can be finished, round by round, without series
    that were called off (A-Q11)."""
    open_games = [
        (meeting, game)
        for meeting in league.meetings
        if not meeting.called_off
        for game in meeting.games
        if game.status == Game.Status.SUSPENDED
    ]
    if not open_games:
        return []
    chances = _chances(league)
    decide = _decisive(league)
    early = _of_first_day(league.tournament)
    summaries = Game.objects.in_bulk([game.pk for _, game in open_games])
    return [
        SuspendedGame(
            meeting,
            game,
            _outs(summaries[game.pk]),
            _matter(league, meeting, chances, decide, first_day=meeting.series_id in early),
        )
        for meeting, game in open_games
    ]


def orders_of(league: League, games: Sequence[SuspendedGame]) -> list[Order]:
    """T33.0l: return the order of suspended games for every club with several opponents in them.
    Games against one opponent are played in the order of their series."""
    by_club: dict[int, list[SuspendedGame]] = defaultdict(list)
    for item in games:
        for entrant in (item.meeting.home, item.meeting.away):
            if entrant is not None:
                by_club[entrant.pk].append(item)
    waited = _off_a_bye(league)
    absent = _not_there({item.meeting.series_id for item in games})
    rolled = _rolled({item.game.pk: item.outs for item in games})
    orders = []
    for entrant in league.entrants:
        own_games = {item.game.pk: item for item in by_club[entrant.pk]}
        against = {pk: _opponent(item.meeting, entrant) for pk, item in own_games.items()}
        if len({item.pk for item in against.values()}) > 1:
            waiting = [
                Waiting(pk, waited.get(against[pk].pk, 0), item.outs, opponent=against[pk].pk)
                for pk, item in own_games.items()
            ]
            thrown = rolled[entrant.team_id]
            order = _with_rolls(waiting, thrown)
            orders.append(
                Order(
                    entrant,
                    tuple(own_games[pk] for pk in order.games),
                    order.tied,
                    {pk: thrown[pk] for pk in own_games if thrown[pk]},
                    frozenset(item.game for item in waiting if item.off_a_bye),
                    frozenset(
                        pk
                        for pk, item in own_games.items()
                        if (item.meeting.series_id, against[pk].team_id) in absent
                    ),
                )
            )
    return orders


def out_of_turn(tournament: Tournament) -> list[Ruling]:
    """T33.0l: return the games that were continued before their turn, the latest first, without
    those that a director has dismissed or that expired with their games."""
    rows = Ruling.objects.filter(series__event__key=tournament.scope, case=OUT_OF_TURN)
    rows = rows.exclude(state__in=(Ruling.State.DISMISSED, Ruling.State.LAPSED))
    return list(rows.order_by("-pk")[:MOST_TOLD])


def turns_in(key: str) -> list[ClubOrder]:
    """Return the orders of a tournament as shown to managers."""
    tournament = Tournament.objects.filter(pk=int(key)).first()
    if tournament is None:
        return []
    league = load_league(tournament)
    return [
        ClubOrder(
            order.entrant.team_id,
            order.entrant.team.name,
            tuple(
                ClubTurn(
                    game=turn.game.game.pk,
                    series=turn.game.meeting.series_id or 0,
                    number=turn.game.game.number,
                    name=_name(turn.game),
                    opponent=_opponent(turn.game.meeting, order.entrant).team_id,
                    rank=turn.rank,
                    place=turn.place,
                    why=turn.why,
                    rolled=turn.rolled,
                    asked=turn.rolls,
                    ready=turn.game.game.pk not in order.not_there,
                )
                for turn in order.turns
            ),
        )
        for order in orders_of(league, suspended_games(league))
    ]


def _name(each: SuspendedGame) -> str:
    meeting = each.meeting
    away = "" if meeting.away is None else meeting.away.team.name
    return f"{away} at {meeting.home.team.name}, game {each.game.number}"


def _with_rolls(waiting: Sequence[Waiting], thrown: Mapping[int, Sequence[int]]) -> Preference:
    """Return the order, with d20 rolls for games that are equal without them."""
    ranks: dict[int, int] = {}
    for group in preference(waiting).tied:
        ranks |= order_rolls({pk: thrown[pk] for pk in group})
    return preference(replace(game, roll=ranks.get(game.game, 0)) for game in waiting)


def throws(team: int, game: SuspendedGame) -> list[SuspendedRoll]:
    """Return the d20 rolls that count for a club's suspended game, in order."""
    rows = SuspendedRoll.objects.filter(team=team, game=game.game.pk, outs=game.outs)
    return list(rows.order_by("pk"))


def _rolled(outs: Mapping[int, int]) -> Mapping[int, Mapping[int, list[int]]]:
    """Return the d20 rolls by club and game, in order. A roll made at another number of outs,
    before the game was continued, no longer counts."""
    rolls: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = SuspendedRoll.objects.filter(game__in=outs).order_by("pk")
    for team, game, outs_then, value in rows.values_list("team", "game", "outs", "value"):
        if outs_then == outs[game]:
            rolls[team][game].append(value)
    return rolls


def first_day_open(tournament: Tournament, now: datetime) -> list[Game]:
    """T33.0n: return the games that were suspended on the first day of the event and are open on a
    later one, in the event's time zone."""
    if not tournament.edition.series.nationals:
        return []
    first_day_series = _of_first_day(tournament)
    first = _first_day(tournament)
    if first is None or tournament.day_of(now) <= first:
        return []
    open_games = Game.objects.filter(
        series__in=first_day_series, series__called_off_at=None, status=Game.Status.SUSPENDED
    )
    return list(open_games.select_related("home", "away").order_by("pk"))


def _matter(
    league: League,
    meeting: Meeting,
    chances: Mapping[int, Chance],
    decide: frozenset[Pair] | None,
    *,
    first_day: bool,
) -> Matter:
    law = league.tournament.edition.series
    club_chances = [club and chances.get(club.number) for club in (meeting.away, meeting.home)]
    away, home = club_chances
    both_known = (away, home) if away and home and meeting.counts else None
    pair = frozenset(club.number for club in (meeting.away, meeting.home) if club is not None)
    return matter(
        law,
        both_known,
        first_day=first_day,
        decides=None if decide is None or not meeting.counts else pair in decide,
        others_may_decide=others_may_decide(league.tournament.ties),
    )


def _decisive(league: League) -> frozenset[Pair] | None:
    """Return the pairs whose unfinished games may decide who advances from the season, or who wins
    it; ``None`` where that is not known, such as while more of it is to be drawn."""
    season = [stage for stage in league.stages if stage.counts and league.of_stage(stage)]
    if not season:
        return None
    current = season[-1]
    to_draw = (
        current.kind == Stage.Kind.MATCHUPS and len(league.of_stage(current)) < current.spec.rounds
    )
    following = following_of(league)
    if to_draw or any(league.of_stage(stage) for stage in following):
        return None
    rules = tuple(stage.spec.entry for stage in following if stage.spec.entry is not None)
    field = league.field
    if following:
        outside = outside_of(league, following[0])
        if outside != set(field.outside):
            field = replace(field, outside=sorted(outside))
    return decisive(field, league.tournament.ties, rules or (AdvanceRule(1),))


def _chances(league: League) -> dict[int, Chance]:
    """Return every club's outlook by number, where known."""
    names = {entrant.number: entrant.team.name for entrant in league.entrants}
    return {
        number: Chance(names[number], settled=outlook.clinched, out=outlook.out)
        for division in prospects(league)
        for number, outlook in division.outlooks.items()
    }


def _of_first_day(tournament: Tournament) -> set[int]:
    """Return the series that began on the first day of the event, in its time zone."""
    first = _first_day(tournament)
    clocks = SeriesClock.objects.filter(series__event__key=tournament.scope, begun_at__isnull=False)
    return {
        series_id
        for series_id, begun in clocks.values_list("series_id", "begun_at")
        if begun is not None and tournament.day_of(begun) == first
    }


def _first_day(tournament: Tournament) -> date | None:
    clocks = SeriesClock.objects.filter(series__event__key=tournament.scope, begun_at__isnull=False)
    first = clocks.order_by("begun_at").values_list("begun_at", flat=True).first()
    return None if first is None else tournament.day_of(first)


def _outs(game: Game) -> int:
    """A-S13: count the outs that both sides have made."""
    summary = game.summary
    return 6 * (summary["inning"] - 1) + 3 * summary["half"] + summary["outs"]


def _off_a_bye(league: League) -> dict[int, int]:
    """Return for every club that comes off a bye how many rounds it has waited: it has a bye in the
    present round, or had one in the round before and has not played since."""
    current = _round_on(league)
    rounds_waited: dict[int, int] = {}
    for entrant in league.entrants if current is not None else ():
        had_bye, waited = False, 0
        for round_ in reversed(league.rounds[: league.rounds.index(current) + 1]):
            if any(meeting.games for meeting in round_.meetings if meeting.has(entrant)):
                break
            waited += 1
            had_bye = had_bye or entrant in round_.resting
        if had_bye:
            rounds_waited[entrant.pk] = waited
    return rounds_waited


def _round_on(league: League) -> RoundOfPlay | None:
    """Return the current round, or the last one played: suspended games do not hold it back, and
    neither do a few late series."""
    begun = [item for item in league.rounds if any(meeting.games for meeting in item.meetings)]
    for round_ in begun:
        unplayed = sum(item.is_open and item.state != "suspended" for item in round_.series)
        if unplayed and (round_ == begun[-1] or 2 * unplayed >= len(round_.series)):
            return round_
    return begun[-1] if begun else None


def _not_there(series: Collection[int | None]) -> set[tuple[int | None, int]]:
    """Return the clubs whose manager was reported absent, with the series."""
    rows = Absence.objects.filter(series__in=series, outcome="")
    return set(rows.values_list("series", "team"))


def _opponent(meeting: Meeting, entrant: Entrant) -> Entrant:
    away = meeting.away
    return meeting.home if away is None or away.pk == entrant.pk else away
