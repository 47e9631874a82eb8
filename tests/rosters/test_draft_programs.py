"""A draft from its preparation to its squads by programs of its director and its managers."""

import pytest

from rosters.drafts.models import Draft
from rosters.models import Squad
from tests.builders import director_of, manager
from tests.programs import Program
from tests.rosters.drafts import a_league, best, prepared, room_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def being_prepared() -> tuple[Tournament, Program]:
    """A draft that the director's program has set up, and that program below its address."""
    tournament = a_league()
    director = director_of(tournament)
    made = Program(director).post(f"tournaments/{tournament.slug}/draft/", code=201)
    draft = Draft.objects.get(event__key=tournament.scope)
    assert (made["id"], made["state"]) == (draft.pk, "preparing")
    assert draft.seats.count() == 4
    office = Program(director, f"drafts/{draft.pk}/")
    office.put("settings/", {"settings": {"sanctioned": False}})
    return tournament, office


def test_a_draft_is_set_up_divided_and_taken_back():
    tournament, office = being_prepared()
    two = [{"participants": 2}, {"participants": 2}]
    assert office.put("divisions/", {"divisions": two})["divisions"] == [[2, 0], [2, 0]]
    assert office.refused("put", "divisions/", {"divisions": two[:1]}) == ["division-sum"]
    office.put("divisions/", {"divisions": [{"participants": 4}]})
    office.post("rolls/", code=201)
    due = office.get("preparation/")["chooses"]
    given = office.post("slots/earliest/", code=201)
    assert [each["slot"] for each in given["entrants"] if each["number"] == due] == [1]
    assert {"division": 1, "slot": 1} not in given["free"]
    office.delete("entrants/4/")
    left = office.get("preparation/")
    assert [each["number"] for each in left["entrants"]] == [1, 2, 3]
    # Every place that was chosen before is free again.
    assert {each["slot"] for each in left["free"]} == {1, 2, 3}
    office.delete()
    assert not Draft.objects.exists()
    assert Program(None).refused("get", f"tournaments/{tournament.slug}/draft/") == ["not-found"]


def running() -> tuple[Draft, Program, dict[int, Program]]:
    """A draft that is open, its director's program, and those of its managers by their slots."""
    tournament = a_league()
    managers = {number: manager(tournament, number, f"Drafts {number}") for number in range(1, 5)}
    draft = prepared(tournament)
    home = f"drafts/{draft.pk}/"
    office = Program(director_of(tournament), home)
    assert office.post("open/")["state"] == "running"
    return draft, office, {number: Program(user, home) for number, user in managers.items()}


def cards_by_pick(board) -> dict[int, int]:
    return {each["pick"]: each["card"] for each in board["picks"]}


def test_a_director_puts_picks_right_and_ends_the_draft():
    draft, office, programs = running()
    for slot in (1, 2, 3):
        programs[slot].post("picks/", {"card": best(draft, "ss")}, code=201)
    wrong = cards_by_pick(office.get())[2]
    another = best(draft, "cf")
    assert programs[2].refused("post", "replace/", {"pick": 2, "card": another}) == ["not-found"]
    assert cards_by_pick(office.post("replace/", {"pick": 2, "card": another}))[2] == another
    assert wrong not in room_of(draft).board.cards
    # What was corrected is what was selected last.
    assert office.post("undo/") == {"withdrawn": [2]}
    assert office.get()["turn"]["slot"] == 2
    assert office.post("undo/", {"pick": 1}) == {"withdrawn": [1, 3]}
    assert office.get()["picks"] == []

    link = office.post("link/", code=201)["link"]
    assert office.get("link/") == {"link": link}
    office.delete("link/")
    assert office.get("link/") == {"link": ""}

    assert office.refused("post", "finish/") == ["draft-not-finished"]
    for slot in programs:
        office.put("drafter/", {"slot": slot, "drafter": "house"})
    assert office.post("finish/")["state"] == "complete"
    squads = Squad.objects.filter(event__key=draft.scope)
    assert [squad.spots.count() for squad in squads] == [25] * 4


@pytest.mark.parametrize("keeps", [True, False])
def test_a_manager_pulls_his_double_up_back_and_the_next_keeps_or_exchanges(keeps):
    """T0.18b to d: slot 2 selected after the double-up, and chooses first."""
    draft, _, programs = running()

    def pick(card: int) -> int:
        slot = room_of(draft).board.turn.seat
        programs[slot].post("picks/", {"card": card}, code=201)
        return card

    players = sorted(room_of(draft).pool.players.values(), key=lambda player: player.key)
    alone = [player.key for player in players if player.positions == frozenset({"1b"})]
    pick(alone[0])
    for _ in range(6):
        pick(best(draft, "sp"))
    pick(alone[1])
    pick(best(draft, "sp"))
    second = pick(best(draft, "sp"))
    assert programs[2].refused("post", "rescind/", {"pick": 8}) == ["not-your-pick"]
    pulled = programs[1].post("rescind/", {"pick": 8})
    assert 8 not in cards_by_pick(pulled)
    assert (pulled["turn"]["slot"], pulled["turn"]["why"]) == (2, "exchange")
    if keeps:
        board = programs[2].post("keep/")
        assert cards_by_pick(board)[10] == second
    else:
        board = programs[2].post("exchange/", {"pick": 10, "card": alone[1]})
        assert cards_by_pick(board)[10] == alone[1]
    assert (board["turn"]["slot"], board["turn"]["picks"]) == (1, [8])
