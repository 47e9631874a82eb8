"""Two-Dice Baseball as the house meets it."""

from games.systems.face import GameSystem
from games.systems.registry import register
from games.systems.two_dice.introduction import INTRODUCTION
from games.systems.two_dice.play.game import TwoDice

register(GameSystem(TwoDice.key, place=20, rules=TwoDice(), introduction=INTRODUCTION))
