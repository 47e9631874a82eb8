"""Deep Drive as the house meets it."""

from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.deep_drive.clubs.game import DeepDriveCards
from games.systems.deep_drive.introduction import INTRODUCTION
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.presenter import DeepDrivePresenter
from games.systems.deep_drive.squad_law import DeepDriveLaw
from games.systems.deep_drive.tendencies import TENDENCIES
from games.systems.deep_drive.topics import TOPICS
from games.systems.face import GameSystem
from games.systems.registry import register
from pitching.rules.rest_and_relief import RestAndRelief

register(
    GameSystem(
        DeepDrive.key,
        place=55,
        rules=DeepDrive(),
        introduction=INTRODUCTION,
        maker=DeepDriveMaker(),
        presenter=DeepDrivePresenter(),
        squad_law=DeepDriveLaw(),
        card_game=DeepDriveCards(),
        tendencies=TENDENCIES,
        topics=TOPICS,
        pitching_law=lambda edition: RestAndRelief(edition.pitching),
        usual_edition="house-league",
    )
)
