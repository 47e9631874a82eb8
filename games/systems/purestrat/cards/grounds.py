"""What an era's defaults rest on, in words: how often a season's managers did each thing, and what
that makes of the house's."""

from __future__ import annotations

from collections.abc import Sequence

from games.systems.purestrat.cards.era import Era, half_innings, outs_of_patience
from games.systems.purestrat.play.manager import HOPELESS
from rosters.estimators.kept import Kept, bunts_of
from rosters.estimators.norms import mainly_pitched
from rosters.makers.base import Subject


def managers_of(subjects: Sequence[Subject], era: Era, kept: Kept) -> tuple[str, ...]:
    """A sentence for each of the defaults."""
    starts = games = complete = 0
    turns = walks = stolen = 0
    caught = 0.0
    bunted: dict[bool, list[float]] = {False: [0.0, 0.0], True: [0.0, 0.0]}
    for subject in subjects:
        pitching, batting = subject.season.pitching, subject.season.batting
        if pitching is not None:
            starts += pitching.starts
            games += pitching.games
            complete += pitching.complete_games or 0
        if batting is not None:
            turns += batting.plate_appearances
            walks += batting.walks
            of = bunted[mainly_pitched(subject.season)]
            of[0] += bunts_of(batting, subject.season.year, kept)
            of[1] += batting.plate_appearances
            stolen += batting.stolen_bases or 0
            told = batting.caught_stealing
            caught += kept.caught * (batting.stolen_bases or 0) if told is None else told
    if not starts or not turns:
        return ()
    return (
        f"Steals: {(stolen + caught) / starts:.2f} tried by a club a game, of which "
        f"{_share(stolen, stolen + caught)} succeeded; a steal may cost "
        f"{_more(era.stealing)} than by the book of 2012.",
        f"Intentional walks: {1000 * kept.intentional * walks / turns:.1f} of a thousand turns; "
        f"one may cost {_more(era.walks)}.",
        f"Pitchers: {games / starts:.2f} of a club in a game, {_share(complete, starts)} of the "
        f"starts complete; a starter goes {half_innings(era) / 2:g} innings longer than his card "
        f"and the runs off him say, relievers have patience {outs_of_patience(era):g} of 10.",
        f"Sacrifice bunts: {_of_a_thousand(bunted[False])} of a thousand turns; who bunts may be "
        f"worth {_more(era.bunting)} than by the book. Of pitchers {_of_a_thousand(bunted[True])} "
        "of a thousand; who of them bunts may be worth "
        f"{_more(era.sacrifices + round(1000 * HOPELESS))} than an average turn.",
    )


def _of_a_thousand(bunted: Sequence[float]) -> str:
    count, turns = bunted
    return f"{1000 * max(count, 0.0) / turns:.1f}" if turns else "none"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "none"


def _more(thousandths: int) -> str:
    if not thousandths:
        return "as much"
    word = "more" if thousandths > 0 else "less"
    return f"{abs(thousandths)} thousandths of a run {word}"
