"""Whole events through the API, with a program in every role, audited after every act."""

import pytest

from config.journal.models import Action
from games.models import Game
from tests.tools.rehearsal.script import Rehearsal
from tests.tournaments.demo_event.watched import Watched
from tournaments.demo_event.acts import rounds
from tournaments.demo_event.event import AuditError, Plan
from tournaments.models import Tournament
from tournaments.rules.formats import FORMATS

# What follows a commit (an event that is over is closed) follows here too.
pytestmark = pytest.mark.django_db(transaction=True)

CLUBS = {"netplay-10": 10, "nationals": 16, "purestrat-weekend": 9}
"""As few as a preset takes; of the others enough for byes and for every way to play a game."""

EVERY_WAY = ("purestrat-weekend", "nationals", "simple-league")
"""The presets in which clubs with managers meet so often, whoever gets on, that games are played in
every way there is."""


ALWAYS = {
    "simple-knockout": (pytest.mark.embedded,),
    "simple-league": (pytest.mark.embedded,),
    "purestrat-weekend": (),
}
"""On the servers one with everything, and the one whose processes are killed (test_chaos)."""

OTHERS = (pytest.mark.embedded, pytest.mark.exhaustive)


def rehearsal(preset: str, **given: object) -> Rehearsal:
    plan = Plan(preset, "1", "two-dice", clubs=CLUBS.get(preset, 7), **given)
    return Rehearsal(plan, wire=Watched(), say=lambda line: None)


@pytest.mark.long
@pytest.mark.parametrize(
    "preset",
    [pytest.param(each, marks=ALWAYS.get(each, OTHERS)) for each in FORMATS],
)
def test_a_rehearsal_of_every_preset_runs_from_the_announcement_to_the_champion(preset):
    report = rehearsal(preset).run()
    event = Tournament.objects.get(slug=report.slug)
    assert event.state == Tournament.State.COMPLETE
    assert report.champions
    assert report.audits > report.acts / 2
    assert report.games == Game.objects.count()
    if preset in EVERY_WAY:
        assert report.done["ways"] == len(rounds.WAYS)
        assert {"simulated", "scored", "online", "reported"} == set(
            Game.objects.values_list("source", flat=True)
        )
        assert {"transcript", "result"} == set(Game.objects.values_list("known", flat=True))
    told = set(Action.objects.filter(scope=event.scope).values_list("code", flat=True))
    assert {"tournament-format-chosen", "tournament-started", "tournament-completed"} <= told
    assert (len(event.stages.all()) == 1) or "round-drawn" in told


@pytest.mark.embedded
@pytest.mark.long
def test_the_same_seed_comes_to_the_same_champion_and_table():
    one = rehearsal("simple-knockout", own_dice=True, name="One").run()
    other = rehearsal("simple-knockout", own_dice=True, name="Other").run()
    assert (one.champions, one.table) == (other.champions, other.table)
    assert one.slug != other.slug


@pytest.fixture
def begun() -> Rehearsal:
    """A league whose first round is played, and that was audited."""
    found = rehearsal("simple-league")
    found.open()
    found.play_what_is_drawn(until=1)
    return found


@pytest.mark.long
def test_an_audit_notices_a_score_that_was_changed_behind_the_table(begun, monkeypatch):
    honest = begun.event.games

    def forged():
        games = honest()
        next(game for game in games if game["status"] == "final")["home_runs"] += 1
        return games

    monkeypatch.setattr(begun.event, "games", forged)
    with pytest.raises(AuditError, match="the games say"):
        begun.auditor.look("a forgery")


@pytest.mark.long
def test_an_audit_notices_a_change_that_the_log_does_not_tell(begun):
    Game.objects.filter(status=Game.Status.FINAL).update(inning=20)
    with pytest.raises(AuditError, match="the log does not tell"):
        begun.auditor.look("an act behind everybody's back")


@pytest.mark.long
def test_an_audit_notices_a_game_that_its_transcript_does_not_tell(begun):
    games = Game.objects.filter(status=Game.Status.FINAL, known=Game.Known.TRANSCRIPT)
    begun.auditor.verified.clear()
    for game in games:
        Game.objects.filter(pk=game.pk).update(transcript=games.last().transcript)
    with pytest.raises(AuditError, match="does not come out the same"):
        begun.auditor.look("an exchange of score sheets")
