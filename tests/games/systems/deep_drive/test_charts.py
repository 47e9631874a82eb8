"""Charts as files: read, refused with their place, laid down for events or the house, played by."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from config.journal.models import Action
from config.refusals import Refused
from games.card_games.registry import use_charts
from games.engine.record import simulate
from games.models import Game, Series
from games.records import record_of
from games.services.playing import play_series
from games.systems.deep_drive.charts.services import enter_charts
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.play.charts import E2, HOUSE, Charts
from games.systems.deep_drive.text.chart_files import (
    FILES,
    charts_of_rows,
    house_rows,
    whole_rows,
)
from games.systems.deep_drive.text.chart_texts import rows_of_files, write_csv
from games.verifying import verify
from tests.builders import browser, director_of, person
from tests.engine.deep_drive.clubs import club
from tests.games.systems.deep_drive.events import (
    SYSTEM,
    an_event,
    client_of,
    first_series,
    in_setup,
)
from tournaments.services.events import start_tournament
from tournaments.services.options import change_options
from tournaments.services.plans import Format

ALL_ERRORS = (
    "fielder,rating,from,to,die_from,die_to,result\n"
    + "\n".join(f"p c 1b 2b 3b ss lf cf rf,{rating},00,99,0,9,E2" for rating in range(6))
    + "\n"
)
"""A Defense Chart of two-base errors only."""


def files_of(**changed: str) -> dict[str, str]:
    """Every chart's file by name, some of them changed."""
    return {name: write_csv(name, rows) for name, rows in house_rows().items()} | changed


