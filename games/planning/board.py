"""A club's players, pitching sheet and games to come, read once for everything that plans them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.card_games.base import CardGame, ClubBuilder, ClubPlan, Order
from games.card_games.nine.starts import ROTATION
from games.card_games.registry import card_game
from games.models import Game, Series
from games.planning.models import EventRules
from games.planning.plans import plans_of
from games.sheets import Sheets
from games.systems.registry import SYSTEMS
from pitching.models import PitchingSheet
from pitching.rules.eligibility import Eligibility, Role
from pitching.rules.laws import LawOfPitching, change
from pitching.rules.rotation import Rotation
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.selectors.sheets import latest_sheets
from rosters.editions import edition_of
from rosters.models import Card, Squad, Team
from rosters.rules.coverage import Fielder
from rosters.rules.lineups import LineUp
from rosters.rules.tendencies import tendencies_of
from rosters.selectors.fielders import cards_of, fielders_of

PLANNED = 8
"""Number of games that a rotation is proposed for."""


@dataclass(frozen=True)
class Ahead:
    """A game of the club's schedule, by its column; ``status`` is empty until the game begins."""

    column: int
    series: Series
    number: int
    opponent: Team
    at_home: bool
    status: str = ""

    @property
    def is_open(self) -> bool:
        return not self.status


