"""Clinched, out and magic numbers, against every way to play the rest."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules import clinching
from tournaments.rules.clinching import outlooks
from tournaments.rules.criterion import EVEN, Field
from tournaments.rules.results import GameResult


def field_of(
    wins: dict[tuple[int, int], int],
    left: dict[tuple[int, int], int],
    clubs: int,
    tied: dict[tuple[int, int], int] | None = None,
):
    """``wins``: games the first of a pair has won against the second; ``tied``: those that nobody
    won."""
    played = [(pair, 0) for pair, count in wins.items() for _ in range(count)]
    played += [(pair, 1) for pair, count in (tied or {}).items() for _ in range(count)]
    results = [
        GameResult(one, other, 1, runs, at) for at, ((one, other), runs) in enumerate(played)
    ]
    scheduled: dict[frozenset[int], int] = {}
    for result in results:
        pair = frozenset((result.home, result.away))
        scheduled[pair] = scheduled.get(pair, 0) + 1
    for (one, other), count in left.items():
        pair = frozenset((one, other))
        scheduled[pair] = scheduled.get(pair, 0) + count
    return Field(list(range(1, clubs + 1)), results, scheduled=scheduled)


def every_end(field: Field, *, by_pct: bool):
    """Games above .500 of everybody after each way to play the rest, or the share of games won,
    with the wins in it."""
    games = [tuple(sorted(pair)) for pair, count in field.left.items() for _ in range(count)]
    start = {each: field.standing[each].overall.above_even for each in field.entrants}
    for winners in product((0, 1), repeat=len(games)):
        final, more = dict(start), dict.fromkeys(field.entrants, 0)
        for pair, winner in zip(games, winners, strict=True):
            final[pair[winner]] += 1
            final[pair[1 - winner]] -= 1
            more[pair[winner]] += 1
        if by_pct:
            yield {each: share(field, each, more[each]) for each in field.entrants}, more
        else:
            yield final, more


def share(field: Field, club: int, more: int) -> Fraction:
    """Of its games a club has won in the end, a tie half; without any it stands at .500."""
    now, left = field.standing[club].overall, field.left_of(club)
    games = now.played + left
    return Fraction(2 * (now.won + more) + now.tied, 2 * games) if games else EVEN


numbers = st.integers(0, 2)


@settings(max_examples=100)
@given(data=st.data(), places=st.integers(1, 3), by_pct=st.booleans())
def test_it_is_what_every_way_to_play_the_rest_says(data, places, by_pct):
    pairs = list(combinations(range(1, 5), 2))
    wins = {pair: data.draw(numbers) for pair in [*pairs, *((b, a) for a, b in pairs)]}
    tied = {pair: data.draw(st.integers(0, 1)) for pair in pairs}
    left = {}
    for pair in pairs:
        left[pair] = data.draw(numbers) if sum(left.values()) < 9 else 0
    field = field_of(wins, left, 4, tied)
    ends = list(every_end(field, by_pct=by_pct))
    found = outlooks(field, field.entrants, places, by_pct=by_pct)
    for club, outlook in found.items():
        others = [each for each in field.entrants if each != club]
        level = [
            (more[club], sum(final[each] >= final[club] for each in others)) for final, more in ends
        ]
        ahead = [sum(final[each] > final[club] for each in others) for final, _ in ends]
        assert outlook.out == (min(ahead) >= places)
        assert outlook.clinched == (max(count for _, count in level) < places)
        if not outlook.out:
            own = field.left_of(club)
            enough = [
                wins
                for wins in range(own + 1)
                if all(count < places for more, count in level if more == wins)
            ]
            assert outlook.magic == (min(enough) if enough else None)


def test_detroit_1996_was_out_though_its_wins_alone_did_not_say_so():
    # The textbook's table of the American League East of 30 August 1996: Detroit could still win as
    # many games as New York had, but New York and Baltimore meet too often.
    # New York 75-59 (28 left), Baltimore 71-63 (28), Boston 69-66 (27), Toronto 63-72 (27),
    # Detroit 49-86 (27).
    names = {1: (75, 59), 2: (71, 63), 3: (69, 66), 4: (63, 72), 5: (49, 86)}
    among = {(1, 2): 3, (1, 3): 8, (1, 4): 7, (1, 5): 3, (2, 3): 2, (2, 4): 7, (2, 5): 4,
             (3, 4): 0, (3, 5): 0, (4, 5): 0}  # fmt: skip
    total = {1: 28, 2: 28, 3: 27, 4: 27, 5: 27}
    wins: dict[tuple[int, int], int] = {}
    left = dict(among)
    for club, (won, lost) in names.items():
        # The rest of the league, one opponent for each club.
        wins[club, club + 10] = won
        wins[club + 10, club] = lost
        inside = sum(count for pair, count in among.items() if club in pair)
        left[club, club + 10] = total[club] - inside
    field = field_of(wins, left, 15)
    found = outlooks(field, [1, 2, 3, 4, 5], 1, by_pct=False)
    assert 49 + 27 >= 75
    assert found[5].out
    assert "even with every game won" in found[5].reason
    assert [club for club, each in found.items() if each.out] == [5]


@pytest.mark.parametrize("places", [1, 2])
def test_relabelling_the_clubs_relabels_the_answers(places):
    wins = {(1, 2): 2, (2, 3): 1, (3, 1): 1, (4, 1): 1, (2, 4): 2}
    left = {(1, 3): 1, (2, 4): 1, (3, 4): 2}
    turn = {1: 3, 2: 1, 3: 4, 4: 2}
    one = outlooks(field_of(wins, left, 4), [1, 2, 3, 4], places, by_pct=True)
    other = outlooks(
        field_of(
            {(turn[a], turn[b]): n for (a, b), n in wins.items()},
            {(turn[a], turn[b]): n for (a, b), n in left.items()},
            4,
        ),
        [1, 2, 3, 4],
        places,
        by_pct=True,
    )
    for club, outlook in one.items():
        assert (outlook.magic, outlook.out) == (other[turn[club]].magic, other[turn[club]].out)


@pytest.mark.parametrize("places", [3, 4])
def test_where_there_are_places_for_all_everybody_is_in_before_a_game_is_played(places):
    field = field_of({}, {(1, 2): 5, (2, 3): 5}, 3)
    told = outlooks(field, field.entrants, places, by_pct=False)
    assert {club: (each.magic, each.out) for club, each in told.items()} == dict.fromkeys(
        (1, 2, 3), (0, False)
    )


def test_nothing_is_claimed_of_whom_too_much_would_have_to_be_looked_at(monkeypatch):
    pairs = list(combinations(range(1, 9), 2))
    field = field_of({(1, 2): 1}, dict.fromkeys(pairs, 2), 8)
    told = outlooks(field, field.entrants, 3, by_pct=False)
    assert all(each.reason for each in told.values())
    monkeypatch.setattr(clinching, "MOST_PAIRS", 8)
    silent = outlooks(field, field.entrants, 3, by_pct=False)
    assert all((each.magic, each.out, each.reason) == (None, False, "") for each in silent.values())


@pytest.mark.parametrize(
    ("wins", "left", "clubs", "club", "places"),
    [
        (
            {(4, 1): 1, (5, 1): 1, (2, 3): 1, (5, 2): 1, (3, 5): 1},
            {(2, 3): 1, (2, 4): 1, (2, 5): 1, (3, 4): 1, (3, 5): 1, (4, 5): 1},
            5,
            1,
            3,
        ),
        (
            {(2, 1): 2, (1, 6): 2, (3, 5): 2, (6, 3): 2},
            {(1, 2): 1, (1, 4): 1, (2, 3): 1, (2, 4): 1, (2, 6): 1, (3, 6): 2, (4, 6): 1},
            6,
            5,
            3,
        ),
    ],
)
def test_whichever_two_are_let_go_too_many_finish_ahead(wins, left, clubs, club, places):
    """Whoever of the two is let go first leaves the same rest, no better the second time."""
    field = field_of(wins, left, clubs)
    ends = every_end(field, by_pct=False)
    fewest = min(sum(each > final[club] for each in final.values()) for final, _ in ends)
    assert fewest >= places
    assert outlooks(field, field.entrants, places, by_pct=False)[club].out
