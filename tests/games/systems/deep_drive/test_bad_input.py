"""Bad input, one by one, by page and by API: each is refused with its code, its rule and its place,
and nothing is half-stored. (Park cards: ``test_park_files``; charts: ``test_charts``.)"""

import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.jobs.models import Job
from config.refusals import place_in_words
from games.engine.game_state import GameState
from games.engine.situation import Situation
from games.engine.state_files import state_as_json
from games.models import Game, Series
from games.records import stands_at
from rosters.makers.base import HITTER, CardRow, maker
from rosters.makers.files import write_csv
from rosters.models import CardSet, RosterSpot
from rosters.services.card_sets import enter_card_set
from tests.builders import browser, director_of, league, person
from tests.games.bad_input import BadTable
from tests.games.systems.deep_drive.events import SYSTEM, an_event, first_series
from tests.rosters.builders import deep_drive_rows
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LEFT = "DD 00-03, SI+ 04-07, SI 08-14, BB 15-18, HBP 19, SO 20-28, DEF 29-30, OUT 31-49"
CARD = "DD 50-53, SI+ 54-57, SI 58-64, BB 65-68, HBP 69, SO 70-78, DEF 79-80, OUT 81-99"
OUTS = "L6 F7s F8 G1h G3h Pf G6h G6 G5 G4"
RIGHT = "Park 00-09, HR 10-28, TR 29-32, DO 33-70, F7d 71-79, F8d 80-90, F9d 91-99"
LINER, SHALLOW, SINGLE, SINGLE_PLUS, WALK = "3-5-0", "3-5-1", "0-9-5", "0-5-5", "1-6-5"
STRIKEOUT = "2-2"
"""Tens and ones; the modifier is what JUMP begins with, and everybody's STEAL is 6 (9)."""

NOT_OFFERED, NOT_LEGAL = "decision-not-offered", "choice-not-legal"
COUNT, FACE = "wrong-number-of-dice", "impossible-face"

ENTRIES = {
    "two dice for three": ("T1 0 -.-.- 0-0 4/4", "", "3-5", COUNT, "DD-005, DD-009"),
    "four dice": ("T1 0 -.-.- 0-0 4/4", "", "3-5-1-1", COUNT, "DD-005, DD-009"),
    "a ten": ("T1 0 -.-.- 0-0 4/4", "", "10-0-0", FACE, "DD-005, DD-009"),
    "no number": ("T1 0 -.-.- 0-0 4/4", "", "3-x-1", FACE, "DD-005, DD-009"),
    "doubling up with nobody on": (
        "T1 0 -.-.- 0-0 4/4", LINER, "0-5", COUNT, "DD-005, DD-009"),
    "a triple play that nobody asked for": (
        "T1 0 3.-.- 0-0 4/4", f"{LINER} 4-4", "0-5", COUNT, "DD-005, DD-009"),
    "infield in with two out": (
        "T1 2 -.-.1 0-0 4/4", "", "infield=in", NOT_OFFERED, "DD-082"),
    "infield in with nobody on third": (
        "T1 0 3.2.- 0-0 4/4", "", "infield=corners", NOT_OFFERED, "DD-082"),
    "outfield in in the eighth": (
        "B8 1 -.-.1 3-3 4/4", "", "outfield=in", NOT_OFFERED, "DD-091"),
    "outfield in when he is not the winning run": (
        "B9 1 -.-.1 4-3 4/4", "", "outfield=in", NOT_OFFERED, "DD-091"),
    "outfield in with two out": ("B9 2 -.-.1 3-3 4/4", "", "outfield=in", NOT_OFFERED, "DD-091"),
    "playing it safe with the bases loaded": (
        "T1 0 3.2.1 0-0 4/4", "", "running=safe", NOT_OFFERED, "DD-095"),
    "a hit and run with nobody on": (
        "T1 0 -.-.- 0-0 4/4", "", "swing=hit-and-run", NOT_LEGAL, "DD-154"),
    "a bunt with two strikes": (
        "T1 0 3.-.- 0-0 4/4", "swing=bunt 2-2-5", "swing=bunt", NOT_OFFERED, "DD-140"),
    "a NO runner sent": (
        "T1 0 -.2.- 0-0 4/4", SINGLE, "send=yes", NOT_OFFERED, "DD-187"),
    "a NO runner who tags up": (
        "T1 0 -.-.1 0-0 4/4", SHALLOW, "tag=yes", NOT_OFFERED, "DD-209"),
    "a throw where somebody is to say whether he goes": (
        "T1 0 -.2.- 0-0 4/4", SINGLE_PLUS, "5-5", "decision-missing", None),
    "a cut-off of nobody": (
        "T1 0 3.-.- 0-0 4/4", f"{SINGLE_PLUS} send=yes", "cut=cut", NOT_OFFERED, "DD-212"),
    "a steal at JUMP 9": (
        "T1 0 3.-.- 0-0 4/4", f"{STRIKEOUT}-3", "steal=yes", NOT_OFFERED, "DD-060"),
    "a hold at JUMP 12": (
        "T1 0 3.-.- 0-0 4/4", f"{STRIKEOUT}-6", "steal=no", NOT_OFFERED, "DD-063"),
    "a steal of an occupied base": (
        "T1 0 3.2.1 0-0 4/4", f"{STRIKEOUT}-6", "steal=yes", NOT_OFFERED, "DD-054"),
    "a letter that the chart does not ask": (
        "T1 0 3.-.- 0-0 4/4", "3-5-7", "f=1-5", NOT_OFFERED, "DD-042"),
    "a result of the Defense Chart that nobody asks for": (
        "T1 0 -.-.- 0-0 4/4", WALK, "defense=HR", NOT_OFFERED, "DD-018"),
}  # fmt: skip
"""Where the game begins, what is entered before, what is refused, its code and its rule."""


