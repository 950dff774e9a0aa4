"""What the person said about the file that is being read, for the readers that ask."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How one file is to be read.

    `encoding` is that of a text, by the person's choice; empty means found out. `password` opens a locked
    document. `recognise` allows reading text in pictures and scans, where the means for it are installed.
    """

    encoding: str = ""
    password: str = field(default="", repr=False)
    recognise: bool = False


_USUAL = ReadOptions()
_current: ContextVar[ReadOptions] = ContextVar("read_options", default=_USUAL)


def current() -> ReadOptions:
    """Return the options of the file that is being read."""
    return _current.get()


@contextmanager
def reading_with(options: ReadOptions) -> Iterator[None]:
    """Let `options` hold for what is read inside."""
    token = _current.set(options)
    try:
        yield
    finally:
        _current.reset(token)
