"""The tables of the book as readers meet them: sorted, filtered, paged, as files and by the API."""

import csv
import io
import re
from collections import Counter
from html import unescape
from unittest.mock import ANY

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, PlayersLines, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import Card, Player, PlayerSeason, Source
from tests.builders import browser, director_of, league
from tests.games.seriesday.builders import a_day
from tests.markup import even
from tests.rosters.builders import a_source, batted, person_facts
from tests.work import counted
from tournaments.book.keeping import keep_books
from tournaments.book.models import BattingSum
from tournaments.models import Tournament
from tournaments.rules.measures import COLUMNS
from tournaments.views import players

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    made = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=made.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    return made


def at(day, what="", **asked):
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"/t/{day.tournament.slug}/statistics{what or '/'}?{query}"


def whole(day, **asked):
    return browser().get(at(day, ".json", **asked)).json()


@pytest.mark.long
@pytest.mark.parametrize("table", ["batting", "pitching", "fielding"])
def test_every_column_sorts_both_ways_with_who_has_not_played_enough_behind(day, table):
    for column in COLUMNS[table]:
        for order in ("up", "down"):
            told = whole(day, table=table, sort=column.key, order=order)
            lines = told["lines"]
            assert lines
            ranked = [each for each in lines if each["rank"] is not None]
            values = [each["values"][column.key] for each in ranked]
            assert values == sorted(values, reverse=order == "down")
            assert lines[: len(ranked)] == ranked
            if column.rate:
                assert all(each["qualified"] for each in ranked)
            # Players who are level have one rank, and the next has the place that he stands at.
            for place, each in enumerate(ranked, start=1):
                level = [
                    one["rank"]
                    for one in ranked
                    if one["values"][column.key] == each["values"][column.key]
                ]
                assert each["rank"] == min(level) <= place


@pytest.mark.long
def test_filters_part_the_players_and_parts_add_up(day):
    def sums(key, **asked):
        return sum(line["values"][key] for line in whole(day, **asked)["lines"])

    for table, key in (("batting", "hits"), ("pitching", "outs"), ("batting", "games")):
        everything = sums(key, table=table)
        assert everything > 0
        assert (
            sums(key, table=table, where="home") + sums(key, table=table, where="away")
            == everything
        )
        clubs = [sums(key, table=table, club=number) for number in (1, 2, 3, 4)]
        assert sum(clubs) == everything
        assert min(clubs) > 0
    lines = whole(day)["lines"]
    position = next(each["positions"][0] for each in lines if each["positions"])
    assert whole(day, position=position)["lines"] == [
        {**each, "rank": found["rank"]}
        for each, found in zip(
            (each for each in lines if position in each["positions"]),
            whole(day, position=position)["lines"],
            strict=True,
        )
    ]
    assert all(each["qualified"] for each in whole(day, qualified=1)["lines"])
    assert len(whole(day, qualified=1)["lines"]) < len(whole(day)["lines"])


@pytest.mark.long
def test_lines_of_clubs_are_the_sums_of_their_players_over_their_games(day):
    slug = day.tournament.slug
    games = Counter()
    for game in Game.objects.filter(status="final"):
        games.update([game.away_id, game.home_id])
    for table, counts in (
        ("batting", ("hits", "home_runs", "stolen_bases")),
        ("pitching", ("outs", "earned_runs", "wins")),
        ("fielding", ("putouts", "assists", "errors")),
    ):
        players = browser().get(f"/t/{slug}/statistics.json?table={table}").json()["lines"]
        told = browser().get(f"/t/{slug}/statistics.json?table={table}&of=clubs").json()
        assert told["of"] == "clubs"
        for line in told["lines"]:
            mine = [each["values"] for each in players if each["club"] == line["club"]]
            for name in counts:
                assert line["values"][name] == sum(each[name] for each in mine), (table, name)
            assert line["values"]["games"] == games[line["team"]]
            assert (line["card"], line["player"]) == (None, "")
        page = even(browser().get(f"/t/{slug}/statistics/?table={table}&of=clubs").content.decode())
        for club in day.tournament.entrants.select_related("team"):
            assert f'/teams/{club.number}/">{club.team.name}</a>' in page
        api = browser().get(f"/api/v1/tournaments/{slug}/statistics/?table={table}&of=clubs")
        assert api.json()["results"] == told["lines"]
    # Every out is made by one of the nine; at home and away there are all games.
    arms = browser().get(f"/t/{slug}/statistics.json?table=pitching&of=clubs").json()["lines"]
    outs = {each["club"]: each["values"]["outs"] for each in arms}
    assert {each["club"]: each["values"]["outs"] for each in told["lines"]} == outs
    places = Counter()
    for where in ("home", "away"):
        home_or_away = whole(day, of="clubs", where=where)
        for line in home_or_away["lines"]:
            places[line["team"]] += line["values"]["games"]
    assert places == games
    refused = browser().get(f"/api/v1/tournaments/{slug}/statistics/?of=clubs&qualified=true")
    assert refused.status_code == 400


