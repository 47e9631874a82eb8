"""Verify a stored game: play it again from its transcript, and throw its dice again from the
seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from config.journal.models import Action
from config.refusals import Refused
from games.clubs import Squads
from games.engine.dice_stream import Segment, commitment
from games.engine.events import END, TIRED, kind_of
from games.engine.folds.proofs import problems
from games.engine.record import Record, replay, simulate
from games.models import Game
from games.records import record_of
from games.seeds import segments_of


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it holds, and in words what does or does not."""

    holds: bool
    words: str


def verify(game: Game) -> tuple[Check, ...]:
    """Everything about a game that can be checked by doing it again.

    A game played under an earlier version of its system's rules may be another game today, or hold
    what is refused today; what was stored then stands, and only whether it still replays is told.
    """
    version = game.series.system.version
    if game.system_version == version:
        return tuple(_checks(game))
    try:
        same = _same(record_of(game), _played_again(record_of(game)))
    except Refused:
        same = False
    then = f"It was played under version {game.system_version} of the game system;"
    return (
        Check(
            same,
            f"{then} under version {version} its transcript gives the same game."
            if same
            else f"{then} the rules here are version {version} and read its transcript otherwise.",
        ),
    )


def _checks(game: Game) -> Iterator[Check]:
    stored = record_of(game)
    if game.clubs:
        changed = Squads().cards_changed(game)
        yield Check(
            not changed,
            "A card says something else than when the game began."
            if changed
            else "Every card says what it said when the game began.",
        )
    try:
        again = _played_again(stored)
    except Refused as refused:
        yield Check(False, f"The transcript cannot be played again: {refused}")
        return
    same = _same(stored, again)
    yield Check(
        same,
        f"The transcript of {len(stored.transcript)} entries, played again, gives the same "
        f"{len(stored.events)} events and the same score."
        if same
        else "The transcript, played again, gives another game than the one stored.",
    )
    if same:
        yield _books(stored)
    segments = segments_of(game) if game.is_final else ()
    if not segments:
        return
    yield _dice(stored, segments)
    yield from _renewed(game, segments)
    seed = game.seed
    whole_by_house = game.source == Game.Source.SIMULATED and segments == (Segment(0, seed),)
    if whole_by_house:
        whole = simulate(
            stored.system,
            stored.settings,
            seed,
            situation=stored.situation,
            state=stored.state,
            clubs=stored.clubs,
        )
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


def _books(stored: Record) -> Check:
    """The scorebook's own sums, which rest on the law and not on the game's engine."""
    found = problems(stored)
    if not found:
        return Check(
            True, "Its books are in balance: every run, out and runner on base is accounted for."
        )
    return Check(False, f"Its books are not in balance: {found[0]}")


def _renewed(game: Game, segments: Sequence[Segment]) -> Iterator[Check]:
    """Whether the hashes of fresh seeds were published before they were thrown from."""
    published = {
        (line.new or {}).get("commitment")
        for line in Action.objects.filter(
            subject_type=Game._meta.label_lower, subject_id=str(game.pk), code="game-dice-renewed"
        )
    }
    for segment in segments:
        if segment.after or segment.seed != game.seed:
            found = commitment(segment.seed)
            yield Check(
                found in published,
                f"From throw {segment.after + 1} on the dice come from another seed, whose hash "
                f"{'was published before: ' if found in published else 'nobody published: '}"
                f"{found}.",
            )


def _published(game: Game) -> str:
    """The commitment that was logged when the game was started."""
    started = Action.objects.filter(
        subject_type=Game._meta.label_lower, subject_id=str(game.pk), code="game-started"
    ).first()
    return str((started.new or {}).get("commitment", "")) if started else ""


def _dice(stored: Record, segments: Sequence[Segment]) -> Check:
    try:
        replay(
            stored.system,
            stored.settings,
            stored.transcript,
            situation=stored.situation,
            seed=segments,
            clubs=stored.clubs,
            state=stored.state,
        )
    except Refused as refused:
        return Check(False, f"Its dice are not those of the seed: {refused}")
    first = segments[0].after
    if first:
        return Check(
            True,
            f"People threw the first {first} times; every throw after that is the one that the "
            "seed gives.",
        )
    return Check(True, "Every throw is the one that the seed gives.")


def _played_again(stored: Record) -> Record:
    return replay(
        stored.system,
        stored.settings,
        stored.transcript,
        situation=stored.situation,
        clubs=stored.clubs,
        state=stored.state,
    )


def _same(one: Record, other: Record) -> bool:
    return _to_its_end(one) == _to_its_end(other) and one.ending == other.ending


def _to_its_end(record: Record) -> tuple[int, ...]:
    """The events, without the note that the pitcher who gave up the last hit is tired: it stood
    behind the end of games that were stored in earlier versions."""
    events = record.events
    if len(events) > 1 and kind_of(events[-1]) == TIRED and kind_of(events[-2]) == END:
        return events[:-1]
    return events