class PlanBoard:
    """A squad and everything that its plans are made from."""

    def __init__(self, squad: Squad, cards: list[Card] | None = None) -> None:
        self.squad = squad
        self.team = squad.team
        self._cards = cards

    @cached_property
    def cards(self) -> list[Card]:
        return cards_of(self.squad) if self._cards is None else self._cards

    @cached_property
    def by_key(self) -> dict[int, Card]:
        return {card.pk: card for card in self.cards}

    @property
    def keys(self) -> tuple[int, ...]:
        return tuple(card.pk for card in self.cards)

    @cached_property
    def system_key(self) -> str:
        return self.cards[0].card_set.system_key if self.cards else ""

    @cached_property
    def game(self) -> CardGame | None:
        system = SYSTEMS.get(self.system_key)
        return card_game(system) if system is not None else None

    @property
    def order(self) -> Order | None:
        """The meaning of the order of its cards; None where it has none."""
        return self.game.order if self.game is not None else None

    @property
    def may_be_instructed(self) -> bool:
        """Tell whether its manager can leave instructions for games in the manager's absence."""
        return self.builder is not None or (
            self.game is not None and bool(tendencies_of(self.system_key, others=False))
        )

    @cached_property
    def builder(self) -> ClubBuilder | None:
        """None where games of these cards have no lineups."""
        game = self.game
        return game.builder(self.by_key) if game is not None and game.has_line_ups else None

    @cached_property
    def designates(self) -> bool:
        """Tell whether the club may name a designated hitter."""
        game = self.game
        if game is None:
            return False
        series = next((game_ahead.series for game_ahead in self.schedule), None)
        if series is not None:
            return game.designates(series.settings)
        return game.designates(game.edition_settings(edition_of(self.squad.scope)))

    def suggested(self, hand: str, without: Collection[int] = ()) -> LineUp:
        """The computer manager's lineup against a hand. Refused: ``lineup-cannot-be-covered``."""
        assert self.builder is not None  # noqa: S101 - asked for by the callers
        return self.builder.suggested(self.keys, hand, without, designated=self.designates)

    @cached_property
    def fielders(self) -> dict[int, Fielder]:
        return fielders_of(self.cards, self.system_key)

    @cached_property
    def staff(self) -> Mapping[int, Pitcher]:
        return {} if self.builder is None else self.builder.staff(self.keys)

    @cached_property
    def plan(self) -> ClubPlan:
        return plans_of([self.squad.pk]).get(self.squad.pk, ClubPlan())

    @cached_property
    def rules(self) -> EventRules:
        return event_rules(self.squad.scope)

    @cached_property
    def schedule(self) -> list[Ahead]:
        """All the club's games of the event, in the order of its schedule; two queries."""
        team = self.squad.team_id
        rows = Series.objects.filter(
            event__key=self.squad.scope, called_off_at=None
        ).select_related("home", "away")
        series = [row for row in rows.order_by("pk") if team in (row.home_id, row.away_id)]
        status = {
            (series_id, number): status
            for series_id, number, status in Game.objects.filter(series__in=series)
            .exclude(status=Game.Status.VOID)
            .values_list("series", "number", "status")
        }
        games = []
        for row in series:
            opponent = row.away if row.home_id == team else row.home
            for number in range(1, row.length + 1):
                if row.completed_at is not None and (row.pk, number) not in status:
                    # A best-of series was decided before this game.
                    continue
                sides = row.sides(number)
                side = sides.index(team)
                games.append(
                    Ahead(
                        row.columns(number)[side],
                        row,
                        number,
                        opponent,
                        side == 1,
                        status.get((row.pk, number), ""),
                    )
                )
        return sorted(games, key=lambda ahead: ahead.column)

    @cached_property
    def ahead(self) -> list[Ahead]:
        return [game for game in self.schedule if game.is_open]

    @property
    def opponents(self) -> dict[int, Team]:
        """The club's opponents by key, in the order of the schedule."""
        return {game.opponent.pk: game.opponent for game in self.schedule}

    @cached_property
    def may_be_helped(self) -> bool:
        """T0.14b, c: no help with lineups during a series; it is over when all its games are
        final."""
        begun = {game.series.pk for game in self.schedule if game.status}
        return not any(
            game.series.pk in begun and game.status != Game.Status.FINAL for game in self.schedule
        )

    @cached_property
    def sheet_row(self) -> PitchingSheet | None:
        return latest_sheets(self.squad.scope, [self.squad.team_id]).get(self.squad.team_id)

    @cached_property
    def _sheet(self) -> tuple[Sheet, LawOfPitching] | None:
        # Plans are for the games of the last phase that exists.
        series = max((game.series for game in self.schedule), key=_phase, default=None)
        if series is None:
            return None
        return Sheets([series]).before(series, self.squad.team_id)

    @property
    def sheet(self) -> Sheet | None:
        """None where the event keeps no sheets."""
        return None if self._sheet is None else self._sheet[0]

    @property
    def law(self) -> LawOfPitching | None:
        return None if self._sheet is None else self._sheet[1]

    def with_declared(self, starts: Mapping[int, int], besides: int = 0) -> Sheet | None:
        """The sheet as if every declared starter had started, without the column ``besides``."""
        if self.sheet is None:
            return None
        to_come = {game.column for game in self.ahead}
        return self.sheet.with_outings(
            Outing(card, column, 0, started=True)
            for column, card in starts.items()
            if column in to_come and column != besides
        )

    def may_start(self, card: int, column: int, starts: Mapping[int, int]) -> Eligibility | None:
        """Verify a starter against the sheet with the other declared starts; None where no sheet is
        kept."""
        sheet, law = self.with_declared(starts, besides=column), self.law
        pitcher = self.staff.get(card)
        if sheet is None or law is None or pitcher is None:
            return None
        return law.eligibility(sheet, pitcher, column, Role.START)

    @cached_property
    def worth(self) -> Mapping[int, float]:
        """The worth of a start of each pitcher, in runs a game."""
        return {} if self.builder is None else self.builder.worth_of_starts(self.keys)

    @property
    def starters(self) -> list[Pitcher]:
        """The pitchers who may start by their cards, best first."""
        pitchers = [player for player in self.staff.values() if player.starts]
        return sorted(pitchers, key=lambda player: -self.worth.get(player.key, 0.0))

    def proposed(self, columns: list[int]) -> Rotation | None:
        """The best legal rotation for these columns; None without pitchers."""
        if not self.staff:
            return None
        if self.sheet is None or self.law is None:
            return self._in_turn(columns)
        return self.law.best_rotation(self.sheet, self.starters, columns, self.worth)

    def _in_turn(self, columns: list[int]) -> Rotation | None:
        """The best five starters in turn, where no sheets are kept."""
        five = self.starters[:ROTATION]
        if not five:
            return None
        chosen = [five[(column - 1) % len(five)].key for column in columns]
        worth = sum((self.worth.get(key, 0.0) for key in chosen), 0.0)
        return Rotation(tuple(columns), tuple(chosen), worth)

    @property
    def declares_starts(self) -> bool:
        return self.sheet is not None or bool(self.builder is not None and self.starters)

    def cost(self, columns: list[int], column: int, card: int) -> float | None:
        """The cost, in runs, of a player's start; None where he may not. Where no sheets are kept,
        it costs later games nothing, and is negative where he is better than the starter whose turn
        it is."""
        if self.sheet is None or self.law is None:
            turn = self._in_turn([column])
            if turn is None:
                return None
            return self.worth.get(turn.starters[0], 0.0) - self.worth.get(card, 0.0)
        changed_rotation = change(
            self.law, self.sheet, self.starters, columns, self.worth, column, card
        )
        return changed_rotation.cost


def _phase(series: Series) -> int:
    return series.phase


def event_rules(scope: str) -> EventRules:
    """How an event keeps pitching; the defaults where no director has set it."""
    return EventRules.objects.filter(event__key=scope).first() or EventRules(event_id=scope)
