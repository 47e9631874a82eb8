"""Why a choice is not available at this point of a game: one clause with its paragraph.

The masks of a game say quickly what is legal; this says why the rest is not. It reads the game and
changes nothing.
"""

from __future__ import annotations

from games.engine.decisions import BATTING, Decision
from games.engine.events import NO_BAT
from games.engine.lineup import PITCHER
from games.engine.nine import decisions as change
from games.engine.nine.removal import designated_is_bound, may_remove_pitcher
from games.systems.purestrat.play import decisions as ask
from games.systems.purestrat.play.diamond import IN, Diamond
from games.systems.purestrat.play.nine import Nine
from games.systems.purestrat.play.steals import BASE_OF_CHOICE, SECOND_NOW

COMES_IN = (change.PINCH_HIT, *change.PINCH_RUN, change.PITCH, change.ENTER, change.REPLACE)


def why_not(game: Diamond, decision: Decision, choice: int) -> str:
    """Return why ``choice`` of ``decision`` is not available now; empty where no reason is
    known."""
    side = game.half if decision.asked == BATTING else 1 - game.half
    nine = game.nines[side]
    if decision in COMES_IN:
        return _player(nine, choice) or _substitution(game, side, nine, decision, choice)
    if decision is change.SPOT:
        return _spot(game, side, nine, choice)
    if decision is change.FOR:
        if nine.lineup.where[choice] == PITCHER:
            return "T10.2: for the pitcher another pitcher comes in"
        if choice and choice == nine.lineup.designated:
            return "OBR 5.11(a)(7): who bats for the pitcher is replaced at bat or on base"
        return _leaving(game, side, nine, nine.lineup.slots[choice])
    if decision is change.MOVE:
        return _move(nine, NO_BAT if choice == change.TENTH else choice, choice)
    if decision in (change.TO, change.AT):
        return "T0.01g: he has not that position on his card, or the player there has to stay"
    if decision is ask.STEAL:
        return _steal(game, choice)
    if decision is ask.SWING:
        return _swing(game, choice)
    if decision is ask.INFIELD:
        return "S20.3: the infield plays in only with a runner on third and fewer than two out"
    if decision is ask.HOLD:
        if game.infield == IN:
            return "S23.81: with the infield in nobody is held"
        return "S23.81: only a runner on base is held"
    if decision is ask.OUTFIELD:
        return "S21.1: the outfield plays in only when a fly would end the game"
    return "it is asked at another point of the play (T29.1)"


def _player(nine: Nine, number: int) -> str:
    """Why a player may not come in at all; empty where he may."""
    lineup = nine.lineup
    if not 1 <= number <= len(nine.club.players):
        return f"there is no No. {number} in the squad" if number else ""
    if lineup.playing >> number & 1:
        return "he is in the game already"
    if lineup.gone >> number & 1:
        return "T31.3: he was taken out, and may not come back"
    if lineup.hurt >> number & 1:
        return "T25.1: he was hurt in this game"
    return ""


def _substitution(game: Diamond, side: int, nine: Nine, decision: Decision, number: int) -> str:
    player = nine.player(number) if 1 <= number <= len(nine.club.players) else None
    if decision is change.PITCH:
        return _pitcher(game, side, nine, number)
    if decision is change.REPLACE:
        return "T25.2: no hurt player's place has to be taken"
    if decision is change.ENTER:
        if player is not None and player.is_pitcher:
            return "T25.2d: a pitcher plays elsewhere only when no other player is left"
        return _nobody_leaves(game, side)
    if decision is change.PINCH_HIT:
        if game.two_strikes:
            return "T18.9a: no one hits for a batter who has two strikes after a bunt"
        out = nine.lineup.slots[nine.up]
        if player is not None and player.is_pitcher and not nine.player(out).is_pitcher:
            return "T10.11j: a pitcher does not hit for a position player"
    else:
        base = change.PINCH_RUN.index(decision) + 1
        if not game.runners.on[base]:
            return "there is nobody on that base"
        if game.lead_failed[base]:
            return "T23.02: he failed to get his lead and stays while he is on that base"
        out = nine.lineup.slots[game.runners.on[base]]
    return _leaving(game, side, nine, out) or (
        "T10.11m: a player who comes in there goes with the next pitcher, and no position may be "
        "left that no player has"
    )


