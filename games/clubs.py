"""Who plays a game of cards: drawn up when the game begins, stored with it, read back ever after.

A line-up names cards by their keys in the database, which never change, so that an old game stays
what it was. How a club is drawn up is its game system's own (``games.card_games``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple
from hashlib import sha256
from typing import Protocol

from config.refusals import Refusal, Refused
from games.card_games.base import NO_PLAN, ClubBuilder, HomePark, Orders, Side, Squad, Stored
from games.card_games.registry import card_game
from games.engine.club import Clubs
from games.engine.system import CARDS
from games.hooks import plans_of
from games.models import Game, Series
from pitching.rules.laws import LawOfPitching
from pitching.rules.sheet import Pitcher, Sheet
from rosters.models import Ballpark, Card, RosterSpot, Team
from rosters.models import Squad as SquadRow

DIGEST = "digest"
"""The key in a stored club of the hash of what is printed on its cards."""


class SheetsBefore(Protocol):
    """Knows the pitching sheets of clubs before their next games."""

    def before(self, series: Series, team_id: int) -> tuple[Sheet, LawOfPitching] | None:
        """A club's sheet with its law; ``None`` where the series' games are on no sheets."""
        ...


class Cards(dict[int, Card]):
    """Cards by their keys, as far as they were asked for; each is read once."""

    def load(self, keys: Iterable[int]) -> None:
        """Have these; one query, or none where all of them are here."""
        missing = set(keys) - self.keys()
        if missing:
            printed = Card.objects.only("kind", "name", "bats", "throws", "cells").order_by()
            self |= printed.in_bulk(missing)

    def digest(self, keys: Iterable[int]) -> str:
        """The hash of what is printed on these cards, in their order."""
        found = sha256()
        for key in keys:
            card = self[key]
            printed = (card.kind, card.name, card.bats, card.throws, sorted(card.cells.items()))
            found.update(repr(printed).encode())
        return found.hexdigest()[:16]


Holder = tuple[str, int]
"""Whose squad: the scope of an event, and a club in it."""


class Squads:
    """The squads of some clubs as they stand, and the clubs that are made of them.

    Kept for as long as a request or a job goes on: every card is read and every player and club is
    built once, however many games they play.
    """

    def __init__(self) -> None:
        self._cards = Cards()
        self._builders: dict[str, ClubBuilder] = {}
        self._squads: dict[Holder, Squad] = {}
        self._digests: dict[tuple[int, ...], str] = {}
        self._seen: dict[Holder, tuple[int, ...]] = {}

    def have(self, series: Collection[Series]) -> None:
        """Know the squads of everybody in these series, as they stand now or stood lately."""
        self._read(_holders(series) - self._squads.keys())

    def read(self, series: Collection[Series]) -> bool:
        """Look how the squads of everybody in these series stand now, and what their people have
        laid down; whether any of it is otherwise than it was known. Five queries, and one for cards
        that were not read before; nothing is read for systems without cards."""
        return self._read(_holders(series))

    def _read(self, holders: Collection[Holder]) -> bool:
        if not holders:
            return False
        found = _squads_of(holders)
        changed = any(self._squads.get(holder) != squad for holder, squad in found.items())
        self._squads |= found
        if changed:
            self._cards.load(card for squad in found.values() for card in squad.cards)
        return changed

    def seen_first(self, series: Collection[Series]) -> list[Series]:
        """The series with a squad that has not been asked about before: what is wrong with a squad
        is asked once, and again once it has changed."""
        found = []
        for each in series:
            now = {holder: self._squads[holder].cards for holder in _holders([each])}
            if any(self._seen.get(holder) != cards for holder, cards in now.items()):
                self._seen |= now
                found.append(each)
        return found

    def draw_up(
        self,
        series: Series,
        number: int,
        sheets: SheetsBefore | None = None,
        managed: tuple[bool, bool] = (True, True),
        said: Mapping[int, Orders] | None = None,
    ) -> list[Stored] | None:
        """Squads and line-ups for game ``number`` of a series, visitors first; ``None`` for systems
        without cards. ``sheets`` are the clubs' pitching sheets, where they are kept; ``managed``
        says for which side the system's own manager decides, and ``said``, by club, what its people
        said just before the game. Refused: ``squad-missing``, and where a squad cannot play."""
        builder = self._builder(series)
        if builder is None:
            return None
        teams = {series.home_id: series.home, series.away_id: series.away}
        away, home = (
            self._side(
                series,
                teams[team_id],
                column,
                sheets,
                by_house,
                self._orders(series, number, team_id, said),
            )
            for team_id, column, by_house in zip(
                series.sides(number), series.columns(number), managed, strict=True
            )
        )
        drawn_up = builder.draw_up(away, home, series.settings)
        return [
            {**stored, DIGEST: self._digest(side.squad.cards)}
            for stored, side in zip(drawn_up, (away, home), strict=True)
        ]

    def _side(
        self,
        series: Series,
        team: Team,
        column: int,
        sheets: SheetsBefore | None,
        managed: bool,
        orders: Orders,
    ) -> Side:
        before = sheets.before(series, team.pk) if sheets is not None else None
        squad = self._squad(series.scope, team)
        if before is None:
            return Side(squad, column, managed=managed, orders=orders)
        sheet, law = before
        return Side(squad, column, sheet, law, managed, orders)

    def _orders(
        self, series: Series, number: int, team_id: int, said: Mapping[int, Orders] | None
    ) -> Orders:
        if said is not None and team_id in said:
            return said[team_id]
        squad = self._squads.get((series.scope, team_id))
        opponent = series.away_id if team_id == series.home_id else series.home_id
        return (squad.plan if squad else NO_PLAN).orders(series.pk, number, opponent)

    def staff(self, series: Series, cards: Sequence[int]) -> Mapping[int, Pitcher]:
        """The pitchers among cards that play in a series, by key."""
        builder = self._builder(series)
        self._cards.load(cards)
        return {} if builder is None else builder.staff(cards)

    def clubs(self, game: Game) -> Clubs | None:
        """Both clubs of a game as they were drawn up; ``None`` without cards. One query where their
        cards have not been read."""
        builder = self._builder(game.series)
        if builder is None or game.clubs is None:
            return None
        away, home = game.clubs
        self._cards.load([*away["cards"], *home["cards"]])
        settings = game.series.settings
        return (
            builder.club(game.away.name, away, settings),
            builder.club(game.home.name, home, settings),
        )

    def resumed(
        self, game: Game, sheets: SheetsBefore, entries: int, managed: tuple[bool, bool]
    ) -> list[Stored] | None:
        """Both clubs of a suspended game that goes on behind so many entries, allowed what their
        sheets say now; ``None`` for games on no sheets."""
        series = game.series
        builder = self._builder(series)
        if builder is None or game.clubs is None:
            return None
        found = []
        for at, (team_id, column) in enumerate(
            zip(series.sides(game.number), series.columns(game.number), strict=True)
        ):
            before = sheets.before(series, team_id)
            if before is None:
                return None
            stored = game.clubs[at]
            self._cards.load(stored["cards"])
            squad = Squad(tuple(stored["cards"]), None, {})
            side = Side(squad, column, *before, managed[at])
            found.append(builder.resumed(side, stored, entries))
        return found

    def starting_card(self, series: Series, stored: Stored) -> int:
        """The key of the starter's card of a club that was drawn up for a series with cards."""
        builder = self._builder(series)
        assert builder is not None  # noqa: S101 - nothing is drawn up without cards
        cards: list[int] = stored["cards"]
        self._cards.load(cards)
        return cards[builder.club("", stored, series.settings).starting_pitcher() - 1]

    def cards_changed(self, game: Game) -> bool:
        """Whether something else is printed on a card of the game than when it was drawn up. No
        service does that to a card; games drawn up before this was kept are taken as they are."""
        for stored in game.clubs or ():
            self._cards.load(stored["cards"])
            if stored.get(DIGEST, found := self._digest(tuple(stored["cards"]))) != found:
                return True
        return False

    def _digest(self, keys: tuple[int, ...]) -> str:
        if keys not in self._digests:
            self._digests[keys] = self._cards.digest(keys)
        return self._digests[keys]

    def _builder(self, series: Series) -> ClubBuilder | None:
        key = series.system_key
        if key not in self._builders:
            game = card_game(series.system)
            if game is None:
                return None
            self._builders[key] = game.builder(self._cards)
        return self._builders[key]

    def _squad(self, scope: str, team: Team) -> Squad:
        squad = self._squads.get((scope, team.pk))
        if squad is None or not squad.cards:
            raise Refused(Refusal("squad-missing", f"{team} has no cards to play with.", team.name))
        return squad


