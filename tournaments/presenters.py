"""Ties, stages and champions in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from config.refusals import Refused
from tournaments.models import Entrant, Stage, StageEntrant, Tournament
from tournaments.rules.clinching import Outlook
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.criterion import IGNORE, UNPLAYED
from tournaments.rules.ties import (
    AFTER,
    LEVEL,
    PARTED,
    RESTART,
    SIZES,
    WAITS,
    Answer,
    Step,
    Tie,
    TieOrder,
)
from tournaments.selectors.league import League
from tournaments.selectors.progress import (
    clubs_in_question,
    matches_of,
    standing_of,
    tie_refusals,
    waiting_ties,
)
from tournaments.selectors.tables import DivisionTable, division_tables, prospects

Name = Callable[[int], str]

DIVISIONS_WON: Final = "First of their divisions"
"""What winners are called where no stage made one of them the champion."""


@dataclass(frozen=True)
class TieLine:
    """A step about a tied group: what was asked, and what it came to."""

    number: int
    step: str
    words: str
    outcome: str


@dataclass(frozen=True)
class ToldTie:
    """A tie as the page tells it: who was level, step by step, and whether it is still open."""

    who: str
    lines: tuple[TieLine, ...]
    broken: bool


@dataclass(frozen=True)
class WaitingTie:
    """A tie that waits for people: the clubs by number and name, and what they may do."""

    kind: str
    label: str
    clubs: tuple[tuple[int, str], ...]
    decides: bool
    """Whether it depends on it who goes on, or who has won; else it is about places alone."""

    @property
    def is_game(self) -> bool:
        """Whether a game decides it, and not dice."""
        return self.kind != "d20"

    @property
    def members(self) -> str:
        """The numbers of the clubs."""
        return ",".join(str(number) for number, _ in self.clubs)


def steps_in_words(order: TieOrder) -> list[tuple[str, str, str]]:
    """Each step with what it asks, and its settings where they are not the usual ones."""
    return [(step.name, CRITERIA[step.criterion].told, _settings(step)) for step in order.steps]


def stage_in_words(stage: Stage, divisions: int) -> str:
    """What is played, and who gets in, in an event of so many divisions."""
    spec = stage.spec
    return f"{spec.told}{f'. Gets in: {spec.entry.in_words(divisions)}' if spec.entry else ''}"


def told_ties(table: DivisionTable, name: Name) -> list[ToldTie]:
    """Every tie of a table, step by step."""
    open_ranks = {line.entrant.number for line in table.lines if line.row.place.shared}
    return [
        ToldTie(
            _names(tie.members, name),
            tuple(_line(answer, tie, name) for answer in tie.answers),
            not open_ranks & set(tie.members),
        )
        for tie in table.ties
    ]


@dataclass(frozen=True)
class ProspectLine:
    """A club's prospects in words: ``state`` is clinched, out or open."""

    club: str
    state: str
    label: str
    reason: str


def prospects_in_words(league: League) -> list[tuple[str, list[ProspectLine]]]:
    """Who is in and who is out, division by division, with what is played for."""
    name = names_of(league)
    found = prospects(league)
    said = []
    for each in found:
        where = f"Division {each.division}: " if len(found) > 1 else ""
        lines = [
            _prospect(name(club), outlook)
            for club, outlook in sorted(each.outlooks.items(), key=lambda pair: _near(pair[1]))
            if outlook.reason
        ]
        said.append((f"{where}who is sure of {each.prize}", lines))
    return said


def _near(outlook: Outlook) -> tuple[bool, bool, float]:
    """Who is sure first, then by how many wins a club lacks, who is out last."""
    magic = outlook.magic
    return outlook.out, not outlook.clinched, float("inf") if magic is None else magic


def _prospect(club: str, outlook: Outlook) -> ProspectLine:
    if outlook.clinched:
        return ProspectLine(club, "complete", "Clinched", outlook.reason)
    if outlook.out:
        return ProspectLine(club, "late", "Out", outlook.reason)
    label = "Open" if outlook.magic is None else f"Magic number {outlook.magic}"
    return ProspectLine(club, "scheduled", label, outlook.reason)


