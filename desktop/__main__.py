"""Start Carrel: the window without a command, else the command."""

import io
import multiprocessing
import sys


def main() -> int:
    """Run the program and return its exit status."""
    # Before any heavy import: in a frozen program, reader and model processes start here too.
    multiprocessing.freeze_support()
    from desktop.cli import run

    for stream in (sys.stdout, sys.stderr):
        # Scripts read UTF-8 whatever the system's code page; a frozen window program has no streams.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
