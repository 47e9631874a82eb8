"""The schema's side of the one envelope: every operation may answer with it, and all the answers
that say no are described in one place."""

import inspect
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from rest_framework.serializers import ListSerializer

from config.api.errors import OF_PERSON, OF_STATE
from config.rest import ErrorEnvelopeSerializer

REFUSED = "4XX"
SHARED = "Refusal"

REFUSALS = f"""Refused, with the reasons in the envelope: every one that was found, each with a
stable code, a sentence and the place in what was sent.

- 400: the body or the query cannot be read; places are fields, as `clubs.2.name`
- 401: the request is not signed in, or by a token that is not valid
- 403: somebody else might do it: {", ".join(f"`{code}`" for code in sorted(OF_PERSON))}
- 404: there is no such thing, or not for you
- 405, 406, 415: the address knows no such method, answer or kind of body
- 409: the state of things is against it: {", ".join(f"`{code}`" for code in sorted(OF_STATE))}
- 413: the body is larger than the address takes
- 422: the input itself is refused
- 429: too many requests
"""


class HouseSchema(AutoSchema):
    """Declares the envelope for all operations; none has to remember it."""

    def get_description(self) -> str:  # type: ignore[override]
        """What the operation's own method says; a view's docstring is for those who read code."""
        act = getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)
        return inspect.cleandoc(getattr(act, "__doc__", None) or "")

    def query(self, method: str, registry: ComponentRegistry) -> dict[str, dict[str, Any]] | None:
        """The schemas of what the operation takes in a query, by name; ``None`` where it is none
        that is described."""
        # What the generator tells a schema before it asks; no part of an address is asked for.
        self.registry, self.method = registry, method
        self.path = self.path_regex = self.path_prefix = "/"
        if self.is_excluded():
            return None
        return {
            each["name"]: each["schema"] for each in self._get_parameters() if each["in"] == "query"
        }

    def _map_serializer_field(
        self, field: Any, direction: Any, bypass_extensions: bool = False
    ) -> Any:
        """Says the maximum of a list of serializers too, which the package leaves out."""
        schema = super()._map_serializer_field(field, direction, bypass_extensions)
        most = getattr(field, "max_length", None)
        if isinstance(field, ListSerializer) and most is not None and schema:
            schema["maxItems"] = most
        return schema

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        refusal = self._get_response_for_code(ErrorEnvelopeSerializer, REFUSED)
        refusal["description"] = REFUSALS
        return {**bodies, REFUSED: refusal}


def bodies_are_closed(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """A hook of the generator: a body has no fields but those that are asked for
    (``config.rest.read``)."""
    schemas = result["components"].get("schemas", {})
    for methods in result["paths"].values():
        for operation in methods.values():
            for kind in operation.get("requestBody", {}).get("content", {}).values():
                name = kind.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if schemas.get(name, {}).get("type") == "object":
                    schemas[name].setdefault("additionalProperties", False)
    return result


def refusals_once(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """A hook of the generator: the refusal that all operations share is written out once."""
    for methods in result["paths"].values():
        for operation in methods.values():
            refusal = operation.get("responses", {}).get(REFUSED)
            if refusal is not None:
                result["components"].setdefault("responses", {})[SHARED] = refusal
                operation["responses"][REFUSED] = {"$ref": f"#/components/responses/{SHARED}"}
    return result
