"""The worker threads of embedder and chat model: each owns one model object and decides what it does next."""

import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop.domain.errors import Cancelled, UserError
from desktop.llm.backend import Answer, DeviceLostError, LoadedChat, LoadedEmbedder
from desktop.llm.messages import (
    Broken,
    CountPrompt,
    CountTexts,
    Describe,
    Done,
    Embed,
    EndReply,
    Generate,
    Loaded,
    ModelSpec,
    Piece,
    Refused,
    Reply,
    Request,
    Role,
    Started,
    Stopped,
    YesNo,
)
from desktop.llm.turns import Turns

_POLL = 0.1  # seconds between looks at `Turns` while only resting work is queued


@dataclass(eq=False)
class Job:
    """One request on its way through the model process."""

    request: Request
    cancelled: bool = False
    computing: bool = False  # the worker is inside the model for it and will see `cancelled` itself
    finished: bool = False
    started: bool = False
    vectors: list[NDArray[np.float32]] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    answer: Answer | None = None

    def check(self) -> None:
        """Raise Cancelled when the request was given up."""
        if self.cancelled:
            raise Cancelled


class Outbox(Protocol):
    """Where workers send what they have."""

    def send(self, reply: Reply) -> None:
        """Send a reply that does not end a request."""
        ...

    def finish(self, job: Job, reply: EndReply) -> None:
        """End a request; does nothing when it has ended already."""
        ...

    def device_lost(self) -> None:
        """Give up this process, because the device its models run on failed."""
        ...


def guarded(outbox: Outbox, job: Job, step: Callable[[], None]) -> None:
    """Run a step of a job and turn whatever it raises into the end of that job."""
    try:
        step()
    except Cancelled:
        outbox.finish(job, Stopped(job.request.id))
    except UserError as error:
        outbox.finish(job, Refused(job.request.id, error.title, error.detail, error.advice))
    except DeviceLostError:
        traceback.print_exc()  # to the log; the request is sent again to the next process
        outbox.device_lost()
    except Exception:  # noqa: BLE001 - an edge: the traceback travels to the caller, the worker lives on
        outbox.finish(job, Broken(job.request.id, traceback.format_exc()))


class Worker(threading.Thread, ABC):
    """Takes jobs in the order of `_next`; the first one loads the model."""

    role: Role

    def __init__(self, outbox: Outbox, turns: Turns) -> None:
        super().__init__(name=f"model-{self.role}", daemon=True)
        self._outbox = outbox
        self._turns = turns
        self._wake = threading.Condition()
        self._first: deque[Job] = deque()
        self._later: deque[Job] = deque()
        self._ended = False

    def submit(self, job: Job) -> None:
        """Queue a job."""
        with self._wake:
            (self._first if self._is_urgent(job) else self._later).append(job)
            self._queue_changed()
            self._wake.notify()

    def end(self) -> None:
        """Stop after the step in progress."""
        with self._wake:
            self._ended = True
            self._wake.notify()

    def run(self) -> None:
        """Serve jobs until `end`."""
        while (job := self._next()) is not None:
            if job.finished:
                self._drop(job)
            else:
                self._take_up(job)
            with self._wake:
                self._queue_changed()

    def _take_up(self, job: Job) -> None:
        if not job.started:
            job.started = True
            self._outbox.send(Started(job.request.id))
        guarded(self._outbox, job, partial(self._step, job))

    def _next(self) -> Job | None:
        with self._wake:
            while not self._ended:
                if self._first:
                    return self._first.popleft()
                if self._later and self._later_may_go():
                    return self._later.popleft()
                self._wake.wait(_POLL if self._later else None)
        return None

    def _again(self, job: Job) -> None:
        """Put a job that is not complete back, before others of its class."""
        with self._wake:
            (self._first if self._is_urgent(job) else self._later).appendleft(job)
            self._queue_changed()

    def _queue_changed(self) -> None:
        """Hook, called with the lock held."""

    def _drop(self, job: Job) -> None:
        """Forget a job that ended while it was queued."""

    @abstractmethod
    def _is_urgent(self, job: Job) -> bool:
        """Whether somebody waits for this job."""

    @abstractmethod
    def _later_may_go(self) -> bool:
        """Whether work nobody waits for may run now."""

    @abstractmethod
    def _step(self, job: Job) -> None:
        """Advance a job by one bounded step."""


