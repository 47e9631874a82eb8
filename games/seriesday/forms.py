"""What is sent from the report page, read as a claim; the law judges it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from config.inputs import whole_number
from config.refusals import Refusal, Refused, refuse_all
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
from games.engine.situation import AWAY, BOTTOM, HOME, SLOTS, TOP
from games.rules.boxes import (
    MOST_BATTERS,
    PITCHED,
    BatterLine,
    PitcherCounts,
    with_pitchers_in_order,
)
from games.rules.endings import Stop
from games.rules.reports import SIDES as PLACES
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
MOST_LINES: Final = 18
"""Batters of one side that the page has lines for: nine, and as many who came in later."""

BATTED: Final = (
    ("ab", "AB", "at_bats"),
    ("r", "R", "runs"),
    ("h", "H", "hits"),
    ("bi", "BI", "runs_batted_in"),
    ("bb", "BB", "walks"),
    ("so", "SO", "strikeouts"),
)
"""What has a field of its own for every batter: its key, its head, and what it counts."""

MORE: Final = {
    "2B": "doubles",
    "3B": "triples",
    "HR": "home_runs",
    "SB": "stolen_bases",
    "CS": "caught_stealing",
    "HP": "hit_by_pitch",
    "SH": "sacrifice_hits",
    "SF": "sacrifice_flies",
    "DP": "double_plays",
    "CI": "interferences",
}
"""What is written behind them in words: ``2B, HR 2``."""

PITCHED_KEYS: Final = (
    ("h", "H", "hits"),
    ("r", "R", "runs"),
    ("er", "ER", "earned_runs"),
    ("bb", "BB", "walks"),
    ("so", "SO", "strikeouts"),
    ("hr", "HR", "home_runs"),
)
"""The same of every pitcher."""

SIDES: Final = ("away", "home")
Post = Mapping[str, str]


def read_claim(post: Post, law: CommonLaw, *, pitchers: bool) -> GameClaim:
    """The claim that was sent, with the players' lines where ``boxed`` was. Refused:
    ``not-a-number``, ``not-a-count`` and ``innings-not-thirds``, everything at once, with the
    place, and the row of the page as ``field``."""
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
        by_computer="by_computer" in post,
    )
    if found:
        raise Refused(*found)
    if not pitchers:
        return claim
    away, home = claim.sides
    claim = replace(
        claim,
        sides=(
            _with_pitchers(post, AWAY, away, stop.made[HOME]),
            _with_pitchers(post, HOME, home, stop.made[AWAY]),
        ),
    )
    return _with_players(post, claim) if "boxed" in post else claim


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
            said = f"{word[:20]!r} is not a number."
            found.append(Refusal("not-a-number", said, "innings", {"field": f"{name}_line"}))
        innings.append(value)
    return SideClaim(
        runs=runs,
        innings=tuple(innings),
        hits=whole_number(post.get(f"{name}_hits", "")) if line else None,
        errors=whole_number(post.get(f"{name}_errors", "")) if line else None,
    )


def _with_pitchers(post: Post, side: int, claim: SideClaim, outs: int) -> SideClaim:
    """The pitchers that were named. Innings left empty in one line are those that are missing."""
    name, place = SIDES[side], PLACES[side]
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
    return replace(claim, pitchers=lines)


def _with_players(post: Post, claim: GameClaim) -> GameClaim:
    """The claim with the batters' and pitchers' lines. What is left empty is 0, but for pitchers:
    one of a side of whom nothing is told gave up what the others did not; and earned runs are all
    of his runs."""
    found: list[Refusal] = []
    away, home = (
        replace(
            side,
            batting=with_pitchers_in_order(_batting(post, at, found), side.pitchers),
            left_on_base=_count(
                post.get(f"{SIDES[at]}_lob", ""), PLACES[at], f"{SIDES[at]}_lob", found
            ),
        )
        for at, side in enumerate(claim.sides)
    )
    sides = (away, home)
    away, home = (
        replace(side, pitching=_pitching(post, at, side, sides[1 - at], claim.won, found))
        for at, side in enumerate(sides)
    )
    refuse_all(found)
    return replace(claim, sides=(away, home))


def _batting(post: Post, side: int, found: list[Refusal]) -> list[BatterLine]:
    name, lines = SIDES[side], []
    for row in range(1, MOST_BATTERS + 1):
        key, where = f"{name}_bat_{row}", f"{PLACES[side]}, batter {row}"
        man = whole_number(post.get(f"{key}_man", ""))
        if man is None:
            continue
        slot = row if row <= SLOTS else whole_number(post.get(f"{key}_slot", "")) or 0
        positions = post.get(f"{key}_pos", "").lower().replace("-", " ").replace(",", " ")
        counts = {
            field: _count(post.get(f"{key}_{short}", ""), where, key, found) or 0
            for short, _, field in BATTED
        }
        counts |= _more(post.get(f"{key}_more", ""), where, key, found)
        lines.append(BatterLine(man, slot, tuple(positions.split()), **counts))
    return lines


def _more(written: str, where: str, row: str, found: list[Refusal]) -> dict[str, int]:
    """``2B, HR 2`` as counts."""
    counts: dict[str, int] = {}
    for word in written.upper().replace(";", ",").split(","):
        what, _, many = word.strip().partition(" ")
        if not what:
            continue
        count = whole_number(many.strip()) if many.strip() else 1
        if what not in MORE or count is None:
            known = ", ".join(MORE)
            sentence = f"{word.strip()[:12]!r} is nothing that is counted; {known} are, as in HR 2."
            found.append(Refusal("not-a-count", sentence, where, {"field": row}))
            continue
        counts[MORE[what]] = counts.get(MORE[what], 0) + count
    return counts


def _pitching(
    post: Post,
    at: int,
    side: SideClaim,
    other: SideClaim,
    won: int | None,
    found: list[Refusal],
) -> tuple[PitcherCounts, ...]:
    """What each pitcher of a side gave up to the other side's batters."""
    name = SIDES[at]
    rows = [
        row
        for row in range(1, MOST_PITCHERS + 1)
        if whole_number(post.get(f"{name}_pitcher_{row}", "")) is not None
    ]
    told: list[dict[str, int | None]] = []
    for place, row in enumerate(rows, start=1):
        where = f"{PLACES[at]}, pitcher {place}"
        told.append(
            {
                field: _count(
                    post.get(f"{name}_pit_{row}_{short}", ""), where, f"{name}_pitcher_{row}", found
                )
                for short, _, field in PITCHED_KEYS
            }
        )
    silent = [each for each in told if all(count is None for count in each.values())]
    if len(silent) == 1:
        for field in PITCHED:
            if field != "earned_runs":
                gained = sum(getattr(line, field) for line in other.batting)
                silent[0][field] = max(0, gained - sum(each[field] or 0 for each in told))
    for each in told:
        if each["earned_runs"] is None:
            each["earned_runs"] = each["runs"]
    decisions = [post.get(f"{name}_pit_{row}_dec", "").strip().upper() for row in rows]
    if len(rows) == 1 and not decisions[0] and won is not None:
        decisions[0] = "W" if won == at else "L"
    return tuple(
        PitcherCounts(**{field: each[field] or 0 for field in PITCHED}, decision=decision)
        for each, decision in zip(told, decisions, strict=True)
    )


