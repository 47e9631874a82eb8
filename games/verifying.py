"""Is a stored game what it says it is? Plays it again, and throws its dice again from the seed."""

from collections.abc import Iterator
from dataclasses import dataclass

from config.journal.models import Action
from games.engine.cup import commitment
from games.engine.record import Record, replay, simulate
from games.engine.refusals import Refused
from games.engine.situation import START
from games.models import Game
from games.records import record_of


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it holds, and in words what does or does not."""

    holds: bool
    words: str


def verify(game: Game) -> tuple[Check, ...]:
    """Everything about a game that can be checked by doing it again.

    A game played under an earlier version of its system's rules is left alone: the same transcript
    may be another game today.
    """
    version = game.series.system.version
    if game.system_version != version:
        return (
            Check(
                False,
                f"It was played under version {game.system_version} of the game system; the rules "
                f"here are version {version} and may read its transcript otherwise.",
            ),
        )
    return tuple(_checks(game))


def _checks(game: Game) -> Iterator[Check]:
    stored = record_of(game)
    try:
        again = replay(
            stored.system,
            stored.settings,
            stored.transcript,
            situation=stored.situation,
            clubs=stored.clubs,
        )
    except Refused as refused:
        yield Check(False, f"The transcript cannot be played again: {refused}")
        return
    yield Check(
        _same(stored, again),
        f"The transcript of {len(stored.transcript)} entries, played again, gives the same "
        f"{len(stored.events)} events and the same score."
        if _same(stored, again)
        else "The transcript, played again, gives another game than the one stored.",
    )
    seed = game.revealed_seed
    if not seed:
        return
    yield _dice(stored, seed)
    if game.source == Game.Source.SIMULATED and stored.situation == START:
        whole = simulate(stored.system, stored.settings, seed, clubs=stored.clubs)
        same = whole.transcript == stored.transcript and _same(stored, whole)
        yield Check(
            same,
            "Simulated again from the seed alone, it is the same game throw by throw."
            if same
            else "Simulated again from the seed, it is another game.",
        )
    if game.source == Game.Source.ONLINE:
        published = _published(game)
        yield Check(
            commitment(seed) == published,
            f"The seed's hash is the one published before the first throw: {published}."
            if commitment(seed) == published
            else f"Before the first throw another hash was published: {published}.",
        )


def _published(game: Game) -> str:
    """The commitment that was logged when the game was started."""
    started = Action.objects.filter(
        subject_type=Game._meta.label_lower, subject_id=str(game.pk), code="game-started"
    ).first()
    return str((started.new or {}).get("commitment", "")) if started else ""


def _dice(stored: Record, seed: str) -> Check:
    try:
        replay(
            stored.system,
            stored.settings,
            stored.transcript,
            situation=stored.situation,
            seed=seed,
            clubs=stored.clubs,
        )
    except Refused as refused:
        return Check(False, f"Its dice are not those of the seed: {refused}")
    return Check(True, "Every throw is the one that the seed gives.")


def _same(one: Record, other: Record) -> bool:
    return one.events == other.events and one.ending == other.ending
