"""Who may look at a practice game: only the users who play it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from config.people.models import User
from config.people.scopes import STRANGER, Standing, Visitor
from tournaments.practice.models import PRACTICE, PracticeGame


class PracticeAccess:
    """Answers for the scope ``practice:<key>``. There is no director: both users play their own
    sides."""

    def standing(self, user: Visitor, key: str) -> Standing:
        """The users who play it may look."""
        if not user.is_authenticated:
            return STRANGER
        mine = practice_games_of(user).filter(event__key=f"{PRACTICE}:{key}").exists()
        return Standing(may_view=mine, may_direct=False)

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """Its two people, if among these (ids of users)."""
        rows = PracticeGame.objects.filter(event__key=f"{PRACTICE}:{key}").values_list(
            "owner", "guest"
        )
        return frozenset(pk for row in rows for pk in row if pk in people)

    def directors(self, key: str) -> frozenset[int]:
        """None."""
        return frozenset()

    def latest(self) -> Sequence[tuple[str, str]]:
        """None: practice is not shown to others."""
        return ()

    def way_back(self, key: str) -> tuple[str, str]:
        """The page of one's practice games."""
        return "Practice games", reverse("practice:games")

    def player(self, key: str, card: int) -> str:
        """Empty: what was done in practice is not kept."""
        return ""

    def club(self, key: str, team: int) -> str:
        """Empty: clubs have no pages in practice."""
        return ""


def practice_games_of(user: User) -> QuerySet[PracticeGame]:
    """The practice games that a user made or joined, the latest first."""
    return PracticeGame.objects.filter(Q(owner=user) | Q(guest=user)).order_by("-pk")


def own_practice_game(user: User, pk: int) -> PracticeGame:
    """One of somebody's; to others it does not exist."""
    found = practice_games_of(user).filter(pk=pk).first()
    if found is None:
        raise Http404("No such practice game.")
    return found


def offered_practice_game(token: str) -> PracticeGame:
    """The practice game that a link leads to, while no opponent has joined it."""
    found = (
        PracticeGame.objects.select_related("owner", "series__home", "series__away")
        .filter(token=token, owner__is_active=True)
        .exclude(token="")
        .first()
    )
    if found is None:
        raise Http404("There is no such practice game to join.")
    return found
