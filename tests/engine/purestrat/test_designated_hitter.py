"""Who bats for the pitcher, and what ends it (Official Baseball Rules 5.11)."""

from dataclasses import replace
from functools import cache

import pytest

from config.refusals import Refused
from games.engine.events import (
    CHANGE,
    DESIGNATED,
    NO_BAT,
    PINCH_HITTER,
    PINCH_RUNNER,
    changed,
    kind_of,
    value_of,
)
from games.engine.folds.box_score import box_score
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.lineup import PITCHER
from games.engine.nine.lineups import best_eight
from games.engine.record import Record, replay, simulate
from games.engine.situation import Situation
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.play.squad import PurestratClub, hitting_player, pitching_player
from tests.engine.purestrat.samples import club, squad
from tests.engine.purestrat.stage import SYSTEM, hitter, pitcher
from tests.engine.wild_games import Wild

ON = SYSTEM.settings({"designated_hitter": True})
ACE, BENCH, ARM, LAST_ARM = 10, 11, 12, 13
SHORTSTOP, LEFT_FIELD = 6, 7
EVERYWHERE = tuple(Fielding(position, 3, 5) for position in range(2, 10))
OUTS = " ".join(["1-1-1"] * 3)
RUNNER_ON = " ".join(["check=forfeited 1-1-1"] * 3)
"""Three strikeouts, nobody and somebody on first."""


def side(reads: str = "K", *, arms: int = 2, bench: tuple[int, ...] = (2,)) -> PurestratClub:
    """Eight fielders bat first to eighth at positions 2 to 9; the ninth is designated to hit and
    plays left field by his card; No. 10 pitches, No. 11 sits, and the last are relievers."""
    players = [
        hitting_player(at - 1, f"Player {at - 1}", hitter(reads, fielding=(Fielding(at, 3, 5),)))
        for at in range(2, 10)
    ]
    players.append(
        hitting_player(9, "Slugger", hitter(reads, fielding=(Fielding(LEFT_FIELD, 3, 5),)))
    )
    players.append(pitching_player(ACE, "Ace", pitcher(reads)))
    benched = tuple(Fielding(at, 3, 5) for at in bench)
    players.append(hitting_player(BENCH, "Bench", hitter(reads, fielding=benched)))
    players += [
        pitching_player(ARM + at, f"Arm {at}", pitcher(reads, starter=0, relief=2))
        for at in range(arms)
    ]
    return PurestratClub(
        "Club",
        tuple(players),
        tuple(range(1, 10)),
        (*range(2, 10), DESIGNATED),
        pitcher=ACE,
    )


def played(
    words: str,
    situation: str = "T1 0 -.-.- 0-0 1/1",
    home: PurestratClub | None = None,
    away: PurestratClub | None = None,
    **options: object,
) -> Record:
    return replay(
        SYSTEM,
        SYSTEM.settings({"designated_hitter": True, **options}),
        words.split(),
        situation=Situation.read(situation),
        clubs=(away or side(), home or side()),
    )


def changes(record: Record) -> list[tuple[int, int, int, int]]:
    """Side, slot, position and player of every change."""
    return [changed(value_of(event)) for event in record.events if kind_of(event) == CHANGE]


def told(record: Record) -> list[str]:
    """What play-by-play says, sentence by sentence."""
    story = play_by_play(record)
    return [line.text for half in story.halves for line in half.plays]


def codes(club: PurestratClub) -> set[str]:
    with pytest.raises(Refused) as refused:
        club.verify()
    return {found.code for found in refused.value.refusals}


@pytest.mark.rule("T0.01h")
def test_t0_01h_nobody_bats_for_the_pitcher_unless_the_event_says_so() -> None:
    with pytest.raises(Refused) as refused:
        simulate(SYSTEM, SYSTEM.settings(), "dh", clubs=(side(), side()))
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("no-designated-hitter", "away.pitcher"),
        ("no-designated-hitter", "home.pitcher"),
    ]
    assert "“Designated hitter” is off" in refused.value.refusals[0].message
    # Nor has anybody to be named where it may be (5.11(a)(3)).
    both = (club(1), club(2, designated=True))
    assert simulate(SYSTEM, ON, "dh", clubs=both).ending is not None


