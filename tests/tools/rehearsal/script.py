"""The rehearsal: act after act from the announcement to the champion, each followed by an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from tests.tools.rehearsal import deciding, drops
from tests.tools.rehearsal.audits import Auditor
from tournaments.demo_event.acts import drafting, opening, planning, rounds
from tournaments.demo_event.event import AuditError, Event, Plan
from tournaments.demo_event.wires import InProcess, Wire

T = TypeVar("T")

MOST_ROUNDS = 150
SHOWN = ("won", "lost", "runs_for", "runs_against")
BY_HAND = 3
"""Series of a round that people begin, at most."""


@dataclass(frozen=True)
class Report:
    """What a rehearsal came to; ``done`` counts what was done by what it was."""

    slug: str
    acts: int
    audits: int
    games: int
    unanswered: int
    done: Mapping[str, int]
    champions: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    """The standings: place, club, wins, losses, runs for and against."""


class Rehearsal:
    """One event. ``jobs``: whether there is a worker, so that stages are played out by jobs."""

    def __init__(
        self,
        plan: Plan,
        *,
        wire: Wire | None = None,
        jobs: bool = False,
        say: Callable[[str], object] = print,
    ) -> None:
        self.event = Event(plan, wire or InProcess(), say)
        self.auditor = Auditor(self.event)
        self.jobs = jobs
        self.acts = 0

    def run(self) -> Report:
        """The whole event."""
        self.open()
        for _ in range(MOST_ROUNDS):
            self.play_what_is_drawn()
            if self.event.state == "complete":
                break
            self.draw_on()
        else:
            raise AuditError("the event does not end")
        return self.report()

    def open(self) -> None:
        """From the announcement to the first game."""
        event = self.event
        self.do("announcement", opening.announce, audited=False)
        self.do("format", opening.choose_format, audited=False)
        event.know()
        self.do("invitations", opening.invite)
        if event.plan.card_set:
            self.do("check-in", drafting.check_in)
            self.do("slots", drafting.choose_slots)
            self.do("draft", drafting.draft)
            event.say(f"Drafted: {event.done['picks']} picks by managers, the rest by the house.")
        self.do("start", opening.start)
        event.know()
        if event.plan.card_set:
            self.do("line-ups", planning.plan_ahead)
            self.do("rotations", planning.declare_starts)

    def play_what_is_drawn(self, *, until: int = MOST_ROUNDS) -> None:
        """Every round that is drawn up to one: people play some games, the rest is simulated."""
        event = self.event
        for round_ in event.schedule():
            number = round_["number"]
            if number > until or not event.waiting(number):
                continue
            for name, way, meeting in rounds.by_hand(event, number, BY_HAND):
                self.do(name, partial(rounds.play_one, way=way, meeting=meeting))
            if (
                self.jobs
                and event.done["ways"] >= len(rounds.ways_of(event))
                and until >= MOST_ROUNDS
            ):
                self.do("play-out", rounds.play_out)
            elif event.waiting(number):
                play = partial(rounds.simulate_round, number=number)
                self.do(f"round {number}", play)
            if event.absent and not event.done["drops"] and event.state == "running":
                self.do("a club that drops out", drops.somebody_leaves)

    def draw_on(self) -> None:
        """What follows is drawn, ties broken on the way."""
        self.do("clubs that others played for", drops.settle)
        if self.event.state == "complete":
            return
        for _ in range(deciding.MOST_TIES):
            if self.do("drawing", deciding.draw_on):
                return
            self.do("tie", deciding.break_tie)
            self.play_what_is_drawn()
        raise AuditError("ties do not end")

    def do(self, name: str, act: Callable[[Event], T], *, audited: bool = True) -> T:
        """One act, and the audit after it."""
        found = act(self.event)
        self.acts += 1
        if audited:
            self.auditor.look(name)
        return found

    def report(self) -> Report:
        """The report of the rehearsal."""
        event = self.event
        champions = deciding.champions(event)
        event.say(f"Champions: {', '.join(champions)}")
        people = [event.director, event.spectator, *event.managers.values()]
        return Report(
            slug=event.slug,
            acts=self.acts,
            audits=self.auditor.audits,
            games=len(event.games()),
            unanswered=sum(person.unanswered for person in people),
            done=Counter(event.done),
            champions=tuple(champions),
            table=tuple(
                (line["rank"], line["team"], *(line["metrics"][key] for key in SHOWN))
                for line in event.spectator.get(event.at("standings/"))
            ),
        )