def _pitcher(game: Diamond, side: int, nine: Nine, number: int) -> str:
    if game.only_the_hurt_leave:
        return (
            "T32.0f, T32.0g: the first innings are for starters who have not pitched, and "
            "everybody has one inning until the ninth"
        )
    if not may_remove_pitcher(game, side):
        outs, runs = game.rules.starter_least_outs, game.rules.starter_least_runs
        return (
            f"T10.2e: the starter may not leave before he has {outs} outs or {runs} runs were "
            f"scored on him; he has {nine.mound_outs} and {nine.mound_runs}"
        )
    if not number:
        return "T10.2n: the pitcher has used up what he may do"
    player = nine.player(number)
    if not player.is_pitcher:
        return "T25.3a: a position player pitches only when no pitcher is left"
    if player.relief_outs <= 0:
        return "T10.2i: he has no outs left in relief"
    return "T10.2a: he may not relieve in this game"


def _leaving(game: Diamond, side: int, nine: Nine, number: int) -> str:
    """Why a player may not be taken out; empty where he may."""
    lineup = nine.lineup
    if lineup.hurt >> number & 1:
        return ""
    if game.only_the_hurt_leave:
        return "T32.0h: in a shoot-out only who was hurt leaves"
    if number == lineup.at[PITCHER] and not may_remove_pitcher(game, side):
        return _pitcher(game, side, nine, number)
    if lineup.starters >> number & 1 and _locked(game, side):
        return _nobody_leaves(game, side)
    if number == lineup.designated_player() and designated_is_bound(game, side):
        return (
            "OBR 5.11(a)(2): the designated hitter who begins comes to bat once, unless the "
            "opponent changes his pitcher"
        )
    if not lineup.may_leave(number):
        return "S10.1: without him the positions cannot all be covered"
    return ""


def _locked(game: Diamond, side: int) -> bool:
    return game.inning <= game.rules.locked_innings and not game.nines[1 - side].changes


def _nobody_leaves(game: Diamond, side: int) -> str:
    if _locked(game, side):
        return (
            "T10.11f: who started stays in through inning "
            f"{game.rules.locked_innings} unless he is hurt or the opponent has changed his pitcher"
        )
    return "T10.11m: no other could play the position of a player who may be taken out"


def _spot(game: Diamond, side: int, nine: Nine, slot: int) -> str:
    if nine.lineup.designated:
        return "OBR 5.11(a)(1): somebody bats for the pitchers"
    if game.inning <= game.rules.locked_innings:
        return (
            f"T10.11h: through inning {game.rules.locked_innings} a reliever bats where the last "
            "pitcher did"
        )
    why = _leaving(game, side, nine, nine.lineup.slots[slot]) if slot else ""
    return why or "T10.11h: it goes with a change of pitcher"


def _move(nine: Nine, slot: int, choice: int) -> str:
    lineup = nine.lineup
    if slot and lineup.stuck() >> slot & 1:
        return "T25.2h: he stays where an injury put him"
    if choice == change.TENTH and not lineup.designated:
        return "the pitcher bats, and is named by his place in the order"
    if choice and slot == lineup.designated:
        return (
            "OBR 5.11(a)(5): he goes to a position of his card whose player may leave for him, and "
            "the pitcher bats in that player's place"
        )
    if choice and lineup.where[slot] == PITCHER:
        return "T0.15d: a pitcher changes places only with a position player who pitches"
    if slot and lineup.is_loose(slot):
        return "T0.15b: he moves with a substitution, once"
    return (
        "T0.15c: without a substitution players move only at the start of a half-inning, each once"
    )


def _steal(game: Diamond, choice: int) -> str:
    base = BASE_OF_CHOICE[choice]
    if not game.bases >> base - 1 & 1:
        return "there is nobody on that base"
    if base < 3 and game.bases >> base & 1:
        return "the base ahead is occupied"
    if choice == SECOND_NOW:
        return "S23.3: without a lead he goes only when he has failed to get it, or has no numbers"
    if game.lead_failed[base]:
        return "S23.3: he has failed to get his lead while he stands there"
    return "S23.12: his card gives him no lead, or nobody is behind him"


def _swing(game: Diamond, choice: int) -> str:
    if not game.bases or game.outs == 2:
        return "S18.1, S19.1: it takes runners on base and fewer than two out"
    if choice == 1:
        return "S18.1: no sacrifice with a runner on third, first and third apart"
    if choice == 2:
        return "S18.1: a squeeze takes a runner on third"
    if game.bases & 4:
        return "S19.1: no hit and run with a runner on third"
    if game.two_strikes:
        return "S18.8: no hit and run after a bunt that left two strikes"
    return "T19.11: a pitcher who hits off card 1W is not asked to hit and run"
