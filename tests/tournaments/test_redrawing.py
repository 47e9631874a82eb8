"""A result that is corrected after something was drawn upon it: everybody is told, and the director
draws again, or leaves what was played."""

from html import unescape
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone

from config.journal.models import Action
from config.notices.kinds import SOURCES
from config.people.models import User
from games.models import Game, Series
from games.seriesday.models import Ruling
from games.services.playing import play_series
from pitching.models import PitchingSheet
from tests.builders import browser, director_of, entrant, fixture_of, league, manager, result
from tests.games.seriesday.builders import a_day
from tournaments.models import Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, MATCHUPS, ROUND_ROBIN, StageSpec
from tournaments.rules.ties import Step, TieOrder, order_to_json
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import load_league
from tournaments.services.drawing import advance_event
from tournaments.services.drops import drop_club
from tournaments.services.events import close_tournament, start_tournament
from tournaments.services.formats import choose_format

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def after_commit(django_capture_on_commit_callbacks):
    """What hangs on results hears of them, as it does when a transaction is through."""
    with django_capture_on_commit_callbacks(execute=True):
        yield


def of_stages(count: int, *stages: StageSpec, divisions: int = 1) -> Tournament:
    made = league(count, started=False)
    director = director_of(made)
    choose_format(tournament=made, stages=list(stages), divisions=divisions, acting_user=director)
    return start_tournament(tournament=made, acting_user=director)


def cup(count: int = 4, **more: Any) -> Tournament:
    """A knockout of single games: 1 against 4 and 2 against 3."""
    return of_stages(count, StageSpec(KNOCKOUT, "Cup", games=(1,), **more))


def table_and_final(count: int = 4) -> Tournament:
    return of_stages(
        count,
        StageSpec(ROUND_ROBIN, "League", 1),
        StageSpec(KNOCKOUT, "Final four", games=(1,), entry=AdvanceRule(2)),
    )


def beats(made: Tournament, winner: int, loser: int) -> Game:
    game = result(made, winner, loser, (5, 3))
    Game.objects.filter(pk=game.pk).update(known=Game.Known.RESULT)
    return game


def draw(made: Tournament) -> None:
    advance_event(tournament=made, acting_user=director_of(made))


def turned(game: Game) -> dict[str, Any]:
    """The same game told the other way round."""
    home_won = game.home_runs > game.away_runs
    return {
        "away": {"runs": game.home_runs},
        "home": {"runs": game.away_runs},
        "ending": "regulation" if home_won else "home-leads",
        "inning": 9,
        "half": "bottom" if home_won else "top",
        "outs": 3,
        "reason": "Told the wrong way round.",
    }


def put_right(made: Tournament, game: Game, act: str = "correct") -> Any:
    """The director corrects a result, or looks what that would change."""
    at = f"/api/v1/series/{game.series_id}/games/{game.number}/reports/{act}/"
    answer = browser(director_of(made)).post(at, turned(game), content_type="application/json")
    assert answer.status_code == 200, answer.content
    close_tournament(tournament_id=made.pk, acting_user=None)
    return answer.json()


def api(made: Tournament, values: dict[str, Any]) -> Any:
    return browser(director_of(made)).post(
        f"/api/v1/tournaments/{made.slug}/drawings/", values, content_type="application/json"
    )


def in_final(made: Tournament) -> set[int]:
    last = load_league(Tournament.objects.get(pk=made.pk)).rounds[-1]
    return {
        side.number for each in last.meetings for side in (each.home, each.away) if side is not None
    }


def post(user: User, at: str, values: dict[str, Any]) -> Any:
    return browser(user).post(at, values, content_type="application/json")


def desk(made: Tournament, **values: Any) -> Any:
    return browser(director_of(made)).post(f"/t/{made.slug}/desk/", values, follow=True)


def shown(made: Tournament, page: str = "stages") -> str:
    return unescape(browser().get(f"/t/{made.slug}/{page}/").content.decode())


