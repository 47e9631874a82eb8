"""Deep Drive as the house meets it."""

from typing import Final

from rest_framework.routers import BaseRouter

from games.card_games.nine.cards import CHANGES
from games.rules.standing_orders import Topic, When
from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.deep_drive.clubs.building import TENDENCIES
from games.systems.deep_drive.clubs.game import DeepDriveCards
from games.systems.deep_drive.park_cards import DeepDriveParkCards
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.presenter import DeepDrivePresenter
from games.systems.deep_drive.squad_law import DeepDriveLaw
from games.systems.face import GameSystem, Introduction
from games.systems.registry import register
from pitching.rules.rest_and_relief import RestAndRelief

INTRODUCTION = Introduction(
    idea=(
        "Every batter and every pitcher has a card that was made from a real season.",
        "Three ten-sided dice are thrown: two make a number from 00 to 99, and the third, "
        "the modifier, decides what hangs on it.",
        "Up to 49 the batter’s card is read, from 50 on the pitcher’s.",
        "A deep drive goes back to the batter’s right side, where the ballpark and his "
        "power say how far it flies.",
        "Managers steal, bunt, send runners, cut throws off, bring the infield in and play "
        "for the double play.",
    ),
    throws=101,
    card=(
        ("00 to 49, 50 to 99", "The number that was thrown: half of the results are on each card."),
        ("DD", "A deep drive: throw again and read the batter’s right side."),
        ("SI, SI+, DO, TR, HR, BB, HBP, SO", "What happened."),
        ("DEF", "The defence decides, by the fielder’s rating."),
        ("OUT", "An out; the modifier says which on the batter’s ten codes."),
        ("G6, F8d, L5, Pf", "Ground ball, fly, line drive or pop, with who fields it."),
        (
            "RUN, STEAL 6 (12), DP",
            "How fast he is, how well he steals, how often he is doubled up.",
        ),
        ("90 91◓", "On-base events: wild pitches, passed balls, balks and pick-offs."),
    ),
)

TOPICS: Final = (
    *CHANGES,
    Topic("positioning", "Where infield and outfield play", ("infield", "outfield")),
    Topic("running", "Whether runners play it safe", ("running",)),
    Topic("swing", "Bunts, and hit and run", ("swing",)),
    Topic("stealing", "Steals", ("steal",), When.ALWAYS),
    Topic("extra", "Whether runners go on or tag up", ("send", "tag"), When.ALWAYS),
    Topic("throws", "Where a ball is thrown", ("cut", "f", "g", "j", "p", "bunt-play")),
    Topic("caught", "Who is picked off or doubled up", ("picked-off", "doubled")),
    Topic("defense", "What your own Defense Chart says", ("defense",), people_only=True),
)
"""What a manager can be asked to decide during play."""


def _charts(number: int) -> Charts | None:
    # Here, because models are there later than faces are.
    from games.systems.deep_drive.charts.selectors import charts_numbered

    return charts_numbered(number)


def _api(router: BaseRouter) -> None:
    from games.systems.deep_drive.api import register as register_charts

    register_charts(router)


RULES = DeepDrive()
RULES.library = _charts

register(
    GameSystem(
        DeepDrive.key,
        place=55,
        rules=RULES,
        introduction=INTRODUCTION,
        maker=DeepDriveMaker(),
        presenter=DeepDrivePresenter(),
        squad_law=DeepDriveLaw(),
        card_game=DeepDriveCards(),
        tendencies=TENDENCIES,
        topics=TOPICS,
        park_cards=DeepDriveParkCards(),
        pitching_law=lambda edition: RestAndRelief(edition.pitching),
        editions=("house-league",),
        urls="games.systems.deep_drive.urls",
        api=_api,
    )
)
