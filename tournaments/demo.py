"""The demo: a league of eight invented clubs, three people to look at it with, and beside it an
event with cards, which a job brings half-way (``tournaments.services.half_way``)."""

from dataclasses import dataclass

from django.conf import settings

from config.people.models import User
from games.services.playing import play_series
from rosters.models import TeamMember
from rosters.rules.teams import TeamPlan
from rosters.services.card_set_jobs import queue_card_set
from rosters.services.people import appoint
from rosters.sources.known import HOUSE
from tournaments.models import Fixture, Tournament
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.half_way import queue_half_way
from tournaments.services.plans import Format, TournamentPlan

NAME = "Sandlot Poker Dice League"
PASSWORD = "play-ball"  # noqa: S105 - no secret: the start prints it
PLAYED_ROUNDS = 4
CARDS = "Fictional League"
"""The set of Purestrat cards to draft from, made of the house's own players."""


@dataclass(frozen=True)
class Account:
    """A demo account as it is printed at the start."""

    email: str
    password: str
    part: str


CLUBS = (
    TeamPlan(
        "Cedar Falls Kingfishers",
        "CFK",
        "#0b5563",
        "#f2b632",
        ("Quill", "Ostrow", "Tanaka", "Beaufort", "Reyes", "Maddox", "Lund", "Pike", "Abara"),
    ),
    TeamPlan(
        "Harbor City Pilots",
        "HCP",
        "#12355b",
        "#e8e3d3",
        ("Vance", "Ibarra", "Stroud", "Kessler", "Moya", "Dunning", "Farrow", "Oakes", "Teller"),
    ),
    TeamPlan(
        "Iron Range Moles",
        "IRM",
        "#3d3a38",
        "#d9822b",
        ("Halvorsen", "Crane", "Petrakis", "Booker", "Saari", "Wolfe", "Nemeth", "Gant", "Rusk"),
    ),
    TeamPlan(
        "Lakeside Loons",
        "LAK",
        "#1f4d3a",
        "#cfe3d4",
        ("Amory", "Delgado", "Fitch", "Yamada", "Brandt", "Castell", "Nolan", "Everly", "Shaw"),
    ),
    TeamPlan(
        "Mesa Roadrunners",
        "MES",
        "#9c3d1e",
        "#f6dfb3",
        ("Salazar", "Begay", "Whitlow", "Corrales", "Hatch", "Luna", "Trujillo", "Boone", "Keene"),
    ),
    TeamPlan(
        "Old Mill Millers",
        "OMM",
        "#6b1f2a",
        "#efe6d8",
        ("Pomeroy", "Ashby", "Lindqvist", "Toomey", "Garrity", "Voss", "Hale", "Munro", "Fenn"),
    ),
    TeamPlan(
        "Prairie Dog Nine",
        "PDN",
        "#7a5c1e",
        "#fbf3d0",
        ("Colby", "Ransom", "Jessup", "Okafor", "Dietz", "Marlow", "Sayre", "Birch", "Unger"),
    ),
    TeamPlan(
        "Riverton Ramblers",
        "RIV",
        "#43286b",
        "#d8cbe8",
        ("Navarro", "Hobbs", "Carver", "Leland", "Ochoa", "Prescott", "Irwin", "Dade", "Zeller"),
    ),
)

DIRECTOR = Account("director@horsehide.example", PASSWORD, "director of both demo events")
MANAGERS = (
    Account("kingfisher@horsehide.example", PASSWORD, "manager of the Cedar Falls Kingfishers"),
    Account("pilot@horsehide.example", PASSWORD, "manager of the Harbor City Pilots"),
)


def accounts() -> tuple[Account, ...]:
    """The demo's accounts, for the line that the start command prints."""
    return (DIRECTOR, *MANAGERS)


def make_demo() -> Tournament:
    """The demo league, started; its people with their passwords. Made once: see the command."""
    director = _person(DIRECTOR, "Dana Whitfield", is_superuser=True)
    tournament = create_tournament(
        plan=TournamentPlan(
            name=NAME,
            system_key="poker-dice",
            clubs=CLUBS,
            settings={"stealing": True, "sacrifice_bunt": True, "pickoff": True},
            format=Format(legs=2, series_length=3),
        ),
        acting_user=director,
    )
    for entrant, account, name in zip(
        tournament.entrants.select_related("team"),
        MANAGERS,
        ("Kit Fisher", "Pat Ilott"),
        strict=False,
    ):
        appoint(
            team=entrant.team,
            user=_person(account, name),
            role=TeamMember.Role.MANAGER,
            scope=tournament.scope,
            acting_user=director,
        )
    start_tournament(tournament=tournament, acting_user=director)
    played = Fixture.objects.filter(
        round__stage__tournament=tournament,
        round__number__lte=PLAYED_ROUNDS,
        series__isnull=False,
    )
    play_series(series_ids=list(played.values_list("series", flat=True)), acting_user=director)
    # A worker makes the cards while a user looks around, and plays an event with them.
    cards = queue_card_set(
        name=CARDS, system_key="purestrat", source_key=HOUSE, years=[], acting_user=director
    )
    if settings.DEMO_EVENT:
        queue_half_way(cards=cards, acting_user=director)
    return Tournament.objects.get(pk=tournament.pk)


def _person(account: Account, name: str, *, is_superuser: bool = False) -> User:
    return User.objects.create_user(
        email=account.email,
        password=account.password,
        name=name,
        # Mail is printed where the house was started.
        reminders=False,
        is_staff=is_superuser,
        is_superuser=is_superuser,
    )