def test_a_semi_final_put_right_after_the_final_was_drawn_is_told_and_the_final_drawn_again():
    made = cup()
    game = beats(made, 1, 4)
    beats(made, 2, 3)
    draw(made)
    assert in_final(made) == {1, 2}
    changes = {
        each["what"]: each["after"] for each in put_right(made, game, "preview")["standings"]
    }
    one, four = entrant(made, 1).team, entrant(made, 4).team
    assert f"{four} has won" in changes.values()
    told = next(after for what, after in changes.items() if what.startswith("Drawn since: Final"))
    assert four.name in told
    assert one.name in told
    assert overtaken(load_league(made)) == []

    put_right(made, game)
    made.refresh_from_db()
    (words,) = made.overtaken
    for page in ("standings", "stages", "reports", "schedule"):
        assert words in shown(made, page), page
    assert words in unescape(
        browser(director_of(made)).get(f"/t/{made.slug}/desk/").content.decode()
    )
    (known,) = browser().get(f"/api/v1/tournaments/{made.slug}/drawings/").json()
    assert (known["round"], known["begun"]) == (2, False)
    assert Action.objects.filter(code="drawing-overtaken").count() == 1

    answer = desk(made, act="draw-again", round="2", reason="The semi-final was told wrongly.")
    assert answer.status_code == 200
    assert in_final(made) == {2, 4}
    made.refresh_from_db()
    assert made.overtaken == []
    assert words not in shown(made)
    assert made.series.all().count() == 3
    log = Action.objects.get(code="drawing-taken-back")
    assert log.actor == director_of(made)
    assert log.new["reason"] == "The semi-final was told wrongly."


def test_those_who_were_drawn_are_told_that_it_was_taken_back_and_directors_what_was_overtaken():
    made = cup()
    game = beats(made, 1, 4)
    beats(made, 2, 3)
    draw(made)
    managers = {number: manager(made, number, f"Manager {number}") for number in (1, 2, 4)}

    def waiting() -> dict[str, frozenset[int]]:
        found = SOURCES["drawing-changed"](timezone.now(), [made.scope])
        return {each.key.partition(":")[0]: each.people for each in found}

    put_right(made, game)
    assert waiting() == {"overtaken": frozenset({director_of(made).pk})}
    assert api(made, {"round": 2, "reason": "Wrong.", "again": True}).status_code == 200
    assert waiting() == {"taken-back": frozenset({managers[1].pk, managers[2].pk})}


def test_only_directors_take_a_drawing_back_and_say_why():
    made = cup()
    beats(made, 1, 4)
    beats(made, 2, 3)
    draw(made)
    other = manager(made, 1)
    at = f"/api/v1/tournaments/{made.slug}/drawings/"
    body = {"round": 2, "reason": "I lost."}
    assert browser(other).post(at, body, content_type="application/json").status_code in (403, 404)
    assert browser(other).post(f"/t/{made.slug}/desk/", {"act": "draw-again"}).status_code == 404
    for values, code in (
        ({"round": 2, "reason": " "}, 400),
        ({"round": 1, "reason": "All of it."}, 422),
        ({"round": 7, "reason": "That one."}, 422),
    ):
        assert api(made, values).status_code == code
    assert in_final(made) == {1, 2}
    assert api(made, {"round": 2, "reason": "A mistake."}).status_code == 200
    assert len(load_league(made).rounds) == 1


