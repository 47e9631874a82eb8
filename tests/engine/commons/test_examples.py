"""Commons by example: the worked examples that lie beside the project, through the engine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config.refusals import Refused
from games.engine.events import (
    BATTER_OUT,
    CAUGHT_STEALING,
    DOUBLE,
    HOME_RUN,
    INTENTIONAL_WALK,
    SACRIFICE,
    SINGLE,
    STEAL,
    TRIPLE,
    WALK,
)
from games.engine.folds.game_states import state_at
from games.engine.folds.moments import current_situation, moments_of
from games.engine.game_state import GameState
from games.engine.lineup import LineupState
from games.engine.record import Record, replay
from games.engine.situation import Situation
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher, read_threshold
from games.systems.commons.play.club import BATTERS, DECK_SIZE, CommonsClub, CommonsPlayer, facing
from games.systems.commons.play.state import OPEN, SPENT, CommonsState, SideState
from games.systems.commons.play.system import Commons
from tests.engine.commons.samples import deck

BESIDE = Path(__file__).resolve().parents[4] / "shared" / "examples" / "dice-systems.json"
Example = dict[str, Any]

COMMONS = Commons()
SETTINGS = COMMONS.settings()
PLACE = 5
"""The batter of an example stands in the fifth place; the runners on base before him, the one who
is furthest first."""
PINCH_HITTER = 20
HALVES = ("top", "bottom")
RUNNERS = {"r1": "first", "r2": "second", "r3": "third"}

RESULTS = {
    "automatic-out": {BATTER_OUT},
    "automatic-hit": {SINGLE},
    "automatic-walk": {WALK},
    "walk": {WALK},
    "intentional-walk": {INTENTIONAL_WALK},
    "out": {BATTER_OUT},
    "out-god": {BATTER_OUT},
    "two-outs-super": {BATTER_OUT},
    "single": {SINGLE},
    "hit-god": {SINGLE},
    "double": {DOUBLE},
    "double-super": {DOUBLE},
    "triple": {TRIPLE},
    "home-run": {HOME_RUN},
    "bunt": {SACRIFICE, BATTER_OUT},
    "caught-stealing": {CAUGHT_STEALING},
}


def examples(*keys: str) -> list[Example]:
    """Those whose situation is told by one of these keys."""
    if not BESIDE.exists():
        return []
    return [
        each
        for each in json.loads(BESIDE.read_text(encoding="utf-8"))
        if each["system"] == "commons" and any(key in each["given"] for key in keys)
    ]


def named(found: list[Example]) -> list[Any]:
    """As parameters by their names."""
    return [pytest.param(each, id=each["id"]) for each in found]


def place_of(base: int) -> int:
    """The place of the runner who begins on a base, and the base of a place."""
    return 4 - base


def batter_of(card: Example, steal: str = "3426") -> CommonsPlayer:
    reads = [read_threshold(card.get(name, "-")) for name in ("1B", "2B", "3B", "HR")]
    printed = CommonsBatter(*reads, read_threshold(steal), 5, pinch=len(card["teams"]) > 1)
    return CommonsPlayer("Batter", card["bats"], "R", batter=printed)


def pitcher_of(card: Example) -> CommonsPlayer:
    left, right = card["vs_L"], card["vs_R"]
    reads = [
        read_threshold(side.get(name, "-")) for side in (left, right) for name in ("OUT", "HIT")
    ]
    printed = CommonsPitcher(read_threshold(right.get("BB", "-")), *reads, 5)
    return CommonsPlayer("Pitcher", "R", card["throws"], pitcher=printed)


def clubs_of(given: Example, batting: int) -> tuple[CommonsClub, CommonsClub]:
    """Two decks with the example's cards in the places where it reads them."""
    cards = given.get("cards", {})
    clubs = [deck(1), deck(2)]
    players = list(clubs[batting].batters)
    arms = list(clubs[1 - batting].pitchers)
    for number, player in enumerate(players):
        players[number] = replace(player, batter=replace(player.batter, pinch=False))
    if "batter" in cards:
        players[PLACE - 1] = batter_of(cards["batter"])
    if "pinch_hitter" in given:
        players[PINCH_HITTER - 1] = batter_of(given["pinch_hitter"])
    for base in (1, 2, 3):
        runner = cards.get("runners", {}).get(f"r{base}")
        plain = {"bats": "R", "teams": ["A"]}
        if runner is not None:
            players[place_of(base) - 1] = batter_of(plain, runner.get("steal", "-"))
    if "pitcher" in cards:
        arms = [pitcher_of(cards["pitcher"])] * len(arms)
    clubs[batting] = replace(clubs[batting], batters=tuple(players))
    clubs[1 - batting] = replace(clubs[1 - batting], pitchers=tuple(arms))
    return facing(*clubs)


