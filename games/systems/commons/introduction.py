"""What a stranger is told of Commons Baseball."""

from games.systems.introduction import Introduction

INTRODUCTION = Introduction(
    idea=(
        "The cards in your shoe-box play: sixty of them are a deck, any player of any "
        "year, within a cap on points.",
        "One die is thrown up to four times and read as one number against a threshold, "
        "digit by digit, only as far as is needed.",
        "First the pitcher’s card is asked whether he walks, retires or feeds the batter, "
        "then the batter swings.",
        "Every card bats once, so your order is a list of fifty, and your ten pitchers "
        "have an inning each.",
        "And each side holds gods: cards that turn an out into a hit or a hit into an out, "
        "that can be challenged, and that are gone once they are played.",
    ),
    throws=159,
    card=(
        ("1B, 2B, 3B, HR", "The batter’s thresholds: as much or more is that hit."),
        ("SB", "As much or more steals second."),
        ("BB", "The pitcher’s: less is a walk."),
        ("OUT, HIT", "More is an out or a hit before the batter has swung, against left or right."),
        ("1 to 10", "What the card costs of the 300 points of a deck."),
        ("4211", "Four digits of the die, 1111 lowest, 6666 highest; a dash is never."),
    ),
)
