"""Graphics processors: what is there, which one the models go to, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

AUTOMATIC = ""
PROCESSOR = "processor"
ANY_DRIVER = "*"  # what failed while devices were looked for

Kind = Literal[
    "gpu", "integrated", "software"
]  # memory of its own, shared with the processor, imitated by it
Reason = Literal[
    "",  # not decided yet
    "automatic",  # the best device that has room
    "chosen",  # as the person chose, device or processor
    "none",  # there is no graphics processor
    "software",  # there are only imitations, which are slower than the processor itself
    "small",  # no device has room for the models
    "gone",  # the chosen device is not there
    "failed",  # a device did not run the models
]
_SOFTWARE = ("llvmpipe", "lavapipe", "swiftshader", "basic render")
_ORDER: dict[Kind, int] = {"gpu": 0, "integrated": 1}


@dataclass(frozen=True, slots=True)
class Device:
    """A graphics processor as its driver describes it; `id` is its name, memory in bytes."""

    id: str
    kind: Kind
    memory: int
    free: int


@dataclass(frozen=True, slots=True)
class DeviceState:
    """Where the models of a process run; `used` is the id of a device, empty for the processor.

    While `at_risk` names something, drivers are at work for it: an end of the process is their doing.
    """

    devices: tuple[Device, ...] = ()
    used: str = ""
    reason: Reason = ""
    failed: str = ""  # the device that did not run the models
    variant: str = ""  # of the processor's library, where there is one for each generation
    at_risk: str = ""


def kind_of(description: str, *, shares_memory: bool) -> Kind:
    """Return what sort of device a driver describes; imitations are known by their names."""
    if any(name in description.casefold() for name in _SOFTWARE):
        return "software"
    return "integrated" if shares_memory else "gpu"


def named(descriptions: Sequence[str]) -> list[str]:
    """Return ids for devices: what the drivers call them, numbered where several are called alike."""
    ids: list[str] = []
    for index, text in enumerate(descriptions):
        earlier = descriptions[:index].count(text)
        ids.append(f"{text} ({earlier + 1})" if earlier else text)
    return ids


def candidates(devices: Sequence[Device], wanted: str, needed: int) -> tuple[list[str], Reason]:
    """Return the devices to try in order, the processor ("") last, and why the first is the first.

    `needed` is what the models take, in bytes. A choice of the person is tried whatever its size.
    """
    if wanted == PROCESSOR:
        return [""], "chosen"
    if wanted != AUTOMATIC:
        return ([wanted, ""], "chosen") if any(d.id == wanted for d in devices) else ([""], "gone")
    real = sorted((d for d in devices if d.kind in _ORDER), key=lambda d: (_ORDER[d.kind], -d.free))
    roomy = [device.id for device in real if device.free >= needed]
    if roomy:
        return [*roomy, ""], "automatic"
    if real:
        return [""], "small"
    return [""], "software" if devices else "none"
