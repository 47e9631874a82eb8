"""What every room's tests share: the live site, the browser, and which tests can run here."""

import gc
import os
import secrets
import shutil
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from servestatic.middleware import ServeStaticMiddleware

from tests import described, proof, stages, statements, sweeps

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHADWICK = shutil.which("cwbox") and shutil.which("cwevent")
MUST_BROWSE = os.environ.get("REQUIRE_BROWSER") == "1"
MANY_SECONDS = 60
JUDGES = bool(os.environ.get("CI"))
# How long an example takes says how busy the machine is, and nothing about the product. What lets
# a change in looks at the same examples every time; new ones are for those who work on it.
hypothesis.settings.register_profile(
    "horsehide",
    deadline=None,
    derandomize=JUDGES,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("horsehide")
TWICE = pytest.StashKey[list[str]]()
SERVED = bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--everything", action="store_true", help="run what is long on purpose as well"
    )
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="try all of what a test tries some of (tests/sweeps.py), and what is marked so",
    )
    parser.addoption(
        "--turn",
        type=sweeps.Turn.read,
        metavar="2/6",
        help="of what is long on purpose only that share (tests/sweeps.py)",
    )
    parser.addoption(
        "--stage", choices=stages.STAGES, help="only what is run there (tests/stages.py)"
    )
    parser.addoption(
        "--statements",
        action="store_true",
        help="write anew which tests send every statement to PostgreSQL (tests/statements.py)",
    )
    parser.addoption(
        "--measure",
        action="store_true",
        help="write anew which tests take longer than half a second (tests/sweeps.py)",
    )
    parser.addoption(
        "--why", action="store_true", help="list the tests that run in both stages, by reason"
    )
    parser.addoption(
        "--proof",
        metavar="FILE",
        help="write down by which doors of the product the tests of rules came to them",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A house of a thousand modules is looked through for waste at every turn otherwise.
    gc.set_threshold(20_000, 10, 10)
    if MUST_BROWSE and not CHROMIUM:
        raise pytest.UsageError("REQUIRE_BROWSER is set, and there is no chromium on the PATH.")
    if os.environ.get("REQUIRE_CHADWICK") and not CHADWICK:
        raise pytest.UsageError("REQUIRE_CHADWICK is set, and there is no cwbox on the PATH.")


def pytest_report_header(config: pytest.Config) -> list[str]:
    lines = ["set-up: " + ("served (PostgreSQL, Redis)" if SERVED else "embedded (SQLite)")]
    if not CHROMIUM:
        lines.append("no chromium found: the browser tests are left out")
    if not CHADWICK:
        lines.append("no cwbox found: Chadwick does not read our event files")
    return lines


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = sweeps.slow_tests()
    for item in items:
        if item.nodeid in slow and not any(map(item.get_closest_marker, ("rule", "smoke"))):
            item.add_marker("long")
    stage = config.getoption("--stage")
    if config.getoption("--why"):
        config.stash[TWICE] = stages.twice_by_reason(items)
    left_out = {
        item for item in items if not can_run(item) or (stage and not stages.runs_in(stage, item))
    }
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    # Playwright keeps an event loop running in the main thread once it has started, and then no
    # other test can run one there: its tests come last.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def can_run(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if ("embedded" if SERVED else "served") in marks:
        return False
    if ("browser" in marks and not CHROMIUM) or ("chadwick" in marks and not CHADWICK):
        return False
    asked_for = item.config.getoption
    if "exhaustive" in marks and not asked_for("--exhaustive"):
        return False
    if "long" not in marks:
        return True
    turn = asked_for("--turn")
    # The tests of rules say together which rules the product obeys.
    has_turn = turn is None or "rule" in marks or turn.takes(item.nodeid)
    return bool(asked_for("--everything")) and has_turn


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
) -> Iterator[None]:
    """In place of pytest-django's: a copy of a migrated database, kept from run to run."""
    from tests.database import migrated_copy

    with django_db_blocker.unblock(), ExitStack() as stack:
        stack.enter_context(migrated_copy(request.config.cache.mkdir("databases")))
        with django_db_blocker.block():
            yield


