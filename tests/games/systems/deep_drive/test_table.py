"""Both cards at the table of a Deep Drive game: the line that the dice point at is lit."""

from games.engine.folds.moments import moments_of
from games.engine.record import replay, simulate
from games.exhibition import exhibition_clubs
from games.systems.deep_drive.clubs.game import DeepDriveCards
from games.systems.registry import system

DEEP_DRIVE = system("deep-drive")
SETTINGS = DEEP_DRIVE.settings()
CLUBS = exhibition_clubs(DEEP_DRIVE)


def waiting(entries):
    return replay(DEEP_DRIVE, SETTINGS, entries, clubs=CLUBS)


def lit(card):
    """Of each grid of a card what is lit: the row's label, or the column's."""
    return [
        row.label or grid.columns[at]
        for grid in card.grids
        for row in grid.rows
        for at, cell in enumerate(row.cells)
        if cell.lit
    ]


def test_pitcher_and_batter_lie_face_up_with_nothing_lit_before_the_throw():
    pitcher, batter = DeepDriveCards().table_view(waiting(())).face_up
    assert (pitcher.side, pitcher.role) == (1, "On the mound")
    assert (batter.side, batter.role) == (0, "At bat")
    assert [grid.caption for grid in pitcher.grids] == ["50–99", "Out, by the modifier"]
    assert len(batter.grids) == 3
    assert not lit(pitcher) + lit(batter)


def test_a_throw_of_a_play_under_way_lights_one_line_of_one_card():
    entries = simulate(DEEP_DRIVE, SETTINGS, "lit", clubs=CLUBS).transcript
    seen = set()
    for at, word in enumerate(entries[:250], start=1):
        before, record = waiting(entries[: at - 1]), waiting(entries[:at])
        thrown = before.open[-1].dice if before.open else None
        if thrown is None or thrown.name not in ("plate", "deep drive") or "=" in word:
            continue
        if len(record.events) != len(before.events) or not record.open:
            continue
        pitcher, batter, *_ = DeepDriveCards().table_view(record).face_up
        if thrown.name == "deep drive":
            assert len(lit(batter)) + len(lit(pitcher)) >= 1
        else:
            tens, ones, modifier = word.split("-")
            on_pitchers = int(tens + ones) >= 50
            card, other = (pitcher, batter) if on_pitchers else (batter, pitcher)
            first, *rest = lit(card)
            assert rest == ([modifier] if first == "OUT" else [])
            assert not lit(other)
            seen.add((on_pitchers, first == "OUT"))
    assert {on_pitchers for on_pitchers, _ in seen} == {True, False}


def test_a_chance_lights_the_fielder_and_the_benches_lie_open():
    entries = simulate(DEEP_DRIVE, SETTINGS, "lit", clubs=CLUBS).transcript
    seen = 0
    for at, word in enumerate(entries, start=1):
        before = waiting(entries[: at - 1])
        thrown = before.open[-1].dice if before.open else None
        if thrown is None or thrown.name != "defense" or "=" in word:
            continue
        table = DeepDriveCards().table_view(before)
        (card,) = [card for card in table.face_up if card.lit]
        assert card.side == before.open[-1].side
        assert card.role.startswith("The chance: ")
        assert card.about in [f"FIELD {rating}" for rating in range(6)]
        assert {each.role for each in table.spares} == {"May relieve", "May bat"}
        after = waiting(entries[:at])
        if after.open and len(after.events) > len(before.events):
            then = DeepDriveCards().table_view(after)
            assert [each.name for each in then.face_up if each.lit] == [card.name]
            assert "’s card: DEF" in then.fell
            seen += 1
    assert seen


def test_after_a_play_its_lines_are_lit_on_the_cards_of_then():
    entries = simulate(DEEP_DRIVE, SETTINGS, "lit", clubs=CLUBS).transcript
    seen = set()
    for at in range(1, len(entries), 2):
        record = waiting(entries[:at])
        table = DeepDriveCards().table_view(record)
        last = list(moments_of(record))[-1] if record.events else None
        if table is None or last is None or not last.ends_turn or not table.fell:
            continue
        tens, ones, modifier = next(word for word in last.throws if word.count("-") == 2).split("-")
        card = table.played[0]
        assert card.role == ("On the mound" if int(tens) >= 5 else "At bat")
        first, *rest = lit(card)
        assert f"{tens}{ones} on {card.name}’s card: {first}" in table.fell
        assert rest[-1:] == ([modifier] if first == "OUT" else rest[-1:])
        assert all(len(grid.rows) <= 3 for grid in card.grids)
        seen.add((card.role, first))
    assert {role for role, _ in seen} == {"On the mound", "At bat"}
    assert any(first == "OUT" for _, first in seen)
