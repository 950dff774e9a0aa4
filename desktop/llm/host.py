"""The model process: owns every llama.cpp object and answers the window process over two pipes.

llama.cpp ends its whole process on some errors and its objects belong to one thread each. Here such an end
costs one message in the window, and each model object has exactly one worker. This thread only receives:
it queues, counts tokens, and passes on cancellations.
"""

import contextlib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

from desktop.domain.errors import UserError
from desktop.llm.backend import Backend, LoadedChat, LoadedEmbedder, LoadedReranker
from desktop.llm.messages import (
    Cancel,
    CountPrompt,
    CountTexts,
    Done,
    EndReply,
    FindDevices,
    HostOptions,
    ModelSpec,
    Quit,
    Refused,
    Reply,
    Request,
    Role,
    Started,
    Stopped,
    role_of,
)
from desktop.llm.placement import Placement
from desktop.llm.rerank_worker import RerankWorker
from desktop.llm.turns import Turns
from desktop.llm.workers import ChatWorker, EmbedWorker, Job, Worker, guarded

_LOG_LIMIT = 1_000_000  # bytes; a longer log is started anew


class Host:
    """Receives requests, hands them to the workers, sends replies.

    `end_process` is called when nobody listens any more, or a device failed and took its library with it.
    """

    def __init__(
        self,
        commands: "Connection[object, object]",
        replies: "Connection[object, object]",
        options: HostOptions,
        end_process: Callable[[], None] = lambda: None,
    ) -> None:
        self._commands = commands
        self._replies = replies
        self._options = options
        self._end_process = end_process
        self._placement = Placement(self._backend, options, self.send)
        self._sending = threading.Lock()
        self._jobs_lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._turns = Turns()
        self._embed: EmbedWorker | None = None
        self._chat: ChatWorker | None = None
        if options.embedder:
            load = partial(self._load_embedder, options.embedder)
            self._embed = EmbedWorker(self, self._turns, options.embedder, load)
        if options.generator:
            self._chat = ChatWorker(self, self._turns, partial(self._load_chat, options.generator))
        rerank: RerankWorker | None = None
        if options.reranker:
            rerank = RerankWorker(self, self._turns, partial(self._load_reranker, options.reranker))
        self._workers: dict[Role, Worker | None] = {
            "embedder": self._embed,
            "chat": self._chat,
            "reranker": rerank,
        }

    def serve(self) -> None:
        """Receive until the other side says so or is gone."""
        workers = [worker for worker in self._workers.values() if worker]
        for worker in workers:
            worker.start()
        try:
            while not isinstance(message := self._commands.recv(), Quit):
                if isinstance(message, Cancel):
                    self._cancel(message.id)
                else:
                    self._accept(cast("Request", message))
        except (EOFError, OSError):
            pass  # the window process is gone
        for worker in workers:
            worker.end()

    def send(self, reply: Reply) -> None:
        """Send a reply; safe from any thread."""
        try:
            with self._sending:
                self._replies.send(reply)
        except OSError:
            self._end_process()

    def finish(self, job: Job, reply: EndReply) -> None:
        """End a job once; a second end of the same job is dropped."""
        with self._jobs_lock:
            if job.finished:
                return
            job.finished = True
            self._jobs.pop(job.request.id, None)
        self.send(reply)

    def device_lost(self) -> None:
        """End the process, so that the other side starts one that leaves the device alone."""
        self._end_process()

    def _accept(self, request: Request) -> None:
        job = Job(request)
        with self._jobs_lock:
            self._jobs[request.id] = job
        if isinstance(request, CountTexts) and self._embed and self._embed.model:
            guarded(self, job, partial(self._embed.count, job, request))
        elif isinstance(request, CountPrompt) and self._chat and self._chat.model:
            guarded(self, job, partial(self._chat.count, job, request))
        elif isinstance(request, FindDevices):
            look = partial(guarded, self, job, partial(self._find_devices, job))
            threading.Thread(target=look, name="model-devices", daemon=True).start()
        else:
            worker = self._workers[role_of(request)]
            if worker is None:
                self.finish(job, Refused(request.id, "No model is set up", "", ""))
            else:
                worker.submit(job)

    def _cancel(self, request_id: int) -> None:
        with self._jobs_lock:
            job = self._jobs.get(request_id)
        if job is None:
            return
        job.cancelled = True
        if not job.computing:
            self.finish(job, Stopped(request_id))

    def _find_devices(self, job: Job) -> None:
        self.send(Started(job.request.id))
        self._placement.decide()
        self.finish(job, Done(job.request.id))

    def _load_embedder(self, spec: ModelSpec) -> LoadedEmbedder:
        _check_present(spec.path)
        threads = self._options.threads
        return self._placement.load(lambda backend, device: backend.load_embedder(spec, threads, device))

    def _load_chat(self, spec: ModelSpec) -> LoadedChat:
        _check_present(spec.path)
        threads = self._options.threads
        return self._placement.load(lambda backend, device: backend.load_chat(spec, threads, device))

    def _load_reranker(self, spec: ModelSpec) -> LoadedReranker:
        _check_present(spec.path)
        threads = self._options.threads
        return self._placement.load(lambda backend, device: backend.load_reranker(spec, threads, device))

    def _backend(self) -> Backend:
        return cast("Backend", importlib.import_module(self._options.backend))


def run_host(
    commands: "Connection[object, object]", replies: "Connection[object, object]", options: HostOptions
) -> None:
    """Be the model process: the target of the spawned process; never returns."""
    _detach(options.log_file)
    Host(commands, replies, options, end_process=lambda: os._exit(0)).serve()
    # Models are not freed one by one: a worker may be inside one, and the system takes all back at once.
    os._exit(0)


def _detach(log_file: Path | None) -> None:
    """Keep the person's terminal out of it: output goes to the log file or nowhere, Ctrl-C to the window."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")  # else an abort starts a debugger to print its stack
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with contextlib.suppress(OSError):
        if log_file is not None and log_file.exists() and log_file.stat().st_size > _LOG_LIMIT:
            log_file.unlink()
    try:
        target = os.open(log_file or os.devnull, flags, 0o600)
    except OSError:
        target = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        with contextlib.suppress(OSError):  # a windowed program has no such descriptor
            os.dup2(target, stream)
    if sys.stderr is None:  # a windowed program: tracebacks of threads still need a place
        sys.stderr = os.fdopen(os.dup(target), "w")


def _check_present(path: Path) -> None:
    if not path.is_file():
        raise UserError(
            "A model file is missing",
            f"“{path.name}” is not in {path.parent}.",
            "Put the file back or choose a model in the settings.",
        )
