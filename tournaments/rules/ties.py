"""The order of tie-breaks: steps that are asked one after another, and how they came to an end.

One order serves table, seeding and export. Equal ranks are shown equal (1, 2=, 2=, 4), never
parted by name, number or luck: what is still tied stays so until a person acts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from config.refusals import Refusal, refuse_all
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.criterion import (
    ALL,
    IGNORE,
    SCOPES,
    UNPLAYED,
    Asked,
    Field,
    Silent,
    Worth,
    Worths,
)

RESTART, REPEAT, NEXT, TWO_TEAMS = "restart", "repeat", "next", "two-teams"
AFTER: Mapping[str, str] = {
    RESTART: "begin again with the first step",
    REPEAT: "are asked this step again",
    NEXT: "go on to the next step",
    TWO_TEAMS: "begin again once two remain, else go on",
}
ANY, TWO, MORE = "any", "two", "more"
SIZES: Mapping[str, str] = {
    ANY: "ties of any size",
    TWO: "ties of two only",
    MORE: "ties of three or more",
}
MOST_STEPS = 20


@dataclass(frozen=True)
class Step:
    """A criterion in an order: asked about which games (empty: its usual ones), of ties of which
    size, what becomes of those it leaves tied, what unplayed games mean, and whether head-to-head
    wants everybody to have met equally often."""

    criterion: str
    scope: str = ""
    sizes: str = ANY
    after: str = RESTART
    unplayed: str = IGNORE
    balanced: bool = True

    def problems(self, place: str) -> list[Refusal]:
        """Everything that is wrong with the step."""
        criterion = CRITERIA.get(self.criterion)
        if criterion is None:
            return [
                Refusal(
                    "tie-order-unknown",
                    f"There is no tie-break {self.criterion!r}.",
                    place,
                    {"given": self.criterion, "known": tuple(CRITERIA)},
                )
            ]
        judged = (
            ("scope", self.scope or criterion.scopes[0], criterion.scopes),
            ("sizes", self.sizes, tuple(SIZES)),
            ("after", self.after, tuple(AFTER)),
            ("unplayed", self.unplayed, tuple(UNPLAYED)),
        )
        return [
            Refusal(
                "tie-step-setting",
                f"{criterion.name}: {key} is one of {', '.join(known)}, not {value!r}.",
                f"{place}.{key}",
                {"known": known},
            )
            for key, value, known in judged
            if value not in known
        ]

    @property
    def asked(self) -> Asked:
        """How the criterion is asked."""
        scope = self.scope or CRITERIA[self.criterion].scopes[0]
        return Asked(scope, self.unplayed, self.balanced)

    @property
    def name(self) -> str:
        """The criterion's name, with its games where there is a choice."""
        criterion = CRITERIA[self.criterion]
        if len(criterion.scopes) == 1 or self.asked.scope == ALL:
            return criterion.name
        return f"{criterion.name}, {SCOPES[self.asked.scope]}"

    def takes(self, size: int) -> bool:
        """Whether ties of this size are asked."""
        if CRITERIA[self.criterion].only_two and size != 2:
            return False
        return self.sizes == ANY or (size == 2) == (self.sizes == TWO)


@dataclass(frozen=True)
class TieBreak:
    """How a criterion parted a tied group: the parts, best first, and everybody's evidence."""

    criterion: str
    parts: tuple[tuple[int, ...], ...]
    evidence: Mapping[int, str]

    def told(self, name: Callable[[int], str]) -> str:
        """A sentence for people: ``Ants ahead of Bees: 4-2 in their games``."""
        members = [member for part in self.parts for member in part]
        order = " ahead of ".join(
            " and ".join(name(member) for member in part) for part in self.parts
        )
        if len(members) == 2:
            return f"{order}: {self.evidence[members[0]]}"
        each = "; ".join(f"{name(member)} {self.evidence[member]}" for member in members)
        return f"{order}: {each}"


LEVEL, PARTED, SILENT, WAITS = "level", "parted", "silent", "waits"


@dataclass(frozen=True)
class Answer:
    """What one step came to for one tied group: ``outcome`` is level, parted, silent (it does not
    apply, ``why``) or waits; ``number`` the step's, from 1."""

    number: int
    step: Step
    group: tuple[int, ...]
    outcome: str
    parts: tuple[tuple[int, ...], ...] = ()
    evidence: Mapping[int, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True)
class Tie:
    """A group level by the first step, with every question asked about it, in order."""

    members: tuple[int, ...]
    answers: tuple[Answer, ...]

    @property
    def waiting(self) -> tuple[Answer, ...]:
        """The questions that only people, or games, can answer."""
        return tuple(answer for answer in self.answers if answer.outcome == WAITS)


