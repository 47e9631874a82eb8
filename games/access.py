"""Who may look at, score or direct a series: what its scope says, and the people of its clubs."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from config.people import scopes
from config.people.models import User
from config.people.scopes import Visitor
from config.refusals import Refusal, Refused
from games.engine.situation import AWAY, HOME
from games.models import Game, Series
from rosters.models import TeamMember


def may_view(user: Visitor, series: Series) -> bool:
    """Whether the user may see the series and its games."""
    return scopes.may_view(user, series.scope)


def may_direct(user: Visitor, series: Series) -> bool:
    """Whether the user directs what the series belongs to."""
    return scopes.may_direct(user, series.scope)


def may_score(user: Visitor, series: Series) -> bool:
    """Whether the user may record games of the series: people of both clubs and directors."""
    if not user.is_authenticated:
        return False
    return TeamMember.objects.filter(
        user_id=user.pk, team_id__in=(series.home_id, series.away_id)
    ).exists() or may_direct(user, series)


@dataclass(frozen=True)
class Rights:
    """What a visitor may do in one game of a series; asked of the database once."""

    may_view: bool
    may_direct: bool
    may_score: bool
    """People of both clubs, and directors."""
    speaks_for: frozenset[int]
    """The sides whose decisions the visitor may take."""

    def may_take_back(self, game: Game) -> bool:
        """Whether the visitor may rewind the game: who scores it, but a result only a director."""
        return self.may_direct if game.is_final else self.may_score

    def may_void(self, game: Game) -> bool:
        """Whether the visitor may take the game off the books: a director, or who scores it before
        anything has been entered (it was started by mistake). Where the computer manages the other
        side it shows what that side had laid down: anyone who has seen it does not begin again."""
        if game.is_final or game.entries or not self._managed(game) <= self.speaks_for:
            return self.may_direct
        return self.may_score

    @staticmethod
    def _managed(game: Game) -> set[int]:
        managed = ((AWAY, game.away_managed), (HOME, game.home_managed))
        return {side for side, by_house in managed if by_house}


NO_RIGHTS = Rights(may_view=False, may_direct=False, may_score=False, speaks_for=frozenset())
LOOKS_ON = replace(NO_RIGHTS, may_view=True)
OF_THE_HOUSE = Rights(True, True, True, speaks_for=frozenset({AWAY, HOME}))


def rights_in(user: Visitor, series: Series, number: int) -> Rights:
    """What the user may do in that game of a series, begun or not.

    Directors speak for both sides, people of a club for their own. Where no manager acts for a
    club, anyone who may score decides for it too, or the game would stand still.
    """
    standing = scopes.standing(user, series.scope)
    if not standing.may_view:
        return NO_RIGHTS
    if not user.is_authenticated:
        return LOOKS_ON
    directs = standing.may_direct
    sides = series.sides(number)
    people: dict[int, set[int]] = {team_id: set() for team_id in sides}
    members = TeamMember.objects.filter(team_id__in=sides)
    for team_id, user_id in members.values_list("team_id", "user_id"):
        people[team_id].add(user_id)
    scores = directs or any(user.pk in found for found in people.values())
    speaks_for = frozenset(
        side
        for side, team_id in zip((AWAY, HOME), sides, strict=True)
        if directs or (scores and not people[team_id]) or user.pk in people[team_id]
    )
    return Rights(True, directs, scores, speaks_for)


def rights_of(user: User | None, series: Series, number: int) -> Rights:
    """What somebody whom a service acts for may do in that game; ``None`` is the house itself: its
    clockwork acts, and no person."""
    return OF_THE_HOUSE if user is None else rights_in(user, series, number)


def verify_scores(user: User | None, series: Series, number: int) -> Rights:
    """The same, of who records that game. Refused to others: ``not-your-game``."""
    rights = rights_of(user, series, number)
    if not rights.may_score:
        sentence = "Only people of both clubs and directors record its games."
        raise Refused(Refusal("not-your-game", sentence))
    return rights


def verify_directs(user: User | None, series: Collection[int]) -> None:
    """Refuse with ``director-only`` a user who does not direct the events of all these series (by
    key); ``None`` is the house itself, which may."""
    if user is not None:
        found = Series.objects.filter(pk__in=series).order_by()
        for scope in found.values_list("event__key", flat=True).distinct():
            scopes.verify_directs(user, scope)


def own_clubs(user: Visitor, series: Series) -> frozenset[int]:
    """The clubs of a series, by id, of whose people the user is."""
    clubs = (series.home_id, series.away_id)
    members = TeamMember.objects.filter(user=user.pk, team_id__in=clubs)
    return frozenset(members.values_list("team_id", flat=True))


def speaks_for(user: Visitor, game: Game) -> frozenset[int]:
    """The sides of a game whose decisions the user may take."""
    return speaks_in(user, game.series, game.number)


def speaks_in(user: Visitor, series: Series, number: int) -> frozenset[int]:
    """The sides whose decisions the user may take in that game of a series, begun or not."""
    return rights_in(user, series, number).speaks_for


def way_back(series: Series) -> tuple[str, str] | None:
    """The name and the address of what the series belongs to."""
    return scopes.way_back(series.scope)
