"""Event files are read: games of our own come back, impossible ones are refused with their line."""

import random
import re
import shutil
import zipfile
from functools import cache
from pathlib import Path

import pytest

from config.refusals import Refused
from games.engine.event_files.game import read_game
from games.engine.event_files.plays import ASSIST, ERRED, PUTOUT, read_play
from games.engine.folds.retrosheet import event_file
from tests.engine.folds.test_retrosheet import Season, extra_innings, facts_of, games, season
from tests.tools.proofs.boxes import (
    cells_read,
    chadwicks_cells,
    differences,
    own_cells,
    read_boxes,
)

__all__ = ("season",)

REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "retrosheet" / "2012eve.zip"


@pytest.mark.parametrize(
    ("text", "moves", "credits"),
    [
        # base, where to, out
        ("99/F", [(0, 1, True)], []),
        ("99(1)/FO/G", [(0, 1, False), (1, 2, True)], []),
        ("6E3/G", [(0, 1, False)], [(6, ASSIST), (3, ERRED)]),
        ("S7.1X3(7E5)", [(0, 1, False), (1, 3, False)], [(7, ASSIST), (5, ERRED)]),
        (
            "S7.1X3(7E5)(56)",
            [(0, 1, False), (1, 3, True)],
            [(7, ASSIST), (5, ERRED), (5, ASSIST), (6, PUTOUT)],
        ),
        ("K+WP.B-1", [(0, 1, False)], []),
        ("K23", [(0, 1, True)], [(2, ASSIST), (3, PUTOUT)]),
        ("K.BX1(23)", [(0, 1, True)], [(2, ASSIST), (3, PUTOUT)]),
        (
            "K+CS2(26)/DP",
            [(0, 1, True), (1, 2, True)],
            [(2, ASSIST), (6, PUTOUT), (2, PUTOUT)],
        ),
        ("SB3;SB2", [(1, 2, False), (2, 3, False)], []),
        ("SBH(TUR);SB2.1-3(E2/TH)", [(1, 3, False), (3, 4, False)], [(2, ERRED)]),
        ("CS2(2E4).1-3", [(1, 3, False)], [(2, ASSIST), (4, ERRED)]),
        ("PO2(E1/TH).2-3", [(2, 3, False)], [(1, ERRED)]),
        ("FLE5/P5F", [], [(5, ERRED)]),
        ("C/E2", [(0, 1, False)], [(2, ERRED)]),
        (
            "8(B)84(2)/LDP",
            [(0, 1, True), (2, 3, True)],
            [(8, PUTOUT), (8, ASSIST), (4, PUTOUT)],
        ),
        ("3(B)3(1)/GDP", [(0, 1, True), (1, 2, True)], [(3, PUTOUT), (3, PUTOUT)]),
        ("DGR7/L!.2-H;1-3", [(0, 2, False), (1, 3, False), (2, 4, False)], []),
        (
            "54(1)/FO/G5/UREV.2-3",
            [(0, 1, False), (1, 2, True), (2, 3, False)],
            [(5, ASSIST), (4, PUTOUT)],
        ),
        ("W+PO1(E3).1-2", [(0, 1, False), (1, 2, False)], [(3, ERRED)]),
        ("NP", [], []),
    ],
)
def test_the_grammar_of_plays(text, moves, credits):
    play = read_play(text)
    assert [(at, m.to, m.out) for at, m in sorted(play.moves.items())] == moves
    assert play.credits == credits


@pytest.mark.parametrize("text", ["", "X", "SBX", "W+S7", "CS1(23)", "POH(25)", "64(1)3(1)", "8.9"])
def test_what_is_no_play_is_refused(text):
    with pytest.raises(Refused):
        read_play(text)


@pytest.mark.long
def test_every_game_of_our_own_comes_back_with_the_same_box(season: Season) -> None:
    for facts, game in season:
        read = cells_read(read_game(event_file(game, facts)))
        assert list(map(str, differences(facts.game_id, read, own_cells(game, facts)))) == []


@pytest.mark.long
def test_games_with_runners_placed_in_extra_innings_come_back() -> None:
    placed = 0
    for game in extra_innings(24):
        text = event_file(game, facts_of(0))
        placed += text.count("\nradj,")
        read = cells_read(read_game(text))
        assert list(map(str, differences("extra", read, own_cells(game, facts_of(0))))) == []
    assert placed > 0


@cache
def text_of_a_game() -> str:
    facts, game = games()[0]
    return event_file(game, facts)


def with_play(at: int, written: str) -> str:
    """The same game with another play, counted from 0."""
    lines = text_of_a_game().splitlines()
    plays = [number for number, line in enumerate(lines) if is_play(line)]
    head, _, _ = lines[plays[at]].rpartition(",,")
    lines[plays[at]] = f"{head},,{written}"
    return "\n".join(lines)


def is_play(line: str) -> bool:
    return line.startswith("play,") and not line.endswith(",NP")


def refused(text: str) -> tuple[str, int]:
    with pytest.raises(Refused) as caught:
        read_game(text)
    first = caught.value.refusals[0]
    assert first.place == f"line {first.facts['line']}"
    return first.code, int(first.facts["line"])


def test_what_cannot_happen_is_refused_with_its_line() -> None:
    first = 1 + next(
        number for number, line in enumerate(text_of_a_game().splitlines()) if is_play(line)
    )
    for written, code in (
        ("SB2", "no-runner"),
        ("64(1)3/GDP", "no-runner"),
        ("S7.1-3", "no-runner"),
        ("S7.B-1;B-2", "unknown-advance"),
        ("Q7", "unknown-play"),
    ):
        assert refused(with_play(0, written)) == (code, first)


