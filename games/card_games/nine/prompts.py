"""What managers are asked in any card game of nine players, with the names of those it is about."""

from __future__ import annotations

from collections.abc import Mapping

from games.card_games.table_view import Prompts
from games.engine.game_state import BASES
from games.engine.nine.decisions import PINCH_HIT, PINCH_RUN, PITCH, WALK

GOALS = ("", *BASES, "home")


def prompts_of_nine(batter: str, pitcher: str, more: Prompts) -> Prompts:
    """These prompts with those about who is at bat and who pitches."""
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
    """Whether a runner tries for a base, with who throws and the chance in a hundred."""
    odds = f"{safe}% safe"
    about = f"{thrower} throws, {odds}" if thrower else odds
    return f"The runner on {BASES[base - 1]} tries for {GOALS[goal]}? {about}."
