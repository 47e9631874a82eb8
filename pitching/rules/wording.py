"""The reasons of the pitching law as sentences, for pages, refusals and the log."""

from __future__ import annotations

from collections.abc import Sequence

from config.refusals import Refusal
from pitching.rules.breaches import Breach
from pitching.rules.eligibility import Eligibility, Reason, Role
from pitching.rules.innings import innings_of
from pitching.rules.sheet import Outing


def sentence(reason: Reason) -> str:
    games, limit = _games(reason.outings), reason.limit
    used = sum(outing.outs for outing in reason.outings if not outing.started)
    total = sum(outing.outs for outing in reason.outings)
    sentences = {
        "no-starter-rating": "His card does not let him start.",
        "no-relief-rating": "His card does not let him relieve.",
        "rest-after-start": f"He started {games} and rests {_count(limit, 'game')} after that.",
        "rest-before-start": f"He relieved in {games} and rests {_count(limit, 'game')} before "
        "a start.",
        "no-relief-left": f"He relieved {innings_of(used)} innings in {games}, and who starts must "
        "be eligible to relieve.",
        "outing-ahead": f"He has pitched in {games} already, within {_count(limit, 'game')} after "
        "this start.",
        "start-ahead": f"He has started {games} already and would have relieved within "
        f"{_count(limit, 'game')} before.",
        "held-by-start": f"He has started {games} and had to be eligible to relieve there.",
        "games-in-a-row": f"With {games} it would be more than {_count(limit, 'game')} in a row.",
        "relief-window": f"He relieved {innings_of(used)} innings in {games}; "
        f"{innings_of(limit)} are allowed.",
        "ten-innings": f"He has pitched the {innings_of(limit)} innings that a starter may.",
        "started-this-game": "He started this game and was taken out.",
        "relieved-this-game": "He relieved in this game already.",
        "inning-used": f"He has pitched {innings_of(total)} innings of this game, where "
        "everybody has one.",
        "too-many-outs": "A pitcher pitches no more than one inning of a game.",
        "left-in-mid-inning": "A pitcher who begins an inning pitches it to its end.",
        "after-the-lent": "The opponent's pitcher had come in for the rest of the game.",
    }
    return sentences[reason.code]


def told(answer: Eligibility) -> str:
    if answer.eligible:
        permission = "May start" if answer.role is Role.START else "May relieve"
        head = f"{permission}: {innings_of(answer.outs)} innings."
    else:
        head = "May not start." if answer.role is Role.START else "May not relieve."
    return " ".join((head, *(sentence(reason) for reason in answer.reasons)))


def would_break(name: str, breach: Breach) -> Refusal:
    """The refusal for an outing that breaks the law, with the paragraph and the allowed outs."""
    part = "as the starter" if breach.grounds.role is Role.START else "in relief"
    return Refusal(
        breach.code,
        f"{innings_of(breach.outs)} innings of {name} {part} are against {breach.rule}. "
        f"{told(breach.grounds)}",
        f"game {breach.column}",
        {
            "rule": breach.rule,
            "pitcher": breach.pitcher,
            "outs": breach.outs,
            "allowed": breach.allowed,
        },
    )


def _games(outings: Sequence[Outing]) -> str:
    numbers = [str(outing.column) for outing in sorted(outings, key=lambda each: each.column)]
    if len(numbers) < 2:
        return f"game {numbers[0]}" if numbers else "no game"
    return f"games {', '.join(numbers[:-1])} and {numbers[-1]}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
