"""The choice of a device, and what the person reads about it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken
from desktop.llm.catalog import Catalog
from desktop.llm.devices import ANY_DRIVER, PROCESSOR, Device, DeviceState
from desktop.services import model_host
from desktop.services.devices import DeviceService, reason_words
from desktop.services.model_host import ModelHost
from desktop.services.views import DeviceChoice, DeviceView

IRIS = Device("Intel Iris", "integrated", 8_000_000_000, 6_000_000_000)
RTX = Device("RTX 4060", "gpu", 8_000_000_000, 500_000_000)
LAVAPIPE = Device("llvmpipe", "software", 8_000_000_000, 8_000_000_000)
CATALOGUE = """
[[model]]
id = "talker"
role = "chat"
name = "Talker"
file = "talker.gguf"
size = 5
sha256 = "486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7"
licence = "MIT"
source = []
"""


class Process:
    """A model process on a machine with the devices of the test."""

    there: DeviceState
    made: list["Process"]
    pid = 42
    generator = "the generator"

    def __init__(self, **options: Any) -> None:
        self.device = options["device"]
        self.devices = DeviceState()
        self.closed = False
        self.made.append(self)

    def find_devices(self, _token: CancelToken) -> DeviceState:
        return self.there

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> type[Process]:
    Process.there = DeviceState((IRIS,), IRIS.id, "automatic")
    Process.made = []
    monkeypatch.setattr(model_host, "ModelProcess", Process)
    return Process


@pytest.fixture
def settings(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.json")


@pytest.fixture
def host(tmp_path: Path, settings: SettingsFile, machine: type[Process]) -> ModelHost:
    (tmp_path / "models.toml").write_text(CATALOGUE, "utf-8")
    (tmp_path / "talker.gguf").write_bytes(b"world")
    return ModelHost(Catalog(tmp_path / "models.toml", tmp_path), settings, print)


@pytest.fixture
def choose(host: ModelHost, settings: SettingsFile) -> Callable[[str], None]:
    service = DeviceService(host, settings)
    return lambda device: service.use(device=device, token=CancelToken()) and None


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (DeviceState(), ""),
        (
            DeviceState((IRIS,), IRIS.id, "automatic"),
            "Used: Intel Iris, 8.0 GB shared with the processor.",
        ),
        (DeviceState((RTX,), RTX.id, "chosen"), "Used: RTX 4060, 8.0 GB of memory."),
        (DeviceState((RTX,), "", "small"), "“RTX 4060” has 500 MB free, too little for the models."),
        (DeviceState(reason="none"), "No graphics processor was found."),
        (DeviceState(reason="chosen"), "The processor is used, as you chose."),
        (
            DeviceState((LAVAPIPE,), reason="software"),
            "Only an imitation of a graphics processor was found, slower than the processor itself.",
        ),
        (
            DeviceState((IRIS,), "", "gone"),
            "The graphics processor that you chose is not there; the processor is used.",
        ),
        (
            DeviceState((RTX,), "", "failed", "RTX 4060"),
            "“RTX 4060” could not run the language models; the processor is used.",
        ),
        (
            DeviceState((RTX, IRIS), IRIS.id, "failed", "RTX 4060"),
            "“RTX 4060” could not run the language models; “Intel Iris” is used.",
        ),
        (
            DeviceState(reason="failed", failed=ANY_DRIVER),
            "A graphics driver stopped working; the processor is used.",
        ),
    ],
)
def test_each_reason_has_a_sentence(state: DeviceState, words: str) -> None:
    """P186: what is used is shown, and why."""
    assert reason_words(state) == words


def test_before_a_model_is_used_the_choice_tells_what_would_be(
    host: ModelHost, settings: SettingsFile, machine: type[Process]
) -> None:
    choice = DeviceService(host, settings).choice(token=CancelToken())
    views = (DeviceView("Intel Iris", "Intel Iris, 8.0 GB shared with the processor"),)
    sentence = "Used: Intel Iris, 8.0 GB shared with the processor."
    assert choice == DeviceChoice("", views, "Intel Iris", sentence)
    assert [process.closed for process in machine.made] == [True]


def test_the_choice_reaches_the_models_at_once(
    host: ModelHost, settings: SettingsFile, machine: type[Process], choose: Callable[[str], None]
) -> None:
    host.generator()
    choose(PROCESSOR)
    host.generator()
    choose("Intel Iris")
    host.generator()
    assert settings.current.device == "Intel Iris"
    running = [process for process in machine.made if process.device]
    assert [process.device for process in running] == [PROCESSOR, "Intel Iris"]
    assert machine.made[0].closed


def test_on_the_processor_the_devices_can_still_be_chosen(
    host: ModelHost, settings: SettingsFile, machine: type[Process], choose: Callable[[str], None]
) -> None:
    choose(PROCESSOR)
    choice = DeviceService(host, settings).choice(token=CancelToken())
    assert (choice.chosen, choice.used, len(choice.devices)) == (PROCESSOR, "", 1)
    assert choice.reason == "The processor is used, as you chose."


def test_a_device_that_is_not_there_is_refused(
    settings: SettingsFile, machine: type[Process], choose: Callable[[str], None]
) -> None:
    with pytest.raises(UserError, match="Found: “Intel Iris”"):
        choose("RTX 4060")
    assert settings.current.device == ""


def test_a_device_that_failed_is_left_alone_until_another_choice(
    host: ModelHost, machine: type[Process], choose: Callable[[str], None]
) -> None:
    host.generator()
    machine.made[0].devices = DeviceState((IRIS,), "", "failed", IRIS.id)
    host.restart()
    host.generator()
    assert machine.made[1].device == PROCESSOR
    assert host.device_state().reason == "failed"
    choose("Intel Iris")
    host.generator()
    assert machine.made[-1].device == "Intel Iris"
    assert host.device_state().reason == ""


def test_the_device_in_use_is_named(host: ModelHost, machine: type[Process]) -> None:
    host.generator()
    assert host.device.startswith("CPU")
    machine.made[0].devices = Process.there
    assert host.device == "Intel Iris"
