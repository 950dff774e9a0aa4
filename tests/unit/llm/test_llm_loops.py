"""Repetition is noticed, tables and lists are not."""

import pytest

from desktop.llm.loops import is_looping


@pytest.mark.parametrize("period", [1, 2, 7, 16, 30, 64])
def test_repetition_is_noticed(period: int) -> None:
    unit = list(range(100, 100 + period))
    assert is_looping([1, 2, 3] + unit * (192 // period + 1))


def test_repetition_that_ends_in_the_middle_of_its_unit() -> None:
    assert is_looping((list(range(20)) * 4)[:-7])


@pytest.mark.parametrize(
    "tokens",
    [
        [],
        [5] * 40,
        list(range(300)),
        list(range(30)) * 2,
        [token for row in range(40) for token in (1, row + 100, 2, 3)],
    ],
    ids=["nothing", "a line of dots", "all different", "said twice", "a table with counted rows"],
)
def test_no_repetition(tokens: list[int]) -> None:
    assert not is_looping(tokens)


def test_only_the_end_counts() -> None:
    assert not is_looping([7, 8] * 60 + list(range(20)))