def known(row: CardRow) -> CardRow:
    """The same player with a card of which every throw is known; he runs very slowly."""
    cells = dict(row.cells) | {"run": "VS", "steal": "6 (9)", "outs": OUTS}
    if row.kind == HITTER:
        cells |= {"left": LEFT, "right": RIGHT, "pb": "-" if cells["pb"] else ""}
        if cells["throw"]:
            cells["throw"] = "0"
    else:
        cells |= {"card": CARD, "hold": "0", "wp": "-", "bk": "-", "po": "-"}
    return replace(row, cells=cells)


def a_table(**changes) -> BadTable:
    rows = [known(row) for row in deep_drive_rows()]
    made = enter_card_set(
        name="Known", system_key="deep-drive", rows=rows, acting_user=person("Dana")
    )
    event = an_event(3, cards=made, **changes)
    return BadTable(first_series(event), director_of(event))


def standing(notation: str) -> dict[str, object]:
    told = state_as_json(SYSTEM, GameState(Situation.read(notation)))
    return {key: told[key] for key in ("system", "inning", "half", "outs", "bases", "runs", "up")}


@pytest.mark.long
@pytest.mark.rule("DD-005", "DD-045", "DD-054", "DD-060", "DD-063", "DD-082", "DD-091", "DD-095")
@pytest.mark.rule("DD-140", "DD-154", "DD-187", "DD-209", "DD-212")
def test_what_cannot_be_at_the_table_is_refused_by_page_and_api_and_leaves_the_game() -> None:
    table = a_table()
    for name, (where, words, word, code, rule) in ENTRIES.items():
        game = table.begin(standing(where), words)
        refusal = table.refused(game, word)
        found = (refusal["code"], refusal.get("rule"), refusal["place"])
        assert found == (code, rule, f"entry {len(game.entries) + 1}"), name
        assert refusal["stands"] == str(stands_at(game)), name


@pytest.mark.rule("DD-071", "DD-106")
def test_an_event_that_is_thrown_apart_is_asked_for_with_players_on_alone() -> None:
    table = a_table(settings={"obe": "separate"})
    with_players = table.begin(standing("T1 0 3.-.- 0-0 4/4"))
    assert table.refused(with_players, "2-2-2")["rule"] == "DD-106"
    nobody = table.begin(standing("T1 0 -.-.- 0-0 4/4"))
    refusal = table.refused(nobody, "9-5")
    assert (refusal["code"], refusal["throw"]) == (COUNT, "plate")


def changed(kind: str, **cells: str) -> CardRow:
    row = known(next(row for row in deep_drive_rows() if row.kind == kind and keeps(row, cells)))
    return replace(row, cells=dict(row.cells) | cells)


def keeps(row: CardRow, cells: dict[str, str]) -> bool:
    """Whether it has the columns: not everybody catches."""
    return "pb" not in cells or bool(row.cells["pb"])


CARDS = (
    (HITTER, {"left": LEFT.replace("32", "33").replace("31-49", "32-49")}, "range-gap", "DD-010"),
    (HITTER, {"left": LEFT.replace("04-07", "03-07")}, "range-overlap", "DD-010"),
    (HITTER, {"right": RIGHT.replace("91-99", "92-99")}, "range-gap", "DD-022"),
    ("pitcher", {"card": CARD.replace("50-53", "49-53")}, "range-outside", "DD-011"),
    ("pitcher", {"card": CARD.replace("81-99", "82-99")}, "range-gap", "DD-011"),
    (HITTER, {"outs": f"{OUTS} G3"}, "ten-out-codes", "DD-019"),
    (HITTER, {"left": LEFT.replace("HBP", "HPB")}, "unknown-reading", "DD-012"),
    (HITTER, {"pb": "93x"}, "unknown-symbol", "DD-073"),
    ("pitcher", {"wp": "89-91"}, "events-outside-the-nineties", "DD-072"),
    (HITTER, {"outs": OUTS.replace("G1h", "G2h")}, "unknown-out-code", "DD-251"),
    ("pitcher", {"outs": OUTS.replace("G1h", "G1d")}, "unknown-out-code", "DD-036"),
    (HITTER, {"outs": OUTS.replace("G1h", "G7")}, "unknown-out-code", "DD-033"),
)


