"""Both cards at the table of a Purestrat game: who faces whom, what counts, the cell hit."""

import re

from games.engine.folds.moments import moments_of
from games.engine.record import game_at, replay, simulate
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
    mound = CLUBS[1].players[CLUBS[1].starting_pitcher() - 1]
    up = CLUBS[0].players[CLUBS[0].order[0] - 1]
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


def test_runners_on_base_lie_there_with_their_stealing_lines():
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    tables = [view(entries[:at]) for at in range(0, 120, 3)]
    roles = {card.role for table in tables for card in table.face_up[2:] if not card.lit}
    assert roles == {"On first", "On second", "On third"}


def test_whoever_may_be_brought_in_is_told_with_what_he_may_do():
    """At every throw of a game: those whom the rules let a side call are those on its lists."""
    entries = simulate(PURESTRAT, SETTINGS, "spares", clubs=CLUBS).transcript
    asked = set()
    stamina = set()
    for at in range(0, len(entries), 7):
        record, found = waiting(entries[:at]), view(entries[:at])
        stamina.add(found.mound)
        told = {
            (each.role, each.side): [player.name for player in each.players]
            for each in found.spares
        }
        for each in record.open:
            role = {"pitch": "May relieve", "hit": "May bat"}.get(
                getattr(each.decision, "name", "")
            )
            if role is None:
                continue
            club = CLUBS[each.side]
            offered = [int(choice.key) for choice in each.choices if choice.key.isdigit()]
            bats = [
                player
                for player in offered
                if role == "May relieve" or not club.players[player - 1].pitcher
            ]
            # Where somebody has to come in, the first of them stands on the mound meanwhile.
            stands = game_at(record).sides[each.side].on_mound
            names = {club.name_of(player) for player in bats if player != stands}
            assert names <= set(told[role, each.side])
            assert role == "May bat" or names == set(told[role, each.side])
            asked.add(role)
        for each in found.spares:
            for player in each.players:
                assert player.about
                assert (player.allowed == "12 outs") == (each.role == "May relieve")
    assert asked == {"May relieve", "May bat"}
    assert any("weak from inning" in words for words in stamina)
    assert any("outs left" in words for words in stamina)
    first, second, *_ = view(()).spares
    assert (first.role, first.side, second.role, second.side) == ("May relieve", 1, "May bat", 0)
    assert first.note.startswith("The starter stays in until 15 outs or 4 runs.")
    assert second.note == "For starters from inning 6 on."


def test_the_fielder_is_lit_while_his_chance_is_thrown_and_until_the_next_throw():
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    seen = 0
    for at, word in enumerate(entries[:300], start=1):
        before = waiting(entries[: at - 1])
        asked_for = before.open[-1].dice if before.open else None
        if asked_for is None or asked_for.name != "chance" or "=" in word:
            continue
        (lit_up,) = [card for card in view(entries[: at - 1]).face_up if card.lit]
        field = before.open[-1].side
        assert lit_up.side == field
        assert lit_up.name in [player.name for player in CLUBS[field].players]
        assert re.fullmatch(r"range [1-5], error \d+(, arm [+-]\d)?", lit_up.about)
        after = waiting(entries[:at])
        if after.open and len(after.events) > len(before.events):
            still = view(entries[:at])
            assert [card.name for card in still.face_up if card.lit] == [lit_up.name]
            assert "’s card: " in still.fell
            seen += 1
    assert seen > 2


def test_a_game_that_is_over_has_no_table():
    whole = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    assert PurestratCards().table_view(waiting(whole)) is None


def test_after_a_play_its_cell_is_lit_on_the_card_of_then_with_the_rows_beside_it():
    """Every plate appearance of a game: whoever batted and pitched, though others do by now."""
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    seen, changed = set(), 0
    for at in range(1, len(entries)):
        record = waiting(entries[:at])
        table = PurestratCards().table_view(record)
        if table is None or not table.fell:
            continue
        last = [moment for moment in moments_of(record) if moment.is_play][-1]
        plate = [word for word in last.throws if re.fullmatch(r"[1-6]-[1-6]-[1-6]", word)]
        white, *coloured = map(int, plate[-1].split("-"))
        (card,) = table.played
        assert lit(card) == [(str(white), str(sum(coloured)))]
        assert (card.role == "On the mound") == (white > 3)
        (cell,) = [cell for row in card.grids[0].rows for cell in row.cells if cell.lit]
        # What follows in brackets says what the reading means.
        reading = table.fell.split(": ")[1].partition(" (")[0]
        assert reading in " ".join(text for text, _ in cell.readings)
        if len(cell.readings) > 1:
            split = int(last.throws[last.throws.index(plate[-1]) + 1])
            (chosen,) = [text for text, _, hit in cell.told if hit]
            first, _, end = chosen.split()[-1].partition("-")
            assert int(first) <= split <= int(end or first)
            seen.add("chosen")
        assert 2 <= len(card.grids[0].rows) <= 3
        assert card.name in table.fell
        seen.add(card.role)
        # The third out: the other side is up, and the card is still that of who made it.
        changed += card.name not in [each.name for each in table.face_up]
    assert seen == {"At bat", "On the mound", "chosen"}
    assert changed > 20


def test_nothing_of_the_last_play_is_lit_once_something_is_thrown():
    entries = simulate(PURESTRAT, SETTINGS, "lit", clubs=CLUBS).transcript
    thrown = 0
    for at in range(1, 60):
        before, record = waiting(entries[: at - 1]), waiting(entries[:at])
        if "=" in entries[at - 1] or len(record.events) != len(before.events):
            continue
        assert (view(entries[:at]).fell, list(view(entries[:at]).played)) == ("", [])
        thrown += 1
    assert thrown


def test_a_change_after_the_play_leaves_the_cards_that_were_played():
    entries = simulate(PURESTRAT, SETTINGS, "spares", clubs=CLUBS).transcript
    seen = 0
    for at, word in enumerate(entries, start=1):
        name, _, key = word.partition("=")
        if name not in ("pitch", "hit") or not key.isdigit():
            continue
        before, after = view(entries[: at - 1]), PurestratCards().table_view(waiting(entries[:at]))
        if after is None or not before.fell:
            continue
        assert (after.fell, after.played) == (before.fell, before.played)
        seen += 1
    assert seen
