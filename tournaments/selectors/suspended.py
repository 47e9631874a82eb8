"""The suspended games of an event: which have to be finished, in which order, and which may go into
the books as ties (T33)."""

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
"""How many games that went on before their turn are told of."""


@dataclass(frozen=True)
class SuspendedGame:
    """A suspended game: how far it went, whether it matters, and whether one of its clubs has
    others."""

    meeting: Meeting
    game: Played
    outs: int
    matter: Matter

    @property
    def outs_told(self) -> str:
        """How far along it is, in words."""
        return f"{self.outs} out{'' if self.outs == 1 else 's'} made"


@dataclass(frozen=True)
class OrderTurn:
    """A suspended game among several of a club: when its turn comes (level ones have the same
    ``rank``, and a place as ``2=``), why, the d20s that were thrown for it, and whether one is
    asked for now."""

    rank: int
    place: str
    game: SuspendedGame
    why: str
    rolled: tuple[int, ...]
    rolls: bool


@dataclass(frozen=True)
class Order:
    """A club with suspended games against several opponents: in which order they are finished
    (T33.0l). ``tied``: groups of games that only a d20 can part, ``rolled`` what was thrown for
    games so far, ``off_a_bye`` the games whose opponent comes back from one, and ``not_there``
    those whose opponent is reported absent: they keep no other game waiting."""

    entrant: Entrant
    games: tuple[SuspendedGame, ...]
    tied: tuple[frozenset[int], ...]
    rolled: Mapping[int, Sequence[int]]
    off_a_bye: frozenset[int]
    not_there: frozenset[int]

    @property
    def rolls(self) -> bool:
        """Whether a d20 is to be thrown."""
        return bool(self.tied)

    @property
    def level(self) -> tuple[SuspendedGame, ...]:
        """The games that only a d20 can part."""
        return tuple(each for each in self.games if self._group(each.game.pk))

    @property
    def turns(self) -> tuple[OrderTurn, ...]:
        """The games in their order, each with its place and why it has that."""
        first: dict[frozenset[int], int] = {}
        found = []
        for number, each in enumerate(self.games, 1):
            pk = each.game.pk
            group = self._group(pk)
            rank = first.setdefault(group, number) if group else number
            bye = "the opponent comes back from a bye, " if pk in self.off_a_bye else ""
            away = ", the opponent is not there" if pk in self.not_there else ""
            found.append(
                OrderTurn(
                    rank,
                    f"{rank}=" if group else str(rank),
                    each,
                    f"{bye}{each.outs_told}{away}",
                    tuple(self.rolled.get(pk, ())),
                    self.rolls_for(pk),
                )
            )
        return tuple(found)

    def rolls_for(self, game: int) -> bool:
        """Whether a d20 is asked for a game now: of level ones each gets one, and none a second
        before the others have theirs."""
        thrown = {pk: len(self.rolled.get(pk, ())) for pk in self._group(game)}
        return bool(thrown) and thrown[game] == min(thrown.values())

    def _group(self, game: int) -> frozenset[int]:
        """The games with which one is level; empty where it is with none."""
        return next((group for group in self.tied if game in group), frozenset())


def suspended_games(league: League) -> list[SuspendedGame]:
    """Every suspended game of the event that can be finished, round by round: not those of series
    that were called off (A-Q11)."""
    found = [
        (meeting, game)
        for meeting in league.meetings
        if not meeting.called_off
        for game in meeting.games
        if game.status == Game.Status.SUSPENDED
    ]
    if not found:
        return []
    chances = _chances(league)
    decide = _decisive(league)
    early = _of_first_day(league.tournament)
    summaries = Game.objects.in_bulk([game.pk for _, game in found])
    return [
        SuspendedGame(
            meeting,
            game,
            _outs(summaries[game.pk]),
            _matter(league, meeting, chances, decide, first_day=meeting.series_id in early),
        )
        for meeting, game in found
    ]


def orders_of(league: League, games: Sequence[SuspendedGame]) -> list[Order]:
    """T33.0l: for every club with suspended games against more than one opponent, in which order
    they are finished. Those against one opponent are played in the order of their series."""
    by_club: dict[int, list[SuspendedGame]] = defaultdict(list)
    for each in games:
        for entrant in (each.meeting.home, each.meeting.away):
            if entrant is not None:
                by_club[entrant.pk].append(each)
    waited = _off_a_bye(league)
    away = _not_there({each.meeting.series_id for each in games})
    rolled = _rolled({each.game.pk: each.outs for each in games})
    found = []
    for entrant in league.entrants:
        mine = {each.game.pk: each for each in by_club[entrant.pk]}
        against = {pk: _opponent(each.meeting, entrant) for pk, each in mine.items()}
        if len({each.pk for each in against.values()}) > 1:
            waiting = [
                Waiting(pk, waited.get(against[pk].pk, 0), each.outs, opponent=against[pk].pk)
                for pk, each in mine.items()
            ]
            thrown = rolled[entrant.team_id]
            order = _with_rolls(waiting, thrown)
            found.append(
                Order(
                    entrant,
                    tuple(mine[pk] for pk in order.games),
                    order.tied,
                    {pk: thrown[pk] for pk in mine if thrown[pk]},
                    frozenset(each.game for each in waiting if each.off_a_bye),
                    frozenset(
                        pk
                        for pk, each in mine.items()
                        if (each.meeting.series_id, against[pk].team_id) in away
                    ),
                )
            )
    return found


