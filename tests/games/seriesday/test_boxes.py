"""A box score is reported, confirmed, disputed and put right like a result, from the page and by
the API, and the game's page shows it as that of a game that was played."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import Game
from games.planning.models import LineUp
from games.seriesday.api.claims import ClaimSerializer, claim_data
from games.seriesday.forms import as_form
from games.seriesday.models import GameReport
from games.seriesday.services.reporting import confirm_report, correct_report, settle_report
from rosters.models import Card, Squad
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_api import Caller, codes

pytestmark = pytest.mark.django_db


def sent(claim) -> dict:
    return dict(ClaimSerializer(claim_data(claim)).data)


def page_of(day, user) -> tuple[Client, str]:
    client = Client()
    client.force_login(user)
    return client, f"/series/{day.series.pk}/games/1/report/"


def without_a_hit(claim):
    """The same game in which somebody's first hit was an out: everything but that adds up."""
    lines = [*claim.sides[0].batting]
    at = next(n for n, e in enumerate(lines) if e.hits > e.doubles + e.triples + e.home_runs)
    lines[at] = replace(lines[at], hits=lines[at].hits - 1)
    away = replace(claim.sides[0], batting=tuple(lines), hits=None)
    return replace(claim, sides=(away, claim.sides[1]))


def test_a_box_score_is_told_by_the_api_and_is_there_to_be_read():
    day = a_day(cards=True)
    told = day.boxed()
    caller = Caller(day, day.home)
    body = sent(told)
    answer = caller.game("", body)
    assert answer.status_code == 201, answer.data
    assert answer.data["reports"][0]["claim"] == body
    game = day.game()
    assert (game.status, game.known) == ("reported", Game.Known.BOX)
    assert GameReport.objects.get().told == told
    assert game.summary["left_on_base"] == [side.left_on_base for side in told.sides]
    box = caller.get(f"/api/v1/games/{game.pk}/box/").data
    for name, side in zip(("away", "home"), told.sides, strict=True):
        assert box[name]["total"]["runs"] == side.runs
        assert box[name]["left_on_base"] == side.left_on_base
        assert [line["decision"] for line in box[name]["pitchers"]] == [
            each.decision for each in side.pitching
        ]
        # What no report tells is not claimed.
        assert {line["batters_faced"] for line in box[name]["pitchers"]} == {None}
        assert sum(line["hits"] for line in box[name]["batting"]) == side.hits
    assert caller.get(f"/api/v1/games/{game.pk}/plays/").status_code == 422


def test_what_does_not_prove_comes_back_at_once_with_its_place_and_nothing_is_stored():
    day = a_day(cards=True)
    caller = Caller(day, day.home)
    answer = caller.game("", sent(without_a_hit(day.boxed())))
    assert answer.status_code == 422
    assert codes(answer) == ["given-up-not-gained"]
    assert answer.data["error"]["refusals"][0]["place"] == "home side, pitchers"
    assert not Game.objects.exists()


def test_the_page_is_filled_in_from_line_up_and_rotation_and_stores_what_is_sent():
    day = a_day(cards=True)
    client, page = page_of(day, day.home)
    shown = client.get(page, {"box": 1})
    form = shown.context["form"]
    for side in form["sides"]:
        nine = side["batters"][:9]
        assert all(row["chosen"] for row in nine)
        assert sorted(row["position"] for row in nine) == sorted(
            ["p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf"]
        )
        starter = next(row["chosen"] for row in nine if row["position"] == "p")
        assert starter == side["rows"][0]["chosen"]
    told = day.boxed()
    answer = client.post(page, {"act": "report", "key": "k", **as_form(told)})
    assert answer.status_code == 302
    assert GameReport.objects.get().told == told


def test_the_page_of_results_offers_the_box_and_does_not_ask_for_it():
    day = a_day(cards=True)
    client, page = page_of(day, day.home)
    shown = client.get(page).content.decode()
    assert "?box=1" in shown
    assert "away_bat_1_man" not in shown


def test_nobody_is_asked_for_players_where_none_are_known():
    plain = a_day()
    client, page = page_of(plain, plain.home)
    assert "?box=1" not in client.get(page).content.decode()
    # Asked for where nobody is known by name it is the usual page.
    assert client.get(page, {"box": 1}).status_code == 200


def test_faults_of_the_page_stand_beside_what_was_typed():
    day = a_day(cards=True)
    client, page = page_of(day, day.home)
    fields = as_form(day.boxed())
    fields |= {"away_bat_1_ab": "x", "home_bat_2_more": "2b, grand slam"}
    answer = client.post(page, {"act": "report", **fields})
    assert answer.status_code == 422
    found = {(each.code, each.place) for each in answer.context["refusals"]}
    assert found == {("not-a-number", "visitors, batter 1"), ("not-a-count", "home side, batter 2")}
    assert "grand slam" in answer.content.decode()


