"""What may be asked of the book's tables: which table, of which games and players, in which
order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from config.inputs import whole_number
from config.refusals import Refusal
from tournaments.rules.measures import TABLES, Column, columns_of, usual_sort

SEASON, EVERYTHING = "season", "all"
"""Which games: those that the standings are made of, or all."""

WHERE: Final = {"": "Home and away", "home": "At home", "away": "Away"}

HANDS: Final = {"": "Everybody", "left": "Left-handed", "right": "Right-handed"}
"""Against whom: pitchers by their hand, batters by the side on which they stood."""

UP, DOWN = "up", "down"

CLUBS: Final = "clubs"
OF: Final = {"": "Players", CLUBS: "Clubs"}
"""Whose lines: a player's for one club, or a club's."""

AGES: Final = (10, 70)
"""The least and the highest age that can be asked for."""


@dataclass(frozen=True)
class Asked:
    """A table: ``stage`` season, all, or the number of one; ``where`` empty, home or away; ``hand``
    empty, left or right; ``club`` the number of an entrant; ``position`` as cards name it;
    ``qualified``: only who has played enough for rates; ``of``: empty for players, or clubs;
    ``youngest`` and ``oldest``: of whom the age is known, within these; ``sort`` a column, and
    ``order`` up, down or as is usual for it; ``page`` from 1."""

    table: str = "batting"
    stage: str = SEASON
    where: str = ""
    hand: str = ""
    club: int | None = None
    position: str = ""
    qualified: bool = False
    sort: str = ""
    order: str = ""
    page: int = 1
    of: str = ""
    youngest: int | None = None
    oldest: int | None = None

    @property
    def column(self) -> Column:
        """The column that the table is sorted by."""
        key = self.sort or usual_sort(self.table, met=bool(self.hand))
        return next(each for each in self.columns if each.key == key)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that it has."""
        return columns_of(self.table, met=bool(self.hand))

    @property
    def falls(self) -> bool:
        """Whether the largest comes first."""
        return self.order == DOWN if self.order else not self.column.least

    @property
    def ranks_rates(self) -> bool:
        """Whether it is sorted by a rate, for which those alone are ranked who have played
        enough."""
        return self.column.rate

    def address(self, **changes: object) -> str:
        """The query of this table, or of one that differs in something; a new page unless one is
        named."""
        asked = replace(self, **{"page": 1, **changes})  # type: ignore[arg-type]
        usual = Asked()
        told = {
            name: "1" if value is True else str(value)
            for name, value in asked.__dict__.items()
            if value != getattr(usual, name)
        }
        return urlencode(told)


def read_asked(
    given: Mapping[str, str],
    *,
    stages: Sequence[int],
    clubs: Sequence[int],
    positions: Sequence[str],
) -> tuple[Asked, list[Refusal]]:
    """What is asked for, as far as it makes sense, and what does not: ``unknown-table``,
    ``unknown-stage``, ``unknown-place``, ``unknown-hand``, ``no-hands-in-the-field``,
    ``unknown-club``, ``unknown-position``, ``unknown-sort``, ``unknown-order``, ``unknown-lines``,
    ``not-an-age``, ``of-men-only``, ``not-a-page``."""
    refusals: list[Refusal] = []

    def one_of(name: str, code: str, words: str, known: Sequence[str], usual: str) -> str:
        value = given.get(name, "")
        if value in known or not value:
            return value or usual
        refusals.append(Refusal(code, words.format(value[:40]), name, {"known": list(known)}))
        return usual

    table = one_of("table", "unknown-table", "There is no table “{}”.", TABLES, "batting")
    hand = one_of("hand", "unknown-hand", "There are left hands and right ones.", list(HANDS), "")
    if hand and table == "fielding":
        words = "Nobody fields against left or right."
        refusals.append(Refusal("no-hands-in-the-field", words, "hand"))
        hand = ""
    keys = [column.key for column in columns_of(table, met=bool(hand))]
    sort = one_of("sort", "unknown-sort", "Nothing is called “{}” in this table.", keys, "")
    stage = one_of(
        "stage",
        "unknown-stage",
        "There is no stage “{}” here.",
        [SEASON, EVERYTHING, *map(str, stages)],
        SEASON,
    )
    where = one_of("where", "unknown-place", "Games are at home or away.", list(WHERE), "")
    club = one_of("club", "unknown-club", "No club has the number “{}”.", list(map(str, clubs)), "")
    position = one_of(
        "position", "unknown-position", "Nobody here plays “{}”.", list(positions), ""
    )
    order = one_of("order", "unknown-order", "It goes up or down.", [UP, DOWN], "")
    of = one_of("of", "unknown-lines", "Lines are of players or of clubs.", list(OF), "")
    ages = {}
    for name in ("youngest", "oldest"):
        said = given.get(name, "")
        found = whole_number(said)
        if said and (found is None or not AGES[0] <= found <= AGES[1]):
            words = f"An age is between {AGES[0]} and {AGES[1]}."
            refusals.append(Refusal("not-an-age", words, name))
            found = None
        ages[name] = found
    told = given.get("page", "") or "1"
    page = whole_number(told, most=999_999) or 0
    if page < 1:
        refusals.append(Refusal("not-a-page", "Pages are counted from 1.", "page"))
        page = 1
    qualified = given.get("qualified", "") in ("1", "true", "on")
    if of == CLUBS:
        of_players = {"position": position, "qualified": qualified, **ages}
        refusals += [
            Refusal("of-men-only", "That is asked of players, and not of clubs.", name)
            for name, value in of_players.items()
            if value
        ]
        position, qualified, ages = "", False, dict.fromkeys(ages)
    asked = Asked(
        table,
        stage,
        where,
        hand,
        int(club) if club else None,
        position,
        qualified,
        sort,
        order,
        page,
        of,
        **ages,
    )
    return asked, refusals
