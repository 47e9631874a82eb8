"""Games that people play: online, from a score sheet, or told by their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.demo_event.acts.planning import line_up
from tournaments.demo_event.event import AuditError, Event, Meeting
from tournaments.demo_event.people import Person

GameData = dict[str, Any]
Way = Callable[[Event, Meeting, int], None]
"""One way in which a game of a series is played; told the game's number."""

INNINGS = 9


def free_game(event: Event, meeting: Meeting) -> int | None:
    """The first game of a series that has not begun."""
    series = event.director.get(f"/series/{meeting['series']}/")
    begun = {game["number"] for game in series["games"]}
    left = [number for number in range(1, series["length"] + 1) if number not in begun]
    return left[0] if left else None


def sides_of(event: Event, meeting: Meeting, number: int) -> tuple[Person, Person]:
    """Who manages the visitors and the home side of a game of the series."""
    series = event.director.get(f"/series/{meeting['series']}/")
    hosts = series["home_pattern"][number - 1] == "H"
    home, away = event.managers[meeting["home"]], event.managers[meeting["away"]]
    return (away, home) if hosts else (home, away)


def reports_path(meeting: Meeting, number: int) -> str:
    return f"/series/{meeting['series']}/games/{number}/reports/"


def confirm(event: Event, person: Person, meeting: Meeting, number: int) -> None:
    """Have a person confirm what the other side has reported or scored."""
    path = reports_path(meeting, number)
    waiting = person.get(path)["may_confirm"]
    if not waiting:
        raise AuditError(f"{person.name} is not asked to confirm game {number}")
    person.call("post", f"{path}confirm/", {"version": waiting[0]})


def _confirm_scored(event: Event, meeting: Meeting, number: int) -> str:
    """Have the side that did not score a game confirm it, where that is asked; its status."""
    game = _game(event, meeting, number)
    if game["status"] == "reported":
        for person in sides_of(event, meeting, number):
            if person.get(reports_path(meeting, number))["may_confirm"]:
                confirm(event, person, meeting, number)
                break
    return str(_game(event, meeting, number)["status"])


def play_online(event: Event, meeting: Meeting, number: int) -> None:
    """Throw by throw, each side's manager deciding for that side."""
    game = _begin_online(event, meeting, number)
    _play_on(event, meeting, game)
    event.done["online"] += 1


def suspend_and_resume(event: Event, meeting: Meeting, number: int) -> None:
    """A game is suspended on its way, and taken up again where it was."""
    held = suspend(event, meeting, number)
    if held["status"] != "final":
        before = held["transcript"][:-1]
        _play_on(event, meeting, held)
        after = event.director.get(f"/games/{held['id']}/")["transcript"]
        if after[: len(before)] != before:
            raise AuditError(f"game {held['id']} was taken up from another point")
        event.done["suspended"] += 1


def suspend(event: Event, meeting: Meeting, number: int) -> GameData:
    """A game is begun, unless it was, and after a while the visitors suspend it; online the home
    side agrees."""
    game = _found(event, meeting, number) or _begin_online(event, meeting, number)
    away, home = sides_of(event, meeting, number)
    if game["status"] != "suspended":
        _play_on(event, meeting, game, until=40)
        now = event.director.get(f"/games/{game['id']}/")
        if now["status"] != "final" and not event.plan.own_dice:
            where = f"/games/{game['id']}/wait/"
            away.tried("post", where, {"act": "offer-suspension"})
            home.tried("post", where, {"act": "accept-suspension"})
            now = event.director.get(f"/games/{game['id']}/")
        if now["status"] == "in-progress":
            _enter(away, now, "suspend")
    held = dict(event.director.get(f"/games/{game['id']}/"))
    if held["status"] not in ("suspended", "final"):
        raise AuditError(f"game {game['id']} was suspended and is {held['status']}")
    return held


def concede(event: Event, meeting: Meeting, number: int) -> None:
    """The visitors give up after a while."""
    game = _begin_online(event, meeting, number)
    away, _ = sides_of(event, meeting, number)
    _play_on(event, meeting, game, until=30)
    now = event.director.get(f"/games/{game['id']}/")
    if now["status"] != "final":
        answer = away.tried("post", f"/games/{now['id']}/entries/", _entry(now, "concede=away"))
        if answer.status >= 400:
            # The law does not let him yet: they play on.
            _play_on(event, meeting, now)
        else:
            event.done["conceded"] += 1


