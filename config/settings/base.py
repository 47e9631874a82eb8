"""Settings, selected by environment variables only (see .env.example).

With none set this is the embedded house: SQLite, a worker child on the filesystem broker, nothing
else to install. DATABASE_URL and REDIS_URL select the served one.
"""

import os
from datetime import timedelta
from logging import INFO
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL
from django.templatetags.static import static
from kombu import Queue

from config import __version__
from config.seeing import tracing
from config.settings import choices, logs

ROOT = Path(__file__).resolve().parents[2]

env = environ.Env()
env.read_env(ROOT / ".env")

VAR = choices.var_folder(env, ROOT)

SERVED = bool(env.str("DATABASE_URL", "") or env.str("REDIS_URL", ""))
EMBEDDED_BROKER = not env.str("REDIS_URL", "")

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = choices.secret_key(env, VAR, served=SERVED)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    # First, so that the house's templates go before those of the packages.
    "config",
    "config.ui",
    "config.people",
    "config.journal",
    "config.live",
    "config.events",
    "config.jobs",
    "config.notices",
    "rosters",
    "rosters.drafts",
    "pitching",
    "games.planning",
    "games",
    "games.seriesday",
    "games.scheduling",
    "tournaments",
    "tournaments.awards",
    "tournaments.sending",
    "tournaments.book",
    "tournaments.day",
    "tournaments.practice",
    *choices.system_apps(ROOT),
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.collecting.StaticFilesConfig",
    "django.contrib.humanize",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "django_cotton",
    "axes",
    "csp",
    "django_structlog",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
]

MIDDLEWARE = [
    "config.health.HealthMiddleware",
    "config.seeing.requests.RequestMiddleware",
    # So that everything after it counts by the same address.
    "config.addresses.ClientAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "config.packing.PackPagesMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    # Outside of all that set cookies.
    "config.security.PrivateAnswerMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.people.middleware.PartOfPageMiddleware",
    "config.people.second_step.SecondStepMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.security.SitePolicyMiddleware",
    # After it, so that what is turned away has the headers of every page.
    "config.inputs.InputMiddleware",
    "config.api.queries.QueryMiddleware",
    "config.people.middleware.SessionPlaceMiddleware",
    "config.people.middleware.TokenScopeMiddleware",
    "config.people.middleware.TimeZoneMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Last, so that it sees the answer of every sign-in.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# A component sees what it is given, the request and the visitor, and not the page's variables.
COTTON_ISOLATE_BY_DEFAULT = True

# Data

DATABASES = {"default": choices.database(env, VAR)}
CACHES = {"default": choices.cache(env)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Language and time

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = env.str("STATIC_ROOT", str(VAR / "static"))
# Files are collected under names with their hash, packed, and kept by browsers for good: by
# `manage.py up` in the embedded house, in the image of the served one. Who works on them (DEBUG)
# has them from where they lie.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.collecting.CollectedStorage"
    },
}
SERVESTATIC_USE_FINDERS = not SERVED

# People

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    # First, so that a locked-out visitor is refused before a password is looked at.
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "sesame.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "people:sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# A sign-in link works once and for one day.
SESAME_MAX_AGE = timedelta(days=1)
SESAME_ONE_TIME = True

# Who has to have a second factor: "" for none, "staff", or "directors" (and staff).
SECOND_FACTOR = choices.second_factor(env)
OTP_TOTP_ISSUER = "Horsehide"
# The name that passkeys are made for; that of the page, where none is given.
PASSKEY_DOMAIN = choices.passkey_domain(env)

AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=15)
# What the sign-in forms call the address.
AXES_USERNAME_FORM_FIELD = "username"
# One person's wrong guesses lock that address from that place, not everybody in the ballroom.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
# What was tried is told to whose account it is, when the attempts themselves are forgotten.
AXES_ENABLE_ACCESS_FAILURE_LOG = True
AXES_HANDLER = "config.people.locks.SignInLock"
AXES_USERNAME_CALLABLE = "config.people.locks.account_tried"
# Wrong guesses from one place for whomever; a ballroom mistypes less often than a list of people.
SIGN_IN_FAILURES_OF_A_PLACE = env.int("SIGN_IN_FAILURES_OF_A_PLACE", 24)
AXES_LOCKOUT_TEMPLATE = "people/lockout.html"
AXES_VERBOSE = False

# Mail goes to the console until EMAIL_URL names a server.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
# Seconds until a mail server that does not answer counts as away.
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", 10)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Horsehide <horsehide@localhost>")

# Doors: cookies, transport, content policy

