"""Compresses pages on the way out; streams and what is already compressed are left as they are."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PackPagesMiddleware(GZipMiddleware):
    """Django's own packer, which adds a random length against guessing from the size of an answer.

    A stream of live events must not wait in a packer for more to come.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming:
            return response
        return super().process_response(request, response)
