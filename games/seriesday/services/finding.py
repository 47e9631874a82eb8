"""Violations that the software detects by itself: it opens a ruling in the transaction that shows
the violation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from config.journal.services import log_action
from games.card_games.registry import law_of_pitching
from games.engine.endings import CONCEDED
from games.engine.situation import AWAY, HOME
from games.engine.table import CONCEDE, SIDE_NAMES
from games.models import Game, Series
from games.rules.breaches import CASES as BREACHES
from games.rules.breaches import DEFENCE, ILLEGAL_LINE_UP, Breach
from games.rules.detections import starters_gone_early
from games.rules.endings import law_of, looks_arranged
from games.rules.grounds import NO_GROUNDS, Grounds
from games.rules.remedies import ACCEPT, CASES, ILLEGAL_SQUAD
from games.rules.reports import GameClaim
from games.seriesday.models import Ruling, RulingStep
from games.seriesday.selectors.squads import faulty_squads
from pitching.models import Violation
from pitching.rules.innings import innings_of
from rosters.models import Card, Team

STILL = (Ruling.State.OPEN, Ruling.State.APPEALED)


def found_violations(game: Game, violations: Iterable[Violation]) -> list[Ruling]:
    """T31.2: open a ruling for each pitcher who faced batters whom he might not face; the opponent
    chooses the remedy. Returns the rulings opened.

    There is one for a pitcher and a game, however often the column is written. One that the
    software has opened and that was not answered is dismissed when the violation is gone."""
    found = []
    seen: dict[int, Violation] = {each.card_id: each for each in violations}
    there: dict[int, Ruling] = {}
    for ruling in Ruling.objects.filter(game=game, case="ineligible-pitcher", state__in=STILL):
        there[ruling.grounds.pitcher or 0] = ruling
    unnamed = _taken_to_pitch(game)
    for card, violation in seen.items():
        if card in unnamed:
            # T31.2c: no pitcher was named when he came; T31.11 has settled that.
            continue
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
                grounds=Grounds(
                    pitcher=card,
                    outs=violation.outs,
                    allowed=violation.allowed,
                    broken=violation.rule,
                ),
            )
        )
    for card, ruling in there.items():
        if card not in seen and ruling.opened_by_id is None and ruling.state == Ruling.State.OPEN:
            drop_ruling(ruling, "The sheet does not show the violation any more.")
    return found


def _taken_to_pitch(game: Game) -> set[int | None]:
    """T31.2c: the pitchers of whom a user reported that they had not been named."""
    unnamed = Ruling.objects.filter(game=game, case="pitcher-not-named").exclude(
        state=Ruling.State.DISMISSED
    )
    return {ruling.grounds.pitcher for ruling in unnamed}


def settled_by_another_case(game: Game, pitcher: int) -> None:
    """T31.2c: the pitcher was not named, so that T31.11 applies and not T31.2: what the software
    found about him is dismissed."""
    found = Ruling.objects.filter(
        game=game, case="ineligible-pitcher", state=Ruling.State.OPEN, opened_by=None
    )
    for ruling in found:
        if ruling.grounds.pitcher == pitcher:
            drop_ruling(ruling, "T31.2c: nobody had been named to pitch, and T31.11 applies.")


def found_in_report(game: Game, claim: GameClaim) -> None:
    """What a report shows beside its pitchers' allowances: a concession for the director, a starter
    who left too early."""
    loser = claim.conceded_by if claim.ending == CONCEDED else None
    if loser is not None:
        found_concession(game, claim.scored, loser, claim.stop.inning)
    if keeps_pitchers(claim):
        _found_early_exits(game, claim)


def look_at_concession(game: Game) -> None:
    """T0.05c: a concession in a game whose plays are known."""
    word, _, side = (game.entries or [""])[-1].partition("=")
    if game.is_final and game.reason == CONCEDED and word == CONCEDE:
        added = game.summary["awarded"]
        scored = (game.away_runs - added[AWAY], game.home_runs - added[HOME])
        found_concession(game, scored, SIDE_NAMES.index(side), game.inning)


def found_concession(
    game: Game, scored: tuple[int, int], conceded_by: int, inning: int
) -> Ruling | None:
    """T0.05a, c, A-M3: a concession by a side that was hardly behind is for the director."""
    if not looks_arranged(law_of(game.series.settings), scored, conceded_by):
        return None
    if Ruling.objects.filter(game=game, case="concession").exists():
        return None
    loser = game.away if conceded_by == AWAY else game.home
    return open_found(
        game,
        "concession",
        f"{loser.name} conceded at {scored[0]}-{scored[1]} in inning {inning}.",
        offended=None,
        rule="T0.05c",
    )


def keeps_pitchers(claim: GameClaim) -> bool:
    """Whether a report of this series says who pitched."""
    return any(side.pitchers for side in claim.sides)


def _found_early_exits(game: Game, claim: GameClaim) -> None:
    """T10.2e: one ruling for a side; it is dismissed once the report tells otherwise."""
    law = law_of_pitching(game.series.system_key, game.series.scope)
    early = () if law is None else starters_gone_early(law, claim)
    case = "starter-gone-early"
    there = {ruling.grounds.side: ruling for ruling in Ruling.objects.filter(game=game, case=case)}
    for side, ruling in there.items():
        if side not in early and ruling.opened_by_id is None and ruling.state == Ruling.State.OPEN:
            drop_ruling(ruling, "The report does not show the violation any more.")
    for side in early:
        if side in there:
            continue
        line = claim.sides[side].pitchers[0]
        card = Card.objects.filter(pk=line.pitcher).first()
        name = card.name if card is not None else "A player from the stands"
        team, other = (game.away, game.home) if side == AWAY else (game.home, game.away)
        open_found(
            game,
            case,
            f"{name} started for {team.name} and left after {innings_of(line.outs)} innings, with "
            f"fewer runs on him than let him leave, unless he was injured.",
            offended=other.pk,
            grounds=Grounds(side=side, pitcher=line.pitcher, outs=line.outs),
        )


def found_breaches(game: Game, claim: GameClaim, breaches: Iterable[Breach]) -> list[Ruling]:
    """T31.3 to T31.6: open a ruling for each breach in line-ups and substitutions that a box score
    shows; the opponent chooses the remedy. Returns the rulings opened.

    There is one for a player and a case; it is dismissed once the report does not show the breach
    any more. In a game that was played on the computer the law is T0.17b."""
    now = {(each.case, each.side, each.player): each for each in breaches}
    there = {}
    for ruling in Ruling.objects.filter(game=game, case__in=BREACHES, opened_by=None):
        key = (ruling.case, ruling.grounds.side or 0, ruling.grounds.man or 0)
        there[key] = ruling
        if key not in now and ruling.state == Ruling.State.OPEN:
            drop_ruling(ruling, "The report does not show the violation any more.")
    found = []
    for key, breach in now.items():
        if key in there:
            continue
        team, other = (game.away, game.home) if breach.side == AWAY else (game.home, game.away)
        law = f" ({breach.rule})" if claim.by_computer else ""
        found.append(
            open_found(
                game,
                breach.case,
                f"{team.name}: {breach.facts}{law}",
                offended=other.pk,
                rule="T0.17b" if claim.by_computer else breach.rule,
                grounds=Grounds(
                    side=breach.side,
                    man=breach.player,
                    position=breach.position,
                    made=sum(claim.stop.made),
                ),
            )
        )
    return found


def found_illegal_squads(series: Collection[Series]) -> list[Ruling]:
    """T31.10: clubs play with squads that cannot cover the field, or whose field an injury would
    open; for the director. ``series`` begin now, in one event or several. One ruling for a squad in
    an event, however often it plays; it is dismissed once the club has another one."""
    events: dict[str, list[Series]] = defaultdict(list)
    for each in series:
        events[each.scope].append(each)
    return [ruling for begun in events.values() for ruling in _found_illegal_squads(begun)]


def _found_illegal_squads(series: Sequence[Series]) -> list[Ruling]:
    faulty = faulty_squads(series)
    clubs: dict[int, Team] = {}
    where: dict[int, Series] = {}
    for each in series:
        clubs |= {each.home_id: each.home, each.away_id: each.away}
        for team in (each.home_id, each.away_id):
            where.setdefault(team, each)
    known = set()
    for ruling in Ruling.objects.filter(
        series__event__key=series[0].scope, case=ILLEGAL_SQUAD, opened_by=None
    ).exclude(state=Ruling.State.LAPSED):
        club = ruling.grounds.team
        if club not in clubs:
            continue
        now = faulty.get(club)
        if now is not None and list(now.cards) == ruling.grounds.cards:
            known.add(club)
        elif ruling.state == Ruling.State.OPEN:
            drop_ruling(ruling, "The club has another squad by now.")
    return [
        open_found(
            where[team],
            ILLEGAL_SQUAD,
            f"{clubs[team].name}: " + " ".join(each.message for each in now.faults),
            rule=str(now.faults[0].facts.get("rule", "")),
            grounds=Grounds(team=team, cards=list(now.cards)),
        )
        for team, now in faulty.items()
        if team not in known
    ]


def made_when_ruled(game: Game) -> dict[tuple[int, int], int]:
    """T31.6: the players out of position about whom it was ruled while the game was not over, by
    side and player, with the outs that were made by then."""
    ruled = Ruling.objects.filter(
        game=game,
        case=DEFENCE,
        state__in=(Ruling.State.DECIDED, Ruling.State.FINAL),
    )
    found = (ruling.grounds for ruling in ruled)
    return {
        (each.side, each.man): each.made
        for each in found
        if each.side is not None and each.man is not None and each.made is not None
    }


def line_ups_let_stand(game: Game) -> dict[int, int]:
    """T31.4b: the sides whose illegal line-ups were accepted while the game was not over, with the
    outs that were made by then."""
    accepted = Ruling.objects.filter(
        game=game,
        case=ILLEGAL_LINE_UP,
        remedy=ACCEPT,
        state__in=(Ruling.State.DECIDED, Ruling.State.FINAL),
        offended__isnull=False,
    )
    return {
        AWAY if ruling.offended_id == game.home_id else HOME: made
        for ruling in accepted
        if (made := ruling.grounds.made) is not None
    }


def outs_let_stand(game: Game) -> dict[int, int]:
    """T0.06b: the pitchers whose illegal outings were let stand while the game was not over, with
    the outs they had by then."""
    accepted = Ruling.objects.filter(
        game=game,
        case="ineligible-pitcher",
        remedy=ACCEPT,
        state__in=(Ruling.State.DECIDED, Ruling.State.FINAL),
    )
    found = (ruling.grounds for ruling in accepted)
    return {
        each.pitcher: each.outs
        for each in found
        if each.pitcher is not None and each.outs is not None
    }


def footnotes_of(game: Game) -> dict[int, str]:
    """T0.06c, T31.2b: what the sheets say beside pitchers whose outings in a game against the law
    were let stand, by card."""
    accepted = Ruling.objects.filter(
        game=game,
        state__in=(Ruling.State.DECIDED, Ruling.State.FINAL),
        remedy__in=("accept", "taken-to-pitch"),
    ).exclude(footnote="")
    return {
        pitcher: ruling.footnote
        for ruling in accepted.order_by("pk")
        if (pitcher := ruling.grounds.pitcher) is not None
    }


def open_found(
    about: Game | Series,
    case: str,
    facts: str,
    *,
    offended: int | None = None,
    rule: str = "",
    violation: Violation | None = None,
    grounds: Grounds = NO_GROUNDS,
) -> Ruling:
    """Open a ruling for a violation found in a game or a series, with its line in the log."""
    game, series = (about, about.series) if isinstance(about, Game) else (None, about)
    ruling = Ruling.objects.create(
        series=series,
        game=game,
        case=case,
        rule=rule or CASES[case].rule,
        facts=facts[:500],
        details=grounds.stored(),
        offended_id=offended,
        violation=violation,
    )
    RulingStep.objects.create(ruling=ruling, number=1, kind=RulingStep.Kind.OPENED)
    log_action(
        code="ruling-opened",
        actor=None,
        scope=series.scope,
        subject=ruling,
        new={"game": str(game or ""), "rule": ruling.rule, "reason": ruling.facts},
    )
    return ruling


def drop_ruling(ruling: Ruling, words: str) -> None:
    """Dismiss a ruling in the software's name, because what it was about is not there any more."""
    ruling.state = Ruling.State.DISMISSED
    ruling.save(update_fields=["state"])
    RulingStep.objects.create(
        ruling=ruling,
        number=ruling.steps.count() + 1,
        kind=RulingStep.Kind.DISMISSED,
        words=words,
    )