@pytest.mark.long
def test_players_are_found_by_their_age_where_it_is_known(day):
    slug, base = day.tournament.slug, f"/t/{day.tournament.slug}/statistics"
    assert 'name="youngest"' not in browser().get(f"{base}/").content.decode()
    cards = list(BattingSum.objects.order_by("card").values_list("card", flat=True).distinct())
    source = Source.objects.create(key="ages", name="Ages", kind=Source.Kind.INVENTED)
    for number, card in enumerate(cards[:3]):
        player = Player.objects.create(
            source=source, key=str(number), last_name=f"Old {number}", birth_year=1960 - number
        )
        season = PlayerSeason.objects.create(player=player, year=1986, whole=True)
        Card.objects.filter(pk=card).update(season=season)
    page = browser().get(f"{base}/?youngest=27").content.decode()
    assert 'name="youngest"' in page

    def found(query: str) -> dict[int, int]:
        lines = browser().get(f"{base}.json?{query}").json()["lines"]
        api = browser().get(f"/api/v1/tournaments/{slug}/statistics/?{query}&page_size=200")
        assert api.json()["results"] == lines[:200]
        return {each["card"]: each["age"] for each in lines}

    ages = dict(zip(cards, (26, 27, 28), strict=False))
    assert found("youngest=27") == {cards[1]: 27, cards[2]: 28}
    assert found("oldest=26") == {cards[0]: 26}
    assert found("youngest=27&oldest=27") == {cards[1]: 27}
    assert found("youngest=60") == {}
    everybody = found("sort=hits")
    assert {card: everybody[card] for card in ages} == ages
    assert set(everybody.values()) == {None, *ages.values()}
    for nonsense in ("NaN", "-1", "1e9", "99"):
        assert browser().get(f"{base}/?youngest={nonsense}").status_code == 400
        told = browser().get(f"/api/v1/tournaments/{slug}/statistics/?oldest={nonsense}")
        assert told.status_code == 400


def test_what_is_hit_off_pitchers_is_what_batters_hit(day):
    batted, pitched = whole(day)["lines"], whole(day, table="pitching")["lines"]
    for ours, theirs in (
        ("hits", "hits"),
        ("home_runs", "home_runs"),
        ("walks", "walks"),
        ("runs", "runs"),
        ("plate_appearances", "batters_faced"),
    ):
        assert sum(each["values"][ours] for each in batted) == sum(
            each["values"][theirs] for each in pitched
        )
    games = Game.objects.filter(series__event__key=day.tournament.scope, status="final").count()
    assert sum(each["values"]["wins"] for each in pitched) == games == 12


def test_every_out_is_a_putout_and_a_third_of_an_inning_of_nine(day):
    pitched = whole(day, table="pitching")["lines"]
    fielded = whole(day, table="fielding")["lines"]
    outs = sum(each["values"]["outs"] for each in pitched)
    assert sum(each["values"]["putouts"] for each in fielded) == outs
    assert sum(each["values"]["outs"] for each in fielded) == 9 * outs
    catchers = whole(day, table="fielding", position="C")["lines"]
    assert {tuple(each["positions"]) for each in catchers} == {("C",)}
    assert sum(each["values"]["outs"] for each in catchers) == outs
    card = catchers[0]["card"]
    page = browser().get(f"/t/{day.tournament.slug}/men/{card}/")
    rows = dict(page.context["fielding"]["rows"])
    assert rows["C"][3] == str(int(catchers[0]["values"]["putouts"]))