def test_a_line_up_of_ten_is_checked_whole() -> None:
    legal = side()
    legal.verify()
    assert codes(replace(legal, pitcher=0)) == {"position-missing"}
    with pytest.raises(Refused) as refused:
        replace(legal, pitcher=0).verify("away")
    assert "away.pitcher" in [found.place for found in refused.value.refusals]
    assert codes(replace(legal, pitcher=99)) == {"no-such-man"}
    assert codes(replace(legal, pitcher=1)) == {"man-twice"}
    assert codes(replace(legal, pitcher=BENCH)) == {"starter-not-eligible"}
    assert codes(replace(legal, order=(*range(1, 9), ACE), pitcher=ARM)) == {
        "pitcher-designated",
        "starter-not-eligible",
    }
    no_designated = replace(legal, order=(*range(1, 9), ACE), positions=(*range(2, 10), PITCHER))
    assert codes(replace(no_designated, pitcher=ARM)) == {"lineup-not-nine"}
    two = replace(legal, positions=(DESIGNATED, *range(3, 10), DESIGNATED))
    assert codes(two) == {"position-twice", "position-missing"}


def test_the_ninth_batter_bats_and_the_pitcher_does_not() -> None:
    record = played(" ".join(["1-1-1"] * 3), "T1 0 -.-.- 0-0 9/1")
    line = {line.player: line for line in box_score(record).away.batting}
    assert line[9].at_bats == 1
    assert line[9].positions == (DESIGNATED,)
    assert ACE not in line
    assert [line.player for line in box_score(record).home.pitchers] == [ACE]


def test_a_reliever_takes_no_place_in_the_order() -> None:
    record = played(f"pitch={ARM} 1-1-1", "T6 0 -.-.- 4-0 1/1", home=side(), starter_least_outs=0)
    assert changes(record) == [(1, NO_BAT, PITCHER, ARM)]
    with pytest.raises(Refused):
        played(f"pitch={ARM} spot=3 1-1-1", "T6 0 -.-.- 4-0 1/1", starter_least_outs=0)


@pytest.mark.parametrize(
    ("words", "situation", "came"),
    [
        (f"hit={BENCH} {OUTS} 1-1-1", "T6 0 -.-.- 0-0 9/1", PINCH_HITTER),
        (f"run1={BENCH} {RUNNER_ON} 1-1-1", "T6 0 9.-.- 0-0 1/1", PINCH_RUNNER),
    ],
)
def test_who_hits_or_runs_for_him_is_designated_then(words: str, situation: str, came: int) -> None:
    """5.11(a)(4), (6)."""
    record = played(words, situation)
    assert changes(record) == [(0, 9, came, BENCH), (0, 9, DESIGNATED, BENCH)]
    assert any("Bench" in text for text in told(record))


def test_a_pitcher_does_not_hit_for_him_but_runs() -> None:
    """T10.11j, T10.11k."""
    with pytest.raises(Refused):
        played(f"hit={ARM} 1-1-1", "T6 0 -.-.- 0-0 9/1")
    record = played(f"run1={ARM} {RUNNER_ON} 1-1-1", "T6 0 9.-.- 0-0 1/1")
    assert changes(record)[-1] == (0, 9, DESIGNATED, ARM)


def test_he_goes_into_the_field_and_the_pitcher_bats_for_who_gives_way() -> None:
    """5.11(a)(5), (12): the left fielder, who batted sixth, is gone, and the pitcher bats sixth."""
    record = played("move=9 to=lf 1-1-1", "T6 0 -.-.- 0-0 1/1")
    assert changes(record) == [(1, 6, PITCHER, ACE), (1, 9, LEFT_FIELD, 9)]
    assert "Slugger, the designated hitter until now, goes to left field." in told(record)
    assert "Ace, who pitches, bats sixth from now on: Player 6 leaves the game." in told(record)
    # From then on a reliever bats where the pitcher does, and nobody is designated any longer.
    later = played(f"move=9 to=lf pitch={ARM} 1-1-1", "T6 0 -.-.- 0-0 1/1", starter_least_outs=0)
    assert changes(later)[-1] == (1, 6, PITCHER, ARM)


@pytest.mark.parametrize(
    ("words", "situation", "law"),
    [
        # The left fielder, for whom he would come in, started.
        ("move=9 to=lf 1-1-1", "T3 0 -.-.- 0-0 1/1", "5.11(a)(5)"),
        ("move=9 to=ss 1-1-1", "T6 0 -.-.- 0-0 1/1", "T0.01g"),
        ("move=p 1-1-1", "T6 0 -.-.- 0-0 1/1", "T0.15d"),
        (f"enter={BENCH} for=9 at=c 1-1-1", "T6 0 -.-.- 0-0 1/1", "5.11(a)(7)"),
        # Of anybody else the law of all players is cited.
        (f"enter={BENCH} for=1 at=c 1-1-1", "T3 0 -.-.- 0-0 1/1", "T10.11f"),
    ],
)
def test_what_is_not_open_to_him(words: str, situation: str, law: str) -> None:
    with pytest.raises(Refused) as refused:
        played(words, situation)
    assert law in str(refused.value)


