"""Questions to managers in any card game of nine players, with the names of the players
concerned."""

from __future__ import annotations

from collections.abc import Mapping

from games.card_games.table_view import Prompts
from games.engine.game_state import BASES
from games.engine.nine.decisions import (
    PINCH_HIT,
    PINCH_RUN,
    PITCH,
    REPLACE,
    STAND_IN,
    WALK,
)
from games.engine.nine.diamond import NineGame

GOALS = ("", *BASES, "home")


def leaver_of(game: NineGame) -> str:
    """The player who is hurt or sent off, where it is asked who comes in."""
    return str(game.sides[game.leaves_side].player(game.leaves).name) if game.leaves else ""


def prompts_of_nine(batter: str, pitcher: str, leaver: str, more: Prompts) -> Prompts:
    """These prompts with those about who is at bat, who pitches, and who has to leave."""
    answers: Mapping[str, str] = {
        f"{PINCH_HIT.name}=none": batter,
        f"{PITCH.name}=none": pitcher,
        f"{WALK.name}=no": f"Pitch to {batter}",
        f"{WALK.name}=yes": f"Walk {batter}",
        **{
            f"{run.name}=none": f"The runner on {base}"
            for run, base in zip(PINCH_RUN, BASES, strict=True)
        },
    }
    questions = {
        PINCH_HIT.name: f"Who bats for {batter}?",
        PITCH.name: f"Who pitches for {pitcher}?",
        WALK.name: f"Walk {batter} on purpose?",
        "swing": f"What does {batter} do?",
    }
    if leaver:
        for decision in (REPLACE, STAND_IN):
            questions[decision.name] = f"Who comes in for {leaver}, who has to leave?"
    return Prompts({**questions, **more.questions}, {**answers, **more.answers})


def send_question(base: int, goal: int, safe: int, thrower: str) -> str:
    """Ask whether a runner tries for a base; ``safe``: his chance in percent."""
    odds = f"{safe}% safe"
    about = f"{thrower} throws, {odds}" if thrower else odds
    return f"The runner on {BASES[base - 1]} tries for {GOALS[goal]}? {about}."
