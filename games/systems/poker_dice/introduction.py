"""What a stranger is told of Poker Dice Baseball."""

from games.systems.introduction import Introduction

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
