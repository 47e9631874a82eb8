"""Commons as the house meets it: its cards, squads and law of pitching."""

from games.systems.commons.maker import CommonsMaker
from games.systems.commons.presenter import CommonsPresenter
from games.systems.commons.squad_law import CommonsLaw
from games.systems.face import GameSystem
from games.systems.registry import register
from pitching.rules.one_inning import OneInning

register(
    GameSystem(
        CommonsMaker.system,
        place=60,
        maker=CommonsMaker(),
        presenter=CommonsPresenter(),
        squad_law=CommonsLaw(),
        pitching_law=lambda edition: OneInning(),
    )
)
