"""A draft whose processes are killed: no pick is lost, and no time."""

import json
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from config.people.models import User
from config.people.tokens import issue_api_token
from rosters.drafts.models import Draft, DraftPick
from rosters.drafts.services import preparing
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.builders import director_of
from tests.config.processes import eventually, wait_for_site
from tests.config.test_outage import House, house  # noqa: F401
from tests.rosters.drafts import a_league, best, prepared, room_of

pytestmark = [pytest.mark.served, pytest.mark.worker]

SHOTS = 12
"""Picks between which something is killed."""


def opened(settings: DraftSettings, ago: timedelta) -> tuple[Draft, User]:
    tournament = a_league(4)
    draft = prepared(tournament, settings)
    director = director_of(tournament)
    opening = timezone.now() - ago
    return preparing.open_draft(draft=draft, acting_user=director, now=opening), director


def take(site: House, draft: Draft, token: str) -> int:
    """The director picks for whoever is on the clock; the pick, as the site answered it."""
    turn = room_of(draft).board.turn
    assert turn is not None
    positions = ("ss", "cf", "sp", "c", "2b", "3b")
    card = best(draft, positions[turn.picks[0] % len(positions)])
    sent = json.dumps({"slot": turn.seat, "card": card}).encode()
    status, body = site.ask(f"/api/v1/drafts/{draft.pk}/picks/", token, sent)
    assert status == 201, body
    made = {each["pick"]: each["card"] for each in json.loads(body)["picks"]}
    assert made[turn.picks[0]] == card
    return card


def test_killing_web_and_worker_mid_draft_loses_no_pick(house):  # noqa: F811
    draft, director = opened(DraftSettings(sanctioned=False), timedelta())
    token = issue_api_token(user=director, acting_user=None)
    taken = []
    for number in range(SHOTS):
        if number == SHOTS // 3:
            house.end(house.web)
            house.web = house.start_web()
            wait_for_site(house.web, house.address)
        if number == 2 * SHOTS // 3:
            house.end(house.worker)
        taken.append(take(house, draft, token))
    board = json.loads(house.ask(f"/api/v1/drafts/{draft.pk}/")[1])
    assert [each["card"] for each in board["picks"]] == taken
    rows = DraftPick.objects.filter(draft=draft).order_by("pick")
    assert list(rows.values_list("card", flat=True)) == taken


def test_a_turn_that_ran_out_while_nobody_was_there_costs_one_turn(house):  # noqa: F811
    """The next club has its whole clock from the moment the site is back."""
    house.end(house.web)
    house.end(house.worker)
    clock = Clock("per-pick", 600, at_zero="auto")
    draft, _ = opened(DraftSettings(sanctioned=False, clock=clock), timedelta(minutes=55))
    assert not DraftPick.objects.filter(draft=draft).exists()
    back = timezone.now()
    house.web = house.start_web()
    wait_for_site(house.web, house.address)
    house.ask(f"/api/v1/drafts/{draft.pk}/")
    eventually(lambda: DraftPick.objects.filter(draft=draft).exists(), "the turn to be settled")
    found = json.loads(house.ask(f"/api/v1/drafts/{draft.pk}/")[1])
    (pick,) = found["picks"]
    made = datetime.fromisoformat(pick["at"])
    assert made >= back
    assert datetime.fromisoformat(found["deadline"]) - made == timedelta(minutes=10)
    assert pick["by"] == "house"
