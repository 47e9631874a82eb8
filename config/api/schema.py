"""The schema's side of the one envelope: every operation may answer with it."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from config.rest import ErrorEnvelopeSerializer


class HouseSchema(AutoSchema):
    """Declares the envelope once, for all operations; none has to remember it."""

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        refusal = self._get_response_for_code(ErrorEnvelopeSerializer, "4XX")
        refusal["description"] = "Refused; the statuses are explained above."
        return {**bodies, "4XX": refusal}
