"""Card sets made by jobs, brought in files, exported and deleted: by whom, and what is refused."""

import csv
import io
import json
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db.models import ProtectedError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from config.jobs.models import Job
from config.jobs.progress import claim
from config.jobs.run import Run, Stopped
from config.jobs.services import cancel
from config.journal.models import Action
from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker
from rosters.makers.files import read_csv, read_file, write_csv
from rosters.models import Card, CardFile, CardSet, Player, Source
from rosters.selectors.card_sets import rows_of
from rosters.services.card_set_jobs import (
    ENTER,
    forget_card_files,
    queue_card_file,
    queue_card_set,
)
from rosters.services.card_sets import delete_card_set, enter_card_set, make_card_set
from rosters.tasks import enter_cards, make_cards
from rosters.years import read_years, write_years
from tests.builders import browser, league, person
from tests.rosters.builders import (
    a_card_set,
    a_source,
    batted,
    hitter_row,
    person_facts,
    pitched,
    pitcher_row,
)

MAKER = CommonsMaker()


@pytest.fixture
def director(db):
    user = person("Dana")
    league(4, director=user, started=False)
    return user


@pytest.fixture
def seasons(db) -> Source:
    return a_source(
        (person_facts("slugger"), batted(400, hits=124)),
        (person_facts("ace", throws="L"), pitched(600, earned_runs=60)),
    )


def queue(director, **changes) -> Job:
    asked = {"name": "Mine", "system_key": "commons", "source_key": "league", "years": [1986]}
    return queue_card_set(**(asked | changes), acting_user=director)


def refusals(director, **changes) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        queue(director, **changes)
    return [(found.code, found.place) for found in refused.value.refusals]


def uploaded(text: str | bytes, name: str = "cards.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


@given(st.sets(st.integers(1000, 9999), max_size=30).filter(lambda years: True))
def test_years_that_are_written_are_read_again(years):
    assert read_years(write_years(list(years))) == sorted(years)


def test_years_as_people_write_them():
    assert read_years("1986, 1998-2000 2005") == [1986, 1998, 1999, 2000, 2005]
    assert read_years("1998 – 1999;1999") == [1998, 1999]
    assert read_years("  ") == []
    assert write_years([2001, 1999, 2000, 1986]) == "1986, 1999–2001"
    for wrong in ("86", "then", "2001-1999", "1000-9999", "1986-", "19866"):
        with pytest.raises(Refused) as refused:
            read_years(wrong)
        assert refused.value.code == "not-years"


def test_a_job_makes_a_set_and_says_how_far_it_is(director, seasons):
    job = queue(director)
    assert (job.total, job.label) == (2, "Making Mine")
    # Asked for twice, it is made once.
    assert queue(director).pk == job.pk
    make_cards(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 2, 2)
    assert job.result == {"card_set": "mine", "cards": 2}
    made = CardSet.objects.get()
    assert (made.created_by, made.years, made.source) == (director, [1986], seasons)
    assert Action.objects.get(code="card-set-made").actor == director


def test_a_job_cut_off_after_storing_does_not_fail_for_it(director, seasons):
    job = queue(director)
    made = make_card_set(
        name="Mine", system_key="commons", source=seasons, years=[1986], acting_user=director
    )
    make_cards(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"card_set": made.slug, "cards": 2})
    assert CardSet.objects.count() == 1


def test_a_name_that_was_taken_meanwhile_fails_the_job(director, seasons):
    job = queue(director)
    a_card_set("Mine")
    make_cards(str(job.pk))
    job.refresh_from_db()
    assert job.state == "failed"
    assert "There is a card set 'Mine' already." in job.error


def test_a_cancelled_job_leaves_no_set(director, seasons):
    job = queue(director)
    attempt = claim(str(job.pk))
    assert attempt is not None
    cancel(job_id=job.pk, acting_user=director)
    run = Run(attempt)
    with pytest.raises(Stopped):
        make_card_set(
            name="Mine",
            system_key="commons",
            source=seasons,
            years=[1986],
            acting_user=director,
            advance=lambda done: run.advance(done, 2),
        )
    assert not CardSet.objects.exists()


