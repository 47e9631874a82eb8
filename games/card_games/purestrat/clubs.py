"""Clubs of Purestrat: drawn up when a game begins, stored with it, read back ever after.

A club whose manager has set nothing puts up its best eight against the hand of the opposing
starter, and as its own whoever starts first in the best legal rotation for the games ahead. Who may
relieve, and how much, its pitching sheet says. Where no sheets are kept its better five starters
take turns, and do not relieve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from config.refusals import Refusal, Refused
from games.card_games.base import Side, Squad, Stored
from games.engine.options import Settings
from games.engine.systems.purestrat.cards import Hitter, Pitcher
from games.engine.systems.purestrat.lineups import batting_order, best_eight
from games.engine.systems.purestrat.park import Park
from games.engine.systems.purestrat.squad import (
    FOUR_INNINGS,
    PITCHER,
    Man,
    PurestratClub,
    Tendencies,
    hitter_man,
    pitcher_man,
    with_allowance,
)
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.rotation import best_rotation
from pitching.rules.sheet import Pitcher as StaffPitcher
from rosters.makers.base import CardRow
from rosters.makers.purestrat.maker import card_of
from rosters.models import Card

ROTATION: Final = 5
"""Starting pitchers who take their turns."""

Allowance = tuple[int, int, int, int]
"""A pitcher's number; whether he may start and whether he may relieve in this game (0 or 1); how
many outs he may get in relief."""

Nine = tuple[tuple[int, ...], tuple[int, ...]]
"""Numbers in the order they bat, and the position of each."""


@dataclass
class _Roster:
    """A squad made ready to draw line-ups from: its men by number, from 1."""

    cards: tuple[int, ...]
    men: list[Man]
    eights: dict[str, dict[int, Man]] = field(default_factory=dict)
    """The best eight by the hand of the opposing starter, as far as they were asked for."""

    @cached_property
    def starters(self) -> list[Man]:
        """Who may start by his card, the best first. Refused: ``no-starter``."""
        able = [man for man in self.men if man.may_start]
        if not able:
            raise Refused(Refusal("no-starter", "The squad has nobody who may start.", "squad"))
        return sorted(able, key=lambda man: (_allows(man), man.number))

    @cached_property
    def staff(self) -> dict[int, StaffPitcher]:
        """The pitchers by their cards' keys."""
        return {
            key: StaffPitcher(key, man.name, man.may_start, man.may_relieve)
            for key, man in zip(self.cards, self.men, strict=True)
            if man.is_pitcher
        }

    @cached_property
    def worth(self) -> dict[int, float]:
        """What a start of each is worth: how much less he allows than the worst of them."""
        worst = _allows(self.starters[-1])
        return {self.key(man): worst - _allows(man) for man in self.starters}

    def key(self, man: Man) -> int:
        """The key of a man's card."""
        return self.cards[man.number - 1]


@dataclass(frozen=True)
class _Plan:
    """Who starts, and what every pitcher may do."""

    starter: Man
    allowances: tuple[Allowance, ...]


