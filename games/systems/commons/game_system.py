"""Commons as the house meets it: its cards, squads and law of pitching."""

from rest_framework.routers import BaseRouter

from games.systems.commons.clubs import CommonsCards, box_shape
from games.systems.commons.decks.own import CommonsDecks
from games.systems.commons.introduction import INTRODUCTION
from games.systems.commons.maker import CommonsMaker
from games.systems.commons.play.system import Commons
from games.systems.commons.presenter import CommonsPresenter
from games.systems.commons.squad_law import CommonsLaw, deal
from games.systems.commons.tendencies import TENDENCIES
from games.systems.commons.topics import TOPICS
from games.systems.face import GameSystem
from games.systems.registry import register
from pitching.rules.one_inning import OneInning


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
