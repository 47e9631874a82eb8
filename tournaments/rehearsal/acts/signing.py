"""Pitching sheets are signed by the opponents when a series is over."""

from __future__ import annotations

from tournaments.rehearsal.event import Event


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
