"""What a page offers is accepted: every button is pressed, in many states of an event, by its
director and by both managers, and each press is then undone. Where something has to be typed it is
plausible, and each choice of a form is tried; then only what was typed may be refused."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from zeal import zeal_ignore

from config.api.errors import OF_PERSON, OF_STATE
from games.engine.situation import AWAY, HOME
from games.models import Series
from games.planning.presenters.before import board_of
from games.planning.services.before_games import before_game, confirm_line_up, name_starter
from games.rules.reports import GameClaim
from games.rules.suspensions import Matter
from games.seriesday.services.absences import report_absence
from games.seriesday.services.clocks import begin_series
from games.seriesday.services.home import open_home_roll
from games.seriesday.services.rulings import Violation, choose_remedy, open_ruling
from games.seriesday.services.suspended import book_as_tie
from games.services.playing import play_what_nobody_plays
from games.services.rewinding import void_game
from games.services.scoring import SERVER_DICE, Seats, record_game
from games.sheets import keeps_sheets
from pitching.models import PitchingSheet
from tests.builders import browser, director_of, league, manager
from tests.games.seriesday.builders import Day, a_day, claim
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.drops import drop
from tests.tournaments.test_random_director import Forms
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.services.drawing import advance_event
from tournaments.services.drops import undo_drop
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format

pytestmark = pytest.mark.django_db

Given = dict[str, list[str]]


def told(day: Day, *runs: int, **more: object) -> GameClaim:
    """A claim, with the pitchers where the clubs have squads."""
    said = claim(*runs, **more)
    return day.pitched(said) if keeps_sheets(day.series) else said


def violation(day: Day, number: int = 1) -> int:
    return open_ruling(
        series_id=day.series.pk,
        number=number,
        violation=Violation("re-entry", "He came back.", offender=day.series.away_id),
        acting_user=day.home,
    ).pk


def one_sided(day: Day) -> None:
    day.report(day.home, told(day))


def disputed(day: Day) -> None:
    day.report(day.home, told(day, 4, 2))
    day.report(day.away, told(day, 5, 2))


def suspended(day: Day) -> None:
    day.report(day.director, told(day, 4, 2, ending="suspended", inning=6, half=0, outs=1))


def booked(day: Day) -> None:
    suspended(day)
    matter = Matter(False, "It is decided.", "T33.0f")
    book_as_tie(game_id=day.game().pk, matter=matter, acting_user=day.director)


def running(day: Day) -> None:
    record_game(series_id=day.series.pk, number=1, transcript=["1"], acting_user=None)
    begin_series(series_ids=[day.series.pk], acting_user=day.director)


def visitors_named(day: Day) -> None:
    """T0.13: the visitors have named their starter, where the game has starters."""
    _named(day, AWAY)


def lineups_confirmed(day: Day) -> None:
    """Both sides have said who plays, where they are asked."""
    if before_game(day.series, 1) is None:
        return
    for side in (AWAY, HOME):
        _named(day, side)
    for side in (AWAY, HOME):
        board = board_of(day.series, 1, side)
        confirm_line_up(
            series=day.series,
            number=1,
            side=side,
            spots=board.builder.suggested(board.keys, "R"),
            acting_user=day.director,
        )


def _named(day: Day, side: int) -> None:
    if before_game(day.series, 1) is not None:
        starter = board_of(day.series, 1, side).starters[0].key
        name_starter(series=day.series, number=1, side=side, card=starter, acting_user=day.director)


def begun(day: Day) -> None:
    lineups_confirmed(day)
    record_game(
        series_id=day.series.pk,
        number=1,
        transcript=(),
        acting_user=day.director,
        seats=Seats(dice=SERVER_DICE),
    )


def absent(day: Day) -> None:
    report_absence(series_id=day.series.pk, team_id=day.series.away_id, acting_user=day.home)
    open_home_roll(series_id=day.series.pk, servers_dice=True, acting_user=day.home)


def ruled(day: Day) -> None:
    day.report(day.director, told(day))
    ruling = violation(day)
    choose_remedy(ruling_id=ruling, remedy="accept", footnote="Let stand", acting_user=day.director)


def open_violation(day: Day) -> None:
    day.report(day.director, told(day))
    violation(day)


def voided(day: Day) -> None:
    open_violation(day)
    void_game(game_id=day.game().pk, reason="Wrong cards", acting_user=day.director)


def dropped(day: Day) -> None:
    drop(day.tournament, day.tournament.entrants.get(team=day.series.away).number)


def dropped_and_back(day: Day) -> None:
    gone = drop(day.tournament, day.tournament.entrants.get(team=day.series.away).number)
    undo_drop(drop=gone, acting_user=day.director)


def over(day: Day) -> None:
    left = Series.objects.filter(event__key=day.tournament.scope, completed_at=None)
    play_what_nobody_plays(series_ids=[each.pk for each in left], acting_user=None)


STATES: tuple[tuple[Callable[[Day], None], ...], ...] = (
    (),
    (one_sided,),
    (disputed,),
    (suspended,),
    (booked,),
    (running,),
    (visitors_named,),
    (lineups_confirmed,),
    (begun,),
    (absent,),
    (ruled,),
    (open_violation,),
    (voided,),
    (dropped,),
    (one_sided, dropped),
    (disputed, dropped),
    (suspended, dropped),
    (running, dropped),
    (absent, dropped),
    (open_violation, dropped),
    (ruled, dropped),
    (one_sided, dropped_and_back),
    (open_violation, over),
    (suspended, over),
    (over,),
)
"""What was done to an event, one after the other."""


def pages_of(day: Day) -> Iterator[str]:
    event, series = f"/t/{day.tournament.slug}", f"/series/{day.series.pk}"
    yield from (f"{event}/{name}/" for name in ("desk", "board", "drops", "announcement"))
    yield f"{event}/board/?round=1&series={day.series.pk}"
    yield from (f"{series}/", f"{series}/rulings/", f"{series}/times/", f"{series}/home/")
    yield f"{series}/absences/"
    yield from (f"{series}/games/{number}/report/" for number in (1, 2))
    yield from (f"{series}/games/{number}/score/" for number in (1, 2))
    yield from (f"{series}/games/{number}/before/" for number in (1, 2))
    yield f"{event}/take-back/?round=1"
    yield from (f"/games/{game.pk}/" for game in day.series.games.all())
    yield from (ruling.get_absolute_url() for ruling in day.series.rulings.all())
    yield from (f"/sheets/{pk}/" for pk in PitchingSheet.objects.values_list("pk", flat=True))


def presses_of(client: Client, page: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The buttons of a page that send only what stands in the form; one press for each button."""
    answer = client.get(page)
    if answer.status_code != 200:
        return
    forms = Forms(page)
    forms.feed(answer.content.decode())
    for where, fields in forms.found:
        if where.startswith(("/t/", "/series/", "/games/", "/rulings/", "/sheets/", "/jobs/")):
            fields.pop("csrfmiddlewaretoken", None)
            sent = {name: values[0] for name, values in fields.items() if values}
            if sent and all(sent.values()) and all(len(each) == 1 for each in fields.values()):
                yield where, sent


