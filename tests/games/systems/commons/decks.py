"""Builders of Commons cards of which a deck can be made."""

from collections.abc import Iterator

from rosters.makers.base import HITTER, PITCHER, CardRow, maker
from rosters.models import Card, CardSet
from rosters.services.card_sets import enter_card_set

MAKER = maker("commons")


def batter(number: int, rank: int = 5, **changes: str) -> CardRow:
    """A batter of whom his card shows everything."""
    cells = dict.fromkeys(MAKER.columns, "") | {
        "at_bats": "500",
        "average": f".{240 + number:03d}",
        "doubles": "25",
        "triples": "3",
        "home_runs": "12",
        "stolen_bases": "9",
        "rank": str(rank),
    }
    return _row(f"b{number}", f"Batter {number}", HITTER, ("ss",), cells | changes)


def pitcher(number: int, rank: int = 5, *, reliever: bool = False, **changes: str) -> CardRow:
    """A pitcher likewise."""
    cells = dict.fromkeys(MAKER.columns, "") | {
        "earned_run_average": f"3.{number:02d}",
        "innings": "60.0" if reliever else "200.0",
        "walks": "30",
        "games": "40" if reliever else "30",
        "rank": str(rank),
    }
    return _row(f"p{number}", f"Pitcher {number}", PITCHER, ("p",), cells | changes)


def _row(
    key: str, name: str, kind: str, positions: tuple[str, ...], cells: dict[str, str]
) -> CardRow:
    return MAKER.completed(CardRow(key, name, 1982, ("BAL",), kind, "R", "R", positions, cells))


def rows(batters: int = 55, pitchers: int = 14) -> Iterator[CardRow]:
    """More than a deck needs: batters cost 5, and of pitchers every third is a reliever."""
    yield from (batter(number) for number in range(1, batters + 1))
    yield from (pitcher(number, reliever=number % 3 == 0) for number in range(1, pitchers + 1))


def a_set(name: str = "Shoe box", *more: CardRow) -> CardSet:
    """The set of them."""
    return enter_card_set(name=name, system_key="commons", rows=[*rows(), *more], acting_user=None)


def keys(card_set: CardSet, *names: str) -> list[int]:
    """Numbers of the cards with these keys, or of a legal deck."""
    wanted = names or (
        *(f"b{number}" for number in range(1, 51)),
        *(f"p{number}" for number in range(1, 11)),
    )
    found = dict(Card.objects.filter(card_set=card_set).values_list("key", "pk"))
    return [found[name] for name in wanted]


def a_commons_set(clubs: int = 4) -> CardSet:
    """A set from which so many clubs can be dealt decks."""
    rows = [
        *(batter(number, rank=1 + number % 9) for number in range(1, 60 * clubs + 1)),
        *(
            pitcher(number, rank=1 + number % 9, reliever=number % 3 == 0)
            for number in range(1, 15 * clubs + 1)
        ),
    ]
    return enter_card_set(name="Commons cards", system_key="commons", rows=rows, acting_user=None)
