"""The office's lists: what a search finds, what a filter offers, and the way from page to page."""

import re

import pytest
from django.contrib import admin
from django.contrib.admin import AllValuesFieldListFilter
from django.db.models import JSONField
from django.test.utils import CaptureQueriesContext

from config import office as lists
from config.journal.admin import codes_written
from config.journal.models import Action
from config.journal.services import log_action
from config.people.models import ApiToken, User
from config.people.tokens import issue_api_token
from games.models import Game, Series
from tests.builders import browser, director_of, fixture_of, league, person, result
from tests.personas import an_event
from tournaments.models import Fixture, Tournament
from tournaments.own_office import office as own_office

pytestmark = [pytest.mark.servers("search"), pytest.mark.django_db]


@pytest.fixture
def staff():
    return person("Staff", is_staff=True, is_superuser=True)


@pytest.fixture
def office(staff):
    """Ask for a list: ``office("games/game", q="aces")`` is what it shows."""
    ask = browser(staff)

    def shown(name, **asked):
        answer = ask.get(f"/admin/{name}/", asked)
        assert answer.status_code == 200
        return answer.context["cl"]

    return shown


def keys(shown):
    return [row.pk for row in shown.result_list]


@pytest.fixture
def games():
    """Three games of a league: Aces against Bears, Aces against Crows, Bears against Crows."""
    made = league(4)
    return [result(made, *pair, (3, 1)) for pair in ((1, 2), (1, 3), (2, 3))]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("aces", {0, 1}),
        ("ACES", {0, 1}),
        ("crows", {1, 2}),
        ("aces crows", {1}),
        ('"ashford aces" bears', {0}),
        ("ducks", set()),
        ("aces ducks", set()),
        ("nobody", set()),
        ("", {0, 1, 2}),
        ("'", {0, 1, 2}),
    ],
)
def test_games_are_found_by_either_club_and_by_both(office, games, words, found):
    wanted = [games[place].pk for place in sorted(found, reverse=True)]
    assert keys(office("games/game", q=words)) == wanted


@pytest.mark.parametrize("most", [0, 1, 1000])
def test_a_search_finds_the_same_however_many_rows_it_names(office, games, monkeypatch, most):
    monkeypatch.setattr(lists, "MOST_NAMED", most)
    monkeypatch.setattr(lists, "MOST_FOUND", most)
    assert keys(office("games/game", q="aces crows")) == [games[1].pk]
    assert keys(office("games/game", q="ashford")) == [games[1].pk, games[0].pk]
    fixtures = office("tournaments/fixture", q="aces test bears")
    assert keys(fixtures) == [fixture_of(league_of(games), 1, 2).pk]


def league_of(games):
    return games[0].series.fixture.round.stage.tournament


def test_a_search_looks_at_what_a_row_points_to(office, games):
    tournament = league_of(games)
    assert len(keys(office("tournaments/fixture", q="test"))) == Fixture.objects.count()
    assert keys(office("tournaments/fixture", q="test elsewhere")) == []
    assert len(keys(office("tournaments/entrant", q="league aces"))) == 1
    assert len(keys(office("events/eventrole", q="dana"))) == 1
    series = Series.objects.filter(event__key=tournament.scope)
    assert len(keys(office("games/series", q=tournament.scope))) == len(series)
    assert keys(office("games/series", q="tournament")) == []


@pytest.mark.parametrize("words", ["9" * 400, "=1", "'\"", "%", "\\", "a " * 300])
@pytest.mark.parametrize(
    "name",
    ["games/game", "journal/action", "rosters/clubseason", "axes/accesslog", "people/user"],
)
def test_a_search_for_anything_is_answered(office, games, name, words):
    assert office(name, q=words) is not None


