"""Outdated drawings: a drawn round is compared with what the same results would draw now.

A correction, a ruling, a drop or an appeal may change the results a round was drawn from. A drawing
follows from the games before it, so it is recomputed, and directors need not remember to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from config.refusals import Refusal, Refused
from tournaments.models import Drop, Entrant, Stage, StageEntrant, TieRuling
from tournaments.rules.knockout import Match
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.progress import (
    feeding_of,
    next_matches,
    standing_of,
    tie_refusals,
    waiting_ties,
)

Members = Mapping[int, Sequence[StageEntrant]]
"""The entrants of each stage, by the stage's id, in seed order."""

NOT_PLAYED = "Nothing of it has been played: the director may draw it again."
PLAYED = "What has been played of it stands, unless the director says otherwise."


@dataclass(frozen=True)
class Overtaken:
    """A round that would be drawn differently now, with the difference in words. ``begun``: it or a
    later round has games."""

    round: RoundOfPlay
    facts: str
    begun: bool

    @property
    def told(self) -> str:
        return f"{self.facts} {PLAYED if self.begun else NOT_PLAYED}"


def withdrawal_refusals(league: League, ruling: TieRuling) -> list[Refusal]:
    """Return why a ruling on a tie cannot be withdrawn: ``withdrawn``, ``round-drawn`` once a later
    stage was drawn from it, ``round-played`` where its game has begun."""
    if ruling.withdrawn_at is not None:
        return [Refusal("withdrawn", "It was taken back before.")]
    stages = league.tournament.stages.filter(members__isnull=False, number__gt=1)
    if stages.exists():
        return [Refusal("round-drawn", "The next stage was drawn upon it.", "ruling")]
    rounds = league.of_stage(ruling.stage) if ruling.stage is not None else ()
    if has_begun(rounds):
        words = f"Its game has been played or begun: take back {rounds[0].name} of {ruling.stage}."
        return [Refusal("round-played", words, "ruling", {"round": rounds[0].number})]
    return []


def overtaken(league: League, dropped_since: Mapping[int, int] | None = None) -> list[Overtaken]:
    """Return every stage that other clubs would enter now, every round that would have other
    pairings, and every tie-break game whose tie is gone, in schedule order. If other clubs would
    enter a stage, its rounds are not listed, as they follow from that. ``dropped_since``: entrants
    that would drop out in a preview, with the last round drawn by then."""
    if all(_is_first(league, round_) for round_ in league.rounds):
        return []
    members = _members(league)
    drops = {
        item.entrant_id: item.rounds_drawn
        for item in Drop.objects.filter(entrant__in=league.entrants, undone_at=None)
        if item.taken_over_by_id is None
    }
    drops.update(dropped_since or {})
    outdated = [
        item for stage in league.stages for item in _overtaken(league, stage, members, drops)
    ]
    return sorted(outdated, key=lambda item: item.round.number)


def rounds_from(league: League, number: int) -> tuple[RoundOfPlay, ...]:
    return tuple(round_ for round_ in league.rounds if round_.number >= number)


def has_begun(rounds: Sequence[RoundOfPlay]) -> bool:
    return any(meeting.games for round_ in rounds for meeting in round_.meetings)


def drawn_at_start(league: League, number: int) -> bool:
    """Whether a round was drawn at the start of the event, without results."""
    return any(_is_first(league, round_) for round_ in league.rounds if round_.number == number)


def _is_first(league: League, round_: RoundOfPlay) -> bool:
    first_stage_rounds = league.of_stage(league.stage)
    if round_.stage != league.stage or not first_stage_rounds:
        return False
    return league.stage.kind == Stage.Kind.ROUND_ROBIN or round_ == first_stage_rounds[0]


def _members(league: League) -> Members:
    members_of: dict[int, list[StageEntrant]] = {stage.pk: [] for stage in league.stages}
    rows = StageEntrant.objects.filter(stage__in=league.stages).select_related("entrant__team")
    for row in rows.order_by("seed"):
        members_of[row.stage_id].append(row)
    return members_of


def _overtaken(
    league: League, stage: Stage, members: Members, drops: Mapping[int, int]
) -> Iterator[Overtaken]:
    rounds = league.of_stage(stage)
    if not rounds:
        return
    if stage.is_tie_break:
        yield from _tie_gone(league, stage, rounds[0])
        return
    if stage.spec.entry is not None:
        begun = has_begun(rounds_from(league, rounds[0].number))
        facts = _other_members(league, stage, members, drops if begun else {})
        if facts:
            yield Overtaken(rounds[0], facts, begun)
            return
    for round_ in rounds:
        if not _is_first(league, round_):
            facts = _other_pairs(league, stage, round_, members[stage.pk])
            if facts:
                yield Overtaken(round_, facts, has_begun(rounds_from(league, round_.number)))


