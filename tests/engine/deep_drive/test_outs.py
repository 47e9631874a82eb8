"""Outs by their code: line outs, flies, grounders, and the pivot rule (DD-042 to DD-053, DD-114 to
DD-119, DD-189 to DD-210, DD-248 to DD-281)."""

import pytest

from games.engine.events import TRIPLE_PLAY
from games.systems.deep_drive.play.cards import SPEEDS
from games.systems.deep_drive.play.readings import write_reading
from tests.engine.deep_drive.stage import batter, played, staged

OUT = "3-5-4"
"""An OUT off the batter's card; its tens die is no 0 and no 5."""
BASES = {
    "1": (1,),
    "2": (2,),
    "3": (3,),
    "12": (1, 2),
    "13": (1, 3),
    "23": (2, 3),
    "123": (1, 2, 3),
}

# Line outs.


@pytest.mark.rule("DD-044")
def test_a_line_out_of_49_or_99_goes_to_the_pitcher() -> None:
    for percent in ("4-9-4", "9-9-4"):
        assert write_reading(staged(code="L6").game(percent).came_to) == "L1"
        assert write_reading(staged(code="G6").game(percent).came_to) == "G6"
    assert write_reading(staged(code="L6").game("4-8-4").came_to) == "L6"


@pytest.mark.rule("DD-045", "DD-046", "DD-052", "DD-053")
def test_who_may_be_doubled_up_and_when() -> None:
    for percent in range(100):
        result = played(staged(1, code="L6"), OUT, f"{percent // 10}-{percent % 10}")
        assert result.outs == (2 if percent <= 9 else 1)
    assert played(staged(code="L6"), OUT).outs == 1, "nobody on: no throw"
    assert staged(1, outs=2, code="L6").play(OUT).open[-1].dice.name == "plate"
    assert staged(code="L6").refused(OUT, "0-5").code == "wrong-number-of-dice"
    for percent in range(100):
        thrown = f"{percent // 10}-{percent % 10}"
        result = played(staged(1, 2, code="L6"), OUT, "0-0", thrown)
        assert result.outs == (3 if percent <= 29 else 2)
        assert (TRIPLE_PLAY in result.kinds) == (percent <= 29)
    alone = staged(1, code="L6").play(OUT, "0-0")
    assert alone.open[-1].dice.name == "plate", "nobody is left to be the third"
    one_out = staged(1, 2, outs=1, code="L6")
    assert played(one_out, OUT, "0-0").outs == 3


@pytest.mark.rule("DD-047", "DD-048", "DD-049", "DD-050", "DD-051")
@pytest.mark.parametrize(
    ("fielder", "order"),
    [(1, "321"), (2, "321"), (3, "123"), (4, "213"), (5, "321"), (6, "231"), (7, "321"),
     (8, "231"), (9, "123")],
)  # fmt: skip
@pytest.mark.parametrize("bases", BASES)
def test_the_order_in_which_players_are_doubled_up(fielder: int, order: str, bases: str) -> None:
    present = [base for base in order if base in bases]
    stage = staged(*BASES[bases], code=f"L{fielder}")
    first = played(stage, OUT, "0-3", *(["9-0"] if len(present) > 1 else []))
    left = sorted(set(bases) - {present[0]})
    assert first.runners == " ".join(f"{base}r{base}" for base in left)
    if len(present) == 3:
        assert played(stage, OUT, "0-3", "1-0").outs == 3


@pytest.mark.rule("DD-051")
def test_the_orders_that_are_not_printed_may_be_asked() -> None:
    stage = staged(1, 3, code="L9", settings={"l_order": "asked"})
    assert stage.play(OUT, "0-3").open[0].decision.name == "doubled"
    assert played(stage, OUT, "0-3", "doubled=3", "9-9").runners == "1r1"
    assert played(stage, OUT, "0-3", "doubled=1", "9-9").runners == "3r3"
    assert stage.refused(OUT, "0-3", "doubled=2").code == "choice-not-legal"
    printed = staged(1, 3, code="L4", settings={"l_order": "asked"})
    assert printed.play(OUT, "0-3").open[-1].dice.name == "triple play"


# Flies.

