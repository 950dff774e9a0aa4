"""Whose turn it is on the processor."""

import pytest

from desktop.llm.turns import LINGER, REST, TRICKLE, Turns


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def turns(clock: Clock) -> Turns:
    return Turns(clock)


def test_passages_run_freely_at_first(turns: Turns) -> None:
    assert turns.passage_delay() == 0


def test_passages_rest_while_the_chat_model_computes(turns: Turns, clock: Clock) -> None:
    turns.chat_began()
    assert turns.passage_delay() == pytest.approx(TRICKLE)
    clock.now += TRICKLE
    assert turns.passage_delay() == 0
    turns.passage_done()
    assert turns.passage_delay() == pytest.approx(TRICKLE)


def test_passages_wait_a_moment_for_the_next_request_of_a_question(turns: Turns, clock: Clock) -> None:
    turns.chat_began()
    turns.chat_ended(linger=True)
    assert turns.passage_delay() == pytest.approx(LINGER)
    clock.now += LINGER
    assert turns.passage_delay() == 0


def test_background_work_leaves_no_pause(turns: Turns) -> None:
    turns.chat_began()
    turns.chat_ended(linger=False)
    assert turns.passage_delay() == 0


def test_background_writing_waits_until_indexing_is_over(turns: Turns, clock: Clock) -> None:
    assert turns.passages_at_rest()
    turns.passages_waiting(waiting=True)
    clock.now += 10
    assert not turns.passages_at_rest()
    turns.passages_waiting(waiting=False)
    assert not turns.passages_at_rest()
    clock.now += REST
    assert turns.passages_at_rest()
