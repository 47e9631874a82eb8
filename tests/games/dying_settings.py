"""Settings of a site that is killed where a test says: on the test's database, with its key."""

import os

from config.settings.test import *  # noqa: F403
from config.settings.test import DATABASES, MIDDLEWARE

DATABASES["default"]["NAME"] = os.environ["HORSEHIDE_DYING_ON"]
SECRET_KEY = os.environ["SECRET_KEY"]
MIDDLEWARE = [*MIDDLEWARE, "tests.games.dying.Dying"]
SERVESTATIC_USE_FINDERS = SERVESTATIC_AUTOREFRESH = True
