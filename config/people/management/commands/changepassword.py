from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from config.people.models import User
from config.people.services import end_access


class Command(changepassword.Command):
    """Django's command; it also ends sessions, API tokens and secret addresses, as the pages do."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        with transaction.atomic():
            message = super().handle(*args, **options)
            for user in User.objects.filter(email=options["username"] or ""):
                end_access(user=user, acting_user=None)
        return message
