import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import server
from config.management.versions import of_this_version
from config.supervisor import Supervisor, web_child
from config.tied import end_with_parent, told_to_end


class Command(BaseCommand):
    help = "Serve the site, until told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="(127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="(8000)")
        parser.add_argument("--processes", type=int, default=1, help="at one address (1)")
        parser.add_argument("--fd", type=int, help="a socket that listens, instead of an address")
        parser.add_argument("--ready-fd", type=int, help="a pipe to write to when it serves")
        parser.add_argument(
            "--tied", action="store_true", help="end when standard input does, as a child"
        )

    def handle(self, **options: Any) -> None:
        if options["tied"]:
            end_with_parent()
        else:
            of_this_version()
        if options["fd"] is not None:
            door = socket.socket(fileno=options["fd"])
        else:
            door = server.listen(options["host"], options["port"])
        if options["processes"] == 1:
            server.server(options["ready_fd"]).run(sockets=[door])
            return
        over = told_to_end()
        children = [web_child(settings.ROOT, door) for _ in range(options["processes"])]
        Supervisor(children, say=self.stdout.write).run(over)
