"""How far the stages of an event have come: who gets in, who meets whom next, and whether it is
over. Nothing is written here."""

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
    """The last stage of which something is drawn, tie-break games apart; at first the first."""
    drawn = [stage for stage in league.format if league.of_stage(stage)]
    return drawn[-1] if drawn else league.stage


def is_over(league: League) -> bool:
    """Whether nothing is left to play, nothing to draw, and nothing to decide about first place."""
    if league.unplayed or not all(league.of_stage(stage) for stage in league.format):
        return False
    if title_ties(league):
        return False
    try:
        return not next_matches(league, current_stage(league))
    except Refused:
        # A best-of has no winner: something has to be played again.
        return False


def title_ties(league: League) -> list[OpenTie]:
    """The ties for first place that wait for people once everything is played, where no knockout
    but the table decides. Those that no declared step parts stay level at the top."""
    if league.unplayed or any(stage.kind == Stage.Kind.KNOCKOUT for stage in league.stages):
        return []
    found = []
    for table in division_tables(league):
        first = {line.entrant.number for line in table.lines if line.row.place.rank == 1}
        for tie in table.ties:
            waiting = tuple(answer for answer in tie.waiting if first.issuperset(answer.group))
            if waiting:
                level = tuple(each for each in tie.members if each in first)
                found.append(OpenTie(level, waiting))
    return found


def standing_of(
    league: League,
    rule: AdvanceRule,
    stage: Stage,
    *,
    as_if_taken: bool = False,
    feeders: Sequence[StageEntrant] | None = None,
) -> Advancement:
    """Who gets into a stage from what was played before it. T0.08h: a dropped club that others play
    on for does not, until one of them has taken it over; ``as_if_taken``: as if each had been.
    ``feeders``: who is in the stage before it, where that is known."""
    outside = outside_of(league, stage, as_if_taken=as_if_taken, feeders=feeders)
    return advance(rule, replace(league.field, outside=sorted(outside)), league.tournament.ties)


def outside_of(
    league: League,
    stage: Stage,
    *,
    as_if_taken: bool = False,
    feeders: Sequence[StageEntrant] | None = None,
) -> set[int]:
    """The clubs that cannot get into a stage, whatever they have won."""
    feeding = feeding_of(league, stage)
    outside = {
        each.number for each in league.entrants if each.is_out or (each.dropped and not as_if_taken)
    }
    if feeding is not None and feeding.kind == Stage.Kind.MATCHUPS:
        # A club that was cut before the matchups is out, though games against them count.
        members = members_of(feeding) if feeders is None else feeders
        there = {member.entrant.number for member in members}
        outside |= set(league.field.entrants) - there
    return outside


def feeding_of(league: League, stage: Stage) -> Stage | None:
    """The stage whose results say who gets into this one; none where there is no table."""
    before = [each for each in league.stages if each.number < stage.number and each.counts]
    return before[-1] if before else None


def matches_of(
    league: League, stage: Stage, members: Sequence[StageEntrant] | None = None
) -> list[list[Match]]:
    """The rounds of a knockout so far by seed. Refused: ``series-level``."""
    there = members_of(stage) if members is None else members
    seeds = {member.entrant_id: member.seed for member in there}
    # As they were drawn: byes stand where the winner goes on from.
    return [
        [_match(meeting, seeds) for meeting in round_.drawn] for round_ in league.of_stage(stage)
    ]


def brackets_of(league: League, stage: Stage) -> Mapping[tuple[int, int], str]:
    """Which bracket of a double elimination each meeting belongs to, by the number of its round and
    of its home club; nothing in other stages, and while somebody has to play a series again."""
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
    """What has to happen before any club gets in, tie by tie."""
    names = {club.number: club.team.name for club in league.entrants}
    found = []
    for tie in ties:
        who = ", ".join(names[member] for member in tie.members)
        what = "; ".join(dict.fromkeys(f"{one.step.name}: {one.why}" for one in tie.waiting))
        found.append(
            Refusal(
                "tie-open",
                f"{who} are level, and it matters who is ahead. {what or 'Nothing parts them'}.",
                "tie",
                {
                    "members": list(tie.members),
                    "waiting": [one.step.criterion for one in tie.waiting],
                },
            )
        )
    return found


