"""Deep Drive as the house meets it."""

from rest_framework.routers import BaseRouter

from games.systems.deep_drive.cards.maker import DeepDriveMaker
from games.systems.deep_drive.clubs.game import DeepDriveCards
from games.systems.deep_drive.introduction import INTRODUCTION
from games.systems.deep_drive.park_cards import DeepDriveParkCards
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.presenter import DeepDrivePresenter
from games.systems.deep_drive.squad_law import DeepDriveLaw
from games.systems.deep_drive.tendencies import TENDENCIES
from games.systems.deep_drive.topics import TOPICS
from games.systems.face import GameSystem
from games.systems.registry import register
from pitching.rules.rest_and_relief import RestAndRelief


def _charts(number: int) -> Charts | None:
    # Here, because models are there later than faces are.
    from games.systems.deep_drive.charts.library import charts_numbered

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
        usual_edition="house-league",
        urls="games.systems.deep_drive.urls",
        api=_api,
    )
)
