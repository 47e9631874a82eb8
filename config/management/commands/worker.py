from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import worker
from config.management.versions import of_this_version
from config.queues import QUEUES


class Command(BaseCommand):
    help = "Work off the queued jobs, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workers", type=int, default=1, help="processes at work (1)")
        parser.add_argument(
            "--queue",
            choices=QUEUES,
            action="append",
            help="only this one: what is done in seconds, or what may take long (both)",
        )
        parser.add_argument(
            "--tied", action="store_true", help="end when standard input does, as a child"
        )

    def handle(self, **options: Any) -> None:
        if not options["tied"]:
            of_this_version()
        worker.run(
            concurrency=options["workers"],
            queues=options["queue"] or QUEUES,
            tied=options["tied"],
        )
