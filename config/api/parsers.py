"""How the API reads bodies."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import JSONParser

from config.inputs import decode, read_json


class JSONBodyParser(JSONParser):
    """JSON in UTF-8, whatever charset is claimed; what cannot be read is refused with its place."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return read_json(decode(stream.read()))
