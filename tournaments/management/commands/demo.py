from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from config.people.models import User
from tournaments.demo import accounts, make_demo


class Command(BaseCommand):
    help = "Make the demo league and its accounts in an empty database."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            if User.objects.exists():
                self.stdout.write("The house is not empty; the demo is left out.")
                return
            tournament = make_demo()
        self.stdout.write(f"{tournament} is ready.")
        for account in accounts():
            self.stdout.write(f"  {account.email}  {account.password}  ({account.part})")