def home_park(park: Ballpark | None) -> HomePark | None:
    """A park as games look at it."""
    if park is None:
        return None
    return HomePark(park.name, astuple(park.numbers), tuple(park.faces.split()))


def clubs_of(game: Game) -> Clubs | None:
    """Both clubs of one game as they were drawn up, in one query; ``None`` without cards."""
    return Squads().clubs(game)


def _holders(series: Collection[Series]) -> set[Holder]:
    """The clubs that bring cards, in their events."""
    return {
        (each.scope, team_id)
        for each in series
        if each.system.need.kind == CARDS
        for team_id in (each.home_id, each.away_id)
    }


def _squads_of(holders: Collection[Holder]) -> dict[Holder, Squad]:
    events, clubs = {scope for scope, _ in holders}, {team_id for _, team_id in holders}
    cards: dict[int, list[int]] = defaultdict(list)
    spots = RosterSpot.objects.filter(squad__event__key__in=events, squad__team__in=clubs)
    for squad_id, card_id in spots.order_by("squad", "number").values_list("squad", "card"):
        cards[squad_id].append(card_id)
    rows = list(
        SquadRow.objects.filter(event__key__in=events, team__in=clubs).select_related(
            "ballpark", "team__ballpark"
        )
    )
    plans = plans_of([row.pk for row in rows])
    return {
        (row.scope, row.team_id): Squad(
            tuple(cards[row.pk]),
            home_park(row.ballpark or row.team.ballpark),
            row.team.tendencies,
            plans.get(row.pk, NO_PLAN),
        )
        for row in rows
    }