def begun(given: Example) -> GameState:
    """Where an example begins: the players before the batter are used up, gods as it says."""
    half = HALVES.index(given["half"])
    completed = given.get("at") == "half-inning just completed"
    bases = given.get("bases", {})
    first, second, third = (place_of(base) if str(base) in bases else 0 for base in (1, 2, 3))
    score = given.get("score", {"away": 0, "home": 0})
    situation = Situation(
        given["inning"],
        half,
        3 if completed else given.get("outs", 0),
        (first, second, third),
        (score["away"], score["home"]),
        (PLACE, PLACE),
    )
    gods = given.get("gods", {})
    sides = []
    for side in (0, 1):
        held = gods.get("batting" if side == half else "pitching", {})
        sides.append(
            SideState(
                used=tuple(range(1, PLACE)),
                came_up=tuple(range(1, PLACE)),
                spent=(BATTERS + 1,),
                worked=(BATTERS + 1,),
                hits=held.get("hit", 3),
                outs=held.get("out", 3),
                advances=held.get("advance", 3),
                challenges=held.get("challenge", 2),
            )
        )
    words = {"open": OPEN, "spent": SPENT, "batting": half, "pitching": 1 - half}
    supers = given.get("supergods", {})
    order = LineupState(tuple(range(1, 10)), (13,) * 9)
    return GameState(
        situation,
        lineups=(order, order),
        pitching=(BATTERS + 1, BATTERS + 1),
        own=CommonsState(
            (sides[0], sides[1]),
            double=words[supers.get("double", "open")],
            two_outs=words[supers.get("two-outs", "open")],
            chosen=not completed,
        ),
    )


class Table:
    """An example being entered, word by word."""

    def __init__(self, given: Example) -> None:
        self.state = begun(given)
        self.clubs = clubs_of(given, HALVES.index(given["half"]))
        self.record = self._played(())
        self.refused: Refused | None = None

    def _played(self, words: tuple[str, ...]) -> Record:
        return replay(COMMONS, SETTINGS, words, clubs=self.clubs, state=self.state)

    def enter(self, word: str) -> None:
        try:
            self.record = self._played((*self.record.transcript, word))
        except Refused as refused:
            self.refused = refused

    def asks(self) -> set[str]:
        return {asked.decision.name for asked in self.record.open if asked.decision}

    def base_of(self, label: str) -> int:
        """The base where the runner of a label stands now; 0 for the batter and for nobody."""
        slot = PLACE if label == "b" else place_of(int(label[1:]))
        runners = current_situation(self.record).runners
        return runners.index(slot) + 1 if slot in runners else 0


def word_of(table: Table, decision: Example) -> str:
    """A decision of an example as it is entered."""
    what = decision["what"]
    if what == "advance":
        base = table.base_of(decision["runner"])
        return f"advance-{'third' if base == 3 else 'second'}=yes"
    if what == "challenge":
        return "challenge=yes" if decision["by"] == "batting" else "replay=yes"
    return {
        "out-god": "out-god=out",
        "two-outs-super": "out-god=two-outs",
        "intentional-walk": "walk=yes",
        "steal": f"steal={RUNNERS.get(decision.get('runner', ''), 'first')}",
        "pinch-hit": f"pinch-hit={PINCH_HITTER}",
        "hit-god": "hit-god=hit",
        "double-super": "hit-god=double",
        "fences": "swing=fences",
        "bunt": "swing=bunt",
    }[what]


IN_THE_MIDDLE = ("challenge", "replay", "advance-third", "advance-second")
"""What is asked in the middle of a play; who is silent accepts it."""


