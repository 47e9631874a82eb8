"""Event files: what they say, and that Chadwick reads the same box score off them.

``cwbox`` and ``cwevent`` are programs of their own and lie on the path where somebody has put them;
CI builds them (``REQUIRE_CHADWICK``).
"""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from config.refusals import Refused
from games.engine.folds.box_score import box_score
from games.engine.folds.moments import moments_of
from games.engine.folds.retrosheet import Facts, codes_of, event_file, person_id, roster_file
from games.engine.folds.retrosheet_plays import event_text
from games.engine.record import Record, replay, simulate
from games.engine.situation import Situation
from games.systems.deep_drive.play.system import DeepDrive
from games.systems.one_die.play.game import OneDie
from games.systems.purestrat.play.system import Purestrat
from games.systems.two_dice.play.game import TwoDice
from tests.engine.deep_drive.clubs import club as deep_drive_club
from tests.engine.folds.scorebook import poker
from tests.engine.purestrat.samples import club
from tests.engine.purestrat.stage import THIEF, Outcome, Stage, hitter
from tests.engine.wild_games import Wild
from tests.tools.proofs.boxes import (
    COMPLAINT,
    FILE,
    YEAR,
    Difference,
    compare_boxes,
    differences,
    facts_of,
    knows_extra_runners,
    own_cells,
    write_files,
)

SYSTEM = Purestrat()
SETTINGS = SYSTEM.settings()
DEEP_DRIVE = DeepDrive()
DESIGNATED = SYSTEM.settings({"designated_hitter": True})
GAMES = 120


@cache
def games() -> tuple[tuple[Facts, Record], ...]:
    return tuple(
        (
            Facts(("AWY", "HOM"), ("Away", "Home"), f"2026/05/{1 + number // 10:02d}", number % 10),
            simulate(
                SYSTEM,
                DESIGNATED if number % 4 == 1 else SETTINGS,
                f"retrosheet/{number}",
                clubs=(
                    club(number % 7, number % 5, designated=number % 4 == 1),
                    club(7 + number % 5, (number + 2) % 5, designated=number % 8 == 1),
                ),
            ),
        )
        for number in range(GAMES)
    )


@cache
def deep_drive_games() -> tuple[tuple[Facts, Record], ...]:
    """By sound managers and by wild ones, pitchers at bat in some of them."""
    return tuple(
        (
            Facts(("AWY", "HOM"), ("Away", "Home"), f"2026/06/{1 + number // 10:02d}", number % 10),
            simulate(
                DEEP_DRIVE,
                DEEP_DRIVE.settings({"designated_hitter": number % 4 != 1}),
                f"retrosheet/{number}",
                managers=(Wild(number, 0.3), Wild(number + 1, 0.3)) if number % 3 == 2 else None,
                clubs=(
                    deep_drive_club(number % 7, designated=number % 4 != 1),
                    deep_drive_club(7 + number % 5, designated=number % 4 != 1),
                ),
            ),
        )
        for number in range(GAMES)
    )


Season = tuple[tuple[Facts, Record], ...]


@pytest.fixture(scope="module", params=["purestrat", "deep-drive"])
def season(request: pytest.FixtureRequest) -> Season:
    return games() if request.param == "purestrat" else deep_drive_games()


