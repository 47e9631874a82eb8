"""What becomes of questions when the person who asked them closes the account."""

from collections.abc import Iterable, Sequence

from config.people.models import User
from config.refusals import Refusal
from tournaments.day.models import Question


class LeavingQuestions:
    """Questions when an account is closed: they are no objection to it. What everybody reads stays,
    under the account's name from then on; the rest is deleted."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """None."""
        return ()

    def scopes(self, user: User) -> Iterable[str]:
        """None: the log does not tell what was asked."""
        return ()

    def leave(self, user: User) -> None:
        """Delete what the person asked and nobody else reads, also what was asked by mail address
        alone."""
        Question.objects.filter(asker=user, shown=False).delete()
        visitors = Question.objects.filter(asker=None, email=user.email)
        visitors.filter(shown=False).delete()
        visitors.update(name="", email="")