class EmbedWorker(Worker):
    """One text per step, so that a question waits for at most one passage."""

    role: Role = "embedder"

    def __init__(
        self, outbox: Outbox, turns: Turns, spec: ModelSpec, load: Callable[[], LoadedEmbedder]
    ) -> None:
        super().__init__(outbox, turns)
        self._spec = spec
        self._load = load
        self.model: LoadedEmbedder | None = None

    def count(self, job: Job, request: CountTexts) -> None:
        """Answer a counting request; also called by the receiving thread once the model is there."""
        self._outbox.finish(job, Done(request.id, [self._loaded().count(text) for text in request.texts]))

    def _loaded(self) -> LoadedEmbedder:
        if self.model is None:
            model = self._load()
            self._outbox.send(Loaded("embedder", model.dimension, model.max_tokens))
            self.model = model
        return self.model

    def _is_urgent(self, job: Job) -> bool:
        return not isinstance(job.request, Embed) or job.request.query or job.request.urgent

    def _later_may_go(self) -> bool:
        return self._turns.passage_delay() <= 0

    def _queue_changed(self) -> None:
        self._turns.passages_waiting(waiting=bool(self._later))

    def _step(self, job: Job) -> None:
        model = self._loaded()
        job.check()
        request = job.request
        if isinstance(request, CountTexts):
            self.count(job, request)
        elif isinstance(request, Describe):
            self._outbox.finish(job, Done(request.id))
        elif isinstance(request, Embed):
            self._embed_one(job, request, model)

    def _embed_one(self, job: Job, request: Embed, model: LoadedEmbedder) -> None:
        if request.texts:
            text = request.texts[len(job.vectors)]
            whole = self._spec.query_text(text) if request.query else self._spec.passage_text(text)
            job.computing = True
            job.vectors.append(model.embed(whole))
            job.computing = False
            if not (request.query or request.urgent):
                self._turns.passage_done()
            job.check()
        if len(job.vectors) < len(request.texts):
            self._again(job)
            return
        shape = (len(request.texts), model.dimension)
        self._outbox.finish(job, Done(request.id, np.asarray(job.vectors, dtype=np.float32).reshape(shape)))


class ChatWorker(Worker):
    """One answer at a time; a background answer steps aside between two tokens when a person asks."""

    role: Role = "chat"

    def __init__(self, outbox: Outbox, turns: Turns, load: Callable[[], LoadedChat]) -> None:
        super().__init__(outbox, turns)
        self._load = load
        self.model: LoadedChat | None = None

    def count(self, job: Job, request: CountPrompt) -> None:
        """Answer a counting request; also called by the receiving thread once the model is there."""
        self._outbox.finish(job, Done(request.id, self._loaded().count(request.messages)))

    def _loaded(self) -> LoadedChat:
        if self.model is None:
            model = self._load()
            self._outbox.send(Loaded("chat", 0, model.context))
            self.model = model
        return self.model

    def _is_urgent(self, job: Job) -> bool:
        return not (isinstance(job.request, Generate) and job.request.background)

    def _later_may_go(self) -> bool:
        return self._turns.passages_at_rest()

    def _drop(self, job: Job) -> None:
        if job.answer is not None:
            job.answer.close()

    def _step(self, job: Job) -> None:
        waited_for = self._is_urgent(job)
        self._turns.chat_began()
        try:
            model = self._loaded()
            job.check()
            job.computing = True
            request = job.request
            if isinstance(request, CountPrompt):
                self.count(job, request)
            elif isinstance(request, YesNo):
                value = model.yes_no(request.messages, lambda: job.cancelled)
                self._outbox.finish(job, Done(request.id, value))
            elif isinstance(request, Generate):
                self._write(job, request, model)
        finally:
            job.computing = False
            self._turns.chat_ended(linger=waited_for)

    def _write(self, job: Job, request: Generate, model: LoadedChat) -> None:
        if job.answer is None:
            job.answer = model.answer(request, lambda: job.cancelled)
        while True:
            try:
                piece = next(job.answer)
            except StopIteration as end:
                self._outbox.finish(job, Done(request.id, finish=end.value))
                return
            if piece:
                self._outbox.send(Piece(request.id, piece))
            if request.background and self._should_step_aside():
                self._again(job)
                return
            if job.cancelled:
                job.answer.close()
                raise Cancelled

    def _should_step_aside(self) -> bool:
        return bool(self._first) or not self._turns.passages_at_rest()