FLIES = {
    # home, third, second
    "F7": ("NO ? ? YES YES", "NO NO NO NO ?"),
    "F7s": ("NO NO NO NO NO", "NO NO NO NO NO"),
    "F7d": ("? YES YES YES YES", "NO NO NO ? ?"),
    "F8": ("? ? YES YES YES", "NO NO NO ? ?"),
    "F8s": ("NO NO NO NO NO", "NO NO NO NO NO"),
    "F8d": ("? YES YES YES YES", "NO NO ? ? YES"),
    "F9": ("NO ? ? YES YES", "NO NO ? ? YES"),
    "F9s": ("NO NO NO NO NO", "NO NO NO NO NO"),
    "F9d": ("? YES YES YES YES", "NO ? ? YES YES"),
    "DD": ("? YES YES YES YES", "NO ? ? YES YES", "NO NO NO ? ?"),
}


@pytest.mark.rule("DD-028", "DD-043", "DD-189", "DD-190", "DD-191", "DD-192", "DD-193", "DD-194")
@pytest.mark.rule("DD-195", "DD-196", "DD-197", "DD-198", "DD-199", "DD-200", "DD-201", "DD-202")
@pytest.mark.rule("DD-203", "DD-204", "DD-205", "DD-206", "DD-207", "DD-208", "DD-209", "DD-210")
@pytest.mark.parametrize("speed", SPEEDS[:5])
@pytest.mark.parametrize("base", [1, 2, 3])
@pytest.mark.parametrize("fly", FLIES)
def test_the_fly_chart(fly: str, base: int, speed: str) -> None:
    rows = FLIES[fly]
    entry = rows[3 - base].split()[SPEEDS.index(speed)] if 3 - base < len(rows) else "NO"
    entries = ("0-2-3", "8-0-0") if fly == "DD" else (OUT,)
    stage = staged(base, code=fly if fly != "DD" else "F8", speeds={base: speed})
    stays = f"{base}r{base}"
    goes = "" if base == 3 else f"{base + 1}r{base}"
    if entry == "?":
        assert stage.play(*entries).open[0].decision.name == "tag"
        assert played(stage, *entries, "tag=no").runners == stays
        assert played(stage, *entries, "tag=yes", "3-0").runners == goes
        out = played(stage, *entries, "tag=yes", "9-9")
        assert (out.runners, out.outs) == ("", 2)
        return
    result = played(stage, *entries)
    assert result.runners == (goes if entry == "YES" else stays)
    assert result.runs == (base == 3 and entry == "YES")
    refused = stage.refused(*entries, "tag=yes")
    assert refused.code == "decision-not-offered"
    assert "DD-209" in refused.refusals[0].message


@pytest.mark.rule("DD-189", "DD-208")
def test_with_two_outs_nobody_tags_up_and_whoever_is_ahead_goes_first() -> None:
    assert played(staged(3, outs=2, code="F8", speeds={3: "VF"}), OUT).outs == 3
    both = played(staged(2, 3, code="F9d", speeds={2: "F", 3: "S"}), OUT)
    assert (both.runners, both.runs) == ("3r2", 1)
    held = played(staged(2, 3, code="F9d", speeds={2: "F", 3: "VS"}), OUT, "tag=no")
    assert held.runners == "2r2 3r3", "third is not free"
    refused = staged(3, outs=2, code="F8").refused(OUT, "tag=yes")
    assert refused.code == "decision-not-offered"


@pytest.mark.rule("DD-205")
def test_a_deep_fly_off_the_park_card_counts_as_one_off_the_right_side() -> None:
    from games.systems.deep_drive.play.park import Park
    from tests.engine.deep_drive.stage import filled

    stage = staged(1, speeds={1: "F"})
    stage.park = Park(filled({}, 10, "F8d"))
    assert stage.play("0-2-3", "0-5-4").open[0].decision.name == "tag"


# Grounders.

LETTERS = {
    # 1st, 2nd, 3rd, 1st and 2nd, 1st and 3rd, 2nd and 3rd, loaded
    "G1": "BAACDAB", "G1h": "EAAFGAE", "G1s": "HHHHHHH",
    "G2": "BAAQDAB", "G2s": "HHHHHHH",
    "G3": "BHAIDAB", "G3h": "EHAJGAE", "G3s": "HHHHHHH",
    "G4": "BHHIIHI", "G4h": "EHHKKHK", "G4s": "HHHHHHH",
    "G5": "BAACLAB", "G5h": "EAAMGAE", "G5s": "HHHHHHH",
    "G6": "BAHNIOI", "G6h": "EAHPKOK", "G6s": "HHHHHHH",
}  # fmt: skip

