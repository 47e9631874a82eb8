"""``python -m tests.tools NAME ...``: a tool, with the site's settings."""

import os
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import django
from django.core.management.base import BaseCommand


def names() -> list[str]:
    """The tools: modules here that have a command."""
    here = str(Path(__file__).parent)
    return [
        module.name
        for module in iter_modules([here])
        if not module.ispkg and hasattr(import_module(f"tests.tools.{module.name}"), "Command")
    ]


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    django.setup()
    name = arguments[0] if arguments else ""
    if name not in names():
        sys.exit(f"There is no tool {name!r}. There are: {', '.join(names())}.")
    command: BaseCommand = import_module(f"tests.tools.{name}").Command()
    command.run_from_argv(["run.py tool", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
