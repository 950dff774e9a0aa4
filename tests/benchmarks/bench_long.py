# ruff: noqa: E402, T201
"""Measure reading one very long text: python tests/benchmarks/bench_long.py [--megabytes 60].

Prints the time until it is found by its words, the most memory of the main process and of a reader, and
whether the last sentence is found. The exit code is 0 when it is.
"""

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS.parent), str(TESTS / "unit" / "services")]

from service_fakes import Desk, FakeHost

from desktop.domain.errors import UserError
from desktop.ingest.reader_pool import ReaderPool

_LAST = "The vault code is 90210."


def write_text(path: Path, megabytes: int) -> None:
    """Write numbered sentences, the last one about a vault."""
    with path.open("w", encoding="utf-8") as file:
        number = 0
        while file.tell() < megabytes << 20:
            file.writelines(
                f"Sentence {n} tells of locker {n * 7 % 1013} in hall {n % 31}."
                + ("\n\n" if n % 9 == 0 else " ")
                for n in range(number, number + 10_000)
            )
            number += 10_000
        file.write(f"\n\n{_LAST}\n")


class Memory:
    """The most bytes that this process and its children held, looked at every tenth of a second."""

    def __init__(self) -> None:
        self.own = self.readers = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        me = psutil.Process()
        while not self._ended.wait(0.1):
            self.own = max(self.own, me.memory_info().rss)
            for child in me.children(recursive=True):
                try:
                    self.readers = max(self.readers, child.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self._thread.join()


def main() -> int:
    """Read and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--megabytes", type=int, default=60)
    megabytes = options.parse_args().megabytes
    with tempfile.TemporaryDirectory() as place:
        readers = ReaderPool(Path(place) / "temp")
        desk = Desk(Path(place), readers, FakeHost())
        try:
            write_text(desk.folder / "long.txt", megabytes)
            memory, begun = Memory(), time.monotonic()
            try:
                desk.drop()
                desk.work()
            except UserError as error:  # there is no model here, so words have to do
                print(error.title)
            seconds = time.monotonic() - begun
            memory.stop()
            (document,) = desk.library.documents()
            hits = desk.hits("vault code", mode="lexical")
        finally:
            readers.close()
            desk.close()
    found = bool(hits) and _LAST in hits[0].chunk.text
    said = document.reason or document.state.value
    print(f"{megabytes} MB: {said}, {document.chunks} passages in {seconds:.0f} s")
    print(f"most memory: main process {memory.own / 1e6:.0f} MB, a reader {memory.readers / 1e6:.0f} MB")
    print(f"last sentence {'found' if found else 'NOT found'}")
    return 0 if found else 1


if __name__ == "__main__":
    raise SystemExit(main())