@pytest.mark.long
@pytest.mark.chadwick
def test_cwevent_reads_every_play_without_complaint(season: Season, tmp_path: Path) -> None:
    write_files(tmp_path, season)
    done = subprocess.run(
        ["cwevent", "-f", "0-96", "-y", YEAR, FILE],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not [line for line in done.stderr.splitlines() if COMPLAINT.match(line)]
    plays = sum(bool(event_text(moment)) for _, game in season for moment in moments_of(game))
    assert len([line for line in done.stdout.splitlines() if ',"NP",' not in line]) >= plays


@pytest.mark.long
@pytest.mark.chadwick
def test_cwbox_gives_the_same_box_score_cell_by_cell(season: Season) -> None:
    found = compare_boxes(game for _, game in season)
    assert found.complaints == []
    assert list(map(str, found.differences)) == []
    assert found.games == GAMES
    assert found.cells > 400 * GAMES


@pytest.mark.chadwick
def test_a_cell_that_is_not_the_same_is_found() -> None:
    """A game whose file tells another run than its box."""
    game = next(game for _, game in games() if box_score(game).sides[0].total.runs)
    facts = facts_of(0)
    ours = own_cells(game, facts)
    place = next(at for at, count in ours.items() if at[0] == "batting" and at[-1] == "r" and count)
    other = {**ours, place: 0, ("batting", "nobody", "r"): 1}
    assert [str(each) for each in differences(facts.game_id, ours, other)] == [
        str(each)
        for each in sorted(
            (
                Difference(facts.game_id, place, ours[place], 0),
                Difference(facts.game_id, ("batting", "nobody", "r"), None, 1),
            ),
            key=lambda each: each.place,
        )
    ]
    assert list(differences(facts.game_id, ours, ours)) == []


def extra_innings(many: int) -> list[Record]:
    """Games of three innings with the extra runner from the second on, by managers who take
    whatever is offered in every other one: nearly every one of them sees him."""
    return [
        simulate(
            SYSTEM,
            SYSTEM.settings(
                {"innings": 2, "extra_runner_from": 2, "designated_hitter": number % 4 < 2}
            ),
            f"extra runners/{number}",
            managers=(Wild(number, 0.3), Wild(number + 1, 0.3)) if number % 2 else None,
            clubs=(
                club(number % 7, number % 5, designated=number % 4 < 2),
                club(7 + number % 5, (number + 2) % 5, designated=number % 4 < 2),
            ),
        )
        for number in range(many)
    ]


@pytest.mark.long
@pytest.mark.chadwick
def test_the_extra_runner_is_his_pitchers_as_chadwick_has_it() -> None:
    """An unearned run of whoever begins the half-inning, whoever runs for the runner placed."""
    if not knows_extra_runners(shutil.which("cwbox")):
        pytest.skip("this Chadwick is older than the extra runner")
    found = compare_boxes(extra_innings(60))
    assert found.complaints == []
    assert list(map(str, found.differences)) == []
    assert found.games == 60


@pytest.mark.long
def test_who_runs_for_the_extra_runner_comes_after_him_in_the_file() -> None:
    ran_for = 0
    for game in extra_innings(120):
        rows = event_file(game, facts_of(0)).splitlines()
        for at, row in enumerate(rows):
            if not row.startswith("radj,"):
                continue
            placed = row.split(",")[1]
            after = next(number for number, each in enumerate(rows[at:]) if is_play(each))
            names = [each.split(",")[1] for each in rows[:at] if not each.startswith("play")]
            assert placed in names, "told before he is placed"
            subs = [each for each in rows[at : at + after] if each.startswith("sub,")]
            ran_for += bool(subs)
            assert len(subs) <= 1
    assert ran_for > 0


def is_play(row: str) -> bool:
    return row.startswith("play,") and not row.endswith(",NP")


def written(found: Outcome) -> str:
    """The last play of a stage."""
    plays = [event_text(moment) for moment in moments_of(found.record)]
    return [play for play in plays if play][-1]


@pytest.mark.parametrize(
    ("reads", "words", "situation", "said"),
    [
        ("K", "1-1-1", "T1 0 -.-.- 0-0 1/1", "K"),
        ("BB", "20 1-1-1", "T1 0 7.8.9 0-0 1/1", "W.3-H(RBI);2-3;1-2"),
        ("HR", "20 1-1-1", "T1 0 9.-.- 0-0 1/1", "HR/F.1-H"),
        ("DO**", "20 1-1-1", "T1 0 9.-.- 0-0 1/1", "D8/L.1-3"),
        ("gb(ss)A", "20 1-1-1", "T1 0 9.-.- 0-0 1/1", "64(1)3/GDP"),
        ("gb(2b)A", "20 1-1-1", "T1 0 9.-.- 0-0 1/1", "46(1)3/GDP"),
        ("gb(ss)A", "1-1-1", "T1 0 -.-.- 0-0 1/1", "63/G"),
        ("gb(1b)C", "1-1-1", "T1 0 -.-.- 0-0 1/1", "3/G"),
        ("fly(cf)B", "1-1-1", "T1 0 -.-.- 0-0 1/1", "8/F"),
        ("fo(1b)", "1-1-1", "T1 0 -.-.- 0-0 1/1", "3/P/FL"),
    ],
)
def test_plays_are_described_as_retrosheet_does(
    reads: str, words: str, situation: str, said: str
) -> None:
    assert written(Stage(reads).play(words, situation)) == said


@pytest.mark.parametrize(
    ("words", "situation", "said"),
    [
        ("hold=none steal=second 14", "T1 0 1.-.- 0-0 2/1", "SB2"),
        ("hold=none steal=second 20", "T1 0 1.-.- 0-0 2/1", "CS2(26)"),
        ("steal=third 20-4-4 20", "T1 0 -.1.- 0-0 2/1", "CS3(25)"),
        ("steal=second 1-3-3 15", "T1 0 1.-.- 0-0 2/1", "PO1(13)"),
    ],
)
def test_what_runners_do_is_described_as_retrosheet_does(
    words: str, situation: str, said: str
) -> None:
    assert written(Stage("K", batter={"stealing": THIEF}).play(words, situation)) == said


@pytest.mark.parametrize(
    ("words", "runners", "said"),
    [
        (("steal=1", "9-9"), "3.-.-", "POCS2(236)"),
        (("steal=1", "9-10"), "3.-.-", "CS2(26)"),
        (("steal=2", "10-10"), "-.3.-", "SB3"),
        (("pickoff=1", "K-A"), "3.-.-", "PO1(23)"),
        (("pickoff=2", "9-10"), "-.3.-", "PO2(E1/TH).2-3"),
        (("pickoff=1", "9-9"), "3.2.1", "BK.3-H(NR);2-3;1-2"),
    ],
)
def test_a_runner_who_is_caught_or_picked_off_is_described_in_other_games_too(
    words: tuple[str, ...], runners: str, said: str
) -> None:
    record = poker(*words, start=f"T1 0 {runners} 0-0 4/1")
    assert [event_text(moment) for moment in moments_of(record)][-1] == said


@pytest.mark.parametrize(
    ("runners", "said"),
    [
        ("3.-.-", "64(1)3/GDP"),
        ("-.2.-", "63/G/DP.2X3(65)"),
        ("3.-.1", "63/G/DP.3XH(62)"),
        ("3.2.1", "62(3)3/GDP"),
    ],
)
def test_a_double_play_on_a_runner_who_is_not_forced_says_where_he_was_out(
    runners: str, said: str
) -> None:
    start = Situation.read(f"T1 0 {runners} 0-0 4/1")
    record = replay(TwoDice(), TwoDice().settings(), ["3-4"], situation=start)
    assert [event_text(moment) for moment in moments_of(record)][-1] == said


def test_an_event_file_names_only_players_of_its_rosters_and_batters_who_are_in_the_game() -> None:
    """As readers of event files have it: a line-up is who started, changed by each substitution in
    its place, and a play is the turn of somebody in it, also where it says only who is up while
    somebody comes in. Everybody is on the roster of his club."""
    changed_within_a_half = 0
    for facts, game in games()[:24]:
        rosters = [
            {row.split(",")[0] for row in roster_file(game, facts, side).splitlines()}
            for side in (0, 1)
        ]
        nine: dict[tuple[str, str], str] = {}
        told: list[tuple[str, str, str]] = []
        rows = [line.split(",") for line in event_file(game, facts).splitlines()]
        for kind, *cells in rows:
            if kind in ("start", "sub"):
                who, _, side, slot, _ = cells
                assert who in rosters[int(side)]
                assert kind == "start" or (side, slot, who) not in told, "once between two plays"
                nine[side, slot] = who
                told.append((side, slot, who))
            elif kind == "play":
                _, side, who, *_, what = cells
                if what == "NP":
                    changed_within_a_half += 1
                    told.clear()
                up = {runner for (of, slot), runner in nine.items() if of == side and slot != "0"}
                assert who in up, cells
                if what != "NP":
                    told.clear()
    assert changed_within_a_half > 10


def test_a_roster_says_which_hand_everybody_bats_with_and_a_pitcher_throws_with() -> None:
    """A hitter's card does not say how he throws, and nobody's from the stands says anything."""
    stage = Stage("K", batter={"bats": "S"}, mound={"throws": "L"}, bench=(hitter(bats="L"),))
    found = stage.play("1-1-1 " * 60)
    facts = Facts(("AWY", "HOM"), ("Away", "Home"), "2026/05/01", 0)
    rows = [row.split(",") for row in roster_file(found.record, facts, 0).splitlines()]
    hands = {(row[2], row[1]): (row[3], row[4]) for row in rows}
    assert hands["Player", "1"] == ("B", "?")
    assert hands["", "Ace"] == ("R", "L")
    club = stage.club()
    assert [club.hands_of(runner) for runner in (1, 9, 10)] == [("B", "?"), ("R", "L"), ("L", "?")]
    assert club.hands_of(11) == club.hands_of(0) == ("R", "R")
    assert club.name_of(10) == "Player 10"
    assert club.name_of(11) == club.name_of(0) == "a player from the stands"


def test_the_head_says_who_what_and_where() -> None:
    facts, game = games()[0]
    assert facts.year == "2026"
    lines = event_file(game, facts).splitlines()
    assert lines[:9] == [
        "id,HOM202605010",
        "version,2",
        "info,visteam,AWY",
        "info,hometeam,HOM",
        "info,site,",
        "info,date,2026/05/01",
        "info,number,0",
        "info,usedh,false",
        "info,pitches,none",
    ]
    starts = [line for line in lines if line.startswith("start,")]
    assert len(starts) == 18
    assert sorted(int(line.rsplit(",", 1)[1]) for line in starts[:9]) == list(range(1, 10))
    assert len([line for line in lines if line.startswith("data,er,")]) >= 2


@pytest.mark.parametrize("hitters", [(False, False), (True, False), (False, True), (True, True)])
def test_the_head_says_whether_anybody_bats_for_a_pitcher(hitters: tuple[bool, bool]) -> None:
    """A club may let its pitcher bat where the other does not (Official Baseball Rules 5.11(a))."""
    clubs = tuple(club(at, designated=each) for at, each in enumerate(hitters))
    record = simulate(SYSTEM, DESIGNATED, "heads", clubs=clubs)
    facts = Facts(("AWY", "HOM"), ("Away", "Home"), "2026/05/01")
    said = next(
        line for line in event_file(record, facts).splitlines() if line.startswith("info,usedh")
    )
    assert said == f"info,usedh,{'true' if any(hitters) else 'false'}"


def test_codes_and_identities_are_unlike() -> None:
    assert codes_of("ABCD", "AB") == ("ABC", "ABX")
    assert codes_of("ABCD", "ABCE") == ("ABV", "ABH")
    assert person_id("Al Slugger", 3) == "sluga003"
    assert person_id("Ox", 512) == "ox--x512"
    facts = Facts(("AWY", "HOM"), ("Away", "Home"), "2026/05/01")
    both = {facts.identity(side, runner, "Al Slugger") for side in (0, 1) for runner in range(40)}
    assert len(both) == 80


def test_a_game_that_is_not_over_or_knows_no_players_has_no_file() -> None:
    facts, game = games()[0]
    part = replay(SYSTEM, SETTINGS, game.transcript[:50], clubs=game.clubs)
    dice = simulate(OneDie(), OneDie().settings(), "x")
    for record in (part, dice):
        with pytest.raises(Refused) as refused:
            event_file(record, facts)
        assert refused.value.code == "not-exportable"
