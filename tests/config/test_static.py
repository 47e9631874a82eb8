"""What browsers load: vendored files as listed, a style for every class, packed pages; and
templates that can be read."""

import gzip
import importlib.util
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.test import Client

from config import collecting
from tests.builders import league

ROOT = Path(__file__).resolve().parents[2]
VENDOR = ROOT / "config/static/vendor"
ALL_TEMPLATES = [
    path
    for path in ROOT.glob("*/**/templates/**/*.html")
    if not {".venv", "var"} & set(path.relative_to(ROOT).parts)
]
# The back office has a theme of its own, with classes of the same names.
TEMPLATES = [path for path in ALL_TEMPLATES if not {"admin", "office"} & set(path.parts)]
LONGEST_LINE = 160


@pytest.fixture(scope="module")
def trimmer():
    spec = importlib.util.spec_from_file_location("trimmer", ROOT / ".ci/trim_bootstrap.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_vendored_files_are_those_that_are_listed():
    listed = {
        entry["path"]: entry["sha256"]
        for package in json.loads((VENDOR / "vendor.json").read_text())["packages"]
        for entry in package["files"]
    }
    there = {
        str(path.relative_to(VENDOR)): sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name != "vendor.json"
    }
    assert there == listed


def test_the_trimmed_stylesheet_is_what_the_trimmer_makes(trimmer):
    made = trimmer.without_unused_keyframes(trimmer.trimmed(trimmer.SOURCE.read_text())) + "\n"
    assert trimmer.TRIMMED.read_text() == made


@pytest.mark.long
def test_no_page_uses_a_class_that_was_cut(trimmer):
    cut = trimmer.classes_in(trimmer.SOURCE.read_text()) - trimmer.classes_in(
        trimmer.TRIMMED.read_text()
    )
    ours = trimmer.classes_in(
        "".join(
            path.read_text()
            for path in ROOT.glob("*/**/static/**/*.css")
            if "vendor" not in str(path)
        )
    )
    used = {
        (name, path.name)
        for path in TEMPLATES
        for written in re.findall(r'class="([^"]*)"', path.read_text())
        for name in re.findall(r"[\w-]+", re.sub(r"{%.*?%}|{{.*?}}", " ", written))
    }
    assert TEMPLATES
    assert {(name, page) for name, page in used if name in cut - ours} == set()


def test_no_line_of_a_template_is_too_long_to_be_read():
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in ALL_TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert ALL_TEMPLATES
    assert long == []


def test_what_the_trimmer_keeps(trimmer):
    sheet = (
        "@charset 'x';/*! note */a{b:c}.btn,.carousel{d:e}.btn:not(.carousel){f:g}"
        "@media (x){.modal{h:i}}@media (y){.row>*{j:k}}@keyframes z{0%{l:m}}.form-check.odd{n:o}"
    )
    assert trimmer.without_unused_keyframes(trimmer.trimmed(sheet)) == (
        "@charset 'x';/*! note */a{b:c}.btn{d:e}.btn:not(.carousel){f:g}@media (y){.row>*{j:k}}"
    )


def test_pages_are_packed_for_who_can_unpack_and_plain_for_others(db):
    tournament = league(6)
    address = f"/t/{tournament.slug}/schedule/"
    plain = Client().get(address)
    assert "Content-Encoding" not in plain
    packed = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 3
    assert b"</html>" in gzip.decompress(packed.content)


@pytest.mark.embedded
@pytest.mark.asyncio
async def test_a_stream_is_never_packed(transactional_db, async_client):
    answer = await async_client.get(
        "/live/?topic=tournament:1", headers={"Accept-Encoding": "gzip"}
    )
    assert "Content-Encoding" not in answer
    tournament = await sync_to_async(league)(4)
    answer = await async_client.get(
        f"/live/?topic=tournament:{tournament.pk}", headers={"Accept-Encoding": "gzip"}
    )
    assert answer["Content-Type"] == "text/event-stream"
    assert "Content-Encoding" not in answer
    stream = aiter(answer.streaming_content)
    assert (await anext(stream)).startswith(b"retry:")
    await stream.aclose()


class OneFile:
    """A finder of one small file."""

    def __init__(self, folder: Path) -> None:
        self.storage = StaticFilesStorage(location=str(folder), base_url="/static/")

    def list(self, ignore_patterns):
        yield "a.css", self.storage


@pytest.fixture
def small_house(tmp_path, monkeypatch, settings):
    """A house with one static file, and nothing collected yet."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source/a.css").write_text("a { color: red }\n" * 100)
    settings.STATIC_ROOT = str(tmp_path / "root")
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.collecting.CollectedStorage"},
    }
    finder = OneFile(tmp_path / "source")
    for module in (collecting, finders):
        monkeypatch.setattr(module, "get_finders", lambda: [finder])
    monkeypatch.setattr(
        "django.contrib.staticfiles.management.commands.collectstatic.get_finders",
        lambda: [finder],
    )
    return tmp_path


def test_collected_files_are_named_by_their_content_once(small_house):
    assert staticfiles_storage.url("a.css") == "/static/a.css"
    assert collecting.collect_if_changed()
    first = staticfiles_storage.url("a.css")
    assert re.fullmatch(r"/static/a\.[0-9a-f]{12}\.css", first)
    assert (small_house / "root" / (first.removeprefix("/static/") + ".gz")).is_file()
    assert not collecting.collect_if_changed()
    (small_house / "source/a.css").write_text("a { color: blue }\n")
    assert collecting.collect_if_changed()
    assert staticfiles_storage.url("a.css") != first
    assert staticfiles_storage.url("never-collected.css") == "/static/never-collected.css"


def test_who_works_on_the_files_has_them_from_where_they_lie(small_house, settings):
    settings.DEBUG = True
    assert not collecting.collect_if_changed()
