"""Dice: the rolls of a game system, and how a roll is written and read back.

A roll is one *index* in ``range(size)``: the faces are the digits of a mixed-radix number, first
die most significant. One random draw gives a whole roll, and a chart over a roll is a plain tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from config.refusals import Refusal, Refused

WORD_SHIFT: Final = 24
"""A recorded roll is ``code << WORD_SHIFT | index``; no roll has more than 2**24 outcomes."""

INDEX_MASK: Final = (1 << WORD_SHIFT) - 1

SEPARATOR: Final = "-"

MOST_KEPT: Final = 1 << 16
"""The words of rolls with up to this many outcomes are cached."""


WHOLE_THROW: Final = 0
FIRST_DIE: Final = 1
FURTHER_DIE: Final = 2
"""The part of a roll that the dice are."""


class Dice:
    """A roll of a game system.

    ``code`` is the roll's number within its system, ``name`` its purpose ("steal"), ``sides`` the
    dice in reading order. ``faces`` are the words on a die, lowest first; further vocabularies in
    ``also`` may be used instead (ordinary dice for poker dice), but one roll never mixes two of
    them.

    Some throws are made die by die, only as far as needed: ``part`` says whether this is the
    ``FIRST_DIE`` of such a throw or a ``FURTHER_DIE``. People may then write the whole throw as one
    word (``5-3-2``), and no more of it than was needed. ``rule`` is the row of the rulebook that a
    refusal names.

    ``roles`` name the dice, in the order of ``sides``, where it matters which is which ("tens",
    "ones"); without them the order of a throw changes nothing.
    """

    __slots__ = (
        "also",
        "base",
        "code",
        "count",
        "faces",
        "kept",
        "name",
        "part",
        "roles",
        "rule",
        "sides",
        "size",
    )

    def __init__(
        self,
        code: int,
        name: str,
        sides: Sequence[int],
        faces: Sequence[str] = (),
        also: Sequence[Sequence[str]] = (),
        part: int = WHOLE_THROW,
        rule: str = "",
        roles: Sequence[str] = (),
    ) -> None:
        self.code = code
        self.rule = rule
        self.roles: tuple[str, ...] = tuple(roles)
        self.part = part
        self.name = name
        self.sides: tuple[int, ...] = tuple(sides)
        self.count = len(self.sides)
        self.faces: tuple[str, ...] = tuple(faces) or tuple(
            str(face) for face in range(1, max(self.sides) + 1)
        )
        self.also: tuple[tuple[str, ...], ...] = tuple(tuple(words) for words in also)
        size = 1
        for side in self.sides:
            size *= side
        self.size: i64 = size
        self.base: i64 = code << WORD_SHIFT
        self.kept: dict[int, str] = {}
        if size > INDEX_MASK:
            raise ValueError(f"{name}: more outcomes than a recorded throw can hold")
        if self.roles and len(self.roles) != self.count:
            raise ValueError(f"{name}: every die has a role, or none")

    @property
    def has_roles(self) -> bool:
        """Whether it matters which die shows what."""
        return len(set(self.roles)) > 1

    def places(self, order: Sequence[str]) -> tuple[int, ...]:
        """The places of its dice, from 0, as somebody reads them out who takes dice by their roles
        in this ``order``. Roles that it leaves out come last."""
        last = len(order)
        if not self.has_roles:
            return tuple(range(self.count))
        ranks = [order.index(role) if role in order else last for role in self.roles]
        return tuple(sorted(range(self.count), key=lambda place: ranks[place]))

    def pips(self, index: int) -> tuple[int, ...]:
        """The dice of roll ``index``, each counted from 0 for the lowest face."""
        pips_of_dice = [0] * self.count
        for place in range(self.count - 1, -1, -1):
            index, pips_of_dice[place] = divmod(index, self.sides[place])
        return tuple(pips_of_dice)

    def index_of(self, pips: Sequence[int]) -> int:
        """The index of a roll given as faces counted from 0; the inverse of ``pips``."""
        index = 0
        for pip, side in zip(pips, self.sides, strict=True):
            if not 0 <= pip < side:
                raise ValueError(f"{pip} is not a face of a die with {side} sides")
            index = index * side + pip
        return index

    def show(self, index: int) -> str:
        """The roll as written: ``3-4``, ``K-K-Q-Q-9``."""
        word = self.kept.get(index)
        if word is None:
            word = SEPARATOR.join([self.faces[pip] for pip in self.pips(index)])
            if self.size <= MOST_KEPT:
                self.kept[index] = word
        return word

    def read(self, text: str, place: str = "") -> int:
        """The index of a roll written as by ``show``.

        Refused: ``wrong-number-of-dice``, ``impossible-face``, ``mixed-faces``.
        """
        words = text.upper().split(SEPARATOR)
        if len(words) != self.count:
            raise Refused(
                Refusal(
                    "wrong-number-of-dice",
                    f"{text!r} shows {len(words)}, but {self._told} takes {self.count} "
                    f"{'die' if self.count == 1 else 'dice'}.",
                    place,
                    {**self._facts, "needed": self.count, "given": len(words)},
                )
            )
        for vocabulary in (self.faces, *self.also):
            pips = [vocabulary.index(word) if word in vocabulary else -1 for word in words]
            if all(0 <= pip < side for pip, side in zip(pips, self.sides, strict=True)):
                return self.index_of(pips)
        raise Refused(self._why_not(text, words, place))

    @property
    def _facts(self) -> dict[str, object]:
        facts: dict[str, object] = {"throw": self.name}
        return {**facts, "rule": self.rule} if self.rule else facts

    @property
    def _told(self) -> str:
        return "the throw" if self.name == "throw" else f"the {self.name} throw"

    def _why_not(self, text: str, words: Sequence[str], place: str) -> Refusal:
        for position, word in enumerate(words):
            side = self.sides[position]
            if not any(word in vocabulary[:side] for vocabulary in (self.faces, *self.also)):
                return Refusal(
                    "impossible-face",
                    f"{word!r} is not a face of the die "
                    f"({', '.join(self.faces[:side])}) in {self._told} {text!r}.",
                    place,
                    {**self._facts, "face": word, "die": position + 1},
                )
        return Refusal(
            "mixed-faces",
            f"{text!r} mixes two kinds of dice in {self._told}.",
            place,
            self._facts,
        )