def play(given: Example) -> Table:
    """Enter an example in its order: a decision as soon as it is asked for, or where it says that
    it comes late."""
    table = Table(given)
    throws, decisions = list(given["rolls"]), list(given.get("decisions", []))
    late = str(given.get("at", ""))
    while (throws or decisions) and table.refused is None:
        if throws and (
            not decisions
            or late in ("after the swing",)
            or (late == "after the pitch" and throws[0]["for"] == "pitch")
            or word_of(table, decisions[0]).partition("=")[0] not in table.asks()
        ):
            thrown = throws.pop(0)
            table.enter("-".join(map(str, thrown["dice"])))
        else:
            table.enter(word_of(table, decisions.pop(0)))
    while open_ended := [name for name in IN_THE_MIDDLE if name in table.asks()]:
        refused, table.refused = table.refused, None
        table.enter(f"{open_ended[0]}=no")
        table.refused = refused
    return table


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize("example", named(examples("rolls")))
def test_a_turn_by_example(example: Example) -> None:
    given, expect = example["given"], example["expect"]
    table = play(given)
    record = table.record
    assert (table.refused is not None) == expect.get("refused", False), example["derivation"]
    plays = [moment for moment in moments_of(record) if moment.is_play]
    now = plays[-1].after if plays else record.state.situation
    labels = {
        str(base): "b" if slot == PLACE else f"r{place_of(slot)}"
        for base, slot in enumerate(now.runners, start=1)
        if slot
    }
    assert labels == expect["bases"]
    assert now.outs == expect["outs"]
    assert sum(moment.runs for moment in plays) == expect["runs"]
    if "half_over" in expect:
        assert (now.outs == 3) == expect["half_over"]
    if "result" in expect:
        ended = [moment for moment in plays if moment.ends_turn] or plays
        assert ended[-1].kind in RESULTS[expect["result"]]
    if "steal" in expect:
        assert plays[0].kind == (STEAL if expect["steal"] == "safe" else CAUGHT_STEALING)
    if expect.get("next_batter") == "same":
        assert now.up[now.batting] == PLACE
    hands(table, given, expect)
    if table.refused is not None:
        (refusal,) = table.refused.refusals
        assert refusal.place.startswith("entry")
        if refusal.code in ("choice-not-legal", "decision-not-offered"):
            assert refusal.facts["why"], refusal.message


def hands(table: Table, given: Example, expect: Example) -> None:
    """Gods left and super gods after the turn, and the cards it used up."""
    if not {"gods", "supergods", "batters_used", "discarded"} & expect.keys():
        return
    record = table.record
    half = HALVES.index(given["half"])
    own = _own_now(table)
    names = {"hit": "hits", "out": "outs", "advance": "advances", "challenge": "challenges"}
    for who, counts in expect.get("gods", {}).items():
        side = own.sides[half if who == "batting" else 1 - half]
        for name, count in counts.items():
            assert getattr(side, names[name]) == count, (who, name)
    words = {"open": OPEN, "spent": SPENT, "batting": half, "pitching": 1 - half}
    for name, whose in expect.get("supergods", {}).items():
        assert {"double": own.double, "two-outs": own.two_outs}[name] == words[whose]
    used = set(own.sides[half].used) - set(range(1, PLACE))
    if "batters_used" in expect:
        assert len(used) == expect["batters_used"]
    if "discarded" in expect:
        assert used == {PLACE, PINCH_HITTER}
    assert record.clubs is not None


def _own_now(table: Table) -> CommonsState:
    """What the game alone knows, in the middle of a turn too: read off a game that plays it."""
    from games.engine.record import begin
    from games.engine.table import Pause, TranscriptTable

    written = TranscriptTable(table.record.transcript)
    game = begin(COMMONS, SETTINGS, written, table.state.situation, table.clubs, table.state)
    written.game, written.decisions = game, COMMONS.decisions
    last = game.own_state()
    try:
        while not game.is_over():
            game.step()
            if not written.asks:
                last = game.own_state()
    except Pause:
        last = game.own_state()
    assert isinstance(last, CommonsState)
    return last


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize(
    "example",
    named([each for each in examples("at") if each["given"]["at"] == "half-inning just completed"]),
)
def test_the_end_of_a_half_by_example(example: Example) -> None:
    given, expect = example["given"], example["expect"]
    record = Table(given).record
    assert (record.ending is not None) == expect["game_over"]
    if "winner" in expect:
        assert ("away", "home")[record.ending.winner] == expect["winner"]
    if "next" in expect:
        now = current_situation(record)
        assert {"inning": now.inning, "half": HALVES[now.half]} == expect["next"]


