"""Three-Dice Baseball as the house meets it."""

from games.systems.face import GameSystem
from games.systems.registry import register
from games.systems.three_dice.introduction import INTRODUCTION
from games.systems.three_dice.play.game import ThreeDice

register(GameSystem(ThreeDice.key, place=30, rules=ThreeDice(), introduction=INTRODUCTION))
