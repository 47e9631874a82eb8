from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config.jobs import clock
from config.management.versions import of_this_version
from config.tied import end_with_parent, told_to_end


class Command(BaseCommand):
    help = "Send the timed tasks and keep watch over the jobs, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--tied", action="store_true", help="end when standard input does, as a child"
        )

    def handle(self, **options: Any) -> None:
        over = told_to_end()
        if options["tied"]:
            end_with_parent()
        else:
            of_this_version()
        clock.run(over)
