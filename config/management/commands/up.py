import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import StringIO
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections
from django.utils import timezone

from config import server
from config.collecting import collect_if_changed
from config.file_locks import lock
from config.jobs.recovery import recover_all
from config.people import first_account
from config.people.models import User
from config.queues import LONG, SHORT
from config.settings.choices import LOOPBACK
from config.supervisor import LOOK_SECONDS, Child, Supervisor, web_child
from config.tied import told_to_end
from tournaments.demo import accounts

# A machine that is busy with other things takes its time; one that failed is noticed at once.
LONGEST_START_SECONDS = 600.0


class Command(BaseCommand):
    help = "Start the site: database, demo on the first start, web server, worker, clock."

    environment: dict[str, str]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 lets phones in (127.0.0.1)"
        )
        parser.add_argument("--port", type=int, default=8000, help="(8000)")
        parser.add_argument(
            "--workers", type=int, default=1, help="processes at work on long jobs (1)"
        )
        parser.add_argument(
            "--no-worker",
            action="store_true",
            help="start neither worker nor clock",
        )

        parser.add_argument(
            "--empty",
            action="store_true",
            help="make no demo league; a page makes the first account",
        )

    def handle(self, **options: Any) -> None:
        with self.claimed_folder(server.address(options["host"], options["port"])):
            self.serve(**options)

    @contextmanager
    def claimed_folder(self, address: str) -> Iterator[None]:
        """One site alone works on a folder: two clocks and two sets of workers would do everything
        twice."""
        if not settings.EMBEDDED_BROKER:
            yield
            return
        path = settings.VAR / "site.lock"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not lock(descriptor):
                raise CommandError(
                    f"A site is up on the folder {settings.VAR} already: "
                    f"{path.read_text(encoding='utf-8') or 'it is starting'}. "
                    "Stop it first, or name another folder with HORSEHIDE_VAR."
                )
            os.ftruncate(descriptor, 0)
            os.write(descriptor, address.encode())
            yield
        finally:
            os.close(descriptor)

    def serve(self, **options: Any) -> None:
        host, port = options["host"], options["port"]
        try:
            door = server.listen(host, port)
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken, perhaps by Horsehide itself. "
                f"Choose another one with --port {port + 1}."
            ) from error
        over = told_to_end()
        call_command("migrate", verbosity=0, interactive=False)
        collect_if_changed()
        self.environment = self.site_environment(host, port)
        web = web_child(settings.ROOT, door, self.environment, alone=True)
        children = [web]
        if settings.EMBEDDED_BROKER and not options["no_worker"]:
            children += [
                # One is kept for what is short, whatever the others are at.
                self.worker(SHORT, 1),
                self.worker(LONG, options["workers"]),
                Child("clock", folder=settings.ROOT, environment=self.environment),
            ]
        supervisor = Supervisor(children, say=self.tell)
        try:
            # It starts while the demo is made.
            web.look()
            if not options["empty"]:
                self.seed()
            if self.is_up(web, over, host, port):
                self.greet(host, port)
                supervisor.watch(over)
        finally:
            supervisor.end()
        self.stdout.write("Horsehide is down.")

    def site_environment(self, host: str, port: int) -> dict[str, str]:
        """What the command's options decide for every process of the site: a worker mails links
        as the web server does."""
        environment = {"SITE_ADDRESS": self.mailed(host, port)}
        if host not in LOOPBACK and not settings.SERVED:
            # Asked to be reachable by any name this machine has in the ballroom's network.
            environment["ALLOWED_HOSTS"] = "*"
        if sys.dont_write_bytecode:
            # Without bytecode a process that is started again takes three times as long to come up.
            environment["PYTHONDONTWRITEBYTECODE"] = ""
            environment["PYTHONPYCACHEPREFIX"] = str(settings.VAR / "bytecode")
        return environment

    def mailed(self, host: str, port: int) -> str:
        """Where mailed links lead: as configured, or as the site is seen from this machine."""
        if settings.SERVED or os.environ.get("SITE_ADDRESS"):
            return str(settings.SITE_ADDRESS)
        return server.address(host, port)

    def worker(self, queue: str, concurrency: int) -> Child:
        return Child(
            "worker",
            f"--queue={queue}",
            f"--workers={concurrency}",
            folder=settings.ROOT,
            plays=True,
            before=partial(self.recover, queue),
            environment=self.environment,
        )

    def recover(self, queue: str) -> None:
        """Take up the jobs of a queue whose only worker is not running: they were interrupted."""
        try:
            recover_all(queue=queue, now=timezone.now())
        except DatabaseError:
            # The clock finds the same by their silence.
            self.tell("The database is busy: what was interrupted is found a little later.")
        finally:
            connections.close_all()

    def seed(self) -> None:
        """The demo league, in an empty embedded house; never on a server of the operator's own."""
        if not settings.SERVED and not User.objects.exists():
            self.tell("Making the demo league ...")
            call_command("demo", stdout=StringIO())

    def is_up(self, web: Child, over: Event, host: str, port: int) -> bool:
        """Wait until the site answers; False when it was told to end meanwhile."""
        deadline = time.monotonic() + LONGEST_START_SECONDS
        while not server.answers(host, port):
            if web.process is None or web.process.poll() is not None:
                raise CommandError("The web server did not start; the lines above say why.")
            if time.monotonic() > deadline:
                raise CommandError("The web server does not answer.")
            if over.wait(LOOK_SECONDS):
                return False
        return True

    def tell(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def greet(self, host: str, port: int) -> None:
        open_to_all = host not in LOOPBACK
        here = set(User.objects.values_list("email", flat=True))
        demo = [account for account in accounts() if account.email in here]
        lines = [f"\nHorsehide is up:  {server.address(host, port)}/"]
        if demo:
            lines.append("Demo accounts (address, password):")
        if not settings.SERVED and not here:
            first = f"{server.address(host, port)}{first_account.page()}"
            lines.append(f"The site is empty. Make the first account here:\n  {first}")
        for account in demo:
            lines.append(f"  {account.email:<28} {account.password}   {account.part}")
        if open_to_all:
            lines.append(f"Mailed links lead to {self.mailed(host, port)} (see SITE_ADDRESS).")
        if demo and open_to_all:
            lines.append("Anybody in this network can use them: change their passwords.")
        self.tell("\n".join([*lines, "Stop with Ctrl-C.\n"]))
