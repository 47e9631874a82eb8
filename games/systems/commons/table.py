"""A Commons game as it lies on the table: both cards, the dice, and the gods in both hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.card_games.last_play import LastPlay, last_play
from games.card_games.table_view import (
    CardLine,
    Digit,
    FaceUp,
    Hand,
    HandCard,
    Meaning,
    Prompts,
    TableView,
    grouped,
    stand,
)
from games.engine.bitsets import members
from games.engine.decisions import BATTING, Decision
from games.engine.dice import FURTHER_DIE, Dice
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.systems.commons.last_throws import (
    Thrown,
    off_the_bat,
    off_the_pitcher,
    went_for_the_fences,
)
from games.systems.commons.play.cards import THROWS, Threshold, write_threshold
from games.systems.commons.play.club import DECK_SIZE
from games.systems.commons.play.decisions import (
    ADVANCE_FROM_SECOND,
    ADVANCE_FROM_THIRD,
    AWAY_PITCHER,
    CHALLENGE,
    DOUBLE_CARD,
    FACES,
    HIT_CARD,
    HIT_GOD,
    HOME_PITCHER,
    OUT_CARD,
    OUT_GOD,
    PINCH_HIT,
    PITCH,
    REPLAY,
    STEAL,
    STEAL_THROW,
    SWING,
    SWING_THROW,
    TWO_OUTS,
    WALK,
)
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.side import CommonsSide
from games.systems.commons.play.state import OPEN, SPENT
from games.systems.commons.text.reasons import why_not

ON_DECK: Final = 3
MANY: Final = 3
"""Discarded pitchers that are not named."""

NEVER: Final = "never"
SIDES: Final = {"L": "left", "R": "right", "B": "both ways", "?": "unknown"}


def table_view(record: Record, game: CommonsGame) -> TableView:
    """The table as it lies while the record waits for its next entry."""
    dice = record.open[-1].dice if record.open else None
    thrown = _thrown(game, dice)
    fell, played = played_of(game, last_play(record, game.table))
    return TableView(
        face_up=_face_up(game, dice, thrown),
        fell=fell,
        played=played,
        meanings=_meanings(game, dice, thrown),
        thrown=thrown,
        hands=[_hand(record, game, side) for side in (AWAY, HOME)],
        middle=[
            ("Super double", _super(game, game.double)),
            ("Super two outs", _super(game, game.two_outs)),
        ],
        prompts=_prompts(game),
        decisions=frozenset(
            (
                *(OUT_GOD.name, HIT_GOD.name, CHALLENGE.name, REPLAY.name),
                *(ADVANCE_FROM_THIRD.name, ADVANCE_FROM_SECOND.name),
            )
        ),
    )


def _prompts(game: CommonsGame) -> Prompts:
    """Who is at bat, who may pitch, and the odds of a steal of second."""
    ours = game.sides[game.half]
    batter = _batter_of(ours)
    name = ours.club.name_of(batter) if batter else "the batter"
    questions = {
        WALK.name: f"Pitch to {name}?",
        OUT_GOD.name: f"A god before the pitch to {name}?",
        HIT_GOD.name: f"A god instead of the swing of {name}?",
        SWING.name: f"How does {name} bat?",
        PINCH_HIT.name: f"Who bats for {name}?",
    }
    answers = {
        f"{PINCH_HIT.name}=none": name,
        f"{OUT_GOD.name}=out": f"Out: {name} is out",
        f"{WALK.name}=no": f"Pitch to {name}",
        f"{WALK.name}=yes": f"Walk {name}",
    }
    for side, decision in ((AWAY, AWAY_PITCHER), (HOME, HOME_PITCHER)):
        here = game.sides[side]
        # The next of the list has been taken by now, where nothing else was said.
        staff = [int(here.coming or here.on_mound), *members(here.pitchers)]
        questions[decision.name] = "Who pitches this inning?"
        for choice, player in zip(decision.choices, staff, strict=False):
            gone = staff[: staff.index(player)]
            names = ", ".join(here.club.name_of(each) for each in gone)
            dropped = f" (discard {names})" if len(gone) < MANY else f" (discard {len(gone)})"
            who = here.club.name_of(player)
            answers[f"{decision.name}={choice.key}"] = who + (dropped if gone else "")
    if game.runners.on[1]:
        steal = ours.batting_card(ours.players[game.runners.on[1]]).steal
        odds = 0 if steal is None else round(100 * (THROWS - steal) / THROWS)
        answers[f"{STEAL.name}=first"] = f"The runner on first steals second: {odds}% safe"
    return Prompts(questions, answers)


def _thrown(game: CommonsGame, dice: Dice | None) -> list[str]:
    """The faces of the throw that is under way."""
    if dice is None or dice.part != FURTHER_DIE:
        return []
    faces = []
    low, width = int(game.low), THROWS
    while width > game.width:
        width //= FACES
        face, low = divmod(low, width)
        faces.append(str(face + 1))
    return faces


def _is_for(dice: Dice | None, kind: Dice) -> bool:
    return dice is not None and dice.name == kind.name


# The cards.


def _face_up(game: CommonsGame, dice: Dice | None, thrown: Sequence[str]) -> list[FaceUp]:
    ours, theirs = game.sides[game.half], game.sides[1 - game.half]
    batter = _batter_of(ours)
    left = bool(batter) and ours.bats_left(batter, against_left=theirs.left_handed)
    pitched = thrown if _is_for(dice, PITCH) else None
    found = [pitchers_card(int(1 - game.half), theirs, int(theirs.on_mound), left, pitched)]
    if batter:
        swung = thrown if _is_for(dice, SWING_THROW) else None
        fences = bool(game.for_the_fences)
        found.append(batters_card(int(game.half), ours, batter, fences, swung))
    if _is_for(dice, STEAL_THROW):
        runner = ours.players[game.runners.on[1]]
        line = _line("SB", "Safe", ours.batting_card(runner).steal, "or more: safe", thrown)
        about = "on first"
        found.append(
            FaceUp(int(game.half), "Steals second", ours.club.name_of(runner), about, [line])
        )
    return found


def played_of(game: CommonsGame, last: LastPlay | None) -> tuple[str, list[FaceUp]]:
    """Where the dice of the last plate appearance pointed, in words and on the card."""
    thrown = Thrown(last.turn if last is not None else ())
    if last is None or not last.ends_turn or not thrown.pitch:
        return "", []
    ours, theirs = game.sides[last.side], game.sides[last.field]
    if not last.batter or not last.pitcher:
        return "", []
    if thrown.swing:
        faces = thrown.swing
        card = batters_card(last.side, ours, last.batter, False, faces)
        if went_for_the_fences(card, last):
            card = batters_card(last.side, ours, last.batter, True, faces)
        words, hit = off_the_bat(card)
    else:
        faces = thrown.pitch
        against_left = bool(theirs.throws_left(last.pitcher))
        left = bool(ours.bats_left(last.batter, against_left=against_left))
        card = pitchers_card(last.field, theirs, last.pitcher, left, faces)
        words, found = off_the_pitcher(card)
        if found is None:
            return "", []
        hit = found
    return f"{'-'.join(faces)} on {hit.name}’s card: {words}", [hit]


def _batter_of(ours: CommonsSide) -> int:
    return int(ours.batter or ours.next_batter() or ours.lent_batter)


def pitchers_card(
    side: int, theirs: CommonsSide, player: int, left: bool, thrown: Sequence[str] | None
) -> FaceUp:
    """The card of who pitches for a side, as it reads for who bats left-handed, or right-."""
    arm = theirs.pitching_card(player)
    out, hit = (arm.out_left, arm.hit_left) if left else (arm.out_right, arm.hit_right)
    hand = "left" if left else "right"
    lines = [_line("BB", "Walk", arm.walk, "less: a walk", thrown)]
    if hit is None:
        lines.append(_line("OUT", "Out", out, f"more: out, batting {hand}", thrown))
    else:
        lines.append(_line("HIT", "Single", hit, f"more: a single, batting {hand}", thrown))
    return FaceUp(
        side,
        "On the mound",
        theirs.club.name_of(player),
        f"throws {SIDES[theirs.club.hands_of(player)[1]]}, rank {arm.rank}",
        lines,
    )


def batters_card(
    side: int, ours: CommonsSide, batter: int, fences: bool, thrown: Sequence[str] | None
) -> FaceUp:
    """The card of who bats for a side; who goes for the ``fences`` looks at one line alone."""
    card = ours.batting_card(batter)
    if fences:
        far = "or more: a home run, going for the fences"
        lines = [_line("2B", "Double", card.double, far, thrown)]
    else:
        lines = [
            _line("1B", "Single", card.single, "or more", thrown),
            _line("2B", "Double", card.double, "or more", thrown),
            _line("3B", "Triple", card.triple, "or more", thrown),
            _line("HR", "Home run", card.home_run, "or more", thrown),
        ]
    lines.append(_line("SB", "Steals second", card.steal, "or more", None))
    about = f"bats {SIDES[ours.club.hands_of(batter)[0]]}, rank {card.rank}"
    if card.pinch:
        about += ", two teams: may be pinch-hit for"
    return FaceUp(side, "At bat", ours.club.name_of(batter), about, lines)


def _line(
    label: str, long: str, threshold: Threshold, words: str, thrown: Sequence[str] | None
) -> CardLine:
    if threshold is None:
        return CardLine(label, long, words=NEVER)
    faces = write_threshold(threshold)
    digits = [Digit(face) for face in faces] if thrown is None else stand(faces, thrown)
    return CardLine(label, long, digits, words)


# The dice.


def _meanings(game: CommonsGame, dice: Dice | None, thrown: Sequence[str]) -> list[Meaning]:
    """What each face of the next die comes to."""
    if dice is None:
        return []
    limits, words = _outcomes(game, dice)
    width, low = THROWS, 0
    for face in thrown:
        width //= FACES
        low += (int(face) - 1) * width
    width //= FACES
    found = []
    for at in range(FACES):
        first = low + at * width
        last = first + width - 1
        again = any(first < limit <= last for limit in limits)
        reached = sum(first >= limit for limit in limits)
        found.append((str(at + 1), "throw again" if again else words[reached], again))
    return grouped(found)


def _outcomes(game: CommonsGame, dice: Dice) -> tuple[list[int], list[str]]:
    """The limits of a throw, lowest first, and what it is once it reaches so many of them."""

    def limit(threshold: Threshold, more: int = 0) -> int:
        return THROWS if threshold is None else threshold + more

    ours, theirs = game.sides[game.half], game.sides[1 - game.half]
    if _is_for(dice, STEAL_THROW):
        runner = ours.batting_card(ours.players[game.runners.on[1]])
        return [limit(runner.steal)], ["caught", "safe on second"]
    batter = _batter_of(ours)
    if _is_for(dice, PITCH):
        arm = theirs.arm
        left = ours.bats_left(batter, against_left=theirs.left_handed)
        out, hit = (arm.out_left, arm.hit_left) if left else (arm.out_right, arm.hit_right)
        last = "out" if hit is None else "a single"
        return [arm.walk or 0, limit(out if hit is None else hit, 1)], ["a walk", "in play", last]
    card = ours.batting_card(batter)
    if game.for_the_fences:
        return [limit(card.double)], ["out", "a home run"]
    return (
        [limit(card.single), limit(card.double), limit(card.triple), limit(card.home_run)],
        ["out", "a single", "a double", "a triple", "a home run"],
    )


# The hands.


def _hand(record: Record, game: CommonsGame, side: int) -> Hand:
    here = game.sides[side]
    bats = side == game.half
    challenge = CHALLENGE if bats else REPLAY
    asked = bool(_entry(record, ADVANCE_FROM_SECOND, "yes"))
    advance = ADVANCE_FROM_SECOND if asked else ADVANCE_FROM_THIRD
    cards = [
        _card(record, game, side, "Hit", here.hits, HIT_GOD, HIT_CARD),
        _card(record, game, side, "Out", here.outs, OUT_GOD, OUT_CARD),
        _card(record, game, side, "Advance", here.advances, advance, 1),
        _card(record, game, side, "Challenge", here.challenges, challenge, 1),
    ]
    for name, owner, decision, choice in (
        ("Super double", game.double, HIT_GOD, DOUBLE_CARD),
        ("Super two outs", game.two_outs, OUT_GOD, TWO_OUTS),
    ):
        if owner in (OPEN, side):
            cards.append(_card(record, game, side, name, 1, decision, choice))
    return Hand(side, cards, _facts(game, side))


def _card(
    record: Record,
    game: CommonsGame,
    side: int,
    name: str,
    left: int,
    decision: Decision,
    choice: int,
) -> HandCard:
    """A kind of card, and what plays one or why nothing does."""
    bats = side == game.half
    if bats is not (decision.asked == BATTING):
        words = "it is for the side at bat" if decision.asked == BATTING else "it is for the field"
        return HandCard(name, int(left), why_not=f"Not now: {words}.")
    entry = _entry(record, decision, decision.choices[choice].key) if left else ""
    return HandCard(name, int(left), entry, "" if entry else why_not(game, decision, choice))


def _entry(record: Record, decision: Decision, key: str) -> str:
    for awaiting in record.open:
        if awaiting.decision is decision:
            for choice in awaiting.choices:
                if choice.key == key:
                    return " ".join(awaiting.answer(choice))
    return ""


def _facts(game: CommonsGame, side: int) -> list[tuple[str, str]]:
    """Who is on deck, and how many are left."""
    here = game.sides[side]
    waiting = [
        player for player in members(here.batters) if player != here.batter or side != game.half
    ]
    coming = [here.club.name_of(player) for player in waiting[:ON_DECK]]
    arms = members(here.pitchers)
    if arms:
        staff = f"{len(arms)}, next {here.club.name_of(arms[0])}"
    else:
        staff = _lent(here, int(here.lent_pitcher))
    deck = ", ".join(coming) or _lent(here, int(here.lent_batter))
    return [
        ("On deck" if side == game.half else "Up next", deck),
        ("Batters left", str(len(members(here.batters)))),
        ("Pitchers left", staff),
    ]


def _lent(here: CommonsSide, player: int) -> str:
    return here.club.name_of(player) if player > 0 and player <= 2 * DECK_SIZE else "none"


def _super(game: CommonsGame, owner: int) -> str:
    if owner == OPEN:
        return "lies open for both"
    return "used" if owner == SPENT else f"{game.sides[owner].club.name} hold it"
