"""Where the models of the model process go: a graphics processor, or the processor when none will do."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from desktop.domain.errors import UserError
from desktop.llm.backend import Backend
from desktop.llm.devices import ANY_DRIVER, PROCESSOR, DeviceState, candidates
from desktop.llm.messages import HostOptions

_Model = TypeVar("_Model")
_RUN_MEMORY_FACTOR = 1.25  # file plus context and work buffers, seen with the default models


class Placement:
    """Opens the library, decides once for all models, and goes on to the next device when one fails.

    Thread-safe. Every change is told to `report`, and also what is at risk before drivers are touched.
    """

    def __init__(
        self, backend: Callable[[], Backend], options: HostOptions, report: Callable[[DeviceState], None]
    ) -> None:
        self._backend = backend
        self._options = options
        self._report = report
        self._lock = threading.RLock()
        self._order: list[str] | None = None
        self._state = DeviceState()
        self._in_use: list[str] = []  # devices that models were loaded on

    def decide(self) -> None:
        """Look for devices and choose, once."""
        with self._lock:
            if self._order is not None:
                return
            wanted = self._options.device
            if wanted != PROCESSOR:
                self._tell(DeviceState(at_risk=ANY_DRIVER))
            devices, variant = self._backend().open_devices(graphics=wanted != PROCESSOR)
            self._order, reason = candidates(devices, wanted, _needed(self._options))
            first = self._order[0]
            self._tell(DeviceState(devices, first, reason, variant=variant, at_risk=first))

    def load(self, load: Callable[[Backend, str], _Model]) -> _Model:
        """Load a model on the best device that takes it; UserError when the processor does not either."""
        self.decide()
        with self._lock:  # not held while loading: one model must not wait for another
            order = self._order or [""]
        for device in order[:-1]:
            with contextlib.suppress(UserError):
                model = load(self._backend(), device)
                self._settle(order, device)
                return model
        model = load(self._backend(), order[-1])
        self._settle(order, order[-1])
        return model

    def _settle(self, order: list[str], device: str) -> None:
        """Note which device took a model; that those before it did not was their doing, not the file's."""
        with self._lock:
            if device:
                self._in_use.append(device)
            if device == order[0] or self._order != order:
                return
            self._order = order[order.index(device) :]
            at_risk = next(iter(self._in_use), "")  # models that were loaded before stay where they are
            self._tell(replace(self._state, used=device, reason="failed", failed=order[0], at_risk=at_risk))

    def _tell(self, state: DeviceState) -> None:
        self._state = state
        self._report(state)


def _needed(options: HostOptions) -> int:
    """Return the memory that all models take together, in bytes."""
    specs = (options.embedder, options.generator, options.reranker)
    sizes = (spec.path.stat().st_size for spec in specs if spec and spec.path.is_file())
    return int(sum(sizes) * _RUN_MEMORY_FACTOR)
