"""The law of a Commons game: the common law, and options where the document is open (E1)."""

from __future__ import annotations

from typing import Final

from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.options import Option, Settings

CHOOSERS: Final = "choosers"
OWN: Final = "own"
MUST_PITCH: Final = "pitch"
MAY_WALK: Final = "may_walk"
EACH_INNING: Final = "inning"
EACH_HALF: Final = "half"
ANY_SET: Final = "any"
EVENTS_SET: Final = "event"

COMMONS_OPTIONS: Final = (
    Option(
        "lent_men",
        "Lent players",
        CHOOSERS,
        "Whose used cards the opponent chooses from for a side that has run out: whose discard "
        "pile is meant is not printed.",
        choices=(
            (CHOOSERS, "from the chooser's own used cards"),
            (OWN, "from the used cards of the side that ran out"),
        ),
        rules=("CB-121", "CB-123"),
    ),
    Option(
        "challenged_out",
        "After a challenged out",
        MUST_PITCH,
        "Whether the pitching side may still walk the batter on purpose.",
        choices=((MUST_PITCH, "the pitch must be thrown"), (MAY_WALK, "he may be walked")),
        rules=("CB-084",),
    ),
    Option(
        "pitchers_chosen",
        "Pitchers chosen",
        EACH_INNING,
        "When the sides take their next pitcher, or discard some first.",
        choices=(
            (EACH_INNING, "both at the beginning of an inning, the visitors first"),
            (EACH_HALF, "each before its half in the field"),
        ),
        rules=("CB-015", "CB-017"),
    ),
    Option(
        "advance_after_challenge",
        "Advance after a challenged hit",
        True,
        "Whether advances may be played in a turn in which a hit god was challenged.",
        rules=("CB-083",),
    ),
    Option(
        "deck_cards",
        "Cards of a deck",
        ANY_SET,
        "Whether managers bring decks of cards of every set and year to an event, or of the cards "
        "that the event is played with.",
        choices=((ANY_SET, "of every set and year"), (EVENTS_SET, "of the event's card set")),
        rules=("CB-114",),
    ),
    Option(
        "least_at_bats",
        "At-bats a batter must have",
        0,
        "House rule: for every squad of an event. The document asks for none; squads that are "
        "dealt have players of 100 at-bats where there are enough.",
        most=700,
        rules=("CB-114",),
    ),
    Option(
        "least_innings",
        "Innings a pitcher must have",
        0,
        "House rule: for every squad of an event. The document asks for none; squads that are "
        "dealt have pitchers of 30 innings where there are enough.",
        most=400,
        rules=("CB-114",),
    ),
    *COMMON_OPTIONS,
)


class CommonsLaw(CommonLaw):
    """All options of one game, read once."""

    __slots__ = ("advance_after_challenge", "chosen_each_half", "lent_from_chooser", "may_walk")

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.lent_from_chooser: Final = settings["lent_men"] == CHOOSERS
        self.may_walk: Final = settings["challenged_out"] == MAY_WALK
        self.chosen_each_half: Final = settings["pitchers_chosen"] == EACH_HALF
        self.advance_after_challenge: Final = bool(settings["advance_after_challenge"])
