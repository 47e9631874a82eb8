from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import worker


class Command(BaseCommand):
    help = "Work off the queued jobs, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workers", type=int, default=1, help="processes at work (1)")
        parser.add_argument(
            "--tied", action="store_true", help="end when standard input does, as a child"
        )

    def handle(self, **options: Any) -> None:
        worker.run(concurrency=options["workers"], tied=options["tied"])
