"""Small builders of the pitching floor: two clubs with staffs, their sheets, and games on them."""

from dataclasses import dataclass
from typing import Any

from config.people.models import User
from pitching.models import PitchingSheet, SheetColumn
from pitching.rules.columns import Line
from pitching.rules.law import STANDARD, PitchingLaw
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.sheet import Pitcher
from pitching.selectors.sheets import sheet_values
from pitching.services.recording import record_columns
from pitching.services.reports import ColumnReport
from pitching.services.sheets import SeriesPlace, open_sheets
from rosters.models import Card, CardSet, Team, TeamMember
from tests.builders import an_event_row, person

SCOPE = "nothing:1"
STARTERS, RELIEVERS, HITTERS = 4, 3, 2


@dataclass(frozen=True)
class Club:
    """A club with its sheet. Its cards by number: 1 to 4 start, 4 to 7 relieve, 8 and 9 hit."""

    team: Team
    sheet: PitchingSheet
    cards: tuple[int, ...]
    opponent: Team

    @property
    def staff(self) -> dict[int, Pitcher]:
        numbers = range(1, STARTERS + RELIEVERS + 1)
        return {
            self.cards[number - 1]: Pitcher(
                self.cards[number - 1], f"No. {number}", number <= STARTERS, number >= STARTERS
            )
            for number in numbers
        }

    def card(self, number: int) -> int:
        return self.cards[number - 1] if number else 0

    def report(
        self, column: int, *lines: Any, series: tuple[int, int] | None = None, **changes: Any
    ) -> ColumnReport:
        """A game with lines ``(number, outs)``, the first of them the starter's; ``series`` are the
        first column and the length, three games from 1, 4, 7 ... where nothing is said."""
        first, length = series or (column - (column - 1) % 3, 3)
        written = tuple(
            line if isinstance(line, Line) else Line(self.card(line[0]), line[1], started=not at)
            for at, line in enumerate(lines)
        )
        usual: dict[str, Any] = {
            "sheet": self.sheet.pk,
            "series": SeriesPlace(f"series:{first}", self.opponent.pk, first, length),
            "number": column,
            "key": f"game:{column}",
            "outs": sum(line.outs for line in written),
            "lines": written,
            "squad": self.cards,
            "staff": self.staff,
        }
        return ColumnReport(**{**usual, **changes})

    def record(self, column: int, *lines: Any, **changes: Any) -> SheetColumn | None:
        """The column, or nothing where it stood there already."""
        user = changes.pop("acting_user", None)
        typed, reason = changes.pop("typed", False), changes.pop("reason", "")
        written = record_columns(
            reports=[self.report(column, *lines, **changes)],
            acting_user=user,
            typed=typed,
            reason=reason,
        )
        return written[0] if written else None

    def written(self) -> dict[int, dict[int, int]]:
        """What stands on the sheet: by column the outs by number of the player."""
        found: dict[int, dict[int, int]] = {}
        for outing in sheet_values([self.sheet])[self.sheet.pk].outings:
            number = self.cards.index(outing.pitcher) + 1 if outing.pitcher else 0
            found.setdefault(outing.column, {})[number] = outing.outs
        return found


def two_clubs(
    law: PitchingLaw = STANDARD, *, bullpen_resets: bool = False, phase: int = 1
) -> tuple[Club, Club]:
    """Two clubs that meet each other only."""
    teams = [
        Team.objects.get_or_create(name=name, abbreviation=name[:3].upper())[0]
        for name in ("Hens", "Ants")
    ]
    sheets = open_sheets(
        scope=an_event_row(SCOPE),
        team_ids=[team.pk for team in teams],
        phase=phase,
        law=RestAndRelief(law),
        bullpen_resets=bullpen_resets,
    )
    home, away = (
        Club(team, sheets[team.pk], cards_of(team), other)
        for team, other in zip(teams, reversed(teams), strict=True)
    )
    return home, away


def cards_of(team: Team) -> tuple[int, ...]:
    """Nine cards, the same whenever they are asked for."""
    cards, _ = CardSet.objects.get_or_create(
        slug=f"cards-{team.pk}", defaults={"name": f"{team} cards", "system_key": "purestrat"}
    )
    arms = STARTERS + RELIEVERS
    for number in range(1, arms + HITTERS + 1):
        Card.objects.get_or_create(
            card_set=cards,
            key=str(number),
            defaults={
                "name": f"No. {number}",
                "year": 2012,
                "kind": Card.Kind.PITCHER if number <= arms else Card.Kind.HITTER,
                "value": 0,
            },
        )
    return tuple(cards.cards.order_by("key").values_list("pk", flat=True))


def manager_of(club: Club, name: str, **fields: Any) -> User:
    """Somebody who acts for the club."""
    user = person(name, **fields)
    TeamMember.objects.create(team=club.team, user=user)
    return user
