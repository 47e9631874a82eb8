"""Compute the odds of an event in a job: how its clubs fare against each other, and how the rest of
the event goes when it is simulated many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Final

from config.jobs.kinds import REGISTRY
from config.jobs.models import Job
from config.jobs.services import enqueue
from config.live.services import publish
from config.people.models import User
from config.queues import LONG
from config.refusals import Refusal, Refused
from games.planning.plans import plans_of
from games.strengths import Played, try_out
from rosters.models import Squad
from tournaments.models import ClubStrengths, EventOdds, Tournament
from tournaments.permissions import for_directors
from tournaments.rules.odds import Odds, complete
from tournaments.rules.strengths import Tried, drawn
from tournaments.selectors.league import League, load_league
from tournaments.selectors.odds import (
    ODDS,
    after_round,
    last_whole_round,
    mark_of,
    odds_behind,
    state_of,
    tried_in,
)

COMPLETIONS: Final = 10_000
OF_EARLIER_ROUNDS: Final = 2_000
"""Completions from how things stood after a round for which odds were not asked at the time."""
GAMES_TO_FIND_OUT: Final = 6_000
"""Games that are shared out among the pairs of clubs."""

DRAWS: Final = 200
"""Strengths that the games played allow, each for as many completions: what is not known of the
clubs is part of the odds. Of 20 draws a club's chance of the title would still swing by half a
point, which no standard error of completions tells; of 200 by less than two tenths."""

PATIENCE: Final = timedelta(hours=1)
"""How long odds that no person asked for wait for a free worker."""

Told = Callable[[int, int], None]


@for_directors
def queue_odds(*, tournament: Tournament, acting_user: User | None) -> Job:
    """Queue the job, or return the one that is under way. Refused: ``not-running``."""
    if tournament.state == Tournament.State.SETUP:
        raise Refused(Refusal("not-running", "There are odds once the schedule is drawn."))
    return enqueue(
        kind=ODDS,
        key=f"{ODDS}:{tournament.pk}",
        scope=tournament.scope,
        label=f"The odds of {tournament}",
        arguments={"tournament": tournament.pk},
        acting_user=acting_user,
    )


def refresh_odds(*, now: datetime) -> int:
    """Queue the odds of the event that has waited longest since a round of it was over, where the
    house has nothing else to do that takes long, or has had for an hour; how many were queued, 0
    or 1. What fails is not tried again before the next round."""
    behind = sorted(odds_behind(now), key=lambda each: each[1])
    if not behind:
        return 0
    tournament, since = behind[0]
    live = list(Job.objects.filter(state__in=Job.LIVE))
    busy = any(each.kind in REGISTRY and REGISTRY[each.kind].queue(each) == LONG for each in live)
    if any(each.kind == ODDS for each in live) or (busy and now - since < PATIENCE):
        return 0
    queue_odds(tournament=tournament, acting_user=None)
    return 1


def find_odds(
    *, tournament_id: int, told: Told = lambda done, total: None, completions: int = COMPLETIONS
) -> dict[str, Any]:
    """The odds as things stand, and those after earlier rounds that were not found yet. What was
    found for the same state is kept; called again after a crash it goes on with the rest.
    ``told(done, total)`` may raise to stop. Refused where a club cannot play."""
    tournament = Tournament.objects.get(pk=tournament_id)
    league = load_league(tournament)
    last = last_whole_round(league)
    known = set(EventOdds.objects.filter(tournament=tournament).values_list("round", flat=True))
    earlier = [number for number in range(last) if number not in known]
    pairs = len(league.entrants) * (len(league.entrants) - 1)
    total = pairs + 10 * (len(earlier) + 1)
    tried, word = _tried(league, lambda done: told(done, total))
    done, fewer = pairs, min(OF_EARLIER_ROUNDS, completions)
    for number in earlier:
        _store(after_round(league, number), number, tried, word, fewer)
        done += 10
        told(done, total)

    steps = 0

    def tell(so_far: int) -> None:
        nonlocal steps
        if steps < (steps := 10 * so_far // completions):
            told(done + steps, total)

    made = _store(league, last, tried, word, completions, tell)
    publish(tournament.scope)
    return {"round": last, "completions": made.completions}


def _store(
    league: League,
    number: int,
    tried: Tried,
    word: str,
    completions: int,
    tell: Callable[[int], None] = lambda done: None,
) -> EventOdds:
    mark = mark_of(league, word)
    tournament = league.tournament
    there = EventOdds.objects.filter(tournament=tournament, mark=mark).first()
    if there is not None and there.completions >= completions:
        return there
    # Not the event's own seed: odds must not tell what its dice will be.
    dice = Random(f"odds/{mark}")
    strengths = drawn(tried, DRAWS, dice)
    found = complete(state_of(league), strengths, completions, dice, tell)
    made, _ = EventOdds.objects.update_or_create(
        tournament=tournament,
        mark=mark,
        defaults={
            "round": number,
            "completions": found.completions,
            "counts": _counts(league, found),
        },
    )
    return made


def _counts(league: League, found: Odds) -> dict[str, Any]:
    return {
        str(club.number): {
            "stages": {str(stage): times[club.number] for stage, times in found.reached.items()},
            "division": found.division[club.number],
            "event": found.event[club.number],
        }
        for club in league.entrants
    }


def _tried(league: League, tell: Callable[[int], None]) -> tuple[Tried, str]:
    """Games of the clubs as they play now, and the word for what they were played with."""
    tournament = league.tournament
    word = _word(league)
    there = ClubStrengths.objects.filter(tournament=tournament).first()
    if there is None or there.mark != word:
        pairs = len(league.entrants) * (len(league.entrants) - 1)
        played = try_out(
            system=tournament.system,
            settings=tournament.settings,
            scope=tournament.scope,
            teams=[club.team for club in league.entrants],
            games=max(4, GAMES_TO_FIND_OUT // pairs),
            seed=f"strengths/{word}",
            told=tell,
        )
        there, _ = ClubStrengths.objects.update_or_create(
            tournament=tournament, defaults={"mark": word, **_stored(league, played)}
        )
    tell(len(league.entrants) * (len(league.entrants) - 1))
    return tried_in(there), word


def _stored(league: League, played: Played) -> dict[str, Any]:
    number = {team: entrant.number for team, entrant in league.by_team.items()}
    return {
        "won": [
            [number[host], number[visitor], won, games]
            for (host, visitor), (won, games) in sorted(played.won.items())
        ],
        "scores": [[*score, times] for score, times in sorted(Counter(played.scores).items())],
    }


def _word(league: League) -> str:
    """Another word once squads, their cards, parks, rotations or line-ups change, or the rules."""
    tournament = league.tournament
    squads = Squad.objects.filter(event__key=tournament.scope).order_by("team")
    rows = squads.values_list("team", "ballpark", "team__ballpark", "spots__card")
    said = (
        tournament.system_key,
        tournament.system.version,
        sorted(tournament.settings.items()),
        [club.team_id for club in league.entrants],
        sorted(rows, key=repr),
        sorted(plans_of(list(squads.values_list("pk", flat=True))).items()),
    )
    return sha256(repr(said).encode()).hexdigest()