def test_who_begins_comes_to_bat_once_unless_the_opponent_changes_pitchers() -> None:
    """5.11(a)(2), where nothing else keeps starters in."""
    with pytest.raises(Refused) as refused:
        played(f"hit={BENCH} 1-1-1", "T1 0 -.-.- 0-0 9/1", locked_innings=0)
    assert "5.11(a)(2)" in str(refused.value)
    freed = f"pitch={ARM} hit={BENCH} 1-1-1"
    record = played(freed, "T1 0 -.-.- 0-0 9/1", locked_innings=0, starter_least_outs=0)
    assert (0, 9, PINCH_HITTER, BENCH) in changes(record)
    around = " ".join(["1-1-1"] * 3)
    later = f"{around} {around} {around} {around} {around} {around}"
    record = played(f"{later} hit={BENCH} 1-1-1", "T1 0 -.-.- 0-0 9/1", locked_innings=0)
    assert (0, 9, PINCH_HITTER, BENCH) in changes(record)


def test_a_position_player_who_pitches_and_moves_ends_it() -> None:
    """5.11(a)(8), (14), T25.3e: he bats where the designated hitter did."""
    thin = side(arms=0, bench=(SHORTSTOP,))
    start = "T12 0 -.-.- 0-0 1/1"
    record = played("1-1-1", start, home=thin)
    assert changes(record) == [(1, NO_BAT, PITCHER, BENCH)], "T25.3a: nobody else is left"
    moved = played("1-1-1 move=p to=ss 1-1-1", start, home=thin)
    assert changes(moved)[1:] == [(1, 5, PITCHER, 5), (1, 9, SHORTSTOP, BENCH)]
    assert [line.player for line in box_score(moved).home.pitchers] == [ACE, BENCH, 5]


def test_the_house_names_its_ninth_best_bat() -> None:
    nine = best_eight(squad(3), "R", designated=True)
    assert sorted(nine) == [*range(2, 10), DESIGNATED]
    others = {player.number for player in nine.values()}
    hitters = [player for player in squad(3) if not player.is_pitcher]
    benched = [player.run_value_right for player in hitters if player.number not in others]
    assert nine[DESIGNATED].run_value_right > max(benched) - 0.01
    few = best_eight([*hitters[:9]], "R", designated=True)
    assert len(few) == 9, "nine players are enough"


WILD_GAMES = 60


@cache
def wild_games() -> tuple[Record, ...]:
    found = []
    for number in range(WILD_GAMES):
        share = (0.05, 0.3, 1.0)[number % 3]
        both = (number % 4 != 0, number % 4 != 1)
        clubs = tuple(club(7 * at + number % 7, number % 5, designated=both[at]) for at in (0, 1))
        settings = SYSTEM.settings(
            {"designated_hitter": True, "locked_innings": number % 6, "starter_least_outs": 3}
        )
        managers = (Wild(number, share), Wild(number + 1, share))
        found.append(
            simulate(
                SYSTEM, settings, f"dh/{number}", managers=managers, clubs=(clubs[0], clubs[1])
            )
        )
    return tuple(found)


@pytest.mark.long
def test_whatever_managers_do_the_order_keeps_the_law() -> None:
    """While somebody is designated he bats where he began, and no pitcher bats; once it is over it
    does not come back."""
    over = 0
    for game in wild_games():
        assert game.clubs is not None
        assert problems(game) == ()
        for at, each in enumerate(game.clubs):
            assert isinstance(each, PurestratClub)
            there = each.positions.index(DESIGNATED) + 1 if each.pitcher else 0
            for one, slot, position, _ in changes(game):
                if one != at:
                    continue
                if slot == NO_BAT:
                    assert there
                    assert position == PITCHER
                elif position == PITCHER:
                    over += bool(there)
                    there = 0
                elif position == DESIGNATED:
                    assert slot == there
    assert over, "it does end, now and then"


@pytest.mark.long
def test_a_game_with_a_designated_hitter_is_the_same_again() -> None:
    for game in wild_games():
        again = replay(SYSTEM, game.settings, game.transcript, clubs=game.clubs)
        assert again.events == game.events
        assert again.ending == game.ending
        for cut in range(0, len(game.transcript), 41):
            part = replay(SYSTEM, game.settings, game.transcript[:cut], clubs=game.clubs)
            assert part.events == game.events[: len(part.events)]
