"""Which device the models go to, and what happens when it fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from llm_fake_backend import text_code

from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.devices import (
    ANY_DRIVER,
    AUTOMATIC,
    PROCESSOR,
    Device,
    DeviceState,
    Kind,
    candidates,
    kind_of,
    named,
)
from desktop.llm.interfaces import ChatMessage
from desktop.llm.llama_library import best_variant
from desktop.llm.messages import ModelSpec
from desktop.llm.model_process import ModelProcess, device_notice

Start = Callable[..., ModelProcess]
FREE = 4 << 30  # of every fake device


def device(name: str, kind: Kind = "gpu", free: int = FREE) -> Device:
    return Device(name, kind, 8 << 30, free)


def user(text: str) -> list[ChatMessage]:
    return [ChatMessage("user", text)]


def say(process: ModelProcess, script: str) -> str:
    return "".join(process.generator.stream(user(script), CancelToken()))


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that puts devices into the machine of the model process."""
    return lambda names: monkeypatch.setenv("FAKE_DEVICES", names)


# Who is tried, and why


@pytest.mark.parametrize(
    ("there", "order", "reason"),
    [
        ([], [""], "none"),
        ([device("Iris", "integrated")], ["Iris", ""], "automatic"),
        ([device("Iris", "integrated"), device("RTX")], ["RTX", "Iris", ""], "automatic"),
        ([device("A", free=2 << 30), device("B", free=3 << 30)], ["B", "A", ""], "automatic"),
        ([device("old", free=9), device("Iris", "integrated")], ["Iris", ""], "automatic"),
        ([device("old", free=9)], [""], "small"),
        ([device("llvmpipe", "software")], [""], "software"),
    ],
)
def test_automatic_takes_the_best_real_device_with_room(
    there: list[Device], order: list[str], reason: str
) -> None:
    """P186: probe, try, next."""
    assert candidates(there, AUTOMATIC, needed=1 << 30) == (order, reason)


def test_a_choice_goes_before_every_rule() -> None:
    """P186: manual override."""
    there = [device("RTX"), device("llvmpipe", "software", free=9)]
    assert candidates(there, "llvmpipe", needed=100) == (["llvmpipe", ""], "chosen")
    assert candidates(there, PROCESSOR, needed=100) == ([""], "chosen")
    assert candidates(there, "taken out", needed=100) == ([""], "gone")


def test_devices_called_alike_are_numbered() -> None:
    assert named(["RTX", "Iris", "RTX", "RTX"]) == ["RTX", "Iris", "RTX (2)", "RTX (3)"]


def test_imitations_are_known_by_their_names() -> None:
    assert kind_of("llvmpipe (LLVM 15.0.6, 256 bits)", shares_memory=False) == "software"
    assert kind_of("Intel(R) Iris(R) Xe Graphics", shares_memory=True) == "integrated"
    assert kind_of("NVIDIA GeForce RTX 4060", shares_memory=False) == "gpu"


# The library for this generation of processors

VARIANTS = {"libggml-cpu-x64.so": 1, "libggml-cpu-haswell.so": 64, "libggml-cpu-zen4.so": 0}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (*VARIANTS, "libggml.so.0", "libggml-base.so.0", "libggml-vulkan.so", "libllama.so"):
        (tmp_path / name).touch()
    return tmp_path


def test_the_best_library_that_this_processor_runs_is_taken(folder: Path) -> None:
    """P184."""
    best = best_variant(folder, lambda path: VARIANTS[path.name])
    assert best == folder / "libggml-cpu-haswell.so"


def test_a_processor_that_none_fits_is_told_in_words(folder: Path) -> None:
    """P184: and finding by words goes on."""
    with pytest.raises(UserError, match="Finding by words works without them"):
        best_variant(folder, lambda _path: 0)


def test_files_that_cannot_be_opened_fit_no_processor(folder: Path) -> None:
    with pytest.raises(UserError, match="cannot run on this processor"):
        best_variant(folder)


def test_a_build_for_one_processor_has_nothing_to_choose(tmp_path: Path) -> None:
    (tmp_path / "libggml-cpu.so").touch()
    assert best_variant(tmp_path) is None


# In the model process


def test_without_devices_the_processor_runs_the_models(start: Start, notices: Any) -> None:
    process = start()
    assert say(process, "say hello") == "hello"
    assert process.devices == DeviceState(reason="none", variant="fake")
    assert notices.empty()


