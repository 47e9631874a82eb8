"""A game that one side's people score at a table counts once the other side confirms it."""

import pytest

from config.refusals import Refused
from games.engine.record import simulate
from games.models import Game
from games.seriesday.services.reporting import make_official, settle_report
from games.services.scoring import record_game
from tests.builders import browser
from tests.games.seriesday.builders import a_day, also_manages, claim

pytestmark = pytest.mark.django_db

JSON = "application/json"


def scored(day, user, *, number: int = 1, whole: bool = True) -> Game:
    words = simulate(day.series.system, day.series.settings, f"game {number}").transcript
    return record_game(
        series_id=day.series.pk,
        number=number,
        transcript=words if whole else words[:-1],
        acting_user=user,
    )


def last_die(day, number: int = 1) -> str:
    return simulate(day.series.system, day.series.settings, f"game {number}").transcript[-1]


def states(day) -> list[str]:
    return [each.state for each in day.game().reports.order_by("version")]


def html(answer) -> str:
    return answer.content.decode()


@pytest.fixture
def day():
    return a_day(length=2)


def urls(day) -> tuple[str, str]:
    at = f"/series/{day.series.pk}/games/1"
    return f"{at}/score/", f"{at}/report/"


def test_the_start_page_says_it_and_the_last_die_asks_the_other_side(day):
    score, report = urls(day)
    said = "The result counts once the other side confirms it."
    assert said in " ".join(html(browser(day.home).get(score)).split())
    assert said not in " ".join(html(browser(day.director).get(score)).split())
    game = scored(day, day.home, whole=False)
    after = len(game.entries)
    mine = browser(day.home)
    answer = mine.post(score, {"act": "enter", "after": after, "entry": last_die(day)}, follow=True)
    assert "It counts once the other side confirms it" in html(answer)
    game = day.game()
    assert (game.status, game.known, states(day)) == ("reported", "transcript", ["open"])
    # No more is entered, and the last die is put right until the other side has spoken.
    more = mine.post(
        f"/api/v1/games/{game.pk}/entries/",
        {"after": len(game.entries), "entries": ["6"]},
        content_type=JSON,
    )
    assert more.json()["error"]["code"] == "game-over"
    mine.post(score, {"act": "undo", "after": len(game.entries), "reason": "A slip"})
    assert (day.game().status, states(day)) == ("in-progress", ["replaced"])
    mine.post(score, {"act": "enter", "after": after, "entry": last_die(day)})
    assert states(day) == ["replaced", "open"]
    # Who scored does not confirm.
    own = mine.post(report, {"act": "confirm", "version": "2"})
    assert 'data-code="not-the-opponent"' in html(own)
    theirs = browser(day.away)
    shown = html(theirs.get(report))
    assert "Is this right?" in shown
    assert "Box score and play-by-play" in shown
    assert theirs.post(report, {"act": "confirm", "version": "2"}).status_code == 302
    game = day.game()
    assert (game.status, game.known, bool(game.finished_at)) == ("final", "transcript", True)
    assert len(game.entries) == after + 1


def test_a_dispute_is_settled_by_the_plays_or_the_game_is_taken_back(day):
    score, report = urls(day)
    game = scored(day, day.home)
    fields = {"act": "report", "away_runs": "90", "home_runs": "1", "inning": "9", "key": "k"}
    assert browser(day.away).post(report, {**fields, "ending": "played"}).status_code == 302
    assert (day.game().status, states(day)) == ("reported", ["disputed", "disputed"])
    with pytest.raises(Refused) as refused:
        settle_report(game_id=game.pk, version=2, reason="Theirs", acting_user=day.director)
    assert refused.value.code == "has-plays"
    settle_report(game_id=game.pk, version=1, reason="As thrown", acting_user=day.director)
    final = day.game()
    assert (final.status, final.transcript, final.events) == ("final", game.transcript, game.events)
    rewound = {"act": "rewind", "entry": "1", "after": len(game.entries), "reason": "Wrong dice"}
    browser(day.director).post(score, rewound)
    assert (day.game().status, states(day)) == ("in-progress", ["replaced", "replaced"])


def test_the_other_side_that_reports_the_same_confirms_it(day):
    game = scored(day, day.home)
    same = claim(
        game.away_runs,
        game.home_runs,
        ending=game.reason,
        inning=game.inning,
        half=game.half,
        outs=game.outs,
    )
    with pytest.raises(Refused) as refused:
        day.report(day.home, same)
    assert refused.value.code == "game-under-way"
    day.report(day.away, same)
    assert (day.game().status, day.game().known) == ("final", "transcript")


def test_it_is_final_at_once_where_the_other_side_was_there_or_nobody_is(day):
    # A director, who scores for both.
    assert scored(day, day.director).is_final
    # The other side began it.
    game = scored(day, day.home, number=2, whole=False)
    score = f"/series/{day.series.pk}/games/2/score/"
    entered = {"act": "enter", "after": len(game.entries), "entry": last_die(day, 2)}
    browser(day.away).post(score, entered)
    assert day.game(2).is_final
    alone = a_day(length=1, name="Alone", called="alone")
    alone.series.away.members.all().delete()
    assert scored(alone, alone.home).is_final
    both = a_day(length=1, name="Both", called="both")
    also_manages(both.home, both.series.away, both.tournament.scope)
    assert scored(both, both.home).is_final


def test_unanswered_it_is_official_with_the_next_series(day):
    game = scored(day, day.home)
    assert make_official(series_ids=[day.series.pk]) == 0
    for series in day.tournament.series.exclude(pk=day.series.pk):
        record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=None)
    assert make_official(series_ids=[day.series.pk]) == 1
    assert Game.objects.get(pk=game.pk).is_final
