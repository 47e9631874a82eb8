"""One envelope for everything the API says no to.

``{"error": {"code", "message", "refusals": [{"code", "message", "place", "facts"}]}}``: the first
refusal's code and sentence, and all of them. A domain refusal is 409 when it tells of the state of
things, which may change, 403 when somebody else might have done it, 400 when the body cannot be
read, and 422 otherwise.
"""

from typing import Any

from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_exception_handler
from rest_framework.views import set_rollback

from config.people.token_scopes import withheld
from config.refusals import Refusal, Refused, envelope
from config.rest import faults

OF_STATE = frozenset(
    {
        "already-answered",
        "already-carried-out",
        "already-confirmed",
        "already-agreed",
        "already-decided",
        "already-signed",
        "already-started",
        "already-suspended",
        "already-leading",
        "already-sold",
        "archive-not-made",
        "asked-too-often",
        "award-given",
        "ballot-closed",
        "called-already",
        "called-off",
        "club-dropped",
        "cannot-skip",
        "card-set-in-use",
        "card-set-name-taken",
        "clock-runs",
        "closed-already",
        "computer-stands",
        "decision-first",
        "decision-not-open",
        "dice-are-thrown",
        "director-settles",
        "division-not-over",
        "draft-begun",
        "draft-exists",
        "draft-moved-on",
        "draft-not-complete",
        "draft-not-open",
        "draft-paused",
        "draft-set-up",
        "dropped-already",
        "email-taken",
        "event-over",
        "first-day-open",
        "game-begun",
        "game-exists",
        "game-matters",
        "game-over",
        "game-ruled-on",
        "game-unconfirmed",
        "game-under-way",
        "game-void",
        "has-plays",
        "home-is-seeded",
        "home-settled",
        "invite-ended",
        "invite-lapsed",
        "invite-used",
        "invite-withdrawn",
        "is-auction",
        "job-moved-on",
        "job-over",
        "last-director",
        "lot-open",
        "made-at-once",
        "no-api-token",
        "no-auction",
        "no-deadline",
        "no-game-yet",
        "no-help-in-a-series",
        "no-link",
        "no-roll-open",
        "no-such-club",
        "no-such-line-up",
        "no-such-ruling",
        "no-such-throw",
        "no-such-tie",
        "no-such-session",
        "no-suspension",
        "nobody-may",
        "nobody-to-choose",
        "nobody-to-enter",
        "nobody-waits",
        "not-admitted",
        "not-agreed",
        "not-announced",
        "not-answered",
        "not-booked",
        "not-confirmed",
        "not-covered",
        "not-level",
        "not-open",
        "not-paused",
        "not-running",
        "not-simulated",
        "not-signed",
        "not-standing",
        "not-started",
        "not-suspended",
        "not-under-way",
        "nothing-changes",
        "nothing-left",
        "nothing-runs",
        "nothing-simulated",
        "nothing-to-choose",
        "nothing-to-draw",
        "nothing-to-exchange",
        "nothing-to-play",
        "nothing-to-undo",
        "noticed-too-late",
        "offered-already",
        "play-out-runs",
        "played-since",
        "question-closed",
        "questions-full",
        "questions-waiting",
        "quota-reached",
        "reminded-already",
        "remedy-not-open",
        "report-moved-on",
        "report-waits",
        "reported-over",
        "roll-open",
        "rolled-already",
        "rotation-stands",
        "round-begun",
        "round-played",
        "round-drawn",
        "round-open",
        "ruling-final",
        "ruling-open",
        "sent-twice",
        "series-begun",
        "series-complete",
        "series-decided",
        "series-level",
        "series-official",
        "series-over",
        "series-played",
        "series-struck",
        "series-unfinished",
        "sheet-signed",
        "sign-up-closed",
        "sign-up-full",
        "sign-up-withdrawn",
        "starters-first",
        "suspension-not-agreed",
        "take-over-open",
        "taken-over",
        "tie-game-open",
        "tie-open",
        "tie-ruled",
        "time-agreed",
        "time-moved-on",
        "told-already",
        "too-few-candidates",
        "too-few-clubs",
        "too-many-tokens",
        "tournament-name-taken",
        "transcript-moved-on",
        "deck-changed",
        "undone-already",
        "visitors-first",
        "withdrawn",
    }
)
"""Refusals that another moment might not know."""

OF_FORM = frozenset(
    {
        "illegal-character",
        "nested-too-deep",
        "not-json",
        "not-utf-8",
        "number-too-large",
        "too-many-items",
    }
)
"""Refusals of what cannot be read, before anybody asks what it means."""

OF_PERSON = frozenset(
    {
        "director-only",
        "invite-for-another",
        "job-not-yours",
        "not-the-opponent",
        "not-your-choice",
        "not-your-club",
        "not-your-deck",
        "not-your-game",
        "not-your-practice",
        "not-your-seat",
        "not-your-series",
        "not-your-side",
        "not-yours-to-choose",
        "not-yours-to-withdraw",
        "permission-denied",
        "second-factor-required",
        "token-scope",
    }
)
"""Refusals that another person might not know."""


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a refusal, or what the framework refuses, in the envelope. Where it was refused for
    the narrow scope of the token alone, that is what is said."""
    answer = _answer(exc, context)
    if answer is not None and answer.status_code in (403, 404):
        limited = withheld()
        if limited is not None:
            return Response(envelope([limited]), status=status.HTTP_403_FORBIDDEN)
    return answer


def _answer(exc: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(exc, Refused):
        set_rollback()
        return Response(envelope(list(exc.refusals)), status=status_of(exc.code))
    answer = rest_exception_handler(exc, context)
    if answer is None:
        return None
    if isinstance(exc, exceptions.ValidationError):
        refusals = list(faults(exc.get_full_details(), ""))
    else:
        detail = getattr(exc, "detail", None)
        code = str(getattr(detail, "code", None) or CODES.get(answer.status_code, "error"))
        message = str(detail or "There is nothing here that you may see.")
        refusals = [Refusal(code.replace("_", "-"), message)]
    answer.data = envelope(refusals)
    return answer


def status_of(code: str) -> int:
    """The status of a domain refusal."""
    if code in OF_FORM:
        return status.HTTP_400_BAD_REQUEST
    if code in OF_PERSON:
        return status.HTTP_403_FORBIDDEN
    if code in OF_STATE:
        return status.HTTP_409_CONFLICT
    return status.HTTP_422_UNPROCESSABLE_ENTITY


CODES = {404: "not-found", 403: "permission-denied"}