def waiting_ties(league: League) -> list[Answer]:
    """The questions about ties that wait for people: those of the tables, and once everything is
    played those that decide who gets into what follows."""
    entering = [
        answer for entry in _entries(league) for tie in entry.open for answer in tie.waiting
    ]
    asked: dict[frozenset[int], set[str]] = {}
    for answer in entering:
        asked.setdefault(frozenset(answer.group), set()).add(answer.step.criterion)
    found = [
        answer
        for table in division_tables(league)
        for tie in table.ties
        for answer in tie.waiting
        # Those who all get in are told apart by dice, and play no game for it.
        if answer.step.criterion in asked.get(frozenset(answer.group), {answer.step.criterion})
    ]
    found += entering
    once: dict[tuple[str, frozenset[int]], Answer] = {}
    for answer in found:
        once.setdefault((answer.step.criterion, frozenset(answer.group)), answer)
    return list(once.values())


def clubs_in_question(league: League) -> set[int]:
    """Clubs of which it is open whether they have won, or that may get into what follows: a tie
    among others is about places alone."""
    found = {member for tie in title_ties(league) for member in tie.members}
    return found.union(*(entry.possible for entry in _entries(league)))


def _entries(league: League) -> list[Advancement]:
    """Who gets into each of the stages that can be drawn next, once all before them is played."""
    found: list[Advancement] = []
    for stage in league.stages if not league.unplayed else ():
        rule, feeding = stage.spec.entry, feeding_of(league, stage)
        if rule is None or league.of_stage(stage):
            continue
        if feeding is None or league.of_stage(feeding):
            found.append(standing_of(league, rule, stage))
    return found


def members_of(stage: Stage) -> list[StageEntrant]:
    """Who is in a stage, by seed."""
    found = StageEntrant.objects.filter(stage=stage).select_related("entrant__team")
    return list(found.order_by("seed"))


def next_matches(
    league: League, stage: Stage, members: Sequence[StageEntrant] | None = None
) -> list[Match]:
    """Who meets whom in the next round of a stage; empty where it is over. ``members``: who is in
    it, where that is known. Refused: ``series-level``."""
    if stage.kind not in (Stage.Kind.KNOCKOUT, Stage.Kind.MATCHUPS):
        return []
    there = members_of(stage) if members is None else members
    if stage.kind == Stage.Kind.MATCHUPS:
        return _next_matchups(league, stage, there)
    played = matches_of(league, stage, there)
    if not there:
        return []
    if stage.spec.losses == 2:
        return next_double(len(there), played)
    return next_round(len(there), played, reseed=stage.spec.reseed)


def _next_matchups(league: League, stage: Stage, members: Sequence[StageEntrant]) -> list[Match]:
    """1v4 and 2v3 of each division as it stands now, unless that repeats the last matchups. Ties in
    the ranking stay in the order of the seeds."""
    done = league.of_stage(stage)
    if len(done) >= stage.spec.rounds:
        return []
    seeds = {member.entrant.number: member.seed for member in members}
    met = {
        frozenset((seeds[meeting.home.number], seeds[meeting.away.number]))
        for round_ in done
        for meeting in round_.meetings
        if meeting.away is not None
    }
    field = league.field
    found: list[Match] = []
    for division in sorted({member.entrant.division for member in members}):
        inside = [member for member in members if member.entrant.division == division]
        numbers = [member.entrant.number for member in inside]
        if not done:
            ranked = [member.seed for member in inside]
        else:
            # Whose results were thrown out has no place in the table: whom it meets has a bye.
            counted = [number for number in numbers if number in field.entrants]
            places = league.tournament.ties.rank(field, counted).places
            ranked = [seeds[place.entrant] for place in places]
            ranked += [seeds[number] for number in numbers if number not in field.entrants]
        found += power_matchups(ranked, met)
    return found


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
    """The seeds of these clubs in the last stage that all of them got into; nothing where there is
    none."""
    rows = StageEntrant.objects.filter(
        stage__in=league.stages, entrant__number__in=members
    ).values_list("stage__number", "entrant__number", "seed")
    found: dict[int, dict[int, int]] = {}
    for stage, number, seed in rows:
        found.setdefault(stage, {})[number] = seed
    shared = [stage for stage, seeds in found.items() if len(seeds) == len(members)]
    return found[max(shared)] if shared else {}
