"""Fetches and verifies models of the catalogue. Runs in the project's virtual environment."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from dev_steps import Throttle, say  # noqa: E402 - the project must be found first

from desktop.domain.errors import UserError  # noqa: E402
from desktop.domain.work import CancelToken, Progress  # noqa: E402
from desktop.llm.catalog import Catalog  # noqa: E402
from desktop.llm.fetch import fetch  # noqa: E402


class Lines:
    """Prints progress as lines, not too many."""

    def __init__(self) -> None:
        self._throttle = Throttle()

    def __call__(self, progress: Progress) -> None:
        """Print what is new: every label, and numbers now and then."""
        if progress.label:
            say(f"      {progress.stage}: {progress.label}")
        elif self._throttle.due():
            say(f"      {progress.stage}: {in_numbers(progress)}")


def in_numbers(progress: Progress) -> str:
    """Return 'n of m MB'."""
    done = f"{progress.done / 1e6:.0f}"
    return f"{done} MB" if progress.total is None else f"{done} of {progress.total / 1e6:.0f} MB"


def main(arguments: list[str]) -> int:
    """Fetch the named models into a folder; return 1 when one could not be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("models", nargs="+")
    options = parser.parse_args(arguments)
    catalog = Catalog(ROOT / "resources" / "models.toml", options.folder)
    failed = False
    for name in options.models:
        try:
            fetch(catalog.entry(name), options.folder, CancelToken(), Lines())
        except UserError as error:
            say(f"    {error}")
            failed = True
    return int(failed)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
