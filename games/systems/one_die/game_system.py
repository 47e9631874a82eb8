"""One-Die Baseball as the house meets it."""

from games.systems.face import GameSystem, Introduction
from games.systems.one_die.play.game import OneDie
from games.systems.registry import register

INTRODUCTION = Introduction(
    idea=(
        "One die is the whole game: a 1, 2 or 3 puts a runner on that base, and everybody who "
        "is on moves up as many bases.",
        "A 4 is a home run.",
        "A 5 is an out that may take a runner with it, and a 6 is an out that leaves "
        "everybody where he is.",
        "Nobody decides anything, so two people can play it anywhere, and a child can keep "
        "the score.",
        "Runs come in bunches: with runners on, every small number moves all of them.",
    ),
    throws=136,
)

register(GameSystem(OneDie.key, place=10, rules=OneDie(), introduction=INTRODUCTION))
