"""The domain that a passkey is made for, and where it can be used.

A browser ties a passkey to a domain and offers it only there, over HTTPS or on the machine itself.
The domain is that of the requested page, or ``PASSKEY_DOMAIN``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from config.refusals import Refusal, Refused


@dataclass(frozen=True)
class RelyingParty:
    """``domain``: what passkeys are made for; ``origin``: the page's scheme, host and port."""

    domain: str
    origin: str


def relying_party(request: HttpRequest) -> RelyingParty:
    """The site whose passkeys the request may create and use. Refused: ``passkeys-not-here``."""
    words = why_not_here(request)
    if words:
        raise Refused(Refusal("passkeys-not-here", words))
    host = request.get_host().lower()
    scheme = "https" if _by_https(request, host) else "http"
    return RelyingParty(settings.PASSKEY_DOMAIN or _name(host), f"{scheme}://{host}")


def why_not_here(request: HttpRequest) -> str:
    """Why browsers do not create or use passkeys on this page; empty if they do."""
    host = request.get_host().lower()
    name, domain = _name(host), settings.PASSKEY_DOMAIN
    if find_spec("webauthn") is None:
        return "The computer that this site runs on has no software for passkeys."
    if _is_number(name):
        return f"A passkey belongs to a name, and this page was opened as {name}.{_better(name)}"
    if not _by_https(request, host) and not _is_local(name):
        return "Browsers use passkeys over https only, and this page came over plain http."
    if domain and name != domain and not name.endswith(f".{domain}"):
        return f"Passkeys of this site belong to {domain}, and this page was opened as {name}."
    return ""


def _name(host: str) -> str:
    return split_domain_port(host)[0]


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _better(name: str) -> str:
    """A hint for users who opened their own machine by its IP address; else empty."""
    is_own = ip_address(name.strip("[]")).is_loopback
    if is_own and validate_host("localhost", settings.ALLOWED_HOSTS):
        return " Open it as localhost instead."
    return ""


def _by_https(request: HttpRequest, host: str) -> bool:
    """Whether the request came by HTTPS, as far as known: behind a proxy that is not among
    ``TRUSTED_PROXIES`` the operator's trusted origins decide."""
    return request.is_secure() or f"https://{host}" in settings.CSRF_TRUSTED_ORIGINS


def _is_local(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")