def out_of_turn(tournament: Tournament) -> list[Ruling]:
    """T33.0l: the suspended games that went on before their turn, the latest first, without those
    that a director has dismissed, or that ended with their games."""
    rows = Ruling.objects.filter(series__event__key=tournament.scope, case=OUT_OF_TURN)
    rows = rows.exclude(state__in=(Ruling.State.DISMISSED, Ruling.State.LAPSED))
    return list(rows.order_by("-pk")[:MOST_TOLD])


def turns_in(key: str) -> list[ClubOrder]:
    """The orders of a tournament as the managers who play its games are told them."""
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
    """The order with the d20s that were thrown for those that are level without them."""
    ranks: dict[int, int] = {}
    for group in preference(waiting).tied:
        ranks |= order_rolls({pk: thrown[pk] for pk in group})
    return preference(replace(each, roll=ranks.get(each.game, 0)) for each in waiting)


def throws(team: int, game: SuspendedGame) -> list[SuspendedRoll]:
    """The d20s that count of a suspended game among those of a club, in their order."""
    rows = SuspendedRoll.objects.filter(team=team, game=game.game.pk, outs=game.outs)
    return list(rows.order_by("pk"))


def _rolled(outs: Mapping[int, int]) -> Mapping[int, Mapping[int, list[int]]]:
    """The d20s of suspended games that stand at so many outs, in their order, by club and game. One
    that was thrown when the game stood elsewhere, before it went on, counts no longer."""
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = SuspendedRoll.objects.filter(game__in=outs).order_by("pk")
    for team, game, stood, value in rows.values_list("team", "game", "outs", "value"):
        if stood == outs[game]:
            found[team][game].append(value)
    return found


def first_day_open(tournament: Tournament, now: datetime) -> list[Game]:
    """T33.0n: the games that were suspended on the first day of the event and are open on a later
    one, by the event's own zone."""
    if not tournament.edition.series.nationals:
        return []
    early = _of_first_day(tournament)
    first = _first_day(tournament)
    if first is None or tournament.day_of(now) <= first:
        return []
    open_ones = Game.objects.filter(
        series__in=early, series__called_off_at=None, status=Game.Status.SUSPENDED
    )
    return list(open_ones.select_related("home", "away").order_by("pk"))


def _matter(
    league: League,
    meeting: Meeting,
    chances: Mapping[int, Chance],
    decide: frozenset[Pair] | None,
    *,
    first_day: bool,
) -> Matter:
    law = league.tournament.edition.series
    both = [each and chances.get(each.number) for each in (meeting.away, meeting.home)]
    away, home = both
    known = (away, home) if away and home and meeting.counts else None
    pair = frozenset(each.number for each in (meeting.away, meeting.home) if each is not None)
    return matter(
        law,
        known,
        first_day=first_day,
        decides=None if decide is None or not meeting.counts else pair in decide,
        others_may_decide=others_may_decide(league.tournament.ties),
    )


def _decisive(league: League) -> frozenset[Pair] | None:
    """The pairs whose unfinished games may decide who advances from the season, or who has won it;
    ``None`` where that cannot be told, as while more of it is to be drawn."""
    season = [stage for stage in league.stages if stage.counts and league.of_stage(stage)]
    if not season:
        return None
    now = season[-1]
    to_draw = now.kind == Stage.Kind.MATCHUPS and len(league.of_stage(now)) < now.spec.rounds
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
    """How everybody stands, by number, where that can be told."""
    names = {entrant.number: entrant.team.name for entrant in league.entrants}
    return {
        number: Chance(names[number], settled=outlook.clinched, out=outlook.out)
        for division in prospects(league)
        for number, outlook in division.outlooks.items()
    }


def _of_first_day(tournament: Tournament) -> set[int]:
    """The series that began on the first day of the event, by the event's own zone."""
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
    """A-S13: the outs that both sides had made."""
    summary = game.summary
    return 6 * (summary["inning"] - 1) + 3 * summary["half"] + summary["outs"]


def _off_a_bye(league: League) -> dict[int, int]:
    """For every club that comes off a bye, for how many rounds it has waited: a club that sits out
    the present round, or sat out the one before and has not begun to play since."""
    now = _round_on(league)
    found: dict[int, int] = {}
    for entrant in league.entrants if now is not None else ():
        byes, waited = False, 0
        for round_ in reversed(league.rounds[: league.rounds.index(now) + 1]):
            if any(each.games for each in round_.meetings if each.has(entrant)):
                break
            waited += 1
            byes = byes or entrant in round_.resting
        if byes:
            found[entrant.pk] = waited
    return found


def _round_on(league: League) -> RoundOfPlay | None:
    """The round that is being played, or the last that was: suspended games hold none up, nor do a
    few series that the others have left behind."""
    begun = [each for each in league.rounds if any(meeting.games for meeting in each.meetings)]
    for round_ in begun:
        left = sum(each.is_open and each.state != "suspended" for each in round_.series)
        if left and (round_ == begun[-1] or 2 * left >= len(round_.series)):
            return round_
    return begun[-1] if begun else None


def _not_there(series: Collection[int | None]) -> set[tuple[int | None, int]]:
    """The clubs whose manager was reported absent, with the series."""
    rows = Absence.objects.filter(series__in=series, outcome="")
    return set(rows.values_list("series", "team"))


def _opponent(meeting: Meeting, entrant: Entrant) -> Entrant:
    away = meeting.away
    return meeting.home if away is None or away.pk == entrant.pk else away
