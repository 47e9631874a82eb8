"""Whether the odds of events are right: of clubs that were given 30 %, do 30 % get there?"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.strengths import try_out
from tournaments.models import Tournament
from tournaments.rules.odds import complete, error
from tournaments.rules.odds_state import State, ToPlay
from tournaments.rules.results import GameResult
from tournaments.rules.strengths import Strengths, Tried, drawn
from tournaments.selectors.league import League, load_league
from tournaments.selectors.odds import after_round, state_of
from tournaments.services.odds import DRAWS, GAMES_TO_FIND_OUT


@dataclass
class Bin:
    """Clubs that were given about the same chance."""

    given: float = 0.0
    clubs: int = 0
    got_there: int = 0


@dataclass
class Reliability:
    """The odds that were given and how often it came about, by tenths."""

    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(10)])

    def count(self, given: float, got_there: bool) -> None:
        """One club of one event."""
        each = self.bins[min(9, int(10 * given))]
        each.given += given
        each.clubs += 1
        each.got_there += got_there


class Command(BaseCommand):
    help = (
        "Simulates events like one that there is, stops each at a point of its schedule, finds the "
        "odds there, plays it to the end, and prints how often clubs got what they were given. "
        "How events really go is found by many games of each pair; what the odds know of the clubs "
        "is thrown for each event anew, as few games as they have in the house."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="Of an event whose schedule is drawn.")
        parser.add_argument("--events", type=int, default=1000)
        parser.add_argument("--completions", type=int, default=400)
        parser.add_argument(
            "--games",
            type=int,
            default=0,
            help="Of each pair, for the odds; usually as many as the house plays.",
        )
        parser.add_argument("--truth", type=int, default=200, help="Of each pair, for the events.")
        parser.add_argument("--seed", default="reliability")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None or tournament.state == Tournament.State.SETUP:
            raise CommandError("Name an event whose schedule is drawn.")
        league = after_round(load_league(tournament), 0)
        dice = Random(f"{options['seed']}/events")
        tried = _tried(league, options["truth"], f"{options['seed']}/truth")
        truth = _as_played(tried)
        games = options["games"] or max(4, GAMES_TO_FIND_OUT // len(tried.won))
        start = state_of(league)
        title, entry = Reliability(), Reliability()
        for _ in range(options["events"]):
            # Of one and the same guess at the clubs a thousand events would all be wrong alike.
            draws = min(DRAWS, max(1, options["completions"] // 10))
            known = drawn(_found_out(truth, games, dice), draws, dice)
            _one(start, known, truth, options["completions"], dice, title, entry)
        self._print("Gets into the next stage", entry)
        self._print("Wins the event", title)

    def _print(self, what: str, found: Reliability) -> None:
        clubs = sum(each.clubs for each in found.bins)
        if not clubs:
            return
        self.stdout.write(f"{what}: {clubs} clubs of simulated events")
        self.stdout.write("  given      clubs  on average  got there  standard error   off by")
        for number, each in enumerate(found.bins):
            if each.clubs:
                given, got = each.given / each.clubs, each.got_there / each.clubs
                chance = error(given, each.clubs)
                off = f"{(got - given) / chance:+.1f} errors" if chance else ""
                self.stdout.write(
                    f"  {10 * number:3d}-{10 * number + 10:3d} % {each.clubs:7d} "
                    f"{100 * given:9.1f} % {100 * got:8.1f} % {100 * chance:9.1f}   {off}".rstrip()
                )


def _tried(league: League, games: int, seed: str) -> Tried:
    tournament = league.tournament
    number = {team: entrant.number for team, entrant in league.by_team.items()}
    played = try_out(
        system=tournament.system,
        settings=tournament.settings,
        scope=tournament.scope,
        teams=[club.team for club in league.entrants],
        games=games,
        seed=seed,
    )
    won = {(number[host], number[visitor]): row for (host, visitor), row in played.won.items()}
    return Tried(won, played.scores)


def _as_played(tried: Tried) -> Strengths:
    """Just the shares that were won."""
    return Strengths({pair: won / games for pair, (won, games) in tried.won.items()}, tried.scores)


def _found_out(truth: Strengths, games: int, dice: Random) -> Tried:
    """What so many games of each pair would have told."""
    won = {
        pair: (sum(dice.random() < chance for _ in range(games)), games)
        for pair, chance in truth.host_wins.items()
    }
    return Tried(won, truth.scores)


def _one(
    start: State,
    known: Sequence[Strengths],
    truth: Strengths,
    completions: int,
    dice: Random,
    title: Reliability,
    entry: Reliability,
) -> None:
    """An event that stops somewhere, is given odds, and goes on."""
    stop = dice.randrange(len(start.to_play) + 1)
    results = list(start.field.results)
    for series in start.to_play[:stop]:
        results += _played(series, truth, dice, len(results))
    here = State(
        type(start.field)(
            start.field.entrants,
            results,
            start.field.divisions,
            start.field.scheduled,
            start.field.rulings,
            start.field.outside,
        ),
        start.order,
        start.to_play[stop:],
        start.stages,
        start.barred,
    )
    given = complete(here, known, completions, dice)
    came = complete(here, [truth], 1, dice)
    following = next((each.number for each in start.stages if each.spec.entry), 0)
    for club in start.field.ranked:
        title.count(given.event[club] / completions, came.event[club] > 0)
        if following:
            entry.count(
                given.reached[following][club] / completions, came.reached[following][club] > 0
            )


def _played(series: ToPlay, truth: Strengths, dice: Random, order: int) -> list[GameResult]:
    found = []
    for at, letter in enumerate(series.hosts):
        won = dice.random() < truth.chance(series.home, series.away, at_home=letter == "H")
        most, least = dice.choice(truth.scores)
        winner, loser = (series.home, series.away) if won else (series.away, series.home)
        found.append(GameResult(winner, loser, most, least, order + at))
    return found