def test_the_log_is_asked_for_a_code_a_person_a_scope_and_a_thing(office, games):
    tournament = league_of(games)
    other = league(4, name="Other", director=person("Otto"))
    log_action(code="game-voided", actor=director_of(other), scope=other.scope, subject=games[0])
    voided = Action.objects.get(code="game-voided")
    assert keys(office("journal/action", q="game-voided")) == [voided.pk]
    assert {row.actor.name for row in office("journal/action", q="otto").result_list} == {"Otto"}
    of_scope = office("journal/action", q=tournament.scope).result_list
    assert of_scope
    assert {row.scope for row in of_scope if row.code != "tournament-created"} <= {tournament.scope}
    assert keys(office("journal/action", q=f"game:{games[0].pk}")) == [voided.pk]
    assert keys(office("journal/action", q=f"game:{games[1].pk}")) == []


def test_a_list_is_read_to_its_end_and_back(office, games, monkeypatch):
    monkeypatch.setattr(lists, "PAGE", 2)
    for name, whole in (("games/game", Game), ("tournaments/fixture", Fixture), ("jobs/job", None)):
        shown = office(name)
        seen = keys(shown)
        while shown.older:
            shown = office(name, **dict(pair.split("=") for pair in shown.older[1:].split("&")))
            seen += keys(shown)
        if whole:
            assert seen == list(whole.objects.order_by("-pk").values_list("pk", flat=True))
    back = office("games/game", after=games[1].pk)
    assert keys(back) == [games[0].pk]
    assert keys(office("games/game", before=games[0].pk)) == [games[2].pk, games[1].pk]


def test_the_way_on_keeps_the_search_and_a_new_filter_begins_anew(office, games, monkeypatch):
    monkeypatch.setattr(lists, "PAGE", 1)
    shown = office("games/game", q="aces", status__exact="final")
    assert "q=aces" in shown.older
    assert "status__exact=final" in shown.older
    further = office("games/game", after=games[1].pk, status__exact="final")
    (choices,) = [
        list(spec.choices(further)) for spec in further.filter_specs if spec.title == "status"
    ]
    assert not [choice for choice in choices if "after" in choice["query_string"]]
    assert (
        "Newer"
        in browser(person("Otto", is_staff=True, is_superuser=True))
        .get(f"/admin/games/game/?after={games[1].pk}")
        .content.decode()
    )


def test_a_place_that_is_none_shows_the_newest(office, games):
    for place in ("x", "9" * 30, "%00"):
        assert keys(office("games/game", after=place))[0] == games[2].pk


def test_a_list_reads_no_column_that_it_does_not_show(office, games, django_assert_max_num_queries):
    from django.db import connection

    with CaptureQueriesContext(connection) as asked:
        office("games/game")
        office("journal/action")
    wide = re.compile(r'"games_game"\."(events|transcript|clubs|summary)"|"old"|"settings"')
    assert not [query["sql"] for query in asked if wide.search(query["sql"])]
    assert not [query["sql"] for query in asked if re.search("COUNT|DISTINCT", query["sql"])]


def test_no_page_of_the_office_looks_through_all_rows_for_what_to_filter_by():
    for model, page in admin.site._registry.items():
        assert isinstance(page, lists.Office), model
        assert not page.date_hierarchy, model
        for field in page.list_filter:
            if isinstance(field, str):
                column = model._meta.get_field(field)
                assert (
                    column.choices
                    or column.is_relation
                    or column.get_internal_type() == ("BooleanField")
                ), (model, field)
            else:
                kind = field[1] if isinstance(field, tuple) else field
                assert not issubclass(kind, AllValuesFieldListFilter), (model, field)


def test_filters_offer_what_there_can_be_and_find_it(office, games):
    Game.objects.filter(pk=games[0].pk).update(reason="mercy")
    shown = office("games/game", reason__exact="mercy")
    assert keys(shown) == [games[0].pk]
    titles = {spec.title: spec for spec in shown.filter_specs}
    assert ("mercy", "mercy") in titles["why it ended"].lookup_choices
    assert keys(office("games/game", reason__exact="rain")) == []
    codes = {spec.title: spec for spec in office("journal/action").filter_specs}["code"]
    assert [code for code, _ in codes.lookup_choices] == codes_written()
    assert codes_written() == sorted(set(Action.objects.values_list("code", flat=True)))


