#!/usr/bin/env python
"""Django's command line, on the settings that the environment selects."""

import gc
import os
import sys

from config import __version__


def main() -> None:
    if sys.argv[1:] in (["--version"], ["version"]):
        # Django's own would be answered otherwise.
        print(f"Horsehide {__version__}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        settings.INSTALLED_APPS  # noqa: B018 - reads the settings
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    # A fifth of the time of a start: the collector looks through two thousand modules again and
    # again, and all of them stay.
    gc.disable()
    django.setup()
    gc.freeze()
    gc.enable()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
