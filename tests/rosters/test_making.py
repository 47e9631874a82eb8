"""Card sets made by jobs, brought in files, exported and deleted: by whom, and what is refused."""

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import ProtectedError
from hypothesis import given
from hypothesis import strategies as st

from config.jobs.models import Job
from config.jobs.progress import claim
from config.jobs.run import Run, Stopped
from config.jobs.services import cancel
from config.journal.models import Action
from games.engine.refusals import Refused
from rosters.card_sets import delete_card_set, make_card_set
from rosters.makers.commons import CommonsMaker
from rosters.makers.files import read_csv, read_file, write_csv
from rosters.making import queue_card_set
from rosters.models import Card, CardSet, Player, Source
from rosters.tasks import make_cards
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


def test_the_fictional_league_is_made_when_it_is_asked_for(director):
    job = queue(director, source_key="fictional", years=[])
    make_cards(str(job.pk))
    job.refresh_from_db()
    assert job.result == {"card_set": "mine", "cards": 1100}
    assert Player.objects.count() == 1100
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


def test_a_file_is_uploaded_and_gives_the_same_cards_again(director):
    page = browser(director)
    rows = [hitter_row("a", "Łukasz Ödün"), pitcher_row("b")]
    answer = page.post(
        "/card-sets/upload/",
        {"name": "Mine", "system": "commons", "file": uploaded(write_csv(rows, MAKER))},
    )
    assert answer["Location"] == "/cards/mine/"
    made = CardSet.objects.get()
    assert (made.created_by, made.maker_version) == (director, None)
    written = page.get("/card-sets/mine/cards.csv")
    assert 'filename="mine.csv"' in written["Content-Disposition"]
    assert read_csv(written.content.decode(), MAKER) == rows
    written = page.get("/card-sets/mine/cards.json")
    assert [card["name"] for card in json.loads(written.content)] == ["Łukasz Ödün", "B"]
    answer = page.post(
        "/card-sets/upload/",
        {"name": "Again", "system": "commons", "file": uploaded(written.content, "x.json")},
    )
    assert answer["Location"] == "/cards/again/"
    assert Card.objects.count() == 4


def test_everything_wrong_with_a_file_is_listed_by_line_and_column(director):
    page = browser(director)
    text = write_csv(
        [
            hitter_row("a", cells={"single": "7777", "rank": "11"}),
            hitter_row("a"),
            pitcher_row("b", bats="Q"),
        ],
        MAKER,
    )
    answer = page.post(
        "/card-sets/upload/", {"name": "Mine", "system": "commons", "file": uploaded(text)}
    )
    assert answer.status_code == 422
    places = [refusal.place for refusal in answer.context["refusals"]]
    assert places == ["line 2:single", "line 3:key", "line 4:bats"]
    for place in places:
        assert place in answer.content.decode()
    assert not CardSet.objects.exists()


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"key,name\na,\xff\n", "not-utf-8", "line 2"),
        (b"", "no-cards", "line 1"),
        (b"[" * 100_000, "not-json", "line 1"),
        (b"{", "not-json", "line 1"),
        (b"\x00", "no-cards", "line 1"),
        (b'a,b\n"' + b"x" * 200_000, "not-csv", "line 2"),
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
        ("rank-out-of-range", "C"),
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