def test_what_was_played_stays_unless_the_director_says_otherwise_and_the_archive_says_so():
    made = cup()
    game = beats(made, 1, 4)
    beats(made, 2, 3)
    draw(made)
    final = beats(made, 2, 1)
    assert close_tournament(tournament_id=made.pk, acting_user=None).state == "complete"
    put_right(made, game)
    made.refresh_from_db()
    assert made.state == "complete"
    (words,) = made.overtaken
    assert "stands, unless the director says otherwise" in words
    for page in ("standings", "stages", "reports"):
        assert words in shown(made, page), page
    assert words in unescape(browser().get("/archive/").content.decode())
    refused = api(made, {"round": 2, "reason": "Wrong.", "again": True})
    assert refused.status_code == 409
    assert refused.json()["error"]["refusals"][0]["code"] == "round-played"
    assert in_final(made) == {1, 2}
    final.refresh_from_db()
    assert final.status == Game.Status.FINAL

    done = api(made, {"round": 2, "reason": "Wrong.", "again": True, "played_too": True})
    assert done.status_code == 200
    final.refresh_from_db()
    assert final.status == Game.Status.VOID
    assert in_final(made) == {2, 4}
    made.refresh_from_db()
    assert (made.state, made.overtaken) == ("running", [])
    assert "Nothing is over yet" in browser().get("/archive/").content.decode()
    beats(made, 4, 2)
    close_tournament(tournament_id=made.pk, acting_user=None)
    assert entrant(made, 4).team.name in shown(made, "reports")


def table_is_played(made: Tournament) -> dict[tuple[int, int], Game]:
    """1 before 2 before 3 before 4."""
    return {
        (one, other): beats(made, one, other) for one in range(1, 5) for other in range(one + 1, 5)
    }


def test_a_game_of_the_table_put_right_after_seeds_were_given_lets_others_in():
    made = table_and_final()
    games = table_is_played(made)
    draw(made)
    assert in_final(made) == {1, 2}
    put_right(made, games[2, 3])
    (found,) = overtaken(load_league(made))
    assert "as seed 2" in found.facts
    assert entrant(made, 3).team.name in found.facts
    assert (
        desk(made, act="draw-again", round=str(found.round.number), reason="So.").status_code == 200
    )
    assert in_final(made) == {1, 3}
    assert [each.seed for each in load_league(made).stages[1].members.order_by("seed")] == [1, 2]


def test_only_seeds_that_change_places_are_told_too():
    made = table_and_final()
    games = table_is_played(made)
    draw(made)
    put_right(made, games[1, 2])
    (found,) = overtaken(load_league(made))
    assert "as seed 1" in found.facts
    assert "as seed 2" in found.facts
    api(made, {"round": found.round.number, "reason": "So.", "again": True})
    members = load_league(made).stages[1].members.order_by("seed")
    assert [each.entrant.number for each in members] == [2, 1]
    (meeting,) = load_league(made).rounds[-1].meetings
    assert meeting.home.number == 2


def test_a_crossover_put_right_lets_another_of_the_division_in():
    """A game between clubs of two divisions counts in both tables."""
    made = of_stages(
        6,
        StageSpec(ROUND_ROBIN, "Divisions", 1, crossover=True),
        StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1)),
        divisions=2,
    )
    clubs: dict[int, list[int]] = {1: [], 2: []}
    for each in made.entrants.order_by("number"):
        clubs[each.division].append(each.number)
    a, b, c = clubs[1]
    pairs = [
        tuple(sorted((each.home.number, each.away.number), key=clubs[1].__contains__, reverse=True))
        for each in load_league(made).meetings
        if each.home is not None and each.away is not None
    ]
    across = {one: other for one, other in pairs if one in clubs[1] and other in clubs[2]}
    assert set(across) == {a, b, c}
    d, e, f = across[c], across[a], across[b]
    # Everybody beats somebody in the one division: their crossovers decide. d leads the other.
    for winner, loser in ((a, b), (b, c), (c, a), (d, e), (d, f), (e, f), (d, c)):
        beats(made, winner, loser)
    games = {a: beats(made, a, e), b: beats(made, f, b)}
    draw(made)
    assert in_final(made) == {a, d}
    put_right(made, games[b])
    put_right(made, games[a])
    (found,) = overtaken(load_league(made))
    assert entrant(made, b).team.name in found.facts
    api(
        made,
        {"round": found.round.number, "reason": "The crossover was told wrongly.", "again": True},
    )
    assert in_final(made) == {b, d}


