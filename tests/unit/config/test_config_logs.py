"""The log file and the trace of a crash."""

import faulthandler
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.config import logs


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, enabled = list(root.handlers), root.level, faulthandler.is_enabled()
    yield
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    faulthandler.disable()
    while logs._crash_files:
        logs._crash_files.pop().close()
    if enabled:
        faulthandler.enable()


def test_messages_are_written_with_their_source(tmp_path: Path) -> None:
    file = logs.start_logging(tmp_path / "logs")
    logging.getLogger("desktop.test").info("Größe %d", 7)
    assert file == tmp_path / "logs" / "carrel.log"
    assert "INFO desktop.test: Größe 7" in file.read_text("utf-8")
    assert faulthandler.is_enabled()


def test_the_log_is_bounded(tmp_path: Path) -> None:
    file = logs.start_logging(tmp_path)
    for _ in range(6):
        logging.getLogger("desktop.test").info("x" * 999_990)
    written = sorted(path.name for path in tmp_path.glob("carrel.log*"))
    assert written == ["carrel.log", *(f"carrel.log.{number}" for number in range(1, 5))]
    assert file.stat().st_size <= 1_000_100


def test_the_crash_trace_of_the_run_before_is_kept(tmp_path: Path) -> None:
    (tmp_path / "carrel-crash.txt").write_text("Fatal Python error", "utf-8")
    logs.start_logging(tmp_path)
    assert (tmp_path / "carrel-crash-last.txt").read_text("utf-8") == "Fatal Python error"
    assert (tmp_path / "carrel-crash.txt").read_text("utf-8") == ""


def test_an_empty_trace_does_not_replace_the_last_one(tmp_path: Path) -> None:
    (tmp_path / "carrel-crash.txt").touch()
    (tmp_path / "carrel-crash-last.txt").write_text("older", "utf-8")
    logs.start_logging(tmp_path)
    assert (tmp_path / "carrel-crash-last.txt").read_text("utf-8") == "older"
