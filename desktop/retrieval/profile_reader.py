"""Checked reading of a profile's tables: every complaint names the entry."""

import re
from collections.abc import Mapping
from typing import TypeVar

from desktop.domain.errors import UserError

_Choice = TypeVar("_Choice", bound=str)


def problem(place: str, what: str) -> UserError:
    """Return the error for one entry of a profile."""
    return UserError(
        "The retrieval profile cannot be used",
        f"In the profile, {place} {what}.",
        "Correct the entry, or choose the profile “general”.",
    )


class Table:
    """One table of a profile. Entries that were never asked for are errors when it is finished."""

    def __init__(self, values: object, place: str = "") -> None:
        if not isinstance(values, Mapping):
            raise problem(f"`{place}`", "must be a table")
        self._values: Mapping[str, object] = values
        self._place = place
        self._asked: set[str] = set()

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

    def number(self, key: str, default: float, *, low: float, high: float = float("inf")) -> float:
        """Return a number between two bounds, included."""
        value = self._get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.problem(key, f"must be a number from {low:g} to {high:g}")
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
            return re.compile(self.text(key), re.IGNORECASE)
        except re.error as error:
            raise self.problem(key, f"is not a valid pattern: {error}") from error

    def table(self, key: str) -> "Table":
        """Return a table within this one, empty when it is missing."""
        return Table(self._get(key, {}), self._name(key))

    def tables(self, key: str) -> "tuple[Table, ...]":
        """Return a list of tables, empty when it is missing."""
        value = self._get(key, [])
        if not isinstance(value, list):
            raise self.problem(key, "must be a list of tables")
        return tuple(Table(item, f"{self._name(key)}[{number}]") for number, item in enumerate(value))

    def finish(self) -> None:
        """Raise a UserError when the table has an entry nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                raise self.problem(key, "is not known")

    def problem(self, key: str, what: str) -> UserError:
        """Return the error for one entry of this table."""
        return problem(f"`{self._name(key)}`", what)

    def _get(self, key: str, default: object = None) -> object:
        self._asked.add(key)
        return self._values.get(key, default)

    def _name(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key
