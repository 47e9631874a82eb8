"""Who may answer a report of a game: confirm it, say which version counts, put it right. The
services refuse by it what pages and API do not offer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.people.scopes import Visitor
from config.refusals import Refusal
from games.models import Game, Series
from games.seriesday.access import SeriesPart, part_in
from games.seriesday.models import GameReport
from games.services.calling_off import ended
from games.suspending import suspension_refusals
from rosters.models import TeamMember

WAITING = (GameReport.State.OPEN, GameReport.State.DISPUTED)
"""The states of reports that are still to be answered."""


@dataclass(frozen=True)
class Answers:
    """What a user may say to what was told of a game: the reports that they may confirm, whether
    they may say which of them counts, and whether they may put the result right."""

    confirm: tuple[GameReport, ...] = ()
    settle: bool = False
    correct: bool = False


def answers_of(
    user: Visitor, part: SeriesPart, game: Game | None, reports: Sequence[GameReport]
) -> Answers:
    """The same, of all that was told of one game."""
    if game is None or ended(game.series, game):
        return Answers()
    waiting = [each for each in reports if each.state in WAITING]
    reported = game.status == Game.Status.REPORTED
    suspended = game.status == Game.Status.SUSPENDED
    return Answers(
        tuple(each for each in waiting if reported and may_confirm(part, each, game.series, user)),
        part.directs and reported and bool(waiting),
        part.directs and not game.has_plays and (game.is_final or suspended or bool(waiting)),
    )


def may_confirm(part: SeriesPart, report: GameReport, series: Series, user: Visitor) -> bool:
    """Whether a user may confirm a report: people of the other club may, but not the one who sent
    it; a director may where no other manager of that club could."""
    if report.team_id is None:
        return False
    other = part.opponent_of(series, report.team_id)
    if other in part.clubs and report.told_by_id != user.pk:
        return True
    return part.directs and not is_answerable(other, report.told_by_id)


def is_answerable(team: int, teller: int) -> bool:
    """Whether anybody but the sender of a report (``teller``) acts for a club, and could confirm or
    dispute it."""
    return TeamMember.objects.filter(team=team).exclude(user=teller).exists()


def suspended_report_refusals(series: Series, game: Game | None) -> list[Refusal]:
    """Why a manager cannot report a game as suspended: ``no-suspension``, and ``reported-over``
    while a report of its result waits."""
    if game is not None and game.waits_for_confirmation:
        return [Refusal("reported-over", "This game has been reported as over.", "ending")]
    return suspension_refusals(series)


def confirmable(series: Series, user: Visitor) -> list[GameReport]:
    """The reports of a series that a user may confirm as they stand, in the order of games."""
    part = part_in(user, series)
    rows = GameReport.objects.filter(
        game__series=series, game__status=Game.Status.REPORTED, state=GameReport.State.OPEN
    )
    return [
        report
        for report in rows.select_related("game", "team").order_by("game__number", "pk")
        if may_confirm(part, report, series, user)
    ]
