"""A graphics processor imitated by Mesa, where the build of llama.cpp has Vulkan; and how it fails."""

import os
import queue
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop.domain.work import CancelToken
from desktop.llm.devices import PROCESSOR
from desktop.llm.interfaces import ChatMessage
from desktop.llm.messages import ModelSpec
from desktop.llm.model_process import ModelProcess

pytestmark = pytest.mark.models
SMALL = "SmolLM2-135M-Instruct.Q4_1.gguf"
E5 = "multilingual-e5-small-q4_0.gguf"
TEXTS = ["The notice period is three months.", "A ferry leaves at nine.", "Sourdough rests overnight."]
PROMPT = [ChatMessage("user", "The notice period is three months.\nHow long is the notice period?")]
Start = Callable[[str], ModelProcess]


@pytest.fixture
def notices() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def start(models_folder: Path, notices: "queue.Queue[str]") -> Iterator[Start]:
    made: list[ModelProcess] = []

    def make(device: str) -> ModelProcess:
        process = ModelProcess(
            embedder=ModelSpec(models_folder / E5, "e", "e5", "mean", "query: ", "passage: "),
            generator=ModelSpec(models_folder / SMALL, "c", "SmolLM2", context=512),
            threads=2,
            device=device,
            on_notice=notices.put,
        )
        made.append(process)
        return process

    yield make
    for process in made:
        process.close()


@pytest.fixture
def imitation(monkeypatch: pytest.MonkeyPatch, start: Start) -> str:
    """Return the name of the software device, which the backend hides unless it is asked for."""
    monkeypatch.setenv("GGML_VK_VISIBLE_DEVICES", "0")
    found = [device for device in start("").find_devices().devices if device.kind == "software"]
    if not found:
        pytest.skip("this build has no Vulkan, or Mesa's software device is not installed")
    return found[0].id


def answer(process: ModelProcess) -> str:
    return "".join(process.generator.stream(PROMPT, CancelToken(), max_tokens=12))


def test_a_device_computes_what_the_processor_does(start: Start, imitation: str) -> None:
    on_device, on_processor = start(imitation), start(PROCESSOR)
    vectors = on_device.embedder.embed_passages(TEXTS, CancelToken())
    expected = on_processor.embedder.embed_passages(TEXTS, CancelToken())
    assert on_device.devices.used == imitation
    assert np.all((vectors * expected).sum(axis=1) > 0.999)
    assert answer(on_device) == answer(on_processor)


def test_an_imitation_is_used_only_when_chosen(start: Start, imitation: str) -> None:
    """P186."""
    assert imitation
    process = start("")
    process.embedder.embed_queries(["q"], CancelToken())
    assert (process.devices.used, process.devices.reason) == ("", "software")


def test_an_answer_goes_on_when_its_device_is_lost(
    start: Start, imitation: str, notices: "queue.Queue[str]"
) -> None:
    process = start(imitation)
    stream = process.generator.stream(PROMPT, CancelToken(), max_tokens=12)
    first = next(stream)
    assert process.devices.used == imitation
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    assert first + "".join(stream) == answer(start(PROCESSOR))
    assert (process.devices.used, process.devices.failed) == ("", imitation)
    assert imitation in notices.get(timeout=30)
    assert notices.empty()


def test_a_device_without_room_leaves_the_processor(
    start: Start, imitation: str, notices: "queue.Queue[str]", monkeypatch: pytest.MonkeyPatch
) -> None:
    # No room for the memory of a conversation, as on a card that is nearly full.
    for name in ("GGML_VK_FORCE_MAX_ALLOCATION_SIZE", "GGML_VK_FORCE_MAX_BUFFER_SIZE"):
        monkeypatch.setenv(name, "1")
    failing = start(imitation)
    assert answer(failing) == answer(start(PROCESSOR))
    assert (failing.devices.used, failing.devices.failed) == ("", imitation)
    assert imitation in notices.get(timeout=30)