def refused(*files: tuple[str, str]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        rows_of_files([(name, text.encode()) for name, text in files])
    return [(each.code, each.place) for each in caught.value.refusals]


def uploaded(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def without(name: str, row: int) -> str:
    """A chart's file without one of its rows (1 is the first after the column names)."""
    lines = files_of()[name].splitlines()
    return "\n".join(lines[:row] + lines[row + 1 :])


def with_cell(name: str, row: int, old: str, new: str) -> str:
    lines = files_of()[name].splitlines()
    assert old in lines[row]
    lines[row] = lines[row].replace(old, new, 1)
    return "\n".join(lines)


def same(ours: Charts, theirs: Charts) -> bool:
    """Whether two sets of charts say the same; the rows behind the Defense Chart may lie in another
    order."""
    lists = (name for name in FILES if not name.startswith("defense"))
    return all(getattr(ours, name) == getattr(theirs, name) for name in lists) and (
        ours.defense_fielder == theirs.defense_fielder
        and all(
            ours.chance(fielder, rating, roll, die) == theirs.chance(fielder, rating, roll, die)
            for fielder in range(1, 10)
            for rating in range(6)
            for roll in range(100)
            for die in range(10)
        )
    )


def test_every_chart_is_a_file_and_reads_back_the_same() -> None:
    assert len(FILES) == 19
    rows = rows_of_files([(f"{name}.csv", text.encode()) for name, text in files_of().items()])
    assert rows == house_rows()
    assert same(charts_of_rows(rows), HOUSE)
    whole = json.dumps(whole_rows({}))
    assert rows_of_files([("mine.json", whole.encode())]) == house_rows()


@pytest.mark.rule("DD-018")
def test_one_row_that_is_changed_changes_that_and_nothing_else() -> None:
    text = with_cell("hits", 1, "NO", "?")
    charts = charts_of_rows(rows_of_files([("hits.csv", text.encode())]))
    assert [at for at, entry in enumerate(charts.hits) if entry != HOUSE.hits[at]] == [0]
    charts.hits[0] = HOUSE.hits[0]
    assert same(charts, HOUSE)


@pytest.mark.parametrize(
    ("name", "text", "code", "place"),
    [
        ("choice", without("choice", 3), "chart-gap", "choice:row 9:from"),
        ("choice", with_cell("choice", 2, "01,01", "00,01"), "chart-overlap", "choice:row 3:from"),
        ("choice", with_cell("choice", 9, "99,99", "99,100"), "not-a-number", "choice:row 10:to"),
        ("choice", with_cell("choice", 6, "safe", "save"), "unknown-word", "choice:row 7:what"),
        ("cutoff", without("cutoff", 4), "chart-gap", "cutoff:row 4:from"),
        ("injury", without("injury", 1), "chart-gap", "injury:row 7:from"),
        ("injury", with_cell("injury", 3, "15", "many"), "not-a-number", "injury:row 4:games"),
        ("hits", without("hits", 2), "chart-gap", "hits:row 3:result"),
        ("hits", with_cell("hits", 1, "NO", "MAY"), "unknown-word", "hits:row 2:VS"),
        ("flies", without("flies", 30), "chart-gap", "flies:row 30:fly"),
        ("ground", without("ground", 5), "chart-gap", "ground:row 17:out"),
        ("ground", with_cell("ground", 1, "G1,B", "G1,G"), "unknown-word", "ground:row 2:1st"),
        ("bunt_lead", with_cell("bunt_lead", 1, "0-8", "8"), "unknown-word", "bunt_lead:row 2:5"),
        ("race", with_cell("race", 2, "84", "98"), "not-a-number", "race:row 3:safe_to"),
        ("rundown", with_cell("rundown", 1, "S", "CF"), "unknown-word", "rundown:row 2:least"),
        ("bunt_out", without("bunt_out", 1), "chart-gap", "bunt_out:row 4:from"),
        (
            "line_orders",
            with_cell("line_orders", 1, "3 2 1", "3 2"),
            "unknown-word",
            "line_orders:row 2:order",
        ),
        ("defense", without("defense", 1), "chart-gap", "defense:row 54:from"),
        ("defense", with_cell("defense", 1, "G#", "K"), "unknown-word", "defense:row 2:result"),
        (
            "defense",
            with_cell("defense", 1, "00,39", "00,40"),
            "chart-overlap",
            "defense:row 3:from",
        ),
        (
            "defense",
            with_cell("defense", 1, "p 1b", "p dh"),
            "unknown-word",
            "defense:row 2:fielder",
        ),
        ("defense_fielder", "from,to\n0,99\n", "column-missing", "defense_fielder:row 1:fielder"),
        ("hits", files_of()["hits"] + "SI,?,?,?,?,?,?\n", "chart-overlap", "hits:row 5:result"),
    ],
)
def test_a_gap_or_an_overlap_is_refused_with_file_row_and_column(
    name: str, text: str, code: str, place: str
) -> None:
    assert (code, place) in refused((f"{name}.csv", text))


def test_what_are_no_files_of_charts_is_refused() -> None:
    assert refused() == [("no-files", "files")]
    assert refused(("hit.csv", "a")) == [("unknown-file", "hit.csv")]
    assert refused(("mine.json", "[")) == [("not-json", "mine.json")]
    assert refused(("mine.json", "[" * 100_000)) == [("not-json", "mine.json")]
    assert refused(("mine.json", '{"hits": {"SI": 1}}')) == [("not-json", "mine.json")]
    assert refused(("mine.json", '{"hit": []}')) == [("unknown-chart", "hit")]
    assert ("chart-gap", "hits:row 1:result") in refused(("mine.json", '{"hits": []}'))
    nested = '{"hits": [{"result": ["SI"], "VS": "NO"}]}'
    assert ("not-a-text", "hits:row 1:result") in refused(("mine.json", nested))
    one = files_of()["hits"]
    assert refused(("hits.csv", one), ("hits.csv", one)) == [("chart-twice", "hits")]
    with pytest.raises(Refused) as caught:
        rows_of_files([("hits.csv", b"\xff\xfe\x00")])
    assert caught.value.code == "not-utf-8"
    rows = "\n".join(["from,to,what", *("0,0,cut off" for _ in range(4000))])
    assert refused(("cutoff.csv", rows)) == [("too-many-rows", "cutoff")]


def test_a_chart_is_read_however_a_spreadsheet_writes_it() -> None:
    text = files_of()["hits"]
    plain = rows_of_files([("hits.csv", text.encode())])
    rows = list(csv.reader(io.StringIO(text)))
    rows[0] = [f" {column.upper()} " for column in rows[0]]
    stream = io.StringIO()
    csv.writer(stream, delimiter=";", lineterminator="\r\n").writerows(rows)
    spread = stream.getvalue()
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        assert rows_of_files([("hits.csv", spread.encode(encoding))]) == plain


def test_the_house_may_be_run_with_an_owners_folder(tmp_path: Path) -> None:
    def use(folder: str) -> None:
        use_charts("deep-drive", folder)

    try:
        (tmp_path / "hits.csv").write_text(with_cell("hits", 1, "NO", "YES"), "utf-8")
        use(str(tmp_path))
        assert SYSTEM.charts is not None
        assert SYSTEM.charts.hits[0] == 2
        (tmp_path / "choice.csv").write_text(without("choice", 3), "utf-8")
        with pytest.raises(ImproperlyConfigured, match=r"choice:row 9:from: Has nothing for 02"):
            use(str(tmp_path))
        with pytest.raises(ImproperlyConfigured, match="There is no folder"):
            use(str(tmp_path / "nowhere"))
    finally:
        use("")
    assert SYSTEM.charts is None


@pytest.mark.django_db
@pytest.mark.rule("DD-018", "DD-174")
def test_charts_are_laid_down_on_the_page_and_an_event_is_played_by_them() -> None:
    event = in_setup()
    director = director_of(event)
    client = browser(director)
    page = client.get("/deep-drive/charts/").content.decode()
    assert 'name="uploads"' in page
    sent = {"name": "My Defense Chart", "uploads": [uploaded("defense.csv", ALL_ERRORS)]}
    answer = client.post("/deep-drive/charts/", sent)
    made = ChartSet.objects.get()
    assert answer.url == f"/deep-drive/charts/{made.pk}/"
    assert Action.objects.get(code="charts-entered").new["charts"] == ["defense"]
    shown = client.get(answer.url).content.decode()
    assert "of its owner" in shown
    assert f"Charts: {made.pk}" in shown
    # An event's options name them.
    desk = client.get(f"/t/{event.slug}/desk/")
    assert b'name="option_charts"' in desk.content
    changed = change_options(
        tournament=event,
        settings={"charts": made.pk},
        format=Format(1, 3),
        card_set=event.card_set.slug,
        acting_user=director,
    )
    assert changed.settings["charts"] == made.pk
    event = start_tournament(tournament=changed, acting_user=director)
    games = play_series(series_ids=[first_series(event).pk], acting_user=None)
    for game in games:
        record = record_of(Game.objects.get(pk=game.pk))
        assert record.settings["charts"] == made.pk
        assert all(check.holds for check in verify(game))
    # Every chance in the field was an error of two bases: by ours the games are others.
    records = [record_of(game) for game in games]
    others = [
        simulate(SYSTEM, {**each.settings, "charts": 0}, game.seed, clubs=each.clubs)
        for each, game in zip(records, games, strict=True)
    ]
    assert [each.events for each in others] != [each.events for each in records]


@pytest.mark.django_db
def test_page_and_command_say_how_each_file_was_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    director = director_of(in_setup())
    texts = files_of()
    how = "hits.csv was read as UTF-16."
    spread = SimpleUploadedFile("hits.csv", texts["hits"].encode("utf-16"))
    sent = {"name": "Spread", "uploads": [spread, uploaded("choice.csv", texts["choice"])]}
    answer = browser(director).post("/deep-drive/charts/", sent, follow=True)
    [said] = [str(each) for each in answer.context["messages"]]
    assert said.endswith(f"an event’s options name them so. {how}")
    file = tmp_path / "hits.csv"
    file.write_bytes(texts["hits"].encode("utf-16"))
    call_command("deep_drive_charts", "enter", "Again", str(file))
    assert capsys.readouterr().out.endswith(f". {how}\n")


@pytest.mark.django_db
def test_the_same_charts_again_are_those_that_are_there() -> None:
    client = browser(director_of(in_setup()))
    for name in ("Mine", "Again"):
        sent = {"name": name, "uploads": [uploaded("defense.csv", ALL_ERRORS)]}
        answer = client.post("/deep-drive/charts/", sent)
    made = ChartSet.objects.get()
    assert answer.status_code == 422
    (refusal,) = answer.context["refusals"]
    assert (refusal.code, refusal.facts) == ("charts-there", {"number": made.pk})
    assert f"Mine are number {made.pk}" in answer.content.decode()


@pytest.mark.django_db
def test_bad_files_are_shown_with_their_place_and_nothing_is_stored() -> None:
    director = director_of(in_setup())
    client = browser(director)
    broken = [uploaded("defense.csv", without("defense", 1)), uploaded("nonsense.csv", "a,b")]
    answer = client.post("/deep-drive/charts/", {"name": "Broken", "uploads": broken})
    assert answer.status_code == 422
    broken = [uploaded("choice.csv", without("choice", 3))]
    answer = client.post("/deep-drive/charts/", {"name": "Broken", "uploads": broken})
    assert answer.status_code == 422
    assert "choice" in answer.content.decode()
    assert "has nothing for 02" in answer.content.decode().lower()
    assert client.post("/deep-drive/charts/", {"name": "None"}).status_code == 422
    large = [uploaded("hits.csv", "x" * 600_000)]
    assert client.post("/deep-drive/charts/", {"name": "L", "uploads": large}).status_code == 422
    assert not ChartSet.objects.exists()
    assert browser().post("/deep-drive/charts/", {"name": "No"}).status_code == 404
    assert browser(person("Stranger")).post("/deep-drive/charts/").status_code == 404


@pytest.mark.django_db
def test_an_unknown_number_is_refused_where_it_is_said() -> None:
    event = in_setup()
    with pytest.raises(Refused) as caught:
        change_options(
            tournament=event,
            settings={"charts": 77},
            format=Format(1, 3),
            card_set=event.card_set.slug,
            acting_user=director_of(event),
        )
    assert [(each.code, each.place) for each in caught.value.refusals] == [
        ("no-such-charts", "options.charts")
    ]
    sample = browser().get("/systems/deep-drive/sample/?seed=x&option_charts=77")
    assert sample.status_code in (200, 422)


@pytest.mark.django_db
def test_files_are_had_as_zip_json_and_one_by_one() -> None:
    answer = browser().get("/deep-drive/charts/0/charts.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = [(name, packed.read(name)) for name in packed.namelist()]
    assert rows_of_files(files) == house_rows()
    answer = browser().get("/deep-drive/charts/0/charts.json")
    assert json.loads(answer.content) == house_rows()
    assert browser().get("/deep-drive/charts/0/hits.csv").content.decode() == files_of()["hits"]
    assert browser().get("/deep-drive/charts/0/charts.exe").status_code == 404
    assert browser().get("/deep-drive/charts/0/moon.csv").status_code == 404
    assert browser().get("/deep-drive/charts/0/").status_code == 200
    made = enter_charts(name="Mine", rows={}, acting_user=None)
    for end in ("", "charts.zip", "charts.json", "hits.csv"):
        assert browser().get(f"/deep-drive/charts/{made.pk}/{end}").status_code == 404
        there = browser(person(f"Reader {end or 'page'}")).get(
            f"/deep-drive/charts/{made.pk}/{end}"
        )
        assert there.status_code == 200
        assert browser().get(f"/deep-drive/charts/{10**17}/{end}").status_code == 404


@pytest.mark.django_db
def test_a_program_lays_charts_down_and_reads_them_back() -> None:
    director = director_of(in_setup())
    client = client_of(director)
    ours = client_of().get("/api/v1/deep-drive-charts/0/").json()
    assert ours["charts"] == house_rows()
    hits = [*ours["charts"]["hits"]]
    hits[0] = {**hits[0], "VS": "YES"}
    made = client.post(
        "/api/v1/deep-drive-charts/", {"name": "Fast", "charts": {"hits": hits}}, format="json"
    )
    assert made.status_code == 201
    assert made.json()["own"] == ["hits"]
    number = made.json()["id"]
    again = client.get(f"/api/v1/deep-drive-charts/{number}/").json()
    assert again["charts"]["hits"] == hits
    listed = client.get("/api/v1/deep-drive-charts/").json()
    assert [each["id"] for each in listed["results"]] == [number]
    wrong = client.post(
        "/api/v1/deep-drive-charts/",
        {"name": "Gap", "charts": {"hits": hits[1:], "choice": []}},
        format="json",
    )
    assert wrong.status_code == 422
    places = {each["place"] for each in wrong.json()["error"]["refusals"]}
    assert places == {"hits:row 2:result", "choice:row 1:from"}
    assert (
        client_of(person("Nobody"))
        .post("/api/v1/deep-drive-charts/", {"name": "No", "charts": {}}, format="json")
        .status_code
        == 403
    )
    assert client.post(f"/api/v1/deep-drive-charts/{number}/house/").status_code == 403


@pytest.mark.long
@pytest.mark.django_db
def test_an_event_in_play_keeps_the_charts_it_began_with_when_the_house_changes_its_own() -> None:
    before = an_event(name="Before")
    assert before.settings["charts"] == 0
    waiting = in_setup(name="Waiting")
    staff = person("Sam", is_staff=True)
    rows = rows_of_files([("defense.csv", ALL_ERRORS.encode())])
    made = enter_charts(name="The house's", rows=rows, acting_user=director_of(waiting))
    assert (
        browser(director_of(waiting)).post(f"/deep-drive/charts/{made.pk}/house/").status_code
        == 404
    )
    assert browser(staff).post(f"/deep-drive/charts/{made.pk}/house/").status_code == 302
    begun = start_tournament(tournament=waiting, acting_user=director_of(waiting))
    assert begun.settings["charts"] == made.pk
    assert {each.settings["charts"] for each in Series.objects.filter(event__key=begun.scope)} == {
        made.pk
    }
    for event, charts in ((before, HOUSE), (begun, charts_of_rows(rows))):
        event.refresh_from_db()
        game, *_ = play_series(series_ids=[first_series(event).pk], acting_user=None)
        assert same(SYSTEM.charts_of(game.series.settings), charts)
        assert all(check.holds for check in verify(game))
    later = enter_charts(name="Later", rows={}, acting_user=None, house=True)
    begun.refresh_from_db()
    assert begun.settings["charts"] == made.pk != later.pk


@pytest.mark.django_db
def test_the_command_writes_charts_and_enters_them(tmp_path: Path) -> None:
    call_command("deep_drive_charts", "export", str(tmp_path / "ours"))
    assert len(list((tmp_path / "ours").glob("*.csv"))) == 19
    changed = tmp_path / "ours" / "hits.csv"
    changed.write_text(with_cell("hits", 1, "NO", "YES"), "utf-8")
    call_command("deep_drive_charts", "enter", "Fast", str(changed), "--house")
    made = ChartSet.objects.get()
    assert made.house_since is not None
    assert an_event().settings["charts"] == made.pk
    call_command("deep_drive_charts", "export", str(tmp_path / "fast"), number=made.pk)
    assert (tmp_path / "fast" / "hits.csv").read_text() == changed.read_text() + "\n"
    changed.write_text(without("hits", 1), "utf-8")
    with pytest.raises(CommandError):
        call_command("deep_drive_charts", "enter", "Broken", str(changed))
    with pytest.raises(CommandError):
        call_command("deep_drive_charts", "enter", "None", str(tmp_path / "no.csv"))
    with pytest.raises(CommandError):
        call_command("deep_drive_charts", "export", str(tmp_path), number=99)
    assert ChartSet.objects.count() == 1


@pytest.mark.rule("DD-018")
def test_the_charts_in_force_are_what_the_dice_are_looked_up_on() -> None:
    rows = rows_of_files([("defense.csv", ALL_ERRORS.encode())])
    charts = charts_of_rows(rows)
    assert {charts.chance(f, r, p, 0) for f in range(1, 10) for r in (0, 5) for p in (0, 99)} == {
        E2
    }
    record = simulate(SYSTEM, SYSTEM.settings(), "charts", clubs=(club(1), club(2)))
    try:
        SYSTEM.charts = charts
        other = simulate(SYSTEM, SYSTEM.settings(), "charts", clubs=(club(1), club(2)))
    finally:
        SYSTEM.charts = None
    assert other.events != record.events