def from_score_sheet(event: Event, meeting: Meeting, number: int) -> None:
    """The whole transcript at once, as it was scored at a table."""
    if event.plan.card_set:
        # A sheet of a game with cards needs both line-ups: they play it here.
        play_online(event, meeting, number)
        return
    seed = str(event.random.random())
    sheet = event.spectator.get(f"/systems/{event.plan.system}/sample/?seed={seed}")
    _, home = sides_of(event, meeting, number)
    sent = {
        "series": meeting["series"],
        "number": number,
        "transcript": sheet["transcript"],
    }
    home.call("post", "/games/", sent)
    if _confirm_scored(event, meeting, number) != "final":
        raise AuditError(f"game {number} of series {meeting['series']} was scored and is not over")
    event.done["scored"] += 1


def voided(event: Event, meeting: Meeting, number: int) -> None:
    """A game is begun by mistake; the director takes it off the books, and it is played again."""
    game = _begin_online(event, meeting, number)
    _play_on(event, meeting, game, until=10)
    reason = {"reason": "Begun at the wrong table."}
    event.director.call("post", f"/games/{game['id']}/void/", reason)
    event.done["voided"] += 1
    from_score_sheet(event, meeting, number)


def _begin_online(event: Event, meeting: Meeting, number: int) -> GameData:
    away, home = sides_of(event, meeting, number)
    if event.plan.card_set:
        _say_who_plays(event, meeting, number, away, home)
    dice = "table" if event.plan.own_dice else "server"
    begun = {"series": meeting["series"], "number": number, "dice": dice}
    home.call("post", "/games/", begun)
    game = _game(event, meeting, number)
    return game


def _say_who_plays(event: Event, meeting: Meeting, number: int, away: Person, home: Person) -> None:
    where = f"/series/{meeting['series']}/games/{number}/"
    if event.director.get(f"{where}before/")["may_begin"]:
        # A game that was taken off the books: what was said before it stands.
        return
    squads = {squad["entrant"]: squad for squad in event.director.get(event.at("squads/"))}
    teams = {"away": away, "home": home}
    for side, person in teams.items():
        squad = squads[_entrant_of(event, person)]
        for card in _starters(event, person, squad):
            sent = {"side": side, "card": card}
            answer = person.tried("put", f"{where}starter/", sent)
            if answer.status < 400:
                break
        else:
            raise AuditError(f"{person.name} has nobody who may start {where}: {answer.said}")
    for side, person in teams.items():
        squad = squads[_entrant_of(event, person)]
        person.call("put", f"{where}line-up/", {"side": side, "spots": line_up(squad["cards"])})


def _starters(event: Event, person: Person, squad: Mapping[str, Any]) -> list[int]:
    if squad["sheet"] is None:
        return [card["id"] for card in squad["cards"] if card["kind"] == "pitcher"]
    sheet = person.get(f"/sheets/{squad['sheet']}/")
    return [player["card"] for player in sheet["pitchers"] if player["starts"]]


def _entrant_of(event: Event, person: Person) -> int:
    return next(number for number, who in event.managers.items() if who is person)


def _play_on(event: Event, meeting: Meeting, game: GameData, until: int | None = None) -> None:
    """Both sides answer what the game asks them, until it is over, or has so many entries."""
    away, home = sides_of(event, meeting, game["number"])
    sides = {"away": away, "home": home}
    where = f"/games/{game['id']}/"
    now = event.director.get(where)
    while now["awaits"] and (until is None or len(now["transcript"]) < until):
        wanted = now["awaits"][0]
        person = sides[wanted["side"]]
        if wanted["dice"] and not event.plan.own_dice:
            sent = {"after": len(now["transcript"])}
            answer = person.call("post", f"{where}throw/", sent)
        else:
            thrown = "-".join(event.random.choice(faces) for faces in wanted["faces"])
            answer = _enter(person, now, thrown or wanted["entries"][0])
        now = answer or person.get(where)
    if until is None and _confirm_scored(event, meeting, game["number"]) != "final":
        raise AuditError(f"game {game['id']} waits for nothing and is not over")


def _enter(person: Person, game: GameData, entry: str) -> Any:
    return person.call("post", f"/games/{game['id']}/entries/", _entry(game, entry))


def _entry(game: GameData, entry: str) -> dict[str, Any]:
    return {"after": len(game["transcript"]), "entries": [entry]}


def _game(event: Event, meeting: Meeting, number: int) -> GameData:
    found = _found(event, meeting, number)
    if found is None:
        raise AuditError(f"game {number} of series {meeting['series']} was begun and is not there")
    return found


def _found(event: Event, meeting: Meeting, number: int) -> GameData | None:
    series = event.director.get(f"/series/{meeting['series']}/")
    return next((dict(game) for game in series["games"] if game["number"] == number), None)