def test_of_one_pitcher_who_went_the_way_nothing_more_has_to_be_said():
    day = a_day(cards=True)
    told = next(
        claim
        for claim in (day.boxed(seed=f"alone {n}") for n in range(60))
        if any(len(side.pitchers) == 1 for side in claim.sides)
    )
    at = next(at for at, side in enumerate(told.sides) if len(side.pitchers) == 1)
    name = ("away", "home")[at]
    fields = {
        key: value
        for key, value in as_form(told).items()
        if not key.startswith(f"{name}_pit_") and key != f"{name}_outs_1"
    }
    client, page = page_of(day, day.home)
    assert client.post(page, {"act": "report", **fields}).status_code == 302
    stored = GameReport.objects.get().told.sides[at].pitching[0]
    assert replace(stored, earned_runs=0) == replace(told.sides[at].pitching[0], earned_runs=0)


def test_the_other_side_confirms_a_box_or_tells_its_own_and_a_director_settles():
    day = a_day(cards=True)
    told = day.boxed()
    day.report(day.home, told)
    # Who tells the result alone agrees with it.
    day.report(day.away, told.without_players())
    assert (day.game().status, day.game().known) == ("final", Game.Known.BOX)
    other = day.boxed(2, "other")
    first = day.report(day.home, other, number=2)
    lines = [*other.sides[0].batting]
    lines[0] = replace(lines[0], stolen_bases=lines[0].stolen_bases + 1)
    mine = replace(other, sides=(replace(other.sides[0], batting=tuple(lines)), other.sides[1]))
    day.report(day.away, mine, number=2)
    game = day.game(2)
    assert [each.state for each in game.reports.order_by("version")] == ["disputed", "disputed"]
    settle_report(game_id=game.pk, version=2, reason="He stole it.", acting_user=day.director)
    assert day.game(2).reports.get(state="confirmed").told == mine
    assert first.told == other


def test_a_box_is_confirmed_and_its_page_shows_it_like_a_game_that_was_played():
    day = a_day(cards=True)
    told = day.boxed()
    report = day.report(day.home, told)
    confirm_report(game_id=report.game_id, version=1, acting_user=day.away)
    shown = Client().get(day.game().get_absolute_url()).content.decode()
    assert "Box score" in shown
    assert "There is no play-by-play" in shown
    rosters = {card.pk: card.name for card in _cards(day)}
    for side in told.sides:
        for line in side.batting:
            assert rosters[line.player] in shown
    assert "(W)" in shown
    assert "(L)" in shown


def test_a_box_that_comes_after_the_result_is_a_correction_of_the_directors():
    day = a_day(cards=True)
    told = day.boxed()
    day.report(day.director, told.without_players())
    assert day.game().known == Game.Known.RESULT
    correct_report(
        game_id=day.game().pk, claim=told, reason="The box came.", acting_user=day.director
    )
    assert day.game().known == Game.Known.BOX
    client, page = page_of(day, day.director)
    # His form for another correction keeps the players' lines.
    assert "away_bat_1_man" in client.get(page).content.decode()


def test_what_a_club_has_laid_down_is_not_shown_to_its_opponent():
    day = a_day(cards=True)
    squad = Squad.objects.get(event__key=day.tournament.scope, team=day.series.home)
    client, page = page_of(day, day.home)
    side = client.get(page, {"box": 1}).context["form"]["sides"]
    at = 0 if side[0]["team"] == day.series.home else 1
    spots = [[row["chosen"], row["position"]] for row in side[at]["batters"][:9]]
    spots = [[0 if position == "p" else player, position] for player, position in reversed(spots)]
    for hand in "LR":
        LineUp.objects.create(squad=squad, against=hand, spots=spots, saved_by=day.home)

    def first(user) -> str:
        client, page = page_of(day, user)
        row = client.get(page, {"box": 1}).context["form"]["sides"][at]["batters"][0]
        return row["position"]

    laid_down = spots[0][1]
    assert first(day.home) == laid_down
    assert first(day.director) == laid_down
    assert first(day.away) != laid_down


def _cards(day):
    return Card.objects.filter(spots__squad__event__key=day.tournament.scope)


def test_hostile_fields_of_the_box_are_refused_and_nothing_is_half_stored():
    day = a_day(cards=True)
    client, page = page_of(day, day.home)
    fields = as_form(day.boxed())
    for key, value in (
        ("away_bat_1_man", "99999999999999999999"),
        ("away_bat_1_slot", "-1"),
        ("home_bat_3_pos", "<script>"),
        ("away_pit_1_dec", "WW"),
        ("home_bat_1_ab", "9" * 18),
    ):
        body = urlencode({"act": "report", **fields, key: value})
        answer = client.post(page, body, content_type="application/x-www-form-urlencoded")
        # A slot of one of the nine is his row, whatever is sent.
        assert answer.status_code == (302 if key.endswith("_slot") else 422)
        if answer.status_code == 422:
            assert not GameReport.objects.exists()
            assert "<script>" not in answer.content.decode().split("<main")[1].split("</main")[0]
        GameReport.objects.all().delete()
        Game.objects.all().delete()
