from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.ui.single_instance import SingleInstance


def test_a_second_start_raises_the_first(qtbot: QtBot, tmp_path: Path) -> None:
    name = str(tmp_path / "library.carrel")
    first, second = SingleInstance(), SingleInstance()
    assert first.acquire(name)
    with qtbot.waitSignal(first.raise_requested):
        assert not second.acquire(name)
    first.release()
    assert second.acquire(name)
    second.release()


def test_a_second_start_hands_its_files_over(qtbot: QtBot, tmp_path: Path) -> None:
    name = str(tmp_path / "library.carrel")
    first, second = SingleInstance(), SingleInstance()
    assert first.acquire(name)
    with qtbot.waitSignal(first.files_given) as given:
        assert not second.acquire(name, [tmp_path / "Žluťoučký kůň.pdf"])
    assert given.args == [[tmp_path / "Žluťoučký kůň.pdf"]]
    first.release()


def test_other_libraries_do_not_get_in_the_way(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(), SingleInstance()
    assert first.acquire(str(tmp_path / "a"))
    assert second.acquire(str(tmp_path / "b"))
    first.release()
    second.release()
