"""One-Die Baseball as the house meets it."""

from games.systems.face import GameSystem
from games.systems.one_die.introduction import INTRODUCTION
from games.systems.one_die.play.game import OneDie
from games.systems.registry import register

register(GameSystem(OneDie.key, place=10, rules=OneDie(), introduction=INTRODUCTION))
