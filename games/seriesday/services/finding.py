"""What the software notices by itself: it opens a ruling, in the transaction that shows it."""

from __future__ import annotations

from collections.abc import Iterable

from config.journal.services import log_action
from games.models import Game
from games.rules.remedies import CASES
from games.rules.reports import GameClaim
from games.seriesday.models import Ruling, RulingStep
from pitching.models import Violation

STILL = (Ruling.State.OPEN, Ruling.State.APPEALED)


def found_violations(game: Game, violations: Iterable[Violation]) -> list[Ruling]:
    """T31.2: a pitcher faced batters whom he might not face; the opponent chooses. One ruling for a
    man and a game, however often the column is written; one whose breach is gone is dismissed."""
    found = []
    seen: dict[int, Violation] = {each.card_id: each for each in violations}
    there: dict[int, Ruling] = {}
    for ruling in Ruling.objects.filter(game=game, case="ineligible-pitcher", state__in=STILL):
        there[ruling.details.get("pitcher", 0)] = ruling
    for card, violation in seen.items():
        if card in there:
            Ruling.objects.filter(pk=there[card].pk).update(violation=violation)
            continue
        offender = violation.entry.column.sheet.team_id
        found.append(
            open_found(
                game,
                "ineligible-pitcher",
                f"{violation.card.name} got {violation.outs} outs where he had "
                f"{violation.allowed}. {violation.sentence}",
                offended=game.home_id if offender == game.away_id else game.away_id,
                rule="T31.2",
                violation=violation,
                details={
                    "pitcher": card,
                    "outs": violation.outs,
                    "allowed": violation.allowed,
                    "broken": violation.rule,
                },
            )
        )
    for card, ruling in there.items():
        if card not in seen and ruling.opened_by_id is None and ruling.state == Ruling.State.OPEN:
            _gone(ruling)
    return found


def found_concession(game: Game, claim: GameClaim) -> Ruling | None:
    """T0.05a, c, A-M3: a concession by a side that was hardly behind is for the director."""
    if Ruling.objects.filter(game=game, case="concession").exists():
        return None
    loser = game.away if claim.conceded_by == 0 else game.home
    away, home = claim.scored
    return open_found(
        game,
        "concession",
        f"{loser.name} conceded at {away}-{home} in inning {claim.stop.inning}.",
        offended=None,
        rule="T0.05c",
    )


def open_found(
    game: Game,
    case: str,
    facts: str,
    *,
    offended: int | None,
    rule: str = "",
    violation: Violation | None = None,
    details: dict[str, object] | None = None,
) -> Ruling:
    """Open a ruling for what was found in a game, with its line in the log."""
    ruling = Ruling.objects.create(
        series=game.series,
        game=game,
        case=case,
        rule=rule or CASES[case].rule,
        facts=facts[:500],
        details=details or {},
        offended_id=offended,
        violation=violation,
    )
    RulingStep.objects.create(ruling=ruling, number=1, kind=RulingStep.Kind.OPENED)
    log_action(
        code="ruling-opened",
        actor=None,
        scope=game.series.scope,
        subject=ruling,
        new={"game": str(game), "rule": ruling.rule, "reason": ruling.facts},
    )
    return ruling


def _gone(ruling: Ruling) -> None:
    """What it was about is not on the sheet any more."""
    ruling.state = Ruling.State.DISMISSED
    ruling.save(update_fields=["state"])
    RulingStep.objects.create(
        ruling=ruling,
        number=ruling.steps.count() + 1,
        kind=RulingStep.Kind.DISMISSED,
        words="The sheet does not show it any more.",
    )
