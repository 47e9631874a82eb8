"""What a stranger is told of Deep Drive."""

from games.systems.introduction import Introduction

INTRODUCTION = Introduction(
    idea=(
        "Every batter and every pitcher has a card that was made from a real season.",
        "Three ten-sided dice are thrown: two make a number from 00 to 99, and the third, "
        "the modifier, decides what hangs on it.",
        "Up to 49 the batter’s card is read, from 50 on the pitcher’s.",
        "A deep drive goes back to the batter’s right side, where the ballpark and his "
        "power say how far it flies.",
        "Managers steal, bunt, send runners, cut throws off, bring the infield in and play "
        "for the double play.",
    ),
    throws=101,
    card=(
        ("00 to 49, 50 to 99", "The number that was thrown: half of the results are on each card."),
        ("DD", "A deep drive: throw again and read the batter’s right side."),
        ("SI, SI+, DO, TR, HR, BB, HBP, SO", "What happened."),
        ("DEF", "The defence decides, by the fielder’s rating."),
        ("OUT", "An out; the modifier says which on the batter’s ten codes."),
        ("G6, F8d, L5, Pf", "Ground ball, fly, line drive or pop, with who fields it."),
        (
            "RUN, STEAL 6 (12), DP",
            "How fast he is, how well he steals, how often he is doubled up.",
        ),
        ("90 91◓", "On-base events: wild pitches, passed balls, balks and pick-offs."),
    ),
)
