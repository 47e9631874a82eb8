"""Who may look at, pick in and direct a draft: as the scope that it belongs to says."""

from collections.abc import Collection, Sequence

from django.http import Http404

from config.inputs import whole_number
from config.live.topics import Concern
from config.people import scopes
from config.people.scopes import Standing, Visitor
from config.refusals import Refusal, Refused
from rosters.drafts.models import Draft, DraftSeat
from rosters.models import TeamMember
from rosters.rules.draft.events import DIRECTOR, MANAGER

MOCK = "mock"


class MockAccess:
    """Answers for practice drafts, which only the person who practises may see."""

    def standing(self, user: Visitor, key: str) -> Standing:
        """The person who practises there directs it as well: there is no other."""
        mine = (
            user.is_authenticated
            and Draft.objects.filter(event__key=f"{MOCK}:{key}", owner=user.pk).exists()
        )
        return Standing(may_view=mine, may_direct=mine)

    def viewers(self, people: Collection[int], key: str) -> frozenset[int] | None:
        """The person who practises there, if among these people (ids of users)."""
        mine = Draft.objects.filter(event__key=f"{MOCK}:{key}", owner__in=people)
        return frozenset(mine.values_list("owner", flat=True))

    def directors(self, key: str) -> frozenset[int]:
        """The person who practises there."""
        mine = Draft.objects.filter(event__key=f"{MOCK}:{key}", owner__isnull=False)
        return frozenset(pk for pk in mine.values_list("owner", flat=True) if pk is not None)

    def latest(self) -> Sequence[tuple[str, str]]:
        """None: practice is not shown to others."""
        return ()

    def way_back(self, key: str) -> tuple[str, str]:
        """The draft itself."""
        draft = Draft.objects.get(event__key=f"{MOCK}:{key}")
        return draft.name, draft.get_absolute_url()

    def player(self, key: str, card: int) -> str:
        """Empty: no games are played in practice."""
        return ""

    def club(self, key: str, team: int) -> str:
        """Empty: practice has no clubs with pages."""
        return ""


def may_view(user: Visitor, draft: Draft) -> bool:
    """Whether the user may see the board."""
    return scopes.may_view(user, draft.scope)


def may_direct(user: Visitor, draft: Draft) -> bool:
    """Whether the user directs the draft."""
    return scopes.may_direct(user, draft.scope)


def way_back(draft: Draft) -> tuple[str, str] | None:
    """The name and the address of what the draft belongs to; ``None`` for practice."""
    return None if draft.is_mock else scopes.way_back(draft.scope)


def own_seats(user: Visitor, draft: Draft) -> list[DraftSeat]:
    """The seats that a user drafts for: those of the user's clubs, in practice the user's own."""
    if not user.is_authenticated:
        return []
    if draft.is_mock:
        mine = draft.seats.filter(imputed=False) if draft.owner_id == user.pk else None
        return [] if mine is None else list(mine)
    clubs = TeamMember.objects.filter(user_id=user.pk).values("team")
    return list(draft.seats.filter(team__in=clubs))


def acts_as(user: Visitor, draft: Draft, seat: DraftSeat | None) -> str:
    """The role in which a user acts for a seat, as the log has it: manager or director. Refused to
    others: ``not-your-seat``."""
    if seat is not None and seat in own_seats(user, draft):
        return MANAGER
    if may_direct(user, draft):
        return DIRECTOR
    raise Refused(
        Refusal("not-your-seat", "Only the club's own people or a director may do that.", "slot")
    )


def seen_draft(user: Visitor, pk: int | str) -> Draft:
    """The draft, for those who may look at it; to others it does not exist."""
    found = Draft.objects.select_related("card_set").filter(pk=pk).first()
    if found is None or not may_view(user, found):
        raise Http404("No such draft.")
    return found


def directed_draft(user: Visitor, pk: int | str) -> Draft:
    """The draft, for those who direct it."""
    found = seen_draft(user, pk)
    if not may_direct(user, found):
        raise Http404("No such draft.")
    return found


def watched_draft(user: Visitor, key: str) -> tuple[Draft, int] | None:
    """The draft and the division of a topic, for those who may look at it."""
    found = draft_of_topic(key)
    return found if found is not None and may_view(user, found[0]) else None


def draft_of_topic(key: str) -> tuple[Draft, int] | None:
    """The draft and the division of a topic ("12-1", or "12" for all of it), without a check of
    rights."""
    pk, _, division = key.partition("-")
    number, of = whole_number(pk), whole_number(division or "1")
    draft = Draft.objects.select_related("card_set").filter(pk=number).first() if number else None
    if draft is None or not of or of > len(draft.divisions):
        return None
    return draft, of


def may_watch(user: Visitor, key: str) -> bool:
    """Whether the user may be told that a draft moved on."""
    return watched_draft(user, key) is not None


def concern_of_draft(user: Visitor, key: str) -> Concern | None:
    """The event of a draft and, for who may manage one, its clubs."""
    found = draft_of_topic(key)
    if found is None:
        return None
    clubs = found[0].seats.exclude(team=None).values_list("team", flat=True)
    return Concern(found[0].scope, list(clubs) if user.is_authenticated else ())


def linked_draft(key: str) -> Draft | None:
    """The draft that a link leads to; no link leads to one that has none."""
    found = Draft.objects.select_related("card_set").filter(watch_key=key).first()
    return found if key else None


def linked_board(key: str) -> tuple[Draft, int] | None:
    """The draft and the division of a link's topic ("<key>-1")."""
    link, _, division = key.partition("-")
    of = whole_number(division)
    draft = linked_draft(link) if of else None
    if draft is None or not of or of > len(draft.divisions):
        return None
    return draft, of


def may_watch_board(user: Visitor, key: str) -> bool:
    """Whether there is a board with that link: who has it may look."""
    return linked_board(key) is not None
