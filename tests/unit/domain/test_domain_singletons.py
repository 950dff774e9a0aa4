import sys

from PySide6.QtCore import QObject, Signal

from desktop.domain.singletons import keep_singletons


class Source(QObject):
    happened = Signal(int)


def test_signals_do_not_use_up_the_references_to_true() -> None:
    keep_singletons()
    source = Source()
    for number in range(20_000):
        source.happened.emit(number)
    assert sys.getrefcount(True) > 1_000_000
    assert sys.getrefcount(None) > 1_000_000


def test_keeping_them_twice_changes_nothing() -> None:
    keep_singletons()
    before = sys.getrefcount(None)
    keep_singletons()
    assert sys.getrefcount(None) < before + 1_000_000