def names_of(league: League) -> Name:
    """The name of a club by its number."""
    names: Mapping[int, str] = {club.number: club.team.name for club in league.entrants}
    return names.__getitem__


def waiting_in_words(league: League) -> list[WaitingTie]:
    """The ties that wait for people, once nothing is left to play; first those that decide."""
    if league.unplayed or not league.rounds:
        return []
    name = names_of(league)
    in_question = clubs_in_question(league)
    found = [
        WaitingTie(
            answer.step.criterion,
            answer.step.name,
            tuple((member, name(member)) for member in answer.group),
            not in_question.isdisjoint(answer.group),
        )
        for answer in waiting_ties(league)
    ]
    return sorted(found, key=lambda tie: not tie.decides)


def advancement_lines(league: League, stage: Stage) -> list[str]:
    """Who would get into a stage as things stand, or which ties decide that."""
    rule = stage.spec.entry
    if rule is None or not league.season.finals:
        return []
    found = standing_of(league, rule, stage)
    if found.open:
        return [refusal.message for refusal in tie_refusals(league, found.open)]
    name = names_of(league)
    return [f"{each.seed}. {name(each.entrant)}: {each.reason}" for each in found.qualifiers]


def champions_of(league: League) -> list[Entrant]:
    """Who has won the event, once it is over: the last of the knockout, or the first of the
    table, several where they are level."""
    if league.tournament.state != Tournament.State.COMPLETE:
        return []
    title = next((each for each in league.stages if each.kind == Stage.Kind.KNOCKOUT), None)
    if title is not None:
        try:
            rounds = matches_of(league, title)
        except Refused:
            # A series of the way there was corrected, and has no winner.
            return []
        if not rounds or not rounds[-1]:
            return []
        seeds = {member.seed: member.entrant for member in _members(title)}
        winner = rounds[-1][-1].winner
        return [seeds[winner]] if winner else []
    return [
        line.entrant
        for table in division_tables(league)
        for line in table.lines
        if line.row.place.rank == 1
    ]


def title_of(league: League, winners: int) -> str:
    """What so many winners of an event are called."""
    if winners <= 1:
        return "Champions"
    return DIVISIONS_WON if len(league.field.division_numbers) > 1 else "Level at the top"


def _members(stage: Stage) -> list[StageEntrant]:
    return list(StageEntrant.objects.filter(stage=stage).select_related("entrant__team"))


def _settings(step: Step) -> str:
    said = []
    if step.sizes != "any":
        said.append(SIZES[step.sizes])
    if step.after != RESTART:
        said.append(f"those left {AFTER[step.after]}")
    if step.unplayed != IGNORE:
        said.append(f"unplayed games {UNPLAYED[step.unplayed]}")
    if step.criterion == "head-to-head" and not step.balanced:
        said.append("also where they have not met equally often")
    return "; ".join(said)


def _line(answer: Answer, tie: Tie, name: Name) -> TieLine:
    about = "" if set(answer.group) == set(tie.members) else f"{_names(answer.group, name)}: "
    evidence = "; ".join(
        f"{name(member)} {said}" for member, said in answer.evidence.items() if said
    )
    if answer.outcome == PARTED:
        order = " ahead of ".join(_names(part, name) for part in answer.parts)
        words = f"{order}{f' ({evidence})' if evidence else ''}"
    elif answer.outcome == LEVEL:
        words = f"level{f' ({evidence})' if evidence else ''}"
    elif answer.outcome == WAITS:
        words = f"waits: {answer.why}"
    else:
        words = f"does not apply: {answer.why}"
    return TieLine(answer.number, answer.step.name, f"{about}{words}", answer.outcome)


def _names(members: tuple[int, ...], name: Name) -> str:
    return ", ".join(name(member) for member in members)