@pytest.mark.long
def test_the_fictional_league_is_made_when_it_is_asked_for(director):
    job = queue(director, source_key="fictional", years=[])
    make_cards(str(job.pk))
    job.refresh_from_db()
    # Of 1,100 players, the pitchers who batted have two cards.
    assert job.result == {"card_set": "mine", "cards": Card.objects.count()}
    assert Player.objects.count() == 1100 < Card.objects.count()
    assert refusals(director, name="Other", source_key="fictional", years=[1986]) == [
        ("no-seasons", "years")
    ]


def test_what_cannot_be_made_is_refused_before_it_is_queued(director, seasons):
    a_card_set("Taken")
    assert refusals(director, name="taken", years=[1987]) == [
        ("card-set-name-taken", "name"),
        ("no-seasons", "years"),
    ]
    assert refusals(director, name="", source_key="nowhere") == [
        ("card-set-name", "name"),
        ("no-source", "source"),
    ]
    assert refusals(director, system_key="chess") == [("no-card-maker", "system")]
    assert not Job.objects.filter(kind="rosters.make-card-set").exists()


def test_a_director_has_a_set_made_from_the_page(director, seasons):
    page = browser(director)
    answer = page.post(
        "/card-sets/new/",
        {"name": "Mine", "system": "commons", "source": "league", "years": "1986-1987"},
        follow=True,
    )
    job = Job.objects.get(kind="rosters.make-card-set")
    assert job.arguments["years"] == [1986, 1987]
    assert f'data-live-topic="job:{job.pk}"' in answer.content.decode()
    make_cards(str(job.pk))
    assert 'href="/cards/mine/"' in page.get("/card-sets/new/").content.decode()
    # Somebody else's work is not shown.
    other = person("Other", is_staff=True)
    assert not browser(other).get("/card-sets/new/").context["jobs"]


def test_the_page_says_at_its_field_what_is_wrong(director, seasons):
    a_card_set("Taken")
    answer = browser(director).post(
        "/card-sets/new/", {"name": "Taken", "system": "commons", "source": "league", "years": ""}
    )
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name", "years"}
    answer = browser(director).post(
        "/card-sets/new/",
        {"name": "New", "system": "commons", "source": "league", "years": "then"},
    )
    assert "'then' is neither a year nor a span" in unescape(answer.content.decode())


@pytest.fixture
def upload(director, django_capture_on_commit_callbacks):
    """Bring a file as the director, and let the worker read it: the answer and the job."""

    def send(name: str, content: str | bytes, file: str = "cards.csv"):
        with django_capture_on_commit_callbacks(execute=True):
            answer = browser(director).post(
                "/card-sets/upload/",
                {"name": name, "system": "commons", "file": uploaded(content, file)},
            )
        return answer, Job.objects.filter(kind=ENTER).first()

    return send


def test_a_file_is_uploaded_and_gives_the_same_cards_again(director, upload):
    page = browser(director)
    rows = [hitter_row("a", "Łukasz Ödün"), pitcher_row("b")]
    answer, job = upload("Mine", write_csv(rows, MAKER))
    assert answer["Location"] == "/card-sets/upload/"
    assert (job.state, job.result) == ("done", {"card_set": "mine", "cards": 2, "read_as": ""})
    assert (job.done, job.percent) == (job.total, 100)
    assert "/cards/mine/" in page.get("/card-sets/upload/").content.decode()
    made = CardSet.objects.get()
    assert (made.created_by, made.maker_version) == (director, None)
    written = page.get("/card-sets/mine/cards.csv")
    assert 'filename="mine.csv"' in written["Content-Disposition"]
    assert read_csv(written.content.decode("utf-8-sig"), MAKER) == rows
    written = page.get("/card-sets/mine/cards.json")
    assert written["Link"] == '</sources/>; rel="license"'
    assert [card["name"] for card in json.loads(written.content)] == ["Łukasz Ödün", "B"]
    upload("Again", written.content, "x.json")
    assert rows_of(CardSet.objects.get(slug="again")) == rows
    assert not CardFile.objects.exists()


