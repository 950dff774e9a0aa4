"""Beginnings of prompts stay in the model's memory."""

import pytest

from desktop.llm.prompt_cache import PromptCache, Slot


class FakeMemory:
    """Remembers lengths only; `whole` is a model that cannot cut."""

    def __init__(self, *, whole: bool = False) -> None:
        self.whole = whole
        self.calls: list[tuple[str, int, int]] = []

    def cut(self, sequence: int, position: int) -> bool:
        self.calls.append(("cut", sequence, position))
        return bool(position) and not self.whole

    def copy(self, source: int, target: int, length: int) -> bool:
        self.calls.append(("copy", source, target))
        return not self.whole


JUDGE = list(range(100, 160))
ANSWER = list(range(200, 280))


@pytest.fixture
def memory() -> FakeMemory:
    return FakeMemory()


@pytest.fixture
def cache(memory: FakeMemory) -> PromptCache:
    return PromptCache(memory, 3, 1000)


def read(cache: PromptCache, tokens: list[int], *, reserve: int = 0) -> tuple[Slot, int]:
    """Take a slot as the model does; return it and how many tokens it knew."""
    slot = cache.take(tokens, reserve=reserve)
    known = slot.known
    cache.make_room(slot)
    slot.tokens = list(tokens)
    cache.give_back(slot)
    return slot, known


def test_same_beginning_is_not_read_again(cache: PromptCache) -> None:
    first, known = read(cache, [*JUDGE, 1, 2, 3])
    assert known == 0
    second, known = read(cache, [*JUDGE, 4, 5])
    assert (second, known) == (first, len(JUDGE))


def test_the_last_token_is_always_read(cache: PromptCache) -> None:
    read(cache, JUDGE)
    assert read(cache, JUDGE)[1] == len(JUDGE) - 1


def test_kinds_of_prompts_do_not_push_each_other_out(cache: PromptCache) -> None:
    for number in range(4):
        judge, judged = read(cache, [*JUDGE, number])
        answer, answered = read(cache, [*ANSWER, number])
        assert judge is not answer
    assert (judged, answered) == (len(JUDGE), len(ANSWER))


def test_a_kind_that_shares_its_head_gets_a_copy(cache: PromptCache, memory: FakeMemory) -> None:
    for number in range(2):
        judge, _ = read(cache, [*JUDGE, number])
    other, known = read(cache, [*JUDGE[:30], 9, 9])
    assert other is not judge
    assert known == 30
    assert ("copy", judge.sequence, other.sequence) in memory.calls
    assert read(cache, [*JUDGE, 7]) == (judge, len(JUDGE))


def test_slot_in_use_is_not_handed_out(cache: PromptCache) -> None:
    busy = cache.take(JUDGE, reserve=0)
    busy.tokens = list(JUDGE)
    other = cache.take([*JUDGE, 1], reserve=0)
    assert other is not busy
    assert other.known == len(JUDGE)


def test_oldest_slot_gives_way_when_room_is_short(cache: PromptCache) -> None:
    old, _ = read(cache, [1] * 400)
    newer, _ = read(cache, [2] * 400)
    read(cache, [3] * 300, reserve=200)
    assert old.known == 0
    assert newer.known == 400


def test_slot_in_use_gives_way_last(cache: PromptCache) -> None:
    busy = cache.take([1] * 600, reserve=100)
    busy.tokens = [1] * 600
    idle, _ = read(cache, [2] * 100)
    read(cache, [3] * 700)
    assert (busy.known, idle.known) == (0, 0)


def test_model_that_cannot_cut_reads_everything() -> None:
    cache = PromptCache(FakeMemory(whole=True), 3, 1000)
    read(cache, [*JUDGE, 1])
    assert read(cache, [*JUDGE, 2])[1] == 0


def test_broken_off_reading_is_undone(cache: PromptCache, memory: FakeMemory) -> None:
    slot = cache.take(JUDGE, reserve=0)
    slot.tokens = JUDGE[:20]
    cache.forget_tail(slot)
    assert memory.calls[-1] == ("cut", slot.sequence, 20)
    assert slot.known == 20
