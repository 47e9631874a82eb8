"""The book taken home: one archive of all of it, and the season as event files that an outside
program reads to the same totals."""

import csv
import io
import json
import zipfile
from collections import Counter

import pytest

from games.models import Game, PlayersLines, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from games.services.rewinding import void_game
from rosters.models import CardSet, Source
from tests.builders import browser, director_of, league, person
from tests.games.seriesday.builders import a_day
from tests.tools.proofs.boxes import BATTING, PITCHING, read_boxes
from tournaments.book import archive, packed
from tournaments.book.archive import DAYS, season_codes
from tournaments.book.keeping import keep_books
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

COUNTED = {key: name for key, name in PITCHING.items() if key != "dec"}


@pytest.fixture
def day():
    made = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=made.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    return made


def unpacked(answer) -> zipfile.ZipFile:
    assert answer.status_code == 200
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


def read_by_chadwick(folder) -> tuple[dict[str, Counter], dict[str, Counter]]:
    """By identity, what every player did at bat and on the mound in all files of the folder."""
    batted: dict[str, Counter] = {}
    pitched: dict[str, Counter] = {}
    games = set()
    for file in sorted(folder.glob("*.EVN")):
        boxes, complaints = read_boxes(folder, "cwbox", file.name)
        assert complaints == []
        for box in boxes:
            assert box.get("game_id") not in games
            games.add(box.get("game_id"))
            for player in box.iter("player"):
                stats = player.find("batting")
                if stats is not None:
                    counts = batted.setdefault(player.get("id", ""), Counter())
                    counts.update({name: int(stats.get(key, "")) for key, name in BATTING.items()})
            for pitcher in box.iter("pitcher"):
                counts = pitched.setdefault(pitcher.get("id", ""), Counter())
                counts.update({name: int(pitcher.get(key, "")) for key, name in COUNTED.items()})
                decided = {"W": "wins", "L": "losses", "S": "saves"}.get(pitcher.get("dec", ""))
                counts[decided or ""] += 1
    assert len(games) == Game.objects.filter(status="final").count()
    return batted, pitched


@pytest.mark.chadwick
def test_chadwick_reads_the_season_to_the_totals_of_our_book(day, tmp_path):
    reader = browser(director_of(day.tournament))
    unpacked(reader.get(f"/t/{day.tournament.slug}/retrosheet.zip")).extractall(tmp_path)
    with (tmp_path / "people.csv").open() as rows:
        cards = {row["id"]: int(row["card"]) for row in csv.DictReader(rows)}
    assert len(set(cards.values())) == len(cards)
    for table, found, keys in (
        ("batting", read_by_chadwick(tmp_path)[0], list(BATTING.values())),
        (
            "pitching",
            read_by_chadwick(tmp_path)[1],
            [*COUNTED.values(), "wins", "losses", "saves"],
        ),
    ):
        address = f"/t/{day.tournament.slug}/statistics.json?table={table}&stage=all"
        lines = browser().get(address).json()["lines"]
        ours = {line["card"]: line["values"] for line in lines}
        keys = [key for key in keys if key in lines[0]["values"]]
        assert len(keys) >= 12
        theirs = {cards[who]: counts for who, counts in found.items()}
        # Who came in and went again between two plays did nothing, and is not told.
        nothing = Counter()
        for card, values in ours.items():
            read = theirs.get(card, nothing)
            assert {key: read[key] for key in keys} == {key: values[key] for key in keys}, card
        assert {card for card, counts in theirs.items() if +counts} <= set(ours)


@pytest.mark.long
def test_the_whole_book_is_one_archive_whose_manifest_counts_what_is_in_it(day):
    slug = day.tournament.slug
    source = Source.objects.create(key="blue", name="Book", attribution="Counted by the Blue Book.")
    CardSet.objects.update(source=source)
    reader = browser(director_of(day.tournament))
    book = unpacked(reader.get(f"/t/{slug}/book.zip"))
    manifest = json.loads(book.read("manifest.json"))
    assert manifest["attribution"] == "Counted by the Blue Book."
    names = [each["name"] for each in manifest["files"]]
    assert {*names, "manifest.json"} == set(book.namelist())
    games = Game.objects.filter(status="final").count()
    assert manifest["book"] == {"games": games, "covered": games}
    lines = {each["name"]: each["lines"] for each in manifest["files"]}
    for name in names:
        if name.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(book.read(name).decode())))
            assert len(rows) == lines[name] + 1
            assert {len(row) for row in rows} == {len(rows[0])}
    assert json.loads(book.read("batting-all.json")) == (
        reader.get(f"/t/{slug}/statistics.json?stage=all").json()
    )
    assert lines["games.csv"] == games
    kept = PlayersLines.objects.values_list("batting", flat=True)
    assert lines["batting-by-game.csv"] == sum(map(len, kept))
    assert lines["standings.csv"] == 4
    # By the API the same, for who is signed in.
    told = unpacked(reader.get(f"/api/v1/tournaments/{slug}/book/"))
    assert told.namelist() == book.namelist()
    assert browser().get(f"/api/v1/tournaments/{slug}/book/").status_code == 401
    assert unpacked(reader.get(f"/api/v1/tournaments/{slug}/event-files/")).namelist()


