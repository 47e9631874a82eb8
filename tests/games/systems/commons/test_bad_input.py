"""Bad input, one by one, by the scoring page and by the API: each is refused with its code, its
rule and its place, and nothing is half-stored. (Decks: ``test_decks`` and ``test_events``.)"""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.jobs.models import Job
from config.refusals import place_in_words
from games.engine.state_files import state_as_json
from games.models import Game
from games.records import stands_at
from games.systems.commons.play.club import BATTERS, DECK_SIZE
from games.systems.commons.play.state import SideState
from rosters.makers.files import write_csv
from rosters.models import CardSet
from rosters.services.card_sets import enter_card_set
from tests.builders import (
    browser,
    director_of,
    entrant,
    fixture_of,
    league,
    manager,
    person,
)
from tests.engine.commons.stage import COMMONS, stage
from tests.games.bad_input import BadTable
from tests.games.systems.commons.decks import MAKER, batter, pitcher
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

KNOWN = {
    "single": "4211",
    "double": "5432",
    "triple": "6213",
    "home_run": "6225",
    "steal": "3426",
}
ARM = {
    "walk": "1244",
    "out_left": "-",
    "hit_left": "5551",
    "out_right": "5326",
    "hit_right": "-",
}
"""The cards of the stage: everybody bats and throws with his right hand."""

NONE_LEFT = SideState(hits=0, outs=0, advances=0, challenges=0)
EVERYBODY = tuple(range(1, BATTERS + 1))
EVERY_PITCHER = tuple(range(BATTERS + 1, DECK_SIZE + 1))
USED_UP = SideState(used=EVERYBODY, came_up=EVERYBODY)
LENDER = SideState(used=(1, 2, 3), came_up=(1, 2, 3), scored=(2,))
ALL_SPENT = SideState(spent=EVERY_PITCHER, worked=EVERY_PITCHER[:9], complete=EVERY_PITCHER[:8])

NOT_OFFERED, NOT_LEGAL = "decision-not-offered", "choice-not-legal"

ENTRIES = {
    "an out god after one that was challenged": (
        stage(), "out-god=out challenge=yes", "out-god=out", NOT_OFFERED, "CB-084"),
    "a hit god after one that was challenged": (
        stage(), "3 hit-god=hit replay=yes", "hit-god=hit", NOT_OFFERED, "CB-083"),
    "a walk on purpose after a challenged out": (
        stage(), "out-god=out challenge=yes", "walk=yes", NOT_OFFERED, "CB-084"),
    "an out god after the pitch": (stage(), "3", "out-god=out", NOT_OFFERED, "CB-020"),
    "a challenge that comes late": (
        stage(), "out-god=out challenge=no", "challenge=yes", NOT_OFFERED, "CB-081, CB-096"),
    "a challenge of nothing": (stage(), "3", "challenge=yes", NOT_OFFERED, "CB-081, CB-096"),
    "a challenge of a super god": (
        stage(), "out-god=two-outs", "challenge=yes", NOT_OFFERED, "CB-081, CB-096"),
    "a replay of a super god": (
        stage(), "3 hit-god=double", "replay=yes", NOT_OFFERED, "CB-081, CB-096"),
    "a challenge by who has none left": (
        stage(batting=NONE_LEFT), "out-god=out", "challenge=yes", NOT_OFFERED, "CB-006, CB-040"),
    "an out god by who has none left": (
        stage(pitching=NONE_LEFT), "", "out-god=out", NOT_LEGAL, "CB-006"),
    "a hit god by who has none left": (
        stage(batting=NONE_LEFT), "3", "hit-god=hit", NOT_LEGAL, "CB-006"),
    "the other side's super god": (
        stage(supers=(3, 0)), "", "out-god=two-outs", NOT_LEGAL, "CB-099"),
    "a hit god before the pitch": (stage(), "", "hit-god=hit", NOT_OFFERED, "CB-079"),
    "an advance on a walk": (
        stage("1"), "walk=yes", "advance-second=yes", NOT_OFFERED, "CB-036, CB-037, CB-085"),
    "an advance of the batter": (
        stage(), "3 5-5", "advance-second=yes", NOT_OFFERED, "CB-036, CB-037, CB-085"),
    "an advance twice for one player": (
        stage("1"), "3 4-3 advance-second=yes", "advance-third=yes", NOT_OFFERED,
        "CB-036, CB-037, CB-085"),
    "an advance onto a filled base": (
        stage("12"), "3 4-3 advance-third=no", "advance-second=yes", NOT_OFFERED,
        "CB-036, CB-037, CB-085"),
    "an advance by who has none left": (
        stage("1", batting=NONE_LEFT), "3 5-5", "advance-third=yes", NOT_OFFERED, "CB-006"),
    "a steal from second": (stage("2"), "3", "steal=second", NOT_OFFERED, "CB-049"),
    "a steal with second filled": (stage("12"), "3", "steal=first", NOT_OFFERED, "CB-049"),
    "a steal with nobody on first": (stage("3"), "3", "steal=first", NOT_OFFERED, "CB-049"),
    "a steal before the pitch": (stage("1"), "", "steal=first", NOT_OFFERED, "CB-025"),
    "a pinch hitter for a player of one team": (
        stage(), "3", "pinch-hit=30", NOT_OFFERED, "CB-028, CB-113"),
    "fences after the throw": (
        stage(), "3 5-4", "swing=fences", NOT_OFFERED, "CB-032, CB-033"),
    "a fifth die": (stage(), "3", "6-2-2-5-1", "dice-not-needed", "CB-063, CB-064"),
    "a die that nobody needs": (stage(), "", "6-3", "dice-not-needed", "CB-063, CB-064"),
    "a seven": (stage(), "", "7", "impossible-face", "CB-063, CB-064"),
    "a lent pitcher without three outs": (
        stage(begins="T11", batting=ALL_SPENT, pitching=ALL_SPENT, chosen=False), "",
        "lend-pitcher=59", NOT_LEGAL, "CB-121"),
    "a lent batter who scored": (
        stage(batting=USED_UP, pitching=LENDER), "", "lend-batter=2", NOT_LEGAL, "CB-123"),
    "pitchers out of their order": (
        stage(begins="T2", chosen=False), "", "away-pitcher=discard-9", NOT_LEGAL,
        "CB-015, CB-017"),
}  # fmt: skip
"""The stage, what is entered before, what is refused, its code and its rule."""


