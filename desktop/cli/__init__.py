"""The command line: the same library for scripts and other programs."""

from desktop.cli.main import run

__all__ = ["run"]
