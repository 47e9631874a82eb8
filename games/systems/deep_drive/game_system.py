"""Deep Drive as the house meets it."""

from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.deep_drive.presenter import DeepDrivePresenter
from games.systems.deep_drive.squad_law import DeepDriveLaw
from games.systems.face import GameSystem
from games.systems.registry import register

register(
    GameSystem(
        DeepDriveMaker.system,
        place=55,
        maker=DeepDriveMaker(),
        presenter=DeepDrivePresenter(),
        squad_law=DeepDriveLaw(),
    )
)