@pytest.mark.parametrize(
    ("encoding", "how"),
    [
        ("utf-16", "Read as UTF-16."),
        ("cp1252", "Read as Windows-1252, as it is no UTF-8: look at the accents."),
    ],
)
def test_the_job_says_in_which_encoding_a_file_was_read(director, upload, encoding, how, tmp_path):
    data = write_csv([hitter_row("a", "Peña")], MAKER).encode(encoding)
    _, job = upload("Mine", data)
    assert (job.state, job.result["read_as"]) == ("done", how)
    assert how in browser(director).get("/card-sets/upload/").content.decode()
    assert Card.objects.get().name == "Peña"
    file, said = tmp_path / "cards.csv", io.StringIO()
    file.write_bytes(data)
    call_command("cards", "enter", "Hers", str(file), "--system", "commons", stdout=said)
    assert said.getvalue().endswith(f"1 cards. {how}\n")


def test_everything_wrong_with_a_file_is_listed_by_line_and_column(director, upload):
    text = write_csv(
        [
            hitter_row("a", cells={"single": "7777", "rank": "11"}),
            hitter_row("a"),
            pitcher_row("b", bats="Q"),
        ],
        MAKER,
    )
    _, job = upload("Mine", text)
    assert job.state == "failed"
    page = browser(director).get("/card-sets/upload/").content.decode()
    for place in ("line 2:single", "line 3:key", "line 4:bats"):
        assert place in [refusal["place"] for refusal in job.refusals]
        assert place.replace(":", ", ") in page
    assert all(refusal["code"] and refusal["message"] for refusal in job.refusals)
    assert not CardSet.objects.exists()
    assert not CardFile.objects.exists()


def test_a_file_is_read_by_the_worker_and_not_in_the_request(director, monkeypatch):
    monkeypatch.setattr(CommonsMaker, "verify", lambda maker, row: pytest.fail("read already"))
    job = queue_card_file(
        name="Mine",
        system_key="commons",
        data=write_csv([hitter_row("a")], MAKER).encode(),
        acting_user=director,
    )
    assert (job.state, CardFile.objects.count()) == ("queued", 1)
    with pytest.raises(Refused) as refused:
        queue_card_file(name="mine", system_key="commons", data=b"", acting_user=director)
    assert refused.value.code == "card-set-name-taken"
    assert CardFile.objects.count() == 1


def queue_file(director, rows) -> Job:
    data = write_csv(rows, MAKER).encode()
    return queue_card_file(name="Mine", system_key="commons", data=data, acting_user=director)


def test_progress_is_told_while_a_file_is_read_and_weighed(director, monkeypatch):
    told = []
    monkeypatch.setattr(Run, "advance", lambda run, done, total: told.append((done, total)))
    job = queue_file(director, [hitter_row(f"h{number}") for number in range(600)])
    enter_cards(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.result["cards"]) == ("done", 600)
    assert told == [*((done, 1200) for done in range(0, 600, 100)), (600, 1200), (1100, 1200)]


def test_a_reading_that_is_stopped_leaves_nothing(director, monkeypatch):
    job = queue_file(director, [hitter_row("a")])

    def stop(maker, row):
        cancel(job_id=job.pk, acting_user=director)

    monkeypatch.setattr(CommonsMaker, "verify", stop)
    enter_cards(str(job.pk))
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert not CardSet.objects.exists()
    assert not CardFile.objects.exists()


def test_a_reading_cut_off_after_storing_is_not_done_twice(director):
    job = queue_file(director, [hitter_row("a")])
    made = enter_card_set(
        name="Mine", system_key="commons", rows=[hitter_row("a")], acting_user=director
    )
    enter_cards(str(job.pk))
    job.refresh_from_db()
    assert job.result == {"card_set": made.slug, "cards": 1, "read_as": ""}
    assert not CardFile.objects.exists()


def test_a_file_that_no_job_came_for_is_forgotten(director):
    CardFile.objects.create(data=b"", uploaded_by=director)
    assert forget_card_files(now=timezone.now()) == 0
    assert forget_card_files(now=timezone.now() + timedelta(days=3)) == 1


