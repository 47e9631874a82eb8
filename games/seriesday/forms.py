"""Parses what is sent from the report page into a claim, which the law then judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from config.inputs import whole_number
from config.refusals import Refusal, refuse_all
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
from games.rules.box_shapes import NINE, BoxShape
from games.rules.boxes import (
    PITCHED,
    BatterLine,
    PitcherCounts,
    with_pitchers_in_order,
)
from games.rules.endings import SUSPENDED, Stop, end_of_play, point_of_end
from games.rules.reports import SIDES as PLACES
from games.rules.reports import GameClaim, SideClaim
from pitching.rules.columns import Line
from pitching.rules.innings import innings_of, outs_of

PLAYED: Final = "played"
"""To its last out, wherever that was: ``end_of_play`` says how such a game ended."""

CHOICES: Final = (
    (PLAYED, "Played to the last out"),
    (HOME_LEADS, "Home did not bat in the last inning"),
    (WALK_OFF, "Walk-off"),
    (MERCY, "Mercy rule"),
    (CONCEDED, "Conceded"),
    (TIE, "Tie"),
    (SUSPENDED, "Suspended: not over"),
)

MOST_PITCHERS: Final = NINE.most_pitchers
MOST_LINES: Final = 24
"""Batters of one side that the page has lines for: nine, and those who came in later (of an extra
inning's game with pitchers at bat there may be twenty)."""

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

BATTED_HERE: Final = (*(short for short, _, _ in BATTED), "pos", "more")
PITCHED_HERE: Final = (*(short for short, _, _ in PITCHED_KEYS), "dec")
"""The keys of everything that is typed of a player."""

INNING: Final = 3
"""Outs."""

SIDES: Final = ("away", "home")
Post = Mapping[str, str]


def read_claim(post: Post, law: CommonLaw, *, pitchers: bool, shape: BoxShape = NINE) -> GameClaim:
    """The claim that was sent, with the players' lines where ``boxed`` was, in the ``shape`` of
    their system. Refused: ``score-missing``, ``not-a-number``, ``not-a-count``, ``nobody-named``
    and ``innings-not-thirds``, everything at once, with the place, and the row of the page as
    ``field``; and what ``point_of_end`` refuses."""
    found: list[Refusal] = []

    def number(key: str, place: str) -> int | None:
        written = post.get(key, "").strip()
        value = whole_number(written)
        if written and value is None:
            found.append(Refusal("not-a-number", f"{written[:20]!r} is not a number.", place))
        return value

    def runs(side: int) -> int:
        value = number(f"{SIDES[side]}_runs", PLACES[side])
        if value is None and not found:
            sentence = f"Enter the {'visitors’' if side == AWAY else 'home'} score."
            found.append(Refusal("score-missing", sentence, PLACES[side]))
        return value or 0

    inning, outs = number("inning", "inning"), number("outs", "outs")
    away, home = (_side(post, side, runs(side), found) for side in (AWAY, HOME))
    refuse_all(found)
    ending, stop = _stop(post, law, inning or law.innings, outs, (away, home))
    loser = post.get("conceded_by", "")
    claim = GameClaim(
        sides=(away, home),
        ending=ending,
        stop=stop,
        conceded_by=SIDES.index(loser) if ending == CONCEDED and loser in SIDES else None,
        by_computer="by_computer" in post,
    )
    if not pitchers:
        return claim
    away, home = claim.sides
    claim = replace(
        claim,
        sides=(
            _with_pitchers(post, AWAY, away, stop.made[HOME], shape),
            _with_pitchers(post, HOME, home, stop.made[AWAY], shape),
        ),
    )
    return _with_players(post, claim, shape) if "boxed" in post else claim


def _stop(
    post: Post, law: CommonLaw, inning: int, outs: int | None, sides: tuple[SideClaim, SideClaim]
) -> tuple[str, Stop]:
    """How it ended, and where, from what was chosen."""
    ending, away, home = post.get("ending", PLAYED), *sides
    if ending == PLAYED:
        last = home.innings[inning - 1] if len(home.innings) >= inning else None
        ending = end_of_play(law, (away.runs, home.runs), inning, home_batted=last is not None)
    if ending in (CONCEDED, SUSPENDED):
        half = {"top": TOP, "bottom": BOTTOM}.get(post.get("half", ""))
        return ending, point_of_end(ending, inning, half, outs)
    if ending == WALK_OFF:
        outs = _outs_pitched(post, inning) if outs is None else outs
        return ending, point_of_end(ending, inning, BOTTOM, outs)
    not_batted = ending == MERCY and post.get("home_batted") == "no"
    return ending, point_of_end(ending, inning, TOP if not_batted else None, None)


def _outs_pitched(post: Post, inning: int) -> int | None:
    """The outs of the home side's last turn, where the innings of all the visitors' pitchers tell
    them."""
    written = [
        post.get(f"{SIDES[AWAY]}_outs_{row}", "").strip()
        for row in range(1, MOST_PITCHERS + 2)
        if post.get(f"{SIDES[AWAY]}_pitcher_{row}", "")
    ]
    if not written or not all(written):
        return None
    made = sum(outs_of(each, PLACES[AWAY]) for each in written) - INNING * (inning - 1)
    return made if 0 <= made < INNING else None


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


def _with_pitchers(
    post: Post, side: int, claim: SideClaim, outs: int, shape: BoxShape
) -> SideClaim:
    """The pitchers that were named."""
    told = pitchers_told(post, side, outs, shape)
    lines = tuple(Line(card, made, started=at == 0) for at, (_, card, made) in enumerate(told))
    return replace(claim, pitchers=lines)


def pitchers_told(post: Post, side: int, outs: int, shape: BoxShape) -> list[tuple[int, int, int]]:
    """The rows of the page in which a pitcher of a side is named who got some of these ``outs``,
    each with his card and his own.

    Innings left empty in one row are those that are missing. Of a list everybody has one, until the
    outs are used up; its players stand there before anybody says who pitched, and those for whom no
    out is left and of whom nothing is told did not. Refused: ``innings-not-thirds``.
    """
    name, place = SIDES[side], PLACES[side]
    named: list[tuple[int, int, int | None]] = []
    for row in range(1, shape.most_pitchers + 2):
        card = whole_number(post.get(f"{name}_pitcher_{row}", ""))
        if card is None:
            continue
        written = post.get(f"{name}_outs_{row}", "").strip()
        made = outs_of(written, f"{place}, pitcher {row}") if written else None
        named.append((row, card, made))
    left = max(0, outs - sum(made for _, _, made in named if made is not None))
    open_lines = sum(made is None for _, _, made in named)
    found = []
    for row, card, made in named:
        if made is None:
            most = INNING if shape.listed else left if open_lines == 1 else 0
            made = min(most, left)
            left -= made
            if shape.listed and not made and not _is_typed(post, f"{name}_pit_{row}", PITCHED_HERE):
                continue
        found.append((row, card, made))
    return found


def batters_rows(post: Post, name: str, shape: BoxShape) -> list[int]:
    """The rows of the page in which a batter of a side is told. Of a list its players stand there
    before anybody says who came up: a row is told in which anything was typed."""
    rows = range(1, shape.most_batters + 2)
    if shape.listed:
        return [row for row in rows if _is_typed(post, f"{name}_bat_{row}", BATTED_HERE)]
    return [row for row in rows if whole_number(post.get(f"{name}_bat_{row}_man", "")) is not None]


def _is_typed(post: Post, row: str, keys: Iterable[str]) -> bool:
    return any(post.get(f"{row}_{key}", "").strip() for key in keys)


def _with_players(post: Post, claim: GameClaim, shape: BoxShape) -> GameClaim:
    """The claim with the batters' and pitchers' lines. What is left empty is 0, but for pitchers:
    one of a side of whom nothing is told gave up what the others did not; and earned runs are all
    of his runs."""
    found: list[Refusal] = []
    away, home = (
        replace(
            side,
            batting=_batters(post, at, side, shape, found),
            left_on_base=_count(
                post.get(f"{SIDES[at]}_lob", ""), PLACES[at], f"{SIDES[at]}_lob", found
            ),
        )
        for at, side in enumerate(claim.sides)
    )
    sides = (away, home)
    away, home = (
        replace(
            side,
            pitching=_pitching(
                post,
                at,
                [row for row, *_ in pitchers_told(post, at, claim.stop.made[1 - at], shape)],
                sides[1 - at],
                claim.won,
                found,
            ),
        )
        for at, side in enumerate(sides)
    )
    refuse_all(found)
    return replace(claim, sides=(away, home))


def _batters(
    post: Post, at: int, side: SideClaim, shape: BoxShape, found: list[Refusal]
) -> tuple[BatterLine, ...]:
    lines = _batting(post, at, shape, found)
    return tuple(lines) if shape.listed else with_pitchers_in_order(lines, side.pitchers)


def _batting(post: Post, side: int, shape: BoxShape, found: list[Refusal]) -> list[BatterLine]:
    name, lines = SIDES[side], []
    for at, row in enumerate(batters_rows(post, name, shape), start=1):
        key, where = f"{name}_bat_{row}", f"{PLACES[side]}, batter {row}"
        player = whole_number(post.get(f"{key}_man", ""))
        if player is None:
            found.append(Refusal("nobody-named", "Say who that was.", where, {"field": key}))
            continue
        slot = at if shape.listed else slot_of(post, name, row)
        positions = post.get(f"{key}_pos", "").lower().replace("-", " ").replace(",", " ")
        counts = {
            field: _count(post.get(f"{key}_{short}", ""), where, key, found) or 0
            for short, _, field in BATTED
        }
        counts |= _more(post.get(f"{key}_more", ""), where, key, found)
        lines.append(BatterLine(player, slot, tuple(positions.split()), **counts))
    return lines


def slot_of(post: Post, name: str, row: int) -> int:
    """The place in the order of whom a row names: the first nine are the places themselves."""
    return row if row <= SLOTS else whole_number(post.get(f"{name}_bat_{row}_slot", "")) or 0


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
    rows: Sequence[int],
    other: SideClaim,
    won: int | None,
    found: list[Refusal],
) -> tuple[PitcherCounts, ...]:
    """What each pitcher of a side, in these rows, gave up to the other side's batters."""
    name = SIDES[at]
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


def as_form(claim: GameClaim, shape: BoxShape = NINE) -> dict[str, str]:
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
    return found | _players_as_form(claim, shape) if claim.has_players else found


def _players_as_form(claim: GameClaim, shape: BoxShape) -> dict[str, str]:
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
            found[f"{key}_man"] = str(line.player)
            if not shape.listed:
                found[f"{key}_slot"], found[f"{key}_pos"] = (
                    str(line.slot),
                    "-".join(line.positions),
                )
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