def test_dice_leagues_have_a_book_without_players_and_no_event_files():
    made = league(4)
    reader = browser(director_of(made))
    book = unpacked(reader.get(f"/t/{made.slug}/book.zip"))
    assert json.loads(book.read("manifest.json"))["book"] is None
    assert "standings.csv" in book.namelist()
    refused = reader.get(f"/api/v1/tournaments/{made.slug}/event-files/")
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "no-event-files"
    assert reader.get(f"/t/{made.slug}/retrosheet.zip").status_code == 302


def test_no_two_clubs_of_a_season_have_the_same_letters():
    names = dict(enumerate(["ACE", "Ace", "ace", "Ä", "", *(["BEA"] * 27)]))
    codes = season_codes(names)
    assert len(set(codes.values())) == len(names)
    assert {len(code) for code in codes.values()} == {3}
    assert codes[0] == "ACE"
    assert DAYS < 306


@pytest.mark.long
def test_large_archives_are_made_by_a_job_and_fetched_when_they_are_there(
    day, monkeypatch, django_capture_on_commit_callbacks
):
    slug = day.tournament.slug
    reader, page = browser(director_of(day.tournament)), f"/t/{slug}/reports/"
    small = unpacked(reader.get(f"/t/{slug}/retrosheet.zip"))
    assert reader.post(f"/api/v1/tournaments/{slug}/event-files/").status_code == 409
    assert "Make it" not in reader.get(page).content.decode()
    games = Game.objects.filter(status="final").count()
    monkeypatch.setattr(packed, "AT_ONCE", {"book": games - 1, "event-files": games - 1})
    monkeypatch.setattr(archive, "TOLD", 3)

    for kind, file in (("book", "book"), ("event-files", "retrosheet")):
        at = f"/api/v1/tournaments/{slug}/{kind}/"
        refused = reader.get(at)
        assert refused.status_code == 409
        assert refused.json()["error"]["code"] == "archive-not-made"
        assert browser().post(at).status_code == 401
        with django_capture_on_commit_callbacks(execute=True):
            job = reader.post(at)
        assert job.status_code == 202
        told = reader.get(f"/api/v1/jobs/{job.json()['id']}/").json()
        assert told["state"] == "done"
        assert told["result"]["archive"] == kind
        assert len(b"".join(reader.get(at).streaming_content)) == told["result"]["bytes"]
        # Nobody but who may look at the event sees the job or the file.
        assert unpacked(reader.get(at)).namelist() == (
            unpacked(reader.get(f"/t/{slug}/{file}.zip")).namelist()
        )
    made = unpacked(reader.get(f"/t/{slug}/retrosheet.zip"))
    assert {name: made.read(name) for name in made.namelist()} == {
        name: small.read(name) for name in small.namelist()
    }
    # Nothing has changed: what is there is left alone. Then a game goes, and it is made anew.
    first = packed.PackedArchive.objects.get(kind="book").made_at
    with django_capture_on_commit_callbacks(execute=True):
        reader.post(f"/t/{slug}/archives/", {"archive": "book"})
    assert packed.PackedArchive.objects.get(kind="book").made_at == first
    game = Game.objects.order_by("pk")[0]
    Game.objects.filter(pk=game.pk).update(seed="", source=Game.Source.SCORED)
    void_game(game_id=game.pk, reason="Not so.", acting_user=day.director)
    monkeypatch.setattr(packed, "AT_ONCE", {"book": 0, "event-files": 0})
    with django_capture_on_commit_callbacks(execute=True):
        assert reader.post(f"/t/{slug}/archives/", {"archive": "book"}).status_code == 302
    anew = packed.PackedArchive.objects.get(kind="book")
    assert anew.made_at > first
    rows = unpacked(reader.get(f"/t/{slug}/book.zip")).read("games.csv").decode().splitlines()
    assert len(rows) == games
    shown = reader.get(page).content.decode()
    assert shown.count("Make it anew") == 2
    assert reader.post(f"/t/{slug}/archives/", {"archive": "moons"}).status_code == 302
    # A month later nobody has asked: it is forgotten, and made when somebody does.
    assert packed.forget_archives(anew.made_at + packed.KEPT) == 1
    assert packed.forget_archives(anew.made_at + packed.KEPT * 2) == 1
    assert reader.get(f"/t/{slug}/book.zip").status_code == 302
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    stranger = browser(person("Stranger"))
    assert stranger.post(f"/api/v1/tournaments/{slug}/book/").status_code == 404
    assert stranger.get(f"/api/v1/jobs/{job.json()['id']}/").status_code == 404
    assert stranger.post(f"/t/{slug}/archives/", {"archive": "book"}).status_code == 404
