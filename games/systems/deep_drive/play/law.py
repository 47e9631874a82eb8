"""The settings of a game of Deep Drive: one for each place that can be read in more than one way,
one for each optional rule of the document, and the house's own rules, all off."""

from __future__ import annotations

from typing import Final

from games.engine.nine.law import NO_LAST_INNING, NineLaw
from games.engine.options import Option, Settings

OBE_SAME_THROW: Final = "same_roll"
OBE_SEPARATE: Final = "separate"
OBE_OFF: Final = "off"
AS_IT_LIES: Final = "as_it_lies"
FRESH: Final = "fresh"
ASKED: Final = "asked"
HOUSE: Final = "house"

_DIE: Final = ((AS_IT_LIES, "the die as it lies"), (FRESH, "a fresh die"))

READINGS: Final[tuple[Option, ...]] = (
    Option(
        "defense_chart",
        "Defense Chart",
        HOUSE,
        "The document has none: ours, or the result is typed from a chart of your own.",
        ((HOUSE, "the house’s chart"), (ASKED, "the result is typed")),
        rules=("DD-018", "DD-174"),
    ),
    Option(
        "charts",
        "Charts",
        0,
        "0: the house’s, as they are when play begins; or the number of charts of your own, laid "
        "down under Deep Drive charts.",
        most=999_999_999,
        stored=True,
    ),
    Option(
        "obe",
        "On-base events",
        OBE_SAME_THROW,
        "Wild pitches, balks, pick-offs and passed balls: read off the throw of the plate "
        "appearance, thrown for apart before it, or left out.",
        (
            (OBE_SAME_THROW, "the same throw"),
            (OBE_SEPARATE, "a throw of their own"),
            (OBE_OFF, "left out"),
        ),
        rules=("DD-071", "DD-081", "DD-106", "DD-107", "DD-108", "DD-109", "DD-110"),
    ),
    Option(
        "obe_symbols",
        "Symbols of on-base events",
        "sides",
        "What a symbol asks for: the side at home or away, or another throw.",
        (("sides", "home and away"), ("reroll", "another throw")),
        rules=("DD-073", "DD-074", "DD-075", "DD-076", "DD-077", "DD-078"),
    ),
    Option(
        "pivot",
        "Double plays by the pivot fielder",
        False,
        "Extra rule: a batter with a DP number beats a pivot fielder rated below it to first.",
        rules=("DD-105", "DD-114", "DD-115", "DD-116", "DD-117", "DD-118", "DD-119"),
    ),
    Option(
        "letter_f",
        "Ground code F, 1-5",
        "force",
        "The other choice than 1-6-3: the runner from second is forced at third, or a double play.",
        (("force", "a single force at third"), ("double_play", "1-5-3, a double play")),
        rules=("DD-270",),
    ),
    Option(
        "letter_m",
        "Ground code M",
        AS_IT_LIES,
        "Which tens die sends the throw to third with 0 or 5.",
        _DIE,
        rules=("DD-277",),
    ),
    Option(
        "infield_in_doubles",
        "Doubles with the infield in",
        "any_result",
        "Which readings equal percentile dice turn into SI+.",
        (("any_result", "every reading"), ("outs_only", "only OUT")),
        rules=("DD-084",),
    ),
    Option(
        "infield_in_steal",
        "Steals with the infield in",
        "safe",
        "Where the runner on first gets his +1.",
        (("safe", "the number in parentheses"), ("both", "both numbers")),
        rules=("DD-088",),
    ),
    Option(
        "infield_in_grounders",
        "Slow and hard grounders with the infield in",
        "batter",
        "The runner on third holds; the document does not say whether a double play is still made.",
        (
            ("batter", "only the batter is out"),
            ("chart", "by the ground-out chart, double plays too"),
        ),
        rules=("DD-085",),
    ),
    Option(
        "infield_in_safe",
        "Playing safe while the infield is in",
        "thrown_out",
        "On a normal grounder one rule throws the runner on third out at the plate, another says "
        "that he does not try for it.",
        (("thrown_out", "he is thrown out"), ("holds", "he holds, and the batter is out")),
        rules=("DD-087", "DD-100"),
    ),
    Option(
        "safe_defense",
        "Playing safe on DEF results",
        "holds",
        "Whether the runner on third may score: only where a runner behind him needs his base, or "
        "on every double and error, as in games of earlier versions.",
        (
            ("holds", "he holds wherever he can"),
            ("scores", "he scores on doubles and errors"),
        ),
        rules=("DD-099",),
        before="scores",
    ),
    Option(
        "safe_steal",
        "JUMP 10 while playing safe",
        "holds",
        "Whether the manager who played the turn safe still chooses, as at any JUMP of 10.",
        (("holds", "the runner holds"), ("asked", "the manager chooses")),
        rules=("DD-061",),
    ),
    Option(
        "cut_off_on",
        "Plays on which the ball may be cut off",
        "singles",
        "The Choice Chart names singles; the Cut-Off Chart’s “if this is coming off a single” "
        "implies other plays.",
        (("singles", "singles"), ("throws_home", "every throw home: doubles and flies too")),
        rules=("DD-212",),
    ),
    Option(
        "jump_die",
        "The die of JUMP",
        AS_IT_LIES,
        "The modifier die of the last throw, or a fresh one.",
        _DIE,
        rules=("DD-055",),
    ),
    Option(
        "l_order",
        "Doubled up on L2, L7, L8, L9",
        HOUSE,
        "No order is printed for them.",
        ((HOUSE, "like L5, L5, L6 and L3"), (ASKED, "the side in the field says")),
        rules=("DD-051",),
    ),
    Option(
        "picked_off",
        "Who is picked off",
        HOUSE,
        "The document does not say.",
        ((HOUSE, "first, else second, else third"), (ASKED, "the side in the field says")),
        rules=("DD-071",),
    ),
    Option(
        "choice_speed",
        "Speed on the Choice Chart",
        "shifted",
        "Whether two outs make a runner faster there as well.",
        (("shifted", "with the shift of two outs"), ("unshifted", "as on his card")),
        rules=("DD-234",),
    ),
    Option(
        "injuries",
        "Injuries in collisions",
        "rest_of_game",
        "How long a player who is hurt stays out: the chart is ours.",
        (
            ("rest_of_game", "the rest of the game"),
            ("full", "by the house’s Injury Chart"),
            ("off", "nobody is hurt"),
        ),
        rules=("DD-221", "DD-222", "DD-223"),
    ),
    Option(
        "hit_and_run_with",
        "Hit and run with",
        "anybody",
        "Who has to be on base.",
        (("anybody", "any runner on base"), ("first_only", "a runner on first, nobody on third")),
        rules=("DD-154",),
    ),
    Option(
        "designated_hitter",
        "Designated hitter",
        True,
        "A club may name a player who bats for its pitchers. Off: pitchers bat, off cards of ours.",
        rules=("DD-104",),
    ),
)

