"""The parts of the tournament law, each a frozen dataclass of fields.

The defaults are those of the document the product follows (preset ``purestrat-2013``). Innings of
pitchers are stored as outs.
"""

from __future__ import annotations

from dataclasses import dataclass

from rosters.rules.editions.fields import choice, flag, number

ROUNDS, PLAYERS = 60, 60
"""The most rounds and players that a draft of any edition may have."""


@dataclass(frozen=True)
class DivisionLaw:
    least_participants: int = number(
        6, "Participants at least", "People, not imputed teams.", least=2, most=100, rules="T0.12d"
    )
    least_teams: int = number(
        8, "Teams of a division at least", "Imputed teams included.", least=2, most=30,
        rules="T0.02c",
    )  # fmt: skip
    most_teams: int = number(
        14, "Teams of a division at most", "Imputed teams included.", least=2, most=30,
        rules="T0.02c",
    )  # fmt: skip
    imputed_teams: int = number(
        1, "Imputed teams of a division", "At most, the two exceptions apart.", most=30,
        rules="T0.12a",
    )  # fmt: skip
    two_imputed_when_fewest: bool = flag(
        True, "Two imputed teams for the fewest participants",
        "With just as many participants as there have to be, the one division has two.",
        rules="T0.12c",
    )  # fmt: skip
    two_imputed_participants: int = number(
        13, "Participants who may split with two imputed teams in one division",
        "So many may make two divisions, of which one has two imputed teams; 0 for none.",
        most=100, rules="T0.12b",
    )  # fmt: skip


@dataclass(frozen=True)
class DraftLaw:
    rounds: int = number(
        26, "Rounds", "Players and ballparks together; each team picks once in each.", least=1,
        most=ROUNDS, rules="T0.02a",
    )  # fmt: skip
    players: int = number(
        25, "Players of a squad", "As many as a team drafts.", least=1, most=PLAYERS,
        rules="T0.02d",
    )  # fmt: skip
    ballparks: int = number(
        1, "Ballparks of a team", "Picked in the draft, in any round; 0 where parks are given out.",
        most=1, rules="T0.02d",
    )  # fmt: skip
    order: str = choice(
        "snake", "Order of picks", "The order of the rounds.",
        {
            "snake": "Even rounds run the other way round",
            "third-round-reversal": "A snake that turns once more in the third round",
            "straight": "Every round runs the same way",
        },
        rules="T0.02b",
    )  # fmt: skip
    slot_die: int = number(
        20, "Die for slots", "Faces of the die that decides who chooses his slot first.", least=2,
        most=100, rules="T0.02h T0.02i",
    )  # fmt: skip
    slot_rolls: int = number(
        1, "Rolls for slots", "Each entrant rolls so often, and the sum counts.", least=1, most=10,
        rules="T0.02h",
    )  # fmt: skip
    starts_at: int = number(
        450, "Start of the draft", "Minutes after midnight, local time; 450 is 7:30.", most=1439,
        rules="T0.02k",
    )  # fmt: skip
    double_up_round: int = number(
        7, "Last round of double-up picks",
        "Until the first selection of this round a pick that doubles up may be rescinded; "
        "0 never.",
        most=ROUNDS, rules="T0.18b",
    )  # fmt: skip
    double_up_drafters: int = number(
        2, "Drafters until a double-up stands",
        "It has to be pulled back before so many of the next drafters have selected.",
        least=1, most=30, rules="T0.18c",
    )  # fmt: skip
    double_up_whole_turn: bool = flag(
        True, "A double-up takes the whole turn back",
        "Both picks of a turn at the end of the order, although only the first doubled up.",
        rules="T0.18c",
    )  # fmt: skip


@dataclass(frozen=True)
class EligibilityLaw:
    """Which players may be drafted and used, and which squads are legal."""

    hitter_at_bats_and_walks: int = number(
        300, "At-bats plus walks of a hitter", "At least, to be drafted.", most=800,
        rules="T10.11a",
    )  # fmt: skip
    catcher_at_bats_and_walks: int = number(
        250, "At-bats plus walks of a catcher", "At least, with a catcher rating on his card.",
        most=800, rules="T10.11b",
    )  # fmt: skip
    starter_outs: int = number(
        375, "Outs of a starter", "At least, to start; 375 are 125 innings.", most=2000,
        rules="T10.2b T27.53",
    )  # fmt: skip
    reliever_outs: int = number(
        120, "Outs of a reliever", "At least, to relieve; 120 are 40 innings.", most=2000,
        rules="T10.2a T27.62",
    )  # fmt: skip
    starters_on_a_roster: int = number(
        4, "Pitchers who may start", "At least, in every squad.", most=PLAYERS, rules="T10.2c"
    )
    relievers_on_a_roster: int = number(
        0, "Pitchers who relieve", "At least, in every squad, beside those who start; 0 asks for "
        "none.", most=12,
    )  # fmt: skip
    back_ups: bool = flag(
        True, "A back-up at each position",
        "For every starting player who can be injured, one player of the bench must leave all "
        "positions covered.",
        rules="T10.11e T31.10b",
    )  # fmt: skip


