"""A model process with a fake backend, and the pipes to meet its workers at."""

import os
import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.llm.messages import ModelSpec
from desktop.llm.model_process import ModelProcess

Start = Callable[..., ModelProcess]


class Gate:
    """The test's end of `gate PATH` in llm_fake_backend."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for end in (".in", ".out"):
            os.mkfifo(f"{path}{end}")

    def wait_until_reached(self) -> None:
        Path(f"{self.path}.in").read_text()

    def open(self) -> None:
        Path(f"{self.path}.out").write_text("go")


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "gate")


@pytest.fixture
def notices() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def embedder_spec(tmp_path: Path) -> ModelSpec:
    path = tmp_path / "embedder.gguf"
    path.write_text("fine")
    return ModelSpec(path, "e-id", "Embedder", query_prefix="query: ", passage_prefix="passage: ")


@pytest.fixture
def chat_spec(tmp_path: Path) -> ModelSpec:
    path = tmp_path / "chat.gguf"
    path.write_text("fine")
    return ModelSpec(path, "c-id", "Chat")


@pytest.fixture
def start(embedder_spec: ModelSpec, chat_spec: ModelSpec, notices: "queue.Queue[str]") -> Iterator[Start]:
    """Return a function that makes a model process; all are closed after the test."""
    made: list[ModelProcess] = []

    def make(**options: object) -> ModelProcess:
        settings: dict[str, object] = {
            "embedder": embedder_spec,
            "generator": chat_spec,
            "threads": 1,
            "on_notice": notices.put,
            "backend": "llm_fake_backend",
        }
        process = ModelProcess(**{**settings, **options})  # type: ignore[arg-type]
        made.append(process)
        return process

    yield make
    for process in made:
        process.close()


@pytest.fixture
def process(start: Start) -> ModelProcess:
    return start()
