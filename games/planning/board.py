"""A club's players, sheet and games to come, read once for whatever is laid down upon them."""

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
"""Games that a rotation is proposed for."""


@dataclass(frozen=True)
class Ahead:
    """A game of the club's schedule: its column, and the game once it is begun."""

    column: int
    series: Series
    number: int
    opponent: Team
    at_home: bool
    status: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it has not begun."""
        return not self.status


class PlanBoard:
    """A squad as its people plan for it."""

    def __init__(self, squad: Squad, cards: list[Card] | None = None) -> None:
        self.squad = squad
        self.team = squad.team
        self._cards = cards

    @cached_property
    def cards(self) -> list[Card]:
        """Its cards, in their order."""
        return cards_of(self.squad) if self._cards is None else self._cards

    @cached_property
    def by_key(self) -> dict[int, Card]:
        """Its cards by key."""
        return {card.pk: card for card in self.cards}

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of its cards, in their order."""
        return tuple(card.pk for card in self.cards)

    @cached_property
    def system_key(self) -> str:
        """The game system its cards are of."""
        return self.cards[0].card_set.system_key if self.cards else ""

    @cached_property
    def game(self) -> CardGame | None:
        """The game that its cards are of."""
        played = SYSTEMS.get(self.system_key)
        return card_game(played) if played is not None else None

    @property
    def order(self) -> Order | None:
        """What the order of its cards means; ``None`` where it means nothing."""
        return self.game.order if self.game is not None else None

    @property
    def may_be_instructed(self) -> bool:
        """Whether its manager can say how the club plays in the manager's absence."""
        return self.builder is not None or (
            self.game is not None and bool(tendencies_of(self.system_key, others=False))
        )

    @cached_property
    def builder(self) -> ClubBuilder | None:
        """What knows these cards; ``None`` where games of them have no line-ups."""
        game = self.game
        return game.builder(self.by_key) if game is not None and game.has_line_ups else None

    @cached_property
    def designates(self) -> bool:
        """Whether the club may name a player who bats for its pitchers."""
        game = self.game
        if game is None:
            return False
        series = next((each.series for each in self.schedule), None)
        if series is not None:
            return game.designates(series.settings)
        return game.designates(game.edition_settings(edition_of(self.squad.scope)))

    def suggested(self, hand: str, without: Collection[int] = ()) -> LineUp:
        """The line-up that the house would put up against a hand. Refused:
        ``lineup-cannot-be-covered``."""
        assert self.builder is not None  # noqa: S101 - asked for by the callers
        return self.builder.suggested(self.keys, hand, without, designated=self.designates)

    @cached_property
    def fielders(self) -> dict[int, Fielder]:
        """Its position players."""
        return fielders_of(self.cards, self.system_key)

    @cached_property
    def staff(self) -> Mapping[int, Pitcher]:
        """Its pitchers."""
        return {} if self.builder is None else self.builder.staff(self.keys)

    @cached_property
    def plan(self) -> ClubPlan:
        """What is laid down."""
        return plans_of([self.squad.pk]).get(self.squad.pk, ClubPlan())

    @cached_property
    def rules(self) -> EventRules:
        """How pitching is kept in the event."""
        return event_rules(self.squad.scope)

    @cached_property
    def schedule(self) -> list[Ahead]:
        """All the club's games in the event that are played, in the order of its schedule; two
        queries."""
        team = self.squad.team_id
        rows = Series.objects.filter(
            event__key=self.squad.scope, called_off_at=None
        ).select_related("home", "away")
        series = [each for each in rows.order_by("pk") if team in (each.home_id, each.away_id)]
        status = {
            (series_id, number): status
            for series_id, number, status in Game.objects.filter(series__in=series)
            .exclude(status=Game.Status.VOID)
            .values_list("series", "number", "status")
        }
        found = []
        for each in series:
            opponent = each.away if each.home_id == team else each.home
            for number in range(1, each.length + 1):
                if each.completed_at is not None and (each.pk, number) not in status:
                    # A best-of that was decided before.
                    continue
                sides = each.sides(number)
                at = sides.index(team)
                found.append(
                    Ahead(
                        each.columns(number)[at],
                        each,
                        number,
                        opponent,
                        at == 1,
                        status.get((each.pk, number), ""),
                    )
                )
        return sorted(found, key=lambda ahead: ahead.column)

    @cached_property
    def ahead(self) -> list[Ahead]:
        """The games that have not begun."""
        return [each for each in self.schedule if each.is_open]

    @property
    def opponents(self) -> dict[int, Team]:
        """The clubs that the club meets, by key, in the order of the schedule."""
        return {each.opponent.pk: each.opponent for each in self.schedule}

    @cached_property
    def may_be_helped(self) -> bool:
        """T0.14b, c: no help with line-ups while a series goes on; it is over for this when all its
        games are."""
        begun = {each.series.pk for each in self.schedule if each.status}
        return not any(
            each.series.pk in begun and each.status != Game.Status.FINAL for each in self.schedule
        )

    @cached_property
    def sheet_row(self) -> PitchingSheet | None:
        """Its pitching sheet, once there is one."""
        return latest_sheets(self.squad.scope, [self.squad.team_id]).get(self.squad.team_id)

    @cached_property
    def _sheet(self) -> tuple[Sheet, LawOfPitching] | None:
        # Of the last phase that there is: what is planned are its games.
        series = max((each.series for each in self.schedule), key=_phase, default=None)
        if series is None:
            return None
        return Sheets([series]).before(series, self.squad.team_id)

    @property
    def sheet(self) -> Sheet | None:
        """The club's pitching sheet as a value; ``None`` where none is kept."""
        return None if self._sheet is None else self._sheet[0]

    @property
    def law(self) -> LawOfPitching | None:
        """The law of it."""
        return None if self._sheet is None else self._sheet[1]

    def with_declared(self, starts: Mapping[int, int], besides: int = 0) -> Sheet | None:
        """The sheet as if everybody declared had started his game, one column left out."""
        if self.sheet is None:
            return None
        to_come = {each.column for each in self.ahead}
        return self.sheet.with_outings(
            Outing(card, column, 0, started=True)
            for column, card in starts.items()
            if column in to_come and column != besides
        )

    def may_start(self, card: int, column: int, starts: Mapping[int, int]) -> Eligibility | None:
        """Whether a player may start a game when the others start as declared."""
        sheet, law = self.with_declared(starts, besides=column), self.law
        pitcher = self.staff.get(card)
        if sheet is None or law is None or pitcher is None:
            return None
        return law.eligibility(sheet, pitcher, column, Role.START)

    @cached_property
    def worth(self) -> Mapping[int, float]:
        """What a start of each player is worth."""
        return {} if self.builder is None else self.builder.worth_of_starts(self.keys)

    @property
    def starters(self) -> list[Pitcher]:
        """The pitchers who may start by their cards, the best first."""
        able = [player for player in self.staff.values() if player.starts]
        return sorted(able, key=lambda player: -self.worth.get(player.key, 0.0))

    def proposed(self, columns: list[int]) -> Rotation | None:
        """The best legal rotation for these games."""
        if not self.staff:
            return None
        if self.sheet is None or self.law is None:
            return self._in_turn(columns)
        return self.law.best_rotation(self.sheet, self.starters, columns, self.worth)

    def _in_turn(self, columns: list[int]) -> Rotation | None:
        """Where no sheets are kept the better five take turns."""
        five = self.starters[:ROTATION]
        if not five:
            return None
        chosen = [five[(column - 1) % len(five)].key for column in columns]
        worth = sum((self.worth.get(key, 0.0) for key in chosen), 0.0)
        return Rotation(tuple(columns), tuple(chosen), worth)

    @property
    def declares_starts(self) -> bool:
        """Whether its people say who starts."""
        return self.sheet is not None or bool(self.builder is not None and self.starters)

    def cost(self, columns: list[int], column: int, card: int) -> float | None:
        """What it costs, in runs, to have a player start a game; ``None`` where he may not. Where
        no sheets are kept it costs the games after it nothing, and less than nothing where he is
        better than whose turn it is."""
        if self.sheet is None or self.law is None:
            turn = self._in_turn([column])
            if turn is None:
                return None
            return self.worth.get(turn.starters[0], 0.0) - self.worth.get(card, 0.0)
        found = change(self.law, self.sheet, self.starters, columns, self.worth, column, card)
        return found.cost


def _phase(series: Series) -> int:
    return series.phase


def event_rules(scope: str) -> EventRules:
    """How pitching is kept in an event; as usual where no director has said."""
    return EventRules.objects.filter(event__key=scope).first() or EventRules(event_id=scope)
