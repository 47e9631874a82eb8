"""Dice: what a game system throws, how a throw is written, and how it is read back.

A throw is held as one *index* in ``range(size)``: the faces read as digits of a mixed-radix number,
first die most significant. One draw gives a whole throw, and a chart over a throw is a plain tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from config.refusals import Refusal, Refused

WORD_SHIFT: Final = 24
"""A recorded throw is ``code << WORD_SHIFT | index``; no throw has more than 2**24 outcomes."""

INDEX_MASK: Final = (1 << WORD_SHIFT) - 1

SEPARATOR: Final = "-"

MOST_KEPT: Final = 1 << 16
"""The words of throws with no more outcomes than this are kept once they were written."""


WHOLE_THROW: Final = 0
FIRST_DIE: Final = 1
FURTHER_DIE: Final = 2
"""What the dice are of the throw they belong to."""


class Dice:
    """A throw that a game system asks for.

    ``code`` is the throw's number within its system, ``name`` what it is for ("steal"), ``sides``
    the dice in the order they are read. ``faces`` are the words on a die, lowest first; further
    vocabularies in ``also`` may be used instead (ordinary dice for poker dice), but one throw
    never mixes two of them.

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
        """The dice of throw ``index``, each counted from 0 for the lowest face."""
        found = [0] * self.count
        for place in range(self.count - 1, -1, -1):
            index, found[place] = divmod(index, self.sides[place])
        return tuple(found)

    def index_of(self, pips: Sequence[int]) -> int:
        """The index of a throw given as faces counted from 0; the inverse of ``pips``."""
        index = 0
        for pip, side in zip(pips, self.sides, strict=True):
            if not 0 <= pip < side:
                raise ValueError(f"{pip} is not a face of a die with {side} sides")
            index = index * side + pip
        return index

    def show(self, index: int) -> str:
        """The throw as it is written down: ``3-4``, ``K-K-Q-Q-9``."""
        word = self.kept.get(index)
        if word is None:
            word = SEPARATOR.join([self.faces[pip] for pip in self.pips(index)])
            if self.size <= MOST_KEPT:
                self.kept[index] = word
        return word

    def read(self, text: str, place: str = "") -> int:
        """The index of a throw written as ``show`` writes it.

        Refused with ``wrong-number-of-dice``, ``impossible-face`` or ``mixed-faces``.
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
            if not any(word in known[:side] for known in (self.faces, *self.also)):
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
