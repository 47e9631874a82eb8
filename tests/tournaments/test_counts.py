"""Every page, report, mail, file and route tells the same of how much of an event was played."""

import csv
import io
import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from config.journal.models import Action
from games.models import Game, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from games.services.rewinding import void_game
from tests.builders import browser, director_of, entrant, fixture_of, league, result
from tests.games.seriesday.builders import Day, claim
from tests.markup import even
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.book.test_archive import unpacked
from tests.tournaments.test_stages import play_to_the_end
from tournaments.book.keeping import keep_books
from tournaments.models import Stage, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.rules.ties import Step, TieOrder
from tournaments.selectors.league import load_league
from tournaments.selectors.reports import event_report
from tournaments.sending.selectors import RECORD, sending_of
from tournaments.services.drawing import advance_event
from tournaments.services.drops import drop_club
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.ties import open_tie_game
from tournaments.words import said

pytestmark = pytest.mark.django_db


def shaped(clubs: int, *stages: StageSpec, divisions: int = 1) -> Tournament:
    """A running event with cards, whose ties shoot-outs break."""
    made = league(
        clubs, started=False, system_key="purestrat", card_set=a_purestrat_set(clubs=clubs + 2).slug
    )
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=stages,
        divisions=divisions,
        tie_order=TieOrder((Step("pct"), Step("shoot-out"))),
        acting_user=director,
    )
    return start_tournament(tournament=Tournament.objects.get(pk=made.pk), acting_user=director)


def series_won(made: Tournament, one: int, other: int, second: tuple[int, int] = (5, 3)) -> None:
    result(made, one, other, (6, 2))
    result(made, one, other, second, number=2)


@pytest.fixture
def weekend() -> Tournament:
    """Two divisions of five. In the first Nos. 2 and 3 are level and a shoot-out parts them, and 4
    and 5 stay level; in the second No. 10 drops out after two series and its results are thrown
    out. A game was voided and played again. One semi-final is over, and in the other a game is
    suspended at 3-3."""
    made = shaped(
        10,
        StageSpec(ROUND_ROBIN, "Season", 2),
        StageSpec(KNOCKOUT, "Play-offs", games=(3,), entry=AdvanceRule(2)),
        divisions=2,
    )
    director = director_of(made)
    void_game(game_id=result(made, 1, 2, (0, 9)).pk, reason="Wrong cards", acting_user=director)
    for one, other in ((1, 2), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5)):
        series_won(made, one, other)
    for one, other in ((2, 3), (4, 5), (6, 9)):
        series_won(made, one, other, second=(2, 4))
    for one, other in ((6, 7), (6, 8), (7, 8), (7, 9), (8, 9), (6, 10), (7, 10)):
        series_won(made, one, other)
    drop_club(
        tournament=made, number=10, reason="He fell ill", nobody_found=True, acting_user=director
    )
    ruling = open_tie_game(tournament=made, kind="shoot-out", members=(2, 3), acting_user=director)
    play_series(
        series_ids=[Series.objects.get(fixture__round__stage=ruling.stage).pk], acting_user=None
    )
    advance_event(tournament=made, acting_user=director)
    semis = Series.objects.filter(fixture__round__stage__kind=Stage.Kind.KNOCKOUT).order_by("pk")
    play_series(series_ids=[semis[0].pk], acting_user=None)
    for number, told in ((1, claim(4, 2)), (2, claim(3, 3, ending="suspended", half=0, outs=1))):
        day = Day(made, semis[1], director, director, director)
        day.report(director, day.pitched(told, number), number)
    pairs = ("runs", "hits", "errors", "left_on_base", "before", "awarded")
    bare = {**{name: [0, 0] for name in pairs}, "innings": [[], []], "inning": 9}
    bare |= {"half": 1, "outs": 3, "regulation": 9}
    Game.objects.filter(source=Game.Source.SCORED).update(summary=bare)
    keep_books(count_players_lines())
    return Tournament.objects.get(pk=made.pk)


def text(made: Tournament, path: str, visitor: Any = None) -> str:
    answer = (visitor or browser()).get(f"/t/{made.slug}/{path}" if path != "/" else "/")
    assert answer.status_code == 200
    words = re.sub(r"<[^>]+>", " ", even(answer.content.decode()))
    return re.sub(r"\s+", " ", words)


