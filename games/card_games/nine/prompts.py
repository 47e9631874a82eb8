"""Questions to managers in any card game of nine players, with the names of the players
concerned."""

from __future__ import annotations

from collections.abc import Mapping

from games.card_games.table_view import Prompts
from games.engine.game_state import BASES
from games.engine.nine.decisions import PINCH_HIT, PINCH_RUN, PITCH, WALK

GOALS = ("", *BASES, "home")


def prompts_of_nine(batter: str, pitcher: str, more: Prompts) -> Prompts:
    """Add the prompts about the batter and the pitcher."""
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
    return Prompts({**questions, **more.questions}, {**answers, **more.answers})


def send_question(base: int, goal: int, safe: int, thrower: str) -> str:
    """Ask whether a runner tries for a base; ``safe``: his chance in percent."""
    odds = f"{safe}% safe"
    about = f"{thrower} throws, {odds}" if thrower else odds
    return f"The runner on {BASES[base - 1]} tries for {GOALS[goal]}? {about}."
