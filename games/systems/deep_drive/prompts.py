"""What managers are asked in a game of Deep Drive, with the players it is about and the odds."""

from __future__ import annotations

from typing import Final

from games.card_games.nine.prompts import GOALS, send_question
from games.card_games.table_view import Prompts
from games.engine.events import FIRST, THIRD
from games.engine.folds.changes import FIELD
from games.engine.game_state import BASES
from games.systems.deep_drive.play.cards import AVERAGE
from games.systems.deep_drive.play.charts import MAN_CAUGHT, RATINGS
from games.systems.deep_drive.play.decisions import (
    BUNT_PLAY,
    CUT,
    DOUBLED,
    LETTER_F,
    LETTER_G,
    LETTER_J,
    LETTER_P,
    PICKED_OFF,
    SEND,
    STEAL,
    TAG,
)
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.manager import SAFE_OF_A_HUNDRED, WAYS_OF_TWO
from games.systems.deep_drive.play.outs import beats_the_pivot, drawn_in
from games.systems.deep_drive.play.readings import fielder_of, is_out_code
from games.systems.deep_drive.play.throws_at import (
    CENTER_FIELD,
    RIGHT_FIELD,
    SECOND_BASEMAN,
    SHORTSTOP,
)

PITCHER_AND_CATCHER: Final = ("on the mound", "behind the plate")


def prompts_of(game: DeepDriveGame) -> Prompts:
    """Who runs, who fields or throws, what each answer leads to, and how often."""
    questions: dict[str, str] = {}
    answers: dict[str, str] = {}
    parts = (_of_a_throw, _of_a_steal, _of_a_grounder, _of_a_bunt, _of_a_liner)
    for part in parts:
        prompts = part(game)
        questions |= prompts.questions
        answers |= prompts.answers
    questions[PICKED_OFF.name] = f"Who is picked off by {_at(game, 1)}?"
    return Prompts(questions, answers)


def _of_a_throw(game: DeepDriveGame) -> Prompts:
    """Whether a runner tries for a base, and whether the throw at him is cut off."""
    base, goal = int(game.lead_from), int(game.lead_goal)
    if not base or not goal or not game.runners.on[base]:
        return Prompts()
    speed = game.shifted(base) if game.rules.choice_shifts else game.speed(base)
    safe, thrower = SAFE_OF_A_HUNDRED[speed], _at(game, int(game.thrower))
    sent = send_question(base, goal, safe, thrower)
    return Prompts(
        {
            SEND.name: sent,
            TAG.name: sent,
            CUT.name: f"{_on(game, base)} tries for {GOALS[goal]}, {safe}% safe: does {thrower} "
            "throw home, or is it cut off?",
        },
        {
            **{
                f"{decision.name}={key}": f"The runner on {BASES[base - 1]} {does}"
                for decision in (SEND, TAG)
                for key, does in (("no", "holds"), ("yes", "goes"))
            },
            f"{CUT.name}=throw": f"Throw home: {_runner(game, base)} is out {100 - safe}%",
            f"{CUT.name}=cut": _cut(game, base),
        },
    )


def _cut(game: DeepDriveGame, base: int) -> str:
    """What comes of cutting off a throw: who scores, and who may be caught behind (DD-243)."""
    position = int(game.thrower)
    if position == CENTER_FIELD:
        cutter = f"{_name(game, SHORTSTOP)} or {_name(game, SECOND_BASEMAN)}"
    else:
        cutter = _at(game, SECOND_BASEMAN if position == RIGHT_FIELD else SHORTSTOP)
    behind = [
        _runner(game, at)
        for at in (2, 1, 0)
        if at != base and (not at or game.runners.on[at]) and FIRST <= game.to[at] <= THIRD
    ]
    scores = f"{cutter} cuts it off: {_runner(game, base)} scores"
    if not behind:
        return scores
    caught = sum(what == MAN_CAUGHT for what in game.charts.cutoff)
    return f"{scores}, {' or '.join(behind)} is caught {caught}%"


def _of_a_steal(game: DeepDriveGame) -> Prompts:
    if not game.thief:
        return Prompts()
    thief = f"The runner on {BASES[game.thief - 1]}"
    odds = WAYS_OF_TWO[min(max(int(game.safe), 0), 18)] if game.safe >= 0 else 0
    return Prompts(
        {STEAL.name: f"{thief} steals {GOALS[game.thief + 1]}?"},
        {
            f"{STEAL.name}=no": f"{thief} stays",
            f"{STEAL.name}=yes": f"{thief} goes: {odds}% safe",
        },
    )


