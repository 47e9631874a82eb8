"""Purestrat as the house meets it."""

from games.systems.face import GameSystem
from games.systems.purestrat.cards.maker import PurestratMaker
from games.systems.purestrat.clubs.game import PurestratCards
from games.systems.purestrat.introduction import INTRODUCTION
from games.systems.purestrat.play.system import Purestrat
from games.systems.purestrat.presenter import PurestratPresenter
from games.systems.purestrat.squad_law import PurestratLaw
from games.systems.purestrat.tendencies import TENDENCIES
from games.systems.purestrat.topics import TOPICS
from games.systems.registry import register
from pitching.rules.rest_and_relief import RestAndRelief

register(
    GameSystem(
        Purestrat.key,
        place=50,
        rules=Purestrat(),
        introduction=INTRODUCTION,
        maker=PurestratMaker(),
        presenter=PurestratPresenter(),
        squad_law=PurestratLaw(),
        card_game=PurestratCards(),
        tendencies=TENDENCIES,
        topics=TOPICS,
        pitching_law=lambda edition: RestAndRelief(edition.pitching),
    )
)
