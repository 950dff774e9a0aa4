import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.jobs.garbage import GarbageCollector


class Node(QObject):
    """An object in a cycle that remembers which thread destroyed it."""

    deaths: list[threading.Thread] = []  # noqa: RUF012 - shared on purpose

    def __init__(self) -> None:
        super().__init__()
        self.me = self

    def __del__(self) -> None:
        self.deaths.append(threading.current_thread())


def test_cycles_die_on_the_gui_thread(qtbot: QtBot) -> None:
    collector = GarbageCollector()
    try:
        assert not gc.isenabled()
        Node.deaths.clear()
        Node()
        worker = threading.Thread(target=lambda: [[] for _ in range(200_000)])
        worker.start()
        worker.join()
        assert Node.deaths == []
        keep = [[] for _ in range(5000)]  # type: ignore[var-annotated]
        collector.collect()
        assert len(keep) == 5000
        assert Node.deaths == [threading.current_thread()]
    finally:
        collector.stop()
    assert gc.isenabled()
