"""Builds the character normalisation table that llama.cpp's unigram tokenizer reads.

The table is a compact double array (Kanda 2018) over UTF-8 bytes, preceded by its length in bytes and
followed by the replacement texts, each ended by a zero byte. A node's children stand at `base ^ byte`; a node
that ends a key keeps the offset of its replacement at `base ^ 0`.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

HAS_LEAF = 1 << 8
VALUE = 1 << 31
BLOCK = 256  # children of one node stay within one block, so look-ups never leave a padded table


@dataclass(slots=True)
class _Node:
    children: dict[int, "_Node"] = field(default_factory=dict)
    value: int | None = None


def build(replacements: Mapping[str, str]) -> bytes:
    """Return the table for `replacements`; the same bytes for the same mapping in any order."""
    texts = bytearray()
    root = _Node()
    for key in sorted(replacements):
        node = root
        for byte in key.encode():
            node = node.children.setdefault(byte, _Node())
        node.value = len(texts)
        texts += replacements[key].encode() + b"\0"
    units = _DoubleArray().place(root)
    return struct.pack("<I", 4 * len(units)) + struct.pack(f"<{len(units)}I", *units) + bytes(texts)


class _DoubleArray:
    """Places the nodes of a trie; every node gets a base of its own, so a label is proof of the parent."""

    def __init__(self) -> None:
        self.units: dict[int, int] = {0: 0}
        self.bases: set[int] = set()
        self.first_free = 1

    def place(self, root: _Node) -> list[int]:
        """Return the packed units, padded to whole blocks."""
        waiting = [(0, 0, root)]
        while waiting:
            position, label, node = waiting.pop()
            labels = sorted(node.children) if node.value is None else [0, *sorted(node.children)]
            base = self._free_base(labels)
            self.bases.add(base)
            self.units[position] = label | (position ^ base) << 10 | (0 if node.value is None else HAS_LEAF)
            for child in labels:
                self.units[base ^ child] = 0  # taken; filled when its turn comes
            if node.value is not None:
                self.units[base] = VALUE | node.value
            waiting += [(base ^ byte, byte, child) for byte, child in node.children.items()]
        size = (max(self.units) // BLOCK + 1) * BLOCK
        return [self.units.get(position, 0) for position in range(size)]

    def _free_base(self, labels: list[int]) -> int:
        while self.first_free in self.units:
            self.first_free += 1
        position = self.first_free
        while True:
            base = position ^ labels[0]
            if base not in self.bases and all(base ^ label not in self.units for label in labels):
                return base
            position += 1
            if position - self.first_free > 4 * BLOCK:
                self.first_free += (
                    BLOCK  # give up the few places left there: a fuller table is not worth the search
                )
