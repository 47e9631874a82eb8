"""Why the next round or stage cannot be drawn yet: the service refuses with these reasons, and
pages offer the drawing by them."""

from __future__ import annotations

from config.refusals import Refusal, Refused
from games.seriesday.models import Ruling
from tournaments.models import Stage, Tournament
from tournaments.selectors.drops import open_take_overs
from tournaments.selectors.league import League
from tournaments.selectors.progress import (
    current_stage,
    next_matches,
    standing_of,
    tie_refusals,
    title_ties,
)

MOST_TOLD = 20


def why_not_advance(league: League) -> list[Refusal]:
    """Return what has to happen before the next round or stage is drawn; empty where it can be
    drawn."""
    tournament = league.tournament
    if tournament.state != Tournament.State.RUNNING:
        words = f"{tournament} is {tournament.get_state_display().lower()}."
        return [Refusal("not-running", words)]
    if league.unplayed:
        facts = {"series": [meeting.series_id for meeting in league.unplayed]}
        words = f"{len(league.unplayed)} series are left to play first."
        return [Refusal("round-open", words, "round", facts)]
    if open_rulings := _open_rulings(tournament):
        return open_rulings
    try:
        if next_matches(league, current_stage(league)):
            return []
    except Refused as refused:
        return list(refused.refusals)
    next_stage = next((stage for stage in league.stages if not league.of_stage(stage)), None)
    if next_stage is not None:
        return _why_not_in(league, next_stage)
    nothing_left = Refusal("nothing-to-draw", "The last round has been played.")
    return tie_refusals(league, title_ties(league)) or [nothing_left]


def _why_not_in(league: League, stage: Stage) -> list[Refusal]:
    rule = stage.spec.entry
    if rule is None:
        words = f"{stage} does not say who gets in."
        return [Refusal("stage-not-possible", words, "stage")]
    advancement = standing_of(league, rule, stage)
    open_refusals = tie_refusals(league, advancement.open) or open_take_overs(league, rule, stage)
    if not open_refusals and len(advancement.qualifiers) < 2:
        words = f"Fewer than two clubs get into {stage}."
        return [Refusal("too-few-get-in", words, "stage")]
    return open_refusals


def _open_rulings(tournament: Tournament) -> list[Refusal]:
    """T31.0b: rule violations noticed in games are settled before the games decide who advances."""
    rulings = Ruling.objects.waiting().filter(
        series__event__key=tournament.scope, game__isnull=False
    )
    return [
        Refusal(
            "ruling-open",
            f"{ruling.series}: {ruling.facts}",
            "round",
            {
                "rule": "T31.0b",
                "ruling": ruling.pk,
                "url": ruling.get_absolute_url(),
                "leads_to": "The ruling",
            },
        )
        for ruling in rulings.select_related("series__home", "series__away").order_by("pk")[
            :MOST_TOLD
        ]
    ]
