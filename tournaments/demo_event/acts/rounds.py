"""A round of play: some games by people, each in a way of its own, the rest simulated; and the
pitching sheets that the opponents sign when its series are over."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from tournaments.demo_event.acts import games, reports, rulings
from tournaments.demo_event.acts.games import Way, free_game
from tournaments.demo_event.event import AuditError, Event, Meeting

WAYS: Sequence[tuple[str, Way]] = (
    ("a game online", games.play_online),
    ("a result, confirmed", reports.confirmed),
    ("a game from its score sheet", games.from_score_sheet),
    ("a line score, told alike by both", reports.with_box),
    ("a game that is suspended and resumed", games.suspend_and_resume),
    ("two versions, settled", reports.disputed),
    ("a violation, dismissed", rulings.dismissed),
    ("a result, put right", reports.put_right),
    ("a game that is given up", rulings.given_up),
    ("a violation, accepted", rulings.accepted),
    ("a game taken off the books", games.voided),
)
"""Ways to play a game, in the order in which a rehearsal goes through them."""

LONGEST_WAIT = 1200
"""Looks at a job, half a second apart, before it is taken for stuck."""


def ways_of(event: Event) -> Sequence[tuple[str, Way]]:
    """The ways in which games are played in this rehearsal."""
    wanted = event.plan.ways
    return [(name, way) for name, way in WAYS if not wanted or name in wanted]


def by_hand(event: Event, number: int, most: int) -> list[tuple[str, Way, Meeting]]:
    """Which series of a round are begun by people, and how; each way comes once."""
    left = ways_of(event)[event.done["ways"] :][:most]
    if not left:
        return []
    series = [each for each in event.waiting(number) if event.managers_of(each)]
    event.random.shuffle(series)
    return [(name, way, meeting) for (name, way), meeting in zip(left, series, strict=False)]


def play_one(event: Event, way: Way, meeting: Meeting) -> None:
    """One game of a series in one way."""
    number = free_game(event, meeting)
    event.done["ways"] += 1
    if number is not None:
        way(event, meeting, number)


def simulate_round(event: Event, number: int) -> None:
    """What is left of a round is simulated while the director waits."""
    event.director.call("post", event.at("play-round/"), {"round": number})
    if event.waiting(number):
        raise AuditError(f"round {number} was simulated, and something of it is left")


def play_out(event: Event) -> None:
    """Everything that is drawn is simulated by a job, however often its worker is killed."""
    job = event.director.call("post", event.at("play-out/"))
    for _ in range(LONGEST_WAIT):
        if not event.waiting():
            break
        now = event.director.get(f"/jobs/{job['id']}/") if job else {}
        if now.get("state") == "failed":
            raise AuditError(f"the play-out failed: {now}")
        sleep(0.5)
    else:
        raise AuditError("the play-out does not end")
    event.done["play-outs"] += 1


def sign_sheets(event: Event, *, left: int = 0) -> None:
    """The manager of every club signs on its opponents' sheets what is over; the last ``left``
    sheets are left as they are."""
    managers = {
        event.names[team]: event.managers[number]
        for team, number in event.numbers.items()
        if number in event.managers
    }
    squads = sorted(event.director.get(event.at("squads/")), key=lambda squad: squad["entrant"])
    for squad in squads[: len(squads) - left]:
        sheet = event.director.get(f"/sheets/{squad['sheet']}/")
        for series in sheet["series"]:
            signer = managers.get(series["opponent"])
            if series["complete"] and not series["signed"] and signer is not None:
                signer.call("post", f"/sheets/{squad['sheet']}/sign/", {"series": series["id"]})
                event.done["signatures"] += 1
