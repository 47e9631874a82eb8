"""A small rehearsal with cards: squads, sheets, line-ups and the law of pitching on the way."""

import pytest
from rest_framework.test import APIClient

from games.models import Game
from pitching.models import SheetColumn
from tests.rosters.builders import a_deep_drive_set, a_purestrat_set
from tests.tools.rehearsal.script import Rehearsal
from tests.tournaments.demo_event.watched import Watched
from tournaments.demo_event.event import Plan
from tournaments.models import Tournament

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

WAYS = ("a result, confirmed", "two versions, settled", "a result, put right")
"""Told by their results: a game that is thrown over the API takes two hundred calls, and the demo's
event (test_half_way) has one."""


def test_a_rehearsal_with_cards_runs_from_the_draft_to_the_champion():
    cards = a_purestrat_set()
    plan = Plan("full-round-robin", "1", "purestrat", cards.slug, clubs=4, ways=WAYS)
    report = Rehearsal(plan, wire=Watched(), say=lambda line: None).run()
    event = Tournament.objects.get(slug=report.slug)
    assert event.state == Tournament.State.COMPLETE
    # Who is level at the top plays a game for it, or rolls.
    assert len(report.champions) == 1
    assert report.done["ways"] == len(WAYS)
    assert report.done["picks"] == 6
    assert report.done["line-ups"] == report.done["rotations"] == 3
    finals = Game.objects.filter(series__event__key=event.scope, status=Game.Status.FINAL)
    assert finals.count() == report.games == 24 + report.done["tie games"]
    columns = SheetColumn.objects.filter(sheet__event__key=event.scope)
    assert columns.filter(status=SheetColumn.Status.PLAYED).count() == 2 * report.games


@pytest.mark.rule("DD-104", "DD-113")
@pytest.mark.parametrize(
    ("law", "ways"),
    [
        pytest.param(
            "none",
            (
                "a line score, told alike by both",
                "a game that is suspended and resumed",
                "a violation, accepted",
            ),
            marks=pytest.mark.exhaustive,
        ),
        (
            "rest_and_relief",
            ("a result, confirmed", "two versions, settled", "a violation, dismissed"),
        ),
    ],
)
def test_a_rehearsal_of_deep_drive_runs_from_the_draft_to_the_champion(law, ways):
    """With its own law of squads, and pitching sheets where it asks for them."""
    cards = a_deep_drive_set()
    settings = {"pitching_law": law}
    plan = Plan(
        "full-round-robin", "1", "deep-drive", cards.slug, clubs=4, settings=settings, ways=ways
    )
    report = Rehearsal(plan, say=lambda line: None).run()
    event = Tournament.objects.get(slug=report.slug)
    assert event.state == Tournament.State.COMPLETE
    assert event.settings["pitching_law"] == law
    assert event.edition_preset == "house-league"
    assert len(report.champions) == 1
    assert report.done["ways"] == len(ways)
    assert report.done["picks"] == 6
    assert report.done["line-ups"] == 3
    finals = Game.objects.filter(series__event__key=event.scope, status=Game.Status.FINAL)
    assert finals.count() == report.games == 24 + report.done["tie games"]
    columns = SheetColumn.objects.filter(sheet__event__key=event.scope)
    played = columns.filter(status=SheetColumn.Status.PLAYED).count()
    assert played == (0 if law == "none" else 2 * report.games)
    # What is over is in the archive, with its record.
    assert event.name in APIClient().get("/api/v1/archive/").content.decode()
