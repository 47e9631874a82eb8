"""Fifty batters and ten pitchers, each once: who comes next, who is discarded, who is lent."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from config.refusals import Refused
from games.engine.decisions import Manager
from games.engine.events import CHANGE, kind_of
from games.engine.folds.box_score import box_score
from games.engine.folds.game_states import state_at
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.proofs import problems
from games.engine.folds.retrosheet import Facts, event_file
from games.engine.record import Record, replay, simulate
from games.engine.situation import Situation
from games.engine.state_files import read_state, state_as_json
from games.systems.commons.play.club import BATTERS, DECK_SIZE
from games.systems.commons.play.law import COMMONS_OPTIONS
from games.systems.commons.play.state import SideState
from tests.engine.commons.samples import decks
from tests.engine.commons.stage import COMMONS, asked, hand, stage
from tests.engine.wild_games import SHARES, Wild

SETTINGS = COMMONS.settings()
EVERYBODY = tuple(range(1, BATTERS + 1))
EVERY_PITCHER = tuple(range(BATTERS + 1, DECK_SIZE + 1))


def begun(words: str = "", **options: object) -> Record:
    return replay(COMMONS, COMMONS.settings(options), words.split(), clubs=decks(1, 2))


def on_the_mound(record: Record) -> tuple[int, int]:
    return state_at(record)[0].pitching


@pytest.mark.rule("CB-015")
@pytest.mark.rule("CB-017")
@pytest.mark.rule("CB-013")
@pytest.mark.rule("CB-005")
def test_pitchers_come_in_the_order_of_the_list_and_may_be_discarded_first() -> None:
    assert asked(begun())[:2] == ["away-pitcher", "home-pitcher"]
    assert on_the_mound(begun("walk=yes"))[1] == 51
    two_gone = begun("home-pitcher=discard-2 walk=yes")
    assert on_the_mound(two_gone)[1] == 53
    assert hand(two_gone, 1).spent == (51, 52, 53)
    with pytest.raises(Refused) as refused:
        begun("walk=yes home-pitcher=discard-1")
    assert "CB-015" in str(refused.value.refusals[0].facts["why"])


@pytest.mark.rule("CB-014")
@pytest.mark.rule("CB-016")
@pytest.mark.rule("CB-011")
@pytest.mark.rule("CB-009")
def test_each_pitches_one_inning_and_bats_in_none() -> None:
    nobody = (Manager(), Manager())
    record = simulate(COMMONS, SETTINGS, "one inning each", managers=nobody, clubs=decks(3, 4))
    for side in box_score(record).sides:
        players = [line.player for line in side.pitchers]
        assert players == list(EVERY_PITCHER[: len(players)])
        assert all(line.outs <= 3 for line in side.pitchers)
        assert all(line.player <= BATTERS and line.plate_appearances == 1 for line in side.batting)
        assert [line.player for line in side.batting] == list(EVERYBODY[: len(side.batting)])
    assert record.ending is not None
    assert record.ending.inning >= 9


@pytest.mark.rule("CB-010")
@pytest.mark.rule("CB-012")
def test_ties_are_broken_by_more_innings_and_a_home_lead_ends_it() -> None:
    def after(notation: str) -> Record:
        situation = Situation.read(notation)
        return replay(COMMONS, SETTINGS, (), clubs=decks(1, 2), situation=situation)

    assert after("B9 3 -.-.- 3-3 1/1").ending is None
    assert after("T9 3 -.-.- 3-3 1/1").ending is None
    assert after("T8 3 -.-.- 0-9 1/1").ending is None
    over = after("T9 3 -.-.- 3-4 1/1").ending
    assert over is not None
    assert over.reason == "home-leads"


@pytest.mark.rule("CB-120")
@pytest.mark.rule("CB-121")
def test_a_side_without_pitchers_is_lent_one_for_good() -> None:
    spent = SideState(spent=EVERY_PITCHER, worked=EVERY_PITCHER[:9], complete=EVERY_PITCHER[:8])
    ready = stage(begins="T11", batting=spent, pitching=spent, chosen=False)
    assert asked(ready.play())[:2] == ["lend-pitcher", "lend-pitcher"]
    assert "CB-121" in ready.why_not("lend-pitcher=60"), "discarded"
    assert "CB-121" in ready.why_not("lend-pitcher=59"), "no whole inning"
    record = ready.play("lend-pitcher=51 lend-pitcher=52 walk=yes")
    assert hand(record, 1).lent_pitcher == DECK_SIZE + 51, (
        "the visitors lend to the home side first"
    )
    assert hand(record, 0).lent_pitcher == DECK_SIZE + 52
    assert on_the_mound(record)[1] == DECK_SIZE + 51
    lines = [play.text for half in play_by_play(record).halves for play in half.plays]
    assert "Home side: no pitcher is left. P1 (lent) pitches from now on." in lines
    own = stage(begins="T11", pitching=spent, chosen=False, lent_men="own")
    assert "CB-121" in own.why_not("lend-pitcher=59")
    assert on_the_mound(own.play("lend-pitcher=51 walk=yes"))[1] == 51


@pytest.mark.rule("CB-123")
def test_a_side_without_batters_is_lent_one_who_has_not_scored() -> None:
    used_up = SideState(used=EVERYBODY, came_up=EVERYBODY)
    lender = SideState(used=(1, 2, 3), came_up=(1, 2, 3), scored=(2,))
    ready = stage(batting=used_up, pitching=lender)
    assert asked(ready.play())[0] == "lend-batter"
    assert "CB-123" in ready.why_not("lend-batter=2"), "he scored"
    assert "CB-123" in ready.why_not("lend-batter=4"), "he has not batted"
    record = ready.play("lend-batter=3 walk=yes walk=yes walk=yes walk=yes")
    box = box_score(record).away
    assert [(line.player, line.walks, line.runs) for line in box.batting] == [(DECK_SIZE + 3, 4, 1)]
    assert asked(record)[0] != "lend-batter", "he bats in every turn, beside himself on base"
    two_outs = ready.play("lend-batter=3 out-god=two-outs")
    assert box_score(two_outs).away.total.plate_appearances == 2


@pytest.mark.rule("CB-042")
def test_what_two_outs_may_take_is_the_next_card() -> None:
    record = stage().play("out-god=two-outs")
    assert [line.at_bats for line in box_score(record).away.batting] == [1, 1]
    assert problems(record) == ()


def test_each_half_its_pitcher_where_the_setting_says_so() -> None:
    half = {"pitchers_chosen": "half"}
    assert asked(begun(**half))[0] == "home-pitcher"
    bottom = begun("out-god=out challenge=no " * 2 + "out-god=two-outs", **half)
    assert asked(bottom)[0] == "away-pitcher"
    inning = begun("away-pitcher=discard-1 " + "out-god=out challenge=no " * 3)
    assert asked(inning)[0] == "out-god"
    assert on_the_mound(inning)[0] == 51, "announced; he has not thrown a pitch"
    assert hand(inning, 0).coming == 52


def test_a_state_is_plain_values_and_back_and_goes_on_from_there() -> None:
    record = simulate(
        COMMONS, SETTINGS, "state", clubs=decks(5, 6), managers=(Wild(1, 0.3), Wild(2, 0.3))
    )
    for cut in (0, 40, 90):
        state, used = state_at(record, cut)
        told = state_as_json(COMMONS, state)
        assert read_state(COMMONS, told, SETTINGS, record.clubs) == state
        rest = replay(COMMONS, SETTINGS, record.transcript[used:], clubs=record.clubs, state=state)
        assert rest.ending == record.ending


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"double": 3}, "super-gods-impossible"),
        ({"double": 2, "two_outs": 1}, "super-gods-impossible"),
        ({"side": {"hits": 12}}, "number-out-of-range"),
        ({"side": {"used": (51,)}}, "no-such-man"),
        ({"side": {"spent": (3,)}}, "no-such-man"),
        ({"side": {"lent_batter": 3}}, "not-out-of-batters"),
        ({"side": {"lent_pitcher": 55}}, "not-out-of-pitchers"),
        ({"side": {"batter": 2, "used": (2,)}}, "man-gone"),
        ({"side": {"coming": 55}}, "no-such-man"),
    ],
)
def test_a_state_that_cannot_be_is_refused(changes: dict[str, object], code: str) -> None:
    ready = stage()
    side = changes.pop("side", {})
    own = replace(ready.own, **changes)
    own = replace(own, sides=(replace(own.sides[0], **side), own.sides[1]))
    with pytest.raises(Refused) as refused:
        replace(ready, own=own).play()
    assert code in [refusal.code for refusal in refused.value.refusals]


def test_an_event_file_makes_up_no_fielders() -> None:
    record = simulate(COMMONS, SETTINGS, "file", clubs=decks(1, 2))
    facts = Facts.__new__(Facts)
    with pytest.raises(Refused) as refused:
        event_file(record, facts)
    assert refused.value.code == "no-fielders"


# Games of managers who take whatever is offered.


def settings_of(random: Random) -> dict[str, object]:
    found: dict[str, object] = {}
    for option in COMMONS_OPTIONS[:4]:
        if option.kind == "boolean":
            found[option.key] = random.random() < 0.5
        else:
            found[option.key] = random.choice([word for word, _ in option.choices])
    found["innings"] = random.choice([1, 9, 9, 15])
    found["extra_runner_from"] = random.choice([0, 0, 1, 10])
    return found


@pytest.mark.parametrize("seed", range(12))
def test_wild_games_end_prove_themselves_and_replay(seed: int) -> None:
    random = Random(seed)
    settings = COMMONS.settings(settings_of(random))
    share = SHARES[seed % 3]
    clubs = decks(seed % 4, 10 + seed % 3)
    managers = (Wild(seed, share), Wild(seed + 1, share))
    record = simulate(COMMONS, settings, f"wild/{seed}", managers=managers, clubs=clubs)
    again = replay(COMMONS, settings, record.transcript, clubs=clubs)
    assert (again.events, again.ending, again.transcript) == (
        record.events, record.ending, record.transcript,
    )  # fmt: skip
    assert problems(record) == ()
    cut = random.randrange(len(record.transcript))
    part = replay(COMMONS, settings, record.transcript[:cut], clubs=clubs)
    assert part.events == record.events[: len(part.events)]


def test_both_sides_can_run_out_of_everything() -> None:
    settings = COMMONS.settings({"innings": 16})
    managers = (Wild(5, 1.0), Wild(6, 1.0))
    record = simulate(COMMONS, settings, "long", managers=managers, clubs=decks(7, 8))
    assert record.ending is not None
    assert record.ending.inning >= 16
    lent = [
        line.player
        for side in box_score(record).sides
        for line in side.batting
        if line.player > DECK_SIZE
    ]
    arms = [line.player for side in box_score(record).sides for line in side.pitchers]
    assert len(lent) == 2
    assert sum(player > DECK_SIZE for player in arms) == 2
    assert problems(record) == ()
    changes = sum(kind_of(event) == CHANGE for event in record.events)
    assert changes > 2 * (BATTERS - 9)


@pytest.mark.long
def test_a_thousand_wild_games_under_every_setting() -> None:
    """0 refusals, 0 endless; among them long games in which both sides ran out of everything."""
    own = COMMONS_OPTIONS[:4]
    values = [
        (False, True) if option.kind == "boolean" else [word for word, _ in option.choices]
        for option in own
    ]
    every = list(product(*values, SHARES))
    seen: Counter[str] = Counter()
    for number in range(1_000):
        *chosen, share = every[number % len(every)]
        random = Random(number)
        settings = COMMONS.settings(
            dict(zip([option.key for option in own], chosen, strict=True))
            | {
                "innings": random.choice([1, 9, 9, 16]),
                "extra_runner_from": random.choice([0, 0, 1, 10]),
            }
        )
        clubs = decks(number % 9, 100 + number % 7)
        managers = (Wild(number, share), Wild(number + 1, share))
        record = simulate(COMMONS, settings, f"every/{number}", managers=managers, clubs=clubs)
        again = replay(COMMONS, settings, record.transcript, clubs=clubs)
        assert (again.events, again.ending) == (record.events, record.ending), number
        assert problems(record) == (), number
        assert record.ending is not None, number
        sides = box_score(record).sides
        seen["long"] += record.ending.inning >= 15
        seen["discards"] += any("pitcher=discard" in entry for entry in record.transcript)
        seen["arms"] += all(
            any(line.player > DECK_SIZE for line in side.pitchers) for side in sides
        )
        seen["bats"] += all(any(line.player > DECK_SIZE for line in side.batting) for side in sides)
    assert min(seen[each] for each in ("long", "discards", "arms", "bats")) >= 20, seen