@dataclass(frozen=True)
class Place:
    """A rank (from 1), whether others share it, and the decisions that led to it, in order."""

    entrant: int
    rank: int
    shared: bool
    decisions: tuple[TieBreak, ...] = ()

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2=`` when it is shared."""
        return f"{self.rank}{'=' if self.shared else ''}"

    @property
    def evidence(self) -> str:
        """What the entrant itself had to show in each decision; empty where none was needed."""
        return "; ".join(filter(None, (each.evidence[self.entrant] for each in self.decisions)))


@dataclass(frozen=True)
class Ranking:
    """Everybody's place, best first, and every tie with how it was broken or why it was not."""

    places: tuple[Place, ...]
    ties: tuple[Tie, ...]


@dataclass(frozen=True)
class TieOrder:
    """Steps in the order in which they are asked. Refused: ``tie-order-empty``,
    ``tie-order-too-long``, ``tie-order-unknown``, ``tie-step-setting``."""

    steps: tuple[Step, ...] = (Step("pct"),)
    begins_with_table: ClassVar[bool] = True
    """Whether its first step makes the table, and is asked whatever hangs on it."""

    def __post_init__(self) -> None:
        refusals = [
            problem
            for number, step in enumerate(self.steps, start=1)
            for problem in step.problems(f"step {number}")
        ]
        if not self.steps:
            refusals.append(
                Refusal("tie-order-empty", "A tie order needs a criterion to begin with.", "steps")
            )
        if len(self.steps) > MOST_STEPS:
            refusals.append(
                Refusal("tie-order-too-long", f"A tie order has up to {MOST_STEPS} steps.", "steps")
            )
        refuse_all(refusals)

    def rank(
        self,
        of: Field,
        only: Sequence[int] | None = None,
        cuts: Collection[int] | None = None,
    ) -> Ranking:
        """Every entrant's place, or that of some among themselves, whose games against the others
        count; those that stay tied in the order given. ``cuts``: after how many places somebody is
        in and the next is not, where that is known."""
        ranked = list(of.ranked if only is None else only)
        known = cuts if self._has_game else None
        asking = _Asking(self.steps, of, known, int(self.begins_with_table))
        places, answers = asking.broken(ranked, 1, 0, ())
        # The first step makes the table; what it leaves level are the ties.
        first = answers[0].parts if answers and answers[0].outcome == PARTED else ()
        if not first and len(ranked) > 1:
            first = (tuple(ranked),)
        ties = []
        for part in first:
            if len(part) > 1:
                members = set(part)
                asked = [each for each in answers if each.number > 1 and members >= {*each.group}]
                ties.append(Tie(part, tuple(asked)))
        return Ranking(tuple(places), tuple(ties))

    def with_dice(self) -> TieOrder:
        """The order with the director's d20 at its end, for ties that have to be broken."""
        if self.steps[-1].criterion == "d20" or len(self.steps) >= MOST_STEPS:
            return self
        return TieOrder((*self.steps, Step("d20")))

    def for_seeds(self) -> TieOrder:
        """The order among those who all get in. The club's process, with its one game between two,
        is for who gets in alone: seeds are told by the games among the tied, then by dice
        (studio303.com/star, domain 1.5)."""
        if not self._has_game:
            return self
        among = [step for step in self.steps[1:] if step.criterion in _SEEDING]
        return TieOrder((self.steps[0], *among)).with_dice()

    @property
    def _has_game(self) -> bool:
        """Whether it is the club's process, or like it: with one game between two."""
        return any(step.criterion == "playoff" for step in self.steps)


class RestOfOrder(TieOrder):
    """The steps of an order behind its first, of those whom that one leaves level."""

    begins_with_table = False


_SEEDING = ("head-to-head", "d20")


def in_order(*criteria: str) -> TieOrder:
    """An order of criteria with their usual settings."""
    return TieOrder(tuple(Step(key) for key in criteria))


SIMPLE = in_order("pct")
STAR = TieOrder(
    (
        Step("above-even"),
        Step("head-to-head"),
        Step("playoff", sizes=TWO),
        Step("strength-of-schedule", after=RESTART),
        Step("d20"),
    )
)
"""The club's published process (games above .500, head-to-head where the schedule is balanced, one
game between two, strength of schedule), and dice at its end."""

ORDERS: Mapping[str, tuple[str, TieOrder]] = {
    "simple": ("Winning percentage only", SIMPLE),
    "star": ("The club's process, with a one-game playoff", STAR),
    "shoot-out": (
        "Head-to-head, shoot-outs in pairs, d20",
        TieOrder(
            (Step("above-even"), Step("head-to-head"), Step("shoot-out", after=REPEAT), Step("d20"))
        ),
    ),
    "runs": (
        "Head-to-head, run difference among the tied, run difference, d20",
        TieOrder(
            (
                Step("pct"),
                Step("head-to-head"),
                Step("run-difference", scope="tied"),
                Step("run-difference"),
                Step("d20"),
            )
        ),
    ),
}
"""Orders to begin with, with their names."""


