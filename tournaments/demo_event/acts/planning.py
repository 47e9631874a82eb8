"""What managers lay down before they play: a line-up against each hand, and how the house is to
play for them when they are not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rosters.rules.coverage import FIELD
from rosters.rules.lineups import HANDS, PITCHER, P
from tournaments.demo_event.event import AuditError, Event

Spots = list[dict[str, Any]]


def plan_ahead(event: Event) -> None:
    """Every manager who is there sets line-ups; the others have left instructions."""
    for squad in event.director.get(event.at("squads/")):
        number = squad["entrant"]
        manager = event.managers.get(number)
        if manager is None:
            continue
        where = f"/squads/{squad['id']}/"
        manager.call("put", f"{where}instructions/", {"hook_innings": 7, "hook_runs": 5})
        if number in event.absent:
            continue
        for hand in HANDS:
            sent = {"against": hand, "spots": line_up(squad["cards"])}
            manager.call("put", f"{where}line-up/", sent)
        event.done["line-ups"] += 1


def declare_starts(event: Event) -> None:
    """Managers name who starts their next games, one player a game, as their sheets let them. Who
    has a bye in all that is drawn has no game to name anybody for."""
    playing = {side for meeting in event.waiting() for side in (meeting["home"], meeting["away"])}
    for squad in event.director.get(event.at("squads/")):
        manager = event.managers.get(squad["entrant"])
        if manager is None or squad["entrant"] in event.absent or squad["sheet"] is None:
            continue
        if squad["entrant"] not in playing:
            continue
        sheet = manager.get(f"/sheets/{squad['sheet']}/")
        starts = _starts(sheet)
        if starts:
            manager.call("put", f"/squads/{squad['id']}/rotation/", {"starts": starts})
            event.done["rotations"] += 1


def _starts(sheet: Mapping[str, Any]) -> list[dict[str, int]]:
    """One pitcher for each of the next games, none twice: one who may start in it by his sheet."""
    found: list[dict[str, int]] = []
    taken: set[int] = set()
    for game in sheet["ahead"][:4]:
        for player in sheet["pitchers"]:
            may = any(each["game"] == game and each["eligible"] for each in player["start"])
            if player["starts"] and may and player["card"] not in taken:
                taken.add(player["card"])
                found.append({"game": game, "card": player["card"]})
                break
    return found


def line_up(cards: Sequence[Mapping[str, Any]]) -> Spots:
    """Nine of a squad, each at a position of his card, the pitcher ninth."""
    hitters = [card for card in cards if card["kind"] == "hitter"]
    at: dict[str, Mapping[str, Any]] = {}
    for player in hitters:
        _find_a_place(player, at, set())
    if len(at) < len(FIELD):
        raise AuditError(f"a squad cannot cover {sorted(set(FIELD) - set(at))}")
    spots: Spots = [{"card": player["id"], "position": where} for where, player in at.items()]
    return [*sorted(spots, key=lambda spot: spot["card"]), {"card": PITCHER, "position": P}]


def _find_a_place(
    player: Mapping[str, Any], at: dict[str, Mapping[str, Any]], asked: set[str]
) -> bool:
    """An augmenting path: the player who stands there already moves, where he can."""
    for where in player["positions"].split():
        if where not in FIELD or where in asked:
            continue
        asked.add(where)
        if where not in at or _find_a_place(at[where], at, asked):
            at[where] = player
            return True
    return False
