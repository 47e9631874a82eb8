"""Access to a practice game: only for the users who play it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from config.people.models import User
from config.people.scopes import STRANGER, Standing, Visitor
from tournaments.practice.models import PRACTICE, PracticeGame


class PracticeAccess:
    """The access policy of events ``practice:<key>``. There is no director: each user plays their
    own side."""

    def standing(self, user: Visitor, key: str) -> Standing:
        if not user.is_authenticated:
            return STRANGER
        is_player = practice_games_of(user).filter(event__key=f"{PRACTICE}:{key}").exists()
        return Standing(may_view=is_player, may_direct=False)

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        rows = PracticeGame.objects.filter(event__key=f"{PRACTICE}:{key}").values_list(
            "owner", "guest"
        )
        return frozenset(pk for row in rows for pk in row if pk in people)

    def directors(self, key: str) -> frozenset[int]:
        return frozenset()

    def latest(self) -> Sequence[tuple[str, str]]:
        """Return none: practice games are private."""
        return ()

    def way_back(self, key: str) -> tuple[str, str]:
        return "Practice games", reverse("practice:games")

    def player(self, key: str, card: int) -> str:
        """Return an empty address: practice has no statistics."""
        return ""

    def club(self, key: str, team: int) -> str:
        """Return an empty address: clubs have no pages in practice."""
        return ""


def practice_games_of(user: User) -> QuerySet[PracticeGame]:
    """Return the practice games that a user created or joined, the latest first."""
    return PracticeGame.objects.filter(Q(owner=user) | Q(guest=user)).order_by("-pk")


def own_practice_game(user: User, pk: int) -> PracticeGame:
    """Load one of the user's practice games; 404 for others."""
    game = practice_games_of(user).filter(pk=pk).first()
    if game is None:
        raise Http404("No such practice game.")
    return game


def offered_practice_game(token: str) -> PracticeGame:
    """Load the practice game of an invitation link, until an opponent has joined."""
    game = (
        PracticeGame.objects.select_related("owner", "series__home", "series__away")
        .filter(token=token, owner__is_active=True)
        .exclude(token="")
        .first()
    )
    if game is None:
        raise Http404("There is no such practice game to join.")
    return game
