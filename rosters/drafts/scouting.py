"""What a page says of those who are left: their figures, their roles, and whom the house would take
for which reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rosters.drafts.presenters import Cards
from rosters.drafts.room import Room
from rosters.drafts.selectors.available import POSITION_WORDS, AvailableView
from rosters.drafts.selectors.figures import FIGURES, DraftFigure, YearFigures
from rosters.makers.base import HITTER, PITCHER
from rosters.models import Card
from rosters.presenters.rows import card_url
from rosters.presenters.words import POSITION_WORDS as WORDS_OF_POSITIONS
from rosters.presenters.words import positions_in_print, runs
from rosters.rules.draft.advice import PARK, QUEUED, Advice
from rosters.rules.draft.house import Weighed


@dataclass(frozen=True)
class FigureHead:
    """The head of a column of who is left, by which the list is sorted when it is pressed."""

    key: str
    short: str
    long: str
    is_sorted: bool


def figure_heads(view: AvailableView) -> list[list[FigureHead]]:
    """The heads over the figures: hitters' and pitchers' in a line each, those of one kind alone
    where the position says which."""
    kinds = [HITTER, PITCHER]
    if view.position:
        kinds = [HITTER if view.position in POSITION_WORDS else PITCHER]
    return [
        [
            FigureHead(each.key, each.short, each.long, each.key == view.sort)
            for each in FIGURES
            if each.kind == kind
        ]
        for kind in kinds
    ]


def year_line(card: Card, year: YearFigures, hand: str) -> list[tuple[DraftFigure, str]]:
    """A card's figures in print, against a hand where one is named; estimates with a ``~``."""
    values = year.against(hand)
    guessed = year.estimated and hand in year.by_hand
    return [
        (
            each,
            ("~" if guessed and each.key != "sb" and values.get(each.key) is not None else "")
            + each.write(values.get(each.key)),
        )
        for each in FIGURES
        if each.kind == card.kind
    ]


def roles_of(room: Room, card: Card) -> str:
    """What a player may be drafted as: ``SS, 2B``, ``SP``, ``SP, RP``."""
    player = room.pool.players.get(card.pk)
    if player is None or not player.pitches:
        return positions_in_print(card.positions)
    return ", ".join(
        word for word, able in (("SP", player.starts), ("RP", player.relieves)) if able
    ) or positions_in_print(card.positions)


def games_of(year: YearFigures) -> str:
    """``33 starts``, ``12 starts, 20 in relief``; empty for the player who did not pitch."""
    told = ((year.starts, "starts"), (year.relief, "in relief"))
    return ", ".join(f"{games} {how}" for games, how in told if games)


@dataclass(frozen=True)
class AdviceLine:
    """One of those that the house weighs, in print."""

    name: str
    positions: str
    url: str
    need: str
    over: str
    card: Card


def advice_lines(room: Room, weighed: Sequence[Weighed], cards: Cards) -> list[AdviceLine]:
    """The players advised next, each with the need that he answers to."""
    return [
        AdviceLine(
            cards[each.card].name,
            roles_of(room, cards[each.card]),
            card_url(room.draft.card_set, cards[each.card].key),
            need_in_words(each.need),
            runs(each.over),
            cards[each.card],
        )
        for each in weighed
    ]


def need_in_words(need: str) -> str:
    """``ss`` is shortstop; what a law calls by a word is that word."""
    return WORDS_OF_POSITIONS.get(need, need).lower()


def reason(advice: Advice) -> str:
    """Why the house would take it, in a sentence or two."""
    if advice.why == QUEUED:
        return "He is the first of your queue whom the law allows."
    if advice.why == PARK:
        return "It is time for a park: nothing else is missing."
    found = advice.weighed
    if found is None:
        return "With hardly anybody else could the squad still be legal."
    role = need_in_words(found.need)
    share = "" if found.playing >= 1 else f", and would play {found.playing:.0%} of the time there"
    return (
        f"At {role} the squad lacks {found.lacking}. He is {runs(found.over)} runs over what "
        f"will be left there when everybody has drafted{share}."
    )
