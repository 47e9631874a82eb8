"""A box whose order at bat is a list proves itself: games that were really played pass under every
setting, and whatever is altered in them comes back with its place."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from games.engine.record import simulate
from games.rules.boxes import MOST_COUNTED, PITCHED
from games.rules.endings import law_of
from games.rules.listed_boxes import Deck
from games.rules.reports import GameClaim, Lists, SidesCards, problems
from games.rules.stored_reports import from_json, to_json
from games.systems.commons.play.club import BATTERS, DECK_SIZE
from games.systems.registry import GAME_SYSTEMS
from games.told_boxes import claim_of
from pitching.rules.columns import Line
from pitching.rules.one_inning import OneInning
from pitching.rules.sheet import Pitcher
from rosters.rules.coverage import Fielder
from tests.engine.commons.samples import decks
from tests.engine.commons.stage import COMMONS
from tests.engine.commons.test_lists import settings_of
from tests.engine.wild_games import SHARES, Wild

SIDES = ("visitors", "home side")
OWN = [{number: 100 * side + number for number in range(1, DECK_SIZE + 1)} for side in (1, 2)]
"""Each side's cards by number in its deck."""
KEYS = tuple(
    {**mine, **{DECK_SIZE + number: card for number, card in theirs.items()}}
    for mine, theirs in (OWN, reversed(OWN))
)
NAMED = {card: Fielder(f"No. {card}", frozenset()) for own in OWN for card in own.values()}
STRANGER = 999
PLAYERS_NAMED = {**NAMED, STRANGER: Fielder("A stranger", frozenset())}
DECKS = tuple(
    Deck(tuple(own.values())[:BATTERS], tuple(own.values())[BATTERS:]) for own in map(dict, OWN)
)
STAFFS = tuple(
    {card: Pitcher(card, NAMED[card].name, True, True) for card in deck.pitchers} for deck in DECKS
)
SQUADS = SidesCards(*(frozenset(own.values()) for own in OWN), lends_after=3)
USUAL = COMMONS.settings()
box = GAME_SYSTEMS["commons"].box
assert box is not None


def lists_of(clubs) -> Lists:
    """What a game between two decks is held against."""
    away, home = (
        replace(
            deck,
            passed_over=frozenset(
                card
                for card, player in zip(deck.batters, club.batters, strict=True)
                if player.batter.pinch
            ),
        )
        for deck, club in zip(DECKS, clubs, strict=True)
    )
    return Lists((away, home), (STAFFS[0], STAFFS[1]), OneInning())


LISTS = lists_of(decks(1, 2))


def wrong(claim: GameClaim, settings=USUAL, lists=LISTS) -> set[tuple[str, str]]:
    found = problems(
        law_of(settings),
        claim,
        SQUADS,
        (PLAYERS_NAMED, PLAYERS_NAMED),
        shape=box(settings),
        lists=lists,
    )
    return {(each.code, each.place) for each in found}


@cache
def played(seed: str = "list") -> GameClaim:
    """A game between two decks, as somebody would report it."""
    return claim_of(simulate(COMMONS, USUAL, seed, clubs=decks(1, 2)), KEYS)


@cache
def long_game() -> GameClaim:
    """One in which both sides ran out of everything."""
    settings = COMMONS.settings({"innings": 16})
    managers = (Wild(5, 1.0), Wild(6, 1.0))
    record = simulate(COMMONS, settings, "long", managers=managers, clubs=decks(7, 8))
    return claim_of(record, KEYS)


LONG = COMMONS.settings({"innings": 16})
LONG_LISTS = lists_of(decks(7, 8))


def with_side(claim: GameClaim, at: int, **changes) -> GameClaim:
    sides = [*claim.sides]
    sides[at] = replace(sides[at], **changes)
    return replace(claim, sides=tuple(sides))


def with_batter(claim: GameClaim, at: int, number: int, **changes) -> GameClaim:
    lines = [*claim.sides[at].batting]
    lines[number] = replace(lines[number], **changes)
    return with_side(claim, at, batting=tuple(lines))


def with_arm(claim: GameClaim, at: int, number: int, **changes) -> GameClaim:
    lines = [*claim.sides[at].pitchers]
    lines[number] = replace(lines[number], **changes)
    return with_side(claim, at, pitchers=tuple(lines))


