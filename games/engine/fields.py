"""Plain values read field by field, collecting every fault with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.refusals import Refusal, refuse_all

MOST_DIGITS = 6


def whole_number(text: str) -> int | None:
    """A number of up to ``MOST_DIGITS`` ASCII digits; None for anything else that Python, or
    Unicode, may take for one."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)


class Fields:
    """The fields of one object of plain values (JSON).

    A missing field takes its default; one of another type is recorded as ``wrong-kind`` with its
    place and takes the default too. ``close`` records unknown fields; ``refuse`` raises everything
    recorded here and in the parts.
    """

    def __init__(
        self, values: object, place: str = "", faults: list[Refusal] | None = None
    ) -> None:
        self.place = place
        self.faults: list[Refusal] = [] if faults is None else faults
        self.values: dict[str, object] = {}
        self._asked: set[str] = set()
        if isinstance(values, Mapping):
            self.values = {str(key): value for key, value in values.items()}
        else:
            self._fault("wrong-kind", "This is an object with fields.", place)

    def has(self, key: str) -> bool:
        """Tell whether a field is present and not null."""
        return self.values.get(key) is not None

    def number(self, key: str, missing: int = 0) -> int:
        value = self._value(key, missing)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self._wrong(key, "a whole number")
        return missing

    def flag(self, key: str, missing: bool = False) -> bool:
        value = self._value(key, missing)
        if isinstance(value, bool):
            return value
        self._wrong(key, "true or false")
        return missing

    def word(self, key: str, words: Sequence[str]) -> int:
        """One of these words, as its index; 0 where it is missing."""
        value = self._value(key, words[0])
        if isinstance(value, str) and value in words:
            return words.index(value)
        self._wrong(key, " or ".join(words))
        return 0

    def numbers(
        self, key: str, missing: Sequence[int] = (), count: int | None = None
    ) -> tuple[int, ...]:
        """A list of integers, ``count`` of them where that is fixed."""
        value = self._value(key, missing)
        if isinstance(value, list | tuple) and (count is None or len(value) == count):
            whole = [item for item in value if isinstance(item, int) and not isinstance(item, bool)]
            if len(whole) == len(value):
                return tuple(whole)
        self._wrong(key, f"a list of {count or 'whole'} numbers")
        return tuple(missing)

    def part(self, key: str) -> Fields:
        """The fields of an object inside this one; empty where it is missing."""
        return Fields(self._value(key, {}), self._at(key), self.faults)

    def value(self, key: str) -> object:
        """The raw value, to be verified by the caller."""
        return self._value(key, None)

    def close(self) -> None:
        """Record every field that was not read, since a typing error would go unnoticed."""
        for key in self.values:
            if key not in self._asked:
                self._fault("unknown-field", f"Nothing is called {key!r} here.", self._at(key))

    def refuse(self) -> None:
        refuse_all(self.faults)

    def wrong(self, key: str, code: str, sentence: str) -> None:
        """Record a fault of a field."""
        self._fault(code, sentence, self._at(key))

    def _value(self, key: str, missing: object) -> object:
        self._asked.add(key)
        value = self.values.get(key)
        return missing if value is None else value

    def _wrong(self, key: str, kind: str) -> None:
        self._fault("wrong-kind", f"{self._at(key)} is {kind}.", self._at(key))

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def _fault(self, code: str, sentence: str, place: str) -> None:
        self.faults.append(Refusal(code, sentence, place))
