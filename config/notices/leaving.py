"""A person who closes their account gets no notices any more."""

from collections.abc import Iterable, Sequence

from config.notices.models import Notice, Unwanted
from config.people.models import User
from config.refusals import Refusal


class LeavingNotices:
    """Notices when an account is closed: they are no objection to it, and none stays."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """None."""
        return ()

    def scopes(self, user: User) -> Iterable[str]:
        """None."""
        return ()

    def leave(self, user: User) -> None:
        """Delete the person's notices, and which kinds were not wanted."""
        Notice.objects.filter(user=user).delete()
        Unwanted.objects.filter(user=user).delete()
