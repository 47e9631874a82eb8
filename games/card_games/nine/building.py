"""Clubs of nine players and a bench: prepared when a game begins, stored with it and rebuilt from
there ever after.

A club uses the lineup that its manager has set against the hand of the opposing starter, and the
starter he has declared, where both are legal that day. Otherwise it uses its best eight, and the
first starter of the best legal rotation for the games ahead (``starts``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from games.card_games.base import PlayerValue, Side, Stored, Trial
from games.card_games.nine.roster import Nine, Roster, at_side
from games.card_games.nine.starts import (
    Allowance,
    Plan,
    allowances_in_turn,
    from_sheet,
    in_turn,
    numbers_of,
)
from games.card_games.nine.trials import tried
from games.engine.club import Club
from games.engine.events import DESIGNATED
from games.engine.folds.people import POSITION_NAMES
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.club import Roles
from games.engine.nine.lineups import TURNS, batting_order
from games.engine.nine.player import SquadPlayer
from games.engine.options import Settings
from pitching.rules.eligibility import Role, outs_allowed
from pitching.rules.sheet import Pitcher as StaffPitcher
from rosters.models import Card
from rosters.rules.instructions import Instructions
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import LineUp, Spot

M = TypeVar("M", bound=SquadPlayer)

Later = tuple[int, tuple[Allowance, ...]]
"""A number of entries, and every pitcher's allowance from there on in a resumed game."""


@dataclass(frozen=True)
class Begun:
    """The starting lineup of a club and its settings, as stored: players by number."""

    name: str
    order: tuple[int, ...]
    positions: tuple[int, ...]
    tendencies: tuple[tuple[str, int], ...] = ()
    park: tuple[int | str, ...] | None = None
    """The part of its park that the system reads."""
    roles: Roles = field(default_factory=Roles)
    pitcher: int = 0
    """The pitcher where a designated hitter bats for him, or else 0."""


