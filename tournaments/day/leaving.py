"""What becomes of questions and sign-ups when the person who made them closes the account."""

from collections.abc import Iterable, Sequence

from config.people.models import User
from config.refusals import Refusal
from tournaments.day.models import Question
from tournaments.day.sign_ups import forget_in_log, forget_sign_ups


class LeavingTheDay:
    """Questions and sign-ups are no objection to closing an account. Answered questions that
    everybody reads stay, under the account's name from then on; the rest is deleted."""

    def objections(self, user: User) -> Sequence[Refusal]:
        """None."""
        return ()

    def scopes(self, user: User) -> Iterable[str]:
        """None: their lines in the log are forgotten with them."""
        return ()

    def leave(self, user: User) -> None:
        """Delete sign-ups of the person's address, and what the person asked and nobody else
        reads, also what was asked by mail address alone."""
        forget_sign_ups(user=user, acting_user=user)
        Question.objects.filter(asker=user, shown=False).delete()
        visitors = Question.objects.filter(asker=None, email=user.email)
        for question in visitors.select_related("tournament"):
            forget_in_log(question.tournament.scope, question.name)
        visitors.filter(shown=False).delete()
        visitors.update(name="", email="")
