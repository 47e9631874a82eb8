"""Park cards of an owner as files: read, refused with row and column, played on by every club."""

import json
from dataclasses import astuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.clubs import clubs_of
from games.services.playing import play_series
from games.systems.deep_drive.play.readings import parse_reading
from rosters.models import Ballpark, Team
from rosters.services.parks import choose_park
from tests.builders import browser, director_of, person
from tests.games.systems.deep_drive.events import client_of, first_series, in_setup
from tournaments.services.events import start_tournament

pytestmark = pytest.mark.django_db

CARDS = (
    "HR 0-9",
    "F7d 0-4, F9d 5-9",
    "HR 0, F7d 1-3, F8d 4-6, F9d 7-9",
    "HR 0-3 9, F8d 4-8",
)
FILE = "name,place,deep_drive\n" + "".join(
    f'Park {number},Town,"{card}"\n' for number, card in enumerate(CARDS, start=1)
)


def sent(text: str, name: str = "parks.csv") -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, text.encode())}


@pytest.mark.rule("DD-029", "DD-030", "DD-031")
def test_every_club_of_a_league_plays_at_home_on_a_card_of_an_owners_file() -> None:
    event = in_setup()
    director = director_of(event)
    client = browser(director)
    assert 'href="/parks/upload/"' in client.get("/parks/").content.decode()
    answer = client.post("/parks/upload/", sent(FILE))
    assert answer.status_code == 302
    parks = list(Ballpark.objects.filter(designed_by=director).order_by("name"))
    assert [park.name for park in parks] == ["Park 1", "Park 2", "Park 3", "Park 4"]
    assert parks[1].faces == "F7d F7d F7d F7d F7d F9d F9d F9d F9d F9d"
    teams = [each.team for each in event.entrants.select_related("team").order_by("number")]
    # Elsewhere only the first of a division may have one of his own (T0.02f).
    for team, park in zip(teams, parks, strict=True):
        choose_park(team=team, park=park, acting_user=director)
    event = start_tournament(tournament=event, acting_user=director)
    games = play_series(series_ids=[first_series(event).pk], acting_user=None)
    homes = {team.pk: park for team, park in zip(teams, parks, strict=True)}
    for game in games:
        played_on = clubs_of(game)[1].park.results.rows
        assert [parse_reading(face) for face in homes[game.home_id].faces.split()] == played_on
    # A game keeps the card that it was begun on, whatever becomes of the club's park.
    Team.objects.filter(pk__in=homes).update(ballpark=parks[0])
    again = clubs_of(type(games[0]).objects.get(pk=games[0].pk))[1].park
    assert again == clubs_of(games[0])[1].park


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name,deep_drive\nA,"HR 0-4, F7d 5-8"\n', "row 2:deep_drive"),
        ('name,deep_drive\nA,"HR 0-4, F7d 4-9"\n', "row 2:deep_drive"),
        ('name,deep_drive\nA,"DO 0-9"\n', "row 2:deep_drive"),
        ("name,deep_drive,home_runs\nA,,many\n", "row 2:home_runs"),
        ("name,deep_drive,home_runs\nA,,21\n", "row 2:home_runs"),
        ("name,deep_drive\nA,\nA,\n", "row 3:name"),
        ("name,homers\nA,18\n", "row 2:homers"),
        ("name,singles,Singles\nA,3,4\n", "row 1:singles"),
        ('[{"name": "A", "homers": 18}]', "row 1:homers"),
        ('[{"name": "A", "singles": 3, "Singles": 4}]', "row 1"),
        ('[{"name": "A", "singles": NaN}]', "file"),
        ("name,deep_drive\n,\n", "file"),
        ("town,card\nA,B\n", "row 1:name"),
        ("name,deep_drive\n", "file"),
        ('[{"name": ["A"]}]', "row 1:name"),
        ("[1]", "file"),
        ("[", "file"),
        ("name\n" + "\n".join(f"Park {n}" for n in range(101)), "file"),
    ],
)
def test_what_is_wrong_is_told_by_row_and_column_and_nothing_is_stored(text, said) -> None:
    director = director_of(in_setup())
    answer = client_of(director).post("/api/v1/ballparks/upload/", sent(text), format="multipart")
    assert answer.status_code in (400, 422)
    places = [each["place"] for each in answer.json()["error"]["refusals"]]
    assert said in places or any(place.startswith(said) for place in places)
    assert browser(director).post("/parks/upload/", sent(text)).status_code == 422
    assert not Ballpark.objects.filter(designed_by=director).exists()


def test_columns_are_matched_loosely_in_either_form() -> None:
    director = director_of(in_setup())
    client = browser(director)
    for text in (
        "Name,Singles,home runs,\nA,3,18,\n",
        '[{"Name": "B", "Singles": 3, "home runs": 18}]',
    ):
        assert client.post("/parks/upload/", sent(text)).status_code == 302
    found = Ballpark.objects.filter(designed_by=director).order_by("name")
    numbers = (3, 3, 18, 18)
    assert [(park.name, *astuple(park.numbers)) for park in found] == [
        ("A", *numbers),
        ("B", *numbers),
    ]


def test_the_same_parks_again_are_those_that_are_there() -> None:
    director = director_of(in_setup())
    client = browser(director)
    client.post("/parks/upload/", sent(FILE))
    keys = set(Ballpark.objects.values_list("pk", flat=True))
    longer = f"{FILE}Park 5,Town,HR 0-9\n"
    answer = client.post("/parks/upload/", sent(longer), follow=True)
    assert [str(each) for each in answer.context["messages"]][-1] == (
        "5 parks are here, 4 of them already before."
    )
    assert len(set(Ballpark.objects.values_list("pk", flat=True)) - keys) == 1
    again = client_of(director).post("/api/v1/ballparks/upload/", sent(longer), format="multipart")
    assert [park["name"] for park in again.json()] == [f"Park {n}" for n in range(1, 6)]
    # Another park of the same name is not the same park.
    other = client.post("/parks/upload/", sent("name,singles\npark 1,3\n"))
    assert [each.code for each in other.context["refusals"]] == ["park-there"]
    assert Ballpark.objects.filter(designed_by=director).count() == 5


def test_a_program_brings_them_and_the_sites_spreadsheet_is_read_as_it_is() -> None:
    director = director_of(in_setup())
    client = client_of(director)
    whole = [{"name": "Oak Field", "deep_drive": CARDS[0], "home_runs": 12}]
    made = client.post(
        "/api/v1/ballparks/upload/", sent(json.dumps(whole), "parks.json"), format="multipart"
    )
    assert made.status_code == 201
    assert made.json()[0]["card"] == "HR 0-9"
    assert made.json()[0]["home_runs_left"] == 12
    sheet = browser().get("/parks/parks.csv?list=own").content.decode("utf-8-sig")
    assert "Oak Field" in sheet
    again = client.post("/api/v1/ballparks/upload/", sent(sheet), format="multipart")
    assert again.status_code == 201
    assert again.json()[0]["card"] == "HR 0-9"
    stranger = client_of(person("Stranger"))
    assert (
        stranger.post("/api/v1/ballparks/upload/", sent(FILE), format="multipart").status_code
        == 403
    )
    assert browser(person("Nobody")).get("/parks/upload/").status_code == 404
