from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from config.people.models import User
from config.people.services import end_access


class Command(changepassword.Command):
    """Django's own, with which sessions, API tokens and secret addresses end as on the pages."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        with transaction.atomic():
            said = super().handle(*args, **options)
            for user in User.objects.filter(email=options["username"] or ""):
                end_access(user=user, acting_user=None)
        return said