class TypedForms(Forms):
    """The forms of a page as somebody fills them in: of each field what stands in it or is
    plausible, and what else can be chosen."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.filled: list[tuple[str, dict[str, str], list[tuple[str, str]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if self.fields is None:
            return
        if tag == "form":
            self.filled.append((self.found[-1][0], {}, []))
            return
        _, fields, choices = self.filled[-1]
        given = {name: value or "" for name, value in attrs}
        name, kind, value = given.get("name", ""), given.get("type", "text"), given.get("value", "")
        if tag == "option" and self.select and value:
            if self.select not in fields or "selected" in given:
                fields[self.select] = value
            choices.append((self.select, value))
        elif not name or tag not in ("input", "textarea", "button"):
            return
        elif tag == "button" or kind == "radio":
            if name not in fields or "checked" in given:
                fields[name] = value
            choices.append((name, value))
        elif kind == "checkbox":
            if "checked" in given or "required" in given:
                fields[name] = value or "on"
            choices.append((name, value or "on"))
        elif tag == "input" and kind in ("hidden", "number") and value:
            fields[name] = value
        elif name in PLAUSIBLE or "required" in given or tag == "textarea":
            fields[name] = PLAUSIBLE.get(name, given.get("min", "Somebody's words"))


TOMORROW = timezone.now() + timedelta(days=1)

LINE_UP = re.compile(r"(man|position)-|(away|home)_(pitcher|bat|pit)_")
"""Fields of who plays, in which what stands there is sent."""

SO_FAR = {"inning": "6", "half": "top", "outs": "1"}
"""Where a game stands that was not played to its end."""

PLAUSIBLE = {
    "away_runs": "4",
    "home_runs": "2",
    "half": "bottom",
    "outs": "3",
    "email": "somebody@example.org",
    "time_1": f"{TOMORROW:%Y-%m-%dT%H:%M}",
    "due": f"{TOMORROW:%Y-%m-%dT%H:%M}",
}


def typed_presses_of(client: Client, page: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each form of a page filled in, once for each thing that can be chosen in it."""
    answer = client.get(page)
    if answer.status_code != 200:
        return
    forms = TypedForms(page)
    forms.feed(answer.content.decode())
    for where, fields, choices in forms.filled:
        if where.startswith(("/t/", "/series/", "/games/", "/rulings/", "/sheets/")):
            fields.pop("csrfmiddlewaretoken", None)
            yield where, fields
            for name, value in dict.fromkeys(choices):
                if fields.get(name) != value and not LINE_UP.match(name):
                    broken_off = value in ("conceded", "suspended")
                    yield where, {**fields, name: value, **(SO_FAR if broken_off else {})}


def known_refusals(client: Client, where: str, sent: dict[str, str]) -> set[str]:
    """Why a press is refused, of what the page could have known: the moment, or the person."""
    with zeal_ignore(), transaction.atomic():
        answer = client.post(where, sent)
        transaction.set_rollback(True)
    if answer.status_code in (200, 204, 302):
        return set()
    codes = codes_in(answer.content.decode())
    return (codes - OF_TYPING) & (OF_STATE | OF_PERSON) if codes else {str(answer.status_code)}


