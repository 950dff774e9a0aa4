"""Start Carrel: the window without a command, else the command."""

import multiprocessing
import sys


def main() -> int:
    """Run the program and return its exit status."""
    # Before any heavy import: in a frozen program, reader and model processes start here too.
    multiprocessing.freeze_support()
    from desktop.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
