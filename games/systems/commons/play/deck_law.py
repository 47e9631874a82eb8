"""The law of decks (CB-001 to CB-005, CB-101, CB-103, CB-114 to CB-119). Pure.

A person may be in a deck once, whatever the years. A card made from a season knows its person; of a
card typed in by a user only the name is known, so it counts as the player of that name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal

RANKS: Final = range(1, 11)


@dataclass(frozen=True)
class DeckLaw:
    """The numbers of a deck; the defaults are those printed. ``least_at_bats`` and ``least_outs``
    are an event's own, 0 by default: a player of one at-bat and one hit always hits. ``card_set``:
    the id of the set that all cards must come from; 0: any."""

    batters: int = 50
    pitchers: int = 10
    relievers: int = 4
    points: int = 300
    least_at_bats: int = 0
    least_outs: int = 0
    card_set: int = 0

    @property
    def cards(self) -> int:
        """CB-001."""
        return self.batters + self.pitchers


PRINTED: Final = DeckLaw()

REGULAR_AT_BATS: Final = 100
REGULAR_INNINGS: Final = 30
REGULAR: Final = DeckLaw(least_at_bats=REGULAR_AT_BATS, least_outs=3 * REGULAR_INNINGS)
"""Playing time from which a season is representative: the site deals, drafts and builds decks from
such players, unless set otherwise or the cards are too few."""


def has_played_enough(playing: int | None, *, pitches: bool, law: DeckLaw) -> bool:
    """Tell whether ``playing``, at-bats or a pitcher's outs, meets the law; None, not on the card,
    does."""
    return playing is None or playing >= (law.least_outs if pitches else law.least_at_bats)


@dataclass(frozen=True)
class DeckCard:
    """A card as the law sees it. ``person`` is empty where only the name is known; ``playing`` is
    at-bats or outs, None if not on the card; ``faults`` are the card's own; ``value`` is in runs a
    game."""

    key: int
    name: str
    year: int
    pitches: bool
    rank: int
    person: str = ""
    reliever: bool = False
    playing: int | None = None
    faults: tuple[Refusal, ...] = ()
    value: float = 0.0
    card_set: int = 0

    @property
    def who(self) -> str:
        """The player: his person, or else his name."""
        return self.person or named(self.name)


def named(name: str) -> str:
    """The key of a player of whom only the name is known."""
    return f"name:{' '.join(name.casefold().split())}"


@dataclass(frozen=True)
class Tally:
    """The counts of a deck."""

    batters: int
    pitchers: int
    relievers: int
    points: int


def tally(cards: Iterable[DeckCard]) -> Tally:
    all_cards = list(cards)
    pitchers = [card for card in all_cards if card.pitches]
    return Tally(
        batters=len(all_cards) - len(pitchers),
        pitchers=len(pitchers),
        relievers=sum(card.reliever for card in pitchers),
        points=sum(card.rank for card in all_cards),
    )


def deck_problems(cards: Sequence[DeckCard], law: DeckLaw = PRINTED) -> list[Refusal]:
    """Everything that is wrong with a deck, with the rule, the place and by how much.

    ``deck-size`` (CB-001), ``not-fifty-batters``, ``not-ten-pitchers`` (CB-002),
    ``too-many-relievers`` (CB-003), ``salary-cap-exceeded`` (CB-103), ``player-twice`` (CB-119),
    ``rank-out-of-range`` (CB-101), ``too-little-played``, and of each card its own faults (CB-004,
    CB-066, CB-115 to CB-118, ``card-of-another-set``). A card's place is ``card:<key>``.
    """
    counts = tally(cards)
    refusals = [
        *_off(
            "deck-size",
            "cards",
            "CB-001",
            counts.batters + counts.pitchers,
            law.cards,
            "A deck has",
        ),
        *_off("not-fifty-batters", "batters", "CB-002", counts.batters, law.batters, "It has"),
        *_off("not-ten-pitchers", "pitchers", "CB-002", counts.pitchers, law.pitchers, "It has"),
    ]
    if counts.relievers > law.relievers:
        over = counts.relievers - law.relievers
        refusals.append(
            Refusal(
                "too-many-relievers",
                f"At most {law.relievers} pitchers are relievers; {counts.relievers} are, {over} "
                "too many (CB-003).",
                "relievers",
                {"rule": "CB-003", "has": counts.relievers, "most": law.relievers, "by": over},
            )
        )
    if counts.points > law.points:
        over = counts.points - law.points
        refusals.append(
            Refusal(
                "salary-cap-exceeded",
                f"The ranks come to {counts.points} points; {law.points} are allowed, {over} fewer "
                "(CB-103).",
                "points",
                {"rule": "CB-103", "has": counts.points, "most": law.points, "by": over},
            )
        )
    return [
        *refusals,
        *_twice(cards),
        *(refusal for card in cards for refusal in problems_of(card, law)),
    ]


def problems_of(card: DeckCard, law: DeckLaw = PRINTED) -> list[Refusal]:
    """Reasons why a card may be in no deck of this law."""
    place = f"card:{card.key}"
    problems = [
        Refusal(fault.code, fault.message, place, {**fault.facts, "column": fault.place})
        for fault in card.faults
    ]
    if card.rank not in RANKS and not problems:
        problems.append(
            Refusal(
                "rank-out-of-range",
                f"{card.name}: a rank is 1 to 10, not {card.rank} (CB-101).",
                place,
                {"rule": "CB-101"},
            )
        )
    if not has_played_enough(card.playing, pitches=card.pitches, law=law):
        problems.append(too_little_played(card.name, card.playing or 0, card.pitches, law, place))
    if law.card_set and card.card_set != law.card_set:
        problems.append(
            Refusal(
                "card-of-another-set",
                f"{card.name} ({card.year}) is not of the event’s card set, and its decks are.",
                place,
            )
        )
    return problems


def too_little_played(name: str, playing: int, pitches: bool, law: DeckLaw, place: str) -> Refusal:
    """The refusal of a player with less playing time than an event asks for."""
    least = law.least_outs if pitches else law.least_at_bats
    has, wants = (
        (f"{playing // 3}.{playing % 3} innings", least // 3)
        if pitches
        else (f"{playing} at-bats", least)
    )
    return Refusal(
        "too-little-played",
        f"{name} has {has}; this event asks for {wants}.",
        place,
        {"has": playing, "least": least},
    )


def _off(code: str, place: str, rule: str, has: int, wants: int, words: str) -> list[Refusal]:
    if has == wants:
        return []
    by = abs(has - wants)
    much = f"{by} {'too many' if has > wants else 'too few'}"
    return [
        Refusal(
            code,
            f"{words} {wants} {place}; this one has {has}, {much} ({rule}).",
            place,
            {"rule": rule, "has": has, "wants": wants, "by": by},
        )
    ]


def by_player(cards: Iterable[DeckCard]) -> dict[str, list[DeckCard]]:
    """The cards by player: one of whom only the name is known is the player of that name."""
    all_cards = list(cards)
    by_name = {named(card.name): card.who for card in all_cards if card.person}
    grouped: dict[str, list[DeckCard]] = defaultdict(list)
    for card in all_cards:
        grouped[card.person or by_name.get(card.who, card.who)].append(card)
    return grouped


def _twice(cards: Sequence[DeckCard]) -> list[Refusal]:
    refusals = []
    for copies in by_player(cards).values():
        if len(copies) < 2:
            continue
        years = ", ".join(str(card.year) for card in copies)
        refusals += [
            Refusal(
                "player-twice",
                f"{card.name} is in the deck {len(copies)} times ({years}); one card of a "
                "player is allowed, whatever the year (CB-119).",
                f"card:{card.key}",
                {"rule": "CB-119", "cards": [other.key for other in copies]},
            )
            for card in copies[1:]
        ]
    return refusals