def codes_in(html: str) -> set[str]:
    return set(re.findall(r'data-code="([^"]+)"', html))


OF_TYPING = {"nothing-changes"}
"""Refusals of another moment that what is typed decides all the same."""


def pressed(client: Client, where: str, sent: dict[str, str]) -> int:
    """The answer to a press, which is undone at once."""
    with zeal_ignore(), transaction.atomic():
        status = client.post(where, sent).status_code
        transaction.set_rollback(True)
    return status


def refusals_in(day: Day) -> list[str]:
    """The presses that are refused, whoever may press."""
    found = []
    for user in (day.director, day.home, day.away):
        client = browser(user)
        for page in list(pages_of(day)):
            for where, sent in list(presses_of(client, page)):
                if pressed(client, where, sent) not in (200, 204, 302):
                    found.append(f"{user}: {sent} on {page}")
    return found


def known_refusals_in(day: Day) -> list[str]:
    """What could not be typed so that it is accepted, whoever types it."""
    found = []
    for user in (day.director, day.home):
        client = browser(user)
        for page in list(pages_of(day)):
            shown = codes_in(client.get(page).content.decode())
            for where, sent in list(typed_presses_of(client, page)):
                if codes := known_refusals(client, where, sent) - shown:
                    found.append(f"{user}: {codes} for {sent} to {where} on {page}")
    return found


QUICK = ((one_sided,), (suspended,), (open_violation, dropped))
SYSTEMS = (False, "purestrat", "deep-drive", "commons")
"""Dice alone, and each game of cards; line-ups are confirmed in two of them."""

WITH_CARDS = ((), (one_sided,), (visitors_named,), (lineups_confirmed,), (begun,), (dropped,))
"""States in which a game of cards is not as one of dice."""


def marks_of(state: tuple[Callable[[Day], None], ...], cards: str | bool) -> Any:
    if not cards:
        return () if state in QUICK else pytest.mark.long
    return pytest.mark.long if state in WITH_CARDS else pytest.mark.exhaustive


OFFERS = [
    pytest.param(
        state,
        cards,
        id="-".join([*(act.__name__ for act in state), cards or "dice"]),
        marks=marks_of(state, cards),
    )
    for state in STATES
    for cards in SYSTEMS
    # It is recorded with the dice of another game.
    if not (cards and running in state)
]


@pytest.mark.parametrize(("state", "cards"), OFFERS)
def test_every_button_that_is_offered_does_what_it_says(state, cards):
    day = a_day(4, cards=cards)
    for act in state:
        act(day)
    refused = refusals_in(day)
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize(
    ("state", "cards"),
    [
        pytest.param(
            *offer.values,
            id=offer.id,
            marks=() if offer.values == (QUICK[-1], False) else offer.marks or pytest.mark.long,
        )
        for offer in OFFERS
    ],
)
def test_every_form_that_is_offered_can_be_filled_in(state, cards):
    day = a_day(4, cards=cards)
    for act in state:
        act(day)
    refused = known_refusals_in(day)
    assert not refused, "\n".join(refused)


def result_gone(day: Day) -> None:
    void_game(game_id=day.game().pk, reason="Wrong cards", acting_user=day.director)


def result_told_anew(day: Day) -> None:
    result_gone(day)
    day.report(day.home, told(day))


def result_suspended(day: Day) -> None:
    result_gone(day)
    suspended(day)


def of_two_stages(*, cards: bool) -> Day:
    """A league of single games, whose first two meet in a final."""
    more = {"system_key": "purestrat", "card_set": a_purestrat_set().slug} if cards else {}
    made = league(4, started=False, **more)
    director = director_of(made)
    stages = [
        StageSpec(ROUND_ROBIN, "League", 1),
        StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2)),
    ]
    choose_format(tournament=made, stages=stages, divisions=1, acting_user=director)
    start_tournament(tournament=made, acting_user=director)
    rows = Series.objects.filter(event__key=made.scope).select_related("home", "away")
    first = rows.order_by("pk")[0]
    people = [
        manager(made, made.entrants.get(team=team).number, name)
        for name, team in (("Home", first.home), ("Away", first.away))
    ]
    return Day(made, first, people[0], people[1], director)


@pytest.mark.long
@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("happens", [result_gone, result_told_anew, result_suspended])
def test_every_button_is_good_in_a_stage_upon_which_the_next_was_drawn(happens, cards):
    day = of_two_stages(cards=cards)
    numbers = dict(day.tournament.entrants.values_list("team", "number"))
    for series in Series.objects.filter(event__key=day.tournament.scope).select_related(
        "home", "away"
    ):
        this = replace(day, series=series)
        away_id, home_id = series.sides(1)
        runs = (5, 2) if numbers[away_id] < numbers[home_id] else (2, 5)
        this.report(day.director, told(this, *runs))
    advance_event(tournament=day.tournament, acting_user=day.director)
    happens(day)
    refused = refusals_in(day)
    assert not refused, "\n".join(refused)
