"""What games ask of the match day and of events, which are above them and register their answers in
their apps."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from config.kinds import Question
from config.people.models import User
from config.refusals import Refusal
from games.card_games.base import ClubPlan, Orders
from games.models import Game, Series


@Question
def plans_of(squad_ids: Collection[int]) -> Mapping[int, ClubPlan]:
    """What is laid down for these squads, by squad, where anything is."""
    return {}


@Question
def orders_said(
    series: Series, number: int, managed: tuple[bool, bool], acting_user: User | None
) -> Mapping[int, Orders] | None:
    """What both sides said before a game that ``acting_user`` begins, by club; ``None`` for games
    without cards. Refused: ``not-confirmed`` (T0.13)."""
    return None


@Question
def bullpens_reset(scope: str) -> bool:
    """Whether relief starts fresh before each series of an event (T10.2t)."""
    return False


@Question
def is_event_over(scope: str) -> bool:
    """Whether everything of an event is decided: nothing is played in it any more, unless a
    correction opens it again."""
    return False


@Question
def footnotes_of(game: Game) -> Mapping[int, str]:
    """T0.06c, T31.2b: what the sheets say beside pitchers whose outings in a game against the law
    were let stand, by card."""
    return {}


@Question
def take_back_page(series: Series) -> str:
    """Where its director takes back what was simulated of a series; empty where nothing can be."""
    return ""


@Question
def kept_for_people(series: QuerySet[Series]) -> Mapping[int, Refusal]:
    """Which of these open series people have arranged to play, by key, and what tells so; they are
    simulated only where that was asked for, or declared with a deadline."""
    return {}