HTTPS = env.bool("HTTPS", SERVED)
SESSION_ENGINE = "config.people.sessions"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SECURE_SSL_REDIRECT = HTTPS
# The load balancer asks over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 60 * 60 * 24 if HTTPS else 0)
# Proxies whose word on a visitor's address and transport counts; otherwise the connection's does.
TRUSTED_PROXIES = choices.trusted_proxies(env)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Where mailed links lead.
SITE_ADDRESS = choices.site_address(env, ALLOWED_HOSTS, https=HTTPS)
# Where visitors get the source code of this site, which the AGPL asks of sites with changed code.
SOURCE_URL = env.str("SOURCE_URL", "")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Whether subdomains and the preload list are right is for the owner of the domain to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
ADMIN_CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        **CONTENT_SECURITY_POLICY["DIRECTIVES"],
        # Alpine 3.14, by which the theme opens and closes its parts, makes functions of what stands
        # in its attributes (`x-show="open"`). Nothing else is evaluated, and no script stands in a
        # page: htmx is told not to evaluate (unfold/layouts/skeleton.html).
        "script-src": [SELF, NONCE, UNSAFE_EVAL],
    },
}

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.people.authentication.ScopedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.api.parsers.JSONBodyParser"],
    "DEFAULT_METADATA_CLASS": "config.api.metadata.Methods",
    "DEFAULT_SCHEMA_CLASS": "config.api.schema.HouseSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "config.limits.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "config.limits.WriteThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_ANONYMOUS_RATE", "120/min"),
        "user": env.str("API_USER_RATE", "600/min"),
        "writes": env.str("API_WRITE_RATE", "240/min"),
        "tokens": env.str("API_TOKEN_RATE", "10/hour"),
    },
    "EXCEPTION_HANDLER": "config.api.errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Horsehide API",
    "DESCRIPTION": (
        "The league office for tabletop baseball: everything the pages offer. Send "
        "`Authorization: Token ...` for what is not public. Whatever is refused is answered with "
        "one envelope, which the shared response `Refusal` describes with its statuses."
    ),
    # What changed for programs is in CHANGELOG.md.
    "VERSION": __version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.schema.refusals_once",
        "config.api.schema.bodies_are_closed",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    # A link inside the button of each operation would be one control within another.
    "SWAGGER_UI_SETTINGS": {"deepLinking": False, "filter": True},
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "TournamentStateEnum": "tournaments.models.Tournament.State",
        "JobStateEnum": "config.jobs.models.Job.State",
        "ClubRoleEnum": "rosters.models.TeamMember.Role",
        "TournamentRoleEnum": "config.events.models.EventRole.Role",
        "InviteRoleEnum": "tournaments.models.Invite.Role",
        "CardKindEnum": "rosters.models.Card.Kind",
        "SignUpStateEnum": "tournaments.day.models.SignUp.State",
        "QuestionStateEnum": "tournaments.day.models.Question.State",
        "SideEnum": ["away", "home"],
        "ReportKindEnum": ["draft", "winner", "record"],
    },
}

# Every web process says every few seconds that people can act (``config.jobs.uptime``).
NOTE_UPTIME = True

# Live streams: how many each web process keeps open

# A ballroom shares one address; a person has a few pages open.
LIVE_STREAMS_PER_ADDRESS = env.int("LIVE_STREAMS_PER_ADDRESS", 100)
LIVE_STREAMS_PER_PERSON = env.int("LIVE_STREAMS_PER_PERSON", 20)

# Jobs

# By game system a folder with an owner's own charts; ours where a file is not in it.
OWNED_CHARTS = choices.owned_charts(env, ROOT)

CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = choices.broker(env, VAR)
if EMBEDDED_BROKER:
    CELERY_BROKER_TRANSPORT = "config.jobs.messages:Transport"
# Workers are not controlled from afar; the folder has no way to, and Redis is spared the traffic.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its queue for as long as it is away.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_QUEUES = [Queue("short"), Queue("long")]
# What the clock sends; jobs go where their kind says (config/jobs/kinds.py).
CELERY_TASK_DEFAULT_QUEUE = "short"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What the worker prints stays whole: without a mail server that is where sign-in links are read.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "forget-old-live-events": {
        "task": "config.live.tasks.forget_old_events",
        "schedule": crontab(hour=4, minute=30),
    },
    "forget-card-files": {
        "task": "rosters.tasks.forget_files",
        "schedule": crontab(hour=4, minute=45),
    },
    "forget-what-is-old": {
        "task": "config.tasks.forget_what_is_old",
        "schedule": crontab(hour=4, minute=40),
    },
    "keep-a-backup": {
        "task": "config.tasks.keep_a_backup",
        # Once a day is taken; a house that slept at the hour takes it when it is awake again.
        "schedule": timedelta(minutes=15),
    },
    "count-players-lines": {
        "task": "tournaments.book.tasks.keep_books",
        "schedule": timedelta(seconds=20),
    },
    "check-books": {
        "task": "tournaments.book.tasks.check_books",
        "schedule": crontab(hour=4, minute=50),
    },
    "find-odds-after-rounds": {
        "task": "tournaments.tasks.find_odds_after_rounds",
        "schedule": timedelta(minutes=1),
    },
    "lapse-offers-of-places": {
        "task": "tournaments.tasks.lapse_offers_of_places",
        "schedule": timedelta(minutes=1),
    },
    "mail-daily-pages": {
        "task": "tournaments.tasks.mail_daily_pages",
        "schedule": crontab(minute=10),
    },
    "send-mails": {
        "task": "config.people.tasks.send_mails",
        "schedule": timedelta(minutes=1),
    },
    "make-reports-official": {
        "task": "games.seriesday.tasks.make_reports_official",
        "schedule": timedelta(minutes=1),
    },
    "play-overdue-series": {
        "task": "games.seriesday.tasks.play_overdue_series",
        "schedule": timedelta(minutes=1),
    },
    "look-at-time": {
        "task": "games.seriesday.tasks.look_at_time",
        "schedule": timedelta(minutes=1),
    },
    "settle-lapsed-draft-turns": {
        "task": "rosters.drafts.tasks.settle_lapsed_turns",
        # A clock may be of ten seconds; one that is not sent in time is made up by the next.
        "schedule": timedelta(seconds=4),
        "options": {"expires": 4},
    },
    "settle-game-clocks": {
        "task": "games.tasks.settle_game_clocks",
        "schedule": timedelta(seconds=4),
        "options": {"expires": 4},
    },
    "announce-game-waits": {
        "task": "games.tasks.announce_game_waits",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 20},
    },
    "look-for-what-waits": {
        "task": "config.notices.tasks.look_for_what_waits",
        "schedule": timedelta(minutes=1),
    },
}

