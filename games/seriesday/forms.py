"""What is sent from the report page, read as a claim; the law judges it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REGULATION,
    TIE,
    WALK_OFF,
)
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, BOTTOM, HOME, TOP
from games.rules.endings import Stop
from games.rules.reports import SUSPENDED, GameClaim, SideClaim
from pitching.rules.columns import Line
from pitching.rules.innings import innings_of, outs_of

PLAYED: Final = "played"
"""To the last out of an inning: in nine, or in more."""

CHOICES: Final = (
    (PLAYED, "Played to the last out"),
    (HOME_LEADS, "Home did not bat in the last inning"),
    (WALK_OFF, "Walk-off"),
    (MERCY, "Mercy rule"),
    (CONCEDED, "Conceded"),
    (TIE, "Tie"),
    (SUSPENDED, "Suspended: not over"),
)

MOST_PITCHERS: Final = 9
SIDES: Final = ("away", "home")
Post = Mapping[str, str]


def read_claim(post: Post, law: CommonLaw, *, pitchers: bool) -> GameClaim:
    """The claim that was sent. Refused: ``not-a-number`` and ``innings-not-thirds``, everything at
    once, with the place."""
    found: list[Refusal] = []

    def number(key: str, place: str, missing: int | None = None) -> int:
        written = post.get(key, "").strip()
        if not written and missing is not None:
            return missing
        value = whole_number(written)
        if value is None:
            found.append(Refusal("not-a-number", f"{written[:20]!r} is not a number.", place))
            return 0
        return value

    inning = number("inning", "inning", law.innings)
    ending, stop = _stop(post, law, inning, number("outs", "outs", 0))
    loser = post.get("conceded_by", "")
    claim = GameClaim(
        sides=(
            _side(post, AWAY, number("away_runs", "visitors"), found),
            _side(post, HOME, number("home_runs", "home side"), found),
        ),
        ending=ending,
        stop=stop,
        conceded_by=SIDES.index(loser) if ending == CONCEDED and loser in SIDES else None,
    )
    if found:
        raise Refused(*found)
    if not pitchers:
        return claim
    away, home = claim.sides
    return GameClaim(
        (
            _with_pitchers(post, AWAY, away, stop.made[HOME]),
            _with_pitchers(post, HOME, home, stop.made[AWAY]),
        ),
        claim.ending,
        claim.stop,
        claim.conceded_by,
    )


def _stop(post: Post, law: CommonLaw, inning: int, outs: int) -> tuple[str, Stop]:
    """How it ended, and where, from what was chosen."""
    chosen = post.get("ending", PLAYED)
    half = TOP if post.get("half") == "top" else BOTTOM
    match chosen:
        case "played":
            over = EXTRA_INNINGS if inning > law.innings else REGULATION
            return over, Stop(inning, BOTTOM)
        case "home-leads":
            return HOME_LEADS, Stop(inning, TOP)
        case "walk-off":
            return WALK_OFF, Stop(inning, BOTTOM, outs)
        case "mercy":
            return MERCY, Stop(inning, TOP if post.get("home_batted") == "no" else BOTTOM)
        case "conceded" | "suspended":
            return chosen, Stop(inning, half, outs)
    return chosen, Stop(inning, BOTTOM)


def _side(post: Post, side: int, runs: int, found: list[Refusal]) -> SideClaim:
    name = SIDES[side]
    line = post.get(f"{name}_innings", "").replace(",", " ").split()
    innings: list[int | None] = []
    for word in line:
        value = whole_number(word)
        if value is None and word.lower() not in ("x", "×"):
            found.append(Refusal("not-a-number", f"{word[:20]!r} is not a number.", "innings"))
        innings.append(value)
    return SideClaim(
        runs=runs,
        innings=tuple(innings),
        hits=whole_number(post.get(f"{name}_hits", "")) if line else None,
        errors=whole_number(post.get(f"{name}_errors", "")) if line else None,
    )


def _with_pitchers(post: Post, side: int, claim: SideClaim, outs: int) -> SideClaim:
    """The pitchers that were named. Innings left empty in one line are those that are missing."""
    name, place = SIDES[side], ("visitors", "home side")[side]
    named: list[tuple[int, int | None]] = []
    for row in range(1, MOST_PITCHERS + 1):
        card = whole_number(post.get(f"{name}_pitcher_{row}", ""))
        if card is None:
            continue
        written = post.get(f"{name}_outs_{row}", "").strip()
        named.append((card, outs_of(written, f"{place}, pitcher {row}") if written else None))
    told = sum(made for _, made in named if made is not None)
    open_lines = sum(made is None for _, made in named)
    rest = max(0, outs - told) if open_lines == 1 else 0
    lines = tuple(
        Line(card, rest if made is None else made, started=at == 0)
        for at, (card, made) in enumerate(named)
    )
    return SideClaim(claim.runs, lines, claim.innings, claim.hits, claim.errors)


def as_form(claim: GameClaim) -> dict[str, str]:
    """The fields that would send this claim."""
    stop, ending = claim.stop, claim.ending
    found = {
        "ending": PLAYED if ending in (REGULATION, EXTRA_INNINGS) else ending,
        "inning": str(stop.inning),
        "half": "top" if stop.half == TOP else "bottom",
        "outs": str(stop.outs),
        "home_batted": "no" if ending == MERCY and stop.half == TOP else "yes",
        "conceded_by": "" if claim.conceded_by is None else SIDES[claim.conceded_by],
    }
    for name, side in zip(SIDES, claim.sides, strict=True):
        found[f"{name}_runs"] = str(side.runs)
        found[f"{name}_innings"] = " ".join(
            "x" if runs is None else str(runs) for runs in side.innings
        )
        found[f"{name}_hits"] = "" if side.hits is None else str(side.hits)
        found[f"{name}_errors"] = "" if side.errors is None else str(side.errors)
        for row, line in enumerate(side.pitchers, start=1):
            found[f"{name}_pitcher_{row}"] = str(line.pitcher)
            found[f"{name}_outs_{row}"] = innings_of(line.outs)
    return found