def _before(league: League, number: int, drops: Mapping[int, int] | None = None) -> League:
    """Return the league before a round was drawn, with today's results. Clubs that dropped out
    later (``drops``: by entrant, the last round drawn by then) are still in."""
    dropped_later = {pk for pk, drawn in (drops or {}).items() if drawn >= number}
    rounds = tuple(round_ for round_ in league.rounds if round_.number < number)
    if not dropped_later:
        return replace(league, rounds=rounds)
    entrants = {
        item.pk: _still_in(item) if item.pk in dropped_later else item for item in league.entrants
    }
    return replace(
        league,
        entrants=tuple(entrants.values()),
        rounds=tuple(
            replace(round_, drawn=tuple(_with(item, entrants) for item in round_.drawn))
            for round_ in rounds
        ),
    )


def _still_in(entrant: Entrant) -> Entrant:
    playing = copy(entrant)
    playing.dropped = ""
    return playing


def _with(meeting: Meeting, entrants: Mapping[int, Entrant]) -> Meeting:
    away = None if meeting.away is None else entrants[meeting.away.pk]
    return replace(meeting, home=entrants[meeting.home.pk], away=away)


def _other_members(league: League, stage: Stage, members: Members, drops: Mapping[int, int]) -> str:
    """Return which clubs would enter a stage now instead of which, in words; empty where it is the
    same."""
    rule = stage.spec.entry
    if rule is None:
        return ""
    before = _before(league, league.of_stage(stage)[0].number, drops)
    feeding = feeding_of(league, stage)
    feeders = members[feeding.pk] if feeding is not None else None
    advancement = standing_of(before, rule, stage, feeders=feeders)
    if advancement.open:
        ties = " ".join(item.message for item in tie_refusals(before, advancement.open))
        return f"Who gets into {stage} is open again: {ties}"
    names = {item.number: item.team.name for item in league.entrants}
    old = {item.seed: item.entrant.number for item in members[stage.pk]}
    new = {item.seed: item.entrant for item in advancement.qualifiers}
    changed = [
        f"as seed {seed} {names[new[seed]] if seed in new else 'nobody'} would get in instead of "
        f"{names[old[seed]] if seed in old else 'nobody'}"
        for seed in sorted({*old, *new})
        if old.get(seed) != new.get(seed)
    ]
    return f"{stage} was drawn upon other results: {', '.join(changed)}." if changed else ""


def _other_pairs(
    league: League, stage: Stage, round_: RoundOfPlay, members: Sequence[StageEntrant]
) -> str:
    """Return how a round would be drawn now, in words; empty where it is the same."""
    name = f"{round_.name} of {stage}"
    open_again = [
        f"{item.away.team} and {item.home.team}"
        for earlier in league.of_stage(stage)
        if earlier.number < round_.number
        for item in earlier.meetings
        if item.away is not None and not item.is_complete
    ]
    if open_again:
        return f"{name} was drawn upon a series that nobody has won by now: {open_again[0]}."
    names = {item.seed: item.entrant.team.name for item in members}
    seeds = {item.entrant_id: item.seed for item in members}
    try:
        new = {
            _pair(match) for match in next_matches(_before(league, round_.number), stage, members)
        }
    except Refused as refused:
        return f"{name} was drawn upon a series that nobody has won by now: {refused}"
    old = {
        frozenset(seeds[side.pk] for side in (item.home, item.away) if side is not None)
        for item in round_.drawn
    }
    if old == new:
        return ""
    return (
        f"{name} was drawn upon other results: it would be "
        f"{_pairs_in_words(new - old, names)} instead of {_pairs_in_words(old - new, names)}."
    )


def _pair(match: Match) -> frozenset[int]:
    return frozenset((match.better,) if match.is_bye else (match.better, match.worse))


def _pairs_in_words(pairs: set[frozenset[int]], names: Mapping[int, str]) -> str:
    parts = [
        " against ".join(names[seed] for seed in sorted(pair))
        if len(pair) > 1
        else f"a bye for {names[min(pair)]}"
        for pair in sorted(pairs, key=min)
    ]
    return ", ".join(parts) or "nothing"


def _tie_gone(league: League, stage: Stage, round_: RoundOfPlay) -> Iterator[Overtaken]:
    """Yield an unplayed tie-break game whose tie is gone."""
    ruling = TieRuling.objects.filter(stage=stage, withdrawn_at=None).first()
    if ruling is None or not round_.unplayed:
        return
    group = {int(number) for number in ruling.values}
    open_ties = waiting_ties(_before(league, round_.number))
    if not any(set(tie.group) == group and tie.step.criterion == ruling.kind for tie in open_ties):
        facts = f"{stage} breaks a tie that is none any more."
        yield Overtaken(round_, facts, has_begun([round_]))
