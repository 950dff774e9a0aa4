"""Keeps the beginnings of recent prompts in the model's memory, so that they are not read again.

Questions alternate between kinds of prompts (a judge's, an answer's, a summary's) that each begin alike.
Each kind gets a slot; all slots share the cells of one context, and the oldest gives way when room is short.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

_WORTH_KEEPING = 16  # tokens; a shorter common beginning is read again
_SAME_KIND = 0.5  # share of a prompt that the next one of its kind begins with


class Memory(Protocol):
    """The model's memory of what it has read, by sequence number."""

    def cut(self, sequence: int, position: int) -> bool:
        """Drop a sequence from a position on; False when the whole sequence had to go."""
        ...

    def copy(self, source: int, target: int, length: int) -> bool:
        """Give the empty `target` the first `length` tokens of `source`; False when that is impossible."""
        ...


@dataclass(eq=False)
class Slot:
    """A sequence in the model's memory and the tokens it holds."""

    sequence: int
    tokens: list[int] = field(default_factory=list)
    busy: bool = False
    reserve: int = 0
    used: int = 0
    stem: int = 0

    @property
    def known(self) -> int:
        """The number of tokens already read."""
        return len(self.tokens)


class PromptCache:
    """Hands out slots; used by the one thread that drives the model."""

    def __init__(self, memory: Memory, slots: int, cells: int) -> None:
        self._memory = memory
        self._slots = [Slot(number) for number in range(slots)]
        self._cells = cells
        self._clock = count(1)

    def take(self, tokens: Sequence[int], *, reserve: int) -> Slot:
        """Return a slot that already knows as much of `tokens` as possible, but never the last token.

        `reserve` is the length of the answer to come. The last token is always left to be read, because only
        reading gives its logits. Other slots are emptied when their cells are needed.
        """
        best = max(self._slots, key=lambda slot: _common(slot.tokens, tokens))
        shared = min(_common(best.tokens, tokens), len(tokens) - 1)
        # A slot that has begun with `stem` several times is one kind of prompt; a prompt that shares less
        # of it, or only a little of what was read once, is another kind and must not cut it short.
        if not best.busy and shared >= max(best.stem, _WORTH_KEEPING, best.known * _SAME_KIND):
            slot = best
            self._cut(slot, shared)
            slot.stem = shared
        else:
            # Long beginnings that were of use go last: prompts that share nothing take turns in the others.
            free = (slot for slot in self._slots if not slot.busy)
            slot = min(free, key=lambda slot: (slot.stem, slot.used))
            if slot is not best:
                self._cut(slot, 0)
                if shared >= _WORTH_KEEPING and self._memory.copy(best.sequence, slot.sequence, shared):
                    slot.tokens = best.tokens[:shared]
            else:
                self._cut(slot, shared)
            slot.stem = 0
        slot.busy, slot.used = True, next(self._clock)
        slot.reserve = len(tokens) + reserve
        return slot

    def make_room(self, wanted: Slot) -> None:
        """Empty other slots, the least recently used first, until all that `wanted` was promised fits.

        A slot in use is emptied last; whoever writes to it finds `known` reduced and reads again.
        """
        others = [slot for slot in self._slots if slot is not wanted]
        for slot in sorted(others, key=lambda slot: (slot.busy, slot.used)):
            if wanted.reserve + sum(other.known for other in others) <= self._cells:
                return
            self._cut(slot, 0)

    def give_back(self, slot: Slot) -> None:
        """Note that a slot is no longer written to; what it holds stays until the room is needed."""
        slot.busy = False
        slot.reserve = 0

    def forget_tail(self, slot: Slot) -> None:
        """Bring the model's memory back to `slot.tokens` after a reading that was broken off."""
        self._cut(slot, slot.known)

    def _cut(self, slot: Slot, position: int) -> None:
        kept = self._memory.cut(slot.sequence, position)
        slot.tokens = slot.tokens[:position] if kept else []


def _common(left: Sequence[int], right: Sequence[int]) -> int:
    """Return the length of the common beginning."""
    length = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        length += 1
    return length
