"""Whether a game's result may be reported: by whom, when, and what the law forbids in it."""

from __future__ import annotations

from dataclasses import dataclass

from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import card_game, result_shape
from games.models import Game, Series
from games.rules import reports as law
from games.rules.breaches import (
    Breach,
    breaches,
    line_up_not_made_legal,
    still_out_of_position,
)
from games.rules.detections import staying_on
from games.rules.endings import SUSPENDED, law_of
from games.rules.later_reports import later_report_problems
from games.rules.reports import GameClaim
from games.seriesday.access import SeriesPart
from games.seriesday.answers import is_answerable
from games.seriesday.models import GameReport
from games.seriesday.selectors.boxes import rosters_of
from games.seriesday.selectors.suspended import suspended_claim
from games.seriesday.services.finding import (
    keeps_pitchers,
    line_ups_let_stand,
    made_when_ruled,
    outs_let_stand,
)
from games.seriesday.services.ledger import squads_in
from games.suspending import suspension_refusals
from rosters.editions import edition_of

State = GameReport.State


@dataclass(frozen=True)
class Telling:
    """A report that is being made: by whom, of which game (``number``) of a locked series, with
    what claim. ``despite``: what the law forbids was done all the same; ``reason``: that of a
    correction."""

    series: Series
    number: int
    claim: GameClaim
    key: str
    user: User
    part: SeriesPart
    despite: bool
    reason: str = ""

    @property
    def team(self) -> int | None:
        """The club that the user speaks for; ``None`` for a director. A user who acts for both
        speaks for the home club."""
        mine = self.part.clubs
        if not mine:
            return None
        return self.series.home_id if self.series.home_id in mine else min(mine)

    @property
    def counts_at_once(self) -> bool:
        """Whether the report counts without being confirmed: a director tells, who speaks for both
        clubs or neither, or no other manager acts for the other club and the event's rules let it
        count all the same."""
        if self.team is None or (self.part.directs and len(self.part.clubs) == 2):
            return True
        other = self.part.opponent_of(self.series, self.team)
        if is_answerable(other, self.user.pk):
            return False
        return edition_of(self.series.scope).series.reports_alone


def verify_open(series: Series, number: int, game: Game | None) -> None:
    """Refuse a report of a game that takes none: ``no-such-game``, ``game-over``,
    ``game-under-way``."""
    if not 1 <= number <= series.length:
        raise Refused(
            Refusal(
                "no-such-game",
                f"The series has games 1 to {series.length}, not {number}.",
                "number",
            )
        )
    if game is None:
        return
    if game.is_final:
        raise Refused(
            Refusal("game-over", "This game has its result; a director can correct it.", "number")
        )
    if game.has_plays and not game.waits_for_confirmation:
        raise Refused(
            Refusal(
                "game-under-way",
                "This game is being recorded play by play: go on with it there, or take it "
                "off the books.",
                "number",
            )
        )


def verify_claim(telling: Telling) -> None:
    """Refuse a claim that cannot be true, as far as numbers and squads tell, with everything that
    is wrong."""
    series = telling.series
    if telling.claim.ending == SUSPENDED:
        refuse_all(suspension_refusals(series))
    settings = law_of(series.settings)
    shape = result_shape(series.system, series.settings)
    claim, rosters = telling.claim, None
    squads = None if claim.has_players else squads_in(series, telling.number)
    if claim.has_players or (shape.listed and keeps_pitchers(claim)):
        rosters = rosters_of(series, telling.number, claim)
        squads = None if rosters is None else rosters.held
    players, lists = (rosters.players, rosters.lists) if rosters is not None else (None, None)
    refuse_all(law.problems(settings, claim, squads, players, shape=shape, lists=lists))


def verify_goes_on_from(telling: Telling, game: Game) -> None:
    """Refuse a report that takes something off a game as it stood when it was suspended, whoever
    reports it and by whatever entrance; a director's correction, which has a reason, may."""
    before = suspended_claim(game)
    if before is not None:
        refuse_all(later_report_problems(before, telling.claim))


def verify_put_right(telling: Telling, game: Game) -> None:
    """Refuse a report of a game that went on after a ruling without being put right: a pitcher who
    may not pitch has to leave (T0.06b), the defence has to be made legal (T31.6e), and so has the
    line-up (T31.4b)."""
    series, number, claim = telling.series, telling.number, telling.claim
    refuse_all(staying_on(claim, outs_let_stand(game)))
    if not claim.has_players:
        return
    ruled, line_ups = made_when_ruled(game), line_ups_let_stand(game)
    rosters = rosters_of(series, number, claim) if ruled or line_ups else None
    if rosters is None:
        return
    refuse_all(still_out_of_position(claim, ruled, rosters.squads, rosters.players))
    before = game.reports.exclude(state=State.REPLACED).order_by("version").last()
    system = card_game(series.system)
    if before is not None and system is not None:
        refuse_all(
            line_up_not_made_legal(
                claim,
                before.told,
                line_ups,
                rosters.squads,
                rosters.players,
                designated=system.designates(series.settings),
            )
        )


def verify_lawful(telling: Telling) -> None:
    """Refuse a report of what the law forbids, which may be a slip, unless the user says that it
    happened all the same (``despite``)."""
    if not telling.despite:
        found = breaches_in(telling.series, telling.number, telling.claim)
        refuse_all(each.refusal for each in found)


def breaches_in(series: Series, number: int, claim: GameClaim) -> list[Breach]:
    """What was done against the law of line-ups and substitutions, where that is told."""
    rosters = rosters_of(series, number, claim) if claim.has_players else None
    game = card_game(series.system)
    # The law of line-ups and substitutions is one of players with positions.
    if rosters is None or rosters.lists is not None or game is None:
        return []
    return breaches(
        claim, rosters.squads, rosters.players, designated=game.designates(series.settings)
    )
