"""One envelope for everything the API refuses: {"errors": [{code, message, place, facts}]}."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_exception_handler
from rest_framework.views import set_rollback

from games.engine.refusals import Refused


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """A domain refusal is a conflict with the state of things; the rest is DRF's own."""
    if isinstance(exc, Refused):
        set_rollback()
        errors = [
            {"code": r.code, "message": r.message, "place": r.place, "facts": dict(r.facts)}
            for r in exc.refusals
        ]
        return Response({"errors": errors}, status=status.HTTP_409_CONFLICT)
    return rest_exception_handler(exc, context)
