"""T33.0l: a suspended game that goes on before its turn does so, and all concerned are told."""

from dataclasses import dataclass

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from config.journal.models import Action
from config.notices.selectors import waiting_for
from config.notices.services import look
from config.people.models import User
from config.refusals import Refused
from games.models import Game, Series
from games.rules.suspensions import Matter
from games.seriesday.models import Absence, GameReport, Ruling
from games.seriesday.selectors.suspended import orders_for
from games.seriesday.services.absences import have_house_play
from games.seriesday.services.reporting import correct_report, report_game
from games.seriesday.services.rulings import appeal, dismiss
from games.seriesday.services.suspended import book_as_tie
from games.services.calling_off import call_off, take_up_again
from games.services.rewinding import rewind_game, undo_last
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game, throw_dice
from games.turns import orders_of_clubs, passed_over
from tests.builders import browser, director_of, fixture_of, league, manager, person, result
from tests.games.seriesday.builders import claim
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.suspended import orders_of, suspended_games
from tournaments.services import round_board as acts
from tournaments.services.drawing import advance_event
from tournaments.services.plans import Format

pytestmark = [pytest.mark.django_db, pytest.mark.rule("T33.0l")]

FAR, NEAR = ["6", "1", "6", "6", "suspend"], ["6", "suspend"]


@dataclass(frozen=True)
class Late:
    """A league in which club 1 has two games to finish, ``first`` against club 2 before ``second``
    against club 3."""

    tournament: Tournament
    one: User
    two: User
    three: User
    director: User
    first: Game
    second: Game

    @property
    def scope(self) -> str:
        return self.tournament.scope

    def go_on(self, game: Game, user: User | None = None, entries=("6",)) -> Game:
        """Somebody enters what is thrown next."""
        now = Game.objects.get(pk=game.pk)
        return add_entries(
            game_id=game.pk,
            after=len(now.entries),
            entries=list(entries),
            acting_user=user or self.one,
        )

    def flags(self) -> list[Ruling]:
        """What was found, the first first."""
        return list(Ruling.objects.filter(case="out-of-turn").order_by("pk"))


def suspended(tournament: Tournament, one: int, other: int, words, number: int = 1, **more) -> Game:
    series = fixture_of(tournament, one, other).series
    return record_game(
        series_id=series.pk,
        number=number,
        transcript=words,
        acting_user=director_of(tournament),
        **more,
    )


def late(first=FAR, second=NEAR, length: int = 1, reported: bool = False) -> Late:
    tournament = league(4, format=Format(legs=1, series_length=length))
    people = [manager(tournament, number, f"Manager {number}") for number in (1, 2, 3)]
    director = director_of(tournament)
    if reported:
        games = [
            told(tournament, 1, 2, inning=7, half=0, outs=2),
            told(tournament, 1, 3, inning=5, half=1, outs=1),
        ]
    else:
        games = [suspended(tournament, 1, 2, first), suspended(tournament, 1, 3, second)]
    return Late(tournament, *people, director, *games)


def told(tournament: Tournament, one: int, other: int, **stop) -> Game:
    """A game that was played on paper and suspended."""
    series = fixture_of(tournament, one, other).series
    report = report_game(
        series_id=series.pk,
        number=1,
        claim=claim(2, 2, ending="suspended", **stop),
        key="",
        acting_user=director_of(tournament),
    )
    return report.game


def notices(user: User) -> dict[str, str]:
    look(now=timezone.now())
    return {each.title: each.detail for each in waiting_for(user, timezone.now())}


def page(user: User, url: str) -> str:
    return browser(user).get(url).content.decode()


def score_url(game: Game) -> str:
    return f"/series/{game.series_id}/games/{game.number}/score/"


def report_url(game: Game) -> str:
    return f"/series/{game.series_id}/games/{game.number}/report/"


