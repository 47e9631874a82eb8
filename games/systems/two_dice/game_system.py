"""Two-Dice Baseball as the house meets it."""

from games.systems.face import GameSystem, Introduction
from games.systems.registry import register
from games.systems.two_dice.play.game import TwoDice

INTRODUCTION = Introduction(
    idea=(
        "Two dice are thrown for every batter, and their sum is what he did.",
        "A 2 or a 12 is a home run, a 3 a triple, an 11 a double, a 4 or a 10 a single.",
        "Every other sum is an out, but for a double 4, which is a walk.",
        "A 5 is an out on which runners move up, and a 7 costs a runner as well.",
        "Because 7 is thrown more often than anything, a runner on base is never safe there.",
    ),
    throws=77,
)

register(GameSystem(TwoDice.key, place=20, rules=TwoDice(), introduction=INTRODUCTION))