@dataclass(frozen=True)
class ImputedLaw:
    """What a team that the computer manager drafts is made of."""

    catchers: int = number(2, "Catchers", "Drafted as such.", least=1, most=5)
    first_basemen: int = number(1, "First basemen", "Drafted as such.", least=1, most=5)
    second_basemen: int = number(2, "Second basemen", "Drafted as such.", least=1, most=5)
    third_basemen: int = number(2, "Third basemen", "Drafted as such.", least=1, most=5)
    shortstops: int = number(2, "Shortstops", "Drafted as such.", least=1, most=5)
    left_fielders: int = number(2, "Left fielders", "Drafted as such.", least=1, most=5)
    centre_fielders: int = number(2, "Centre fielders", "Drafted as such.", least=1, most=5)
    right_fielders: int = number(1, "Right fielders", "Drafted as such.", least=1, most=5)
    starters: int = number(5, "Starting pitchers", "Drafted as such.", least=1, most=20)
    relievers: int = number(6, "Relievers", "Drafted as such.", most=20)


@dataclass(frozen=True)
class ParkLaw:
    """Which ballparks may be taken. That a manager's own park is the same to both hands is no
    field: such a park cannot be made otherwise (T0.02e)."""

    own_park: bool = flag(
        True, "A park of one's own", "The first to take a park in a division may describe one.",
        rules="T0.02e T0.02f",
    )  # fmt: skip
    own_parks_of_all: bool = flag(
        False, "Parks of their own for everybody",
        "Not for the first to take one alone: where people own park cards and type them.",
        rules="T0.02f",
    )  # fmt: skip
    one_team_a_park: bool = flag(
        True, "One team a park", "In a division; another division may use the same park.",
        rules="T0.02g",
    )  # fmt: skip


@dataclass(frozen=True)
class PitchingLaw:
    """Who may pitch, how much, and when again. Games are those of the team's pitching sheet."""

    starter_rest: int = number(
        3, "Games of rest after a start", "Before he pitches again in any role.", most=10,
        rules="T10.2f",
    )  # fmt: skip
    rest_before_start: int = number(
        2, "Games of rest between relief and a start", "For a pitcher with both roles.", most=10,
        rules="T10.2g T27.52",
    )  # fmt: skip
    starts_need_relief_eligibility: bool = flag(
        True, "Starts need the right to relieve",
        "A pitcher with both roles who has relieved must be allowed to relieve where he starts.",
        rules="T10.2h T27.52",
    )  # fmt: skip
    window_games: int = number(
        4, "Games of the relief window", "Consecutive games over which relief outs are counted.",
        least=1, most=20, rules="T10.2i T10.2k T27.64",
    )  # fmt: skip
    window_outs: int = number(
        12, "Relief outs in the window", "At most; 12 are four innings.", least=1, most=200,
        rules="T10.2i T10.2k T27.64",
    )  # fmt: skip
    games_in_a_row: int = number(
        3, "Games in a row", "A reliever may pitch in at most so many.", least=1, most=20,
        rules="T10.2j T27.64",
    )  # fmt: skip
    starter_least_outs: int = number(
        15, "Outs before a starter may leave", "15 are five innings; an injury apart.", most=54,
        rules="T10.2e",
    )  # fmt: skip
    starter_least_runs: int = number(
        4, "Runs before a starter may leave", "Scored on him, before those outs.", least=1, most=50,
        rules="T10.2e",
    )  # fmt: skip
    starter_most_outs: int = number(
        30, "Outs after which a starter must leave", "30 are ten innings.", least=1, most=99,
        rules="T10.2d T27.54",
    )  # fmt: skip
    reset_series_games: int = number(
        4, "Length of series before which the bullpen is reset",
        "In round-robin play of an internet event; 0 where it never is.", most=9, rules="T10.2t",
    )  # fmt: skip
    reset_clears_rest: bool = flag(
        False, "The reset clears rest, too",
        "Starters' rest and the games between relief and a start, besides relief innings and "
        "games in a row.",
        rules="T10.2t",
    )  # fmt: skip
    resumed_game: str = choice(
        "windows", "Relief in a resumed game", "How many outs a reliever has in it.",
        {
            "windows": "Every window that contains the game keeps to the limit",
            "sum": "The games before and after are summed",
        },
        rules="T10.2l T33.0h",
    )  # fmt: skip
    accepted_start_keeps_turn: bool = flag(
        False, "A start that was let stand keeps the turn",
        "From a start against the rules that was accepted no rest follows, and the pitcher keeps "
        "his turn in the rotation.",
        rules="T31.2b",
    )  # fmt: skip
    weak_starter_may_leave: bool = flag(
        False, "A weak starter may leave",
        "Once he is weak, however few outs he has and runs he has given up.", rules="T10.2e",
    )  # fmt: skip


