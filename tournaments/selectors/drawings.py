"""Drawings that have been overtaken: what was drawn is held against what the same results would
draw as they stand now.

A correction, a ruling, a drop or an appeal may change what a round was drawn upon. Directors need
not remember to look: a drawing follows from what was played before it, so it is worked out again.
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
"""The entrants of each stage, by the stage's id, in the order of their seeds."""

NOT_PLAYED = "Nothing of it has been played: the director may draw it again."
PLAYED = "What has been played of it stands, unless the director says otherwise."


@dataclass(frozen=True)
class Overtaken:
    """A round that would be drawn otherwise by now, what was drawn in it or who got in, and what
    would be; ``begun``: something of it, or of what was drawn after it, has been played."""

    round: RoundOfPlay
    facts: str
    begun: bool

    @property
    def told(self) -> str:
        """The sentences that are shown about it."""
        return f"{self.facts} {PLAYED if self.begun else NOT_PLAYED}"


def withdrawal_refusals(league: League, ruling: TieRuling) -> list[Refusal]:
    """Why a ruling on a tie cannot be taken back: ``withdrawn``, ``round-drawn`` once a later stage
    was drawn upon it, ``round-played`` where its game has been played or begun."""
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
    """Every stage that others would get into by now, every round whose pairings would be others,
    and every game that breaks a tie which is none any more, in the order of the schedule. Of a
    stage that others would get into nothing more is said: its rounds follow from that.
    ``dropped_since``: entrants that drop out in what is only looked at, with the last round that is
    drawn by then."""
    if all(_is_first(league, round_) for round_ in league.rounds):
        return []
    members = _members(league)
    drops = {
        each.entrant_id: each.rounds_drawn
        for each in Drop.objects.filter(entrant__in=league.entrants, undone_at=None)
        if each.taken_over_by_id is None
    }
    drops.update(dropped_since or {})
    found = [each for stage in league.stages for each in _overtaken(league, stage, members, drops)]
    return sorted(found, key=lambda each: each.round.number)


def rounds_from(league: League, number: int) -> tuple[RoundOfPlay, ...]:
    """A round and everything that was drawn after it."""
    return tuple(round_ for round_ in league.rounds if round_.number >= number)


def has_begun(rounds: Sequence[RoundOfPlay]) -> bool:
    """Whether a game of these has been played, or is being played."""
    return any(meeting.games for round_ in rounds for meeting in round_.meetings)


def drawn_at_start(league: League, number: int) -> bool:
    """Whether a round was drawn as the event began, upon nothing that was played."""
    return any(_is_first(league, round_) for round_ in league.rounds if round_.number == number)


def _is_first(league: League, round_: RoundOfPlay) -> bool:
    first = league.of_stage(league.stage)
    if round_.stage != league.stage or not first:
        return False
    return league.stage.kind == Stage.Kind.ROUND_ROBIN or round_ == first[0]


def _members(league: League) -> Members:
    found: dict[int, list[StageEntrant]] = {stage.pk: [] for stage in league.stages}
    rows = StageEntrant.objects.filter(stage__in=league.stages).select_related("entrant__team")
    for row in rows.order_by("seed"):
        found[row.stage_id].append(row)
    return found


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
    """The league as it was before a round was drawn, with the results that stand now. Clubs whose
    ``drops`` came after that (by entrant, the last round that was drawn by then) were still in."""
    later = {pk for pk, drawn in (drops or {}).items() if drawn >= number}
    rounds = tuple(round_ for round_ in league.rounds if round_.number < number)
    if not later:
        return replace(league, rounds=rounds)
    entrants = {each.pk: _still_in(each) if each.pk in later else each for each in league.entrants}
    return replace(
        league,
        entrants=tuple(entrants.values()),
        rounds=tuple(
            replace(round_, drawn=tuple(_with(each, entrants) for each in round_.drawn))
            for round_ in rounds
        ),
    )


