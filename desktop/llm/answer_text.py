"""Turns generated tokens into text to show: whole characters, no reasoning, nothing after a stop."""

import codecs
from collections.abc import Sequence

THINK_OPEN = "<think>"
THINK_CLOSE = "</think>"


class AnswerText:
    """Fed token by token. `thinking` is true inside a reasoning block, `stopped` once a stop string came."""

    def __init__(self, stop: Sequence[str] = (), *, thinking: bool = False) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stop = tuple(mark for mark in stop if mark)
        self._held = ""
        self._at_start = True
        self.thinking = thinking
        self.stopped = False

    def feed(self, data: bytes) -> str:
        """Return the text that has become certain; what may be the start of a mark is held back."""
        if self.stopped:
            return ""
        self._held += self._decoder.decode(data)
        out = ""
        while not self.stopped:
            if self.thinking:
                if not self._skip_thought():
                    break
                continue
            position, mark = self._first_mark()
            if not mark:
                keep = self._possible_start()
                out += self._take(len(self._held) - keep)
                break
            out += self._take(position)
            self._held = self._held[len(mark) :]
            if mark == THINK_OPEN:
                self.thinking = True
            else:
                self.stopped = True
        return out

    def flush(self) -> str:
        """Return what was held back at the end; half a character is dropped."""
        rest = "" if self.stopped or self.thinking else self._take(len(self._held))
        self._held = ""
        return rest

    def _take(self, length: int) -> str:
        text, self._held = self._held[:length], self._held[length:]
        if self._at_start:  # blanks before an answer, or between reasoning and answer, belong to neither
            text = text.lstrip()
            self._at_start = not text
        return text

    def _skip_thought(self) -> bool:
        """Drop reasoning; return whether its end was found."""
        end = self._held.find(THINK_CLOSE)
        if end < 0:
            self._held = self._held[-(len(THINK_CLOSE) - 1) :]
            return False
        self._held = self._held[end + len(THINK_CLOSE) :]
        self.thinking = False
        self._at_start = True
        return True

    def _first_mark(self) -> tuple[int, str]:
        found = [(self._held.find(mark), mark) for mark in (*self._stop, THINK_OPEN)]
        return min((hit for hit in found if hit[0] >= 0), default=(0, ""))

    def _possible_start(self) -> int:
        """Return how many characters at the end may be the start of a mark."""
        longest = 0
        for mark in (*self._stop, THINK_OPEN):
            for length in range(min(len(mark) - 1, len(self._held)), longest, -1):
                if self._held.endswith(mark[:length]):
                    longest = length
                    break
        return longest
