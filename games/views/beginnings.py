"""The form that sets up where a game to be scored begins."""

from __future__ import annotations

from django.http import HttpRequest

from config.inputs import form_refusals
from config.refusals import Refused
from games.engine.club import Clubs
from games.engine.state_files import state_as_json
from games.exhibition import staffs_of, state_of
from games.forms import SituationForm
from games.models import Series
from games.services.scoring import TABLE_DICE, Seats, clubs_before

FIELD = "beginning"
"""What a form that begins a game in the middle sends along, and an address that asks for it."""
SITUATION = "situation"


def seats_of(request: HttpRequest) -> Seats:
    """Who throws and for which sides the computer manages, as posted."""
    return Seats(
        dice=request.POST.get("dice", TABLE_DICE),
        away_managed="away_managed" in request.POST,
        home_managed="home_managed" in request.POST,
    )


def is_asked(request: HttpRequest) -> bool:
    """Whether the game is to begin in the middle."""
    given = request.POST if request.method == "POST" else request.GET
    return given.get(FIELD) == SITUATION


def situation_form(request: HttpRequest, series: Series, number: int) -> SituationForm:
    """The form, filled in if it was posted. Refused where the clubs cannot begin a game: as it is
    looked at, what the managers have still to confirm is passed over, for the computer may manage
    them."""
    posted = request.method == "POST"
    seats = seats_of(request) if posted else Seats(away_managed=True, home_managed=True)
    return _form(request, series, number, clubs_before(series=series, number=number, seats=seats))


def _form(request: HttpRequest, series: Series, number: int, clubs: Clubs | None) -> SituationForm:
    teams = {series.home_id: series.home, series.away_id: series.away}
    sides = series.sides(number)
    if clubs is None:
        orders = [teams[team_id].batting_order for team_id in sides]
    else:
        orders = [[club.name_of(player) for player in club.batting_order()] for club in clubs]
    return SituationForm(
        request.POST if request.method == "POST" else None,
        system=series.system,
        clubs=[teams[team_id].name for team_id in sides],
        staffs=staffs_of(series.system, clubs),
        orders=orders,
    )


def beginning_asked(request: HttpRequest, series: Series, number: int) -> object:
    """The state that the posted form tells of, as plain values for ``record_game``. Refused with
    every field that says nothing sensible, by its label."""
    clubs = clubs_before(series=series, number=number, seats=seats_of(request))
    form = _form(request, series, number, clubs)
    if not form.is_valid():
        raise Refused(*form_refusals(form))
    state = state_of(series.system, clubs, form.situation(), form.mounds())
    return state_as_json(series.system, state)
