"""Rulings as pages show them: for those who may look at the series, strangers find none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

from django.http import Http404

from config.people.scopes import Visitor
from games.access import may_view
from games.models import Game, Series
from games.rulebook.catalogue import books
from games.rulebook.entries import Rule
from games.rules.remedies import (
    BOTH,
    CASES,
    DIRECTOR,
    NOT_ADMITTED,
    REPORTED,
    Case,
    Remedy,
    closed_to,
    options,
)
from games.seriesday.access import SeriesPart, part_in
from games.seriesday.models import Ruling, RulingStep
from games.seriesday.services.remedies import cut_point
from games.seriesday.services.rulings import APPEALABLE, accused, circumstances
from games.services.calling_off import ended
from games.systems.face import GameSystem
from rosters.members import Members

Kind = RulingStep.Kind


def cases_of(face: GameSystem) -> list[Case]:
    """What can be reported in games of a system: of dice alone no player and no squad breaks a
    rule."""
    cards = face.card_game
    nine = cards is not None and cards.has_line_ups
    there = {"not-in-squad": cards is not None, "computer-allowed": face.computer_game}
    always = {"misread", "concession", "other"}
    return [case for case in REPORTED if case.key in always or there.get(case.key, nine)]


@dataclass(frozen=True)
class Offer:
    """A remedy that is open, and the entry it would cut the game at where that is known."""

    remedy: Remedy
    entry: int | None
    asks_entry: bool


@dataclass(frozen=True)
class RulingPage:
    """A ruling with everything a user may do about it."""

    ruling: Ruling
    case: Case
    rules: tuple[Rule, ...]
    steps: tuple[RulingStep, ...]
    part: SeriesPart
    offers: tuple[Offer, ...]
    why_none: str
    may_agree: bool
    admits: bool
    may_appeal: bool
    may_dismiss: bool
    chooses: str


def visible_ruling(user: Visitor, pk: int) -> Ruling:
    """The ruling, for those who may look at its series."""
    found = (
        Ruling.objects.select_related(
            "series__home", "series__away", "game__home", "game__away", "offended", "opened_by"
        )
        .filter(pk=pk)
        .first()
    )
    if found is None or not may_view(user, found.series):
        raise Http404("No such ruling.")
    if found.game is not None:
        found.game.series = found.series
    return found


def rulings_on(user: Visitor, game: Game) -> list[RulingPage]:
    """What was ruled on a game, or is to be, the latest first."""
    found = Ruling.objects.filter(game=game).select_related(
        "series__home", "series__away", "game__home", "game__away", "offended", "opened_by"
    )
    return [ruling_page(user, each) for each in found.order_by("-pk")]


def ruling_page(user: Visitor, ruling: Ruling) -> RulingPage:
    """What the page of a ruling shows to this visitor."""
    case = CASES[ruling.case]
    part = part_in(user, ruling.series)
    over = ended(ruling.series, ruling.game)
    acts = ruling.waits and not over
    steps = tuple(ruling.steps.select_related("by", "team"))
    spoken = {step.team_id for step in steps if step.kind == RulingStep.Kind.AGREED}
    mine = _may_choose(ruling, case, part)
    as_director = part.directs and ruling.offended_id not in part.clubs
    when = circumstances(ruling, by_director=as_director)
    offers = [
        Offer(
            each,
            entry := cut_point(ruling, each.key),
            each.cuts and entry is None and bool(ruling.game and ruling.game.has_plays),
        )
        for each in options(case, when)
    ]
    closed = next(iter(over), None) or closed_to(case, when)
    if (
        closed is None
        and mine
        and options(case, when) != options(case, replace(when, established=True))
    ):
        closed = NOT_ADMITTED
    return RulingPage(
        ruling=ruling,
        case=case,
        rules=rules_of(ruling.rule),
        steps=steps,
        part=part,
        offers=tuple(offers) if mine and acts else (),
        why_none=closed.message if closed is not None and ruling.waits else "",
        may_agree=acts and bool(part.clubs & _asked(ruling, case) - spoken),
        admits=case.chooses != BOTH,
        may_appeal=bool(part.clubs) and not over and ruling.state in APPEALABLE,
        may_dismiss=part.directs and acts and not ruling.remedy,
        chooses=_chooses(ruling, case, part),
    )


def agreed_by(rulings: Collection[Ruling]) -> dict[int, set[int]]:
    """By ruling the clubs that have said that it happened; a director who reports it has said so
    for the accused one."""
    found: dict[int, set[int]] = defaultdict(set)
    by_key = {ruling.pk: ruling for ruling in rulings}
    steps = RulingStep.objects.filter(ruling__in=by_key, kind__in=(Kind.AGREED, Kind.OPENED))
    for pk, kind, team, as_director in steps.values_list("ruling", "kind", "team", "as_director"):
        if kind == Kind.AGREED:
            found[pk].add(team)
        elif as_director:
            found[pk] |= accused(by_key[pk])
    return found


def awaited_clubs(ruling: Ruling, agreed: Collection[int]) -> frozenset[int]:
    """The clubs whose managers have the next word, where those of ``agreed`` have said that it
    happened; none where the director rules."""
    case = CASES[ruling.case]
    if ruling.state == Ruling.State.APPEALED or case.chooses == DIRECTOR:
        return frozenset()
    if case.chooses == BOTH:
        clubs = frozenset({ruling.series.home_id, ruling.series.away_id})
        return clubs - frozenset(agreed) or clubs
    # Nothing is taken off a result until the accused club has said whether it happened.
    asked = accused(ruling) - frozenset(agreed)
    return asked | ({ruling.offended_id} if ruling.offended_id is not None else set())


def needs_director(ruling: Ruling, agreed: Collection[int], managed: Collection[int]) -> bool:
    """Whether a director has to rule: by the rules, or because a club whose word is awaited has no
    manager."""
    clubs = awaited_clubs(ruling, agreed)
    return not clubs or not clubs <= set(managed)


def rulings_for_director(rulings: Collection[Ruling]) -> frozenset[int]:
    """Those of these open rulings, by key, that need a director."""
    agreed = agreed_by(rulings)
    members = Members(
        club for each in rulings for club in (each.series.home_id, each.series.away_id)
    )
    return frozenset(
        each.pk for each in rulings if needs_director(each, agreed[each.pk], members.managed)
    )


def rules_of(id: str) -> tuple[Rule, ...]:
    """The paragraphs of the rulebook under this number, in our own words."""
    return tuple(
        rule
        for book in books()
        for rule in book.rules
        if rule.id == id or (rule.id.startswith(id) and rule.id[len(id) :].isalpha())
    )


def rulings_of(series: Series) -> list[Ruling]:
    """Everything that was ruled on, or waits for it, in a series; the latest first."""
    return list(series.rulings.select_related("game", "offended").order_by("-pk"))


def games_begun(series: Series) -> list[Game]:
    """The games in which something can have gone wrong."""
    return list(series.games.exclude(status=Game.Status.VOID).order_by("number"))


def _asked(ruling: Ruling, case: Case) -> frozenset[int]:
    """The clubs whose word it is whether it happened."""
    if case.chooses == BOTH:
        return frozenset({ruling.series.home_id, ruling.series.away_id})
    return accused(ruling) if ruling.state == Ruling.State.OPEN else frozenset()


def _may_choose(ruling: Ruling, case: Case, part: SeriesPart) -> bool:
    if part.directs:
        return True
    if ruling.state == Ruling.State.APPEALED or case.chooses == "director":
        return False
    return bool(part.clubs) if case.chooses == BOTH else ruling.offended_id in part.clubs


def _chooses(ruling: Ruling, case: Case, part: SeriesPart) -> str:
    """The person who is waited for, in words."""
    if ruling.state == Ruling.State.APPEALED or case.chooses == DIRECTOR:
        return "the director"
    series = ruling.series
    asked = [ruling.offended] if case.chooses != BOTH else [series.away, series.home]
    unmanaged = [club for club in asked if club is not None and club.pk not in part.managed]
    if unmanaged:
        return f"the director, as {unmanaged[0].name} has no manager"
    if case.chooses == BOTH:
        return "both managers"
    return ruling.offended.name if ruling.offended else "the director"