HOUSE_RULES: Final[tuple[Option, ...]] = (
    Option(
        "endurance",
        "House rule: endurance",
        False,
        "Beyond the batters on his card an OUT off a pitcher’s card with modifier 0 is a single; "
        "six batters later with 0 or 1.",
        rules=("DD-103",),
    ),
    Option(
        "advantages",
        "House rule: advantages",
        False,
        "Batter and pitcher of the same hand: a few singles become outs; of opposite hands: a few "
        "outs become singles.",
        rules=("DD-112",),
    ),
    Option(
        "odd_plays",
        "House rule: odd plays",
        False,
        "A throw of 00 with modifier 0 is an interference of the catcher or of a runner.",
        rules=("DD-120",),
    ),
)

NO_LAW: Final = "none"
REST_AND_RELIEF: Final = "rest_and_relief"

OF_THE_EVENT: Final[tuple[Option, ...]] = (
    Option(
        "pitching_law",
        "Law of pitching",
        NO_LAW,
        "The document announces pitcher rest and has none. Five starters take turns and nobody "
        "keeps sheets; or the house’s rest-and-relief law, with the numbers of the rule edition.",
        (
            (NO_LAW, "none: starters take turns"),
            (REST_AND_RELIEF, "rest and relief, on pitching sheets"),
        ),
        rules=("DD-113",),
    ),
    Option(
        "starter_least_outs",
        "Outs before a starter may leave",
        15,
        "Under the rest-and-relief law; 15 are five innings, an injury apart.",
        most=54,
        rules=("DD-113",),
    ),
    Option(
        "starter_least_runs",
        "Runs before a starter may leave",
        4,
        "Under the rest-and-relief law: scored on him, before those outs.",
        least=1,
        most=50,
        rules=("DD-113",),
    ),
    Option(
        "starter_last_inning",
        "Last inning of a starter",
        10,
        "Under the rest-and-relief law: at its end he must leave.",
        least=1,
        most=33,
        rules=("DD-113",),
    ),
    Option(
        "locked_innings",
        "Innings in which the line-up is locked",
        0,
        "Until they are played who started stays in; injuries and the opponent’s change of "
        "pitchers apart. The document knows no such thing.",
        most=9,
    ),
)
"""What a league’s rule edition says, so that a game knows it."""