@pytest.mark.rule("DD-010", "DD-011", "DD-012", "DD-019", "DD-022", "DD-033", "DD-036", "DD-072")
@pytest.mark.rule("DD-073", "DD-251")
def test_cards_that_cannot_be_are_refused_by_page_and_api_and_no_set_is_there(
    django_capture_on_commit_callbacks,
) -> None:
    director = person("Dana")
    league(4, director=director, started=False)
    client = browser(director)
    rows, expected = [], []
    for line, (kind, cells, code, rule) in enumerate(CARDS, start=2):
        rows.append(replace(changed(kind, **cells), key=f"card-{line}"))
        place = next(iter(cells)) + (" 3" if code == "unknown-out-code" else "")
        expected.append((code, f"line {line}:{place}", rule))
    text = write_csv(rows, maker("deep-drive")).encode()
    for address in ("/card-sets/upload/", "/api/v1/card-sets/upload/"):
        file = SimpleUploadedFile("wrong.csv", text)
        with django_capture_on_commit_callbacks(execute=True):
            sent = {"name": "Wrong", "system": "deep-drive", "file": file}
            assert client.post(address, sent).status_code in (202, 302)
        job = Job.objects.order_by("-created_at").first()
        told = client.get(f"/api/v1/jobs/{job.pk}/").json()["refusals"]
        found = [(each["code"], each["place"], each["facts"].get("rule")) for each in told]
        assert found == expected
        page = client.get("/card-sets/upload/").content.decode()
        assert all(place_in_words(place) in page for _, place, _ in expected)
    assert not CardSet.objects.exists()


def refusals_of(answer) -> list[dict]:
    assert answer.status_code in (409, 422), answer.content
    return answer.json()["error"]["refusals"]


def test_a_squad_without_a_catcher_begins_no_game_and_options_and_cards_stay_in_play() -> None:
    table = a_table()
    series, client = table.series, table.client
    game = table.begin(standing("T1 0 3.-.- 0-0 4/4"))
    before = Game.objects.values().get(pk=game.pk)
    spots = RosterSpot.objects.filter(squad__event__key=series.scope, squad__team=series.home)
    catchers = [spot.pk for spot in spots.select_related("card") if "c" in spot.card.positions]
    RosterSpot.objects.filter(pk__in=catchers).delete()
    body = {"series": series.pk, "number": 2, "transcript": []}
    (refusal,) = refusals_of(
        client.post("/api/v1/games/", json.dumps(body), content_type="application/json")
    )
    side = ("away", "home")[series.sides(2).index(series.home_id)]
    assert (refusal["code"], refusal["place"]) == ("lineup-cannot-be-covered", f"{side}.squad")
    assert "c" in refusal["facts"]["positions"]
    page = client.post(f"/series/{series.pk}/games/2/score/", {"act": "start", "dice": "table"})
    assert (page.status_code, "nobody who plays c" in page.content.decode()) == (422, True)
    assert list(series.games.values_list("number", flat=True)) == [1]

    event = Tournament.objects.get()
    sent = {
        "settings": {"pivot": True},
        "legs": 1,
        "series_length": 3,
        "home_pattern": "",
        "card_set": "known",
    }
    options = f"/api/v1/tournaments/{event.slug}/options/"
    (refusal,) = refusals_of(client.put(options, json.dumps(sent), content_type="application/json"))
    assert refusal["code"] == "already-started"
    page = client.post(f"/t/{event.slug}/desk/", {"act": "options", "option_pivot": "on"})
    assert page.status_code == 422
    # Cards are not changed, but laid down anew: a set in use stays, and so does its name.
    (refusal,) = refusals_of(client.delete("/api/v1/card-sets/known/"))
    assert (refusal["code"], refusal["place"]) == ("card-set-in-use", "card_set")
    file = SimpleUploadedFile("again.csv", b"key,name\n")
    again = {"name": "Known", "system": "deep-drive", "file": file}
    (refusal,) = refusals_of(client.post("/api/v1/card-sets/upload/", again))
    assert refusal["place"] == "name"
    assert Game.objects.values().get(pk=game.pk) == before
    assert Series.objects.get(pk=series.pk).settings["pivot"] is False