@pytest.mark.long
def test_the_page_shows_what_the_files_hold_and_every_name_leads_somewhere(day):
    page = unescape(even(browser().get(at(day, sort="home_runs")).content.decode()))
    told = whole(day, sort="home_runs")
    rows = list(
        csv.reader(
            io.StringIO(
                browser().get(at(day, ".csv", sort="home_runs")).content.decode("utf-8-sig")
            )
        )
    )
    assert [row[1] for row in rows[1:]] == [line["player"] for line in told["lines"]]
    assert len(rows[0]) == 5 + len(COLUMNS["batting"])
    shown = re.findall(r'/men/(\d+)/">([^<]+)</a>', page)
    assert shown == [(str(each["card"]), each["player"]) for each in told["lines"][:50]]
    for card, name in shown[:5]:
        answer = browser().get(f"/t/{day.tournament.slug}/men/{card}/")
        assert answer.status_code == 200
        assert name in unescape(even(answer.content.decode()))
    second = unescape(even(browser().get(at(day, sort="home_runs", page=2)).content.decode()))
    assert re.findall(r'/men/(\d+)/"', second)[0] == str(told["lines"][50]["card"])


def test_the_api_gives_the_same_lines_page_by_page(day):
    api = f"/api/v1/tournaments/{day.tournament.slug}/statistics/"
    told = whole(day, table="pitching", sort="fip")["lines"]
    first = browser().get(f"{api}?table=pitching&sort=fip&page_size=10").json()
    assert first["count"] == len(told)
    assert first["results"] == told[:10]
    assert browser().get(first["next"]).json()["results"] == told[10:20]