def test_four_outs_a_base_that_is_taken_and_a_wrong_turn_are_refused() -> None:
    lines = text_of_a_game().splitlines()
    first = next(number for number, line in enumerate(lines) if is_play(line))
    batters = [line.split(",")[1] for line in lines if line.startswith("start,")][:9]

    def played(*texts: str, who: list[str] | None = None) -> str:
        turns = [
            f"play,1,0,{player},??,,{text}"
            for player, text in zip(who or batters, texts, strict=False)
        ]
        return "\n".join([*lines[:first], *turns])

    assert refused(played("S7", "S7"))[0] == "base-taken"
    assert refused(played("S7", "K", "K", "64(1)3/GDP"))[0] == "too-many-outs"
    assert refused(played("K", "K", "K", "K"))[0] == "half-wrong"
    assert refused(played("S7", "K", who=[batters[0], batters[2]]))[0] == "batting-out-of-order"
    assert refused(played("T7", "S7.3-2"))[0] == "runner-backwards"
    # Unless the file says that he bats out of turn.
    out_of_turn = played("S7") + f"\nladj,0,3\nplay,1,0,{batters[2]},??,,K"
    assert read_game(out_of_turn).outs == 1
    # Who answers for a runner may be put right.
    pitcher = next(line.split(",")[1] for line in lines if re.match("start.*,1,.,1$", line))
    assert refused(played("S7") + f"\npresadj,{pitcher},2")[0] == "no-runner"
    read_game(played("S7") + f"\npresadj,{pitcher},1")


def test_lines_that_are_no_game_are_refused() -> None:
    text = text_of_a_game()
    lines = text.splitlines()
    assert refused("hello") == ("unknown-record", 1)
    assert refused("id,XXX202605010\nversion,2")[0] == "no-game"
    assert refused(text + text) == ("several-games", len(lines) + 1)
    assert refused("x" * 400_001)[0] == "too-long"
    assert refused(text.replace("info,site,", "info,site,\x07", 1))[0] == "illegal-character"
    # As files of older systems end.
    assert read_game(text.replace("\n", "\r\n") + "\x1a").steps
    without = [line for line in lines if not re.match(r"start,.*,0,4,\d+$", line)]
    assert refused("\n".join(without))[0] == "slot-empty"
    twice = [re.sub(r"(start,.*,1,[45]),\d+$", r"\1,3", line) for line in lines]
    assert refused("\n".join(twice))[0] == "position-twice"
    sub = next(number for number, line in enumerate(lines) if is_play(line))
    lines.insert(sub + 1, "sub,abcde001")
    assert refused("\n".join(lines)) == ("not-a-record", sub + 2)


def mutated(text: str, dice: random.Random) -> str:
    """The text with a few letters, cells or lines changed, moved or left out."""
    lines = text.splitlines()
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(lines))
        match dice.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, dice.choice(lines))
            case 2:
                cells = lines[at].split(",")
                cells[dice.randrange(len(cells))] = dice.choice(ODD)
                lines[at] = ",".join(cells)
            case 3:
                place = dice.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + dice.choice(ODD) + lines[at][place + 1 :]
            case 4:
                lines[at] = dice.choice(lines).rpartition(",")[0] + "," + dice.choice(PLAYS)
            case _:
                lines[at], lines[dice.randrange(len(lines))] = dice.choice(lines), lines[at]
    return "\n".join(lines)


ODD = ("", "0", "-1", "99", "\0", '"', "(", ")", ";", ".", "é", "9" * 30, "²", "B", "H", "radj")
PLAYS = ("99", "S7.1-3", "HR.3-H;2-H;1-H", "64(1)3", "CS2(26)", "K+PB.B-1", "E", "()", "FC", "W")


def test_no_change_of_a_file_ends_in_anything_but_a_game_or_a_refusal() -> None:
    dice = random.Random(8)
    outcomes: dict[bool, int] = {True: 0, False: 0}
    for _ in range(200):
        try:
            cells_read(read_game(mutated(text_of_a_game(), dice)))
            outcomes[True] += 1
        except Refused:
            outcomes[False] += 1
    assert min(outcomes.values()) > 3


@pytest.mark.long
@pytest.mark.chadwick
@pytest.mark.parametrize("club", ["COL", "SFN"])
def test_real_games_have_chadwicks_box(club: str, tmp_path: Path) -> None:
    """Of 2012; the information used here was obtained free of charge from and is copyrighted by
    Retrosheet, www.retrosheet.org."""
    if not REAL.exists():
        pytest.skip("no event files of real games beside the tree")
    with zipfile.ZipFile(REAL) as packed:
        packed.extractall(tmp_path)
    file = next(tmp_path.glob(f"2012{club}.EV?"))
    program = shutil.which("cwbox")
    assert program is not None
    boxes, _ = read_boxes(tmp_path, program, file.name)
    theirs = {box.get("game_id", ""): chadwicks_cells(box) for box in boxes}
    wholes = [each for each in re.split("(?m)^(?=id,)", file.read_text("latin-1")) if each]
    assert len(wholes) == len(theirs) >= 80
    for text in wholes:
        game = read_game(text)
        ours = cells_read(game)
        assert list(map(str, differences(game.identity, ours, theirs[game.identity]))) == []
