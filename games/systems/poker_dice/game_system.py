"""Poker Dice Baseball as the house meets it."""

from games.systems.face import GameSystem
from games.systems.poker_dice.introduction import INTRODUCTION
from games.systems.poker_dice.play.game import PokerDice
from games.systems.poker_dice.topics import TOPICS
from games.systems.registry import register

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
