"""The models in use: which files they are, checked once, and the one process that runs them."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace

from desktop.config.settings import SettingsFile
from desktop.domain.errors import UserError
from desktop.domain.work import CancelToken, no_report
from desktop.llm.catalog import Catalog, ModelEntry
from desktop.llm.devices import AUTOMATIC, PROCESSOR, DeviceState
from desktop.llm.interfaces import Embedder, Generator, Reranker
from desktop.llm.model_process import ModelProcess, ModelSpec

_ADVICE = "Open the settings, page Models, to get it or to choose another file."


class ModelHost:
    """Starts the model process at first use and again after a change of model. Thread-safe."""

    def __init__(self, catalog: Catalog, settings: SettingsFile, on_notice: Callable[[str], None]) -> None:
        self.catalog = catalog
        self.settings = self._settings = settings
        self._on_notice = on_notice
        self._lock = threading.RLock()
        self._process: ModelProcess | None = None
        self._running: tuple[str, ...] = ()
        self._failed: tuple[str, str] = ("", "")  # a device, and the choice with which it failed

    def chosen(self, role: str) -> ModelEntry | None:
        """Return the model a person chose for `role`, else the default, present or not, else one present."""
        settings = self._settings.current
        wanted = {"embedder": settings.embedder, "chat": settings.chat, "reranker": settings.reranker}[role]
        entries = [entry for entry in self.catalog.entries if entry.role == role]
        by_choice = next((entry for entry in entries if entry.id == wanted), None)
        default = next((entry for entry in entries if entry.default), None)
        present = (entry for entry in entries if self.catalog.path(entry.id) is not None)
        return by_choice or default or next(present, None)

    def embedder(self) -> Embedder:
        """Return the embedder; UserError when its file is missing or not what the catalogue says."""
        return self._start("embedder").embedder

    def generator(self) -> Generator:
        """Return the chat model; UserError when its file is missing or not what the catalogue says."""
        return self._start("chat").generator

    def background_generator(self) -> Generator:
        """Return the chat model for work nobody waits for: it steps aside for questions and for passages."""
        return self._start("chat").background_generator

    def reranker(self) -> Reranker:
        """Return the cross-encoder; UserError when there is none or its file is not what was added."""
        return self._start("reranker").reranker

    def has(self, role: str) -> bool:
        """Whether the model of this role is on disk."""
        entry = self.chosen(role)
        return entry is not None and self.catalog.path(entry.id) is not None

    def name(self, role: str) -> str:
        """Return the name of the model of this role when its file is on disk, else an empty text."""
        entry = self.chosen(role)
        return entry.name if entry is not None and self.has(role) else ""

    @property
    def reads_on(self) -> bool:
        """Whether the chosen chat model reads on in whole documents unasked."""
        entry = self.chosen("chat")
        return entry is not None and entry.reads_on

    @property
    def judges(self) -> bool:
        """Whether the chosen chat model can tell which passages state an answer."""
        entry = self.chosen("chat")
        return entry is not None and entry.judges

    @property
    def embedder_id(self) -> str:
        """The identity of the chosen embedder, as libraries know it; empty while its file is not on disk."""
        entry = self.chosen("embedder")
        return model_identity(entry) if entry is not None and self.has("embedder") else ""

    @property
    def device(self) -> str:
        """What the models run on, in words."""
        used = self.device_state().used
        if used:
            return used
        threads = self._settings.current.threads or default_threads()
        return f"CPU, {threads} threads" if threads > 1 else "CPU, 1 thread"

    def device_state(self) -> DeviceState:
        """Return where the models run; without a reason while they have not been used."""
        process, (failed, choice) = self._process, self._failed  # no lock: a model may be verified under it
        state = process.devices if process is not None else DeviceState()
        if failed and choice == self._settings.current.device and not state.used:
            return replace(state, reason="failed", failed=failed)
        return state

    def find_devices(self, token: CancelToken) -> DeviceState:
        """Look for devices in a process of its own, and tell which one the models would run on."""
        chosen = self._settings.current.device
        device = AUTOMATIC if chosen == PROCESSOR else chosen
        process = self._make(device, lambda _notice: None)
        try:
            return process.find_devices(token)
        finally:
            process.close()

    def restart(self) -> None:
        """Use the models chosen now; the next request starts the process."""
        with self._lock:
            if self._process is not None:
                if self._process.devices.failed:
                    self._failed = (self._process.devices.failed, self._running[-1])
                self._process.close()
            self._process = None

    def close(self) -> None:
        """End the model process."""
        self.restart()

    @property
    def pid(self) -> int | None:
        """The process id of the running model process, or None."""
        with self._lock:
            return self._process.pid if self._process is not None else None

    def _start(self, role: str) -> ModelProcess:
        with self._lock:
            self._check(role)
            present = tuple(self._id_if_present(each) for each in ("embedder", "chat", "reranker"))
            present += (self._settings.current.device,)
            if self._process is not None and present != self._running:
                self.restart()  # a model was added or changed since
            if self._process is None:
                self._running = present
                self._process = self._make(self._device(), self._on_notice)
            return self._process

    def _make(self, device: str, on_notice: Callable[[str], None]) -> ModelProcess:
        return ModelProcess(
            embedder=self._spec("embedder"),
            generator=self._spec("chat"),
            reranker=self._spec("reranker"),
            threads=self._settings.current.threads or default_threads(),
            device=device,
            on_notice=on_notice,
        )

    def _device(self) -> str:
        """Return the person's choice; a device that failed under it is left alone until the next start."""
        chosen = self._settings.current.device
        return PROCESSOR if self._failed[0] and self._failed[1] == chosen else chosen

    def _check(self, role: str) -> None:
        entry = self.chosen(role)
        if entry is None:
            raise UserError("No model", f"There is no {role} model in the catalogue.", _ADVICE)
        if self.catalog.path(entry.id) is None:
            raise UserError("Model missing", f"The file of {entry.name} is not on this machine.", _ADVICE)
        self.catalog.verify(entry.id, CancelToken(), no_report)

    def _id_if_present(self, role: str) -> str:
        entry = self.chosen(role)
        return entry.id if entry is not None and self.catalog.path(entry.id) is not None else ""

    def _spec(self, role: str) -> ModelSpec | None:
        entry = self.chosen(role)
        path = self.catalog.path(entry.id) if entry is not None else None
        if entry is None or path is None:
            return None
        return ModelSpec(
            path=path,
            id=model_identity(entry),
            name=entry.name,
            pooling=entry.pooling,
            query_prefix=entry.query_prefix,
            passage_prefix=entry.passage_prefix,
            context=entry.context,
            max_tokens=entry.max_tokens,
        )


def model_identity(entry: ModelEntry) -> str:
    """Return file hash + pooling + prefixes: whatever changes a vector is another model."""
    if entry.role != "embedder":
        return entry.sha256[:16]
    return f"{entry.sha256[:16]}|{entry.pooling}|{entry.query_prefix}|{entry.passage_prefix}"


def default_threads() -> int:
    """Return the number of threads for models: the cores, at most 8, where more stop helping."""
    return max(1, min(8, os.cpu_count() or 1))
