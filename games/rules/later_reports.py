"""A later report of a suspended game, held against how the game stood when it was suspended."""

from __future__ import annotations

from collections.abc import Iterator

from config.refusals import Refusal
from games.engine.endings import ordinal
from games.engine.situation import AWAY, BOTTOM, HOME, TOP
from games.rules.endings import Stop
from games.rules.reports import SIDES, GameClaim

LESS = "less-than-was-left"
CORRECTED_BY = "A director corrects what was reported wrongly, with a reason."


def later_report_problems(before: GameClaim, then: GameClaim) -> list[Refusal]:
    """Whether a game that stood as ``before`` says can have come to ``then``.

    ``less-than-was-left``: runs, outs, innings, hits, errors and the outs of a pitcher do not get
    fewer, and an inning that was over stays as it was. ``no-turn-since``: a side scores only in a
    turn at bat.
    """
    if sum(then.stop.made) < sum(before.stop.made):
        return [_earlier(before.stop)]
    return list(_of_sides(before, then))


def _earlier(before: Stop) -> Refusal:
    half = "top" if before.half == TOP else "bottom"
    return Refusal(
        LESS,
        f"It was suspended in the {half} of the {ordinal(before.inning)} with {before.outs} out, "
        f"and goes on from there. {CORRECTED_BY}",
        "inning",
        {"inning": before.inning, "half": half, "outs": before.outs},
    )


def _of_sides(before: GameClaim, then: GameClaim) -> Iterator[Refusal]:
    for side in (AWAY, HOME):
        was, now, place = before.sides[side], then.sides[side], SIDES[side]
        facts = {"before": was.runs, "told": now.runs}
        if now.runs < was.runs:
            sentence = f"It was suspended with {was.runs} runs of this side, not {now.runs}."
            yield Refusal(LESS, f"{sentence} {CORRECTED_BY}", place, facts)
        elif now.runs > was.runs and not _bats_since(side, before.stop, then.stop):
            sentence = (
                f"This side had {was.runs} runs when the game was suspended, and has not come to "
                "bat since."
            )
            yield Refusal("no-turn-since", f"{sentence} {CORRECTED_BY}", place, facts)
        yield from _of_innings(side, before, then)
        for count in ("hits", "errors"):
            had, has = getattr(was, count), getattr(now, count)
            if had is not None and has is not None and has < had:
                sentence = f"This side had {had} {count} when the game was suspended, not {has}."
                yield Refusal(LESS, f"{sentence} {CORRECTED_BY}", place, {"of": count})
        outs = {line.pitcher: line.outs for line in now.pitchers}
        if outs and any(outs.get(line.pitcher, 0) < line.outs for line in was.pitchers):
            sentence = "A pitcher has fewer outs than when the game was suspended."
            yield Refusal(LESS, f"{sentence} {CORRECTED_BY}", f"{place}, pitchers")


def _bats_since(side: int, before: Stop, then: Stop) -> bool:
    """Whether a side comes to bat between two points of a game."""
    half = TOP if side == AWAY else BOTTOM
    if half == before.half and before.outs < 3:
        return True
    inning = before.inning if half > before.half else before.inning + 1
    return (inning, half) <= (then.inning, then.half)


def _of_innings(side: int, before: GameClaim, then: GameClaim) -> Iterator[Refusal]:
    was, now = before.sides[side].innings, then.sides[side].innings
    over = before.stop.made[side] // 3
    for number, (had, has) in enumerate(zip(was, now, strict=False), start=1):
        if had is None:
            continue
        if (has or 0) < had or (number <= over and has != had):
            yield Refusal(
                LESS,
                f"This side had {had} runs in the {ordinal(number)} when the game was suspended, "
                f"not {has or 0}. {CORRECTED_BY}",
                SIDES[side],
                {"field": f"{('away', 'home')[side]}_line", "inning": number},
            )