def test_a_correction_that_changes_nothing_that_was_drawn_is_not_told():
    made = table_and_final()
    games = table_is_played(made)
    draw(made)
    put_right(made, games[3, 4])
    assert overtaken(load_league(made)) == []


def test_power_matchups_are_held_against_the_ranking_they_were_drawn_upon():
    made = of_stages(
        4,
        StageSpec(ROUND_ROBIN, "League", 1),
        StageSpec(MATCHUPS, "Matchups", 1, rounds=2, entry=AdvanceRule(4)),
        StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2)),
    )
    games = table_is_played(made)
    draw(made)
    pairs = {frozenset((m.home.number, m.away.number)) for m in load_league(made).rounds[-1].drawn}
    assert pairs == {frozenset((1, 4)), frozenset((2, 3))}
    put_right(made, games[3, 4])
    (found,) = overtaken(load_league(made))
    assert (found.round.number, found.begun) == (4, False)
    api(made, {"round": 4, "reason": "So.", "again": True})
    pairs = {frozenset((m.home.number, m.away.number)) for m in load_league(made).rounds[-1].drawn}
    assert pairs == {frozenset((1, 3)), frozenset((2, 4))}


def test_a_bye_follows_the_results_too():
    made = cup(5, losses=2)
    first = {
        frozenset((m.home.number, m.away.number)): m for m in load_league(made).rounds[0].series
    }
    games = {pair: beats(made, *sorted(pair)) for pair in first}
    draw(made)
    before = load_league(made).rounds[1].drawn
    put_right(made, next(iter(games.values())))
    (found,) = overtaken(load_league(made))
    assert found.round.number == 2
    assert "instead of" in found.facts
    api(made, {"round": 2, "reason": "So.", "again": True})
    after = load_league(made).rounds[1].drawn
    told = [{each.home.number, each.away.number if each.away else 0} for each in after]
    assert told != [{each.home.number, each.away.number if each.away else 0} for each in before]
    assert overtaken(load_league(made)) == []


def test_a_club_that_got_in_and_drops_out_before_it_has_played_makes_room_for_the_next():
    made = table_and_final()
    table_is_played(made)
    draw(made)
    drop_club(
        tournament=made,
        number=2,
        reason="Ill",
        nobody_found=True,
        acting_user=director_of(made),
    )
    made.refresh_from_db()
    (found,) = overtaken(load_league(made))
    assert not found.begun
    assert made.overtaken == [found.told]
    assert (
        api(made, {"round": found.round.number, "reason": "Ill", "again": True}).status_code == 200
    )
    assert in_final(made) == {1, 3}


def test_a_club_that_drops_out_in_a_stage_that_is_being_played_overtakes_nothing():
    made = of_stages(
        5,
        StageSpec(ROUND_ROBIN, "League", 1),
        StageSpec(KNOCKOUT, "Play-offs", games=(1,), entry=AdvanceRule(4)),
    )
    for one in range(1, 6):
        for other in range(one + 1, 6):
            beats(made, one, other)
    draw(made)
    last = load_league(made).rounds[-1]
    pair = next(m for m in last.series if {m.home.number, m.away.number} == {1, 4})
    game = Game.objects.create(
        series_id=pair.series_id,
        number=1,
        away=pair.away.team,
        home=pair.home.team,
        status="final",
        source="scored",
        system_version=1,
        inning=9,
        reason="regulation",
        finished_at=timezone.now(),
        away_runs=1,
        home_runs=5,
        known="result",
    )
    Series.objects.filter(pk=pair.series_id).update(completed_at=game.started_at)
    drop_club(
        tournament=made, number=2, reason="Ill", nobody_found=True, acting_user=director_of(made)
    )
    assert overtaken(load_league(made)) == []
    draw(made)
    assert in_final(made) == {1, 3}
    assert overtaken(load_league(made)) == []


