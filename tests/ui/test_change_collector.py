from pytestqt.qtbot import QtBot

from desktop.services.changes import Changes
from desktop.ui.change_collector import ChangeCollector


def test_the_first_goes_on_at_once_and_the_rest_as_one(qtbot: QtBot) -> None:
    collector = ChangeCollector(pause_ms=20)
    seen: list[Changes] = []
    collector.collected.connect(seen.append)
    collector.add(Changes(documents=True, document_ids=(1,)))
    assert seen == [Changes(documents=True, document_ids=(1,))]
    collector.add(Changes(documents=True, document_ids=(2, 3)))
    collector.add(Changes(models=True, document_ids=(3,)))
    assert len(seen) == 1
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen[1] == Changes(documents=True, models=True, document_ids=(2, 3))
