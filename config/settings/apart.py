"""Keeps test processes apart: imported before any other setting is read."""

import atexit
import os
import shutil
import tempfile

# Playwright keeps an event loop running in the main thread, where fixtures use the ORM. Django
# reads this when the first query is made, so a conftest would be too late.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
os.environ.setdefault("SECRET_KEY", "only-for-the-tests-and-long-enough-to-please-the-checks")
# The engine as it is written, whatever has been built; .ci/run asks for the other one as well.
os.environ.setdefault("HORSEHIDE_ENGINE", "plain")
parallel = os.environ.get("PYTEST_XDIST_WORKER", "")
if parallel or "HORSEHIDE_VAR" not in os.environ:
    # A folder for each test process: parallel ones must not share a file or a message.
    folder = tempfile.mkdtemp(prefix="horsehide-test-")
    owner = os.getpid()
    os.environ["HORSEHIDE_VAR"] = folder

    @atexit.register
    def remove_folder() -> None:
        # A forked child inherits this line, and must not take its parent's folder away.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)


if parallel and os.environ.get("REDIS_URL"):
    # For the same reason a Redis database for each: gw0 has number 1, gw1 number 2, and so on.
    server = os.environ["REDIS_URL"].rsplit("/", 1)[0]
    os.environ["REDIS_URL"] = f"{server}/{int(parallel.removeprefix('gw')) + 1}"
