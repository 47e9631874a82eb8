"""Why a choice is not available at this point of a game: one clause with its paragraph of the
rulebook.

The masks of a game say quickly what is legal; this says why the rest is not. It reads the game and
changes nothing.
"""

from __future__ import annotations

from games.engine.decisions import BATTING, Decision
from games.engine.nine import decisions as change
from games.engine.nine.removal import may_remove_pitcher
from games.systems.deep_drive.play import decisions as ask
from games.systems.deep_drive.play.diamond import NO_JUMP, Diamond
from games.systems.deep_drive.play.nine import Nine
from games.systems.deep_drive.play.steals import FAR_BEHIND, GOES_UNLESS_BEHIND, MUST_HOLD

COMES_IN = (
    change.PINCH_HIT,
    *change.PINCH_RUN,
    change.PITCH,
    change.ENTER,
    change.REPLACE,
    change.STAND_IN,
)


def why_not(game: Diamond, decision: Decision, choice: int) -> str:
    """Return why ``choice`` of ``decision`` is not available now; empty where no reason is
    known."""
    side = game.half if decision.asked == BATTING else 1 - game.half
    if decision in COMES_IN:
        return _player(game, side, decision, choice)
    if decision is ask.INFIELD:
        if not game.bases & 4:
            return "DD-082: infield in needs a runner on 3rd"
        return "DD-082: infield in needs fewer than two outs"
    if decision is ask.OUTFIELD:
        return _outfield(game)
    if decision is ask.RUNNING:
        if game.bases == 7:
            return "DD-095: not with the bases loaded"
        return "DD-095: nobody is on base"
    if decision is ask.SWING:
        return _swing(game)
    if decision is ask.STEAL:
        return _steal(game)
    if decision is ask.SEND:
        return "DD-187: NO on the hits chart: he takes the least number of bases, or YES: he goes"
    if decision is ask.TAG:
        if game.outs >= 2:
            return "DD-189: with two outs a fly is the third"
        return "DD-209: NO on the fly chart: he stays, or YES: he goes"
    if decision is ask.CUT:
        if game.rules.cuts_every_throw_home:
            return "DD-212: only of a runner who is sent home"
        return "DD-212: only of a runner sent home on a single"
    if decision is ask.DEFENSE:
        return "DD-018: no DEF reading waits for a result"
    if decision in (ask.LETTER_F, ask.LETTER_G, ask.LETTER_J, ask.LETTER_P):
        return "DD-042: the ground-out chart asks it of no ball now"
    if decision is ask.BUNT_PLAY:
        return "DD-146: only at 2 to 4 of the bunt’s OUT row"
    return "it is asked at another point of the play"


def _player(game: Diamond, side: int, decision: Decision, number: int) -> str:
    """Why a player may not come in; empty where he may."""
    nine = game.nines[side]
    lineup = nine.lineup
    if not number:
        return ""
    if number >= len(nine.players):
        return f"there is no No. {number} in the squad"
    if lineup.playing >> number & 1:
        return "he is in the game already"
    if lineup.hurt >> number & 1:
        return "he was hurt or ejected in this game"
    if lineup.gone >> number & 1:
        return "OBR 5.10(d): he has left the game and may not return"
    if decision is change.PITCH:
        return _pitcher(game, side, nine, number)
    if game.inning <= game.rules.locked_innings and not game.nines[1 - side].changes:
        return (
            f"T10.11f: who started stays in through inning {game.rules.locked_innings} unless he "
            "is hurt or the opponent has changed his pitcher"
        )
    return "he may not come in for that player now"


def _pitcher(game: Diamond, side: int, nine: Nine, number: int) -> str:
    """Why this player, or any, may not come in to pitch (the rest-and-relief law)."""
    player = nine.player(number)
    if not player.is_pitcher:
        return "a position player pitches only when no pitcher is left"
    if not may_remove_pitcher(game, side):
        outs, runs = game.rules.starter_least_outs, game.rules.starter_least_runs
        return (
            f"T10.2e: the starter may not leave before he has {outs} outs or {runs} runs were "
            f"scored on him; he has {nine.mound_outs} and {nine.mound_runs}"
        )
    if player.relief_outs <= 0:
        return "T10.2i: he has no outs left in relief"
    return "T10.2a: he may not relieve in this game"


def _outfield(game: Diamond) -> str:
    if game.half == 0 or game.inning < game.law.innings:
        return "DD-091: outfield in only from the 9th inning on"
    if game.outs == 2:
        return "DD-091: outfield in needs fewer than two outs"
    return "DD-091: the runner on 3rd is not the winning run"


def _swing(game: Diamond) -> str:
    if game.two_strikes:
        return "DD-140: with two strikes neither bunt nor hit and run"
    if not game.bases:
        return "DD-154: a hit and run needs a runner on base"
    if game.playing_safe:
        return "DD-095: who plays it safe does not hit and run"
    return "DD-154: by the game’s setting it needs a runner on first and nobody on third"


def _steal(game: Diamond) -> str:
    jump = game.jump
    if jump == NO_JUMP:
        return "DD-054: nobody on 1st or 2nd has the next base free when a turn ends"
    if jump <= MUST_HOLD:
        return f"DD-060: JUMP {jump}: the runner must hold"
    if jump == GOES_UNLESS_BEHIND and game.lead <= FAR_BEHIND:
        return "DD-062: JUMP 11, and his team trails by two or more: he holds"
    if jump >= GOES_UNLESS_BEHIND:
        return f"DD-063: JUMP {jump}: the runner goes"
    return "the runner plays it safe"
