"""Both managers roll for home; the winner or his choice fixes who hosts which game."""

import pytest

from games.engine.dice_stream import DiceStream, commitment
from games.models import Series
from games.rules.home_rolls import higher, pattern_with
from games.seriesday.models import HomeRoll
from games.seriesday.services.home import (
    choose_home,
    open_home_roll,
    roll_for_home,
    withdraw_home_roll,
)
from games.services.scoring import record_game
from tests.builders import browser, manager, person
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_rulings import refused

pytestmark = pytest.mark.django_db


@pytest.mark.rule("T0.16a")
@pytest.mark.parametrize(("rolls", "winner"), [((20, 1), 1), ((3, 4), 0), ((7, 7), None)])
def test_t0_16a_the_higher_roll_is_at_home(rolls, winner):
    assert higher(*rolls) == winner


@pytest.mark.rule("T0.16b")
@pytest.mark.parametrize(
    ("pattern", "home_first", "then"),
    [("HAH", True, "HAH"), ("HAH", False, "AHA"), ("AAH", True, "HHA"), ("H", False, "A")],
)
def test_t0_16b_the_rest_of_the_pattern_follows_from_the_first_game(pattern, home_first, then):
    assert pattern_with(pattern, home_first=home_first) == then


def at_table(day, at_home: int, away: int) -> HomeRoll:
    series = {"series_id": day.series.pk}
    if not HomeRoll.objects.filter(series=day.series, withdrawn_at=None).exists():
        open_home_roll(**series, servers_dice=False, acting_user=day.home)
    roll_for_home(**series, team_id=day.series.home_id, value=at_home, acting_user=day.home)
    return roll_for_home(**series, team_id=day.series.away_id, value=away, acting_user=day.away)


def hosts(day) -> list[int]:
    series = Series.objects.get(pk=day.series.pk)
    return [series.sides(number)[1] for number in range(1, series.length + 1)]


@pytest.mark.rule("T0.16a", "T0.16b")
def test_t0_16_the_higher_roll_hosts_the_first_game_and_the_pattern_follows():
    day = a_day(length=3)
    home_id, away_id = day.series.home_id, day.series.away_id
    before = hosts(day)
    first, other = (home_id, away_id) if before[0] == home_id else (away_id, home_id)
    rolls = (9, 14) if first == home_id else (14, 9)
    roll = at_table(day, *rolls)
    assert roll.hosts_id == other
    changed = {first: other, other: first}
    assert hosts(day) == [changed[club] for club in before]
    assert refused(lambda: at_table(day, 1, 2)) == "no-roll-open"
    game = record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    assert game.home_id == other


@pytest.mark.rule("T0.16a")
def test_t0_16a_equal_rolls_are_rolled_anew_and_kept():
    day = a_day()
    again = at_table(day, 7, 7)
    assert (again.number, again.home_roll, again.hosts) == (2, None, None)
    at_table(day, 8, 3)
    assert [(each.home_roll, each.away_roll) for each in HomeRoll.objects.order_by("number")] == [
        (7, 7),
        (8, 3),
    ]
    assert hosts(day)[0] == day.series.home_id


def test_the_servers_dice_are_committed_before_and_open_to_proof_afterwards():
    day = a_day()
    series = {"series_id": day.series.pk}
    made = open_home_roll(**series, servers_dice=True, acting_user=day.away)
    assert made.commitment == commitment(made.seed)
    assert made.revealed_seed == ""
    page = browser(day.home).get(f"/series/{day.series.pk}/home/").content.decode()
    assert made.commitment in page
    assert made.seed not in page
    roll = {**series, "team_id": day.series.away_id, "acting_user": day.away}
    assert refused(lambda: roll_for_home(**roll, value=20)) == "dice-are-the-servers"
    roll_for_home(**roll)
    assert refused(lambda: roll_for_home(**roll)) == "rolled-already"
    roll_for_home(**series, team_id=day.series.home_id, acting_user=day.home)
    made.refresh_from_db()
    stream = DiceStream(made.revealed_seed)
    assert [made.home_roll, made.away_roll] == [stream.draw(20) + 1 for _ in range(2)]


