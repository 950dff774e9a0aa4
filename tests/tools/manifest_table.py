# ruff: noqa: T201
"""Read every file of a manifest folder in reader processes and print a table by format.

    .venv/bin/python tests/tools/manifest_table.py FOLDER [--only FORMAT,FORMAT] [--places]

A line with a mark is printed for every file that came out otherwise than expected. The exit code is their
number, at most 100.
"""

import argparse
import logging
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from manifest import Line, Verdict, judge, places, read_manifest

from desktop.domain.records import ReadDocument
from desktop.domain.work import CancelToken
from desktop.ingest.reader_pool import ReaderPool


@dataclass(slots=True)
class _Row:
    """The sums of one format."""

    files: int = 0
    right: int = 0
    strings: int = 0
    found: int = 0
    refusals: int = 0
    refusals_right: int = 0
    violations: int = 0
    seconds: float = 0.0

    def count(self, line: Line, verdict: Verdict, seconds: float) -> None:
        self.files += 1
        self.right += verdict.right
        self.strings += len(line.wanted)
        self.found += len(line.wanted) - len(verdict.missing)
        if line.expect == "refuse":
            self.refusals += 1
            self.refusals_right += verdict.right
        self.violations += len(verdict.violations)
        self.seconds += seconds


def main() -> int:
    """Run the lines and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="", help="formats, joined by commas")
    options.add_argument("--places", action="store_true", help="print where each text was found")
    chosen = options.parse_args()
    logging.basicConfig(level=logging.WARNING, format="  %(message)s", stream=sys.stdout)
    formats = set(filter(None, chosen.only.split(",")))
    rows: defaultdict[str, _Row] = defaultdict(_Row)
    total = _Row()
    with tempfile.TemporaryDirectory() as folder:
        pool = ReaderPool(Path(folder))
        try:
            for line in read_manifest(chosen.folder):
                if formats and line.format not in formats:
                    continue
                begun = time.monotonic()
                found = pool.read(chosen.folder / line.path, CancelToken())
                seconds = time.monotonic() - begun
                verdict = judge(line, found)
                rows[line.format].count(line, verdict, seconds)
                total.count(line, verdict, seconds)
                _report(line, verdict, seconds)
                if chosen.places and isinstance(found, ReadDocument):
                    for place in places(line, found):
                        print(f"    {line.path}: {place}  [{line.where}]")
        finally:
            pool.close()
    _print_table(rows, total)
    return min(total.files - total.right, 100)


def _report(line: Line, verdict: Verdict, seconds: float) -> None:
    if not verdict.right:
        print(f"! {line.path} ({line.expect} {line.text}) -> {verdict.said}")
        for text in verdict.missing:
            print(f"    missing: {text}")
        for text in verdict.violations:
            print(f"    must not be found: {text!r}")
    elif seconds > 5:
        print(f"  {line.path} took {seconds:.1f} s")


def _print_table(rows: dict[str, _Row], total: _Row) -> None:
    print(f"{'format':<10}{'files':>7}{'right':>7}{'texts':>10}{'refusals':>10}{'unwanted':>10}{'s':>8}")
    for name, row in [*sorted(rows.items()), ("all", total)]:
        texts, refusals = f"{row.found}/{row.strings}", f"{row.refusals_right}/{row.refusals}"
        print(
            f"{name:<10}{row.files:>7}{row.right:>7}{texts:>10}{refusals:>10}"
            f"{row.violations:>10}{row.seconds:>8.1f}"
        )


if __name__ == "__main__":
    raise SystemExit(main())
