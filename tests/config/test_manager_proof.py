"""What is left out of the house's manager, one decision at a time."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.decisions import Manager
from games.systems.registry import SYSTEMS
from tests.games.builders import ADVANCED
from tests.tools import prove_manager
from tests.tools.proofs.manager import Setting, prove

POKER = SYSTEMS["poker-dice"]
SETTINGS = POKER.settings(ADVANCED)


class Bunter(Manager):
    """Bunts whenever he may, and decides nothing else."""

    def choose(self, game, decision, mask):
        return 1 if decision.name == "bunt" and mask & 2 else 0


def test_a_decision_that_costs_games_is_found_out(monkeypatch):
    monkeypatch.setattr(type(POKER), "manager", lambda self, settings: Bunter())
    (found,) = prove(POKER, [Setting(None, SETTINGS)], 400, "bunter")
    assert (found.what, found.pairings) == ("bunt", 400)
    assert found.a_game > 1
    assert found.loses
    assert found.share < 0.4


def test_who_never_decides_anything_has_nothing_to_be_left_out(monkeypatch):
    monkeypatch.setattr(type(POKER), "manager", lambda self, settings: Manager())
    assert list(prove(POKER, [Setting(None, SETTINGS)], 5, "idle")) == []


def test_the_command_writes_its_table_into_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("Before.\n\n<!-- left out: start --> old <!-- left out: end -->\nAfter.\n")
    said = StringIO()
    call_command(prove_manager.Command(), "one-die", pairings=1, write=page, stdout=said)
    text = page.read_text()
    assert text.startswith("Before.")
    assert text.endswith("After.\n")
    assert "old" not in text
    assert said.getvalue().strip() in text
    page.write_text("nothing")
    with pytest.raises(CommandError, match="no place"):
        call_command(prove_manager.Command(), "one-die", pairings=1, write=page)
    with pytest.raises(CommandError, match="at least 1"):
        call_command(prove_manager.Command(), "one-die", pairings=0)