def test_ligatures_do_not_make_a_set_too_long_for_its_address(director, upload):
    name = "\N{LATIN SMALL LIGATURE FFI}" * 80
    _, job = upload(name, write_csv([hitter_row("a")], MAKER))
    assert (job.state, CardSet.objects.get().slug) == ("done", ("ffi" * 80)[:80])


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"key,name\na,\x81\n", "not-utf-8", "line 2"),
        (b"", "no-cards", "line 1"),
        (b"[" * 100_000, "nested-too-deep", ""),
        (b"{", "not-json", "line 1"),
        (b"\x00", "no-cards", "line 1"),
        (b"a,b\n\x00,x\n", "illegal-character", "line 2"),
        (b'[{"key": "\\u0000"}]', "illegal-character", "0.key"),
        (b'[{"key": "\\ud800"}]', "illegal-character", "0.key"),
        (b'[{"year": 1' + b"0" * 6000 + b"}]", "number-too-large", "0.year"),
        (b"[" + b"0," * 50_000 + b"0]", "too-many-items", ""),
        (b'a,b\n"' + b"x" * 200_000, "cell-too-long", "line 2"),
    ],
)
def test_what_is_no_card_file_is_refused(data, code, place):
    with pytest.raises(Refused) as refused:
        read_file(data, MAKER)
    found = refused.value.refusals[0]
    assert (found.code, found.place) == (code, place)


def test_cells_that_no_table_could_hold_are_refused():
    rows = [hitter_row("k" * 81, "n" * 121), hitter_row("b"), hitter_row("c", cells={"rank": "²"})]
    text = write_csv(rows, MAKER).replace("b,B,1986", "b,B,²²²²")
    with pytest.raises(Refused) as refused:
        read_file(text.encode(), MAKER)
    assert [(found.code, found.place.split(":")[1]) for found in refused.value.refusals] == [
        ("cell-too-long", "key"),
        ("cell-too-long", "name"),
        ("not-a-year", "year"),
        ("rank-out-of-range", "rank"),
    ]


def test_whoever_made_a_set_deletes_it_and_nobody_else(director):
    a_card_set(acting_user=director)
    other = person("Other")
    league(4, name="Elsewhere", director=other, started=False)
    assert browser(other).post("/card-sets/house-cards/delete/").status_code == 404
    assert "Delete this set" not in browser(other).get("/cards/house-cards/").content.decode()
    page = browser(director)
    assert "Delete this set" in page.get("/cards/house-cards/").content.decode()
    assert page.post("/card-sets/house-cards/delete/")["Location"] == "/cards/"
    assert not CardSet.objects.exists()
    line = Action.objects.get(code="card-set-deleted")
    assert (line.actor, line.old["cards"]) == (director, 2)


def test_a_set_in_use_stays(director, monkeypatch):
    made = a_card_set(acting_user=director)

    def used(self):
        raise ProtectedError("in use", {made})

    monkeypatch.setattr(CardSet, "delete", used)
    with pytest.raises(Refused) as refused:
        delete_card_set(card_set=made, acting_user=director)
    assert refused.value.code == "card-set-in-use"
    assert not Action.objects.filter(code="card-set-deleted").exists()
    answer = browser(director).post("/card-sets/house-cards/delete/", follow=True)
    assert "House cards is in use and stays." in answer.content.decode()


def test_formulas_in_a_set_are_exported_as_text_and_come_back(director):
    """On every export of it: the set's own file, and the pool's."""
    row = hitter_row("=1+1", name="@SUM(A1)", teams=("+A", "-B"))
    made = enter_card_set(name="Formulas", system_key="commons", rows=[row], acting_user=None)
    page = browser(director)
    written = page.get(f"/card-sets/{made.slug}/cards.csv").content.decode("utf-8-sig")
    with pytest.warns(Warning, match="asynchronous iterators"):
        pool = b"".join(page.get(f"/cards/{made.slug}/pool.csv")).decode("utf-8-sig")
    for text in (written, pool):
        first = next(csv.DictReader(io.StringIO(text)))
        assert (first["key"], first["name"]) == ("'=1+1", "'@SUM(A1)")
    assert read_csv(written, MAKER) == [row]
