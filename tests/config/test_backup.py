"""A copy of a house: whole though people write meanwhile, and put back into either database or
refused before anything is touched."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
import tracemalloc
import zipfile
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from config.backup import archive
from config.backup.archive import MANIFEST, Manifest, opened
from config.backup.making import make_backup
from config.backup.restoring import restore
from config.backup.rows import SECOND_FACTORS, Digest, digest_of, kept_models, label_of
from config.jobs.models import Heartbeat, Job, Trouble
from config.journal.models import Action
from config.notices.operators import old_backups
from config.people.models import Passkey, User
from config.people.second_factor import has_second_factor
from config.refusals import Refused
from config.tasks import keep_a_backup
from games.models import Game
from tests.builders import browser, league, person
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.play_out import play_out

pytestmark = [pytest.mark.servers("backup"), pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).parents[2]
LATER = {("deep_drive", "0002_editions_of_events")}
"""Migrations that no other depends on or replaces, and that change no table."""


@pytest.fixture
def house() -> Tournament:
    """A league of dice and one of cards, each played by half, with all that hangs on them."""
    found = league(4, name="Cards", system_key="purestrat", card_set=a_purestrat_set().slug)
    play_out(tournament_id=found.pk, acting_user=None, advance=lambda left: None)
    league(4, name="Dice")
    person('Ångström; "O\'Hara"\u2028\\ 🧢')
    return found


def everything() -> dict[str, str]:
    return {label_of(model): str(digest_of(model)) for model in kept_models(apps)}


def manage(*arguments: str, var: Path, url: str = "") -> subprocess.CompletedProcess[str]:
    """A command in another house."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    }
    served = {"DATABASE_URL": url} if url else {}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | served | {"HORSEHIDE_VAR": str(var), "SECRET_KEY": "x" * 60, "DEBUG": "True"},
        capture_output=True,
        text=True,
        check=False,
    )


def digests(made: Manifest) -> dict[str, str]:
    return {table.label: table.digest for table in made.tables}


