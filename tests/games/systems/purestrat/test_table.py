"""Both cards at the table of a Purestrat game: who faces whom, what counts, the cell hit."""

from games.engine.record import replay, simulate
from games.exhibition import exhibition_clubs
from games.systems.purestrat.clubs.game import PurestratCards
from games.systems.registry import system

PURESTRAT = system("purestrat")
SETTINGS = PURESTRAT.settings()
CLUBS = exhibition_clubs(PURESTRAT)


def waiting(entries):
    return replay(PURESTRAT, SETTINGS, entries, clubs=CLUBS)


def view(entries):
    found = PurestratCards().table_view(waiting(entries))
    assert found is not None
    return found


def lit(card):
    """The columns and rows of a card that are lit."""
    return [
        (card.grids[0].columns[at], row.label)
        for row in card.grids[0].rows
        for at, cell in enumerate(row.cells)
        if cell.lit
    ]


def test_pitcher_and_batter_face_each_other_with_the_sides_that_count():
    pitcher, batter, *runners = view(()).face_up
    assert not runners
    mound = CLUBS[1].men[CLUBS[1].starting_pitcher() - 1]
    up = CLUBS[0].men[CLUBS[0].order[0] - 1]
    assert (pitcher.side, pitcher.name) == (1, mound.name)
    assert (batter.side, batter.name) == (0, up.name)
    hand = {"L": "left", "R": "right"}[mound.pitcher.throws]
    assert batter.grids[0].caption == f"Against {hand}-handed pitchers"
    assert [batter.grids[0].columns, pitcher.grids[0].columns] == [["1", "2", "3"], ["4", "5", "6"]]
    assert [row.label for row in batter.grids[0].rows] == [str(total) for total in range(2, 13)]
    assert not lit(pitcher) + lit(batter)


def test_the_cell_that_the_dice_point_at_is_lit_until_the_play_is_over():
    """Every throw at the plate of a game that another throw follows within its play."""
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    seen = set()
    for at, word in enumerate(entries[:200], start=1):
        before, record = waiting(entries[: at - 1]), waiting(entries[:at])
        asked_for = before.open[-1].dice if before.open else None
        at_the_plate = asked_for is not None and asked_for.name == "plate"
        if not at_the_plate or "=" in word or len(record.events) != len(before.events):
            continue
        faces = word.split("-")
        pitcher, batter, *_ = PurestratCards().table_view(record).face_up
        card, other = (batter, pitcher) if int(faces[0]) <= 3 else (pitcher, batter)
        assert lit(card) == [(faces[0], str(int(faces[1]) + int(faces[2])))]
        assert not lit(other)
        seen.add(card.role)
    assert seen == {"At bat", "On the mound"}


def test_men_on_base_lie_there_with_their_stealing_lines():
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    roles = {card.role for at in range(0, 120, 3) for card in view(entries[:at]).face_up[2:]}
    assert roles == {"On first", "On second", "On third"}
    assert any("today" in card.about for card in view(entries[:100]).face_up)


def test_a_game_that_is_over_has_no_table():
    whole = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    assert PurestratCards().table_view(waiting(whole)) is None
