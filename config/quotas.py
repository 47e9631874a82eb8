"""How much one account may have of what costs the house room; set in the settings, staff exempt."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from config.people.models import User
from config.refusals import Refusal, refuse_all

WORDS = {
    "leagues": "leagues that are not complete",
    "clubs": "clubs in leagues that are not complete",
    "card_sets": "card sets",
    "ballparks": "ballparks of one's own",
    "decks": "decks",
    "charts": "charts of one's own",
    "invites": "open invites",
    "invite_mails": "invites mailed within a day",
    "report_mails": "reports mailed within a day",
    "tokens": "API tokens made within a day",
}
"""What is counted, by the key of its quota."""


@dataclass(frozen=True)
class Wanted:
    """A request for so much more of something; ``held`` counts what there is."""

    quota: str
    held: Callable[[], int]
    adding: int = 1
    place: str = ""


def verify_quotas(user: User | None, *wanted: Wanted) -> None:
    """Refuse with ``quota-reached`` all that would be more than the account may have.

    Called inside the transaction that adds. The account's row is taken first: of two requests at
    once the second counts what the first has added. The house itself and its staff have no quota.
    """
    if user is None or user.is_staff:
        return
    User.objects.select_for_update().get(pk=user.pk)
    refusals = []
    for one in wanted:
        most, count = settings.QUOTAS[one.quota], one.held()
        if count + one.adding > most:
            refusals.append(
                Refusal(
                    "quota-reached",
                    f"An account may have {most} {WORDS[one.quota]}; you have {count}.",
                    one.place,
                    {"quota": one.quota, "most": most, "held": count},
                )
            )
    refuse_all(refusals)


def verify_quota(user: User | None, quota: str, held: Callable[[], int]) -> None:
    """The same of one more of one thing."""
    verify_quotas(user, Wanted(quota, held))
