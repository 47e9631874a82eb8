"""Decks on their pages and through the API: every row of the law where its user meets it."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.systems.commons.models import Deck
from tests.builders import browser, person
from tests.games.systems.commons.decks import a_set, batter, keys, pitcher

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return person("Dana")


@pytest.fixture
def page(owner):
    return browser(owner)


def sent(page, cards, name="Mine", **more):
    body = json.dumps({"name": name, "cards": cards, **more})
    return page.post("/api/v1/decks/", body, content_type="application/json")


def faults(page, cards, name="Mine"):
    """Code, rule, place and by how much of everything wrong with these cards."""
    answer = sent(page, cards, name)
    assert answer.status_code == 201, answer.content
    return [
        (each["code"], each["facts"].get("rule"), each["place"], each["facts"].get("by"))
        for each in answer.json()["problems"]
    ]


@pytest.mark.rule("CB-001", "CB-002", "CB-003", "CB-103")
def test_a_deck_of_fifty_and_ten_at_three_hundred_points_is_legal_and_every_fault_is_told(page):
    dear = batter(90, rank=6)
    made = a_set("Box", dear)
    legal = keys(made)
    assert faults(page, legal) == []
    assert faults(page, legal[1:], "49") == [
        ("deck-size", "CB-001", "cards", 1),
        ("not-fifty-batters", "CB-002", "batters", 1),
    ]
    spare = keys(made, "b51", "b90")
    assert faults(page, [spare[0], *legal[:-1]], "51 and 9") == [
        ("not-fifty-batters", "CB-002", "batters", 1),
        ("not-ten-pitchers", "CB-002", "pitchers", 1),
    ]
    assert faults(page, [spare[1], *legal[1:]], "301") == [
        ("salary-cap-exceeded", "CB-103", "points", 1)
    ]
    # Of the first ten pitchers 3, 6 and 9 relieve; 12 is the fourth.
    four = [*legal[:-1], *keys(made, "p12")]
    assert faults(page, four, "four") == []


@pytest.mark.rule("CB-003", "CB-004")
def test_a_fifth_reliever_is_one_too_many(page):
    made = a_set("Box", *(pitcher(number, reliever=True) for number in (21, 22)))
    cards = [*keys(made)[:-3], *keys(made, "p12", "p21", "p22")]
    assert faults(page, cards) == [("too-many-relievers", "CB-003", "relievers", 1)]


@pytest.mark.rule("CB-066", "CB-115", "CB-117", "CB-118", "CB-119")
def test_cards_that_no_deck_takes_are_named_each_with_its_rule(page):
    made = a_set(
        "Box",
        batter(91, at_bats=""),
        batter(92, special="commemorative"),
    )
    other = a_set("Another year")
    legal = keys(made)
    without, special = keys(made, "b91", "b92")
    (again,) = keys(other, "b3")
    cards = [without, special, again, *legal[4:], legal[2]]
    assert sorted(faults(page, cards)) == sorted(
        [
            ("card-without-statistics", "CB-117", f"card:{without}", None),
            ("card-without-thresholds", "CB-066", f"card:{without}", None),
            ("commemorative-card", "CB-118", f"card:{special}", None),
            # The same player in another set, though his number is another.
            ("player-twice", "CB-119", f"card:{legal[2]}", None),
        ]
    )


@pytest.mark.rule("CB-005")
def test_the_order_is_the_owners_card_by_card_and_all_at_once(page, owner):
    made = a_set()
    first, second, third, arm = keys(made, "b1", "b2", "b3", "p1")
    deck = Deck.objects.get(pk=sent(page, [arm, first, second, third]).json()["id"])
    here = f"/decks/{deck.pk}/"

    def order():
        return list(deck.spots.order_by("number").values_list("card_id", flat=True))

    assert order() == [first, second, third, arm]
    assert page.post(here, {"down": first}).status_code == 302
    assert order() == [second, first, third, arm]
    page.post(here, {"up": third})
    assert order() == [second, third, first, arm]
    # A list that lacks what came in meanwhile, and names what is not in the deck, loses nothing.
    page.post(here, {"order": [first, third, 10**9]})
    assert order() == [first, third, second, arm]
    page.post(here, {"remove": third})
    assert order() == [first, second, arm]
    page.post(here, {"add": third})
    assert order() == [first, second, third, arm]
    stale = page.put(
        f"/api/v1/decks/{deck.pk}/",
        json.dumps({"name": "Mine", "cards": [first], "version": 1}),
        content_type="application/json",
    )
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "deck-changed")


def test_the_editor_tells_points_what_is_missing_and_what_a_card_would_cost(page):
    made = a_set()
    deck = sent(page, keys(made)[:-1]).json()
    text = page.get(f"/decks/{deck['id']}/?q=batter+55").content
    text = text.decode()
    assert "<b>295</b> of 300 <small>5 left</small>" in text
    assert "<b>9</b> of 10 <small>1 missing</small>" in text
    assert "· for Batter" in text
    assert "It has 10 pitchers; this one has 9, 1 too few (CB-002)." in text
    # Who asks for too much is shown the rest.
    assert page.get(f"/decks/{deck['id']}/?sort=luck&most=eleven&kind=umpire").status_code == 200


def test_the_builder_fills_around_what_is_there_and_says_why_it_cannot(page):
    made = a_set()
    worst = keys(made, "b1", "p1")
    deck = sent(page, worst).json()
    built = page.post(f"/api/v1/decks/{deck['id']}/build/", content_type="application/json")
    found = built.json()
    assert (found["problems"], found["points_left"]) == ([], 0)
    cards = [each["card"] for each in (*found["batters"], *found["pitchers"])]
    assert (set(worst) <= set(cards), cards[0]) == (True, worst[0])
    anew = page.post(
        f"/api/v1/decks/{deck['id']}/build/", '{"keep": false}', content_type="application/json"
    ).json()
    assert worst[0] not in [each["card"] for each in anew["batters"]]
    here = f"/decks/{deck['id']}/"
    refused = page.post(f"{here}?q=nobody", {"build": "anew"})
    assert refused.status_code == 422
    assert "The pool has 0 more batters" in refused.content.decode()
    assert page.post(here, {"add": "x"}).status_code == 422


def test_a_deck_goes_out_as_a_file_and_comes_in_again(page):
    made = a_set()
    cards = keys(made)
    deck = sent(page, cards).json()
    file = page.get(f"/decks/{deck['id']}/deck.csv").content
    answer = page.post("/decks/", {"name": "Again", "file": SimpleUploadedFile("d.csv", file)})
    assert answer.status_code == 302
    again = Deck.objects.get(name="Again")
    assert list(again.spots.values_list("card_id", flat=True)) == cards
    spread = file.decode("utf-8-sig").encode("utf-16")
    answer = page.post(
        "/decks/", {"name": "Spread", "file": SimpleUploadedFile("d.csv", spread)}, follow=True
    )
    said = [str(each) for each in answer.context["messages"]]
    assert said[-1] == "The deck is as the file says. Read as UTF-16."
    wrong = file.replace(b",b7\r\n", b",nobody\r\n")
    assert wrong != file
    answer = page.post("/decks/", {"name": "Third", "file": SimpleUploadedFile("d.csv", wrong)})
    assert answer.status_code == 422
    assert "There is no Commons card" in answer.content.decode()
    for bad in (b"\xff\xfe", b"set\nx\n", b"set,key\na\n", b'set,key\n"a'):
        answer = page.post("/decks/", {"name": "Bad", "file": SimpleUploadedFile("d.csv", bad)})
        assert answer.status_code == 422
    assert set(Deck.objects.values_list("name", flat=True)) == {"Mine", "Again", "Spread"}


@pytest.mark.rule("CB-114", "CB-118")
def test_a_card_says_on_its_page_why_no_deck_takes_it(page):
    a_set("Box", batter(92, special="commemorative"))
    text = page.get("/cards/box/b92/").content.decode()
    assert "Not legal: Batter 92: a special card without the statistics" in text
    text = page.get("/cards/box/b1/").content.decode()
    assert ("Not legal" in text, "Card of 1983, season 1982" in text) == (False, True)
    assert 'href="/decks/"' in page.get("/cards/box/").content.decode()


def test_nobody_else_sees_a_deck(page):
    made = a_set()
    deck = sent(page, keys(made)).json()["id"]
    other = browser(person("Eve"))
    for path in ("", "deck.csv", "print/list/"):
        assert other.get(f"/decks/{deck}/{path}").status_code == 404
    assert other.post(f"/decks/{deck}/", {"remove": keys(made)[0]}).status_code == 404
    assert other.post(f"/decks/{deck}/delete/").status_code == 404
    assert other.get(f"/api/v1/decks/{deck}/").status_code == 404
    assert Deck.objects.get().spots.count() == 60


@pytest.mark.rule("CB-068", "CB-069")
@pytest.mark.parametrize("what", ["labels-5160", "labels-a4", "slips", "list", "gods", "score"])
def test_everything_of_a_deck_can_be_printed_in_its_order(page, what):
    made = a_set()
    deck = sent(page, keys(made)).json()["id"]
    text = page.get(f"/decks/{deck}/print/{what}/").content.decode()
    boxes = {"labels-5160": 60, "labels-a4": 60, "slips": 60, "gods": 24}.get(what, 0)
    assert text.count("data-box") == boxes
    if what != "gods":
        assert text.index("Batter 1<") < text.index("Batter 50") < text.index("Pitcher 10")
    assert page.get(f"/decks/{deck}/print/posters/").status_code == 404


@pytest.mark.parametrize("taken", [1, 60], ids=["begun", "full"])
def test_the_pool_stands_in_the_order_of_the_value_that_is_shown(page, taken):
    deck = sent(page, keys(a_set())[:taken]).json()
    offers = page.get(f"/decks/{deck['id']}/?sort=-value").context["offers"]
    assert {offer.card.kind for offer in offers} == {"hitter", "pitcher"}
    brings = [float(offer.brings.replace("\N{MINUS SIGN}", "-")) for offer in offers]
    assert brings == sorted(brings, reverse=True)
    assert len(set(brings)) > len(brings) // 3
