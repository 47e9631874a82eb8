"""A Purestrat event that is brought half-way and left there, for newcomers to look at.

Small acts in a fixed order. Each looks at what there is before it does anything, so that one which
was cut off is done again and comes to the same: never to two events, two games or two rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from tournaments.demo_event.acts import drafting, games, opening, planning, reports, rounds, rulings
from tournaments.demo_event.event import Event, Meeting, Plan
from tournaments.demo_event.wires import InProcess

Act = Callable[[Event], object]

PLAN = Plan(
    preset="netplay-10",
    seed="half-way",
    system="purestrat",
    card_set="fictional-league",
    name="Lantern Street Purestrat Open",
    clubs=10,
    names=(
        "Alder Creek Owls",
        "Bay Ridge Lamplighters",
        "Cinder Hill Stokers",
        "Dover Street Dodos",
        "East Quarry Hammers",
        "Far Meadow Larks",
        "Gull Island Keepers",
        "High Trestle Brakemen",
        "Idle Hour Cricketers",
        "Juniper Flat Drovers",
    ),
    cast=(
        ("Dana Whitfield", "director@horsehide.example"),
        ("Kit Fisher", "kingfisher@horsehide.example"),
        ("Pat Ilott", "pilot@horsehide.example"),
        ("Robin Sayle", "robin@rehearsal.example"),
        ("Toni Varga", "toni@rehearsal.example"),
        ("Chris Okoro", "chris@rehearsal.example"),
        ("Sasha Lindgren", "sasha@rehearsal.example"),
        ("Lee Moreau", "lee@rehearsal.example"),
        ("Jo Hartwell", "jo@rehearsal.example"),
        ("Mika Salonen", "mika@rehearsal.example"),
        ("Noor Haddad", "noor@rehearsal.example"),
    ),
)
"""Its director and its first two managers are the demo's own accounts (``tournaments.demo``)."""

DIVISIONS = (1, 2)
"""Each drafts by itself."""

PLAYED_ROUNDS = 3
"""Three of five; in the fourth something of everything waits for a person."""

SERIES = 5
"""The series of a round."""


def script() -> Sequence[Act]:
    """The acts in their order."""
    rounds = range(1, PLAYED_ROUNDS + 1)
    return (
        announce,
        opening.choose_format,
        opening.invite,
        drafting.check_in,
        drafting.choose_slots,
        drafting.open_draft,
        *(partial(drafting.draft_division, division=each, most=4) for each in DIVISIONS * 2),
        *(partial(drafting.draft_division, division=each, himself=0) for each in DIVISIONS),
        drafting.finish_draft,
        start,
        planning.plan_ahead,
        planning.declare_starts,
        *(act for number in rounds for act in round_of(number)),
        *(partial(scene, place=place, play=play) for place, play in enumerate(SCENES)),
    )


def take_part(number: int) -> Event:
    """The event as it is before the act of this number: with its people, if it is announced."""
    event = Event(PLAN, InProcess(), lambda words: None)
    event.random = Random(f"{PLAN.seed}/{number}")
    opening.find(event)
    return event


def announce(event: Event) -> None:
    """Once."""
    if not event.slug:
        opening.announce(event)


def start(event: Event) -> None:
    """Once."""
    if event.state == "setup":
        opening.start(event)


def round_of(number: int) -> Sequence[Act]:
    """A round, series by series; then its sheets are signed, but for the last one's last two."""
    left = 2 if number == PLAYED_ROUNDS else 0
    return (
        *(partial(simulate, number=number, place=place) for place in range(SERIES)),
        partial(rounds.sign_sheets, left=left),
    )


def simulate(event: Event, number: int, place: int) -> None:
    """A series of a round."""
    _simulate(event, _meetings(event, number)[place])


def scene(event: Event, place: int, play: Callable[[Event, Meeting], None]) -> None:
    """What goes on in a series of the round that is on."""
    play(event, _meetings(event, PLAYED_ROUNDS + 1)[place])


def awaits_confirmation(event: Event, meeting: Meeting) -> None:
    """The opponent of the first demo manager has reported a result, which waits for this manager to
    confirm it."""
    teller = event.managers[meeting["away" if meeting["home"] == 1 else "home"]]
    if reports.game_status(event, meeting, 1) == "scheduled":
        reports.tell(event, teller, meeting, 1)


def suspended(event: Event, meeting: Meeting) -> None:
    """A game is suspended in the middle."""
    games.suspend(event, meeting, 1)


def disputed(event: Event, meeting: Meeting) -> None:
    """Two versions of a result; the director has not settled which one counts."""
    away, home = games.sides_of(event, meeting, 1)
    if reports.game_status(event, meeting, 1) == "scheduled":
        reports.tell(event, home, meeting, 1)
    if reports.versions(event, meeting, 1) == 1:
        reports.tell(event, away, meeting, 1, other=True)


def under_protest(event: Event, meeting: Meeting) -> None:
    """A violation is reported, and not answered yet."""
    away, home = games.sides_of(event, meeting, 1)
    if reports.game_status(event, meeting, 1) == "scheduled":
        reports.tell(event, home, meeting, 1)
    if reports.game_status(event, meeting, 1) == "reported":
        games.confirm(event, away, meeting, 1)
    rulings.report_violation(
        event, meeting, 1, "Their shortstop of the ninth had left the game in the sixth."
    )


def unsigned(event: Event, meeting: Meeting) -> None:
    """The series is played, and its sheets are not signed."""
    _simulate(event, meeting)


SCENES = (awaits_confirmation, suspended, disputed, under_protest, unsigned)
"""One for each series of the round that is on, the demo managers' own first."""


def _meetings(event: Event, number: int) -> list[Meeting]:
    """The series of a round, those of the demo's managers first."""
    round_ = next(each for each in event.schedule() if each["number"] == number)
    series = [meeting for meeting in round_["meetings"] if meeting["series"]]
    return sorted(series, key=lambda meeting: min(meeting["home"], meeting["away"]))


def _simulate(event: Event, meeting: Meeting) -> None:
    if meeting["state"] != "complete":
        event.director.call("post", f"/series/{meeting['series']}/simulate/")
