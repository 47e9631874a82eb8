"""Questions and sign-ups when their author's account is deleted."""

from collections.abc import Iterable, Sequence

from config.people.models import User
from config.refusals import Refusal
from tournaments.day.models import Question
from tournaments.day.sign_ups import forget_in_log, forget_sign_ups


class LeavingTheDay:
    """Deletion of the questions and sign-ups of an account. Public answered questions stay, under
    the account's replaced name; the rest is deleted. Nothing here prevents the deletion."""

    def objections(self, user: User) -> Sequence[Refusal]:
        return ()

    def scopes(self, user: User) -> Iterable[str]:
        """Return none: the log entries are anonymized with them."""
        return ()

    def leave(self, user: User) -> None:
        """Delete the sign-ups of the user's address, and the user's questions that are not public,
        including those asked with only the mail address."""
        forget_sign_ups(user=user, acting_user=user)
        Question.objects.filter(asker=user, shown=False).delete()
        visitors = Question.objects.filter(asker=None, email=user.email)
        for question in visitors.select_related("tournament"):
            forget_in_log(question.tournament.scope, question.name)
        visitors.filter(shown=False).delete()
        visitors.update(name="", email="")
