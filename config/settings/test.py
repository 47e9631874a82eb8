"""Settings of the tests: the same house, on a throwaway file, or on what DATABASE_URL names."""

import atexit
import os
import shutil
import tempfile

# Playwright keeps an event loop running in the main thread, where fixtures use the ORM. Django
# reads this when the first query is made, so a conftest would be too late.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
os.environ.setdefault("SECRET_KEY", "only-for-the-tests-and-long-enough-to-please-the-checks")
if "HORSEHIDE_VAR" not in os.environ:
    # A folder for each test process: parallel runs must not share a file or a message.
    folder = tempfile.mkdtemp(prefix="horsehide-test-")
    owner = os.getpid()
    os.environ["HORSEHIDE_VAR"] = folder

    @atexit.register
    def remove_folder() -> None:
        # A forked child inherits this line, and must not take its parent's folder away.
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)
            os.environ.pop("HORSEHIDE_VAR", None)


from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, INSTALLED_APPS, MIDDLEWARE, VAR

DEBUG = False
ALLOWED_HOSTS = ["*"]
HTTPS = False
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 0
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False

default = DATABASES["default"]
default["OPTIONS"] = {key: value for key, value in default["OPTIONS"].items() if key != "pool"}
if default["ENGINE"].endswith("sqlite3"):
    # A file, because a live server's threads cannot share a database in memory; and no waiting
    # for the disk, because nobody needs it after a power cut.
    default["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
    default["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SERVESTATIC_USE_FINDERS = True

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# Repeated queries of one kind in one request fail the test that made them.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