def test_a_ruling_reversed_on_appeal_takes_the_final_back_into_order():
    """T0.09b: a semi-final is cut by a ruling after the final was drawn, and is whole again once
    the director rules otherwise."""
    made = cup()
    people = {
        entrant(made, number).team_id: manager(made, number, f"No. {number}") for number in (1, 4)
    }
    series = fixture_of(made, 1, 4).series
    both = made.series.values_list("pk", flat=True)
    play_series(series_ids=list(both), acting_user=director_of(made))
    draw(made)
    drawn = in_final(made)
    game = Game.objects.get(series=series)
    # People have played it: what the house has played it would play again after a ruling.
    Game.objects.filter(pk=game.pk).update(source=Game.Source.SCORED)
    accused = game.home_id
    by_home, by_away = browser(people[accused]), browser(people[game.away_id])
    opened = by_away.post(
        f"/api/v1/series/{series.pk}/rulings/",
        {
            "number": 1,
            "case": "re-entry",
            "facts": "He was out of the game.",
            "offender": accused,
            "entry": 3,
        },
        content_type="application/json",
    )
    assert opened.status_code == 201, opened.content
    at = f"/api/v1/rulings/{Ruling.objects.get().pk}/"
    director = browser(director_of(made))

    def act(who: Any, name: str, **values: Any) -> Any:
        answer = who.post(f"{at}{name}/", values, content_type="application/json")
        assert answer.status_code == 200, answer.content
        close_tournament(tournament_id=made.pk, acting_user=None)
        made.refresh_from_db()

    act(by_home, "agree")
    act(by_away, "choose", remedy="reset")
    (words,) = made.overtaken
    assert "nobody has won by now" in words
    assert words in shown(made, "standings")
    act(by_home, "appeal", words="He had never left.")
    act(director, "choose", remedy="accept")
    assert made.overtaken == []
    assert in_final(made) == drawn
    assert words not in shown(made, "standings")


def level_for_second() -> Tournament:
    """2 and 3 are level for the second place, and a shoot-out is to tell them apart."""
    order = TieOrder((Step("pct"), Step("shoot-out")))
    made = of_stages(
        4,
        StageSpec(ROUND_ROBIN, "League", series_length=2),
        StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2)),
    )
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(order))
    for one, other in combinations(range(1, 5), 2):
        result(made, one, other, (5, 3))
        result(made, one, other, (3, 5) if (one, other) == (2, 3) else (5, 3), number=2)
    return Tournament.objects.get(pk=made.pk)


def test_a_shoot_out_taken_back_after_the_next_stage_was_drawn_is_told():
    made = level_for_second()
    director = director_of(made)
    asked = {"kind": "shoot-out", "members": [2, 3], "rolls": {"2": 9, "3": 4}}
    answer = post(director, f"/api/v1/tournaments/{made.slug}/tie-games/", asked)
    assert answer.status_code == 201, answer.content
    (series,) = Series.objects.filter(event__key=made.scope, completed_at=None)
    (game,) = play_series(series_ids=[series.pk], acting_user=director)
    draw(made)
    drawn = in_final(made)
    assert drawn in ({1, 2}, {1, 3})
    assert overtaken(load_league(made)) == []
    at = f"/api/v1/games/{game.pk}/void/"
    assert post(director, at, {"reason": "The wrong players."}).status_code == 200
    close_tournament(tournament_id=made.pk, acting_user=None)
    made.refresh_from_db()
    (words,) = made.overtaken
    assert "is open again" in words
    assert words in shown(made, "standings")


