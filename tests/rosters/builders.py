"""Small builders of players and cards."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

from config.people.models import User
from games.systems.commons.maker import CommonsMaker
from games.systems.purestrat.cards.maker import PurestratMaker
from rosters.makers.base import HITTER, PITCHER, CardRow, maker
from rosters.makers.invented import invented_subjects
from rosters.models import Ballpark, Card, CardSet, ClubSeason, RosterSpot, Source, Team
from rosters.rules.parks import ParkNumbers
from rosters.services.card_sets import enter_card_set
from rosters.services.importing import source, store_year
from rosters.services.parks import Design, design_park
from rosters.services.squads import Spot, SquadPlan, store_squads
from rosters.sources.facts import PersonFacts
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine
from rosters.stats.seasons import Season
from tests.builders import an_event_row

COLUMNS = CommonsMaker.columns
BATTED = {
    "at_bats": "540",
    "average": ".300",
    "doubles": "31",
    "triples": "4",
    "home_runs": "28",
    "stolen_bases": "12",
}
PITCHED = {"earned_run_average": "3.10", "innings": "220.1", "walks": "61", "games": "33"}


def hitter_row(key: str, name: str = "", **changes: Any) -> CardRow:
    """A hitter's Commons card."""
    cells = dict.fromkeys(COLUMNS, "") | {
        "single": "5143",
        "double": "6262",
        "triple": "6534",
        "home_run": "6542",
        "steal": "5516",
        "rank": "6",
    }
    common: dict[str, Any] = {
        "name": name or key.title(),
        "year": 1986,
        "teams": ("BOS",),
        "kind": HITTER,
        "bats": "R",
        "throws": "R",
        "positions": ("ss", "2b"),
    }
    return CardRow(key=key, cells=cells | changes.pop("cells", {}), **(common | changes))


def pitcher_row(key: str, name: str = "", **changes: Any) -> CardRow:
    """A pitcher's Commons card."""
    cells = dict.fromkeys(COLUMNS, "") | {"walk": "1432", "out_left": "5555", "rank": "4"}
    common: dict[str, Any] = {
        "name": name or key.title(),
        "year": 1986,
        "teams": ("NYN",),
        "kind": PITCHER,
        "bats": "L",
        "throws": "L",
        "positions": ("p",),
    }
    return CardRow(key=key, cells=cells | changes.pop("cells", {}), **(common | changes))


def a_park(
    name: str = "Backyard", singles: int = 8, home_runs: int = 14, *, acting_user: User
) -> Ballpark:
    """A park that somebody described."""
    numbers = ParkNumbers(singles, singles, home_runs, home_runs)
    return design_park(design=Design(name, numbers), acting_user=acting_user)


def a_card_set(name: str = "House cards", *, acting_user: User | None = None) -> CardSet:
    """Two cards that somebody typed in, with what their backs show."""
    rows = [hitter_row("slugger", cells=BATTED), pitcher_row("ace", cells=PITCHED)]
    return enter_card_set(name=name, system_key="commons", rows=rows, acting_user=acting_user)


def a_squad(team: Team, *cards: Card, scope: str = "test:1") -> list[RosterSpot]:
    """A club's squad of these cards in an event."""
    plan = SquadPlan(team, [Spot(card.pk) for card in cards])
    store_squads(scope=an_event_row(scope), squads=[plan])
    return list(RosterSpot.objects.filter(squad__team=team, squad__event__key=scope))


def a_source(*people: tuple[PersonFacts, Season], year: int = 1986, key: str = "league") -> Source:
    """A source with these people's seasons of one year."""
    made = source((key, key.title(), Source.Kind.INVENTED, ""))
    store_year(
        source=made,
        year=year,
        people={person.key: person for person, _ in people},
        seasons={person.key: [season] for person, season in people},
        acting_user=None,
    )
    return made


def a_club_of_its_time(source: Source, key: str = "BOS", **facts: Any) -> ClubSeason:
    """The club of a source's players in 1986."""
    return ClubSeason.objects.create(
        **{"source": source, "year": 1986, "league": "AL", "key": key, "name": "Boston", **facts}
    )


def person_facts(key: str, bats: str = "R", throws: str = "R") -> PersonFacts:
    """Somebody, called by his key."""
    return PersonFacts(
        key=key,
        first_name="Al",
        last_name=key.title(),
        bats=bats,
        throws=throws,
        birth_year=1960,
        retrosheet="",
    )


def batted(
    at_bats: int, walks: int = 0, *, positions: tuple[str, ...] = ("ss",), **counts: int
) -> Season:
    """A hitter's season."""
    return Season(
        year=1986,
        league="AL",
        teams=("BOS",),
        batting=BattingLine(games=100, at_bats=at_bats, walks=walks, **counts),
        pitching=None,
        fielding=tuple(FieldingLine(position, games=80) for position in positions),
    )


def pitched(outs: int, *, games: int = 30, starts: int = 30, **counts: int) -> Season:
    """A pitcher's season."""
    return Season(
        year=1986,
        league="NL",
        teams=("NYN",),
        batting=None,
        pitching=PitchingLine(games=games, starts=starts, outs=outs, **counts),
        fielding=(FieldingLine("p", games=games),),
    )


@cache
def purestrat_rows(clubs: int = 5) -> tuple[CardRow, ...]:
    """Purestrat cards of the players of some clubs of the fictional league."""
    everybody = invented_subjects("test cards")
    names = sorted({one.season.teams[0] for one in everybody})[:clubs]
    maker = PurestratMaker().for_year(everybody)
    return tuple(
        row for one in everybody if one.season.teams[0] in names for row in maker.make(one)
    )


def a_purestrat_set(name: str = "Test cards", clubs: int = 5) -> CardSet:
    """A set of the players of some clubs; four can be dealt squads from those of five."""
    return _enter_set(name, "purestrat", purestrat_rows(clubs))


@cache
def deep_drive_rows(clubs: int = 5) -> tuple[CardRow, ...]:
    """Deep Drive cards of the players of some clubs of the fictional league."""
    everybody = invented_subjects("test cards")
    names = sorted({one.season.teams[0] for one in everybody})[:clubs]
    making = maker("deep-drive").for_year(everybody)
    return tuple(
        row for one in everybody if one.season.teams[0] in names for row in making.make(one)
    )


def a_deep_drive_set(name: str = "Deep cards", clubs: int = 5) -> CardSet:
    """A set of the players of some clubs; four can be dealt squads from those of five."""
    return _enter_set(name, "deep-drive", deep_drive_rows(clubs))


VALUES: dict[int, float] = {}


def _enter_set(name: str, system_key: str, rows: Sequence[CardRow]) -> CardSet:
    """Entered as anyone would; what each of these cards is worth is computed once for all tests.

    The rows are kept by their caches, so that an id stands for one row.
    """
    kind = type(maker(system_key))
    usual = kind.value

    def value(self: Any, row: CardRow) -> float:
        if id(row) not in VALUES:
            VALUES[id(row)] = usual(self, row)
        return VALUES[id(row)]

    with patch.object(kind, "value", value):
        return enter_card_set(name=name, system_key=system_key, rows=rows, acting_user=None)