class PurestratClubs:
    """Builds clubs of Purestrat: every man and every club once."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards = cards
        self._men: dict[tuple[int, Allowance], Man] = {}
        self._rosters: dict[tuple[int, ...], _Roster] = {}
        self._clubs: dict[tuple[object, ...], PurestratClub] = {}

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Squads, line-ups and what the pitchers of each are allowed. Refused: ``no-starter``,
        ``lineup-cannot-be-covered``."""
        rosters = [self._roster(side.squad.cards) for side in (away, home)]
        plans = [
            _from_sheet(side, roster)
            if side.sheet is not None
            else _in_turn(side, roster, settings)
            for roster, side in zip(rosters, (away, home), strict=True)
        ]
        visiting, hosting = (
            self._drawn_up(side.squad, rosters[at], plans[at], plans[1 - at].starter)
            for at, side in enumerate((away, home))
        )
        return visiting, hosting

    def staff(self, cards: Sequence[int]) -> Mapping[int, StaffPitcher]:
        """The pitchers among these cards, by key, with the roles that their cards give them."""
        return self._roster(tuple(cards)).staff

    def club(self, name: str, stored: Stored, settings: Settings) -> PurestratClub:
        """The club as it was drawn up: eligibility and allowances are those of that day."""
        cards = tuple(stored["cards"])
        order, positions = tuple(stored["order"]), tuple(stored["positions"])
        park = tuple(stored["park"]["numbers"]) if "park" in stored else None
        tendencies = stored.get("tendencies", {})
        allowances = (
            tuple((number, starts, relieves, outs) for number, starts, relieves, outs in rows)
            if (rows := stored.get("pitchers")) is not None
            else self._allowances_of_old(cards, order[positions.index(PITCHER)], settings)
        )
        key = (name, cards, order, positions, allowances, park, tuple(tendencies.items()))
        found = self._clubs.get(key)
        if found is None:
            allowed = {allowance[0]: allowance for allowance in allowances}
            found = self._clubs[key] = PurestratClub(
                name,
                tuple(
                    self._man(card, number, allowed.get(number))
                    for number, card in enumerate(cards, start=1)
                ),
                order,
                positions,
                tendencies=Tendencies(**tendencies),
                park=None if park is None else Park(*park),
            )
        return found

    def _drawn_up(self, squad: Squad, roster: _Roster, plan: _Plan, opposing: Man) -> Stored:
        hand = opposing.pitcher.throws if opposing.pitcher is not None else "R"
        if hand not in roster.eights:
            roster.eights[hand] = best_eight(roster.men, hand)
        order, positions = batting_order(roster.eights[hand], plan.starter, hand)
        found: Stored = {
            "cards": list(squad.cards),
            "order": list(order),
            "positions": list(positions),
            "pitchers": [list(allowance) for allowance in plan.allowances],
        }
        if squad.park is not None:
            name, numbers = squad.park
            found["park"] = {"name": name, "numbers": list(numbers)}
        if squad.tendencies:
            found["tendencies"] = dict(squad.tendencies)
        return found

    def _roster(self, cards: tuple[int, ...]) -> _Roster:
        found = self._rosters.get(cards)
        if found is None:
            found = self._rosters[cards] = _Roster(cards, self._squad_men(cards))
        return found

    def _squad_men(self, cards: Sequence[int]) -> list[Man]:
        """Everybody, whatever he may do today."""
        return [self._man(card, number, None) for number, card in enumerate(cards, start=1)]

    def _allowances_of_old(
        self, cards: Sequence[int], starter: int, settings: Settings
    ) -> tuple[Allowance, ...]:
        """For games that were drawn up before allowances were stored: they were always these."""
        return _allowances(self._squad_men(cards), starter, settings)

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


def _allows(man: Man) -> float:
    """Runs that his card gives up, by both hands."""
    return man.pitch_left + man.pitch_right


def _in_turn(side: Side, roster: _Roster, settings: Settings) -> _Plan:
    """Without a sheet: the better five in turn."""
    rotation = roster.starters[:ROTATION]
    starter = rotation[(side.column - 1) % len(rotation)]
    return _Plan(starter, _allowances(roster.men, starter.number, settings))


def _from_sheet(side: Side, roster: _Roster) -> _Plan:
    """What a club's sheet allows in this game. Where nobody may start by it, somebody has to: he
    who would in turn, and the sheet shows it.

    A club that the house manages keeps those who are to start soon out of its bullpen.
    """
    assert side.sheet is not None  # noqa: S101 - asked for by the caller
    sheet, law = side.sheet, side.law
    columns = [side.column]
    while len(columns) <= law.starter_rest:
        columns.append(sheet.column_after(columns[-1]))
    staff = [roster.staff[roster.key(man)] for man in roster.starters[: ROTATION + 1]]
    planned = best_rotation(sheet, law, staff, columns, roster.worth).starters
    in_turn = roster.starters[(side.column - 1) % min(ROTATION, len(roster.starters))]
    first = planned[0] or roster.key(in_turn)
    spared = set(planned) if side.managed else {first}
    starter = in_turn
    allowances = []
    for man in roster.men:
        if not man.is_pitcher:
            continue
        key = roster.key(man)
        if key == first:
            starter = man
        pitcher = roster.staff[key]
        relief = eligibility(sheet, law, pitcher, side.column, Role.RELIEF).outs
        may_start = key == first or (
            not side.managed and eligibility(sheet, law, pitcher, side.column, Role.START).eligible
        )
        may_relieve = key not in spared and relief > 0
        allowances.append((man.number, int(may_start), int(may_relieve), relief))
    return _Plan(starter, tuple(allowances))


def _allowances(men: Sequence[Man], starter: int, settings: Settings) -> tuple[Allowance, ...]:
    """What every pitcher may do when ``starter`` starts: who starts takes his rest, and does not
    relieve between his turns. In a shoot-out everybody who may start may, whenever he started last
    (A-O7)."""
    anybody = bool(settings.get("shootout"))
    return tuple(
        (
            man.number,
            int(man.pitcher.starter > 0 and (anybody or man.number == starter)),
            int(man.pitcher.relief > 0 and not man.pitcher.starter),
            FOUR_INNINGS,
        )
        for man in men
        if man.pitcher is not None
    )


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
