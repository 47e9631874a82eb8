"""A draft that was held at a table and is typed in from a sheet."""

import pytest

from config.refusals import Refused
from rosters import matching
from rosters.drafts.models import Draft, DraftEvent, DraftPick
from rosters.drafts.services import typing_in
from rosters.matching import LONGEST_SHEET, MOST_ROWS
from tests.builders import browser
from tests.rosters.drafts import NOW, best, opened, room_of
from tests.rosters.test_drafts import rebuilt

pytestmark = pytest.mark.django_db


def sheet_of(draft: Draft, rows: list[str]) -> str:
    return "round;team;pick\n" + "\n".join(rows)


def enter(draft: Draft, director, text: str, meant=None) -> int:
    return typing_in.type_in(
        draft=draft,
        division=1,
        lines=typing_in.read_sheet(text),
        meant=meant or {},
        acting_user=director,
        now=NOW,
    )


def test_a_draft_done_at_a_table_is_typed_in_and_doubts_are_asked():
    draft, director = opened()
    room = room_of(draft)
    names = [room.pool.players[best(draft, "ss", at)].name for at in range(3)]
    text = sheet_of(draft, [f"1;1;{names[0]}", f"1;2;{names[1].upper()}"])
    assert enter(draft, director, text) == 2
    # The whole sheet again, one row longer: what stands is passed over.
    assert enter(draft, director, f"{text}\n1;3;{names[2]}") == 1
    rebuilt(draft)
    # A row that says otherwise than what stands is no row that is passed over.
    page = f"/drafts/{draft.pk}/type-in/"
    contrary = browser(director).post(page, {"sheet": text.replace(names[0], names[2])})
    (refusal,) = contrary.context["refusals"]
    assert (contrary.status_code, refusal.code, refusal.place) == (422, "pick-stands", "row 2")
    assert f"Pick 1 is {names[0]} already" in contrary.content.decode()

    def faults(text: str, meant=None) -> list[tuple[str, str]]:
        before = DraftEvent.objects.count()
        with pytest.raises(Refused) as error:
            enter(draft, director, text, meant)
        assert DraftEvent.objects.count() == before
        return [(each.code, each.place) for each in error.value.refusals]

    def sentence(text: str) -> str:
        with pytest.raises(Refused) as error:
            enter(draft, director, text)
        return error.value.refusals[0].message

    misspelt = names[2][:-1] + "x"
    assert faults(sheet_of(draft, [f"1;4;{misspelt}"])) == [("name-unknown", "row 2")]
    asked = sentence(sheet_of(draft, [f"1;4;{misspelt}"]))
    assert f"Is it {names[2]} (" in asked
    assert sentence(sheet_of(draft, ["1;4;Qqqqqqqq"])) == "Nobody in the pool is called 'Qqqqqqqq'."
    head = sheet_of(draft, [])
    assert faults(head + "\n" * (LONGEST_SHEET - len(head) + 1)) == [("sheet-too-long", "sheet")]
    assert faults(head + "\n" * (LONGEST_SHEET - len(head))) == [("sheet-empty", "sheet")]
    assert faults(sheet_of(draft, [f"1;4;{'x' * 200_000}"])) == [("cell-too-long", "row 2")]
    # Lines may end as in an old spreadsheet on a Mac.
    returned = sheet_of(draft, [f"1;4;{misspelt}"]).replace("\n", "\r")
    assert faults(returned) == [("name-unknown", "row 2")]
    assert faults(sheet_of(draft, [f"1;4;{names[0]}"])) == [("player-taken", "row 2")]
    other = room.pool.players[best(draft, "cf")].name
    assert faults(sheet_of(draft, [f"1;4;{other}", f"2;4;{other}"])) == [("name-doubled", "row 3")]
    assert faults(sheet_of(draft, [f"2;4;{other}"])) == [("round-missing", "row 2")]
    assert faults(sheet_of(draft, [f"1;Nobody;{other}"])) == [("unknown-team", "row 2")]
    assert faults(sheet_of(draft, [f"99;4;{other}"])) == [("unknown-round", "row 2")]
    assert faults(sheet_of(draft, [f";4;{other}", "1;4;"])) == [
        ("missing-round", "row 2"),
        ("missing-pick", "row 3"),
    ]
    assert faults("a,b\n1,2") == [
        ("column-missing", f"row 1:{column}") for column in ("round", "team", "pick")
    ]
    assert faults("") == [("sheet-empty", "sheet")]
    meant = best(draft, "cf")
    assert enter(draft, director, sheet_of(draft, ["1;4;that fellow"]), {2: meant}) == 1


def test_a_doubtful_name_that_may_be_who_stands_is_passed_over():
    draft, director = opened()
    room = room_of(draft)
    one, other = (room.pool.players[best(draft, "ss", at)] for at in range(2))
    text = sheet_of(draft, [f"1;1;{one.name}"])
    assert enter(draft, director, text) == 1
    draft.card_set.cards.filter(pk=other.key).update(name=one.name)
    assert enter(draft, director, text) == 0
    strangers = sheet_of(draft, ["1;1;Nobody Atall"])
    with pytest.raises(Refused) as error:
        enter(draft, director, strangers)
    assert [(each.code, each.place) for each in error.value.refusals] == [("name-unknown", "row 2")]


def test_one_unknown_name_on_every_row_is_held_against_everybody_once(monkeypatch):
    draft, director = opened()
    looked: list[str] = []
    guess = matching.get_close_matches
    monkeypatch.setattr(
        matching, "get_close_matches", lambda text, *rest: looked.append(text) or guess(text, *rest)
    )
    rows = [f"1;1;{name}" for name in ["Qui Quaquo"] * 1_900 + ["x" * 121, "qui  QUAQUO"]]
    with pytest.raises(Refused) as error:
        enter(draft, director, sheet_of(draft, rows))
    assert {each.code for each in error.value.refusals} == {"row-doubled"}
    assert looked == ["qui quaquo"]


def test_a_sheet_of_strangers_is_refused_without_holding_each_against_everybody(monkeypatch):
    draft, director = opened()
    looked: list[str] = []
    guess = matching.get_close_matches
    monkeypatch.setattr(
        matching, "get_close_matches", lambda text, *rest: looked.append(text) or guess(text, *rest)
    )

    def faults(*rows: str) -> list[tuple[str, str]]:
        with pytest.raises(Refused) as error:
            enter(draft, director, sheet_of(draft, list(rows)))
        return [(each.code, each.place) for each in error.value.refusals]

    many = [f"1;1;Stranger {row}" for row in range(MOST_ROWS + 1)]
    assert faults(*many) == [("sheet-too-long", f"row {MOST_ROWS + 2}")]
    assert not looked
    monkeypatch.setattr(matching, "MOST_GUESSED", 10)
    told = faults(*(f"1;{team};Stranger {team}" for team in range(1, 5)))
    assert (len(looked), {code for code, _ in told}) == (4, {"name-unknown"})
    everybody = [(number, team) for number in range(1, 6) for team in range(1, 5)]
    told = faults(*(f"{number};{team};Odd {number} {team}" for number, team in everybody))
    assert len([code for code, _ in told if code == "name-unknown"]) == len(everybody)
    assert len(looked) == 4 + 10
    assert not DraftPick.objects.filter(draft=draft).exists()
