from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config import server, worker
from config.jobs.services import recover_interrupted
from config.people.models import User
from tournaments.demo import accounts

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Command(BaseCommand):
    help = "Bring the house up: database, demo on the first start, worker, web server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 lets phones in (127.0.0.1)"
        )
        parser.add_argument("--port", type=int, default=8000, help="(8000)")
        parser.add_argument("--workers", type=int, default=1, help="processes at work on jobs (1)")
        parser.add_argument("--no-worker", action="store_true", help="start no worker child")

    def handle(self, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if not server.is_free(host, port):
            raise CommandError(
                f"Port {port} is taken, perhaps by Horsehide itself. "
                f"Choose another one with --port {port + 1}."
            )
        if host not in LOOPBACK and not settings.SERVED:
            # Asked to be reachable by any name this machine has in the ballroom's network.
            settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0, interactive=False)
        self.seed()
        with ExitStack() as stack:
            if settings.EMBEDDED_BROKER and not options["no_worker"]:
                # It is the only worker there is: what is not over was interrupted.
                recover_interrupted(now=timezone.now(), all_of_them=True)
                stack.enter_context(worker.child(concurrency=options["workers"]))
            self.greet(host, port)
            with suppress(KeyboardInterrupt):
                server.server(host=host, port=port).run()
        self.stdout.write("Horsehide is down.")

    def seed(self) -> None:
        """The demo league, in an empty embedded house; never on a server of somebody's own."""
        if not settings.SERVED and not User.objects.exists():
            self.stdout.write("Making the demo league ...")
            self.stdout.flush()
            call_command("demo", stdout=StringIO())

    def greet(self, host: str, port: int) -> None:
        open_to_all = host not in LOOPBACK
        shown = "127.0.0.1" if host in {"0.0.0.0", "::"} else host
        shown = f"[{shown}]" if ":" in shown else shown
        self.stdout.write(f"\nHorsehide is up:  http://{shown}:{port}/\n")
        here = set(User.objects.values_list("email", flat=True))
        demo = [account for account in accounts() if account.email in here]
        if demo:
            self.stdout.write("Demo accounts (address, password):")
        for account in demo:
            self.stdout.write(f"  {account.email:<28} {account.password}   {account.part}")
        if demo and open_to_all:
            self.stdout.write("Anybody in this network can use them: change their passwords.")
        self.stdout.write("Stop with Ctrl-C.\n")
        self.stdout.flush()