@pytest.mark.parametrize("seed", range(24))
def test_games_under_every_setting_prove_and_are_stored_as_they_were_told(seed):
    random = Random(seed)
    settings = COMMONS.settings(settings_of(random))
    managers = (Wild(seed, SHARES[seed % 3]), Wild(seed + 1, SHARES[seed % 3]))
    clubs = decks(seed % 4, 10 + seed % 3)
    record = simulate(COMMONS, settings, f"told/{seed}", managers=managers, clubs=clubs)
    claim = claim_of(record, KEYS)
    # Wild managers leave a pitcher in for 45 outs and 100 hits, which no report has to hold.
    beyond = {
        ("count-impossible", f"{place}, pitcher {number}")
        for place, side in zip(SIDES, claim.sides, strict=True)
        for number, counts in enumerate(side.pitching, start=1)
        if max(getattr(counts, name) for name in PITCHED) > MOST_COUNTED
    }
    assert wrong(claim, settings, lists_of(clubs)) == beyond
    assert from_json(to_json(claim)) == claim


@pytest.mark.long
def test_a_thousand_games_under_every_setting_prove():
    for seed in range(1_000):
        test_games_under_every_setting_prove_and_are_stored_as_they_were_told(seed)


def test_of_the_usual_manager_and_of_players_who_were_lent():
    assert wrong(played()) == set()
    claim = long_game()
    assert wrong(claim, LONG, LONG_LISTS) == set()
    for at in (0, 1):
        assert claim.sides[at].batting[-1].player in DECKS[1 - at].batters
        assert claim.sides[at].pitchers[-1].pitcher in DECKS[1 - at].pitchers


@pytest.mark.parametrize("name", ["at_bats", "runs", "hits", "walks", "home_runs"])
@pytest.mark.parametrize("at", [0, 1])
def test_whatever_is_miscounted_of_a_batter_is_found(name, at):
    for number, line in enumerate(played().sides[at].batting):
        assert wrong(with_batter(played(), at, number, **{name: getattr(line, name) + 1}))


def out_of(claim: GameClaim, at: int = 0) -> int:
    """A batter who was simply out."""
    lines = claim.sides[at].batting
    return next(
        number
        for number, line in enumerate(lines)
        if (line.at_bats, line.hits, line.runs) == (1, 0, 0) and not line.stolen_bases
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"slot": 7}, "slot-impossible"),
        ({"slot": 0}, "slot-impossible"),
        ({"positions": ("ss",)}, "positions-told"),
        ({"positions": ("ph",)}, "positions-told"),
        ({"player": STRANGER}, "not-in-squad"),
        ({"player": 0}, "not-in-squad"),
        ({"player": 7_777}, "not-in-squad"),
        ({"player": DECKS[0].pitchers[0]}, "not-a-batter"),
        ({"player": DECKS[1].pitchers[0]}, "not-a-batter"),
        ({"player": DECKS[1].batters[49]}, "lent-not-last"),
        ({"player": DECKS[1].batters[49]}, "list-not-used-up"),
        ({"at_bats": 2}, "bats-once"),
        ({"at_bats": 0}, "did-not-bat"),
        ({"runs": 2}, "runs-over-turns"),
        ({"strikeouts": 1}, "never-counted"),
        ({"hit_by_pitch": 1}, "never-counted"),
        ({"sacrifice_flies": 1}, "never-counted"),
        ({"double_plays": 1}, "never-counted"),
        ({"interferences": 1}, "never-counted"),
        ({"walks": 100}, "count-impossible"),
        ({"hits": 1, "at_bats": 0}, "hits-over-at-bats"),
    ],
)
@pytest.mark.rule("CB-123")
def test_a_line_that_cannot_be_says_so_with_its_place(changes, code):
    number = out_of(played())
    assert (code, f"visitors, batter {number + 1}") in wrong(
        with_batter(played(), 0, number, **changes)
    )


@pytest.mark.rule("CB-123")
def test_a_player_twice_is_found_at_his_second_line():
    claim = played()
    first = claim.sides[1].batting[0].player
    assert ("batter-twice", "home side, batter 9") in wrong(with_batter(claim, 1, 8, player=first))


def test_more_players_than_a_side_can_have_used():
    claim = played()
    line = claim.sides[0].batting[0]
    many = tuple(replace(line, slot=slot) for slot in range(1, 64))
    assert wrong(with_side(claim, 0, batting=many)) == {("too-many-batters", "visitors, batters")}
    arms = (Line(1, 0),) * 12
    counts = (claim.sides[1].pitching[0],) * 12
    found = wrong(with_side(claim, 1, pitchers=arms, pitching=counts))
    assert found == {("too-many-pitchers", "home side, pitchers")}