def _of_a_grounder(game: DeepDriveGame) -> Prompts:
    """The letters of the ground-out chart that ask: no dice are thrown for what they lead to."""
    fielder = int(game.ground_fielder)
    first, second, third = (bool(game.runners.on[base]) for base in (1, 2, 3))
    if not fielder or not first:
        return Prompts()
    has_it, batter = f"{_at(game, fielder)} has the grounder:", _runner(game, 0)
    two = _two(game, fielder, 1)
    questions, answers = {}, {}
    if second:
        lead = _on(game, 2)
        alone = f"{lead} is out at third, {batter} is safe, 100%"
        questions[LETTER_F.name] = f"{has_it} second and first, or third?"
        answers[f"{LETTER_F.name}=1-6-3"] = two
        by_third = _two(game, fielder, 2) if game.rules.f_is_double_play else alone
        answers[f"{LETTER_F.name}=1-5"] = by_third
        for letter in (LETTER_J, LETTER_P):
            questions[letter.name] = f"{has_it} turn two, or get {lead} at third?"
            answers[f"{letter.name}=double-play"] = two
            answers[f"{letter.name}=lead"] = alone
    if third:
        lead = _on(game, 3)
        stays = game.speed(3) < AVERAGE or game.playing_safe or drawn_in(game, fielder)
        questions[LETTER_G.name] = f"{has_it} turn two, or hold {lead}?"
        ends = game.outs == 1 and not _beats(game, fielder)
        then = "the inning is over" if ends else f"{lead} {'holds' if stays else 'scores'}"
        answers[f"{LETTER_G.name}=double-play"] = f"{two}; {then}"
        answers[f"{LETTER_G.name}=hold"] = (
            f"{batter} is out, {lead} holds, {_runner(game, 1)} takes second, 100%"
        )
    return Prompts(questions, answers)


def _two(game: DeepDriveGame, fielder: int, base: int) -> str:
    """A double play, or the force that is left of it where the batter beats the pivot."""
    victim, batter = _on(game, base), _runner(game, 0)
    if _beats(game, fielder):
        return f"{victim} is out, {batter} beats the throw to first, 100%"
    return f"{victim} and {batter} are both out, 100%"


def _beats(game: DeepDriveGame, fielder: int) -> bool:
    return bool(game.rules.pivot) and beats_the_pivot(game, fielder)


def _of_a_bunt(game: DeepDriveGame) -> Prompts:
    fielder, base, goal = int(game.ground_fielder), int(game.lead_from), int(game.lead_goal)
    if not fielder or not base or not game.runners.on[base]:
        return Prompts()
    last = game.charts.bunt_lead[game.speed(base) * RATINGS + game.rating(fielder)]
    out = min(max(10 * (last + 1), 0), 100)
    lead, batter = _on(game, base), _runner(game, 0)
    return Prompts(
        {
            BUNT_PLAY.name: f"{_at(game, fielder)} has the bunt: a play on {lead} at "
            f"{GOALS[goal]}, or on {batter}?"
        },
        {
            f"{BUNT_PLAY.name}=batter": f"{batter} is out at first, the others move up, 100%",
            f"{BUNT_PLAY.name}=lead": f"{_runner(game, base)} is out at {GOALS[goal]} {out}%, "
            "else all are safe",
        },
    )


def _of_a_liner(game: DeepDriveGame) -> Prompts:
    code = int(game.came_to)
    fielder = fielder_of(code) if is_out_code(code) else 0
    if not fielder:
        return Prompts()
    return Prompts({DOUBLED.name: f"{_at(game, fielder)} has the liner: who is doubled up?"}, {})


def _name(game: DeepDriveGame, position: int) -> str:
    number = int(game.defence.lineup.at[position])
    return game.defence.player(number).name if number else FIELD[position]


def _at(game: DeepDriveGame, position: int) -> str:
    """A fielder by name, and where he stands."""
    if not position:
        return ""
    if position <= len(PITCHER_AND_CATCHER):
        where = PITCHER_AND_CATCHER[position - 1]
    else:
        where = f"{'in' if position >= CENTER_FIELD - 1 else 'at'} {FIELD[position]}"
    return f"{_name(game, position)} {where}"


def _runner(game: DeepDriveGame, base: int) -> str:
    """The name of the runner on a base, the batter at 0."""
    return game.runner(base).name if base else game.batter().name


def _on(game: DeepDriveGame, base: int) -> str:
    return f"{_runner(game, base)} on {BASES[base - 1]}"
