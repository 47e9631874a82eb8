"""Clubs of a small event with cards, their people and their pages."""

from games.models import Series
from games.planning.board import PlanBoard
from rosters.models import Squad
from tests.builders import browser, league, manager
from tests.rosters.builders import a_purestrat_set
from tournaments.services.plans import Format


class Club:
    """The club with a number, its people and its pages."""

    def __init__(self, tournament, number: int, called: str = "Manager") -> None:
        self.team = tournament.entrants.get(number=number).team
        self.user = manager(tournament, number, f"{called} {number}")
        self.browser = browser(self.user)
        self.squad = Squad.objects.select_related("team").get(
            event__key=tournament.scope, team=self.team
        )
        self.page = f"/squads/{self.squad.pk}/"

    @property
    def board(self) -> PlanBoard:
        return PlanBoard(self.squad)

    def nine(self, hand: str = "L", turned: bool = True) -> dict[str, str]:
        spots = self.board.builder.suggested(self.board.keys, hand)
        found = {}
        for place, spot in enumerate(reversed(spots) if turned else spots, start=1):
            found[f"man-{place}"] = str(spot.player)
            found[f"position-{place}"] = spot.position
        return found


def an_event(**changes):
    """Four clubs, each meeting every other in a series of two games."""
    cards = a_purestrat_set()
    form = Format(legs=1, series_length=2)
    return league(4, system_key="purestrat", card_set=cards.slug, format=form, **changes)


def series_of(event, *teams: int) -> Series:
    found = Series.objects.filter(event__key=event.scope).select_related("home", "away")
    return next(one for one in found if {one.home_id, one.away_id} == set(teams))
