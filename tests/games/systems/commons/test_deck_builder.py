"""The builder of decks against an exact solution by another way, and what it refuses."""

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from games.systems.commons.decks.builder import build, improve
from games.systems.commons.play.deck_law import DeckCard, DeckLaw, by_player, deck_problems

SMALL = DeckLaw(batters=6, pitchers=3, relievers=1, points=45)


def exact(pool: list[DeckCard], law: DeckLaw) -> float | None:
    """The best value by a table over players, each of whom brings one card or none: every
    combination of numbers and points is kept, so nothing is lost."""
    best = {(0, 0, 0, 0): 0.0}
    for his in by_player(pool).values():
        before = dict(best)
        for card in his:
            for (batters, starters, relievers, points), value in before.items():
                state = (
                    batters + (not card.pitches),
                    starters + (card.pitches and not card.reliever),
                    relievers + (card.pitches and card.reliever),
                    points + card.rank,
                )
                if (
                    state[0] > law.batters
                    or state[1] + state[2] > law.pitchers
                    or state[2] > law.relievers
                    or state[3] > law.points
                ):
                    continue
                best[state] = max(best.get(state, float("-inf")), value + card.value)
    whole = [
        value
        for (batters, starters, relievers, _), value in best.items()
        if batters == law.batters and starters + relievers == law.pitchers
    ]
    return max(whole, default=None)


def a_pool(seed: int, cards: int, people: int) -> list[DeckCard]:
    """Cards of players some of whom have several, some as pitchers too; better ones cost more."""
    chance = Random(seed)
    found = []
    for key in range(1, cards + 1):
        pitches = chance.random() < 0.4
        rank = chance.randint(1, 10)
        found.append(
            DeckCard(
                key,
                f"Player {key}",
                1950 + key,
                pitches,
                rank,
                person=f"person {chance.randrange(people)}",
                reliever=pitches and chance.random() < 0.5,
                value=round(0.05 + 0.01 * rank + chance.gauss(0, 0.02), 4),
            )
        )
    return found


@given(st.integers(0, 10**6), st.integers(60, 120))
@settings(max_examples=25)
def test_a_deck_is_within_two_per_cent_of_the_best_there_is(seed, cards):
    pool = a_pool(seed, cards, people=max(10, 2 * cards // 3))
    wanted = exact(pool, SMALL)
    built = build(pool, law=SMALL)
    assert deck_problems(built.cards, SMALL) == []
    assert wanted is not None
    assert wanted * 0.98 <= built.value <= wanted + 1e-9


@pytest.mark.rule("CB-103")
def test_a_whole_deck_spends_its_points():
    pool = a_pool(1, 8_000, people=3_000)
    built = build(pool)
    assert deck_problems(built.cards) == []
    assert (len(built.cards), built.points) == (60, 300)
    # An average rank of 5, as the rules say (CB-103), and nobody could be exchanged with gain.
    assert built.points / len(built.cards) == 5.0
    taken = {card.who for card in built.cards}
    for card in built.cards:
        assert not any(
            other.value > card.value
            and other.rank <= card.rank
            and other.pitches == card.pitches
            and other.reliever == card.reliever
            and other.who not in taken
            for other in pool
        )


@pytest.mark.long
def test_kept_cards_stay_and_the_rest_is_built_around_them():
    pool = a_pool(2, 3_000, people=2_000)
    batters = sorted((card for card in pool if not card.pitches), key=lambda card: card.value)
    kept = [batters[0], batters[-1]]
    built = build(pool, kept)
    assert set(kept) <= set(built.cards)
    assert deck_problems(built.cards) == []
    better = improve(pool, built.cards)
    assert batters[0] not in better.cards
    assert better.value > built.value


def test_what_nobody_can_build_is_refused_with_what_is_missing():
    numbers = count(1)

    def cards(how_many: int, rank: int, *, pitches: bool = False) -> list[DeckCard]:
        return [
            DeckCard(key, f"N {key}", 1950, pitches, rank, person=f"n{key}")
            for key, _ in zip(numbers, range(how_many), strict=False)
        ]

    with pytest.raises(Refused) as refused:
        build([*cards(49, 5), *cards(10, 5, pitches=True)])
    assert (refused.value.code, refused.value.refusals[0].facts["wants"]) == ("pool-too-small", 50)
    with pytest.raises(Refused) as refused:
        build([*cards(60, 6), *cards(20, 5, pitches=True)])
    assert refused.value.code == "salary-cap-exceeded"
    dear = cards(51, 10)
    with pytest.raises(Refused) as refused:
        build(dear, dear)
    assert refused.value.refusals[0].facts["by"] == 1