@pytest.fixture(autouse=True, scope="session")
def checking_mail_server(django_test_environment: None) -> None:
    """Django's test environment names a mail server of its own, which this replaces."""
    from django.conf import settings

    settings.EMAIL_BACKEND = "tests.mails.EmailBackend"


@pytest.fixture(autouse=True, scope="session")
def files_are_found_once() -> Iterator[None]:
    """Each client builds the middleware anew, which takes six times as long to look for the house's
    files as a page takes."""
    found: dict[str, Any] = {}
    look = ServeStaticMiddleware.add_files_from_finders

    def look_once(middleware: ServeStaticMiddleware) -> None:
        if not found:
            look(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServeStaticMiddleware, "add_files_from_finders", look_once)
        yield


KEPT_TABLES = {"django_migrations", "django_content_type", "auth_permission"}
"""What the house's models are, which no test changes."""


@pytest.fixture(autouse=True, scope="session")
def quick_emptying() -> Iterator[None]:
    """Tests that commit leave their rows to be deleted. Django's own way gives every table new
    files and makes content types and permissions anew, which takes seconds a test on PostgreSQL."""
    from django.db import connection, transaction
    from django.test import TransactionTestCase

    from rosters.services.importing import store_house_parks

    def empty(case: TransactionTestCase) -> None:
        names = connection.introspection.django_table_names(include_views=False)
        # Foreign keys are looked at when everything is gone.
        with transaction.atomic(), connection.cursor() as cursor:
            for name in sorted(set(names) - KEPT_TABLES):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
            store_house_parks(using=connection.alias)

    usual = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = empty
    yield
    TransactionTestCase._fixture_teardown = usual


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if SERVED and "plans" in stages.reasons(item):
        from tests.database import clear_dead_rows

        clear_dead_rows()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """What a test of a rule enters is kept, where that was asked for; what is long on purpose holds
    every answer of the API against its description."""
    rules = proof.rules_of(item) if item.config.getoption("--proof") else []
    with ExitStack() as around:
        entered = around.enter_context(proof.watched()) if rules else set()
        sent: set[str] = set()
        if item.config.getoption("--statements") and stages.asks_database(item):
            sent = around.enter_context(statements.watched())
        answered: set[str] = set()
        if item.config.getoption("--everything") and item.get_closest_marker("django_db"):
            answered = around.enter_context(described.watched())
        yield
    if rules:
        item.user_properties.append((proof.PROPERTY, (rules, sorted(entered))))
    if sent:
        others = bool(stages.reasons(item) - {"statements"})
        item.user_properties.append((statements.PROPERTY, (others, sorted(sent))))
    if answered:
        item.user_properties.append((described.PROPERTY, sorted(answered)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how long it took by the clock until what was killed or cut was well again, and keep what
    the tests of rules entered."""
    write_slowest_files(terminalreporter)
    if terminalreporter.config.getoption("--statements"):
        write_statements(terminalreporter)
    if terminalreporter.config.getoption("--why"):
        terminalreporter.section("tests that run in both stages")
        terminalreporter.write_line("\n".join(terminalreporter.config.stash.get(TWICE, [])))
    file = terminalreporter.config.getoption("--proof")
    if file:
        passed = terminalreporter.stats.get("passed", ())
        proof.write(
            Path(file), proof.proved(each for report in passed for each in report.user_properties)
        )
    if terminalreporter.config.getoption("--everything"):
        passed = terminalreporter.stats.get("passed", ())
        answered = {
            each
            for report in passed
            for name, value in report.user_properties
            if name == described.PROPERTY
            for each in value
        }
        known = set(described.named()) if answered else set()
        missing = sorted(known - answered)
        terminalreporter.section("operations of the API that were answered well")
        terminalreporter.write_line(f"{len(answered)} of {len(known)}")
        # Of a run of a few tests nobody wants to know what all others do.
        if len(answered) > len(missing):
            terminalreporter.write_line("\n".join(missing))
    figures = [
        (what, seconds)
        for report in terminalreporter.stats.get("passed", ())
        for name, (what, seconds) in (
            (name, value) for name, value in report.user_properties if name == "recovered"
        )
    ]
    if figures:
        terminalreporter.section("recovery after kills and cuts, by the clock")
        for what, seconds in figures:
            terminalreporter.write_line(f"{seconds:7.1f} s  {what}")


def write_statements(terminalreporter: Any) -> None:
    sent, seconds, first = {}, {}, set()
    for report in terminalreporter.stats.get("passed", ()):
        for name, value in report.user_properties:
            if name == statements.PROPERTY and report.when == "call":
                others, sent[report.nodeid] = value
                seconds[report.nodeid] = report.duration
                if others:
                    first.add(report.nodeid)
    statements.LIST.write_text("\n".join(statements.cover(sent, seconds, first)) + "\n")


def write_slowest_files(terminalreporter: Any) -> None:
    """What a run of many tests spends its time on, by file; where the database is copied or a
    browser started, the first file of a process pays for it."""
    seconds: dict[str, float] = defaultdict(float)
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid] += report.duration
    if terminalreporter.config.getoption("--measure"):
        sweeps.write_slow(seconds)
    if sum(seconds.values()) < MANY_SECONDS:
        return
    by_file: dict[str, float] = defaultdict(float)
    for test, taken in seconds.items():
        by_file[test.partition("::")[0]] += taken
    terminalreporter.section(f"ten slowest files of {sum(seconds.values()):.0f} s of tests")
    for file in sorted(by_file, key=by_file.__getitem__, reverse=True)[:10]:
        terminalreporter.write_line(f"{by_file[file]:7.1f} s  {file}")


@pytest.fixture
def sweep(request: pytest.FixtureRequest) -> sweeps.Sweep:
    return sweeps.Sweep(whole=request.config.getoption("--exhaustive"))


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many calls a test makes, none is told to come again later."""
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *arguments: True)


class LiveSite:
    """The whole site behind a real ASGI server, which streams as well as answers."""

    def __init__(self) -> None:
        from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

        from config.asgi import application
        from config.server import server

        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        host, port = self.socket.getsockname()
        self.url = f"http://{host}:{port}"
        self.server = server()
        self.server.config.app = ASGIStaticFilesHandler(application)
        self.started = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)

    def serve(self) -> None:
        self.server.run(sockets=[self.socket])

    def __enter__(self) -> "LiveSite":
        # The socket listens from here on: whoever connects early waits, and nobody is refused.
        self.socket.listen()
        self.thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=15)
        self.socket.close()
        assert not self.thread.is_alive(), "the live site does not stop"


