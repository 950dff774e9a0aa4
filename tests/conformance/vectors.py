"""Reading the conformance vectors and comparing with them (floats within 1e-9 relative)."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(os.environ.get("CARREL_VECTORS") or Path(__file__).parents[1] / "data" / "conformance")


class Ids:
    """Numbers for the names that the vectors give to chunks and documents."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []

    def number(self, name: str) -> int:
        if name not in self._numbers:
            self._numbers[name] = len(self._names)
            self._names.append(name)
        return self._numbers[name]

    def name(self, number: int) -> str:
        return self._names[number]


def cases(name: str) -> list[Any]:
    """Return the vectors of one file as pytest parameters; a missing file is an error, not a skip."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [pytest.param(row, id=row["id"]) for row in rows]


def assert_same(actual: Any, expected: Any, place: str = "result") -> None:
    """Compare nested lists and mappings, floats within 1e-9 relative."""
    if isinstance(expected, dict):
        assert set(actual) == set(expected), place
        for key, value in expected.items():
            assert_same(actual[key], value, f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(actual) == len(expected), place
        for number, value in enumerate(expected):
            assert_same(actual[number], value, f"{place}[{number}]")
    elif isinstance(expected, float):
        assert actual == pytest.approx(expected, rel=1e-9, abs=1e-12), place
    else:
        assert actual == expected, place