@pytest.mark.long
@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("sort=era", "sort"),
        ("stage=9", "stage"),
        ("club=77", "club"),
        ("position=XX", "position"),
        ("table=pitching&sort=ops", "sort"),
        ("where=moon", "where"),
        ("order=left", "order"),
        ("hand=third", "hand"),
        ("table=fielding&hand=left", "hand"),
        ("hand=left&sort=runs", "sort"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_place(day, query, place):
    slug = day.tournament.slug
    for address in (
        f"/t/{slug}/statistics.csv",
        f"/t/{slug}/statistics.json",
        f"/api/v1/tournaments/{slug}/statistics/",
    ):
        answer = browser().get(f"{address}?{query}")
        assert answer.status_code == 400
        assert [each["place"] for each in answer.json()["error"]["refusals"]] == [place]
    page = browser().get(f"/t/{slug}/statistics/?{query}")
    assert page.status_code == 400
    assert "Not all of that can be shown" in page.content.decode()
    assert "/men/" in page.content.decode()


def test_a_mans_page_adds_his_games_up_to_his_lines(day):
    for table in ("batting", "pitching"):
        for each in whole(day, table=table)["lines"][:3]:
            answer = browser().get(f"/t/{day.tournament.slug}/men/{each['card']}/")
            half = next(one for one in answer.context["halves"] if one["table"] == table)
            assert len(half["log"]) == each["values"]["games"]
            last, *_ = half["log"]
            key = "hits" if table == "batting" else "outs"
            assert last[0].so_far[key] == each["values"][key]


def test_left_and_right_are_all_whom_players_met(day):
    for table, total in (("batting", "plate_appearances"), ("pitching", "batters_faced")):
        players = {each["card"]: each["values"] for each in whole(day, table=table)["lines"]}
        met = {card: Counter() for card in players}
        for hand in ("left", "right"):
            told = whole(day, table=table, hand=hand, sort="games")
            assert told["covered"] == told["games"] == 12
            for each in told["lines"]:
                met[each["card"]].update({key: value or 0 for key, value in each["values"].items()})
        assert {card: each["plate_appearances"] for card, each in met.items()} == {
            card: each[total] for card, each in players.items()
        }
        for key in ("hits", "home_runs", "walks", "strikeouts"):
            assert all(met[card][key] == players[card][key] for card in players)
    hands = dict(Card.objects.values_list("pk", "bats"))
    for each in whole(day, hand="left", where="home")["lines"]:
        assert each["card"] in hands
    lefties = whole(day, table="pitching", hand="left", sort="plate_appearances")["lines"]
    stood_left = sum(each["values"]["plate_appearances"] for each in lefties)
    off_right = whole(day, hand="right", sort="plate_appearances")["lines"]
    assert stood_left >= sum(
        each["values"]["plate_appearances"] for each in off_right if hands[each["card"]] == "L"
    )
    page = unescape(browser().get(at(day, hand="left")).content.decode())
    assert "Against pitchers" in page
    assert "Left-handed" in page


@pytest.mark.long
def test_every_part_of_a_mans_page_adds_up_to_his_line_in_page_file_and_api(day, monkeypatch):
    monkeypatch.setitem(players.WINDOWS, "batting", ("ops", 2))
    source = a_source((person_facts("one"), batted(300, hits=80)))
    Card.objects.update(season=source.players.get().seasons.get())
    for table, key in (("batting", "plate_appearances"), ("pitching", "batters_faced")):
        card = whole(day, table=table, sort=key)["lines"][0]["card"]
        address = f"/t/{day.tournament.slug}/men/{card}"
        told = browser().get(f"{address}.json").json()
        api = browser().get(f"/api/v1/tournaments/{day.tournament.slug}/men/{card}/").json()
        assert api == {
            **told,
            "halves": [
                {**half, "log": [{**each, "finished_at": ANY} for each in half["log"]]}
                for half in told["halves"]
            ],
        }
        half = next(each for each in told["halves"] if each["table"] == table)
        groups = {each["key"]: each["lines"] for each in half["groups"]}
        assert groups.keys() >= {"lines", "places", "rounds", "opponents", "hands", "met"}
        mine = groups["lines"][0]["values"]
        for name in ("places", "rounds", "opponents"):
            assert sum(each["values"]["hits"] for each in groups[name]) == mine["hits"]
        for name in ("hands", "met"):
            assert sum(each["values"]["hits"] for each in groups[name]) == mine["hits"]
            turns = sum(each["values"]["plate_appearances"] for each in groups[name])
            assert turns == mine[key]
        rows = list(
            csv.reader(io.StringIO(browser().get(f"{address}.csv").content.decode("utf-8-sig")))
        )
        assert sum(row[0] == table for row in rows) == len(half["log"])
        with counted() as work:
            page = browser().get(f"{address}/").content.decode()
        assert work.queries <= 20
        assert "What he really did in" in page
        assert f"{address}/everywhere/" in page
        if table == "batting":
            assert "OPS of his last 2 games" in page
            assert ("Who had his balls first" in page) == any(
                mine[1] == card for row in PlayersLines.objects.all() for mine in row.balls
            )
        other = groups["met"][0]["card"]
        assert f"/men/{other}/" in page
        # Whom he met says the same of him.
        theirs = browser().get(f"/t/{day.tournament.slug}/men/{other}.json").json()["halves"]
        met = [
            each
            for half in theirs
            if half["table"] != table
            for group in half["groups"]
            if group["key"] == "met"
            for each in group["lines"]
            if each["card"] == card
        ]
        assert [each["values"] for each in met] == [groups["met"][0]["values"]]


def test_a_page_costs_the_same_however_many_games_there_are():
    day = a_day(cards=True, length=2)
    browser().get(at(day))
    series = list(day.tournament.series.values_list("pk", flat=True))
    play_series(series_ids=series[:1], acting_user=None)
    keep_books(count_players_lines())
    with counted() as few:
        browser().get(at(day))
    play_series(series_ids=series[1:], acting_user=None)
    keep_books(count_players_lines())
    with counted() as many:
        browser().get(at(day))
    assert many.queries <= few.queries <= 20


def test_a_private_events_book_is_for_its_people_and_one_without_players_is_empty(day):
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    for address in (at(day), at(day, ".csv"), at(day, ".json")):
        assert browser().get(address).status_code == 404
        assert browser(director_of(day.tournament)).get(address).status_code == 200
    plain = league(4, name="Without players")
    answer = browser().get(f"/t/{plain.slug}/statistics/")
    assert answer.status_code == 200
    assert "Nothing to show yet" in answer.content.decode()
    assert browser().get(f"/t/{plain.slug}/men/1/").status_code == 404


@pytest.mark.long
def test_names_in_boxes_and_leaders_lead_to_a_player_and_his_page_to_games_card_and_career(day):
    game = Game.objects.filter(series__event__key=day.tournament.scope).order_by("pk")[0]
    page = unescape(even(browser().get(game.get_absolute_url()).content.decode()))
    box = re.findall(rf'href="(/men/{day.tournament.pk}/\d+/)">([^<]+)</a>', page)
    told = PlayersLines.objects.get(game=game)
    assert len(box) == len(told.batting) + len(told.pitching)
    # Beside the game's his season, as the tables have it; a page costs no more for it later on.
    rows = re.findall(rf'/men/{day.tournament.pk}/(\d+)/">[^<]+</a>.*?</th>(.*?)</tr>', page)
    batted = {str(each["card"]): each["values"] for each in whole(day)["lines"]}
    pitched = {str(each["card"]): each["values"] for each in whole(day, table="pitching")["lines"]}
    beside = [(card, re.findall(r'<td class="n">([^<]*)</td>', cells)[-1]) for card, cells in rows]
    assert len(beside) == len(box)
    for card, season in beside[: len(told.batting)]:
        values = batted[card]
        average = "–" if values["average"] is None else f"{values['average']:.3f}".lstrip("0")
        assert season == f"{average}/{values['home_runs']}/{values['runs_batted_in']}"
    for card, season in beside[len(told.batting) :]:
        values = pitched[card]
        assert season.startswith(f"{values['wins']}–{values['losses']}/")
    # What is kept of the page is not shown when the sums have moved on.
    BattingSum.objects.filter(stage__tournament=day.tournament).update(home_runs=77)
    assert re.search(r"/(77|154)/", even(browser().get(game.get_absolute_url()).content.decode()))
    with CaptureQueriesContext(connection) as asked:
        browser().get(game.get_absolute_url())
    assert len(asked) <= 11
    address, name = box[0]
    answer = browser().get(address, follow=True)
    assert answer.status_code == 200
    his = unescape(even(answer.content.decode()))
    assert f"<h1>{name}</h1>" in his
    assert game.get_absolute_url() in his
    leaders = unescape(even(browser().get(f"/t/{day.tournament.slug}/leaders/").content.decode()))
    linked = re.findall(r'/men/\d+/">[^<]+</a>', leaders)
    assert len(linked) == leaders.count('<td class="tn-rank">')
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    assert browser().get(address).status_code == 404


def test_a_reported_box_links_its_players_too():
    day = a_day(cards=True, length=1)
    day.report(day.director, day.boxed())
    keep_books(count_players_lines())
    page = even(browser(day.director).get(day.game().get_absolute_url()).content.decode())
    told = PlayersLines.objects.get()
    assert len(re.findall(r">[-–.0-9]+/\d+/\d+</td>", page)) == len(told.batting)
    linked = re.findall(rf"/men/{day.tournament.pk}/(\d+)/", page)
    assert linked == [str(card) for _, card, *_ in (*told.batting, *told.pitching)]


@pytest.mark.long
def test_a_career_adds_up_the_events_that_one_may_see(day):
    cards = Card.objects.filter(pk__in=BattingSum.objects.values("card"))
    card = cards.order_by("pk")[0]
    source = a_source((person_facts("one"), batted(300, hits=80)))
    season = source.players.get().seasons.get()
    Card.objects.filter(pk=card.pk).update(season=season)
    address = f"/players/{season.player_id}/"
    (table, fielded) = browser().get(address).context["done"]
    assert (table.title, fielded.title) == ("At bat in this house", "In the field in this house")
    hits = next(at for at, (short, _) in enumerate(table.columns) if short == "H")
    kept = sum(row.hits for row in BattingSum.objects.filter(card=card))
    assert [row.cells[hits] for row in table.rows] == [str(kept)] == [table.totals[hits]]
    assert browser().get(table.rows[0].url).status_code == 200
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    assert browser().get(address).context["done"] == []
    assert len(browser(day.director).get(address).context["done"]) == 2