@pytest.fixture
def table():
    rows = [
        *(batter(number, **KNOWN) for number in range(1, 151)),
        *(pitcher(number, **ARM) for number in range(1, 31)),
    ]
    made = enter_card_set(name="Known", system_key="commons", rows=rows, acting_user=None)
    event = league(3, system_key="commons", card_set=made.slug)
    return BadTable(fixture_of(event, 1, 2).series, director_of(event))


@pytest.mark.long
@pytest.mark.rule("CB-006", "CB-020", "CB-025", "CB-028", "CB-032", "CB-036", "CB-037", "CB-040")
@pytest.mark.rule("CB-049", "CB-063", "CB-064", "CB-079", "CB-081", "CB-083", "CB-084", "CB-085")
@pytest.mark.rule("CB-096", "CB-099", "CB-121", "CB-123")
def test_what_cannot_be_at_the_table_is_refused_by_page_and_api_and_leaves_the_game(table):
    for name, (ready, words, word, code, rule) in ENTRIES.items():
        game = table.begin(state_as_json(COMMONS, ready.state), words)
        refusal = table.refused(game, word)
        found = (refusal["code"], refusal["rule"], refusal["place"])
        assert found == (code, rule, f"entry {len(game.entries) + 1}"), name
        assert refusal["stands"] == str(stands_at(game)), name


CARDS = {
    "thresholds out of order": (
        batter(1, **KNOWN | {"double": "4111"}), "single", "thresholds-out-of-order", "CB-053"),
    "five digits": (
        batter(2, **KNOWN | {"single": "42111"}), "single", "threshold-unreadable", "CB-061"),
    "a seven": (
        batter(3, **KNOWN | {"single": "4271"}), "single", "threshold-unreadable", "CB-061"),
    "out and hit": (
        pitcher(4, **ARM | {"hit_right": "5551"}), "out_right", "out-and-hit", "CB-045"),
    "a walk above an out": (
        pitcher(5, **ARM | {"walk": "5444"}), "walk", "thresholds-overlap", "CB-047"),
    "rank 11": (batter(6, rank=11, **KNOWN), "rank", "rank-out-of-range", "CB-101"),
}  # fmt: skip


@pytest.mark.rule("CB-045", "CB-047", "CB-053", "CB-061", "CB-101")
def test_cards_that_cannot_be_are_refused_by_page_and_api_and_no_set_is_there(
    django_capture_on_commit_callbacks,
):
    director = person("Dana")
    league(4, director=director, started=False)
    client = browser(director)
    text = write_csv([row for row, *_ in CARDS.values()], MAKER).encode()
    expected = [
        (code, f"line {line}:{column}", rule)
        for line, (_, column, code, rule) in enumerate(CARDS.values(), start=2)
    ]
    for address in ("/card-sets/upload/", "/api/v1/card-sets/upload/"):
        sent = {
            "name": "Wrong",
            "system": "commons",
            "file": SimpleUploadedFile("wrong.csv", text),
        }
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(address, sent).status_code in (202, 302)
        job = Job.objects.order_by("-created_at").first()
        told = client.get(f"/api/v1/jobs/{job.pk}/").json()["refusals"]
        found = [(each["code"], each["place"], each["facts"].get("rule")) for each in told]
        assert found == expected
        page = client.get("/card-sets/upload/").content.decode()
        assert all(place_in_words(place) in page for _, place, _ in expected)
    assert not CardSet.objects.exists()


@pytest.mark.rule("CB-005")
def test_an_answer_of_the_other_side_and_a_throw_of_ones_own_are_refused_online(table):
    event = Tournament.objects.get()
    people = {number: browser(manager(event, number, f"M{number}")) for number in (1, 2)}
    people[1].post(table.page, {"act": "start", "dice": "server"})
    game = Game.objects.get()
    at_home = 1 if game.home == entrant(event, 1).team else 2
    visitors = people[3 - at_home]
    visitors.post(table.page, {"act": "on", "after": 0})
    game.refresh_from_db()
    before = game.entries
    refused = (("home-pitcher=discard-1", "not-your-side", 403), ("3", "dice-are-the-servers", 422))
    for word, code, status in refused:
        body = {"after": len(before), "entries": [word]}
        api = visitors.post(
            f"/api/v1/games/{game.pk}/entries/", json.dumps(body), content_type="application/json"
        )
        assert (api.status_code, api.json()["error"]["code"]) == (status, code)
        sent = {"act": "enter", "after": len(before), "entry": word}
        page = visitors.post(table.page, sent)
        assert (page.status_code, code in page.content.decode()) == (422, True)
        game.refresh_from_db()
        assert game.entries == before
