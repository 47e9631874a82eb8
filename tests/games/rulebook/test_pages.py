"""The rulebook's pages: open to everybody, searchable by GET, and changing nothing."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from games.engine.system import System
from games.rulebook import catalogue
from games.rulebook.catalogue import Handling
from games.rulebook.views import rule_url
from games.systems.registry import SYSTEMS

pytestmark = pytest.mark.django_db


def shown(client: Client, url: str, **query: str) -> str:
    answer = client.get(url, query)
    assert answer.status_code == 200
    return answer.content.decode()


def rule_ids(html: str) -> list[str]:
    return re.findall(r'<article class="rb-rule" id="([^"]+)">', html)


def test_the_shelf_shows_every_book_and_what_the_software_does(client: Client) -> None:
    html = shown(client, "/rulebook/")
    for book in catalogue.books():
        assert f'href="/rulebook/{book.key}/"' in html
        assert book.title in html
        assert book.source.title in html
    for handling in Handling:
        assert handling.label in html
    wanted = [r for r in catalogue.book("purestrat").rules if r.handling.wants_software]
    proven = sum(rule.tested for rule in wanted)
    assert 0 < proven < len(wanted)
    assert f"Of the {len(wanted)} that ask something of the software, tests prove {proven}." in html


def test_a_search_of_the_shelf_links_to_each_rule_in_its_book(client: Client) -> None:
    html = shown(client, "/rulebook/", q="pd-061")
    assert 'href="/rulebook/poker-dice/#PD-061"' in html
    assert 'href="/rulebook/commons/"' not in html


@pytest.mark.parametrize("key", [book.key for book in catalogue.books()])
def test_a_book_shows_each_of_its_rules_once_under_an_anchor(client: Client, key: str) -> None:
    ids = rule_ids(shown(client, f"/rulebook/{key}/"))
    assert sorted(ids) == sorted(rule.id for rule in catalogue.book(key).rules)


def test_a_rule_shows_its_text_reading_refusals_and_charts(client: Client) -> None:
    rule = catalogue.rule("PD-061")
    html = shown(client, "/rulebook/poker-dice/", q="PD-061")
    for words in (rule.text, rule.resolution, rule.refused, rule.standing):
        assert words in html
    assert rule_url(rule) == "/rulebook/poker-dice/#PD-061"
    assert "Defense Chart" in shown(client, "/rulebook/deep-drive/", q="DD-018")


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_a_rule_that_an_option_decides_names_it_with_its_readings(
    client: Client, system: System
) -> None:
    for option in system.options:
        for rule in option.rules:
            html = shown(client, f"/rulebook/{catalogue.rule(rule).book}/", q=rule)
            article = html.split(f'id="{rule}"')[1].split("</article>")[0]
            assert f'href="/systems/{system.key}/#option-{option.key}"' in article
            for _, words in option.choices:
                assert escape(words) in article


def test_the_page_does_not_promise_what_no_test_proves(client: Client) -> None:
    waiting = next(rule for rule in catalogue.search() if rule.waiting)
    html = shown(client, f"/rulebook/{waiting.book}/", q=waiting.id)
    assert "Not proven yet" in html


def test_words_and_filters_narrow_the_page(client: Client) -> None:
    html = shown(client, "/rulebook/poker-dice/", area="steal", q="bad jump")
    assert set(rule_ids(html)) == {
        rule.id for rule in catalogue.search("bad jump", book="poker-dice", area="steal")
    }
    html = shown(client, "/rulebook/dice-baseball/", part="D2-", handling="enforce")
    assert {id[:3] for id in rule_ids(html)} == {"D2-"}


def test_nothing_found_says_so(client: Client) -> None:
    html = shown(client, "/rulebook/poker-dice/", q="zamboni")
    assert rule_ids(html) == []
    assert "No rule found" in html


def test_a_filter_the_book_does_not_know_is_said_beside_its_field(client: Client) -> None:
    html = shown(client, "/rulebook/poker-dice/", area="zamboni")
    assert "zamboni is not one of the available choices" in html


def test_what_was_searched_is_escaped(client: Client) -> None:
    html = shown(client, "/rulebook/poker-dice/", q='"><script>alert(1)</script>')
    assert "<script>alert(1)" not in html


def test_an_unknown_book_is_not_found(client: Client) -> None:
    assert client.get("/rulebook/chess/").status_code == 404


@pytest.mark.parametrize("url", ["/rulebook/", "/rulebook/poker-dice/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(client: Client, url: str, method: str) -> None:
    assert getattr(client, method)(url).status_code == 405


def test_a_page_of_the_rulebook_asks_the_database_for_nothing(
    client: Client, django_assert_num_queries
) -> None:
    with django_assert_num_queries(0):
        client.get("/rulebook/purestrat/", {"q": "pitcher"})