# What each letter comes to, everybody of average speed and rated 3: runners, outs, runs and the
# answer of the side in the field where it is asked.
COMES_TO = {
    "A": {"2": ("2r2", 1, 0), "3": ("3r3", 1, 0), "23": ("2r2 3r3", 1, 0)},
    "B": {"1": ("1b", 1, 0), "123": ("1b 2r1 3r2", 1, 0)},
    "C": {"12": ("1b 3r2", 1, 0)},
    "D": {"13": ("2r1 3r3", 1, 0)},
    "E": {"1": ("", 2, 0), "123": ("2r1 3r2", 2, 0)},
    "F": {"12": ("3r2", 2, 0, "f=1-6-3")},
    "G": {"13": ("", 2, 1, "g=double-play")},
    "H": {
        "1": ("2r1", 1, 0), "2": ("3r2", 1, 0), "3": ("", 1, 1), "12": ("2r1 3r2", 1, 0),
        "13": ("2r1", 1, 1), "23": ("3r2", 1, 1), "123": ("2r1 3r2", 1, 1),
    },
    "I": {"12": ("1b 3r2", 1, 0), "13": ("1b", 1, 1), "123": ("1b 3r2", 1, 1)},
    "J": {"12": ("3r2", 2, 0)},
    "K": {"12": ("3r2", 2, 0), "13": ("", 2, 1), "123": ("3r2", 2, 1)},
    "L": {"13": ("1b", 1, 1)},
    "M": {"12": ("3r2", 2, 0)},
    "N": {"12": ("1b 3r2", 1, 0)},
    "O": {"23": ("2r2", 1, 1)},
    "P": {"12": ("3r2", 2, 0)},
    "Q": {"12": ("1b 3r2", 1, 0)},
}  # fmt: skip


@pytest.mark.rule("DD-042", "DD-248", "DD-249", "DD-250", "DD-251", "DD-252", "DD-253", "DD-254")
@pytest.mark.rule("DD-255", "DD-256", "DD-257", "DD-258", "DD-259", "DD-260", "DD-261", "DD-262")
@pytest.mark.rule("DD-263", "DD-264", "DD-265", "DD-266", "DD-268", "DD-269", "DD-272", "DD-273")
@pytest.mark.rule("DD-275", "DD-279")
@pytest.mark.parametrize("outs", [0, 1, 2])
@pytest.mark.parametrize("bases", ["", *BASES])
@pytest.mark.parametrize("code", LETTERS)
def test_the_ground_out_chart(code: str, bases: str, outs: int) -> None:
    """Every code with every set of runners and every number of outs."""
    stage = staged(*(BASES[bases] if bases else ()), outs=outs, code=code)
    if not bases or outs == 2:
        result = played(stage, OUT)
        assert (result.outs, result.runs) == (outs + 1, 0)
        return
    letter = LETTERS[code][list(BASES).index(bases)]
    players, made, runs, *answers = COMES_TO[letter][bases]
    result = played(stage, OUT, *answers)
    assert result.outs == outs + made
    if outs + made == 3:
        assert result.runs == 0, "nobody scores on the third out"
    else:
        assert (result.runners, result.runs) == (players, runs)


@pytest.mark.rule("DD-267", "DD-281")
@pytest.mark.parametrize("code", ["G1", "G5", "G2"])
@pytest.mark.parametrize("first", SPEEDS[:5])
@pytest.mark.parametrize("second", SPEEDS[:5])
def test_letters_c_and_q_force_the_slower_runner(code: str, first: str, second: str) -> None:
    stage = staged(1, 2, code=code, speeds={1: first, 2: second})
    lead = SPEEDS.index(second) < SPEEDS.index(first)
    assert played(stage, OUT).runners == ("1b 2r1" if lead else "1b 3r2")
    best = staged(1, 2, code=code, speeds={1: first, 2: second}, ratings={int(code[1]): 5})
    assert played(best, OUT).runners == ("1b 2r1" if lead or code != "G2" else "1b 3r2")


@pytest.mark.rule("DD-270")
def test_letter_f_is_the_defences_choice() -> None:
    stage = staged(1, 2, code="G1h")
    assert stage.play(OUT).open[0].side == 1
    forced = played(stage, OUT, "f=1-5")
    assert (forced.runners, forced.outs) == ("1b 2r1", 1)
    assert stage.refused(OUT, "2-2-2").code == "decision-missing"
    two = staged(1, 2, code="G1h", settings={"letter_f": "double_play"})
    both = played(two, OUT, "f=1-5")
    assert (both.runners, both.outs) == ("2r1", 2)


