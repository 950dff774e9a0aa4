"""Why None, True and False must not run out of references on Python 3.11, and what is done about it."""

import ctypes
import sys

_SPARE = 1 << 40
_kept: list[bool] = []


def keep_singletons() -> None:
    """Give None, True and False references to spare; call it before Qt is used. Harmless when repeated.

    From Python 3.12 on these objects are immortal, and PySide6 6.12 relies on that: it gives away a reference
    to None with every call that returns nothing and one to True with every emitted signal. On 3.11 the counts
    are real, and the process dies ("deallocating None") after some hundred signals.
    """
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython" or _kept:
        return
    _kept.append(True)
    for value in (None, True, False, NotImplemented, Ellipsis):
        count = ctypes.c_ssize_t.from_address(id(value))  # in CPython the first field of every object
        count.value += _SPARE
