"""Checked reading of a profile's tables: every complaint names the entry."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from desktop.domain.errors import UserError
from desktop.retrieval.patterns import compile_pattern
from desktop.retrieval.profile_lines import nearest_line

_Choice = TypeVar("_Choice", bound=str)


def problem(place: str, what: str, *, source: str = "the profile", line: int | None = None) -> UserError:
    """Return the error for one entry of a profile that was read from `source`."""
    where = source if line is None else f"{source}, line {line}"
    return UserError(
        "The retrieval profile cannot be used",
        f"In {where}: {place} {what}.",
        "Correct the entry, or choose the profile “general”.",
    )


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a profile comes from: what its file is called, and the lines of its entries by dotted name."""

    source: str = "the profile"
    lines: Mapping[str, int] = field(default_factory=dict)


class Table:
    """One table of a profile. Entries that were never asked for are errors when it is finished."""

    def __init__(self, values: object, origin: Origin, place: str = "") -> None:
        self._origin = origin
        self._place = place
        self._asked: set[str] = set()
        if not isinstance(values, Mapping):
            raise self._problem(place, "must be a table")
        self._values: Mapping[str, object] = values

    def names(self) -> tuple[str, ...]:
        """Return the names of the entries, in order."""
        return tuple(self._values)

    def has(self, key: str) -> bool:
        """Return whether there is an entry of that name."""
        return key in self._values

    def text(self, key: str) -> str:
        """Return a text that has to be there and must not be blank."""
        value = self._get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.problem(key, "must be a text")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty when it is missing."""
        value = self._get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self.problem(key, "must be a list of texts")
        return tuple(value)

    def optional_text(self, key: str) -> str:
        """Return a text, empty when it is missing."""
        value = self._get(key, "")
        if not isinstance(value, str):
            raise self.problem(key, "must be a text")
        return value

    def number(self, key: str, default: float, *, low: float, high: float) -> float:
        """Return a number between two bounds, included."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.problem(key, f"must be a number from {low:g} to {high:g}")
        return float(value)

    def whole(self, key: str, default: int, *, low: int, high: int) -> int:
        """Return a whole number between two bounds, included."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.problem(key, f"must be a whole number from {low} to {high}")
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self._get(key, default)
        if not isinstance(value, bool):
            raise self.problem(key, "must be true or false")
        return value

    def choice(self, key: str, choices: tuple[_Choice, ...], default: _Choice) -> _Choice:
        """Return one of the choices."""
        value = self._get(key, default)
        for choice in choices:
            if value == choice:
                return choice
        raise self.problem(key, f"must be one of {', '.join(choices)}")

    def pattern(self, key: str) -> re.Pattern[str]:
        """Return a regular expression, which never minds case."""
        try:
            return compile_pattern(self.text(key))
        except ValueError as error:
            raise self.problem(key, str(error)) from error

    def table(self, key: str) -> "Table":
        """Return a table within this one, empty when it is missing."""
        return Table(self._get(key, {}), self._origin, self._name(key))

    def tables(self, key: str) -> "tuple[Table, ...]":
        """Return a list of tables, empty when it is missing."""
        value = self._get(key, [])
        if not isinstance(value, list):
            raise self.problem(key, "must be a list of tables")
        return tuple(
            Table(item, self._origin, f"{self._name(key)}[{number}]")
            for number, item in enumerate(value, start=1)
        )

    def finish(self) -> None:
        """Raise a UserError when the table has an entry nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                raise self.problem(key, "is not known")

    def problem(self, key: str, what: str) -> UserError:
        """Return the error for one entry of this table."""
        return self._problem(self._name(key), what)

    def _problem(self, name: str, what: str) -> UserError:
        line = nearest_line(self._origin.lines, name)
        return problem(f"`{name}`", what, source=self._origin.source, line=line)

    def _get(self, key: str, default: object = None) -> object:
        self._asked.add(key)
        return self._values.get(key, default)

    def _name(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key