class NineClubs(ABC, Generic[M]):
    """Builds clubs of one system; every player and every club is built once and cached."""

    system_key: ClassVar[str]
    likes: ClassVar[frozenset[str]]
    """The tendencies of its managers, by key."""
    relief_outs: ClassVar[int]
    """Outs that a reliever may record where no sheet is kept."""
    reads_of_parks: ClassVar[str]
    """The field of ``HomePark`` that its games read."""
    at_bat_share: ClassVar[float] = 1.0
    """The share of a player's worth at bat that takes effect: half where every other roll is read
    on the pitcher's card."""
    runs_of_a_start: ClassVar[float]
    """The worth of a start in runs, for each run that ``SquadPlayer.allows`` counts."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards = cards
        self._players: dict[tuple[int, Allowance], M] = {}
        self._squads: dict[tuple[int, ...], list[M]] = {}
        self._rosters: dict[tuple[int, ...], Roster] = {}
        self._clubs: dict[tuple[object, ...], Club] = {}

    @abstractmethod
    def made(self, card: Card, number: int) -> M:
        """Build the player of a card, with every role that it gives him."""

    @abstractmethod
    def allowed(self, player: M, *, may_start: bool, may_relieve: bool, relief_outs: int) -> M:
        """Return the player with no more than these allowances."""

    @abstractmethod
    def built(
        self, begun: Begun, players: tuple[M, ...], later: Sequence[tuple[int, tuple[M, ...], bool]]
    ) -> Club:
        """Build the system's club of these players. ``later``: after so many entries the players
        are those, also for the changes of a dead ball where the flag is set."""

    def era(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """Playing habits of the cards' era, as tendencies that no manager sets."""
        return {}

    def anybody_starts(self, settings: Settings) -> bool:
        """Tell whether every starter may start at any time, without rest."""
        return False

    def designates(self, settings: Settings) -> bool:
        return bool(settings.get("designated_hitter", False))

    def pitchers_bat(self, settings: Settings) -> bool:
        """Tell whether a pitcher may be in the batting order."""
        return True

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Prepare both clubs: squads, lineups and pitching allowances. Refused: ``no-starter``,
        ``lineup-cannot-be-covered``, at ``away.squad`` or ``home.squad``."""
        sides = (away, home)
        rosters = [self._roster(side.squad.cards) for side in sides]
        anybody = self.anybody_starts(settings)
        plans = []
        for number, side in enumerate(sides):
            with at_side(number):
                plans.append(
                    from_sheet(side, rosters[number])
                    if side.sheet is not None
                    else in_turn(side, rosters[number], self.relief_outs, anybody_starts=anybody)
                )
        stored_clubs = []
        for number, side in enumerate(sides):
            with at_side(number):
                stored_clubs.append(
                    self._drawn_up(
                        side, rosters[number], plans[number], plans[1 - number].starter, settings
                    )
                )
        visiting, hosting = stored_clubs
        return visiting, hosting

    def staff(self, cards: Sequence[int]) -> Mapping[int, StaffPitcher]:
        return self._roster(tuple(cards)).staff

    def suggested(
        self,
        cards: Sequence[int],
        hand: str,
        without: Collection[int] = (),
        *,
        designated: bool = False,
    ) -> LineUp:
        """The best eight against a hand, in their best order, and the pitcher last; ``designated``:
        with the best ninth, who bats for the pitcher."""
        roster = self._roster(tuple(cards))
        pitcher = roster.starters[0]
        eight = roster.eight(hand, without, designated=designated)
        order, positions = batting_order(eight, pitcher, hand)
        return tuple(
            Spot(
                WHO_PITCHES if position == PITCHER else roster.cards[number - 1],
                POSITION_NAMES[position],
            )
            for number, position in zip(order, positions, strict=True)
        )

    def tried(self, cards: Sequence[int], spots: LineUp, hand: str, games: int) -> Trial | None:
        roster = self._roster(tuple(cards))
        pitcher = roster.starters[0]
        nine = roster.laid_down(spots, pitcher, designated=True)
        if nine is None:
            return None
        return tried(self.system_key, self._just(cards), roster, nine, pitcher, hand, games)

    def values(self, cards: Sequence[int], hand: str) -> Mapping[int, PlayerValue]:
        """The worth of the cards by the run values that managers choose by."""
        roster = self._roster(tuple(cards))
        worth = {
            roster.key(player): PlayerValue(
                self._bat(player, hand),
                {
                    POSITION_NAMES[position]: player.in_field(position)
                    for position in range(PITCHER, LAST_POSITION + 1)
                    if player.plays(position)
                },
            )
            for player in roster.players
            if not player.is_pitcher
        }
        bats = [self._bat(player, hand) for player in roster.players if player.may_start]
        return worth | {WHO_PITCHES: PlayerValue(sum(bats) / max(1, len(bats)), {"p": 0.0})}

    def worth_of_starts(self, cards: Sequence[int]) -> Mapping[int, float]:
        """The runs that each starter saves over the worst of them."""
        return {
            key: worth * self.runs_of_a_start
            for key, worth in self._roster(tuple(cards)).worth.items()
        }

    def throws(self, card: int) -> str:
        """R where the card does not say."""
        return "L" if self._cards[card].throws == "L" else "R"

    def club(self, name: str, stored: Stored, settings: Settings) -> Club:
        """Rebuild the club with the eligibility and the allowances of the day it was prepared."""
        cards = tuple(stored["cards"])
        order, positions = tuple(stored["order"]), tuple(stored["positions"])
        park = stored.get("park")
        begun = Begun(
            name,
            order,
            positions,
            tuple({**stored.get("tendencies", {}), **stored.get("era", {})}.items()),
            tuple(park[self.reads_of_parks]) if park is not None else None,
            _roles(stored.get("roles", {})),
            stored.get("pitcher", 0),
        )
        rows = stored.get("pitchers")
        allowances = (
            tuple((number, starts, relieves, outs) for number, starts, relieves, outs in rows)
            if rows is not None
            else self._allowances_of_old(cards, order[positions.index(PITCHER)], settings)
        )
        later = tuple(
            (
                resumption["entries"],
                tuple((number, *row) for number, *row in resumption["pitchers"]),
                resumption.get("at_once", False),
            )
            for resumption in stored.get("resumed", ())
        )
        key = (begun, cards, allowances, later)
        own_club = self._clubs.get(key)
        if own_club is None:
            own_club = self._clubs[key] = self.built(
                begun,
                self._players_allowed(cards, allowances),
                [
                    (entries, self._players_allowed(cards, rows), once)
                    for entries, rows, once in later
                ],
            )
        return own_club

    def resumed(self, side: Side, stored: Stored, entries: int) -> Stored:
        """T33.0h: every pitcher has what the sheet leaves him now, beside what he has used in this
        game already; one whom the computer manager kept out of the bullpen for a coming start stays
        out. In games resumed before ``at_once`` was stored, a pitcher brought in just before the
        suspension faced a batter first."""
        assert side.sheet is not None  # noqa: S101 - asked for by the caller
        law = numbers_of(side)
        roster = self._roster(tuple(stored["cards"]))
        rows = []
        for number, _, relieved, _ in stored["pitchers"]:
            pitcher = roster.staff[roster.cards[number - 1]]
            query = (side.sheet, law, pitcher, side.column)
            own = side.sheet.played(pitcher.key).get(side.sheet.place(side.column))
            used = own.outs if own is not None and not own.started else 0
            outs = outs_allowed(*query, Role.RELIEF)
            kept_out = side.managed and not relieved
            rows.append(
                [
                    number,
                    int(outs_allowed(*query, Role.START) > 0),
                    int(outs > 0 and not kept_out),
                    used + outs,
                ]
            )
        others = [
            resumption
            for resumption in stored.get("resumed", ())
            if resumption["entries"] < entries
        ]
        resumed = {"entries": entries, "pitchers": rows, "at_once": True}
        return {**stored, "resumed": [*others, resumed]}

    def _bat(self, player: SquadPlayer, hand: str) -> float:
        return self.at_bat_share * player.at_bat(hand) / TURNS

    def _just(self, cards: Sequence[int]) -> Any:
        """A builder of clubs from these cards for simulated games, everyone rested."""
        players = tuple(self._squad_players(tuple(cards)))

        def build(name: str, _: Sequence[SquadPlayer], nine: Nine, pitcher: int) -> Club:
            return self.built(Begun(name, *nine, pitcher=pitcher), players, ())

        return build

    def _players_allowed(
        self, cards: tuple[int, ...], allowances: Iterable[Allowance]
    ) -> tuple[M, ...]:
        players = [*self._squad_players(cards)]
        for allowance in allowances:
            number = allowance[0]
            players[number - 1] = self._player(cards[number - 1], number, allowance)
        return tuple(players)

    def _drawn_up(
        self, side: Side, roster: Roster, plan: Plan, opposing: SquadPlayer, settings: Settings
    ) -> Stored:
        squad, orders = side.squad, side.orders
        instructions = orders.instructions
        hand, designated = opposing.throws, self.designates(settings)
        own = roster.laid_down(
            orders.line_ups.get(hand),
            plan.starter,
            designated=designated,
            pitchers_bat=self.pitchers_bat(settings),
        )
        eight = (
            roster.eight(hand, instructions.do_not_use, designated=designated)
            if own is None
            else {}
        )
        order, positions = own or batting_order(eight, plan.starter, hand)
        stored: Stored = {
            "cards": list(squad.cards),
            "order": list(order),
            "positions": list(positions),
            "pitchers": [list(allowance) for allowance in plan.allowances],
        }
        if DESIGNATED in positions:
            stored["pitcher"] = plan.starter.number
        if squad.park is not None:
            printed = getattr(squad.park, self.reads_of_parks)
            stored["park"] = {"name": squad.park.name, self.reads_of_parks: list(printed)}
        wanted = {**squad.tendencies, **instructions.tendencies}
        # A club's tendencies may also be those of another game.
        tendencies = {key: value for key, value in wanted.items() if key in self.likes}
        if tendencies:
            stored["tendencies"] = tendencies
        era = self.era([self._cards[key] for key in squad.cards])
        if era:
            stored["era"] = dict(era)
        roles = _stored_roles(instructions, roster)
        if roles:
            stored["roles"] = roles
        laid_down = {
            "line_up": own is not None,
            "starter": plan.declared,
            "instructions": instructions.version,
        }
        if any(laid_down.values()):
            stored["laid_down"] = laid_down
        return stored

    def _roster(self, cards: tuple[int, ...]) -> Roster:
        roster = self._rosters.get(cards)
        if roster is None:
            roster = self._rosters[cards] = Roster(cards, self._squad_players(cards))
        return roster

    def _squad_players(self, cards: tuple[int, ...]) -> list[M]:
        """The players with every role that their cards give them."""
        players = self._squads.get(cards)
        if players is None:
            players = self._squads[cards] = [
                self._player(card, number, None) for number, card in enumerate(cards, start=1)
            ]
        return players

    def _allowances_of_old(
        self, cards: tuple[int, ...], starter: int, settings: Settings
    ) -> tuple[Allowance, ...]:
        """The allowances of games prepared before allowances were stored."""
        return allowances_in_turn(
            self._squad_players(cards),
            starter,
            self.relief_outs,
            anybody_starts=self.anybody_starts(settings),
        )

    def _player(self, card: int, number: int, allowance: Allowance | None) -> M:
        anybody: Allowance = (number, 1, 1, self.relief_outs)
        player = self._players.get((card, anybody))
        if player is None:
            player = self._players[card, anybody] = self.made(self._cards[card], number)
        if allowance is None or allowance == anybody:
            return player
        allowed_player = self._players.get((card, allowance))
        if allowed_player is None:
            _, may_start, may_relieve, relief_outs = allowance
            allowed_player = self._players[card, allowance] = self.allowed(
                player,
                may_start=bool(may_start),
                may_relieve=bool(may_relieve),
                relief_outs=relief_outs,
            )
        return allowed_player


def _stored_roles(instructions: Instructions, roster: Roster) -> Stored:
    """The roles that instructions give to players of this squad; empty ones left out."""
    numbers = roster.numbers
    roles: Stored = {
        "closer": numbers.get(instructions.closer, 0),
        "setup": roster.mask(instructions.setup),
        "long": roster.mask(instructions.long),
        "avoided": roster.mask(instructions.do_not_use),
        "pinch_hitters": [numbers[key] for key in instructions.pinch_hitters if key in numbers],
        "hook_outs": 3 * instructions.hook_innings,
        "hook_runs": instructions.hook_runs,
    }
    return {name: value for name, value in roles.items() if value}


def _roles(stored: Mapping[str, Any]) -> Roles:
    return Roles(**{**stored, "pinch_hitters": tuple(stored.get("pinch_hitters", ()))})