def api(made: Tournament, path: str) -> Any:
    return browser().get(f"/api/v1/tournaments/{made.slug}/{path}").json()


def rows_by_hand(made: Tournament) -> dict[str, int]:
    """The games of the event as they are stored, without the product's own counting."""
    games = Game.objects.filter(series__event__key=made.scope)
    of = dict.fromkeys(("void", "suspended", "thrown_out", "shoot_outs", "season", "playoffs"), 0)
    tenth = entrant(made, 10).team_id
    for game in games.select_related("series__fixture__round__stage"):
        kind = game.series.fixture.round.stage.kind
        if game.status in ("void", "suspended"):
            of[game.status] += 1
        elif tenth in (game.home_id, game.away_id):
            of["thrown_out"] += 1
        elif kind == "tie-break":
            of["shoot_outs"] += 1
        else:
            of["season" if kind == "round-robin" else "playoffs"] += 1
    return of


def test_every_page_and_file_gives_the_same_figures_of_an_event_with_games_of_all_kinds(weekend):
    made, director = weekend, browser(director_of(weekend))
    by_hand, counts = rows_by_hand(made), api(made, "counts/")
    assert by_hand == {
        "season": 32,
        "playoffs": by_hand["playoffs"],
        "void": 1,
        "suspended": 1,
        "thrown_out": 4,
        "shoot_outs": 1,
    }
    assert by_hand["playoffs"] >= 3
    for kind in ("season", "playoffs"):
        assert counts[kind]["counted"] == by_hand[kind]
    for kind in ("void", "suspended", "thrown_out", "shoot_outs"):
        assert counts[kind] == by_hand[kind]
    assert (counts["clubs"], counts["dropped"]) == (9, 1)
    assert (counts["round"], counts["rounds"]) == (5, 5)
    counted, total = counts["games"]["counted"], counts["games"]["total"]
    assert counted == 32 + by_hand["playoffs"]
    # Two more of the semi-final, at most.
    assert total == counted + 2
    beside = "Beside the games that count: 1 shoot-out, 4 thrown out, 1 void, 1 suspended."
    overview = text(made, "")
    assert f"{counted} Games played of {total}" in overview
    assert "9 Clubs" in overview
    assert beside in overview
    standings = text(made, "standings/")
    assert "After 32 of 32 games, round 5 of 5." in standings
    assert f"Play-offs ({by_hand['playoffs']} of {total - 32} games)" in standings
    assert beside in standings
    desk = text(made, "desk/", director)
    done, of = counts["series_done"], counts["series"]
    assert f"{done} of {of} series, {counted} of {total} games played" in desk
    assert f"{done} Series played of {of}" in overview
    front = browser().get("/").content.decode()
    assert f"{done} of {of} series played" in front
    assert "9 clubs" in front
    (badges,) = re.findall(r'<p class="tn-badges".*?</p>', front, re.DOTALL)
    assert badges.count("<svg") == 9
    # Wins of the table and lines of the book are of just these games.
    metrics = [line["metrics"] for line in api(made, "standings/")]
    assert sum(int(line["won"]) + int(line["tied"]) for line in metrics) == 32
    for stage, games in (("season", 32), ("all", counted)):
        for path in (f"statistics.json?stage={stage}", f"statistics.json?stage={stage}&of=clubs"):
            told = browser().get(f"/t/{made.slug}/{path}").json()
            assert told["games"] == games
            assert told["covered"] == (0 if stage == "season" else by_hand["playoffs"] - 1)
        assert f" of {games} games" in text(made, f"statistics/?stage={stage}")
        assert f" of {games} games" in text(made, f"leaders/?stage={stage}")
        assert api(made, f"leaders/?stage={stage}")["games"] == games
    assert api(made, "report/")["games"] == counted
    whole = json.loads(browser().get(f"/t/{made.slug}/export.json").getvalue())
    assert whole["counts"] == counts
    assert sum(game["counts"] for game in whole["games"]) == counted
    assert [stage["number"] for stage in whole["stages"]] == [1, 2]
    with unpacked(director.get(f"/t/{made.slug}/book.zip")) as archive:
        assert json.loads(archive.read("manifest.json"))["book"]["games"] == counted
        lines = list(csv.DictReader(io.StringIO(archive.read("games.csv").decode("utf-8-sig"))))
        assert len(lines) == counted
    with unpacked(director.get(f"/t/{made.slug}/retrosheet.zip")) as archive:
        assert f"Of {counted} games that count" in archive.read("README.txt").decode()
    record = sending_of(made).report(RECORD)
    assert record is not None
    assert "9 clubs and 1 whose results count for nothing" in record.text


