"""Purestrat as the house meets it."""

from typing import Final

from games.card_games.nine.cards import CHANGES
from games.rules.standing_orders import Topic, When
from games.systems.face import GameSystem, Introduction
from games.systems.purestrat.cards.maker import PurestratMaker
from games.systems.purestrat.clubs.building import TENDENCIES
from games.systems.purestrat.clubs.game import PurestratCards
from games.systems.purestrat.play.system import Purestrat
from games.systems.purestrat.presenter import PurestratPresenter
from games.systems.purestrat.squad_law import PurestratLaw
from games.systems.registry import register
from pitching.rules.rest_and_relief import RestAndRelief

INTRODUCTION = Introduction(
    idea=(
        "Every batter and every pitcher has a card that was made from a real season.",
        "Three dice are thrown: a 1, 2 or 3 on the white one sends you to the batter’s "
        "card, a 4, 5 or 6 to the pitcher’s, and the two others say which line.",
        "Where a line has more than one result, a d20 decides between them.",
        "Everything else that managers do is yours: line-ups against either hand, steals, "
        "bunts, hit and run, holding runners, throws to a base, relief before a player tires.",
        "Behind it stands a whole tournament law of pitching, so that your best starter is "
        "there once and not every day.",
    ),
    throws=154,
    card=(
        ("2 to 12", "The lines: the sum of the two coloured dice."),
        ("Columns 1 to 6", "The white die: 1 to 3 on the batter’s card, 4 to 6 on the pitcher’s."),
        ("SI, DO, TR, HR", "Hits; one or two stars say how far runners go."),
        ("HR 1-7, DO 8-20", "A split: a d20 decides which."),
        ("gb(ss)A, fly(cf)B", "Who fields a ball, and how well the runners do by it."),
        ("X", "A chance for the fielder: his range and his errors decide."),
        ("BPHR, BPSI", "As the ballpark has it."),
        ("hold, steal, runs 1-17", "What counts on the bases."),
    ),
)

TOPICS: Final = (
    *CHANGES,
    Topic("positioning", "Where infield and outfield play", ("infield", "outfield")),
    Topic("holding", "Which runners are held", ("hold",)),
    Topic("stealing", "Steals", ("steal",), When.ALWAYS),
    Topic("throws", "Whether the catcher throws, and what is checked first", ("throw", "check")),
    Topic("swing", "Bunts, and hit and run", ("swing",)),
    Topic("running", "Whether runners go on after hits and flies", ("send", "trail"), When.ALWAYS),
    Topic("fielding", "Where a ball is thrown", ("cut", "target", "field")),
)
"""What a manager can be asked to decide during play."""

TERMS: Final = (
    r"\bT\d+\.\d+\w*",
    r"\b[Ee]ligib\w*",
    r"\bsingles \d+/\d+, home runs \d+/\d+",
    r"\bBP(?:HR|SI)\b",
    r"\b[Ll]omax\b",
    r"\b[Cc]lutch\b",
    r"\b[Hh]old rating\b",
    r"\bLead (?:d20|rating)\b",
    r"\bPurestrat\b",
)
"""The paragraphs of its documents, its dice, and words of its cards and charts."""

register(
    GameSystem(
        Purestrat.key,
        place=50,
        rules=Purestrat(),
        introduction=INTRODUCTION,
        maker=PurestratMaker(),
        presenter=PurestratPresenter(),
        squad_law=PurestratLaw(),
        card_game=PurestratCards(),
        tendencies=TENDENCIES,
        topics=TOPICS,
        computer_game=True,
        terms=TERMS,
        pitching_law=lambda edition: RestAndRelief(edition.pitching),
    )
)
