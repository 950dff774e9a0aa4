# ruff: noqa: E402, T201
"""Add many damaged files of every format to a real library and show what became of them.

    .venv/bin/python tests/fuzz/fuzz_readers.py [--files 1000] [--seed 1] [--seeds FOLDER]...

The files are read by real reader processes and indexed by words. The exit code is 0 when every document ended
as read or refused, the library is sound, no process is left and every sound file added last is found.
"""

import argparse
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS.parent), *(str(TESTS / name) for name in ("fuzz", "unit/services", "unit/ingest"))]

from mutations import damaged_files
from ole_helpers import Slide, Word, make_doc, make_ppt, ppt_text
from service_fakes import Desk, FakeHost

from desktop.domain.errors import UserError
from desktop.domain.records import DocumentState
from desktop.domain.work import CancelToken, no_report
from desktop.ingest import refusals
from desktop.ingest.reader_pool import ReaderPool
from desktop.services.care import CareService

_FINAL = frozenset({DocumentState.TEXT_READY, DocumentState.REFUSED, DocumentState.LOCKED})
_SOUND = "The lighthouse keeper counts {0} herons."
_SEEDS = (TESTS / "data" / "ingest", TESTS / "data" / "mixed-folder")


@dataclass(slots=True)
class Outcome:
    """What became of the files. `memory`: after so many files the main process held so many bytes."""

    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    unfinished: list[str] = field(default_factory=list)
    problems: tuple[str, ...] = ()
    deaths: int = 0
    unforeseen: list[str] = field(default_factory=list)  # errors in a reader that nobody expected
    left: list[str] = field(default_factory=list)  # processes
    memory: list[tuple[int, int]] = field(default_factory=list)
    sound_found: int = 0
    steps: int = 0
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether every file came to an end and nothing else suffered."""
        bad = self.unfinished or self.problems or self.left or self.reasons[refusals.TIMEOUT.reason]
        return not bad and self.sound_found == self.steps


class _Watch(logging.Handler):
    """Counts what the reader pool says of its processes."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(logging.WARNING)
        self._outcome = outcome

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if "process died" in said:
            self._outcome.deaths += 1
        elif said.startswith("reading "):
            self._outcome.unforeseen.append(said)


@contextmanager
def _watched(outcome: Outcome) -> Iterator[None]:
    watch = _Watch(outcome)
    logger = logging.getLogger("desktop.ingest.reader_pool")
    logger.addHandler(watch)
    propagate, logger.propagate = logger.propagate, False
    try:
        yield
    finally:
        logger.removeHandler(watch)
        logger.propagate = propagate


def run(folder: Path, seeds: Sequence[Path], number: int, seed: int, step: int) -> Outcome:
    """Add `number` damaged files in steps, each with one sound file, and look at everything afterwards."""
    outcome = Outcome()
    before = set(psutil.Process().children(recursive=True))
    readers = ReaderPool(folder / "temp")
    desk = Desk(folder, readers, FakeHost())
    begun = time.monotonic()
    files = damaged_files(seeds, number, seed)
    try:
        with _watched(outcome):
            outcome.memory.append((0, psutil.Process().memory_info().rss))
            for done in range(0, number, step):
                _add(desk, outcome, [next(files) for _ in range(min(step, number - done))])
                outcome.memory.append((min(done + step, number), psutil.Process().memory_info().rss))
        _look(desk, outcome)
    finally:
        readers.close()
        desk.close()
    outcome.seconds = time.monotonic() - begun
    left = set(psutil.Process().children(recursive=True)) - before
    outcome.left = [str(process) for process in left if not _is_pool_helper(process)]
    return outcome


def _is_pool_helper(process: psutil.Process) -> bool:
    """Python's own tracker of shared resources lives as long as the program."""
    return "resource_tracker" in " ".join(process.cmdline())


def _add(desk: Desk, outcome: Outcome, files: Sequence[tuple[str, bytes]]) -> None:
    folder = desk.folder / f"step-{outcome.steps}"
    folder.mkdir()
    for name, data in files:
        (folder / name).write_bytes(data)
    (folder / "zz-sound.txt").write_text(_SOUND.format(f"heron{outcome.steps}"), "utf-8")
    outcome.steps += 1
    desk.drop(*sorted(folder.iterdir()))  # by themselves: in a folder, archives are left out
    try:
        desk.work()
    except UserError as error:  # there is no model here, so words have to do
        if error.title != "Model missing":
            raise
    desk.progress.clear()
    desk.changes.clear()


def _look(desk: Desk, outcome: Outcome) -> None:
    for document in desk.library.documents(limit=1_000_000):
        outcome.states[document.state.value] += 1
        if document.state not in _FINAL:
            outcome.unfinished.append(document.path)
        if document.reason:
            outcome.reasons[document.reason] += 1
    for step in range(outcome.steps):
        hits = desk.hits(f"heron{step}", mode="lexical")
        outcome.sound_found += bool(hits) and f"heron{step} " in hits[0].chunk.text
    care = CareService(desk.file)
    outcome.problems = care.check(repair=False, token=CancelToken(), report=no_report).problems


def main() -> int:
    """Run and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--files", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--step", type=int, default=250)
    options.add_argument("--seeds", type=Path, action="append", default=[], help="more folders of files")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seeds = seed_files(Path(folder), [*_SEEDS, *chosen.seeds])
        outcome = run(Path(folder), seeds, chosen.files, chosen.seed, chosen.step)
    _print(outcome, chosen.files, len(seeds))
    return 0 if outcome.good else 1


def seed_files(place: Path, folders: Sequence[Path] = _SEEDS) -> list[Path]:
    """Return the files that are damaged, in a fixed order; those of old formats are made at `place`."""
    made = [
        make_doc(place / "old.doc", Word("The lease of berth 7 ends in May.\rThe rent is 900 €.\r")),
        make_ppt(
            place / "old.ppt", [Slide(outline=ppt_text(0, "Harbour dues") + ppt_text(1, "Dues rise in May."))]
        ),
    ]
    return made + sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())


def _print(outcome: Outcome, number: int, seeds: int) -> None:
    print(f"{number} damaged files made of {seeds}, {outcome.seconds:.0f} s")
    for state, count in outcome.states.most_common():
        print(f"  {count:5}  {state}")
    for reason, count in outcome.reasons.most_common():
        print(f"         {count:5}  {reason}")
    for name, found in (
        ("not finished", outcome.unfinished),
        ("wrong in the library", outcome.problems),
        ("processes left", outcome.left),
        ("unforeseen errors", outcome.unforeseen),
    ):
        print(f"{name}: {len(found)}")
        for item in found[:20]:
            print(f"  {item}")
    print(f"reader processes that died: {outcome.deaths}")
    print(f"sound files found again: {outcome.sound_found} of {outcome.steps}")
    for files, held in outcome.memory:
        print(f"memory of the main process after {files:5} files: {held / 1e6:.0f} MB")
    print("good" if outcome.good else "NOT GOOD")


if __name__ == "__main__":
    raise SystemExit(main())