def test_models_run_on_the_device(start: Start, devices: Any) -> None:
    devices("integrated:Iris,RTX")
    process = start()
    assert say(process, "say hello") == "hello"
    assert (process.devices.used, process.devices.reason) == ("RTX", "automatic")
    assert [d.id for d in process.devices.devices] == ["Iris", "RTX"]


def test_a_device_without_room_for_all_models_is_not_used(
    start: Start, devices: Any, chat_spec: ModelSpec
) -> None:
    devices("RTX")
    with chat_spec.path.open("r+b") as file:
        file.truncate(FREE)
    process = start()
    process.embedder.embed_queries(["q"], CancelToken())
    assert (process.devices.used, process.devices.reason) == ("", "small")


def test_a_person_who_chose_the_processor_never_meets_a_driver(start: Start, devices: Any) -> None:
    devices("die")
    process = start(device=PROCESSOR)
    assert say(process, "say hello") == "hello"
    assert process.devices.reason == "chosen"


def test_devices_are_found_without_a_model(start: Start, devices: Any) -> None:
    devices("RTX")
    process = start(embedder=None, generator=None)
    assert [d.id for d in process.find_devices().devices] == ["RTX"]


# When a device fails


def test_a_model_that_does_not_load_on_a_device_loads_on_the_next(
    start: Start, devices: Any, notices: Any, chat_spec: ModelSpec
) -> None:
    """P186: the final device is known, and the person is told once."""
    devices("RTX")
    chat_spec.path.write_text("no-device")
    process = start()
    assert say(process, "say hello") == "hello"
    assert process.embedder.embed_queries(["q"], CancelToken()).shape == (1, 2)
    state = process.devices
    assert (state.used, state.reason, state.failed) == ("", "failed", "RTX")
    assert notices.get(timeout=30) == "“RTX” could not run the language models, so they run on the processor."
    assert notices.empty()


def test_a_damaged_file_is_not_blamed_on_the_device(
    start: Start, devices: Any, notices: Any, chat_spec: ModelSpec
) -> None:
    devices("RTX")
    chat_spec.path.write_text("damaged")
    process = start()
    with pytest.raises(UserError, match="could not be loaded"):
        say(process, "say hello")
    process.embedder.embed_queries(["q"], CancelToken())
    assert (process.devices.used, process.devices.reason) == ("RTX", "automatic")
    assert notices.empty()


@pytest.mark.parametrize("failing", ["die-on-device", "lose-device"])
def test_an_answer_goes_on_when_its_device_fails(
    start: Start, devices: Any, notices: Any, failing: str
) -> None:
    devices("RTX")
    process = start()
    assert say(process, f"say one;say two;{failing};say three") == "onetwothree"
    assert (process.devices.used, process.devices.reason) == ("", "failed")
    assert notices.get(timeout=30) == device_notice(DeviceState(failed="RTX"))
    assert say(process, "say next") == "next"
    assert notices.empty()


def test_passages_are_embedded_when_their_device_fails(start: Start, devices: Any, notices: Any) -> None:
    devices("RTX,integrated:Iris")
    process = start()
    texts = ["a", "lose-device", "b"]
    vectors = process.embedder.embed_passages(texts, CancelToken())
    assert [row[1] for row in vectors] == [text_code(f"passage: {text}") for text in texts]
    assert notices.get(timeout=30) == device_notice(DeviceState(failed="RTX"))
    assert notices.empty()


def test_a_device_that_ends_the_process_while_a_model_loads(
    start: Start, devices: Any, notices: Any, chat_spec: ModelSpec
) -> None:
    devices("RTX")
    chat_spec.path.write_text("die-on-device")
    process = start()
    assert say(process, "say hello") == "hello"
    assert notices.get(timeout=30) == device_notice(DeviceState(failed="RTX"))
    assert notices.empty()


def test_a_driver_that_ends_the_process_when_it_is_looked_at(
    start: Start, devices: Any, notices: Any
) -> None:
    devices("die")
    process = start()
    assert say(process, "say hello") == "hello"
    assert notices.get(timeout=30) == device_notice(DeviceState(failed=ANY_DRIVER))
    assert process.find_devices().failed == ANY_DRIVER
    assert notices.empty()


def test_what_ends_the_process_on_the_processor_too_is_an_error(
    start: Start, devices: Any, tmp_path: Path
) -> None:
    devices("RTX")
    process = start()
    with pytest.raises(UserError, match="language model stopped"):
        process.embedder.embed_passages(["a", "die"], CancelToken())
    assert say(process, "say well") == "well"
