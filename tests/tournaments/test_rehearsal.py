"""A whole event through the API, with a program in every role."""

import pytest

from config.journal.models import Action
from games.models import Game
from tournaments.models import Tournament
from tournaments.rehearsal import AuditError, Rehearsal

# What follows a commit (an event that is over is closed) follows here too.
pytestmark = pytest.mark.django_db(transaction=True)


def test_a_rehearsal_runs_from_the_invitations_to_the_champion_and_audits_every_act():
    rehearsal = Rehearsal("simple-knockout", "1", system="two-dice", clubs=4, say=lambda line: None)
    report = rehearsal.run()
    event = Tournament.objects.get(slug=report.slug)
    assert event.state == Tournament.State.COMPLETE
    assert len(report.champions) == 1
    sources = set(Game.objects.values_list("source", flat=True))
    assert sources == {"simulated", "scored", "online"}
    assert report.games == Game.objects.filter(status=Game.Status.FINAL).count()
    assert report.audits > 4
    told = set(Action.objects.filter(scope=event.scope).values_list("code", flat=True))
    assert {"tournament-format-chosen", "tournament-started", "round-drawn"} <= told


def test_an_audit_notices_a_score_that_was_changed_behind_the_table(monkeypatch):
    rehearsal = Rehearsal("simple-league", "2", system="two-dice", clubs=3, say=lambda line: None)
    rehearsal._announce()
    rehearsal.director.call("post", rehearsal._at("start/"))
    rehearsal.director.call("post", rehearsal._at("play-round/"), {"round": 1})
    rehearsal._audited()
    honest = rehearsal._games

    def forged():
        games = honest()
        games[0]["home_runs"] += 1
        return games

    monkeypatch.setattr(rehearsal, "_games", forged)
    with pytest.raises(AuditError, match="the games say"):
        rehearsal._audited()
