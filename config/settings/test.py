"""Settings of the tests: the same house, on a throwaway file, or on what DATABASE_URL names."""

import os

from config.settings import apart  # noqa: F401 - first: it sets what the next line reads
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
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
SERVESTATIC_USE_FINDERS = True

# Where figures are counted together, should a test ask for them.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(VAR / "metrics")
(VAR / "metrics").mkdir(exist_ok=True)

# A test's own clock says when the house was there.
NOTE_UPTIME = False

CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# Repeated queries of one kind in one request fail the test that made them.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
# Django itself looks twice for a session that a password change has ended.
ZEAL_ALLOWLIST = [{"model": "people.Session"}]
