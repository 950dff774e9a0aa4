"""The window process's side of the model process: starts it, talks to it, survives its end."""

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from desktop.domain.errors import Cancelled, UserError
from desktop.domain.work import CancelToken
from desktop.llm.call import Call
from desktop.llm.child import Child
from desktop.llm.devices import ANY_DRIVER, AUTOMATIC, PROCESSOR, DeviceState
from desktop.llm.interfaces import Embedder, Reranker
from desktop.llm.messages import (
    Cancel,
    FindDevices,
    HostOptions,
    Loaded,
    ModelSpec,
    Request,
    Role,
    Stopped,
)
from desktop.llm.remote import RemoteEmbedder, RemoteGenerator, RemoteReranker

__all__ = ["ModelProcess", "ModelSpec"]

NOTICE = "The language model stopped unexpectedly and was started again."
_PATIENCE = 1.0  # seconds a cancelled request may keep the model before the process is ended
_ATTEMPTS = 2  # how often a request that can be repeated may meet the end of the process
_DEATHS = 3  # so many unexpected ends of one model within _MEMORY seconds and it is left alone for a while
_MEMORY = 60.0


class ModelProcess:
    """Owns the process with all models; it starts at the first use and again after an unexpected end.

    Safe to use from any number of threads. `on_notice` gets one sentence after each unexpected end, on a
    thread of this class. `log_file` takes what llama.cpp has to say; nothing reaches the terminal.
    """

    def __init__(
        self,
        *,
        embedder: ModelSpec | None,
        generator: ModelSpec | None,
        threads: int,
        on_notice: Callable[[str], None],
        reranker: ModelSpec | None = None,
        log_file: Path | None = None,
        device: str = AUTOMATIC,
        backend: str = "desktop.llm.llama",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._options = HostOptions(embedder, generator, threads, backend, log_file, reranker, device)
        self._on_notice = on_notice
        self._clock = clock
        self._lock = threading.RLock()
        self._child: Child | None = None
        self._closed = False
        self._ids = itertools.count(1)
        self._deaths: dict[Role, list[float]] = {"embedder": [], "chat": [], "reranker": []}
        self._loaded: dict[Role, Loaded] = {}
        self._devices = DeviceState()
        self._failed = ""  # the device that ended a process; no other process touches one
        self._embedder = RemoteEmbedder(self, embedder)
        self._generator = RemoteGenerator(self, generator)
        self._background = RemoteGenerator(self, generator, background=True)
        self._reranker = RemoteReranker(self, reranker)

    @property
    def embedder(self) -> Embedder:
        """The embedding model; its calls raise UserError when none is set up."""
        return self._embedder

    @property
    def generator(self) -> RemoteGenerator:
        """The chat model for what a person waits for; its calls raise UserError when none is set up."""
        return self._generator

    @property
    def background_generator(self) -> RemoteGenerator:
        """The same chat model for work nobody waits for: it steps aside for questions and for passages."""
        return self._background

    @property
    def reranker(self) -> Reranker:
        """The cross-encoder; its calls raise UserError when none is set up."""
        return self._reranker

    @property
    def pid(self) -> int | None:
        """The process id while the process runs."""
        with self._lock:
            return self._child.pid if self._child else None

    def loaded(self, role: Role) -> Loaded | None:
        """Return the real sizes of a model once it has been in memory."""
        return self._loaded.get(role)

    @property
    def devices(self) -> DeviceState:
        """Where the models run, as far as it is known; before the first use nothing is."""
        return self._devices

    def find_devices(self, token: CancelToken | None = None) -> DeviceState:
        """Look for devices without loading a model; raises Cancelled."""
        self.submit(FindDevices(self.next_id())).wait(token)
        return self._devices

    def next_id(self) -> int:
        """Return a new request number."""
        return next(self._ids)

    def submit(self, request: Request) -> Call:
        """Send a request; returns at once with the call to wait on."""
        call = Call(request, self.give_up)
        self._send(call)
        return call

    def give_up(self, call: Call) -> None:
        """Tell the process to drop a call; when it does not react within a second the process is ended."""
        call.abandoned = True
        with self._lock:
            child = self._child
        if child is None or not child.owns(call):
            return
        child.send(Cancel(call.request.id))
        timer = threading.Timer(_PATIENCE, self._enforce, (child, call))
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        """End the process within two seconds; waiting calls raise Cancelled."""
        with self._lock:
            self._closed = True
            child = self._child
        if child is not None:
            child.quit()

    def _send(self, call: Call) -> None:
        try:
            with self._lock:
                if self._closed or call.abandoned:
                    raise Cancelled
                self._check_patience(call.role)
                if self._child is None:
                    self._child = Child(self._options, on_news=self._note, on_end=self._ended)
                self._child.adopt(call)
        except (Cancelled, UserError) as error:
            call.fail(error)

    def _check_patience(self, role: Role) -> None:
        recent = [death for death in self._deaths[role] if self._clock() - death < _MEMORY]
        self._deaths[role] = recent
        if len(recent) >= _DEATHS:
            raise UserError(
                "The language model keeps stopping",
                f"“{self._spec_name(role)}” ended its process {len(recent)} times within a minute.",
                "Wait a minute and try again, close other programs, or choose another model.",
            )

    def _enforce(self, child: Child, call: Call) -> None:
        if child.owns(call):
            child.kill()

    def _note(self, news: Loaded | DeviceState) -> None:
        if isinstance(news, Loaded):
            self._loaded[news.role] = news
            return
        before = self._devices
        if self._failed:
            news = replace(news, reason="failed", failed=self._failed, devices=before.devices)
        self._devices = news
        if news.failed and news.failed != before.failed:
            self._on_notice(device_notice(news))

    def _ended(self, child: Child) -> None:
        """Deal with the end of a process; runs on its reading thread."""
        with self._lock:  # held while calls are adopted too, so none is lost between the two lines
            if self._child is child:
                self._child = None
            calls = child.take_calls()
            unexpected = not child.was_told and not self._closed
            lost = child.at_risk if unexpected else ""
            if lost:
                self._leave_devices_alone(lost)
            unexpected = unexpected and not lost
            blamed = {call.role for call in calls if call.started} if unexpected else set()
            for role in blamed:
                self._deaths[role].append(self._clock())
        waiting = [call for call in calls if not call.abandoned]
        first_time = not any(call.attempts for call in waiting)
        for call in waiting:
            if lost:
                call.go_on()
            self._after_end(call, unexpected=unexpected, lost=bool(lost))
        if unexpected and (first_time or not waiting):
            self._on_notice(NOTICE)

    def _leave_devices_alone(self, lost: str) -> None:
        """Start the next process on the processor; whoever waits is answered by that one."""
        self._failed = lost
        self._options = replace(self._options, device=PROCESSOR)
        state = replace(self._devices, used="", reason="failed", failed=lost, at_risk="")
        self._devices = state
        self._on_notice(device_notice(state))

    def _after_end(self, call: Call, *, unexpected: bool, lost: bool) -> None:
        if self._closed:
            call.receive(Stopped(call.request.id))
            return
        if unexpected and call.started:
            call.attempts += 1
        repeatable = call.role != "chat" or not call.started
        if (call.text and not lost) or call.attempts >= _ATTEMPTS or (unexpected and not repeatable):
            call.fail(self._stopped(call.role))
            return
        call.started = False
        self._send(call)

    def _stopped(self, role: Role) -> UserError:
        return UserError(
            "The language model stopped",
            f"“{self._spec_name(role)}” ended unexpectedly while it was working.",
            "Ask again; it starts by itself. If it happens often, choose a smaller model.",
        )

    def _spec_name(self, role: Role) -> str:
        options = self._options
        specs = {"embedder": options.embedder, "chat": options.generator, "reranker": options.reranker}
        spec = specs[role]
        return spec.name if spec else ""


def device_notice(state: DeviceState) -> str:
    """Return what to tell about a device that failed."""
    if state.failed == ANY_DRIVER:
        return "A graphics driver stopped working, so the language models run on the processor."
    if state.used:
        return f"“{state.failed}” could not run the language models, so they run on “{state.used}”."
    return f"“{state.failed}” could not run the language models, so they run on the processor."
