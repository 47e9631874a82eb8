from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.db import transaction

from config.people.models import User
from config.people.tokens import end_api_tokens


class Command(changepassword.Command):
    """Django's own, with which the account's API tokens end as on the pages."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        with transaction.atomic():
            said = super().handle(*args, **options)
            for user in User.objects.filter(email=options["username"] or ""):
                end_api_tokens(user=user, acting_user=None)
        return said