def test_a_shoot_out_that_is_drawn_goes_with_the_ruling_that_asked_for_it():
    made = level_for_second()
    director = director_of(made)
    at = f"/api/v1/tournaments/{made.slug}/tie-games/"
    asked = {"kind": "shoot-out", "members": [2, 3], "rolls": {"2": 9, "3": 4}}
    before = made.series.all().count()
    for _ in range(2):
        assert post(director, at, asked).status_code == 201
        assert post(director, at, asked).status_code == 409
        assert made.series.all().count() == before + 1
        ruling = made.tie_rulings.get(withdrawn_at=None)
        desk(made, act="withdraw-ruling", ruling=str(ruling.pk))
        assert made.series.all().count() == before
        assert not made.stages.filter(kind="tie-break").exists()
    # What has been played of it is not thrown away with it.
    assert post(director, at, asked).status_code == 201
    (series,) = Series.objects.filter(event__key=made.scope, completed_at=None)
    play_series(series_ids=[series.pk], acting_user=director)
    ruling = made.tie_rulings.get(withdrawn_at=None)
    where = f"/api/v1/tournaments/{made.slug}/tie-rulings/{ruling.pk}/"
    refused = browser(director).delete(where)
    assert refused.json()["error"]["refusals"][0]["code"] == "round-played"
    ruling.refresh_from_db()
    assert ruling.withdrawn_at is None


@pytest.mark.parametrize("kind", [KNOCKOUT, MATCHUPS])
def test_a_game_taken_back_behind_a_drawing_is_told_and_breaks_nothing(kind):
    stages = {
        KNOCKOUT: [StageSpec(KNOCKOUT, "Cup", games=(1,))],
        MATCHUPS: [
            StageSpec(ROUND_ROBIN, "League", series_length=1),
            StageSpec(MATCHUPS, "Matchups", series_length=1, entry=AdvanceRule(4)),
        ],
    }
    made = of_stages(4, *stages[kind])
    director = director_of(made)
    if kind == KNOCKOUT:
        first = made.series.values_list("pk", flat=True)
        game, *_ = play_series(series_ids=list(first), acting_user=director)
    else:
        games = table_is_played(made)
        game = games[1, 2]
        put_right(made, game)
    draw(made)
    at = f"/api/v1/games/{game.pk}/void/"
    assert post(director, at, {"reason": "Wrong dice."}).status_code == 200
    close_tournament(tournament_id=made.pk, acting_user=None)
    made.refresh_from_db()
    if kind == KNOCKOUT:
        (words,) = made.overtaken
        assert "nobody has won by now" in words
    for page in ("standings", "stages", "reports", "schedule"):
        for words in made.overtaken:
            assert words in shown(made, page)


def test_a_start_is_taken_back_before_the_first_game_and_drawn_otherwise():
    day = a_day(4, cards=True, length=1)
    made, dana = day.tournament, browser(day.director)
    desk = f"/t/{made.slug}/desk/"
    assert "Take the start back" in dana.get(desk).content.decode()
    taken = {"act": "take-back-drawing", "round": "1", "reason": "A fifth club came."}
    assert dana.post(desk, {**taken, "round": "2"}).status_code == 422
    assert dana.post(desk, taken).status_code == 302
    made.refresh_from_db()
    assert made.state == Tournament.State.SETUP
    assert not made.series.all().exists()
    assert not PitchingSheet.objects.filter(event__key=made.scope).exists()
    assert Action.objects.get(code="start-taken-back").new["reason"] == "A fifth club came."
    # By whoever holds the new schedule it is played as if it had been the first.
    assert dana.post(desk, {"act": "start"}).status_code == 302
    series = made.series.first()
    assert PitchingSheet.objects.filter(event__key=made.scope).count() == 4
    at = f"/api/v1/tournaments/{made.slug}/drawings/"
    again = {"round": 1, "reason": "So.", "again": True}
    answer = dana.post(at, again, content_type="application/json")
    assert answer.json()["done"] == "The schedule is drawn again."
    assert not Series.objects.filter(pk=series.pk).exists()
    play_series(
        series_ids=[made.series.first().pk],
        acting_user=day.director,
    )
    assert "Take the start back" not in dana.get(desk).content.decode()
    refused = dana.post(desk, taken)
    assert 'data-code="drawn-at-start"' in refused.content.decode()
