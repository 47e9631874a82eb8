"""The progress of an event's stages: who advances, the next pairings, and whether it is over.
Read-only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from config.refusals import Refusal, Refused
from tournaments.models import Stage, StageEntrant
from tournaments.rules.advancing import Advancement, AdvanceRule, OpenTie, advance
from tournaments.rules.knockout import Match, brackets, next_double, next_round, power_matchups
from tournaments.rules.ties import Answer
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting
from tournaments.selectors.tables import division_tables


def current_stage(league: League) -> Stage:
    """Return the last drawn stage, not counting tie-break games; before the start the first."""
    drawn = [stage for stage in league.format if league.of_stage(stage)]
    return drawn[-1] if drawn else league.stage


def is_over(league: League) -> bool:
    """Whether no game is left to play, no round to draw, and no tie for first place to break."""
    if league.unplayed or not all(league.of_stage(stage) for stage in league.format):
        return False
    if title_ties(league):
        return False
    try:
        return not next_matches(league, current_stage(league))
    except Refused:
        # A best-of has no winner, so a game has to be played again.
        return False


def title_ties(league: League) -> list[OpenTie]:
    """Return the ties for first place that wait for people once everything is played, where the
    table and no knockout decides. Clubs that no step separates stay tied for first."""
    if league.unplayed or any(stage.kind == Stage.Kind.KNOCKOUT for stage in league.stages):
        return []
    ties = []
    for table in division_tables(league):
        leaders = {line.entrant.number for line in table.lines if line.row.place.rank == 1}
        for tie in table.ties:
            waiting = tuple(answer for answer in tie.waiting if leaders.issuperset(answer.group))
            if waiting:
                tied = tuple(club for club in tie.members if club in leaders)
                ties.append(OpenTie(tied, waiting))
    return ties


def standing_of(
    league: League,
    rule: AdvanceRule,
    stage: Stage,
    *,
    as_if_taken: bool = False,
    feeders: Sequence[StageEntrant] | None = None,
) -> Advancement:
    """Return who enters a stage from the games before it. T0.08h: a dropped club that others play
    for does not, until one of them has taken it over; with ``as_if_taken`` as if each had been.
    ``feeders``: the entrants of the stage before it, if loaded."""
    outside = outside_of(league, stage, as_if_taken=as_if_taken, feeders=feeders)
    return advance(rule, replace(league.field, outside=sorted(outside)), league.tournament.ties)


def outside_of(
    league: League,
    stage: Stage,
    *,
    as_if_taken: bool = False,
    feeders: Sequence[StageEntrant] | None = None,
) -> set[int]:
    """Return the clubs that cannot enter a stage, whatever their results."""
    feeding = feeding_of(league, stage)
    outside = {
        club.number for club in league.entrants if club.is_out or (club.dropped and not as_if_taken)
    }
    if feeding is not None and feeding.kind == Stage.Kind.MATCHUPS:
        # A club cut before the matchups is out, though games against it count.
        members = members_of(feeding) if feeders is None else feeders
        matchup_clubs = {member.entrant.number for member in members}
        outside |= set(league.field.entrants) - matchup_clubs
    return outside


def feeding_of(league: League, stage: Stage) -> Stage | None:
    """Return the stage whose results decide who enters this one; none where there is no table."""
    earlier = [other for other in league.stages if other.number < stage.number and other.counts]
    return earlier[-1] if earlier else None


def matches_of(
    league: League, stage: Stage, members: Sequence[StageEntrant] | None = None
) -> list[list[Match]]:
    """Return the rounds of a knockout so far, by seed. Refused: ``series-level``."""
    entrants = members_of(stage) if members is None else members
    seeds = {member.entrant_id: member.seed for member in entrants}
    # In drawn order, which keeps byes in their bracket position.
    return [
        [_match(meeting, seeds) for meeting in round_.drawn] for round_ in league.of_stage(stage)
    ]


def brackets_of(league: League, stage: Stage) -> Mapping[tuple[int, int], str]:
    """Return the bracket of each meeting of a double elimination, by round number and home club
    number; empty in other stages, and while a series has to be replayed."""
    if stage.kind != Stage.Kind.KNOCKOUT or stage.spec.losses == 1:
        return {}
    try:
        played = matches_of(league, stage)
    except Refused:
        return {}
    rounds = zip(league.of_stage(stage), brackets(len(members_of(stage)), played), strict=True)
    return {
        (round_.number, meeting.home.number): name
        for round_, names in rounds
        for meeting, name in zip(round_.drawn, names, strict=True)
    }


def tie_refusals(league: League, ties: Sequence[OpenTie]) -> list[Refusal]:
    """Return what has to happen before any club advances, tie by tie."""
    names = {club.number: club.team.name for club in league.entrants}
    refusals = []
    for tie in ties:
        clubs = ", ".join(names[member] for member in tie.members)
        steps = "; ".join(
            dict.fromkeys(f"{answer.step.name}: {answer.why}" for answer in tie.waiting)
        )
        refusals.append(
            Refusal(
                "tie-open",
                f"{clubs} are level, and it matters who is ahead. {steps or 'Nothing parts them'}.",
                "tie",
                {
                    "members": list(tie.members),
                    "waiting": [answer.step.criterion for answer in tie.waiting],
                },
            )
        )
    return refusals


def waiting_ties(league: League) -> list[Answer]:
    """Return the tie-break steps that wait for people: those of the tables, and once everything is
    played those that decide who advances."""
    entering = [
        answer for entry in _entries(league) for tie in entry.open for answer in tie.waiting
    ]
    criteria_of: dict[frozenset[int], set[str]] = {}
    for answer in entering:
        criteria_of.setdefault(frozenset(answer.group), set()).add(answer.step.criterion)
    answers = [
        answer
        for table in division_tables(league)
        for tie in table.ties
        for answer in tie.waiting
        # Clubs that all advance are separated by dice and play no game for it.
        if answer.step.criterion
        in criteria_of.get(frozenset(answer.group), {answer.step.criterion})
    ]
    answers += entering
    unique: dict[tuple[str, frozenset[int]], Answer] = {}
    for answer in answers:
        unique.setdefault((answer.step.criterion, frozenset(answer.group)), answer)
    return list(unique.values())


def clubs_in_question(league: League) -> set[int]:
    """Return the clubs that may have won, or that may advance: a tie among other clubs is only
    about places."""
    clubs = {member for tie in title_ties(league) for member in tie.members}
    return clubs.union(*(entry.possible for entry in _entries(league)))


def _entries(league: League) -> list[Advancement]:
    """Return who enters each of the stages that can be drawn next, once everything before them is
    played."""
    advancements: list[Advancement] = []
    for stage in league.stages if not league.unplayed else ():
        rule, feeding = stage.spec.entry, feeding_of(league, stage)
        if rule is None or league.of_stage(stage):
            continue
        if feeding is None or league.of_stage(feeding):
            advancements.append(standing_of(league, rule, stage))
    return advancements


def members_of(stage: Stage) -> list[StageEntrant]:
    entrants = StageEntrant.objects.filter(stage=stage).select_related("entrant__team")
    return list(entrants.order_by("seed"))


def next_matches(
    league: League, stage: Stage, members: Sequence[StageEntrant] | None = None
) -> list[Match]:
    """Return the pairings of the next round of a stage; empty where it is over. ``members``: its
    entrants, if loaded. Refused: ``series-level``."""
    if stage.kind not in (Stage.Kind.KNOCKOUT, Stage.Kind.MATCHUPS):
        return []
    entrants = members_of(stage) if members is None else members
    if stage.kind == Stage.Kind.MATCHUPS:
        return _next_matchups(league, stage, entrants)
    played = matches_of(league, stage, entrants)
    if not entrants:
        return []
    if stage.spec.losses == 2:
        return next_double(len(entrants), played)
    return next_round(len(entrants), played, reseed=stage.spec.reseed)


def _next_matchups(league: League, stage: Stage, members: Sequence[StageEntrant]) -> list[Match]:
    """Pair 1v4 and 2v3 of each division in the present ranking, unless that repeats the last
    matchups. Tied clubs keep the order of their seeds."""
    rounds = league.of_stage(stage)
    if len(rounds) >= stage.spec.rounds:
        return []
    seeds = {member.entrant.number: member.seed for member in members}
    met = {
        frozenset((seeds[meeting.home.number], seeds[meeting.away.number]))
        for round_ in rounds
        for meeting in round_.meetings
        if meeting.away is not None
    }
    field = league.field
    matches: list[Match] = []
    for division in sorted({member.entrant.division for member in members}):
        of_division = [member for member in members if member.entrant.division == division]
        numbers = [member.entrant.number for member in of_division]
        if not rounds:
            ranked = [member.seed for member in of_division]
        else:
            # A club whose results were thrown out has no place in the table, and its opponent has a
            # bye.
            counted = [number for number in numbers if number in field.entrants]
            places = league.tournament.ties.rank(field, counted).places
            ranked = [seeds[place.entrant] for place in places]
            ranked += [seeds[number] for number in numbers if number not in field.entrants]
        matches += power_matchups(ranked, met)
    return matches


def _match(meeting: Meeting, seeds: Mapping[int, int]) -> Match:
    if meeting.away is None:
        seed = seeds[meeting.home.pk]
        return Match(seed, 0, seed)
    home, away = seeds[meeting.home.pk], seeds[meeting.away.pk]
    if not meeting.is_complete:
        return Match(min(home, away), max(home, away))
    if not meeting.winner:
        raise Refused(
            Refusal(
                "series-level",
                f"{meeting.away.team} and {meeting.home.team} are level after their series; "
                "take a game back and play it out.",
                f"series {meeting.series_id}",
            )
        )
    winner = home if meeting.winner == "home" else away
    return Match(min(home, away), max(home, away), winner)


def seeds_of(league: League, members: Sequence[int]) -> dict[int, int]:
    """Return the seeds of these clubs in the last stage that all of them entered; empty where there
    is none."""
    rows = StageEntrant.objects.filter(
        stage__in=league.stages, entrant__number__in=members
    ).values_list("stage__number", "entrant__number", "seed")
    seeds_by_stage: dict[int, dict[int, int]] = {}
    for stage, number, seed in rows:
        seeds_by_stage.setdefault(stage, {})[number] = seed
    shared = [stage for stage, seeds in seeds_by_stage.items() if len(seeds) == len(members)]
    return seeds_by_stage[max(shared)] if shared else {}