def test_places_of_clubs_that_are_level_are_those_of_their_division(weekend):
    for number in (4, 5):
        assert "4= Place of 5 in division 1" in text(weekend, f"teams/{number}/")
    assert "1 Place of 5 in division 1" in text(weekend, "teams/1/")
    assert "1 Place of 4 in division 2" in text(weekend, "teams/6/")


def test_a_shoot_out_is_neither_a_stage_nor_a_round_nor_a_filter(weekend):
    made = weekend
    assert [each["name"] for each in api(made, "stages/")] == ["Season", "Play-offs"]
    assert "tie-break" not in {each["kind"] for each in api(made, "stages/")}
    assert [each["name"] for each in api(made, "schedule/")][-1] == "Semi-finals"
    assert len(api(made, "schedule/")) == 6
    (held,) = api(made, "tie-games/")
    assert held["kind"] == "shoot-out"
    assert held["name"].startswith("Shoot-out ")
    numbers = [stage.number for stage in made.stages.all() if stage.is_tie_break]
    for path in ("statistics", "leaders", "rules"):
        assert held["name"] not in text(made, f"{path}/")
    refused = browser().get(f"/api/v1/tournaments/{made.slug}/leaders/?stage={numbers[0]}")
    assert refused.status_code == 400


def test_a_suspended_game_is_not_said_to_count_and_the_log_names_the_clubs_of_a_score(weekend):
    game = Game.objects.get(status=Game.Status.SUSPENDED)
    director = browser(director_of(weekend))
    page = director.get(f"/series/{game.series_id}/games/{game.number}/report/").content.decode()
    assert "Counts" not in page
    lines = [said(each) for each in Action.objects.filter(subject_id=str(game.pk))]
    told = [line.facts for line in lines if line.about == str(game) and "3" in line.facts]
    assert told
    assert all(f"{game.away} 3, {game.home} 3" in facts for facts in told)
    played = Action.objects.filter(code="series-simulated").order_by("-pk")[0]
    names = {f"{each.team} " for each in weekend.entrants.select_related("team")}
    assert sum(name in said(played).facts for name in names) == 2


def test_the_record_of_an_event_that_is_over_has_the_figures_of_its_pages(weekend):
    director = director_of(weekend)
    made = weekend
    game = Game.objects.get(status=Game.Status.SUSPENDED)
    day = Day(made, game.series, director, director, director)
    day.report(director, day.pitched(claim(5, 3), 2), 2)
    made = play_to_the_end(made)
    counts = api(made, "counts/")
    assert made.state == Tournament.State.COMPLETE
    record = made.record
    assert (record.clubs, record.games) == (9, counts["games"]["counted"])
    games = counts["games"]["counted"]
    assert f"9 clubs played {games} games and 1 shoot-out." in event_report(made).first_draft
    assert f"{games} Games played of {games}" in text(made, "")
    archived = even(browser().get("/archive/").content.decode())
    assert f"<span>9 clubs</span><span>{games} games</span>" in archived.replace("\n", "")


def test_a_knockout_of_shoot_outs_has_no_games_won_and_lost():
    made = shaped(4, StageSpec(KNOCKOUT, "Shoot-outs", games=(1,), shoot_outs=True))
    made = play_to_the_end(made)
    counts: Mapping[str, Any] = api(made, "counts/")
    assert (counts["shoot_outs"], counts["games"]["total"]) == (3, 0)
    report = event_report(made)
    assert "4 clubs played 3 shoot-outs." in report.write_up
    assert "games" not in report.write_up
    assert all(line.playoffs.played == line.playoff_wins == 0 for line in report.lines)
    assert "Won – lost" not in text(made, f"teams/{report.winners[0].number}/")
    assert "3 Shoot-outs" in text(made, "")
    assert load_league(made).finals == ()
    assert fixture_of(made, 1, 4) is not None