DEEP_DRIVE_OPTIONS: Final[tuple[Option, ...]] = (*READINGS, *HOUSE_RULES, *OF_THE_EVENT)


class DeepDriveLaw(NineLaw):
    """The law of one game, read once from complete settings; see ``DEEP_DRIVE_OPTIONS``."""

    __slots__ = (
        "advantages",
        "asks_defense",
        "asks_doubled",
        "asks_picked_off",
        "choice_shifts",
        "cuts_every_throw_home",
        "doubles_are_outs_only",
        "endurance",
        "events_separate",
        "events_thrown_with",
        "f_is_double_play",
        "full_injuries",
        "infield_in_by_chart",
        "infield_in_jump",
        "injuries",
        "jump_is_fresh",
        "m_is_fresh",
        "odd_plays",
        "pivot",
        "runs_with_anybody",
        "safe_from_infield",
        "safe_may_steal",
        "safe_on_defense",
        "symbols_are_thrown",
    )

    def __init__(self, settings: Settings) -> None:
        # Settings that were frozen before there was an option do not name it.
        rests = settings.get("pitching_law", NO_LAW) == REST_AND_RELIEF
        super().__init__(
            settings,
            designated_hitter=bool(settings["designated_hitter"]),
            locked_innings=int(settings.get("locked_innings", 0)),
            starter_least_outs=int(settings["starter_least_outs"]) if rests else 0,
            starter_least_runs=int(settings["starter_least_runs"]) if rests else 0,
            starter_last_inning=int(settings["starter_last_inning"]) if rests else NO_LAST_INNING,
        )
        self.asks_defense: Final = settings["defense_chart"] == ASKED
        self.events_thrown_with: Final = settings["obe"] == OBE_SAME_THROW
        self.events_separate: Final = settings["obe"] == OBE_SEPARATE
        self.symbols_are_thrown: Final = settings["obe_symbols"] == "reroll"
        self.pivot: Final = bool(settings["pivot"])
        self.f_is_double_play: Final = settings["letter_f"] == "double_play"
        self.m_is_fresh: Final = settings["letter_m"] == FRESH
        self.doubles_are_outs_only: Final = settings["infield_in_doubles"] == "outs_only"
        self.infield_in_jump: Final = settings["infield_in_steal"] == "both"
        self.infield_in_by_chart: Final = settings.get("infield_in_grounders") == "chart"
        self.safe_from_infield: Final = settings.get("infield_in_safe") == "holds"
        self.safe_on_defense: Final = settings.get("safe_defense") == "holds"
        self.safe_may_steal: Final = settings.get("safe_steal") == ASKED
        self.cuts_every_throw_home: Final = settings.get("cut_off_on") == "throws_home"
        self.jump_is_fresh: Final = settings["jump_die"] == FRESH
        self.asks_doubled: Final = settings["l_order"] == ASKED
        self.asks_picked_off: Final = settings["picked_off"] == ASKED
        self.choice_shifts: Final = settings["choice_speed"] == "shifted"
        self.injuries: Final = settings["injuries"] != "off"
        self.full_injuries: Final = settings["injuries"] == "full"
        self.runs_with_anybody: Final = settings["hit_and_run_with"] == "anybody"
        self.endurance: Final = bool(settings["endurance"])
        self.advantages: Final = bool(settings["advantages"])
        self.odd_plays: Final = bool(settings["odd_plays"])