def order_to_json(order: TieOrder) -> list[dict[str, object]]:
    """A tie order as plain values."""
    return [
        {
            "criterion": step.criterion,
            "scope": step.scope,
            "sizes": step.sizes,
            "after": step.after,
            "unplayed": step.unplayed,
            "balanced": step.balanced,
        }
        for step in order.steps
    ]


def order_from_json(data: Iterable[Mapping[str, object]]) -> TieOrder:
    """The order that ``order_to_json`` wrote, or that a client sent; the usual order where there is
    nothing.

    Refused with everything at once: ``tie-step-unreadable``, and as ``TieOrder``.
    """
    given = list(data)
    if not given:
        return SIMPLE
    known = {"criterion", "scope", "sizes", "after", "unplayed", "balanced"}
    refuse_all(
        Refusal(
            "tie-step-unreadable",
            f"Step {number} is a criterion with {', '.join(sorted(known))}.",
            f"step {number}",
        )
        for number, each in enumerate(given, start=1)
        if not isinstance(each, Mapping)
        or not each.get("criterion")
        or set(each) - known
        or not all(isinstance(each.get(key, ""), str) for key in known - {"balanced"})
        or not isinstance(each.get("balanced", True), bool)
    )
    return TieOrder(
        tuple(
            Step(
                criterion=str(each["criterion"]),
                scope=str(each.get("scope", "")),
                sizes=str(each.get("sizes", ANY)),
                after=str(each.get("after", RESTART)),
                unplayed=str(each.get("unplayed", IGNORE)),
                balanced=bool(each.get("balanced", True)),
            )
            for each in given
        )
    )


@dataclass(frozen=True)
class _Asking:
    """Steps that are asked one after another. ``cuts``: for the club's process, after which places
    a club is in and the next is out; it is asked only about who gets in."""

    steps: Sequence[Step]
    of: Field
    cuts: Collection[int] | None
    always: int
    """How many steps at the start are asked whatever hangs on them."""

    def broken(
        self, group: list[int], rank: int, first: int, before: tuple[TieBreak, ...]
    ) -> tuple[list[Place], list[Answer]]:
        """The places of a tied group that is asked from step ``first`` on, and every answer."""
        answers: list[Answer] = []
        for at in range(first, len(self.steps)) if len(group) > 1 else ():
            step = self.steps[at]
            if not step.takes(len(group)):
                continue
            found = self._worths(step, at, group, rank)
            if isinstance(found, Silent):
                answers.append(_unanswered(at + 1, step, group, found))
                if found.waits:
                    break
                continue
            evidence = {member: worth.evidence for member, worth in found.items()}
            parts = _parted(group, found)
            if len(parts) < 2:
                answers.append(Answer(at + 1, step, tuple(group), LEVEL, evidence=evidence))
                continue
            told = tuple(map(tuple, parts))
            answers.append(Answer(at + 1, step, tuple(group), PARTED, told, evidence))
            # What the table shows anyway (its percentages) needs no telling.
            decided = before
            if at and any(evidence.values()):
                decided = (*before, TieBreak(step.criterion, told, evidence))
            places: list[Place] = []
            for part in parts:
                again, more = self.broken(
                    part, rank + len(places), _goes_on(step, at, len(part)), decided
                )
                places += again
                answers += more
            return places, answers
        return [Place(member, rank, len(group) > 1, before) for member in group], answers

    def _worths(self, step: Step, at: int, group: list[int], rank: int) -> Worths | Silent:
        if at >= self.always and self.cuts is not None and step.criterion not in _SEEDING:
            last = rank + len(group) - 1
            if not any(rank <= cut < last for cut in self.cuts):
                return Silent("none of them gets in before another: it is for their places alone")
        return CRITERIA[step.criterion].worths(group, self.of, step.asked)


def _unanswered(number: int, step: Step, group: Sequence[int], found: Silent) -> Answer:
    """What a criterion that has no answer waits for: itself, or what has to be asked first."""
    if found.waits and found.asks is not None:
        kind, members = found.asks
        return Answer(number, Step(kind), members, WAITS, why=found.why)
    return Answer(number, step, tuple(group), WAITS if found.waits else SILENT, why=found.why)


def _goes_on(step: Step, at: int, size: int) -> int:
    """The step at which those go on whom a step has left tied."""
    if step.after == REPEAT:
        return at
    if step.after == NEXT or (step.after == TWO_TEAMS and size != 2):
        return at + 1
    return 0


def _parted(group: Sequence[int], worths: Mapping[int, Worth]) -> list[list[int]]:
    """The group parted by worth, best part first."""
    values = sorted({worth.value for worth in worths.values()}, reverse=True)
    return [[member for member in group if worths[member].value == value] for value in values]