@pytest.mark.parametrize("at_home", [True, False])
def test_where_the_edition_says_so_the_winner_chooses(at_home):
    day = a_day()
    day.tournament.edition_fields = {"series": {"high_roll": "chooses"}}
    day.tournament.save()
    choose = {"series_id": day.series.pk, "at_home": at_home}
    assert refused(lambda: choose_home(**choose, acting_user=day.away)) == "nothing-to-choose"
    roll = at_table(day, 4, 19)
    assert roll.hosts is None
    assert refused(lambda: choose_home(**choose, acting_user=day.home)) == "not-your-choice"
    choose_home(**choose, acting_user=day.away)
    assert hosts(day)[0] == (day.series.away_id if at_home else day.series.home_id)


def test_everybody_rolls_for_his_own_club_with_a_die_of_twenty_sides():
    day = a_day()
    other = manager(day.tournament, 3, "Third")
    series = {"series_id": day.series.pk}
    for stranger in (other, person("Stranger")):
        rolls = {**series, "servers_dice": True, "acting_user": stranger}
        assert refused(lambda asked=rolls: open_home_roll(**asked)) == "not-your-series"
    open_home_roll(**series, servers_dice=False, acting_user=day.home)
    mine = {**series, "team_id": day.series.home_id}
    assert refused(lambda: roll_for_home(**mine, value=3, acting_user=day.away)) == "not-your-club"
    for value in (None, 0, 21):
        assert (
            refused(lambda said=value: roll_for_home(**mine, value=said, acting_user=day.home))
            == "not-a-roll"
        )


@pytest.mark.rule("T0.16b", "T0.13")
def test_t0_16b_who_is_at_home_stands_once_a_game_has_begun():
    day = a_day()
    at_table(day, 12, 5)
    pattern = Series.objects.get(pk=day.series.pk).home_pattern
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    series = {"series_id": day.series.pk}
    assert (
        refused(lambda: withdraw_home_roll(**series, reason="Again!", acting_user=day.director))
        == "series-begun"
    )
    assert Series.objects.get(pk=day.series.pk).home_pattern == pattern
    assert "Roll for home" not in browser(day.home).get(
        f"/series/{day.series.pk}/home/"
    ).content.decode().replace("Roll for home of", "")


def test_a_director_takes_a_roll_back_and_the_pattern_with_it():
    day = a_day()
    before = hosts(day)
    at_table(day, 2, 19)
    assert (
        refused(
            lambda: withdraw_home_roll(
                series_id=day.series.pk, reason="A cocked die.", acting_user=day.home
            )
        )
        == "director-only"
    )
    withdraw_home_roll(series_id=day.series.pk, reason="A cocked die.", acting_user=day.director)
    assert hosts(day) == before
    at_table(day, 19, 2)
    assert HomeRoll.objects.count() == 2


def test_in_a_best_of_the_seeding_says_who_is_at_home():
    day = a_day()
    Series.objects.filter(pk=day.series.pk).update(ends_when_decided=True)
    assert (
        refused(
            lambda: open_home_roll(series_id=day.series.pk, servers_dice=True, acting_user=day.home)
        )
        == "home-is-seeded"
    )


def test_the_page_rolls_and_shows_where_the_games_are_played():
    day = a_day()
    one, other = browser(day.home), browser(day.away)
    url = f"/series/{day.series.pk}/home/"
    assert url in one.get(f"/series/{day.series.pk}/").content.decode()
    one.post(url, {"act": "open", "dice": "table"})
    one.post(url, {"act": "roll", "team": day.series.home_id, "value": "3"})
    wrong = other.post(url, {"act": "roll", "team": day.series.away_id, "value": "33"})
    assert wrong.status_code == 422
    assert "A d20 shows 1 to 20" in wrong.content.decode()
    done = other.post(
        url, {"act": "roll", "team": day.series.away_id, "value": "15"}, follow=True
    ).content.decode()
    assert f"{day.series.away.name} is at home in the first game" in done
    assert browser(person("Guest")).post(url, {"act": "open"}).status_code == 404
