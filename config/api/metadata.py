"""What OPTIONS answers. The framework reads this while it builds its own classes."""

from typing import TYPE_CHECKING, Any

from rest_framework.metadata import BaseMetadata
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Methods(BaseMetadata):
    """Which methods the address knows; the schema says the rest, to all alike."""

    def determine_metadata(self, request: Request, view: "APIView") -> dict[str, Any]:
        return {"methods": view.allowed_methods}