def out_of_players(given: Example) -> GameState:
    """Both sides with the pitchers that an example leaves them."""
    state = begun({**given, "bases": {}, "outs": 0})
    sides = []
    for name in ("away", "home"):
        told = given["pitchers"][name]
        complete = tuple(range(BATTERS + 1, BATTERS + 1 + told["used_complete"]))
        spent = tuple(range(BATTERS + 1, DECK_SIZE + 1 - told["left"]))
        sides.append(SideState(spent=spent, worked=complete, complete=complete))
    own = CommonsState((sides[0], sides[1]))
    situation = replace(state.situation, up=(1, 1))
    return replace(state, situation=situation, own=own)


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize("example", named(examples("pitchers")))
def test_running_out_of_pitchers_by_example(example: Example) -> None:
    state = out_of_players(example["given"])
    record = replay(COMMONS, SETTINGS, (), clubs=facing(deck(1), deck(2)), state=state)
    sides = ("away", "home")
    asked = [
        f"{sides[each.side]} chooses a pitcher for {sides[1 - each.side]}"
        for each in record.open
        if each.decision is not None and each.decision.name == "lend-pitcher"
    ]
    assert asked == example["expect"]["awaiting"]


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize("example", named(examples("chooser")))
def test_who_may_be_lent_by_example(example: Example) -> None:
    """The chooser's players: one of them as the example says, another one beyond doubt."""
    given, expect = example["given"], example["expect"]
    state = begun({"bases": {}, "outs": 0, **given, "at": "", "score": {"away": 0, "home": 0}})
    chooser = ("away", "home").index(given["chooser"])
    told = given["choice"]
    everybody = tuple(range(1, BATTERS + 1))
    sides = [SideState(used=(1, 2), came_up=(1, 2)), SideState(used=(1, 2), came_up=(1, 2))]
    if "complete_innings" in told:
        arms = tuple(range(BATTERS + 1, DECK_SIZE + 1))
        sure, meant = BATTERS + 2, BATTERS + 3
        complete = (sure, meant) if told["complete_innings"] else (sure,)
        sides[chooser] = replace(sides[chooser], spent=arms, worked=(sure,), complete=complete)
        sides[1 - chooser] = replace(sides[1 - chooser], spent=arms)
        word, chosen = f"lend-pitcher={meant}", False
    else:
        meant = 2
        scored = (meant,) if told["runs_scored"] else ()
        sides[chooser] = replace(sides[chooser], scored=scored)
        sides[1 - chooser] = replace(sides[1 - chooser], used=everybody, came_up=everybody)
        word, chosen = f"lend-batter={meant}", True
    own = CommonsState((sides[0], sides[1]), chosen=chosen)
    situation = replace(state.situation, up=(3, 3))
    clubs = facing(deck(1), deck(2))
    begin = replace(state, situation=situation, own=own)
    if expect.get("refused"):
        with pytest.raises(Refused) as refused:
            replay(COMMONS, SETTINGS, (word,), clubs=clubs, state=begin)
        assert refused.value.refusals[0].facts["why"].startswith(("CB-121", "CB-123"))
        return
    record = replay(COMMONS, SETTINGS, (word,), clubs=clubs, state=begin)
    assert record.transcript == (word,)
    state_now, _ = state_at(replay(COMMONS, SETTINGS, (word, "walk=yes"), clubs=clubs, state=begin))
    assert state_now.own.sides[1 - chooser].lent_batter == DECK_SIZE + meant or "pitcher" in word


ROSTER_REASONS = {
    "60": "not-fifty-batters",
    "50 batters": "not-fifty-batters",
    "reliever": "too-many-relievers",
    "salary": "salary-cap-exceeded",
}


@pytest.mark.skipif(not BESIDE.exists(), reason="no worked examples lie beside the project")
@pytest.mark.parametrize(
    "example",
    named([each for each in examples("roster") if not each["given"]["roster"]["duplicates"]]),
)
def test_decks_by_example(example: Example) -> None:
    """What a game checks of its decks when it begins; one person twice is the deck's own law."""
    roster, expect = example["given"]["roster"], example["expect"]
    source = deck(1)
    batters = [source.batters[at % BATTERS] for at in range(roster["batters"])]
    pitchers = [source.pitchers[at % 10] for at in range(roster["pitchers"])]
    extra = roster["points"] - 5 * (len(batters) + len(pitchers))
    for at, player in enumerate(batters):
        step = max(-4, min(5, extra))
        extra -= step
        batters[at] = replace(player, batter=replace(player.batter, rank=5 + step))
    for at, player in enumerate(pitchers):
        card = replace(player.pitcher, reliever=at < roster["relievers"])
        pitchers[at] = replace(player, pitcher=card)
    club = CommonsClub("Deck", tuple(batters), tuple(pitchers))
    if expect.get("accepted"):
        club.verify("away")
        return
    with pytest.raises(Refused) as refused:
        replay(COMMONS, SETTINGS, (), clubs=(club, deck(2)))
    codes = {refusal.code for refusal in refused.value.refusals}
    wanted = {code for word, code in ROSTER_REASONS.items() if word in expect["reason"]}
    assert wanted & codes
