"""Three-Dice Baseball as the house meets it."""

from games.systems.face import GameSystem, Introduction
from games.systems.registry import register
from games.systems.three_dice.play.game import ThreeDice

INTRODUCTION = Introduction(
    idea=(
        "Three dice are thrown together, and every 1 among them is a run.",
        "Whoever throws no 1 hands the dice to the other side.",
        "There are no bases and no outs, only nine innings and the score.",
        "A throw brings nothing a little more often than something, so a lead of three is "
        "a good one and not a safe one.",
        "It is the quickest game here, and the one to begin with.",
    ),
    throws=31,
)

register(GameSystem(ThreeDice.key, place=30, rules=ThreeDice(), introduction=INTRODUCTION))