@dataclass(frozen=True)
class SubstitutionLaw:
    locked_innings: int = number(
        5, "Innings in which the line-up is locked",
        "Until they are played, who started stays in and a reliever bats for the pitcher he "
        "replaces; injuries and the opponent's change of pitchers apart.",
        most=9, rules="T10.11f T10.11h",
    )  # fmt: skip


@dataclass(frozen=True)
class GameLaw:
    """How games are played beyond the system's own rules, and how they end early."""

    mercy_margin: int = number(
        10, "Mercy margin", "A lead of this many runs ends the game early; 0 never.", most=50,
        rules="T0.04a",
    )  # fmt: skip
    mercy_after: int = number(
        5, "Mercy from inning", "Complete innings before the mercy rule may end a game.", least=1,
        most=18, rules="T0.04a",
    )  # fmt: skip
    mercy_mid_inning: bool = flag(
        True, "Mercy at mid-inning",
        "The bottom half is not played when the home side leads by the margin after the top.",
        rules="T0.04b",
    )  # fmt: skip
    concession: bool = flag(True, "Concession", "A side may give the game up.", rules="T0.05a")
    concession_margin: int = number(
        10, "Margin of a conceded game",
        "The winner's runs are raised until the margin is at least this.", least=1, most=20,
        rules="T0.05b",
    )  # fmt: skip
    concession_behind: int = number(
        0, "Concession when behind",
        "Only by this many runs less the completed innings, or more; 0: whenever a side likes.",
        most=50,
    )  # fmt: skip
    extra_runner_from: int = number(
        0, "Extra-inning runner from",
        "From this inning each half begins with a runner on second; 0 never.", most=99,
    )  # fmt: skip
    designated_hitter: bool = flag(
        False, "Designated hitter",
        "A club may name a player who bats for its pitchers (Official Baseball Rules 5.11).",
        rules="T0.01h",
    )  # fmt: skip


@dataclass(frozen=True)
class SeriesLaw:
    """Who is home, how long series take, and what becomes of unfinished games."""

    high_roll: str = choice(
        "home", "The higher roll", "Of the two managers' dice before a series.",
        {"home": "Is home in the first game", "chooses": "Chooses home or away"},
        rules="T0.16a",
    )  # fmt: skip
    minutes_per_game: int = number(
        45, "Minutes a game", "The time limit of a series is this times its games; 0 for none.",
        most=600, rules="T33.0a",
    )  # fmt: skip
    suspension: bool = flag(
        True, "Suspended games", "The running game of a series over its time may be suspended.",
        rules="T33.0b T33.0g",
    )  # fmt: skip
    nationals: bool = flag(
        False, "Provisions of the Nationals",
        "Games suspended on the first day are finished that day, later ones where either club may "
        "still advance, and none is suspended in a best-of.",
        rules="T33.0n T33.0o T33.0p T33.0q",
    )  # fmt: skip
    reports_alone: bool = flag(
        False, "Results against a club without a manager count at once",
        "What is reported against a club without a manager counts as it is told; otherwise a "
        "director confirms it.",
        rules="T0.06d",
    )  # fmt: skip
    rows_run_on: bool = flag(
        False, "Rows of games run on",
        "Games in a row and the relief window run on from one round of the event into the next.",
        rules="T10.2j T27.64",
    )  # fmt: skip


@dataclass(frozen=True)
class ShootoutLaw:
    decided_from: int = number(
        3, "Decided from inning", "The first team that leads when an inning ends has won.",
        least=1, most=9, rules="T32.0d",
    )  # fmt: skip
    starters_until: int = number(
        2, "Starters only until inning", "Then starters or relievers.", most=9, rules="T32.0f"
    )
    all_return: int = number(
        9, "All pitchers return in inning", "Each may pitch once more.", least=2, most=18,
        rules="T32.0g",
    )  # fmt: skip
