"""Commons as the house meets it: its cards, squads and law of pitching."""

from typing import Final

from rest_framework.routers import BaseRouter

from games.rules.standing_orders import Topic, When, first_base_is_open, late_or_on_base
from games.systems.commons.clubs import TENDENCIES, CommonsCards, box_shape
from games.systems.commons.decks.own import CommonsDecks
from games.systems.commons.maker import CommonsMaker
from games.systems.commons.play.system import Commons
from games.systems.commons.presenter import CommonsPresenter
from games.systems.commons.squad_law import CommonsLaw, deal
from games.systems.face import GameSystem, Introduction
from games.systems.registry import register
from pitching.rules.one_inning import OneInning

INTRODUCTION = Introduction(
    idea=(
        "The cards in your shoe-box play: sixty of them are a deck, any player of any "
        "year, within a cap on points.",
        "One die is thrown up to four times and read as one number against a threshold, "
        "digit by digit, only as far as is needed.",
        "First the pitcher’s card is asked whether he walks, retires or feeds the batter, "
        "then the batter swings.",
        "Every card bats once, so your order is a list of fifty, and your ten pitchers "
        "have an inning each.",
        "And each side holds gods: cards that turn an out into a hit or a hit into an out, "
        "that can be challenged, and that are gone once they are played.",
    ),
    throws=159,
    card=(
        ("1B, 2B, 3B, HR", "The batter’s thresholds: as much or more is that hit."),
        ("SB", "As much or more steals second."),
        ("BB", "The pitcher’s: less is a walk."),
        ("OUT, HIT", "More is an out or a hit before the batter has swung, against left or right."),
        ("1 to 10", "What the card costs of the 300 points of a deck."),
        ("4211", "Four digits of the die, 1111 lowest, 6666 highest; a dash is never."),
    ),
)

TOPICS: Final = (
    Topic("pitchers", "Who pitches the next inning", ("away-pitcher", "home-pitcher"), When.ALWAYS),
    Topic("lending", "Whom the other side lends", ("lend-pitcher", "lend-batter"), When.ALWAYS),
    Topic("out-god", "A god before the pitch", ("out-god",), When.KEY, late_or_on_base),
    Topic("hit-god", "A god instead of the swing", ("hit-god",), When.KEY, late_or_on_base),
    Topic("challenge", "Challenges and replays", ("challenge", "replay"), When.ALWAYS),
    Topic("walk", "Intentional walks", ("walk",), When.KEY, first_base_is_open),
    Topic("stealing", "Steals", ("steal",), When.ALWAYS),
    Topic("pinch-hit", "Pinch hitters", ("pinch-hit",), When.LATE),
    Topic("swing", "Bunts and fences", ("swing",)),
    Topic("advance", "Advances", ("advance-third", "advance-second"), When.ALWAYS),
)
"""What a manager can be asked to decide during play."""


def _api(router: BaseRouter) -> None:
    # Here, because the API's resources want every model to be there.
    from games.systems.commons.api import register as register_decks

    register_decks(router)


register(
    GameSystem(
        Commons.key,
        place=60,
        rules=Commons(),
        introduction=INTRODUCTION,
        maker=CommonsMaker(),
        presenter=CommonsPresenter(),
        squad_law=CommonsLaw(),
        deal=deal,
        own_squads=CommonsDecks(),
        card_game=CommonsCards(),
        topics=TOPICS,
        tendencies=TENDENCIES,
        pitching_law=lambda edition: OneInning(),
        box=box_shape,
        urls="games.systems.commons.urls",
        api=_api,
    )
)