def api(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


def test_t33_0l_in_the_browser_he_is_told_before_goes_on_and_everybody_is_told_after():
    day = late()
    warned = page(day.one, score_url(day.second))
    assert "another game comes first" in warned
    assert day.first.get_absolute_url() in warned
    assert "another game comes first" not in page(day.one, score_url(day.first))
    entered = browser(day.one).post(
        score_url(day.second),
        {"act": "enter", "after": len(day.second.entries), "entries": "6"},
    )
    assert entered.status_code == 302
    day.second.refresh_from_db()
    assert day.second.status == Game.Status.IN_PROGRESS
    (ruling,) = day.flags()
    assert (ruling.rule, ruling.state, ruling.opened_by) == ("T33.0l", "open", None)
    assert str(day.second) in ruling.facts
    assert str(day.first) in ruling.facts
    line = Action.objects.get(code="game-out-of-turn")
    assert (line.actor, line.scope) == (day.one, day.scope)
    title = "T33.0l: A suspended game went on before its turn"
    for user in (day.director, day.one, day.three):
        assert notices(user)[title] == ruling.facts
    assert title not in notices(day.two)
    board = page(day.director, f"/t/{day.tournament.slug}/board/")
    assert "Finished before their turn" in board
    assert ruling.get_absolute_url() in board
    assert "a suspended game before its turn" in page(
        day.director, f"/t/{day.tournament.slug}/desk/?part=log"
    )


def test_t33_0l_by_the_api_it_goes_on_and_is_flagged():
    day = late()
    series = day.second.series_id
    sent = api(day.one).post(
        f"/api/v1/games/{day.second.pk}/entries/",
        {"after": len(day.second.entries), "entries": ["6"]},
        format="json",
    )
    assert sent.status_code == 200, sent.content
    (ruling,) = day.flags()
    shown = api(day.director).get(f"/api/v1/tournaments/{day.tournament.slug}/board/").json()
    assert shown["out_of_turn"] == [
        {
            "game": day.second.pk,
            "series": series,
            "ruling": ruling.pk,
            "state": "open",
            "facts": ruling.facts,
        }
    ]
    rulings = api(day.three).get(f"/api/v1/series/{series}/rulings/").json()
    assert "T33.0l" in str(rulings)


def test_t33_0l_the_rest_of_a_reported_game_is_flagged_by_form():
    day = late(reported=True)
    assert "another game comes first" in page(day.one, report_url(day.second))
    form = {
        "act": "report",
        "key": "one",
        "away_runs": "4",
        "home_runs": "2",
        "ending": "played",
        "inning": "9",
        "half": "bottom",
        "outs": "3",
    }
    sent = browser(day.one).post(report_url(day.second), form)
    assert sent.status_code == 302, sent.content.decode()
    (ruling,) = day.flags()
    assert str(day.second) in ruling.facts
    # The other side's answer is no second going on.
    assert GameReport.objects.filter(game=day.second, state="open").exists()
    browser(day.three).post(report_url(day.second), {"act": "confirm", "version": "2"})
    day.second.refresh_from_db()
    assert day.second.is_final
    assert len(day.flags()) == 1
    # What is left is in its turn.
    assert "another game comes first" not in page(day.one, report_url(day.first))
    browser(day.one).post(report_url(day.first), {**form, "key": "two"})
    assert len(day.flags()) == 1


def test_t33_0l_the_rest_of_a_reported_game_is_flagged_by_api():
    day = late(reported=True)
    sent = api(day.one).post(
        f"/api/v1/series/{day.second.series_id}/games/1/reports/",
        {
            "away": {"runs": 4},
            "home": {"runs": 2},
            "ending": "regulation",
            "inning": 9,
            "half": "bottom",
            "outs": 3,
            "key": "one",
        },
        format="json",
    )
    assert sent.status_code == 201, sent.content
    assert len(day.flags()) == 1


def test_t33_0l_a_report_that_the_game_got_further_is_flagged_and_one_that_it_stands_there_is_not():
    day = late(reported=True)

    def again(inning: int, outs: int) -> None:
        report_game(
            series_id=day.second.series_id,
            number=1,
            claim=claim(2, 2, ending="suspended", inning=inning, half=1, outs=outs),
            key="",
            acting_user=day.one,
        )

    again(5, 1)
    assert day.flags() == []
    again(6, 1)
    assert len(day.flags()) == 1


def test_t33_0l_in_their_order_nobody_is_flagged():
    day = late()
    day.go_on(day.first)
    day.go_on(day.second)
    assert day.flags() == []


def test_t33_0l_the_servers_dice_are_thrown_before_their_turn_all_the_same():
    tournament = league(4, format=Format(legs=1, series_length=1))
    one = manager(tournament, 1, "One")
    first = suspended(tournament, 1, 2, FAR)
    second = suspended(tournament, 1, 3, [], seats=Seats(SERVER_DICE))
    add_entries(game_id=second.pk, after=0, entries=["suspend"], acting_user=one)
    throw_dice(game_id=second.pk, after=1, acting_user=one)
    (ruling,) = Ruling.objects.filter(case="out-of-turn")
    assert ruling.details["before"] == {
        str(one.teams.get().team_id): [first.pk],
    }


def test_t33_0l_level_games_are_for_the_d20_and_to_choose_oneself_is_another_order():
    day = late(NEAR, NEAR)
    assert "a d20 says which game is finished first" in page(day.one, score_url(day.second))
    assert "a d20 says which game is finished first" in page(day.one, score_url(day.first))
    for game, value in ((day.first, 4), (day.second, 11)):
        acts.roll_for_order(
            tournament=day.tournament,
            team_id=day.one.teams.get().team_id,
            game_id=game.pk,
            value=value,
            acting_user=day.director,
        )
    assert "comes first" not in page(day.one, score_url(day.second))
    day.go_on(day.second)
    assert day.flags() == []


def test_t33_0l_without_the_d20_it_is_flagged_that_nobody_threw():
    day = late(NEAR, NEAR)
    day.go_on(day.first)
    (ruling,) = day.flags()
    assert "no d20 says whether" in ruling.facts


def test_t33_0l_who_is_not_there_keeps_nobody_waiting():
    day = late()
    team = day.two.teams.get().team_id
    Absence.objects.create(series=day.first.series, team_id=team, told_by=day.two, by_himself=True)
    assert "comes first" not in page(day.one, score_url(day.second))
    assert "the opponent is not there" in page(day.one, f"/series/{day.second.series_id}/")
    day.go_on(day.second)
    assert day.flags() == []


def test_t33_0l_games_against_one_opponent_have_the_order_of_their_series_and_no_die():
    tournament = league(4, format=Format(legs=1, series_length=3))
    one = manager(tournament, 1, "One")
    games = [suspended(tournament, 1, 2, NEAR, number) for number in (1, 2)]
    now = load_league(tournament)
    assert orders_of(now, suspended_games(now)) == []
    add_entries(game_id=games[1].pk, after=2, entries=["6"], acting_user=one)
    assert not Ruling.objects.exists()
    # Against another club the die parts that club's game from theirs, not theirs from each other.
    add_entries(game_id=games[1].pk, after=3, entries=["suspend"], acting_user=one)
    rewind_game(game_id=games[1].pk, entry=2, reason="Once more", acting_user=one)
    add_entries(game_id=games[1].pk, after=1, entries=["suspend"], acting_user=one)
    third = suspended(tournament, 1, 3, FAR)
    (order,) = orders_of_clubs(tournament.scope, [one.teams.get().team_id])
    assert [(turn.place, turn.game) for turn in order.turns] == [
        ("1", third.pk),
        ("2", games[0].pk),
        ("3", games[1].pk),
    ]


def test_t33_0l_what_a_director_does_himself_stands_and_is_told():
    day = late()
    day.go_on(day.second, day.director)
    (ruling,) = day.flags()
    assert (ruling.state, ruling.remedy) == ("final", "stand")
    assert [step.kind for step in ruling.steps.all()] == ["opened", "ruled"]
    board = page(day.director, f"/t/{day.tournament.slug}/board/")
    assert "Finished before their turn" in board
    assert "Let it stand" in board


def test_t33_0l_the_house_plays_in_no_order_of_managers():
    day = late()
    have_house_play(series_id=day.second.series_id, acting_user=day.director)
    assert day.flags() == []


def test_t33_0l_the_director_lets_it_stand_or_finds_nothing_wrong_or_hears_an_appeal():
    day = late()
    day.go_on(day.second)
    (ruling,) = day.flags()
    shown = page(day.director, ruling.get_absolute_url())
    assert "Let it stand" in shown
    sent = browser(day.director).post(
        ruling.get_absolute_url(), {"act": "choose", "remedy": "stand"}
    )
    assert sent.status_code == 302, sent.content.decode()
    ruling.refresh_from_db()
    assert (ruling.state, ruling.remedy) == ("final", "stand")
    day.go_on(day.second, entries=["suspend"])
    day.go_on(day.second)
    _, second = day.flags()
    appeal(ruling_id=second.pk, words="He was not there.", acting_user=day.one)
    dismiss(ruling_id=second.pk, words="So he was not.", acting_user=day.director)
    board = page(day.director, f"/t/{day.tournament.slug}/board/")
    assert ruling.get_absolute_url() in board
    assert second.get_absolute_url() not in board


def test_t33_0l_the_question_holds_up_neither_a_tie_nor_the_next_round():
    """No result hangs on it, as T31.0b would have it of rulings in a game."""
    day = late()
    day.go_on(day.second)
    day.go_on(day.second, entries=["suspend"])
    for one, other in ((1, 4), (2, 3), (2, 4), (3, 4)):
        result(day.tournament, one, other, (5, 2))
    done = Matter(False, "Both are out.", "T33.0f")
    for game in (day.first, day.second):
        book_as_tie(game_id=game.pk, matter=done, acting_user=day.director)
    assert day.flags()[0].waits
    with pytest.raises(Refused) as refused:
        advance_event(tournament=day.tournament, acting_user=day.director)
    assert [each.code for each in refused.value.refusals] == ["nothing-to-draw"]


def test_t33_0l_suspended_and_gone_on_again_while_the_director_is_asked_is_one_ruling():
    day = late()
    day.go_on(day.second)
    day.go_on(day.second, entries=["suspend"])
    day.go_on(day.second)
    assert len(day.flags()) == 1
    assert Action.objects.filter(code="game-out-of-turn").count() == 1


def test_t33_0l_taken_back_to_where_it_was_suspended_it_waits_again():
    day = late()
    game = day.go_on(day.second)
    undo_last(game_id=game.pk, after=3, reason="The wrong game", acting_user=day.one)
    game = Game.objects.get(pk=game.pk)
    assert game.status == Game.Status.SUSPENDED
    (ruling,) = day.flags()
    assert ruling.state == Ruling.State.DISMISSED
    # To take the suspension itself back is to go on.
    undo_last(game_id=game.pk, after=2, reason="Never suspended", acting_user=day.one)
    assert Game.objects.get(pk=game.pk).status == Game.Status.IN_PROGRESS
    assert [each.state for each in day.flags()] == ["dismissed", "open"]


def test_t33_0l_a_correction_that_finishes_it_is_the_directors_word():
    day = late(reported=True)
    correct_report(
        game_id=day.second.pk,
        claim=claim(4, 2),
        reason="The slip was there.",
        acting_user=day.director,
    )
    (ruling,) = day.flags()
    assert ruling.state == Ruling.State.FINAL


def test_t33_0l_a_series_that_was_called_off_comes_before_nothing():
    day = late()
    call_off(series_ids=[day.first.series_id], acting_user=None)
    assert passed_over(Series.objects.get(pk=day.second.series_id), day.second) == []
    assert day.first.pk not in {
        each.game.pk for each in suspended_games(load_league(day.tournament))
    }
    take_up_again(series_ids=[day.first.series_id], acting_user=None)
    assert len(passed_over(Series.objects.get(pk=day.second.series_id), day.second)) == 1


def test_t33_0l_each_manager_sees_the_order_of_his_own_games_and_no_one_elses():
    day = late()
    mine, guest = "in their order", person("Guest")
    for url in (f"/series/{day.second.series_id}/", day.second.get_absolute_url()):
        assert mine in page(day.one, url)
        assert mine in page(day.director, url)
        # Club 3 has only this one to finish.
        assert mine not in page(day.three, url)
        assert mine not in page(guest, url)
        assert mine not in browser().get(url).content.decode()
    (order,) = orders_for(day.one, day.second.series)
    assert [turn.game for turn in order.turns] == [day.first.pk, day.second.pk]
    assert orders_for(day.three, day.second.series) == []
    waits = notices(day.one)
    assert (
        "It is number 1 of the 2 suspended games of" in waits[f"Resume game 1: {day.first.series}"]
    )
    assert (
        "It is number 2 of the 2 suspended games of" in waits[f"Resume game 1: {day.second.series}"]
    )


def test_t33_0l_by_the_api_each_manager_reads_the_order_of_his_own():
    day = late(NEAR, NEAR)
    url = f"/api/v1/series/{day.second.series_id}/suspended-games/"
    (order,) = api(day.one).get(url).json()["results"]
    assert {turn["game"] for turn in order["turns"]} == {day.first.pk, day.second.pk}
    assert [turn["place"] for turn in order["turns"]] == ["1=", "1="]
    assert all(turn["asked"] and turn["ready"] for turn in order["turns"])
    assert api(day.three).get(url).json()["results"] == []
    assert APIClient().get(url).json()["results"] == []
    assert len(api(day.director).get(url).json()["results"]) == 1