def test_errors_are_not_made_where_nobody_stands_in_the_field():
    assert wrong(with_side(played(), 0, errors=0)) == set()
    assert wrong(with_side(played(), 0, errors=None)) == set()
    assert wrong(with_side(played(), 0, errors=1)) == {("never-counted", "visitors")}


@pytest.mark.rule("CB-123")
def test_who_is_lent_has_not_scored_for_his_own_side():
    claim = long_game()
    theirs = claim.sides[1].batting
    last = len(claim.sides[0].batting)
    scorer = next(line.player for line in theirs[:-1] if line.runs)
    found = wrong(with_batter(claim, 0, last - 1, player=scorer), LONG, LONG_LISTS)
    assert found == {("lent-had-scored", f"visitors, batter {last}")}


def test_a_card_that_lies_in_both_decks_may_be_lent_beside_ones_own():
    claim = long_game()
    lent = claim.sides[0].batting[-1].player
    before = next(
        number
        for number, line in enumerate(claim.sides[0].batting)
        if line.player in DECKS[0].batters
    )
    own = claim.sides[0].batting[before].player
    both = replace(
        LONG_LISTS.decks[0],
        batters=tuple(lent if card == own else card for card in DECKS[0].batters),
    )
    twice = with_batter(claim, 0, before, player=lent)

    def found(told: GameClaim) -> set[str]:
        lists = replace(LONG_LISTS, decks=(both, LONG_LISTS.decks[1]))
        every = problems(law_of(LONG), told, SQUADS, (NAMED, NAMED), shape=box(LONG), lists=lists)
        return {each.code for each in every}

    assert found(twice) == set()
    assert "batter-twice" in found(with_batter(twice, 0, before + 1, player=lent))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (6, 0, {("too-many-outs", 1), ("left-in-mid-inning", 2)}),
        (2, 4, {("left-in-mid-inning", 1), ("too-many-outs", 2)}),
        (4, 3, {("too-many-outs", 1)}),
    ],
)
@pytest.mark.rule("CB-015", "CB-016")
def test_everybody_pitches_one_inning(first, second, expected):
    claim = with_arm(with_arm(played(), 1, 0, outs=first), 1, 1, outs=second)
    found = wrong(claim)
    assert {(code, f"home side, pitcher {at}") for code, at in expected} <= found
    assert (("outs-do-not-add-up", "home side") in found) == (first + second != 6)


@pytest.mark.rule("CB-121")
def test_a_pitcher_is_lent_after_a_complete_inning_and_stays():
    claim = played()
    last = len(claim.sides[0].pitchers)
    theirs = claim.sides[1].pitchers[0].pitcher
    assert wrong(with_arm(claim, 0, last - 1, pitcher=theirs)) == set()
    unused = DECKS[1].pitchers[9]
    assert wrong(with_arm(claim, 0, last - 1, pitcher=unused)) == {
        ("not-in-squad", f"visitors, pitcher {last}")
    }
    early = wrong(with_arm(claim, 0, 3, pitcher=theirs))
    assert ("after-the-lent", "visitors, pitcher 5") in early


@pytest.mark.parametrize(
    ("card", "code"),
    [
        (DECKS[0].batters[0], "not-a-pitcher"),
        (DECKS[1].batters[0], "not-a-pitcher"),
        (STRANGER, "not-in-squad"),
    ],
)
def test_who_bats_does_not_pitch(card, code):
    assert (code, "visitors, pitcher 2") in wrong(with_arm(played(), 0, 1, pitcher=card))


def test_pitchers_alone_are_held_against_the_law_as_well():
    bare = replace(
        played(),
        sides=tuple(replace(side, batting=(), pitching=()) for side in played().sides),
    )
    bare = with_side(bare, 0, left_on_base=None)
    assert wrong(bare) == set()
    assert ("pitcher-twice", "visitors, pitcher 2") in wrong(
        with_arm(bare, 0, 1, pitcher=bare.sides[0].pitchers[0].pitcher)
    )


@pytest.mark.parametrize("at", [0, 1])
def test_what_was_given_up_is_what_was_gained(at):
    claim = played()
    counts = [*claim.sides[at].pitching]
    counts[0] = replace(counts[0], hits=counts[0].hits + 1)
    assert wrong(with_side(claim, at, pitching=tuple(counts))) == {
        ("given-up-not-gained", f"{SIDES[at]}, pitchers")
    }
    assert ("pitcher-without-line", SIDES[at]) in wrong(with_side(claim, at, pitching=()))
    left = claim.sides[at].left_on_base
    assert wrong(with_side(claim, at, left_on_base=left + 1)) == {
        ("does-not-prove", f"{SIDES[at]}, left on base")
    }
