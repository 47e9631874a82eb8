"""Tie orders: steps applied one after another, with the result of each.

One order serves the table, seeding and the export. Equal ranks are shown equal (1, 2=, 2=, 4),
never split by name, number or luck: clubs stay tied until a person acts.
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
    """A criterion in an order: its scope (empty: the criterion's default), the size of ties it
    applies to, what follows for clubs it leaves tied, what unplayed games mean, and whether
    head-to-head needs all clubs to have met equally often."""

    criterion: str
    scope: str = ""
    sizes: str = ANY
    after: str = RESTART
    unplayed: str = IGNORE
    balanced: bool = True

    def problems(self, place: str) -> list[Refusal]:
        """List everything that is wrong with the step: ``tie-order-unknown``,
        ``tie-step-setting``."""
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
        settings = (
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
            for key, value, known in settings
            if value not in known
        ]

    @property
    def asked(self) -> Asked:
        scope = self.scope or CRITERIA[self.criterion].scopes[0]
        return Asked(scope, self.unplayed, self.balanced)

    @property
    def name(self) -> str:
        """The criterion's name, with its scope where there is a choice."""
        criterion = CRITERIA[self.criterion]
        if len(criterion.scopes) == 1 or self.asked.scope == ALL:
            return criterion.name
        return f"{criterion.name}, {SCOPES[self.asked.scope]}"

    def takes(self, size: int) -> bool:
        if CRITERIA[self.criterion].only_two and size != 2:
            return False
        return self.sizes == ANY or (size == 2) == (self.sizes == TWO)


@dataclass(frozen=True)
class TieBreak:
    """How a criterion split a tied group: the parts, best first, and each member's evidence."""

    criterion: str
    parts: tuple[tuple[int, ...], ...]
    evidence: Mapping[int, str]

    def told(self, name: Callable[[int], str]) -> str:
        """Return a sentence for people: ``Ants ahead of Bees: 4-2 in their games``."""
        members = [member for part in self.parts for member in part]
        order = " ahead of ".join(
            " and ".join(name(member) for member in part) for part in self.parts
        )
        if len(members) == 2:
            return f"{order}: {self.evidence[members[0]]}"
        all_evidence = "; ".join(f"{name(member)} {self.evidence[member]}" for member in members)
        return f"{order}: {all_evidence}"


LEVEL, PARTED, SILENT, WAITS = "level", "parted", "silent", "waits"


@dataclass(frozen=True)
class Answer:
    """The result of one step for one tied group. ``outcome`` is level, parted, silent (it does not
    apply: ``why``) or waits; ``number`` is the step's, from 1."""

    number: int
    step: Step
    group: tuple[int, ...]
    outcome: str
    parts: tuple[tuple[int, ...], ...] = ()
    evidence: Mapping[int, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True)
class Tie:
    """A group tied after the first step, with the result of every later step, in order."""

    members: tuple[int, ...]
    answers: tuple[Answer, ...]

    @property
    def waiting(self) -> tuple[Answer, ...]:
        return tuple(answer for answer in self.answers if answer.outcome == WAITS)


@dataclass(frozen=True)
class Place:
    """A rank (from 1), whether others share it, and the tie-breaks that led to it, in order."""

    entrant: int
    rank: int
    shared: bool
    decisions: tuple[TieBreak, ...] = ()

    @property
    def label(self) -> str:
        """The rank as shown: ``2=`` when it is shared."""
        return f"{self.rank}{'=' if self.shared else ''}"

    @property
    def evidence(self) -> str:
        """The entrant's own evidence in each tie-break; empty where there was none."""
        return "; ".join(
            filter(None, (decision.evidence[self.entrant] for decision in self.decisions))
        )


@dataclass(frozen=True)
class Ranking:
    """Every place, best first, and every tie with how it was broken or why it was not."""

    places: tuple[Place, ...]
    ties: tuple[Tie, ...]


@dataclass(frozen=True)
class TieOrder:
    """Steps in the order in which they apply. Refused: ``tie-order-empty``, ``tie-order-too-long``,
    ``tie-order-unknown``, ``tie-step-setting``."""

    steps: tuple[Step, ...] = (Step("pct"),)
    begins_with_table: ClassVar[bool] = True
    """Whether the first step makes the table, and so always applies."""

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
        """Rank all entrants, or some among themselves (their games against the others count); clubs
        that stay tied keep the order given. ``cuts`` are the numbers of places after which a club
        is in and the next is not, where these are known."""
        ranked = list(of.ranked if only is None else only)
        cuts_for_game = cuts if self._has_game else None
        asking = _Asking(self.steps, of, cuts_for_game, int(self.begins_with_table))
        places, answers = asking.broken(ranked, 1, 0, ())
        # The first step makes the table; clubs that it leaves level are the ties.
        level_groups = answers[0].parts if answers and answers[0].outcome == PARTED else ()
        if not level_groups and len(ranked) > 1:
            level_groups = (tuple(ranked),)
        ties = []
        for part in level_groups:
            if len(part) > 1:
                members = set(part)
                later_answers = [
                    answer for answer in answers if answer.number > 1 and members >= {*answer.group}
                ]
                ties.append(Tie(part, tuple(later_answers)))
        return Ranking(tuple(places), tuple(ties))

    def with_dice(self) -> TieOrder:
        """Return the order with the director's d20 at its end, for ties that have to be broken."""
        if self.steps[-1].criterion == "d20" or len(self.steps) >= MOST_STEPS:
            return self
        return TieOrder((*self.steps, Step("d20")))

    def for_seeds(self) -> TieOrder:
        """Return the order for seeding clubs that have all qualified. The club's process, with its
        one game between two, applies only to qualification: seeds are decided by the games among
        the tied, then by dice (studio303.com/star, domain 1.5)."""
        if not self._has_game:
            return self
        seeding_steps = [step for step in self.steps[1:] if step.criterion in _SEEDING]
        return TieOrder((self.steps[0], *seeding_steps)).with_dice()

    @property
    def _has_game(self) -> bool:
        return any(step.criterion == "playoff" for step in self.steps)


class RestOfOrder(TieOrder):
    """The steps of an order after its first, for clubs that the first leaves tied."""

    begins_with_table = False


_SEEDING = ("head-to-head", "d20")


def in_order(*criteria: str) -> TieOrder:
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
game between two, strength of schedule), then dice."""

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
"""Preset orders, with their names."""


def order_to_json(order: TieOrder) -> list[dict[str, object]]:
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
    """Read the order that ``order_to_json`` wrote or a client sent; empty data is the default
    order.

    Refused, all at once: ``tie-step-unreadable``, and as in ``TieOrder``.
    """
    steps = list(data)
    if not steps:
        return SIMPLE
    keys = {"criterion", "scope", "sizes", "after", "unplayed", "balanced"}
    refuse_all(
        Refusal(
            "tie-step-unreadable",
            f"Step {number} is a criterion with {', '.join(sorted(keys))}.",
            f"step {number}",
        )
        for number, step in enumerate(steps, start=1)
        if not isinstance(step, Mapping)
        or not step.get("criterion")
        or set(step) - keys
        or not all(isinstance(step.get(key, ""), str) for key in keys - {"balanced"})
        or not isinstance(step.get("balanced", True), bool)
    )
    return TieOrder(
        tuple(
            Step(
                criterion=str(step["criterion"]),
                scope=str(step.get("scope", "")),
                sizes=str(step.get("sizes", ANY)),
                after=str(step.get("after", RESTART)),
                unplayed=str(step.get("unplayed", IGNORE)),
                balanced=bool(step.get("balanced", True)),
            )
            for step in steps
        )
    )


@dataclass(frozen=True)
class _Asking:
    """Steps applied one after another. ``cuts``: for the club's process, the places after which a
    club is in and the next is out; the process only decides who gets in."""

    steps: Sequence[Step]
    of: Field
    cuts: Collection[int] | None
    always: int
    """How many steps at the start always apply."""

    def broken(
        self, group: list[int], rank: int, first: int, before: tuple[TieBreak, ...]
    ) -> tuple[list[Place], list[Answer]]:
        """Return the places of a tied group from step ``first`` on, and every answer."""
        answers: list[Answer] = []
        for index in range(first, len(self.steps)) if len(group) > 1 else ():
            step = self.steps[index]
            if not step.takes(len(group)):
                continue
            worths = self._worths(step, index, group, rank)
            if isinstance(worths, Silent):
                answers.append(_unanswered(index + 1, step, group, worths))
                if worths.waits:
                    break
                continue
            evidence = {member: worth.evidence for member, worth in worths.items()}
            parts = _parted(group, worths)
            if len(parts) < 2:
                answers.append(Answer(index + 1, step, tuple(group), LEVEL, evidence=evidence))
                continue
            split = tuple(map(tuple, parts))
            answers.append(Answer(index + 1, step, tuple(group), PARTED, split, evidence))
            # The table shows its percentages, so these need no evidence.
            decisions = before
            if index and any(evidence.values()):
                decisions = (*before, TieBreak(step.criterion, split, evidence))
            places: list[Place] = []
            for part in parts:
                part_places, part_answers = self.broken(
                    part, rank + len(places), _goes_on(step, index, len(part)), decisions
                )
                places += part_places
                answers += part_answers
            return places, answers
        return [Place(member, rank, len(group) > 1, before) for member in group], answers

    def _worths(self, step: Step, at: int, group: list[int], rank: int) -> Worths | Silent:
        if at >= self.always and self.cuts is not None and step.criterion not in _SEEDING:
            last = rank + len(group) - 1
            if not any(rank <= cut < last for cut in self.cuts):
                return Silent("none of them gets in before another: it is for their places alone")
        return CRITERIA[step.criterion].worths(group, self.of, step.asked)


def _unanswered(number: int, step: Step, group: Sequence[int], found: Silent) -> Answer:
    """Return the answer of a criterion without a result: it waits for itself, or for the step that
    comes first."""
    if found.waits and found.asks is not None:
        kind, members = found.asks
        return Answer(number, Step(kind), members, WAITS, why=found.why)
    return Answer(number, step, tuple(group), WAITS if found.waits else SILENT, why=found.why)


def _goes_on(step: Step, at: int, size: int) -> int:
    """Return the step that follows for clubs that a step has left tied."""
    if step.after == REPEAT:
        return at
    if step.after == NEXT or (step.after == TWO_TEAMS and size != 2):
        return at + 1
    return 0


def _parted(group: Sequence[int], worths: Mapping[int, Worth]) -> list[list[int]]:
    values = sorted({worth.value for worth in worths.values()}, reverse=True)
    return [[member for member in group if worths[member].value == value] for value in values]
