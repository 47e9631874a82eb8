"""What a stranger is told of Three-Dice Baseball."""

from games.systems.introduction import Introduction

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