def _count(written: str, where: str, row: str, found: list[Refusal]) -> int | None:
    """A number, ``None`` where nothing is written."""
    if not written.strip():
        return None
    value = whole_number(written.strip())
    if value is None:
        said = f"{written[:20]!r} is not a number."
        found.append(Refusal("not-a-number", said, where, {"field": row}))
    return value


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
    if claim.by_computer:
        found["by_computer"] = "on"
    return found | _players_as_form(claim) if claim.has_players else found


def _players_as_form(claim: GameClaim) -> dict[str, str]:
    found = {"boxed": "1"}
    for name, side in zip(SIDES, claim.sides, strict=True):
        if side.left_on_base is not None:
            found[f"{name}_lob"] = str(side.left_on_base)
        later = SLOTS
        begun: set[int] = set()
        for line in side.batting:
            row = line.slot
            if row in begun:
                row = later = later + 1
            begun.add(line.slot)
            key = f"{name}_bat_{row}"
            found[f"{key}_man"], found[f"{key}_slot"] = str(line.man), str(line.slot)
            found[f"{key}_pos"] = "-".join(line.positions)
            for short, _, field in BATTED:
                found[f"{key}_{short}"] = str(getattr(line, field))
            found[f"{key}_more"] = ", ".join(
                word if count == 1 else f"{word} {count}"
                for word, field in MORE.items()
                if (count := getattr(line, field))
            )
        for row, counts in enumerate(side.pitching, start=1):
            for short, _, field in PITCHED_KEYS:
                found[f"{name}_pit_{row}_{short}"] = str(getattr(counts, field))
            found[f"{name}_pit_{row}_dec"] = counts.decision
    return found
