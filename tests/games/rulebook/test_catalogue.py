"""Rules are found by id, by words and by filters, and point at places that exist."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from games.rulebook import catalogue
from games.rulebook.catalogue import Handling
from games.rulebook.marks import collect

SHARED = Path(__file__).resolve().parents[3].parent / "shared" / "rules"


def test_a_rule_is_found_by_its_id() -> None:
    rule = catalogue.rule("PD-061")
    assert (rule.book, rule.area, rule.handling) == ("poker-dice", "double-play", Handling.ENFORCE)
    assert "two pairs" in rule.text
    assert "K-K-Q-Q-9" in rule.resolution
    assert "refused" in rule.refused
    with pytest.raises(KeyError):
        catalogue.rule("PD-999")


def test_a_book_is_found_by_its_key_and_by_its_systems() -> None:
    assert catalogue.book("purestrat").title == "Purestrat tournament rules"
    governed = catalogue.book_for_system("two-dice")
    assert governed is not None
    assert governed.key == "dice-baseball"
    assert catalogue.book_for_system("chess") is None
    with pytest.raises(KeyError):
        catalogue.book("chess")


def test_every_word_has_to_occur_in_any_case_and_any_field() -> None:
    found = catalogue.search("LOW kicker", book="poker-dice")
    assert "PD-062" in {rule.id for rule in found}
    assert all("kicker" in (rule.text + rule.resolution).casefold() for rule in found)
    assert catalogue.search("low kicker zamboni") == ()


def test_a_rule_asked_for_by_id_comes_before_those_that_mention_it() -> None:
    found = [rule.id for rule in catalogue.search("pd-061")]
    assert found[0] == "PD-061"
    assert {"PD-044", "PD-145"} <= set(found[1:])


def test_filters_narrow_and_combine() -> None:
    steals = catalogue.search(book="poker-dice", area="steal")
    assert {rule.area for rule in steals} == {"steal"}
    assert {rule.part for rule in catalogue.search(part="D2-")} == {"D2-"}
    announced = catalogue.search(handling="announced")
    assert announced == catalogue.search(handling=Handling.ANNOUNCED)
    assert {rule.book for rule in announced} == {"deep-drive"}
    assert catalogue.search(book="poker-dice", handling="announced") == ()
    assert len(catalogue.search()) == sum(len(book.rules) for book in catalogue.books())


def test_every_handling_has_words_for_people() -> None:
    assert len({handling.label for handling in Handling}) == len(Handling)
    assert len({handling.explanation for handling in Handling}) == len(Handling)


def test_a_rule_that_waits_for_the_software_is_told_from_one_left_to_people() -> None:
    """A page must not promise what nothing proves."""
    proven, left = (catalogue.rule(id) for id in ("T10.11a", "T0.08i"))
    waiting = replace(proven, tested=False)
    assert waiting.waiting
    assert waiting.standing.startswith("Not proven yet")
    assert not proven.waiting
    assert proven.standing == "The software enforces this. Tests prove it."
    assert not left.waiting
    assert left.standing == "Left to the people at the table."


@pytest.mark.long
def test_the_pages_say_what_the_tests_prove() -> None:
    """One source: the tests' marks. `manage.py rules --write` brings them into the rulebook."""
    root = Path(settings.ROOT)
    marked = {mark.rule for mark in collect(root / "tests", root).marks}
    said = {rule.id for rule in catalogue.search() if rule.tested}
    assert said == marked, "run: python3 run.py manage rules --write"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the catalogues of ../shared/rules are not here")
def test_every_catalogued_rule_stands_in_the_rulebook_once_with_its_area_and_handling() -> None:
    catalogued = {}
    for path in sorted(SHARED.glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                catalogued[row["id"]] = (row["area"], row["handling"], bool(row["bad_input"]))
    assert catalogued
    ours = Counter(rule.id for book in catalogue.books() for rule in book.rules)
    assert set(ours.values()) == {1}
    assert {
        rule.id: (rule.area, str(rule.handling), bool(rule.refused)) for rule in catalogue.search()
    } == catalogued
