"""Suspended games of an event: finished where they matter, booked as ties where they do not."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from config.journal.models import Action
from config.live.models import LiveEvent
from config.refusals import Refused
from games.models import Game, Series
from games.rules.suspensions import Matter
from games.seriesday.models import SeriesClock
from games.seriesday.services.reporting import report_game
from games.seriesday.services.rulings import Violation, dismiss, open_ruling
from games.seriesday.services.suspended import book_as_tie
from games.services.changes import result_of
from games.services.scoring import record_game
from games.systems.registry import SYSTEMS
from games.topics import game_topic, series_topic
from games.verifying import verify
from pitching.models import SheetColumn
from tests.builders import browser, director_of, entrant, fixture_of, league, person, result
from tests.games.seriesday.builders import a_day, claim
from tests.games.seriesday.test_rulings import refused
from tournaments.models import Fixture, Tournament
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.selectors.league import load_league
from tournaments.selectors.suspended import first_day_open, orders_of, suspended_games
from tournaments.selectors.tables import table
from tournaments.services import round_board as acts
from tournaments.services.drawing import advance_event
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db

THROWS = ["6", "1", "6", "6", "suspend"]


def four(**changes) -> Tournament:
    """Four clubs, a game against each, for first place."""
    return league(4, format=Format(legs=1, series_length=1), **changes)


def suspended(tournament: Tournament, one: int, other: int, words=THROWS) -> Game:
    series = fixture_of(tournament, one, other).series
    return record_game(
        series_id=series.pk, number=1, transcript=words, acting_user=director_of(tournament)
    )


def nationals(tournament: Tournament) -> None:
    tournament.edition_fields = {"series": {"nationals": True}}
    tournament.save()


def nearly_over(tournament: Tournament) -> Game:
    """First place is decided; 3 and 4 have a suspended game left."""
    for one, other in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4)):
        result(tournament, one, other, (5, 2))
    return suspended(tournament, 3, 4)


@pytest.mark.rule("T33.0f")
def test_t33_0f_a_game_that_no_longer_matters_is_booked_as_a_tie_and_can_be_taken_up_again():
    tournament = four()
    director = director_of(tournament)
    game = nearly_over(tournament)
    (found,) = suspended_games(load_league(tournament))
    assert not found.matter.matters
    acts.book_tie(tournament=tournament, game_id=game.pk, acting_user=director)
    booked = Game.objects.get(pk=game.pk)
    assert booked.is_final
    assert booked.away_runs == booked.home_runs
    assert booked.reason == "booked-tie"
    shown = table(load_league(tournament))
    lines = {line.entrant.number: line.row.record.overall for line in shown}
    assert (lines[3].tied, lines[4].tied) == (1, 1)
    assert all(check.holds for check in verify(booked)), [c.words for c in verify(booked)]
    assert "A tie in the books" in browser().get(booked.get_absolute_url()).content.decode()
    assert Series.objects.get(pk=game.series_id).completed_at is not None
    acts.unbook(tournament=tournament, game_id=game.pk, acting_user=director)
    again = Game.objects.get(pk=game.pk)
    assert again.status == Game.Status.SUSPENDED
    assert (again.away_runs, again.home_runs) == (game.away_runs, game.home_runs)
    assert again.summary == game.summary
    codes = list(Action.objects.values_list("code", flat=True))
    assert {"game-booked-as-tie", "game-taken-up-again"} <= set(codes)


@pytest.mark.parametrize("act", [acts.book_tie, acts.unbook])
def test_who_watches_a_game_the_series_or_the_event_is_told_what_the_books_say(act):
    tournament = four()
    director = director_of(tournament)
    game = nearly_over(tournament)
    if act == acts.unbook:
        acts.book_tie(tournament=tournament, game_id=game.pk, acting_user=director)
    LiveEvent.objects.all().delete()
    act(tournament=tournament, game_id=game.pk, acting_user=director)
    told = set(LiveEvent.objects.values_list("topic", flat=True))
    assert {game_topic(game), series_topic(game.series), tournament.scope} <= told


@pytest.mark.rule("T33.0d")
def test_t33_0d_a_game_that_matters_is_no_tie_and_holds_up_what_follows():
    tournament = four()
    director = director_of(tournament)
    for one, other in ((1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        result(tournament, one, other, (5, 2))
    game = suspended(tournament, 1, 2)
    (found,) = suspended_games(load_league(tournament))
    assert found.matter.matters
    assert (
        refused(lambda: acts.book_tie(tournament=tournament, game_id=game.pk, acting_user=director))
        == "game-matters"
    )
    assert (
        refused(lambda: advance_event(tournament=tournament, acting_user=director)) == "round-open"
    )


def by_schedule() -> Tournament:
    """Six clubs, of whom two get on; of those level it tells whose opponents fared better."""
    made = league(6, started=False)
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=[
            StageSpec(ROUND_ROBIN, "League", 1),
            StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2)),
        ],
        divisions=1,
        acting_user=director,
    )
    steps = [{"criterion": "above-even"}, {"criterion": "strength-of-schedule"}]
    Tournament.objects.filter(pk=made.pk).update(tie_order=steps)
    return start_tournament(tournament=Tournament.objects.get(pk=made.pk), acting_user=director)


@pytest.mark.rule("T33.0d")
def test_t33_0d_a_game_of_two_that_are_out_matters_where_it_parts_others_by_their_schedules():
    made = by_schedule()
    # 1 leads; 2 and 3 are level behind, by the games against 5 and 6 among others.
    for one, other in (
        *((1, 2), (1, 3), (1, 4), (1, 5), (1, 6)),
        *((2, 4), (2, 5), (3, 4), (3, 6), (4, 5), (4, 6)),
    ):
        result(made, one, other, (5, 2))
    result(made, 2, 3, (2, 2))
    result(made, 6, 2, (5, 2))
    result(made, 5, 3, (5, 2))
    game = suspended(made, 5, 6)
    (found,) = suspended_games(load_league(made))
    # In a whole round robin everybody has met everybody once: it parts nobody.
    assert not found.matter.matters, found.matter
    assert "the same clubs advance" in found.matter.why or "is out" in found.matter.why
    # Where 2 has met 5 and 3 has not, the wins of 5 count for 2 alone.
    Fixture.objects.filter(series=fixture_of(made, 3, 5).series).delete()
    Fixture.objects.filter(series=fixture_of(made, 2, 6).series).delete()
    league_now = load_league(made)
    (found,) = suspended_games(league_now)
    assert found.matter.matters
    assert "who of the others advances" in found.matter.why
    director = director_of(made)
    book = {"tournament": made, "game_id": game.pk, "acting_user": director}
    assert refused(lambda: acts.book_tie(**book)) == "game-matters"
    board = browser(director).get(f"/api/v1/tournaments/{made.slug}/board/").json()
    assert board["suspended"][0]["matters"]


def test_only_suspended_games_of_the_event_are_booked():
    tournament, other = four(), four(name="Other")
    director = director_of(tournament)
    game = nearly_over(other)
    for act in (acts.book_tie, acts.unbook):
        with pytest.raises(Refused):
            act(tournament=tournament, game_id=game.pk, acting_user=director)
    assert Game.objects.get(pk=game.pk).status == Game.Status.SUSPENDED


@pytest.mark.rule("T31.0b")
def test_t31_0b_nothing_is_closed_while_a_ruling_is_open():
    tournament = four()
    director = director_of(tournament)
    game = nearly_over(tournament)
    ruling = open_ruling(
        series_id=game.series_id,
        number=1,
        violation=Violation("other", "Something was wrong.", offender=game.home_id),
        acting_user=director,
    )
    book = {"tournament": tournament, "game_id": game.pk, "acting_user": director}
    assert refused(lambda: acts.book_tie(**book)) == "ruling-open"
    dismiss(ruling_id=ruling.pk, words="Nothing was.", acting_user=director)
    acts.book_tie(**book)


@pytest.mark.rule("T31.0b")
def test_t31_0b_nobody_goes_on_while_a_ruling_is_open():
    tournament = four()
    director = director_of(tournament)
    for one, other in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        result(tournament, one, other, (5, 2))
    series = fixture_of(tournament, 1, 2).series
    ruling = open_ruling(
        series_id=series.pk,
        number=1,
        violation=Violation("other", "Something was wrong.", offender=series.home_id),
        acting_user=director,
    )
    assert (
        refused(lambda: advance_event(tournament=tournament, acting_user=director)) == "ruling-open"
    )
    dismiss(ruling_id=ruling.pk, words="Nothing was.", acting_user=director)
    assert (
        refused(lambda: advance_event(tournament=tournament, acting_user=director))
        == "nothing-to-draw"
    )


@pytest.mark.rule("T33.0g")
def test_t33_0g_without_the_rule_nothing_is_suspended_at_the_table_nor_by_report():
    day = a_day()
    day.tournament.edition_fields = {"series": {"suspension": False}}
    day.tournament.save()
    half_way = claim(2, 2, ending="suspended", inning=5, half=1, outs=1)
    assert refused(lambda: day.report(day.home, half_way)) == "no-suspension"
    assert (
        refused(
            lambda: record_game(
                series_id=day.series.pk, number=1, transcript=THROWS, acting_user=day.home
            )
        )
        == "no-suspension"
    )
    assert not day.series.games.exists()


@pytest.mark.rule("T33.0q")
def test_t33_0q_no_game_of_a_best_of_is_suspended_at_the_nationals():
    day = a_day()
    Series.objects.filter(pk=day.series.pk).update(ends_when_decided=True)
    half_way = claim(2, 2, ending="suspended", inning=5, half=1, outs=1)
    day.tournament.edition_fields = {"series": {"nationals": True}}
    day.tournament.save()
    assert refused(lambda: day.report(day.home, half_way)) == "no-suspension"
    day.tournament.edition_fields = {}
    day.tournament.save()
    day.report(day.home, half_way)


@pytest.mark.rule("T33.0n")
def test_t33_0n_the_second_day_of_the_nationals_waits_for_the_first():
    tournament = four()
    director = director_of(tournament)
    tournament.edition_fields = {"series": {"nationals": True}}
    tournament.save()
    acts.begin_round(tournament=tournament, number=1, acting_user=director)
    fixture = tournament.stages.get().rounds.get(number=1).fixtures.first()
    game = suspended(tournament, fixture.home.number, fixture.away.number)
    acts.begin_round(tournament=tournament, number=2, acting_user=director)
    SeriesClock.objects.filter(series__fixture__round__number=2).delete()
    SeriesClock.objects.update(begun_at=timezone.now() - timedelta(days=1))
    begin = {"tournament": tournament, "number": 2, "acting_user": director}
    assert refused(lambda: acts.begin_round(**begin)) == "first-day-open"
    assert (
        refused(lambda: acts.book_tie(tournament=tournament, game_id=game.pk, acting_user=director))
        == "game-matters"
    )
    Game.objects.filter(pk=game.pk).update(status=Game.Status.IN_PROGRESS)
    assert acts.begin_round(**begin) == 2


@pytest.mark.rule("T33.0l")
def test_t33_0l_who_has_several_finishes_first_what_was_furthest_along():
    tournament = four()
    short = suspended(tournament, 1, 2, ["6", "suspend"])
    long = suspended(tournament, 1, 3)
    games = suspended_games(load_league(tournament))
    (order,) = orders_of(load_league(tournament), games)
    assert order.entrant == entrant(tournament, 1)
    outs = {each.game.pk: each.outs for each in games}
    assert [each.game.pk for each in order.games] == sorted(
        (short.pk, long.pk), key=lambda pk: -outs[pk]
    )
    assert order.rolls == (outs[short.pk] == outs[long.pk])


@pytest.mark.rule("T33.0l")
def test_t33_0l_games_that_are_level_are_given_a_d20_and_equal_ones_another():
    tournament = four()
    director = director_of(tournament)
    one = suspended(tournament, 1, 2, ["6", "suspend"])
    other = suspended(tournament, 1, 3, ["6", "suspend"])
    team = entrant(tournament, 1).team_id

    def order():
        league = load_league(tournament)
        (found,) = orders_of(league, suspended_games(league))
        return found

    def roll(game, value) -> None:
        acts.roll_for_order(
            tournament=tournament, team_id=team, game_id=game.pk, value=value, acting_user=director
        )

    assert {each.game.pk for each in order().level} == {one.pk, other.pk}
    roll(one, 7)
    # One throw alone decides nothing.
    assert order().rolls
    roll(other, 7)
    assert order().rolls
    board = browser(director)
    where = f"/t/{tournament.slug}/board/"
    sent = {"act": "order", "team": team, "game": other.pk}
    assert board.post(where, {**sent, "value": "21"}).status_code == 422
    assert board.post(where, {**sent, "value": "12"}).status_code == 302
    roll(one, 3)
    assert [each.game.pk for each in order().games] == [other.pk, one.pk]
    assert not order().rolls
    assert refused(lambda: roll(one, 20)) == "not-level"


@pytest.mark.rule("T33.0l")
def test_t33_0l_several_at_once_off_a_bye_first_then_the_furthest_then_a_d20_for_the_level_ones():
    tournament = league(5, format=Format(legs=1, series_length=1))
    director = director_of(tournament)
    resting = load_league(tournament).next_round.byes[0].home.number
    others = [number for number in range(1, 6) if number != resting]
    one, rest = others[0], others[1:]
    off_a_bye = suspended(tournament, one, resting, ["6", "suspend"])
    far = suspended(tournament, one, rest[0])
    short = [suspended(tournament, one, each, ["6", "suspend"]) for each in rest[1:]]

    def order():
        league_now = load_league(tournament)
        orders = orders_of(league_now, suspended_games(league_now))
        (found,) = [each for each in orders if each.entrant.number == one]
        return found

    def turns():
        return sorted((each.place, each.game.game.pk) for each in order().turns)

    assert turns() == [
        ("1", off_a_bye.pk),
        ("2", far.pk),
        ("3=", short[0].pk),
        ("3=", short[1].pk),
    ]
    assert "comes back from a bye" in order().turns[0].why
    board = browser(director)
    where = f"/t/{tournament.slug}/board/"
    assert board.get(where).content.decode().count("Write it down") == 2
    team = entrant(tournament, one).team_id
    sent = {"act": "order", "team": team, "game": short[0].pk, "value": "4"}
    assert board.post(where, sent).status_code == 302
    # Pressed twice it is written once: a second throw is for those that roll the same.
    again = board.post(where, sent)
    assert again.status_code == 422
    assert "4 is written down for that game" in again.content.decode()
    shown = board.get(where).content.decode()
    assert (shown.count("Write it down"), "d20: 4" in shown) == (1, True)
    for bad in ("", "0", "21", "-3", "x", "4.5"):
        assert board.post(where, {**sent, "game": short[1].pk, "value": bad}).status_code == 422
    assert board.post(where, {**sent, "game": far.pk}).status_code == 422
    api = board.post(
        f"/api/v1/tournaments/{tournament.slug}/board/order/",
        {"team": team, "game": short[1].pk, "value": 19},
        content_type="application/json",
    )
    assert api.status_code == 200
    mine = next(each for each in api.json()["orders"] if each["team"] == team)
    assert mine["level"] == []
    assert {"game": short[1].pk, "rolled": [19], "asked": False} in mine["rolls"]
    assert turns() == [
        ("1", off_a_bye.pk),
        ("2", far.pk),
        ("3", short[1].pk),
        ("4", short[0].pk),
    ]
    # One is finished, and the others move up.
    Game.objects.filter(pk=off_a_bye.pk).update(status=Game.Status.IN_PROGRESS)
    assert [place for place, _ in turns()] == ["1", "2", "3"]


def test_a_reported_game_is_booked_with_the_outs_that_were_made():
    day = a_day(4, cards=True, length=1)
    half_way = day.pitched(claim(6, 2, ending="suspended", inning=5, half=1, outs=1))
    report = report_game(
        series_id=day.series.pk, number=1, claim=half_way, key="", acting_user=day.director
    )
    column = SheetColumn.objects.filter(key=f"game:{report.game_id}")
    assert set(column.values_list("status", flat=True)) == {"suspended"}
    numbers = {e.team_id: e.number for e in day.tournament.entrants.all()}
    mine = {numbers[day.series.home_id], numbers[day.series.away_id]}
    first, second = sorted(set(numbers.values()) - mine)
    for series in Series.objects.filter(event__key=day.series.scope).exclude(pk=day.series.pk):
        pair = sorted((numbers[series.home_id], numbers[series.away_id]))
        winner = first if first in pair else second if second in pair else pair[0]
        loser = pair[0] if pair[1] == winner else pair[1]
        result(day.tournament, winner, loser, (5, 2))
    acts.book_tie(tournament=day.tournament, game_id=report.game_id, acting_user=day.director)
    game = day.game()
    assert (game.away_runs, game.home_runs, game.summary["awarded"]) == (6, 6, [0, 4])
    assert set(column.values_list("status", flat=True)) == {"played"}
    outs = sum(
        row.outs for each in column for row in each.entries.order_by("-version")[0].outings.all()
    )
    assert outs == sum(half_way.stop.made)
    acts.unbook(tournament=day.tournament, game_id=report.game_id, acting_user=day.director)
    assert set(column.values_list("status", flat=True)) == {"suspended"}
    day.report(day.director, day.pitched(claim(6, 2)))
    assert day.game().is_final


def test_the_board_offers_ties_where_they_are_allowed():
    tournament = four()
    game = nearly_over(tournament)
    director = browser(director_of(tournament))
    board = f"/t/{tournament.slug}/board/"
    assert "Book as a tie" in director.get(board).content.decode()
    assert director.post(board, {"act": "tie", "game": game.pk}).status_code == 302
    assert Game.objects.get(pk=game.pk).is_final
    assert director.post(board, {"act": "tie", "game": game.pk}).status_code == 422
    assert director.post(board, {"act": "take-up", "game": game.pk}).status_code == 302
    assert Game.objects.get(pk=game.pk).status == Game.Status.SUSPENDED


@pytest.mark.rule("T33.0n")
@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_t33_0n_the_first_day_is_the_events_whoever_looks(zone):
    """Begun at 19:00 in New York, and looked at three hours later: one day there, two in Tokyo."""
    tournament = four(time_zone="America/New_York")
    nationals(tournament)
    director = director_of(tournament)
    director.time_zone = zone
    director.save()
    evening = datetime(2026, 6, 5, 23, 0, tzinfo=UTC)
    acts.begin_round(tournament=tournament, number=1, acting_user=director)
    fixture = tournament.stages.get().rounds.get(number=1).fixtures.first()
    game = suspended(tournament, fixture.home.number, fixture.away.number)
    SeriesClock.objects.update(begun_at=evening)
    with timezone.override(zone):
        later = evening + timedelta(hours=3)
        assert first_day_open(Tournament.objects.get(pk=tournament.pk), later) == []
        next_day = evening + timedelta(hours=6)
        assert first_day_open(Tournament.objects.get(pk=tournament.pk), next_day) == [game]
    # The event's zone is the director's to say, by page and API, and those begun at 19:00 the day
    # before are of the first day no more.
    other = tournament.stages.get().rounds.get(number=1).fixtures.last().series_id
    SeriesClock.objects.filter(series=other).update(begun_at=evening - timedelta(hours=20))
    page = browser(director)
    where = f"/t/{tournament.slug}/desk/"
    assert page.post(where, {"act": "time-zone", "time_zone": "Mars/North"}).status_code == 422
    assert page.post(where, {"act": "time-zone", "time_zone": "Asia/Tokyo"}).status_code == 302
    assert 'value="Asia/Tokyo"' in page.get(where).content.decode()
    assert first_day_open(Tournament.objects.get(pk=tournament.pk), next_day) == []
    changed = page.put(
        f"/api/v1/tournaments/{tournament.slug}/time-zone/",
        {"time_zone": "UTC"},
        content_type="application/json",
    )
    assert changed.json()["time_zone"] == "UTC"


def test_an_event_is_held_where_whoever_sets_it_up_lives_unless_he_says_otherwise():
    page = browser(person("Casey", time_zone="America/Chicago"))
    clubs = "Ants\nBees\nCrows\nDucks"
    typed = {"name": "At home", "system": "one-die", "clubs": clubs, "visibility": "public"}
    options: dict[str, object] = {
        f"option_{option.key}": option.default
        for option in SYSTEMS["one-die"].options
        if option.default is not False
    }
    options |= {"legs": 1, "series_length": 1}
    made = page.post(reverse("tournaments:new"), {**typed, **options})
    assert made.status_code == 302, made.context["form"].errors
    assert Tournament.objects.get(slug="at-home").time_zone == "America/Chicago"
    named = [{"name": name, "abbreviation": name[:3]} for name in clubs.split()]
    plan = {"name": "Abroad", "system": "one-die", "clubs": named}
    for zone, status in (("Mars/North", 422), ("Asia/Tokyo", 201)):
        sent = {**plan, "time_zone": zone}
        made = page.post("/api/v1/tournaments/", sent, content_type="application/json")
        assert made.status_code in (status, 400), made.content
    assert Tournament.objects.get(slug="abroad").time_zone == "Asia/Tokyo"


@pytest.mark.rule("T33.0l")
def test_t33_0l_one_old_suspended_game_does_not_freeze_who_comes_off_a_bye():
    """Who sat out the first round has played since; who sat out the last one begun has waited."""
    tournament = league(5, format=Format(legs=1, series_length=1))
    rounds = load_league(tournament).rounds[:4]
    early, late = (rounds[at].byes[0].home.number for at in (0, 3))
    one = next(
        each
        for each in {1, 2, 3, 4, 5} - {early, late}
        if all(fixture_of(tournament, each, other).round.number <= 4 for other in (early, late))
    )
    games = {}
    for meeting in (each for round_ in rounds for each in round_.series):
        pair = {meeting.home.number, meeting.away.number}
        if one in pair and pair & {early, late}:
            (other,) = pair - {one}
            games[other] = suspended(tournament, one, other, ["6", "suspend"])
        else:
            result(tournament, *pair, (5, 2))
    now = load_league(tournament)
    (order,) = [each for each in orders_of(now, suspended_games(now)) if each.entrant.number == one]
    assert [each.game.game.pk for each in order.turns] == [games[late].pk, games[early].pk]
    assert [each.rank for each in order.turns] == [1, 2]


@pytest.mark.rule("T33.0f")
def test_a_tie_in_the_books_that_a_ruling_resets_has_the_runs_that_were_scored():
    """By whichever path a booked tie is opened again, the runs that levelled it go."""
    day = a_day(4)
    series = day.series
    halted = claim(4, 2, ending="suspended", inning=6, half=0, outs=1)
    game = day.report(day.director, halted).game
    matter = Matter(False, "It is decided.", "T33.0f")
    book_as_tie(game_id=game.pk, matter=matter, acting_user=day.director)
    level = day.game()
    assert result_of(level) == f"{level.away} 4, {level.home} 4"
    ruling = open_ruling(
        series_id=series.pk,
        number=1,
        violation=Violation("re-entry", "He came back.", offender=series.home_id),
        acting_user=day.director,
    )
    answer = browser(day.director).post(
        ruling.get_absolute_url(), {"act": "choose", "remedy": "reset", "words": "Unlawful"}
    )
    assert answer.status_code == 302
    game = day.game()
    assert (game.status, game.summary["awarded"]) == ("suspended", [0, 0])
    assert result_of(game) == f"{game.away} 4, {game.home} 2"
