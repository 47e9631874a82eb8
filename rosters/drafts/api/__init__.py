"""Drafts for API clients: what the pages offer, each act an operation of its own."""

from drf_spectacular.utils import extend_schema
from rest_framework.routers import BaseRouter

from rosters.drafts.api.board import BoardViews
from rosters.drafts.api.directing import DirectingViews
from rosters.drafts.api.listing import ListingViews
from rosters.drafts.api.practising import PractisingViews
from rosters.drafts.api.preparing import PreparingViews


@extend_schema(tags=["drafts"])
class DraftViewSet(BoardViews, DirectingViews, ListingViews, PractisingViews, PreparingViews):
    """A draft."""


def register(router: BaseRouter) -> None:
    """Hang drafts on the API's router."""
    router.register("drafts", DraftViewSet, basename="draft")