# A job that has not got on for so long is ended, with the process that does it.

JOB_PATIENCE_SECONDS = env.int("JOB_PATIENCE_SECONDS", 180)

# A worker with a hand free that leaves messages lying for so long begins anew.

WORKER_PATIENCE_SECONDS = env.int("WORKER_PATIENCE_SECONDS", 20)

# What one account may have; staff have no end. See config/quotas.py for what is counted.

QUOTAS = {
    "leagues": env.int("QUOTA_LEAGUES", 12),
    "clubs": env.int("QUOTA_CLUBS", 200),
    "card_sets": env.int("QUOTA_CARD_SETS", 40),
    "ballparks": env.int("QUOTA_BALLPARKS", 100),
    "decks": env.int("QUOTA_DECKS", 100),
    "charts": env.int("QUOTA_CHARTS", 40),
    "invites": env.int("QUOTA_INVITES", 200),
    "invite_mails": env.int("QUOTA_INVITE_MAILS", 100),
    "report_mails": env.int("QUOTA_REPORT_MAILS", 40),
    "tokens": env.int("QUOTA_TOKENS", 20),
}

# Whether the demo has a second event, which the worker brings half-way after the first start.

DEMO_EVENT = env.bool("DEMO_EVENT", True)

# For how many days what grows by itself is kept; 0: for ever. The log tells who did what.

JOBS_KEPT_DAYS = env.int("JOBS_KEPT_DAYS", 90)
SIGN_INS_KEPT_DAYS = env.int("SIGN_INS_KEPT_DAYS", 90)
LOG_KEPT_DAYS = env.int("LOG_KEPT_DAYS", 0)

# Where the house keeps a copy of itself each day, and how many; in the served set-up only where a
# folder is named, since that is a matter of the database's own servers.

BACKUP_FOLDER = env.str("BACKUP_FOLDER", "" if SERVED else str(VAR / "backups"))
BACKUPS_KEPT = max(1, env.int("BACKUPS_KEPT", 7))
# Whether the secrets of people's apps are in copies; without them all begin anew after a restore.
BACKUP_SECOND_FACTORS = env.bool("BACKUP_SECOND_FACTORS", True)

# Figures for Prometheus, for anyone who has the token; none without one. The processes of a machine
# count together in a folder, which they find by this variable.

METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# A query that takes longer is logged, and shown on the operator's page.
SLOW_QUERY_SECONDS = env.float("SLOW_QUERY_SECONDS", 1.0)
if METRICS_TOKEN:
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(VAR / "metrics"))
    Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir(parents=True, exist_ok=True)

# Admin

UNFOLD = {
    "SITE_TITLE": "Horsehide",
    "SITE_HEADER": "Horsehide",
    "SITE_SUBHEADER": "The league office",
    "SITE_URL": "/",
    "DASHBOARD_CALLBACK": "tournaments.office.dashboard",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("img/favicon.svg")}
    ],
    "STYLES": [lambda request: static("css/fonts.css"), lambda request: static("css/admin.css")],
    "SCRIPTS": [lambda request: static("js/admin.js")],
    # They are in css/admin.css: the theme would write them into its pages, whose policy forbids it.
    "COLORS": lambda request: {},
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": True,
}
UNFOLD_OF_DIRECTORS = UNFOLD | {
    "SITE_SUBHEADER": "Your events",
    "DASHBOARD_CALLBACK": "tournaments.office.own_dashboard",
}

# Logs

LOGGING = logs.logging(json=SERVED, level=env.str("LOG_LEVEL", "INFO" if SERVED else "WARNING"))
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# A live stream ends when somebody closes the page; that is no event worth a warning.
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = INFO
logs.configure_structlog()

# Faults are told to Sentry only where it is named.
SENTRY_DSN = env.str("SENTRY_DSN", "")
SENTRY_TRACES = env.float("SENTRY_TRACES", 0.0)
tracing.start(SENTRY_DSN, SENTRY_TRACES)
