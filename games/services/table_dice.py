"""Enter real dice as they are read out at the table: all throws of one turn at bat in one line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction

from config.people.models import User
from config.refusals import Refusal, Refused
from games.access import verify_scores
from games.engine.dice import SEPARATOR, Dice
from games.engine.folds.game_states import turns_begin
from games.engine.record import Record
from games.models import Game
from games.open_decisions import decisions_of
from games.records import entries_before_suspension, is_throw, replay_with_managers
from games.services.scoring import enter, open_game, servers_dice

MOST_DICE: Final = 60
"""More than any turn at bat takes."""


def enter_table_dice(
    *,
    game_id: int,
    after: int,
    dice: str,
    acting_user: User | None,
    order: Sequence[str] = (),
) -> Game:
    """Enter what was thrown in one turn at bat, die by die (``3 4 5 17``), whatever could be
    decided in between left at its usual answer. Within a throw the dice come in the ``order`` of
    their roles.

    It is entered whole or not at all. Refused: ``transcript-moved-on``, ``game-over``,
    ``dice-are-the-servers``, and what ``read_table_dice`` and ``add_entries`` refuse.
    """
    with transaction.atomic():
        game = open_game(game_id, after)
        rights = verify_scores(acting_user, game.series, game.number)
        if game.source != Game.Source.SCORED:
            raise Refused(servers_dice(""))
        words = read_table_dice(game, game.entries, dice, order)
        enter(game, words, acting_user=acting_user, speaking_for=rights.speaks_for)
        return game


def read_table_dice(
    game: Game, entries: Sequence[str], dice: str, order: Sequence[str] = ()
) -> list[str]:
    """The throws that dice make after these entries, each as it is written in a transcript, with
    the usual answers that have to be written between them.

    Refused, with the number of the die in the line as place: ``no-entries``, ``too-many-dice``,
    ``superfluous-dice`` once the turn is over, ``decision-first`` where something has no usual
    answer, ``dice-without-roles`` where the ``order`` does not say which die is which,
    ``wrong-number-of-dice``, ``impossible-face`` and ``mixed-faces``.
    """
    faces = re.findall(r"[^\s,;.-]+", dice)
    if not faces:
        raise Refused(Refusal("no-entries", "There is nothing to enter."))
    if len(faces) > MOST_DICE:
        sentence = f"No turn at bat takes more than {MOST_DICE} dice."
        raise Refused(Refusal("too-many-dice", sentence, f"die {MOST_DICE + 1}"))
    before = entries_before_suspension(entries)
    record = replay_with_managers(game, before)
    words: list[str] = []
    read = 0
    while read < len(faces):
        if read and _is_over(record, len(before)):
            raise Refused(_superfluous(faces[read:], read))
        wanted = decisions_of(record)
        if any(not each.has_usual for each in wanted.questions):
            sentence = "Somebody has to be named before the next throw."
            raise Refused(Refusal("decision-first", sentence, f"die {read + 1}"))
        if wanted.dice is None:
            if wanted.questions[0].decision.must:
                sentence = "A manager has to decide before the next throw."
                raise Refused(Refusal("decision-first", sentence, f"die {read + 1}"))
            # Others depend on what is said here, so that silence has to be written.
            words.append(wanted.questions[0].usual)
            record = replay_with_managers(game, before, words)
            continue
        words.append(_throw(wanted.dice, faces[read : read + wanted.dice.count], read, order))
        record = replay_with_managers(game, before, words)
        if _began_another(record, len(before)):
            raise Refused(_superfluous(faces[read:], read))
        read += wanted.dice.count
    return words


def _throw(dice: Dice, faces: Sequence[str], read: int, order: Sequence[str]) -> str:
    """One throw as it is written; ``read`` dice of the line come before it."""
    missing = [role for role in dict.fromkeys(dice.roles) if role not in order]
    if dice.has_roles and missing:
        roles = ", ".join(dice.roles)
        sentence = f"Say which die is which: this throw has {roles}, in an order that is not named."
        facts = {"throw": dice.name, "roles": list(dice.roles), "missing": missing}
        raise Refused(Refusal("dice-without-roles", sentence, f"die {read + 1}", facts))
    places = dice.places(order)
    try:
        if len(faces) == dice.count:
            faces = [faces[places.index(place)] for place in range(dice.count)]
        return dice.show(dice.read(SEPARATOR.join(faces), f"die {read + 1}"))
    except Refused as refused:
        raise Refused(*(_placed(each, read, places) for each in refused.refusals)) from None


def _placed(refusal: Refusal, read: int, places: Sequence[int]) -> Refusal:
    """The refusal with the very die as its place, where one is at fault."""
    die = refusal.facts.get("die")
    if not isinstance(die, int):
        return refusal
    return replace(refusal, place=f"die {read + places.index(die - 1) + 1}")


def _is_over(record: Record, before: int) -> bool:
    """Whether the turn of the first throw after ``before`` entries is over, with nothing more to be
    said in it."""
    return record.ending is not None or turns_begin(record)[-1] > _throws_since(record, before)[0]


def _began_another(record: Record, before: int) -> bool:
    """Whether the last throw belongs to a later turn than the first one after ``before``
    entries."""
    thrown = _throws_since(record, before)
    return any(thrown[0] < place <= thrown[-1] for place in turns_begin(record))


def _throws_since(record: Record, before: int) -> list[int]:
    """How many entries stand before each throw after ``before`` entries."""
    return [
        place for place, word in enumerate(record.transcript) if place >= before and is_throw(word)
    ]


def _superfluous(faces: Sequence[str], read: int) -> Refusal:
    return Refusal(
        "superfluous-dice",
        f"The turn at bat is over before {' '.join(faces)}: enter that for the next one.",
        f"die {read + 1}",
        {"dice": list(faces)},
    )
