"""The schema's side of the one envelope: every operation may answer with it."""

import inspect
from typing import Any

from drf_spectacular.openapi import AutoSchema

from config.rest import ErrorEnvelopeSerializer


class HouseSchema(AutoSchema):
    """Declares the envelope once, for all operations; none has to remember it."""

    def get_description(self) -> str:  # type: ignore[override]
        """What the operation's own method says; a view's docstring is for those who read code."""
        act = getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)
        return inspect.cleandoc(getattr(act, "__doc__", None) or "")

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        refusal = self._get_response_for_code(ErrorEnvelopeSerializer, "4XX")
        refusal["description"] = "Refused; the statuses are explained above."
        return {**bodies, "4XX": refusal}