def test_what_is_put_back_is_what_was_there(house: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    said = StringIO()
    call_command("backup", file, stdout=said)
    assert "rows of" in said.getvalue()
    assert file.stat().st_mode & 0o077 == 0
    before = everything()
    assert len(before) > 60
    standings = f"/t/{house.slug}/standings/"
    shown = browser().get(standings).content
    # People go on, and wish they had not.
    Game.objects.all().delete()
    person("Later")
    with pytest.raises(CommandError, match="house-not-empty"):
        call_command("restore", file)
    call_command("restore", file, replace=True, stdout=said)
    assert "every one as it was" in said.getvalue()
    assert everything() == before
    assert _without_secrets(browser().get(standings).content) == _without_secrets(shown)
    # New rows get keys of their own.
    assert person("Newcomer").pk == max(User.objects.values_list("pk", flat=True))


def _without_secrets(page: bytes) -> list[bytes]:
    return [
        line
        for line in page.splitlines()
        if not any(each in line for each in (b"nonce", b"csrf", b"data-live"))
    ]


def test_it_is_of_one_moment_though_people_write_meanwhile(tmp_path: Path) -> None:
    """Whoever writes does two things at once; a copy has both or neither, and holds nobody up."""
    for number in range(300):
        Action.objects.create(code="before", scope=str(number))
    stop, wrote = threading.Event(), threading.Event()

    def write() -> None:
        try:
            number = 0
            while not stop.is_set():
                number += 1
                with transaction.atomic():
                    Action.objects.create(code="pair", scope=str(number))
                    Job.objects.create(kind="pair", key=str(number))
                wrote.set()
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert wrote.wait(30)
        made = []
        for number in range(3):
            wrote.clear()
            make_backup(tmp_path / f"{number}")
            made.append(tmp_path / f"{number}")
            assert wrote.wait(30)
    finally:
        stop.set()
        writer.join()
    for file in made:
        with opened(file) as backup:
            backup.verify()
            tables = {table.label: table for table in backup.manifest.tables}
            pairs = sum('"pair"' in line for line in backup.lines(tables["journal.action"]))
            assert pairs == tables["jobs.job"].rows


@pytest.mark.long
@pytest.mark.embedded
def test_an_older_versions_copy_is_brought_up_to_this_one(tmp_path: Path) -> None:
    """The version before events of Deep Drive followed an edition."""
    person("Dana")
    file = tmp_path / "house.backup"
    before = digests(make_backup(file))
    manifest = told(file)
    older = manifest | {
        "migrations": {
            app: [name for name in names if (app, name) not in LATER]
            for app, names in manifest["migrations"].items()
        }
    }
    assert older != manifest
    old = changed(file, manifest_dot_json=_json(older))
    done = manage("restore", str(old), var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert manage("migrate", "--check", var=tmp_path).returncode == 0
    manage("backup", str(file), var=tmp_path)
    with opened(file) as backup:
        assert digests(backup.manifest) == before
        assert backup.manifest.migrations == manifest["migrations"]


@pytest.mark.long
def test_it_goes_into_either_database(house: Tournament, tmp_path: Path) -> None:
    """From here into a new SQLite house, and where there is a PostgreSQL server from that into a
    new database there, and back: every row as it was, and every game can be replayed."""
    file = tmp_path / "house.backup"
    made = digests(make_backup(file))
    steps = [("sqlite", "")]
    if connection.vendor == "postgresql":
        told = connection.settings_dict
        name = f"{told['NAME']}_restored"
        server = f"postgres://{told['USER']}@{told['HOST']}:{told['PORT'] or 5432}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}"')
            admin.execute(f'CREATE DATABASE "{name}"')
        steps += [("postgresql", f"{server}/{name}"), ("back", "")]
    for at, (where, url) in enumerate(steps):
        var = tmp_path / where
        var.mkdir()
        done = manage("restore", str(file), var=var, url=url)
        assert done.returncode == 0, done.stderr
        file = tmp_path / f"{at}.backup"
        again = manage("backup", str(file), var=var, url=url)
        assert again.returncode == 0, again.stderr
        with opened(file) as backup:
            assert digests(backup.manifest) == made, where
        game = Game.objects.filter(series__event__key=house.scope).first()
        assert game is not None
        proved = manage("verify", str(game.pk), var=var, url=url)
        assert proved.returncode == 0, proved.stdout + proved.stderr
    if len(steps) > 1:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def changed(file: Path, **members: bytes | None) -> Path:
    """The same file with other members; None: without it."""
    other = file.with_name(f"{len(list(file.parent.iterdir()))}.changed")
    names = {name.replace("__", "/").replace("_dot_", "."): new for name, new in members.items()}
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            content = names.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return other


def told(file: Path) -> dict:
    with zipfile.ZipFile(file) as found:
        return json.loads(found.read(MANIFEST))


@pytest.mark.long
def test_what_cannot_be_put_back_whole_changes_nothing(tmp_path: Path) -> None:
    person("Dana")
    file = tmp_path / "house.backup"
    make_backup(file)
    manifest = told(file)
    one_less = file.read_bytes()[: file.stat().st_size // 2]
    newer = manifest | {"migrations": manifest["migrations"] | {"games": ["9999_flying_cars"]}}
    older = manifest | {"migrations": manifest["migrations"] | {"games": ["0001_tables"]}}
    people = "tables/people.user.jsonl"
    with zipfile.ZipFile(file) as found:
        rows = found.read(people)
    (tmp_path / "cut").write_bytes(one_less)
    (tmp_path / "text").write_text("id,name\n")
    (tmp_path / "empty.zip").write_bytes(b"PK\x05\x06" + b"\0" * 18)
    wrongs = {
        tmp_path / "nothing": "backup-missing",
        tmp_path: "backup-missing",
        tmp_path / "text": "not-a-backup",
        tmp_path / "cut": "not-a-backup",
        tmp_path / "empty.zip": "not-a-backup",
        changed(file, manifest_dot_json=b"{"): "backup-damaged",
        changed(file, manifest_dot_json=b"[]"): "not-a-backup",
        changed(file, manifest_dot_json=_json(manifest | {"format": 2})): "backup-format",
        changed(file, manifest_dot_json=_json(manifest | {"tables": [7]})): "backup-damaged",
        changed(file, manifest_dot_json=_json(manifest | {"tables": []})): "backup-damaged",
        changed(file, manifest_dot_json=_json(newer)): "backup-is-newer",
        changed(file, manifest_dot_json=_json(older)): "older-backup-needs-empty-database",
        changed(file, **{_member(people): rows.replace(b"Dana", b"Dora")}): "backup-damaged",
        changed(file, **{_member(people): b""}): "backup-damaged",
        changed(file, **{_member(people): None}): "backup-damaged",
        changed(file, **{_member(people): b"\xff\n"}): "backup-damaged",
    }
    before = everything()
    for wrong, code in wrongs.items():
        with pytest.raises(Refused) as refused:
            restore(wrong, replace=True)
        assert refused.value.code == code, wrong
        assert everything() == before


def with_rows(file: Path, label: str, rows: list[Any], **of_manifest: Any) -> Path:
    """The same file with other rows in a table, and their digest: as a forger would make it."""
    lines = [row if isinstance(row, str) else _line(row) for row in rows]
    digest = Digest()
    for line in lines:
        digest.add(line)
    manifest = told(file) | of_manifest
    for table in manifest["tables"]:
        if table["label"] == label:
            table |= {"rows": digest.rows, "digest": str(digest)}
    member = _member(f"tables/{label}.jsonl")
    text = "".join(f"{line}\n" for line in lines).encode()
    return changed(file, **{member: text}, manifest_dot_json=_json(manifest))


def _line(row: object) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def rows_of(file: Path, label: str) -> tuple[list[str], list[list[Any]]]:
    """The columns and the rows of a table."""
    with opened(file) as backup:
        [table] = [table for table in backup.manifest.tables if table.label == label]
        return list(table.columns), [json.loads(line) for line in backup.lines(table)]


@pytest.mark.long
def test_a_damaged_table_is_named_and_nothing_is_changed(tmp_path: Path) -> None:
    """Though its digest is right: rows that do not fit their table, or each other."""
    dana = person("Dana")
    person("Casey")
    Passkey.objects.create(
        user=dana, name="Phone", credential="c", public_key=b"\x00", domain="example.org"
    )
    file = tmp_path / "house.backup"
    make_backup(file)
    columns, [first, second] = rows_of(file, "people.user")

    def user(**cells: Any) -> list[Any]:
        return [cells.get(name, cell) for name, cell in zip(columns, first, strict=True)]

    passkeys, [passkey] = rows_of(file, "people.passkey")
    of_nobody = list(passkey)
    of_nobody[passkeys.index("user_id")] = 987_654
    wrongs = [
        ("people.user", [first[:-1], second]),
        ("people.user", [dict.fromkeys(map(str, range(len(columns))), 1)]),
        ("people.user", ["7", "null", '"text"']),
        ("people.user", ["[" * 200_000]),
        ("people.user", [user(id="text")]),
        ("people.user", [user(id=2**70)]),
        ("people.user", [user(name=["Dana"])]),
        ("people.user", [_line(first).replace("Dana", "\\ud800")]),
        ("people.user", [user(date_joined="yesterday")]),
        ("people.user", [user(email=None)]),
        ("people.user", [first, first]),
        ("people.user", [first, user(id=987_655)]),
        ("people.passkey", [of_nobody]),
    ]
    before = everything()
    for label, rows in wrongs:
        with pytest.raises(CommandError, match=f"tables/{label}.jsonl .*backup-damaged") as said:
            call_command("restore", with_rows(file, label, rows), replace=True)
        assert said.value.__cause__ is not None
        assert User.objects.count() == 2, rows
    assert everything() == before
    call_command("restore", file, replace=True, stdout=StringIO())
    assert everything() == before


def test_a_damaged_manifest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    make_backup(file)
    manifest = told(file)
    [table, *tables] = manifest["tables"]
    wrongs: list[object] = [
        manifest | {"migrations": [["games", "0001_tables"]]},
        manifest | {"migrations": {"games": 5}},
        manifest | {"migrations": {"games": [5]}},
        manifest | {"migrations": {"games": ["a\ud800b"]}},
        manifest | {"migrations": "games"},
        manifest | {"tables": {}},
        manifest | {"tables": [table | {"columns": "id"}, *tables]},
        manifest | {"tables": [table | {"label": None}, *tables]},
        manifest | {"tables": [table | {"label": "\ud800"}, *tables]},
        manifest | {"tables": [table | {"rows": "1"}, *tables]},
        manifest | {"tables": [table | {"digest": 1}, *tables]},
        manifest | {"made_at": "yesterday"},
        manifest | {"made_at": 5},
        manifest | {"more": 5},
        manifest | {"format": "1"},
        {"format": 1},
    ]
    texts = [*map(_json, wrongs), b"[" * 200_000, b'{"format": 1, "tables": ' + b"[" * 200_000]
    for text in texts:
        with pytest.raises(CommandError, match="backup-damaged"):
            call_command("restore", changed(file, manifest_dot_json=text), replace=True)


def test_a_line_without_an_end_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LONGEST_LINE", 1_000_000)
    file = tmp_path / "house.backup"
    make_backup(file)
    endless = changed(file, **{_member("tables/people.user.jsonl"): b"[" * 60_000_000})
    tracemalloc.start()
    try:
        with pytest.raises(CommandError, match=r"tables/people\.user\.jsonl .*backup-damaged"):
            call_command("restore", endless, replace=True)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_a_new_database_stays_new_where_the_backup_is_damaged(tmp_path: Path) -> None:
    person("Dana")
    file = tmp_path / "house.backup"
    make_backup(file)
    columns, [row] = rows_of(file, "people.user")
    row[columns.index("email")] = None
    migrations = told(file)["migrations"]
    wrongs = [
        with_rows(file, "people.user", [row]),
        # Those on which the others depend are left out.
        with_rows(file, "people.user", [], migrations=migrations | {"games": []}),
    ]
    for wrong in wrongs:
        refused = manage("restore", str(wrong), var=tmp_path)
        assert refused.returncode == 1
        assert "(backup-damaged)" in refused.stderr
        assert "Traceback" not in refused.stderr
        with closing(sqlite3.connect(tmp_path / "horsehide.sqlite3")) as database:
            assert list(database.iterdump()) == ["BEGIN TRANSACTION;", "COMMIT;"]
    assert manage("restore", str(file), var=tmp_path).returncode == 0
    for kept in tmp_path.glob("horsehide.sqlite3*"):
        assert kept.stat().st_mode & 0o077 == 0


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def _member(name: str) -> str:
    return name.replace("/", "__").replace(".", "_dot_")


@pytest.mark.long
@pytest.mark.parametrize("said", ["option", "setting"])
def test_second_factors_are_left_out_where_that_is_wanted(
    tmp_path: Path, settings: Any, said: str
) -> None:
    """Whoever has the file has no codes; after it is put back a password is enough."""
    casey = person("Casey")
    TOTPDevice.objects.create(user=casey, name="App", confirmed=True)
    codes = StaticDevice.objects.create(user=casey, name="Recovery codes")
    codes.token_set.create(token="digest")
    Passkey.objects.create(
        user=casey, name="Phone", credential="c", public_key=b"\x00\xff", domain="example.org"
    )
    assert has_second_factor(casey)
    file = tmp_path / "house.backup"
    made = make_backup(file)
    assert [table.rows for table in made.tables if table.label in SECOND_FACTORS] == [1, 1, 1, 1]
    restore(file, replace=True)
    assert bytes(Passkey.objects.get().public_key) == b"\x00\xff"
    settings.BACKUP_SECOND_FACTORS = said == "option"
    call_command("backup", file, without_second_factors=said == "option", stdout=StringIO())
    with opened(file) as backup:
        tables = {table.label: table for table in backup.manifest.tables}
        assert not any(list(backup.lines(tables[label])) for label in SECOND_FACTORS)
    restore(file, replace=True)
    assert User.objects.get(pk=casey.pk).name == "Casey"
    assert not has_second_factor(casey)


def test_a_house_at_work_is_not_written_over(tmp_path: Path) -> None:
    person("Dana")
    file = tmp_path / "house.backup"
    make_backup(file)
    beat = Heartbeat.objects.create(part=Heartbeat.Part.WORKER, name="w", at=timezone.now())
    with pytest.raises(Refused) as refused:
        restore(file, replace=True)
    assert refused.value.code == "house-is-running"
    Heartbeat.objects.filter(pk=beat.pk).update(at=timezone.now() - timedelta(minutes=2))
    restore(file, replace=True)
    # Signs of life are of the house that gave them.
    assert not Heartbeat.objects.exists()


def test_a_file_that_cannot_be_written_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    make_backup(file)
    kept = file.read_bytes()
    with pytest.raises(CommandError, match="was not written"):
        call_command("backup", tmp_path / "no" / "such" / "folder")
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("config.backup.making.lines_of", lambda model: iter([None]))
        with pytest.raises(AttributeError):
            make_backup(file)
    assert file.read_bytes() == kept
    assert [each.name for each in tmp_path.iterdir()] == ["house.backup"]
    assert settings.SECRET_KEY.encode() not in kept


def test_the_house_copies_itself_once_a_day_and_keeps_a_few(tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_FOLDER, settings.BACKUPS_KEPT = str(tmp_path / "kept"), 2
    now = timezone.now()
    for hours, taken in ((0, 1), (1, 0), (24, 1), (25, 0), (48, 1)):
        with time_machine.travel(now + timedelta(hours=hours), tick=False):
            assert len(keep_a_backup()) == taken, hours
    files = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in files] == [
        f"horsehide-{now + timedelta(hours=hours):%Y-%m-%d-%H%M}.backup" for hours in (24, 48)
    ]
    with opened(files[0]) as backup:
        backup.verify()
    settings.BACKUP_FOLDER = ""
    with time_machine.travel(now + timedelta(days=9)):
        assert keep_a_backup() == []
        assert not list(old_backups(timezone.now(), None))


def test_what_a_killed_backup_left_is_deleted_with_the_next(tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_FOLDER = str(tmp_path)
    left = tmp_path / "horsehide-2026-11-28-0400.backup.part"
    left.write_bytes(b"rows")
    others = tmp_path / "another-download.part"
    others.write_bytes(b"rows")
    with archive.writing(tmp_path / "horsehide-2026-11-28-0500.backup") as writer:
        # Another process is at it.
        [file] = keep_a_backup()
        writer.finish(told_manifest())
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {Path(file).name, others.name, "horsehide-2026-11-28-0500.backup"}


def told_manifest() -> Manifest:
    return Manifest(timezone.now().isoformat(), "sqlite", {})


def test_staff_are_told_when_there_is_no_fresh_one(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "kept").write_text("no folder")
    settings.BACKUP_FOLDER = str(tmp_path / "kept")
    staff = person("Staff", is_staff=True)
    Action.objects.create(code="begun", scope="house")
    assert keep_a_backup() == []
    assert Trouble.objects.get().loop == "backup"
    later = timezone.now() + timedelta(days=3)
    [told] = old_backups(later, None)
    assert told.people == {staff.pk}
    assert "None has been taken" in told.detail
    (tmp_path / "kept").unlink()
    assert len(keep_a_backup()) == 1
    assert not Trouble.objects.exists()
    assert not list(old_backups(timezone.now(), None))
    [told] = old_backups(later, None)
    assert "The last was taken" in told.detail
