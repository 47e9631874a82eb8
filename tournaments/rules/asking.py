"""The query of a statistics table: which table, which games and players, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from config.inputs import whole_number
from config.refusals import Refusal
from tournaments.rules.measures import TABLES, Column, columns_of, usual_sort

SEASON, EVERYTHING = "season", "all"
"""Which games: those that count in the standings, or all."""

WHERE: Final = {"": "Home and away", "home": "At home", "away": "Away"}

HANDS: Final = {"": "Everybody", "left": "Left-handed", "right": "Right-handed"}
"""The hand of the opponent: for batters the pitcher's throwing arm, for pitchers the side from
which the batter bats."""

UP, DOWN = "up", "down"

CLUBS: Final = "clubs"
OF: Final = {"": "Players", CLUBS: "Clubs"}
"""Whether a line is of one player for one club, or of a club."""

AGES: Final = (10, 70)
"""The lowest and the highest age that a query can name."""


@dataclass(frozen=True)
class Asked:
    """A table query. ``stage`` is season, all or the number of a stage; ``where`` is empty, home or
    away; ``hand`` is empty, left or right; ``club`` is the number of an entrant; ``position`` is as
    cards name it; ``qualified`` keeps only players with enough playing time for rates; ``of`` is
    empty for players, or clubs; ``youngest`` and ``oldest`` keep players whose age is known and in
    this range; ``sort`` is a column; ``order`` is up, down, or empty for the column's default;
    ``page`` counts from 1."""

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
        key = self.sort or usual_sort(self.table, met=bool(self.hand))
        return next(column for column in self.columns if column.key == key)

    @property
    def columns(self) -> tuple[Column, ...]:
        return columns_of(self.table, met=bool(self.hand))

    @property
    def falls(self) -> bool:
        return self.order == DOWN if self.order else not self.column.least

    @property
    def ranks_rates(self) -> bool:
        """Whether a rate sorts the table, so that only players with enough playing time are
        ranked."""
        return self.column.rate

    def address(self, **changes: object) -> str:
        """Return the query string of this table with some changes; back on page 1 unless a page is
        named."""
        query = replace(self, **{"page": 1, **changes})  # type: ignore[arg-type]
        defaults = Asked()
        chosen = {
            name: "1" if value is True else str(value)
            for name, value in query.__dict__.items()
            if value != getattr(defaults, name)
        }
        return urlencode(chosen)


def read_asked(
    given: Mapping[str, str],
    *,
    stages: Sequence[int],
    clubs: Sequence[int],
    positions: Sequence[str],
) -> tuple[Asked, list[Refusal]]:
    """Read a query and return what makes sense of it, with the refusals for the rest:
    ``unknown-table``, ``unknown-stage``, ``unknown-place``, ``unknown-hand``,
    ``no-hands-in-the-field``, ``unknown-club``, ``unknown-position``, ``unknown-sort``,
    ``unknown-order``, ``unknown-lines``, ``not-an-age``, ``of-men-only``, ``not-a-page``."""
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
        age_text = given.get(name, "")
        age = whole_number(age_text)
        if age_text and (age is None or not AGES[0] <= age <= AGES[1]):
            words = f"An age is between {AGES[0]} and {AGES[1]}."
            refusals.append(Refusal("not-an-age", words, name))
            age = None
        ages[name] = age
    page_text = given.get("page", "") or "1"
    page = whole_number(page_text, most=999_999) or 0
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
    query = Asked(
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
    return query, refusals
