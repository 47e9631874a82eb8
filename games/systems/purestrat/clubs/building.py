"""Clubs of Purestrat: drawn up when a game begins, stored with it, read back ever after.

A club puts up the line-up that its manager has laid down against the hand of the opposing starter,
and starts the man he has declared, where both are legal that day. A club whose manager has set
nothing puts up its best eight, and starts whoever starts first in the best legal rotation for the
games ahead (``starts``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.card_games.base import ManValue, Side, Stored, Trial
from games.engine.events import DESIGNATED
from games.engine.folds.people import POSITION_NAMES
from games.engine.options import Settings
from games.systems.purestrat.cards.maker import card_of
from games.systems.purestrat.clubs.roster import Roster
from games.systems.purestrat.clubs.starts import (
    Allowance,
    Plan,
    allowances_in_turn,
    from_sheet,
    in_turn,
    numbers_of,
)
from games.systems.purestrat.clubs.trials import tried
from games.systems.purestrat.play.cards import Hitter, Pitcher
from games.systems.purestrat.play.lineups import TURNS, bat_worth, batting_order, glove_worth
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.squad import (
    FOUR_INNINGS,
    PITCHER,
    Man,
    PurestratClub,
    Resumed,
    Roles,
    Tendencies,
    hitter_man,
    pitcher_man,
    with_allowance,
)
from games.systems.purestrat.tendencies import TENDENCIES
from pitching.rules.eligibility import Role, outs_allowed
from pitching.rules.sheet import Pitcher as StaffPitcher
from rosters.makers.base import CardRow
from rosters.models import Card
from rosters.rules.instructions import Instructions
from rosters.rules.lineups import PITCHER as WHO_PITCHES
from rosters.rules.lineups import LineUp, Spot

ROLLS_OF_A_START: Final = 12.5
"""On a starter's own card, about: he faces 25, and every other roll is on the batter's."""

LIKES: Final = frozenset(tendency.key for tendency in TENDENCIES)

ON_HIS_CARD: Final = 0.5
"""Of the times a man bats, how often the throw is read on his own card."""


class PurestratClubs:
    """Builds clubs of Purestrat: every man and every club once."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards = cards
        self._men: dict[tuple[int, Allowance], Man] = {}
        self._squads: dict[tuple[int, ...], list[Man]] = {}
        self._rosters: dict[tuple[int, ...], Roster] = {}
        self._clubs: dict[tuple[object, ...], PurestratClub] = {}

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Squads, line-ups and what the pitchers of each are allowed. Refused: ``no-starter``,
        ``lineup-cannot-be-covered``."""
        rosters = [self._roster(side.squad.cards) for side in (away, home)]
        plans = [
            from_sheet(side, roster) if side.sheet is not None else in_turn(side, roster, settings)
            for roster, side in zip(rosters, (away, home), strict=True)
        ]
        visiting, hosting = (
            self._drawn_up(
                side,
                rosters[at],
                plans[at],
                plans[1 - at].starter,
                designated=bool(settings.get("designated_hitter", False)),
            )
            for at, side in enumerate((away, home))
        )
        return visiting, hosting

    def staff(self, cards: Sequence[int]) -> Mapping[int, StaffPitcher]:
        """The pitchers among these cards, by key, with the roles that their cards give them."""
        return self._roster(tuple(cards)).staff

    def suggested(
        self,
        cards: Sequence[int],
        hand: str,
        without: Collection[int] = (),
        *,
        designated: bool = False,
    ) -> LineUp:
        """The best eight against a hand, in their best order, and whoever pitches last; or with the
        best ninth, who bats for him."""
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
        """With the club's best starter; see ``trials``."""
        roster = self._roster(tuple(cards))
        pitcher = roster.starters[0]
        nine = roster.laid_down(spots, pitcher, designated=True)
        return None if nine is None else tried("purestrat", roster, nine, pitcher, hand, games)

    def values(self, cards: Sequence[int], hand: str) -> Mapping[int, ManValue]:
        """By the run values of cards that managers choose by."""
        roster = self._roster(tuple(cards))
        found = {
            roster.key(man): ManValue(
                ON_HIS_CARD * bat_worth(man, hand) / TURNS,
                {
                    POSITION_NAMES[at]: glove_worth(rating)
                    for at, rating in enumerate(man.fielding)
                    if rating is not None
                },
            )
            for man in roster.men
            if not man.is_pitcher
        }
        bats = [ON_HIS_CARD * bat_worth(man, hand) / TURNS for man in roster.men if man.may_start]
        return found | {WHO_PITCHES: ManValue(sum(bats) / max(1, len(bats)), {"p": 0.0})}

    def worth_of_starts(self, cards: Sequence[int]) -> Mapping[int, float]:
        """By the runs their cards give up, against the worst of them."""
        return {
            key: worth * ROLLS_OF_A_START / 2
            for key, worth in self._roster(tuple(cards)).worth.items()
        }

    def throws(self, card: int) -> str:
        """As his card says; right where it says nothing."""
        return "L" if self._cards[card].throws == "L" else "R"

    def club(self, name: str, stored: Stored, settings: Settings) -> PurestratClub:
        """The club as it was drawn up: eligibility and allowances are those of that day."""
        cards = tuple(stored["cards"])
        order, positions = tuple(stored["order"]), tuple(stored["positions"])
        pitcher = stored.get("pitcher", 0)
        park = tuple(stored["park"]["numbers"]) if "park" in stored else None
        tendencies = stored.get("tendencies", {})
        allowances = (
            tuple((number, starts, relieves, outs) for number, starts, relieves, outs in rows)
            if (rows := stored.get("pitchers")) is not None
            else self._allowances_of_old(cards, order[positions.index(PITCHER)], settings)
        )
        roles = _roles(stored.get("roles", {}))
        likes = tuple(tendencies.items())
        later = tuple(
            (each["entries"], tuple((number, *row) for number, *row in each["pitchers"]))
            for each in stored.get("resumed", ())
        )
        key = (name, cards, order, positions, allowances, park, likes, roles, pitcher, later)
        found = self._clubs.get(key)
        if found is None:
            found = self._clubs[key] = PurestratClub(
                name,
                self._men_allowed(cards, allowances),
                order,
                positions,
                tendencies=Tendencies(**tendencies),
                park=None if park is None else Park(*park),
                roles=roles,
                pitcher=pitcher,
                resumed=tuple(
                    Resumed(entries, self._men_allowed(cards, rows)) for entries, rows in later
                ),
            )
        return found

    def resumed(self, side: Side, stored: Stored, entries: int) -> Stored:
        """T33.0h: every pitcher has what the sheet leaves him by now, beside what he has got in
        this game already; whom a club that the house manages kept out of its bullpen for a start to
        come stays out of it."""
        assert side.sheet is not None  # noqa: S101 - asked for by the caller
        law = numbers_of(side)
        roster = self._roster(tuple(stored["cards"]))
        rows = []
        for number, _, relieved, _ in stored["pitchers"]:
            pitcher = roster.staff[roster.cards[number - 1]]
            asked = (side.sheet, law, pitcher, side.column)
            own = side.sheet.played(pitcher.key).get(side.sheet.place(side.column))
            there = own.outs if own is not None and not own.started else 0
            outs = outs_allowed(*asked, Role.RELIEF)
            kept_out = side.managed and not relieved
            rows.append(
                [
                    number,
                    int(outs_allowed(*asked, Role.START) > 0),
                    int(outs > 0 and not kept_out),
                    there + outs,
                ]
            )
        others = [each for each in stored.get("resumed", ()) if each["entries"] < entries]
        return {**stored, "resumed": [*others, {"entries": entries, "pitchers": rows}]}

    def _men_allowed(
        self, cards: tuple[int, ...], allowances: Iterable[Allowance]
    ) -> tuple[Man, ...]:
        men = [*self._squad_men(cards)]
        for allowance in allowances:
            number = allowance[0]
            men[number - 1] = self._man(cards[number - 1], number, allowance)
        return tuple(men)

    def _drawn_up(
        self, side: Side, roster: Roster, plan: Plan, opposing: Man, *, designated: bool
    ) -> Stored:
        squad, orders = side.squad, side.orders
        instructions = orders.instructions
        hand = opposing.pitcher.throws if opposing.pitcher is not None else "R"
        own = roster.laid_down(orders.line_ups.get(hand), plan.starter, designated=designated)
        eight = (
            roster.eight(hand, instructions.do_not_use, designated=designated)
            if own is None
            else {}
        )
        order, positions = own or batting_order(eight, plan.starter, hand)
        found: Stored = {
            "cards": list(squad.cards),
            "order": list(order),
            "positions": list(positions),
            "pitchers": [list(allowance) for allowance in plan.allowances],
        }
        if DESIGNATED in positions:
            found["pitcher"] = plan.starter.number
        if squad.park is not None:
            name, numbers = squad.park
            found["park"] = {"name": name, "numbers": list(numbers)}
        said = {**squad.tendencies, **instructions.tendencies}
        # A club may have said how it plays another game before.
        tendencies = {key: value for key, value in said.items() if key in LIKES}
        if tendencies:
            found["tendencies"] = tendencies
        roles = _stored_roles(instructions, roster)
        if roles:
            found["roles"] = roles
        laid_down = {
            "line_up": own is not None,
            "starter": plan.declared,
            "instructions": instructions.version,
        }
        if any(laid_down.values()):
            found["laid_down"] = laid_down
        return found

    def _roster(self, cards: tuple[int, ...]) -> Roster:
        found = self._rosters.get(cards)
        if found is None:
            found = self._rosters[cards] = Roster(cards, self._squad_men(cards))
        return found

    def _squad_men(self, cards: tuple[int, ...]) -> list[Man]:
        """Everybody, whatever he may do today."""
        found = self._squads.get(cards)
        if found is None:
            found = self._squads[cards] = [
                self._man(card, number, None) for number, card in enumerate(cards, start=1)
            ]
        return found

    def _allowances_of_old(
        self, cards: tuple[int, ...], starter: int, settings: Settings
    ) -> tuple[Allowance, ...]:
        """For games that were drawn up before allowances were stored: they were always these."""
        return allowances_in_turn(self._squad_men(cards), starter, settings)

    def _man(self, card: int, number: int, allowance: Allowance | None) -> Man:
        anybody: Allowance = (number, 1, 1, FOUR_INNINGS)
        man = self._men.get((card, anybody))
        if man is None:
            man = self._men[card, anybody] = _made(self._cards[card], number)
        if allowance is None or allowance == anybody:
            return man
        found = self._men.get((card, allowance))
        if found is None:
            _, may_start, may_relieve, relief_outs = allowance
            found = self._men[card, allowance] = with_allowance(
                man,
                may_start=bool(may_start),
                may_relieve=bool(may_relieve),
                relief_outs=relief_outs,
            )
        return found