def _still_in(entrant: Entrant) -> Entrant:
    found = copy(entrant)
    found.dropped = ""
    return found


def _with(meeting: Meeting, entrants: Mapping[int, Entrant]) -> Meeting:
    away = None if meeting.away is None else entrants[meeting.away.pk]
    return replace(meeting, home=entrants[meeting.home.pk], away=away)


def _other_members(league: League, stage: Stage, members: Members, drops: Mapping[int, int]) -> str:
    """Who would get into a stage by now instead of whom; nothing where it is the same."""
    rule = stage.spec.entry
    if rule is None:
        return ""
    before = _before(league, league.of_stage(stage)[0].number, drops)
    feeding = feeding_of(league, stage)
    feeders = members[feeding.pk] if feeding is not None else None
    found = standing_of(before, rule, stage, feeders=feeders)
    if found.open:
        ties = " ".join(each.message for each in tie_refusals(before, found.open))
        return f"Who gets into {stage} is open again: {ties}"
    names = {each.number: each.team.name for each in league.entrants}
    was = {each.seed: each.entrant.number for each in members[stage.pk]}
    now = {each.seed: each.entrant for each in found.qualifiers}
    changed = [
        f"as seed {seed} {names[now[seed]] if seed in now else 'nobody'} would get in instead of "
        f"{names[was[seed]] if seed in was else 'nobody'}"
        for seed in sorted({*was, *now})
        if was.get(seed) != now.get(seed)
    ]
    return f"{stage} was drawn upon other results: {', '.join(changed)}." if changed else ""


def _other_pairs(
    league: League, stage: Stage, round_: RoundOfPlay, members: Sequence[StageEntrant]
) -> str:
    """How a round would be drawn by now; nothing where it is the same."""
    name = f"{round_.name} of {stage}"
    open_again = [
        f"{each.away.team} and {each.home.team}"
        for before in league.of_stage(stage)
        if before.number < round_.number
        for each in before.meetings
        if each.away is not None and not each.is_complete
    ]
    if open_again:
        return f"{name} was drawn upon a series that nobody has won by now: {open_again[0]}."
    names = {each.seed: each.entrant.team.name for each in members}
    seeds = {each.entrant_id: each.seed for each in members}
    try:
        now = {
            _pair(match) for match in next_matches(_before(league, round_.number), stage, members)
        }
    except Refused as refused:
        return f"{name} was drawn upon a series that nobody has won by now: {refused}"
    was = {
        frozenset(seeds[side.pk] for side in (each.home, each.away) if side is not None)
        for each in round_.drawn
    }
    if was == now:
        return ""
    return (
        f"{name} was drawn upon other results: it would be "
        f"{_pairs_in_words(now - was, names)} instead of {_pairs_in_words(was - now, names)}."
    )


def _pair(match: Match) -> frozenset[int]:
    return frozenset((match.better,) if match.is_bye else (match.better, match.worse))


def _pairs_in_words(pairs: set[frozenset[int]], names: Mapping[int, str]) -> str:
    said = [
        " against ".join(names[seed] for seed in sorted(pair))
        if len(pair) > 1
        else f"a bye for {names[min(pair)]}"
        for pair in sorted(pairs, key=min)
    ]
    return ", ".join(said) or "nothing"


def _tie_gone(league: League, stage: Stage, round_: RoundOfPlay) -> Iterator[Overtaken]:
    """A game that breaks a tie, drawn and not played, where there is no such tie any more."""
    ruling = TieRuling.objects.filter(stage=stage, withdrawn_at=None).first()
    if ruling is None or not round_.unplayed:
        return
    group = {int(number) for number in ruling.values}
    asked = waiting_ties(_before(league, round_.number))
    if not any(set(each.group) == group and each.step.criterion == ruling.kind for each in asked):
        facts = f"{stage} breaks a tie that is none any more."
        yield Overtaken(round_, facts, has_begun([round_]))
