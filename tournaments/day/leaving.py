"""What becomes of questions when their asker closes his account."""

from collections.abc import Iterable, Sequence

from config.people.models import User
from config.refusals import Refusal
from tournaments.day.models import Question


class LeavingQuestions:
    """Nothing speaks against it. What everybody reads stays, under what he is called from then on;
    the rest goes with him."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """None."""
        return ()

    def scopes(self, user: User) -> Iterable[str]:
        """None: the log does not tell what was asked."""
        return ()

    def leave(self, user: User) -> None:
        """Forget what he asked and nobody else reads, also what he asked by his address alone."""
        Question.objects.filter(asker=user, shown=False).delete()
        visitors = Question.objects.filter(asker=None, email=user.email)
        visitors.filter(shown=False).delete()
        visitors.update(name="", email="")