def _stored_roles(instructions: Instructions, roster: Roster) -> Stored:
    """What instructions mean to this squad, where they say anything."""
    numbers = roster.numbers
    found: Stored = {
        "closer": numbers.get(instructions.closer, 0),
        "setup": roster.mask(instructions.setup),
        "long": roster.mask(instructions.long),
        "avoided": roster.mask(instructions.do_not_use),
        "pinch_hitters": [numbers[key] for key in instructions.pinch_hitters if key in numbers],
        "hook_outs": 3 * instructions.hook_innings,
        "hook_runs": instructions.hook_runs,
    }
    return {name: value for name, value in found.items() if value}


def _roles(stored: Mapping[str, Any]) -> Roles:
    return Roles(**{**stored, "pinch_hitters": tuple(stored.get("pinch_hitters", ()))})


def _made(card: Card, number: int) -> Man:
    parsed = _parsed(card.kind, card.name, card.bats, card.throws, tuple(card.cells.items()))
    if isinstance(parsed, Hitter):
        return hitter_man(number, card.name, parsed)
    return pitcher_man(number, card.name, parsed)


@lru_cache(maxsize=4096)
def _parsed(
    kind: str, name: str, bats: str, throws: str, cells: tuple[tuple[str, str], ...]
) -> Hitter | Pitcher:
    """A card read from its cells: once in a process, as the same cells are the same card."""
    return card_of(CardRow("", name, 0, (), kind, bats, throws, (), dict(cells)))