@pytest.mark.rule("DD-271")
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_letter_g_is_the_defences_choice(speed: str) -> None:
    stage = staged(1, 3, code="G3h", speeds={3: speed})
    assert stage.refused(OUT, "2-2-2").code == "decision-missing"
    held = played(stage, OUT, "g=hold")
    assert (held.runners, held.outs) == ("2r1 3r3", 1)
    two = played(stage, OUT, "g=double-play")
    slow = speed in ("VS", "S")
    assert (two.runners, two.outs, two.runs) == ("3r3" if slow else "", 2, not slow)


@pytest.mark.rule("DD-274", "DD-280")
@pytest.mark.parametrize("rating", range(6))
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_letters_j_and_p_let_the_best_fielder_get_the_lead_runner(speed: str, rating: int) -> None:
    for code, fielder, slowest in (("G3h", 3, 2), ("G6h", 6, 1)):
        stage = staged(1, 2, code=code, speeds={2: speed}, ratings={fielder: rating})
        may = rating == 5 and SPEEDS.index(speed) <= slowest
        name = "j" if code == "G3h" else "p"
        asked = stage.play(OUT).open[0].decision
        assert (asked is not None and asked.name == name) == may
        answers = [f"{name}=double-play"] if may else []
        assert played(stage, OUT, *answers).runners == "3r2"
        if may:
            lead = played(stage, OUT, f"{name}=lead")
            assert (lead.runners, lead.outs) == ("1b 2r1", 1)
        else:
            assert stage.refused(OUT, f"{name}=lead").code == "decision-not-offered"


@pytest.mark.rule("DD-276", "DD-278")
@pytest.mark.parametrize("rating", range(6))
def test_letters_l_and_n_ask_for_the_fielder(rating: int) -> None:
    third = played(staged(1, 3, code="G5", ratings={5: rating}), OUT)
    assert (third.runners, third.runs) == (("1b", 1) if rating <= 3 else ("1b 3r3", 0))
    short = played(staged(1, 2, code="G6", ratings={6: rating}), OUT)
    assert short.runners == ("1b 2r1" if rating == 5 else "1b 3r2")


@pytest.mark.rule("DD-277")
def test_letter_m_reads_the_tens_die_as_it_lies_or_a_fresh_one() -> None:
    for tens in range(3, 10):
        stage = staged(1, 2, code="G5h")
        stage.pitcher = staged(code="G5h").pitcher.__class__(
            "p", "R", batter_out_numbers(), stage.pitcher.outs, starter=27
        )
        result = played(stage, f"{tens}-5-4")
        assert (result.runners, result.outs) == ("2r1" if tens == 5 else "3r2", 2)
    fresh = staged(1, 2, code="G5h", settings={"letter_m": "fresh"})
    for die in range(10):
        assert played(fresh, OUT, str(die)).runners == ("2r1" if die in (0, 5) else "3r2")


def batter_out_numbers():  # type: ignore[no-untyped-def]
    """A pitcher's numbers that are all OUT."""
    from tests.engine.deep_drive.stage import filled

    return filled({}, 50, "OUT", 50)


@pytest.mark.rule("DD-105", "DD-114", "DD-115", "DD-116", "DD-117", "DD-118", "DD-119")
@pytest.mark.parametrize(
    ("code", "bats", "pivot"),
    [("G3h", "R", 6), ("G4h", "R", 6), ("G5h", "R", 4), ("G6h", "R", 4), ("G1h", "R", 4),
     ("G1h", "L", 6), ("G1h", "S", 6)],
)  # fmt: skip
def test_the_pivot_fielder_and_the_dp_number(code: str, bats: str, pivot: int) -> None:
    for rating in range(6):
        for number in (0, 2, 3, 4):
            stage = staged(
                1, code=code, bats=bats, dp=number, ratings={pivot: rating},
                settings={"pivot": True},
            )  # fmt: skip
            safe = number > 0 and rating < number
            assert played(stage, OUT).runners == ("1b" if safe else "")
    off = staged(1, code=code, bats=bats, dp=4, ratings={pivot: 0})
    assert played(off, OUT).runners == "", "an extra rule that is switched on"


@pytest.mark.rule("DD-115")
def test_a_run_counts_when_the_batter_beats_the_pivot_fielder() -> None:
    stage = staged(1, 3, outs=1, code="G4h", dp=4, settings={"pivot": True})
    assert (played(stage, OUT).runners, played(stage, OUT).runs) == ("1b", 1)
    assert batter().double_play == 0
