"""Where a request comes from: the one answer for throttles, sign-in locks, streams and the log.

Anybody may write ``X-Forwarded-For``. It counts only as far as it was written by a proxy that the
setting ``TRUSTED_PROXIES`` names; with none named, the connection's own address is the answer.
"""

from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address

# What a proxy tells of the request it passes on, as Django names headers.
FORWARDED = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
)


def client_address(request: HttpRequest | Mapping[str, Any]) -> str:
    """The address of the client, of a request or of an ASGI scope; empty when it is not known.

    The chain is read from our end: each proxy appended the address that it saw, so the first one
    that is no proxy of ours is the visitor, and whatever stands before it may be made up.
    """
    peer, chain = said_of(request)
    if not is_trusted(peer):
        return peer
    found = peer
    for written in reversed(chain):
        address = plain(written)
        if address is None:
            # A proxy of ours wrote this or passed it on: what lies behind it cannot be known.
            break
        found = str(address)
        if not is_trusted(found):
            break
    return found


def said_of(request: HttpRequest | Mapping[str, Any]) -> tuple[str, list[str]]:
    """The connection's own address, and the addresses that the headers claim, in their order."""
    if isinstance(request, HttpRequest):
        peer = request.META.get("REMOTE_ADDR") or ""
        chain = request.META.get("HTTP_X_FORWARDED_FOR", "")
    else:
        peer = (request.get("client") or ("", 0))[0] or ""
        chain = ",".join(
            value.decode("latin-1")
            for name, value in request.get("headers", ())
            if name.lower() == b"x-forwarded-for"
        )
    address = plain(peer)
    return str(address) if address else "", [part for part in chain.split(",") if part.strip()]


def plain(written: str) -> Address | None:
    """An address as proxies write it, with or without a port; None when it is none."""
    text = written.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    # One visitor has one address, whichever family the socket speaks.
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted(peer: str) -> bool:
    """Whether this is a proxy of ours. A peer without an address came by a socket of this
    machine's file system, which only the proxy is given."""
    if not peer:
        return bool(settings.TRUSTED_PROXIES)
    address = ip_address(peer)
    return any(address in network for network in settings.TRUSTED_PROXIES)


class ClientAddressMiddleware:
    """Settle first who asks, so that nothing after it can be told otherwise.

    ``REMOTE_ADDR`` becomes the visitor's address, and what was said of forwarding is taken away,
    but for a trusted proxy's word on the transport: packages that read those headers on their own
    find nothing to believe.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        address = client_address(request)
        trusted = is_trusted(said_of(request)[0])
        for header in FORWARDED:
            if not (trusted and header == "HTTP_X_FORWARDED_PROTO"):
                request.META.pop(header, None)
        request.META["REMOTE_ADDR"] = address
        return self.get_response(request)
