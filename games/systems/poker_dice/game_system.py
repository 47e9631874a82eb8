"""Poker Dice Baseball as the house meets it."""

from typing import Final

from games.rules.standing_orders import Topic, When
from games.systems.face import GameSystem, Introduction
from games.systems.poker_dice.play.game import PokerDice
from games.systems.registry import register

INTRODUCTION = Introduction(
    idea=(
        "Five poker dice are thrown once for every batter, and the hand that lies there "
        "says what he did.",
        "Two good pairs are a single, three of a kind a walk or better, a full house a "
        "double, and a straight or four of a kind a double, a triple or a home run.",
        "What is less is mostly an out, and some of those move or cost a runner.",
        "Steals, bunts, pickoffs and the infield’s tricks are options that both sides can "
        "agree on before they begin.",
        "A game fits into a pocket and a lunch hour.",
    ),
    throws=81,
)

TOPICS: Final = (
    Topic("pickoff", "Pickoffs", ("pickoff",)),
    Topic("stealing", "Steals", ("steal",), When.ALWAYS),
    Topic("bunt", "Bunts", ("bunt",)),
)
"""What a manager can be asked to decide during play."""

register(
    GameSystem(
        PokerDice.key,
        place=40,
        usual=True,
        rules=PokerDice(),
        introduction=INTRODUCTION,
        topics=TOPICS,
    )
)