@pytest.fixture
def live_site(transactional_db: None, settings: Any) -> Iterator[LiveSite]:
    with LiveSite() as site:
        settings.SITE_ADDRESS = site.url
        yield site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # Nothing moves: a row that is still fading in has too little contrast for axe.
    still = {"reduced_motion": "reduce"}
    return {**browser_context_args, **still, "locale": "en-GB", "timezone_id": "UTC"}


@pytest.fixture
def check_accessibility() -> Callable[[Any], None]:
    """Run axe on a page: ``check_accessibility(page)`` fails with what it found."""
    from axe_playwright_python.sync_playwright import Axe

    def check(page: Any) -> None:
        page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    return check


@pytest.fixture(autouse=True)
def the_tests_own_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lets a change in throws the same dice every time, a test's own; elsewhere whoever names
    no seed gets another each time, and may find something."""
    if not JUDGES:
        return
    # By size, because a page draws one for its form: how often it is looked at, which a live page
    # does by itself, must not change the dice of the game.
    drawn: dict[int, Iterator[int]] = defaultdict(count)

    def token_hex(size: int = 32) -> str:
        told = f"{request.node.nodeid} {size} {next(drawn[size])}"
        return sha256(told.encode()).hexdigest()[: 2 * size]

    monkeypatch.setattr(secrets, "token_hex", token_hex)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Throttles and pauses of one test are not the next one's."""
    from django.core.cache import cache

    yield
    cache.clear()
