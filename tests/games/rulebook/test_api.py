"""The rulebook's resources: read by everybody, paged, filtered, and refusing what is unknown."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.rulebook import catalogue

pytestmark = pytest.mark.django_db

BOOKS = "/api/v1/rulebook/books/"
RULES = "/api/v1/rulebook/rules/"


@pytest.fixture
def api() -> APIClient:
    return APIClient()


def read(api: APIClient, url: str, **query: str) -> Any:
    answer = api.get(url, query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_books_are_listed_with_their_source_systems_parts_and_areas(api: APIClient) -> None:
    page = read(api, BOOKS)
    assert [book["key"] for book in page["results"]] == [book.key for book in catalogue.books()]
    dice = page["results"][0]
    assert dice["systems"] == ["one-die", "two-dice", "three-dice"]
    assert dice["rules"] == 55
    assert dice["document"]["title"] == "One, Two and Three dice Baseball"
    assert {"prefix": "D2-", "title": "Two-dice game"} in dice["parts"]
    assert {"key": "outs", "title": "Outs"} in dice["areas"]
    assert read(api, f"{BOOKS}dice-baseball/") == dice


def test_rules_come_in_pages_that_hold_them_all_once(api: APIClient) -> None:
    url: str | None = RULES
    ids: list[str] = []
    while url:
        page = read(api, url)
        assert page["count"] == len(catalogue.search())
        ids += [rule["id"] for rule in page["results"]]
        url = page["next"]
    assert ids == [rule.id for rule in catalogue.search()]


def test_rules_are_searched_and_filtered(api: APIClient) -> None:
    found = read(api, RULES, q="low kicker", book="poker-dice", area="double-play")
    assert [rule["id"] for rule in found["results"]] == [
        rule.id for rule in catalogue.search("low kicker", book="poker-dice", area="double-play")
    ]
    assert {rule["part"] for rule in read(api, RULES, part="D3-")["results"]} == {"D3-"}
    announced = read(api, RULES, handling="announced")["results"]
    assert {rule["handling"] for rule in announced} == {"announced"}
    assert read(api, RULES, book="chess")["count"] == 0


def test_a_rule_is_fetched_by_its_id_dots_and_all(api: APIClient) -> None:
    rule = catalogue.rule("T10.2a")
    assert read(api, f"{RULES}T10.2a/") == {
        "id": "T10.2a",
        "book": "purestrat",
        "part": "T",
        "area": rule.area,
        "handling": "enforce",
        "standing": rule.standing,
        "text": rule.text,
        "resolution": rule.resolution,
        "refused": rule.refused,
        "charts": list(rule.charts),
        "tested": True,
        "url": "/rulebook/purestrat/#T10.2a",
    }


@pytest.mark.parametrize("url", [f"{BOOKS}chess/", f"{RULES}PD-999/", f"{RULES}?page=999"])
def test_what_is_not_there_is_not_found(api: APIClient, url: str) -> None:
    assert api.get(url).status_code == 404


def test_an_unknown_handling_is_refused(api: APIClient) -> None:
    answer = api.get(RULES, {"handling": "insist"})
    assert answer.status_code == 400
    assert answer.json()["error"]["refusals"][0]["place"] == "handling"


@pytest.mark.parametrize("url", [BOOKS, RULES, f"{BOOKS}commons/", f"{RULES}PD-061/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(api: APIClient, url: str, method: str) -> None:
    assert getattr(api, method)(url, {}).status_code in {401, 403, 405}