def test_no_log_no_codes():
    assert codes_written() == []


def test_the_office_goes_back_to_a_day(office, games):
    old, older, _ = games
    now = old.finished_at
    Game.objects.filter(pk=older.pk).update(finished_at=now - lists.timedelta(days=40))
    Game.objects.filter(pk=old.pk).update(finished_at=now - lists.timedelta(days=400))
    assert keys(office("games/game", back="365")) == [old.pk]
    assert keys(office("games/game", back="30")) == [older.pk, old.pk]
    assert keys(office("journal/action", back="7")) == []
    assert len(keys(office("games/game", back="nonsense"))) == 3


def test_a_token_is_listed_taken_away_and_never_shown(office, staff):
    casey = person("Casey")
    token = issue_api_token(user=casey, acting_user=casey)
    ask = browser(staff)
    page = ask.get("/admin/people/apitoken/").content.decode()
    assert "Casey" in page
    assert token not in page
    for end in (ApiToken.objects.get().pk, casey.pk):
        for what in ("change", "delete"):
            answer = ask.get(f"/admin/people/apitoken/{end}/{what}/")
            assert answer.status_code in (302, 403), (end, what)
    taking = {"action": "take_token_away", "_selected_action": [casey.pk, staff.pk]}
    asked = ask.post("/admin/people/user/", taking).content.decode()
    assert "programs that use them are refused" in asked
    assert ApiToken.objects.exists()
    taking["confirmed"] = "yes"
    said = ask.post("/admin/people/user/", taking, follow=True).content.decode()
    assert "Casey: taken away." in said
    assert "There is no API token to revoke." in said
    assert not ApiToken.objects.exists()
    assert Action.objects.filter(code="api-token-revoked", actor=staff).exists()


BRACES = re.compile(r"[{}]|&quot;")


def pages_of(site, asked, root):
    """Every row's page of an office that opens, as text without its scripts and forms' secrets."""
    for model in site._registry:
        where = f"/{root}/{model._meta.app_label}/{model._meta.model_name}/"
        for pk in model._default_manager.values_list("pk", flat=True)[:2]:
            answer = asked.get(f"{where}{pk}/change/")
            if answer.status_code == 200:
                yield model, answer.content.decode()


def shown_in(page):
    """What the fields of a row's page say."""
    return re.findall(r'class="[^"]*readonly[^"]*"[^>]*>(.*?)</div>', page, re.DOTALL)


@pytest.mark.long
def test_data_is_told_in_words_and_directors_pages_have_none_of_it():
    an_event("public")
    staff = User.objects.get(name="Staff")
    User.objects.filter(pk=staff.pk).update(is_superuser=True)
    told = {model: shown_in(page) for model, page in pages_of(admin.site, browser(staff), "admin")}
    assert len(told) > 20
    braces = [(model, each) for model, rows in told.items() for each in rows if BRACES.search(each)]
    assert braces == []
    tournament = Tournament.objects.get(name="Here")
    own = dict(pages_of(own_office, browser(director_of(tournament)), "office"))
    assert len(own) >= 5
    for model, page in own.items():
        data = [
            field.verbose_name.capitalize()
            for field in model._meta.concrete_fields
            if isinstance(field, JSONField)
        ]
        assert [each for each in data if f"{each}</" in page] == [], model


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"dropped_results": "kept"}, "<ul><li>dropped results: kept</li></ul>"),
        ([1, 2, None, True], "1, 2, -, yes"),
        ([{"a": []}], "<ol><li><ul><li>a: -</li></ul></li></ol>"),
        ({}, "-"),
        ([], "-"),
        (False, "no"),
        (0, "0"),
        ({"a": "<b>"}, "<ul><li>a: &lt;b&gt;</li></ul>"),
    ],
)
def test_data_as_people_read_it(data, told):
    assert lists.told_data(data) == told
